"""How events of a round change the game, up to the last card; and with what any event does so.

The changes are entered through rules.evolve. The tools are for all rules and cards: `playing` is the round that is
played, `drawn` how many cards somebody gets; `at`, `changed` and `with_round` make the next value out of the last;
`played`, `with_marks`, `tolls_without` and those like them what many cards do alike.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from companion.editions.cards import Mark
from companion.editions.parameters import FallenToll
from companion.maze.board import Board, Kind, Placement
from companion.maze.geometry import START_CELL, Cell
from companion.state import events as e
from companion.state.commands import SeatId, Supply
from companion.state.game import Game
from companion.state.pending import (
    ChoosingGoal,
    Dealing,
    LayingGoal,
    LookingAtRoles,
    Pending,
    Playing,
    SettingTable,
    TellingGoal,
    TurningGoal,
)
from companion.state.round import Progress, Round
from companion.state.secret import Secret

T = TypeVar("T")


def playing(game: Game) -> Round:
    """The round of a game that has one. Raises where a programmer asks for a round in the lobby."""
    if game.round is None:
        raise ValueError("no round has begun")
    return game.round


def drawn(game: Game, seat: SeatId, cards: int) -> int:
    """Of so many off the pile; an empty one gives none (TURN-03), and whoever has left is dealt none (AWAY-4)."""
    return 0 if game.seats[seat].has_left else min(playing(game).pile, cards)


def at(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The same tuple with one value replaced."""
    return (*values[:index], value, *values[index + 1 :])


def changed(noun: T, **fields: Any) -> T:
    """The same noun with some fields replaced, for folding a journal does little else.

    As `dataclasses.replace`, which took a quarter of the time of folding a game; for nouns without __post_init__.
    """
    old = vars(noun)
    new = old | fields
    if len(new) > len(old):
        raise TypeError(f"{type(noun).__name__} has no {sorted(fields.keys() - old.keys())}")
    fresh = object.__new__(type(noun))
    object.__setattr__(fresh, "__dict__", new)
    return fresh


def with_round(game: Game, pending: Pending | None = None, **changes: Any) -> Game:
    return changed(game, round=changed(playing(game), **changes), pending=pending or game.pending)


# ---- a round begins -------------------------------------------------------------------------------------------


def _round_began(game: Game, event: e.RoundBegan) -> Game:
    count = len(game.seats)
    down = [Placement(cell, None, Kind.GOAL) for cell in event.goal_cells]
    down += [Placement(cell, None, Kind.COVERED) for cell in event.chest_cells]
    down += [Placement(event.site, None, Kind.SITE)] if event.site else []
    board = Board.of([Placement(START_CELL, event.start, Kind.START), *down])
    begun = Round(
        number=event.number,
        board=board,
        starter=event.starter,
        turn=event.starter,
        direction=event.direction,
        hands=(event.hand,) * count,
        pile=event.pile,
        goal_cells=event.goal_cells,
        broken=((),) * count,
        marks=((),) * count,
        told_roles=(None,) * count,
        site=event.site,
        chest_cells=event.chest_cells,
        at_table=event.at_table,
    )
    gold: tuple[Secret[tuple[int, ...]], ...] = game.gold or tuple(Secret(()) for _ in game.seats)
    purses = game.purses or tuple(Secret(0) for _ in game.seats)
    dealing = Dealing(event.roles, event.goals, event.chests)
    begins = dealing if _is_due(dealing) or not event.at_table else SettingTable()
    before = game.round
    return changed(game, round=begun, before=before, gold=gold, purses=purses, pending=begins)


def _is_due(dealing: Dealing) -> bool:
    return dealing.roles or dealing.goals or dealing.chests


def _roles_dealt(game: Game, event: e.RolesDealt) -> Game:
    return dealt(with_round(game, roles=event.roles, aside=event.aside))


def _goals_dealt(game: Game, event: e.GoalsDealt) -> Game:
    aside = left_in_box(game.ruleset.goals, event.cards)
    return dealt(changed(with_round(game, goals=event.cards), goals_aside=aside))


