"""How a turn goes on and ends: what was reached, whose turn is next. The moves themselves: rules.turn."""

from __future__ import annotations

from typing import Protocol, TypeVar

from companion.cards.register import site
from companion.editions.parameters import CoverTie, GoalOrder, PioneerDraws
from companion.maze.board import Kind
from companion.maze.geometry import Cell, around
from companion.rules import rounds
from companion.rules.evolve import Decision
from companion.rules.evolve_round import playing
from companion.rules.goals import ways_to_lay, ways_to_lay_back
from companion.state import events as e
from companion.state.commands import Actor, BySeat, SeatId
from companion.state.game import Game
from companion.state.pending import Pioneering, Playing
from companion.state.refusals import Refusal
from companion.state.round import Round, next_seat


class _OfSeat(Protocol):
    """A pending question that one seat has to answer."""

    @property
    def seat(self) -> SeatId: ...


P = TypeVar("P", bound=_OfSeat)


def asked(game: Game, by: Actor, kind: type[P]) -> P | Refusal:
    """The question of this kind, where it is open and `by` may answer it: its seat, the table or the camera."""
    if not isinstance(game.pending, kind):
        return Refusal("not_now")
    return not_for(by, game.pending.seat) or game.pending


def on_turn(game: Game, by: Actor, *, pioneering: bool = False) -> SeatId | Refusal:
    """The seat that plays, where `by` may play for it: itself, the table or the camera."""
    pending = game.pending
    if not isinstance(pending, Playing) and not (pioneering and isinstance(pending, Pioneering)):
        return Refusal("not_now")
    refusal = not_for(by, pending.seat)
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


def reached(game: Game) -> tuple[Cell, ...]:
    """Face-down goals and chests that are joined to the start, sorted by x, then y."""
    now = playing(game)
    return tuple(sorted(cell for cell in now.board.reach.covered if _counts_as_reached(game, now, cell)))


def _counts_as_reached(game: Game, now: Round, cell: Cell) -> bool:
    """A goal may have to be touched by the card that was laid, or by one that lay over a chest (END-06)."""
    if now.board.cards[cell].kind is not Kind.GOAL:
        return cell in now.chest_cells
    if not game.ruleset.goal_must_be_touched:
        return True
    return any(other == now.last_cell or other in now.chest_cells for other in around(cell))


def turn_next(decision: Decision, seat: SeatId, cells: tuple[Cell, ...]) -> None:
    """Turn these over, one after the other; where there are none, go on."""
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
    card = decision.round.board.at(cell)
    if card is not None and card.kind is Kind.COVERED:
        _turn_cover(decision, seat, cell)
        return
    now = decision.round
    if now.goals is None:
        decision.tell(e.GoalAsked(seat, cell))
        return
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
    if now.site is None or now.site_reached or now.site not in now.board.reach.covered:
        return False
    decision.tell(e.SiteReached(seat, now.site))
    postcard = site(rules)
    return postcard is not None and postcard.reached(decision, seat)


# ---- the end of a turn ------------------------------------------------------------------------------------------


def draw(decision: Decision, seat: SeatId, draws: int) -> None:
    """So many cards are drawn; an empty pile gives none (TURN-03)."""
    cards = min(decision.round.pile, draws)
    if cards:
        decision.tell(e.CardsDrawn(seat, cards))


def end_turn(decision: Decision, seat: SeatId, draws: int | None = None) -> None:
    """Draw, then the next seat that holds a card plays; the round ends when nobody does."""
    draw(decision, seat, _cards_due(decision) if draws is None else draws)
    begin_turn(decision, next_seat(seat, len(decision.game.seats), decision.round.direction))


def _cards_due(decision: Decision) -> int:
    """A pioneer who laid fewer path cards than two may draw one more than he laid (WC22)."""
    done, rules = decision.round.progress, decision.game.ruleset
    one_more = done.to_lay and not done.no_draw and rules.pioneer_draws is PioneerDraws.ONE_MORE
    return done.draws + int(bool(one_more))


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
