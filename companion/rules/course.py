"""How a turn goes on and ends: what was reached, whose turn is next. The moves themselves: rules.turn."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeVar

from companion.cards.register import site
from companion.editions.parameters import CoverTie, GoalOrder, PioneerChest, PioneerDraws, PioneerVetoed
from companion.editions.ruleset import Ruleset
from companion.maze.board import Board, Kind
from companion.maze.geometry import Cell, around
from companion.rules import rounds
from companion.rules.evolve import Decision
from companion.rules.evolve_round import drawn, playing
from companion.rules.goals import ends_round, ways_to_lay, ways_to_lay_back
from companion.state import events as e
from companion.state.commands import Actor, BySeat, GoalKind, SeatId
from companion.state.game import Game
from companion.state.pending import OfSeat, Pioneering, Playing
from companion.state.refusals import Refusal
from companion.state.round import Progress, Round, next_seat

P = TypeVar("P", bound=OfSeat)


def asked(game: Game, by: Actor, kind: type[P]) -> P | Refusal:
    """The question of this kind, where it is open and `by` may answer it: its seat, the table or the camera."""
    if not isinstance(game.pending, kind):
        return Refusal("not_now")
    return not_for(by, game.pending.seat) or game.pending


def on_turn(game: Game, by: Actor, *, pioneering: bool = False, empty_handed: bool = False) -> SeatId | Refusal:
    """The seat that plays, where `by` may play for it: itself, the table or the camera. Whoever holds no card may only
    do what is done `empty_handed` (TURN-05); a turn comes to nobody like that, but a position may be typed so."""
    pending = game.pending
    if not isinstance(pending, Playing) and not (pioneering and isinstance(pending, Pioneering)):
        return Refusal("not_now")
    refusal = not_for(by, pending.seat)
    if refusal is None and not empty_handed and not playing(game).hands[pending.seat]:
        return Refusal("hand_empty", {"seat": pending.seat})
    return pending.seat if refusal is None else refusal


def not_for(by: Actor, seat: SeatId) -> Refusal | None:
    """A seat may not act for another one."""
    return Refusal("not_your_turn", {"seat": seat}) if isinstance(by, BySeat) and by.seat != seat else None


# ---- what was reached -------------------------------------------------------------------------------------------


def go_on(decision: Decision, seat: SeatId) -> None:
    """After the maze has changed: what it reaches (END-01, END-06, CHEST-02), another path card, or the turn's end."""
    if _reaches_site(decision, seat):
        return
    turn_next(decision, seat, reached(decision.game))


def go_on_with_due(decision: Decision, seat: SeatId) -> None:
    """As `go_on`, but nothing is reached anew: only what was joined before, and the seat has not seen to yet."""
    due = decision.round.due
    if decision.round.site in due and _reaches_site(decision, seat):
        return
    turn_next(decision, seat, tuple(cell for cell in reached(decision.game) if cell in due))


def reached(game: Game) -> tuple[Cell, ...]:
    """Face-down goals and chests that are joined to the start, sorted by x, then y."""
    now = playing(game)
    last = () if now.last_cell is None else (now.last_cell,)
    return tuple(sorted(cell for cell in now.board.reach.covered if _counts_as_reached(game, now, cell, last)))


def joined_anew(game: Game, before: Board) -> tuple[Cell, ...]:
    """What a maze that the table has put right joins to the start: goals and chests as if the cards that are new in it
    had been laid (END-01, END-06, CHEST-02), and the site where nobody has been yet (FASH-01, PARTY-01)."""
    now = playing(game)
    laid = tuple(cell for cell, card in now.board.cards.items() if card != before.at(cell))
    counting = {cell for cell in now.board.reach.covered if _counts_as_reached(game, now, cell, laid)}
    return tuple(sorted(counting | ({now.site} if now.site and _joins_site(now) else set())))


def _counts_as_reached(game: Game, now: Round, cell: Cell, laid: Collection[Cell]) -> bool:
    """A goal may have to be touched by a card that was laid, or by one that lay over a chest (END-06)."""
    if now.board.cards[cell].kind is not Kind.GOAL:
        return cell in now.chest_cells
    if not game.ruleset.goal_must_be_touched or cell in now.due:
        return True
    return any(other in laid or other in now.chest_cells for other in around(cell))


def joined_end(board: Board) -> GoalKind | None:
    """A goal that lies open and ends the round, joined to the start: the table has turned it before it was reached."""
    shown = (GoalKind(card.goal) for card in board.of_kind(Kind.GOAL) if card.goal and board.is_joined(card.cell))
    return next(filter(ends_round, shown), None)


def end_by_goal(decision: Decision, seat: SeatId, kind: GoalKind) -> None:
    """The gold is to the credit of the seat (END-02, CHAL-02)."""
    rounds.end_round(decision, kind.value, seat if kind is GoalKind.GOLD else None)


def turn_next(decision: Decision, seat: SeatId, cells: tuple[Cell, ...]) -> None:
    """Turn these over, one after the other; where there are none, go on. What lies open may end the round before."""
    ending = joined_end(decision.round.board)
    if ending is not None:
        end_by_goal(decision, seat, ending)
        return
    if cells:
        chests = tuple(cell for cell in cells if decision.round.board.cards[cell].kind is Kind.COVERED)
        decision.tell(e.GoalsReached(seat, cells, chests))
        if len(cells) == 1 or decision.game.ruleset.goal_order is GoalOrder.FROM_TOP:  # END-05
            turn_up(decision, seat, cells[0])
        return
    left = decision.round.progress.to_lay
    if left and decision.round.hands[seat]:
        decision.tell(e.PathsDue(seat, left))  # WC22
        return
    end_turn(decision, seat)