def left_in_box(box: tuple[T, ...], taken: Secret[tuple[T, ...]]) -> Secret[tuple[T, ...]]:
    """What was not dealt, and is dealt first the next time (CHAL-04, CHEST-01)."""
    left = list(box)
    for card in taken.open_for("what lies on the table is no longer in the box"):
        left.remove(card)
    return Secret(tuple(left))


def dealt(game: Game) -> Game:
    """What is still to be dealt, whether the table is still to be set, or who has not looked yet."""
    now, goals = playing(game), game.goals_supply is Supply.APP
    dealing = Dealing(
        game.roles_supply is Supply.APP and now.roles is None,
        goals and now.goals is None,
        goals and bool(now.chest_cells) and now.chests is None,
    )
    if _is_due(dealing):
        return changed(game, pending=dealing)
    return changed(game, pending=SettingTable() if now.at_table else LookingAtRoles(_not_looked(game)))


def _line_ticked(game: Game, event: e.LineTicked) -> Game:
    ticked = game.pending.ticked if isinstance(game.pending, SettingTable) else ()
    others = tuple(line for line in ticked if line != event.line)
    return changed(game, pending=SettingTable((*others, event.line) if event.done else others))


def _table_set(game: Game, event: e.TableSet) -> Game:
    return changed(game, pending=LookingAtRoles(_not_looked(game)))


def _not_looked(game: Game) -> tuple[SeatId, ...]:
    if game.roles_supply is Supply.CARDS:
        return ()
    seen = playing(game).seen_role
    return tuple(n for n, seat in enumerate(game.seats) if not seat.simulated and seat.is_here and n not in seen)


def _role_looked_at(game: Game, event: e.RoleLookedAt) -> Game:
    return waited_for(with_round(game, seen_role=tuple(sorted({*playing(game).seen_role, event.seat}))))


def waited_for(game: Game) -> Game:
    """The same game; before it begins, with those who have not looked yet."""
    if not isinstance(game.pending, LookingAtRoles):
        return game
    return changed(game, pending=LookingAtRoles(_not_looked(game)))


def forget_looked(game: Game, seat: SeatId) -> Game:
    """Somebody else sits there now, who has not looked at the role."""
    seen = tuple(other for other in playing(game).seen_role if other != seat)
    return waited_for(with_round(game, seen_role=seen))


def _play_began(game: Game, event: e.PlayBegan) -> Game:
    """Nobody is waited for any more; from now on only a dwarf that is new has not been seen."""
    return with_round(game, seen_role=tuple(range(len(game.seats))))


def _turn_began(game: Game, event: e.TurnBegan) -> Game:
    """In a turn that is still to be played after what was found in it, a chest's "no card" counts (CHEST-05)."""
    now = playing(game)
    same = now.progress.found and event.seat == now.turn
    progress = Progress(no_draw=same and now.progress.no_draw)
    return with_round(game, Playing(event.seat), turn=event.seat, progress=progress)


# ---- a turn ---------------------------------------------------------------------------------------------------


def played(game: Game, seat: SeatId, discards: int, pending: Pending | None = None, **changes: Any) -> Game:
    """One card leaves the hand of `seat`; `discards` cards come to the discard pile."""
    now = playing(game)
    return with_round(
        game,
        pending,
        hands=at(now.hands, seat, max(0, now.hands[seat] - 1)),
        discards=now.discards + discards,
        last_card=seat,
        **changes,
    )


def _path_placed(game: Game, event: e.PathPlaced) -> Game:
    now = playing(game)
    done = now.progress
    return played(
        game,
        event.seat,
        0,
        Playing(event.seat),
        board=now.board.with_card(Placement(event.cell, event.face)),
        last_path=event.seat,
        last_cell=event.cell,
        progress=changed(done, laid=done.laid + 1, to_lay=max(0, done.to_lay - 1)),
        tolls=tuple(toll for toll in now.tolls if toll.front != event.cell),
    )


def tolls_without(game: Game, cell: Cell) -> dict[str, Any]:
    """The dwarves that stand once the card in `cell` is gone; one that stood on it may be set again (TOLL-06)."""
    now = playing(game)
    left = tuple(toll for toll in now.tolls if toll.cell != cell)
    fallen = len(now.tolls) - len(left) if game.ruleset.fallen_toll is FallenToll.SET_AGAIN else 0
    return {"tolls": left, "tolls_set": now.tolls_set - fallen}


