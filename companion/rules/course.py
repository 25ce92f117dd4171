"""How a turn goes on and ends: what was reached, whose turn is next. The moves themselves: rules.turn."""

from __future__ import annotations

from typing import Protocol, TypeVar

from companion.editions.parameters import CoverTie, Direction, GoalOrder
from companion.maze.board import Kind
from companion.maze.geometry import Cell, around
from companion.rules import rounds
from companion.rules.evolve_round import playing
from companion.rules.goals import ways_to_lay, ways_to_lay_back
from companion.rules.story import Story
from companion.state import card_events as k
from companion.state import events as e
from companion.state.commands import Actor, BySeat, SeatId
from companion.state.game import Game
from companion.state.pending import Pioneering, Playing
from companion.state.refusals import Refusal
from companion.state.round import Round


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


def next_seat(seat: SeatId, seats: int, direction: Direction) -> SeatId:
    return (seat + direction.step) % seats


# ---- what was reached -------------------------------------------------------------------------------------------


def go_on(story: Story, seat: SeatId) -> None:
    """After the maze has changed: what it reaches (END-01, END-06, CHEST-02), another path card, or the turn's end."""
    if _reaches_site(story, seat):
        return
    turn_next(story, seat, reached(story.game))


def reached(game: Game) -> tuple[Cell, ...]:
    """Face-down goals and chests that are joined to the start, sorted by x, then y."""
    now = playing(game)
    kinds = (Kind.GOAL,) if not now.chest_cells else (Kind.GOAL, Kind.COVERED)
    cells = (cell for cell in now.board.reach.covered if now.board.cards[cell].kind in kinds)
    return tuple(sorted(cell for cell in cells if _counts_as_reached(game, now, cell)))


def _counts_as_reached(game: Game, now: Round, cell: Cell) -> bool:
    """A goal may have to be touched by the card that was laid, or by one that lay over a chest (END-06)."""
    if not game.ruleset.goal_must_be_touched or now.board.cards[cell].kind is not Kind.GOAL:
        return True
    return any(other == now.last_cell or other in now.chest_cells for other in around(cell))


def turn_next(story: Story, seat: SeatId, cells: tuple[Cell, ...]) -> None:
    """Turn these over, one after the other; where there are none, go on."""
    if cells:
        chests = tuple(cell for cell in cells if story.round.board.cards[cell].kind is Kind.COVERED)
        story.tell(e.GoalsReached(seat, cells, chests))
        if len(cells) == 1 or story.game.ruleset.goal_order is GoalOrder.FROM_TOP:  # END-05
            turn_up(story, seat, cells[0])
        return
    left = story.round.progress.to_lay
    if left and story.round.hands[seat]:
        story.tell(k.PathsDue(seat, left))  # WC22
        return
    end_turn(story, seat)


def turn_up(story: Story, seat: SeatId, cell: Cell) -> None:
    card = story.round.board.at(cell)
    if card is not None and card.kind is Kind.COVERED:
        _turn_cover(story, seat, cell)
        return
    now = story.round
    if now.goals is None:
        story.tell(e.GoalAsked(seat, cell))
        return
    goal = now.goals.open_for("the goal was reached and is turned over")[now.goal_cells.index(cell)]
    turned, _ = ways_to_lay(now.board, cell, goal.face, now.last_cell)
    faces = tuple(goal.face.half_turn() if turn else goal.face for turn in turned)
    story.tell(e.GoalTurned(seat, cell, goal.kind, faces, turned))


def _turn_cover(story: Story, seat: SeatId, cell: Cell) -> None:
    now = story.round
    if now.chest_faces is None:
        story.tell(k.ChestAsked(seat, cell))
        return
    printed = now.chest_faces.open_for("the chest was reached")[now.chest_cells.index(cell)]
    turned = ways_to_lay_back(now.board, cell, printed)
    if story.game.ruleset.cover_tie is CoverTie.UNTURNED:  # CHEST-06
        turned = turned[:1]
    faces = tuple(printed.half_turn() if turn else printed for turn in turned)
    story.tell(k.CoverTurned(seat, cell, faces, turned))


def _reaches_site(story: Story, seat: SeatId) -> bool:
    """The first to join a site to the start sets it off; True where chance has to act first (FASH-01, PARTY-01)."""
    now, rules = story.round, story.game.ruleset
    if now.site is None or now.site_reached or now.site not in now.board.reach.covered:
        return False
    story.tell(k.SiteReached(seat, now.site))
    if rules.dwarf_changes:
        story.tell(k.HatSwapped(seat, seat, card=False))
    if rules.redeals and now.roles is not None:
        story.tell(k.RedealAsked(seat))
        return True
    return False


# ---- the end of a turn ------------------------------------------------------------------------------------------


def draw(story: Story, seat: SeatId, draws: int) -> None:
    """So many cards are drawn; an empty pile gives none (TURN-03)."""
    cards = min(story.round.pile, draws)
    if cards:
        story.tell(e.CardsDrawn(seat, cards))


def end_turn(story: Story, seat: SeatId, draws: int | None = None) -> None:
    """Draw, then the next seat that holds a card plays; the round ends when nobody does."""
    draw(story, seat, story.round.progress.draws if draws is None else draws)
    begin_turn(story, next_seat(seat, len(story.game.seats), story.round.direction))


def begin_turn(story: Story, seat: SeatId) -> None:
    """The turn of `seat`, or of the first after it whose hand is not empty (TURN-05)."""
    if not any(story.round.hands):
        rounds.end_round(story, "hands_empty", None)  # END-08
        return
    while not story.round.hands[seat]:
        story.tell(e.SeatSkipped(seat))
        seat = next_seat(seat, len(story.game.seats), story.round.direction)
    story.tell(e.TurnBegan(seat))