def turn_up(decision: Decision, seat: SeatId, cell: Cell) -> None:
    """Turn over what lies here; at a table a goal that the app dealt waits until somebody turns it."""
    card = decision.round.board.at(cell)
    if card is not None and card.kind is Kind.COVERED:
        _turn_cover(decision, seat, cell)
    elif decision.round.goals is None:
        decision.tell(e.GoalAsked(seat, cell))
    elif decision.round.at_table:
        decision.tell(e.GoalPicked(seat, cell))
    else:
        turn_goal_up(decision, seat, cell)


def turn_goal_up(decision: Decision, seat: SeatId, cell: Cell) -> None:
    """Tell which goal the app dealt here, and how it may lie. Raises where it dealt none."""
    now = decision.round
    if now.goals is None:
        raise ValueError("the goals lie on the table")
    goal = now.goals.open_for("the goal was reached and is turned over")[now.goal_cells.index(cell)]
    turned, _ = ways_to_lay(now.board, cell, goal.face, now.last_cell)
    faces = tuple(goal.face.half_turn() if turn else goal.face for turn in turned)
    decision.tell(e.GoalTurned(seat, cell, goal.kind, faces, turned))


def _turn_cover(decision: Decision, seat: SeatId, cell: Cell) -> None:
    now = decision.round
    if now.chest_faces is None:
        decision.tell(e.ChestAsked(seat, cell))
        return
    printed = now.chest_faces.open_for("the chest was reached")[now.chest_cells.index(cell)]
    turned = ways_to_lay_back(now.board, cell, printed, decision.game.ruleset)
    if decision.game.ruleset.cover_tie is CoverTie.UNTURNED:  # CHEST-06
        turned = turned[:1]
    faces = tuple(printed.half_turn() if turn else printed for turn in turned)
    decision.tell(e.CoverTurned(seat, cell, faces, turned))


def _reaches_site(decision: Decision, seat: SeatId) -> bool:
    """The first to join a site to the start sets it off; True where chance has to act first (FASH-01, PARTY-01)."""
    now, rules = decision.round, decision.game.ruleset
    if now.site is None or not _joins_site(now):
        return False
    decision.tell(e.SiteReached(seat, now.site))
    postcard = site(rules)
    return postcard is not None and postcard.reached(decision, seat)


def _joins_site(now: Round) -> bool:
    return not now.site_reached and now.site in now.board.reach.covered


# ---- the end of a turn ------------------------------------------------------------------------------------------


def draw(decision: Decision, seat: SeatId, draws: int) -> None:
    cards = drawn(decision.game, seat, draws)
    if cards:
        decision.tell(e.CardsDrawn(seat, cards))


def back_in_hand(decision: Decision, seat: SeatId) -> None:
    """A card that waited on the table is not played after all; who has left meanwhile throws it away (AWAY-4)."""
    if decision.game.seats[seat].has_left:
        decision.tell(e.Passed(seat, 1))


def end_turn(decision: Decision, seat: SeatId, draws: int | None = None) -> None:
    """Draw, then the next seat that holds a card plays; the round ends when nobody does.

    Where the table only found what was joined, the turn of `seat` is still to be played.
    """
    found = decision.round.progress.found
    draw(decision, seat, cards_due(decision) if draws is None else draws)
    begin_turn(decision, seat if found else next_seat(seat, len(decision.game.seats), decision.round.direction))


def cards_due(decision: Decision, *, vetoed: bool = False) -> int:
    """Cards to draw where the turn ends, or where a veto of the card just played ends it (TURN-02, WC19)."""
    done, rules = decision.round.progress, decision.game.ruleset
    cards = _pioneers_cards(done, rules, vetoed=vetoed) if done.pioneer else int(vetoed or not done.found)
    if done.no_draw:
        one_lost = done.pioneer and rules.pioneer_chest is PioneerChest.ONE_LESS
        cards = max(0, cards - 1) if one_lost else 0  # CHEST-05
    return cards + done.more


def _pioneers_cards(done: Progress, rules: Ruleset, *, vetoed: bool) -> int:
    """One for each path card laid, one for a vetoed one; who laid fewer than two may draw one more (WC22)."""
    if vetoed:
        return done.laid + 1 if rules.pioneer_vetoed is PioneerVetoed.BOTH else 1
    return done.laid + int(done.to_lay > 0 and rules.pioneer_draws is PioneerDraws.ONE_MORE)


def begin_turn(decision: Decision, seat: SeatId) -> None:
    """The turn of `seat`, or of the first after it whose hand is not empty (TURN-05) and who is here (AWAY-1)."""
    here = [one.is_here for one in decision.game.seats]
    if not any(cards for seat, cards in enumerate(decision.round.hands) if here[seat]):
        rounds.end_round(decision, "hands_empty", None)  # END-08
        return
    while not decision.round.hands[seat] or not here[seat]:
        if here[seat]:
            decision.tell(e.SeatSkipped(seat))
        seat = next_seat(seat, len(decision.game.seats), decision.round.direction)
    decision.tell(e.TurnBegan(seat))