def _peek_closed(game: Game, event: e.PeekClosed) -> Game:
    return changed(game, pending=Playing(event.seat))


def _passed(game: Game, event: e.Passed) -> Game:
    now = playing(game)
    last = event.seat if game.ruleset.pass_counts_as_last_card and event.discards else now.last_card
    hands = at(now.hands, event.seat, max(0, now.hands[event.seat] - event.discards))
    return with_round(game, hands=hands, discards=now.discards + event.discards, last_card=last)


def _cards_drawn(game: Game, event: e.CardsDrawn) -> Game:
    now = playing(game)
    hands = at(now.hands, event.seat, now.hands[event.seat] + event.cards)
    return with_round(game, hands=hands, pile=max(0, now.pile - event.cards))


def _seat_skipped(game: Game, event: e.SeatSkipped) -> Game:
    return game


def without_mark(now: Round, seat: SeatId, mark: str | None) -> tuple[tuple[str, ...], ...]:
    return at(now.marks, seat, tuple(held for held in now.marks[seat] if held != mark))


def thieves_after(now: Round, seat: SeatId, marks: tuple[tuple[str, ...], ...]) -> tuple[SeatId, ...]:
    """Whose thief lies, the last that was played at the end (S2A-02)."""
    if Mark.THIEF not in marks[seat]:
        return tuple(other for other in now.thieves if other != seat)
    return now.thieves if seat in now.thieves else (*now.thieves, seat)


def with_marks(game: Game, seat: SeatId, marks: tuple[tuple[str, ...], ...], **changes: Any) -> Game:
    return with_round(game, marks=marks, thieves=thieves_after(playing(game), seat, marks), **changes)


# ---- goals ----------------------------------------------------------------------------------------------------


def _goals_reached(game: Game, event: e.GoalsReached) -> Game:
    return with_round(game, ChoosingGoal(event.seat, event.cells), due=event.cells)


def _goal_picked(game: Game, event: e.GoalPicked) -> Game:
    return changed(game, pending=TurningGoal(event.seat, event.cell))


def _goal_turned(game: Game, event: e.GoalTurned) -> Game:
    return changed(game, pending=LayingGoal(event.seat, event.cell, event.kind, event.faces, event.turned))


def _goal_asked(game: Game, event: e.GoalAsked) -> Game:
    return changed(game, pending=TellingGoal(event.seat, event.cell))


def _goal_laid(game: Game, event: e.GoalLaid) -> Game:
    now = playing(game)
    board = now.board.with_card(Placement(event.cell, event.face, Kind.GOAL, event.kind))
    return with_round(game, Playing(now.turn), board=board, due=tuple(cell for cell in now.due if cell != event.cell))


def _printed_goals_used(game: Game, event: e.PrintedGoalsUsed) -> Game:
    pending = game.pending
    if isinstance(pending, TurningGoal | LayingGoal):
        pending = TellingGoal(pending.seat, pending.cell)
    return changed(with_round(game, pending, goals=None), goals_supply=Supply.CARDS, goals_aside=Secret(()))


APPLY: dict[type, Callable[[Game, Any], Game]] = {
    e.RoundBegan: _round_began,
    e.RolesDealt: _roles_dealt,
    e.GoalsDealt: _goals_dealt,
    e.LineTicked: _line_ticked,
    e.TableSet: _table_set,
    e.RoleLookedAt: _role_looked_at,
    e.PlayBegan: _play_began,
    e.TurnBegan: _turn_began,
    e.PathPlaced: _path_placed,
    e.PeekClosed: _peek_closed,
    e.Passed: _passed,
    e.CardsDrawn: _cards_drawn,
    e.SeatSkipped: _seat_skipped,
    e.GoalsReached: _goals_reached,
    e.GoalPicked: _goal_picked,
    e.GoalTurned: _goal_turned,
    e.GoalAsked: _goal_asked,
    e.GoalLaid: _goal_laid,
    e.PrintedGoalsUsed: _printed_goals_used,
}
