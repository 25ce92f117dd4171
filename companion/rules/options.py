"""What a seat, or the table for the seat on turn, may do now: the choices behind buttons, and behind simulated players.

A seat's offers never depend on what it may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.editions.cards import Deed, Mark
from companion.maze.board import Kind
from companion.maze.geometry import Cell, Side
from companion.rules import more_options
from companion.rules.effects import EFFECTS, Play
from companion.rules.ending import why_not_over
from companion.rules.evolve_round import playing
from companion.rules.place import hindrances
from companion.state.commands import SeatId, Tool
from companion.state.game import Game
from companion.state.pending import ChoosingGoal, Playing, RoundOver


@dataclass(frozen=True)
class Target:
    seat: SeatId
    tools: tuple[Tool, ...]


@dataclass(frozen=True)
class Offers:
    """`place` is whether the seat may lay a path card at all; where one fits depends on the card (rules.place).

    people : action cards that aim at a player, and at whom; trade : what two cards take away from before oneself
    move_last : the card that may be moved; pay_toll : the cells before toll dwarves, and who may be asked
    can_pay : of a seat that is asked for a toll, which knows what it owns; of the table, with printed gold
    veto : also whether to let it stand
    """

    place: bool = False
    break_tool: tuple[Target, ...] = ()
    repair: tuple[Target, ...] = ()
    rockfall: tuple[Cell, ...] = ()
    map: tuple[Cell, ...] = ()
    discards: tuple[int, ...] = ()
    choose_goal: tuple[Cell, ...] = ()
    end_round: bool = False
    next_round: bool = False
    # cards of other boxes
    people: tuple[tuple[Deed, tuple[SeatId, ...]], ...] = ()
    trade: tuple[Tool | Mark, ...] = ()
    swap_goals: tuple[Cell, ...] = ()
    search: bool = False
    reverse: bool = False
    pioneer: bool = False
    stop_pioneering: bool = False
    move_last: Cell | None = None
    set_toll: tuple[tuple[Cell, Side], ...] = ()
    pay_toll: tuple[tuple[Cell, tuple[SeatId, ...]], ...] = ()
    answer_toll: bool = False
    can_pay: bool = False
    veto: bool = False
    shift_goal: tuple[Cell, ...] = ()
    take_card: tuple[SeatId, ...] = ()
    choose_dwarf: tuple[SeatId, ...] = ()
    steal: tuple[SeatId, ...] = ()


NOTHING = Offers()
TOOLS = tuple(Tool)


def options(game: Game, seat: SeatId | None) -> Offers:
    """The offers of a seat; of the table, which may act for the seat on turn, where `seat` is None."""
    pending = game.pending
    if isinstance(pending, RoundOver):
        return Offers(next_round=True)
    if isinstance(pending, ChoosingGoal) and seat in (None, pending.seat):
        return Offers(choose_goal=pending.cells)
    asked = more_options.answers(game, seat)
    if asked:
        return replace(NOTHING, **asked)
    if not isinstance(pending, Playing) or seat not in (None, pending.seat):
        return NOTHING
    now = playing(game)
    return Offers(
        place=not hindrances(now.broken[pending.seat], now.marks[pending.seat]),
        break_tool=_targets(game, pending.seat, Deed.BREAK, [_others(tools) for tools in now.broken]),
        repair=_targets(game, pending.seat, Deed.REPAIR, now.broken),
        rockfall=_cells(game, pending.seat, Deed.ROCKFALL, (Kind.PATH, Kind.COVERED)),
        map=_cells(game, pending.seat, Deed.MAP, (Kind.GOAL, Kind.COVERED)),
        discards=tuple(range(1, min(game.ruleset.most_discards, now.hands[pending.seat]) + 1)),
        end_round=seat is None and why_not_over(game) is None,
        **more_options.moves(game, pending.seat, seat),
    )


def _others(broken: tuple[Tool, ...]) -> tuple[Tool, ...]:
    return tuple(tool for tool in TOOLS if tool not in broken)


def _targets(game: Game, seat: SeatId, deed: Deed, tools: Sequence[tuple[Tool, ...]]) -> tuple[Target, ...]:
    judge = EFFECTS[deed].judge
    found = (
        Target(other, tuple(tool for tool in some if not judge(game, Play(deed, seat, other, tool))))
        for other, some in enumerate(tools)
    )
    return tuple(target for target in found if target.tools)


def _cells(game: Game, seat: SeatId, deed: Deed, kinds: tuple[Kind, ...]) -> tuple[Cell, ...]:
    judge = EFFECTS[deed].judge
    cells = (card.cell for card in playing(game).board if card.kind in kinds)
    return tuple(sorted(cell for cell in cells if not judge(game, Play(deed, seat, cells=(cell,)))))
