"""Which card people play who want to see everything once and then find the gold. No pages: it gets what they show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from page_reader import Held

from companion.editions.ruleset import Ruleset
from companion.maze.board import Board, Kind, Placement
from companion.maze.geometry import Cell
from companion.rules.place import judge, legal_placements


@dataclass(frozen=True)
class Deed:
    """`do`: place, break, repair, rockfall, map, pass."""

    do: str
    key: int
    cell: Cell | None = None
    turned: bool = False
    target: str = ""  # seat:tool, as the button says


@dataclass
class Wishes:
    """What has still to be seen in this game, and what the people at the phones have found out together."""

    see: set[str] = field(default_factory=lambda: {"map", "illegal", "break", "repair", "rockfall"})
    goals: dict[Cell, str] = field(default_factory=dict)


def choose(
    me: int,
    hands: Mapping[int, tuple[Held, ...]],
    board: Board,
    broken: Mapping[int, frozenset[str]],
    wishes: Wishes,
    rules: Ruleset,
) -> Deed:
    """The move of seat `me`; `hands` are those of the people, who help each other."""
    mine = hands[me]
    return (
        _mend(mine, broken, me)
        or _wished(me, hands, board, broken, wishes)
        or (None if broken[me] else dig(mine, board, wishes, rules))
        or _look(mine, board, wishes)
        or throw_away(mine)
    )


def misfit(mine: tuple[Held, ...], board: Board, rules: Ruleset) -> Deed | None:
    """A tunnel laid in an open cell where it does not fit, whichever way it is turned."""
    for card in mine:
        for cell in sorted(board.frontier, key=lambda cell: (cell.x, abs(cell.y))):
            if card.face and in_sight(cell) and all(_against(board, cell, way, rules) for way in _ways(card)):
                return Deed("place", card.key, cell)
    return None


def dig(mine: tuple[Held, ...], board: Board, wishes: Wishes, rules: Ruleset) -> Deed | None:
    """The tunnel that comes nearest to where the gold may be; None where none comes nearer or keeps level."""
    aims = _aims(board, wishes)
    found = []
    for card in mine:
        if card.face is None or not card.face.links:
            continue
        for spot in legal_placements(board, card.face, rules):
            lies = card.face.half_turn() if spot.turned else card.face
            after = _distance(board.with_card(Placement(spot.cell, lies)), aims)
            if in_sight(spot.cell):
                found.append((after, -len(card.face.open), card.key, spot))
    if not found or min(found)[0] > _distance(board, aims):
        return None
    _, _, key, spot = min(found)
    return Deed("place", key, spot.cell, spot.turned)


def throw_away(mine: tuple[Held, ...]) -> Deed:
    """A dead end first, then whatever is of least use."""
    worth = {"path": 2, "rockfall": 1, "map": 1, "break": 0, "repair": 2}
    dull = min(mine, key=lambda card: (-1 if card.face and not card.face.links else worth[card.what], card.key))
    return Deed("pass", dull.key)


def in_sight(cell: Cell) -> bool:
    """Where the demo's camera surely sees a card."""
    return 0 <= cell.x <= 8 and -2 <= cell.y <= 2


def _wished(
    me: int,
    hands: Mapping[int, tuple[Held, ...]],
    board: Board,
    broken: Mapping[int, frozenset[str]],
    wishes: Wishes,
) -> Deed | None:
    for card in hands[me]:
        if card.what == "map" and "map" in wishes.see:
            return _look((card,), board, wishes)
        if card.what == "break" and "break" in wishes.see:
            for target, theirs in hands.items():
                mendable = {tool for one in theirs if one.what == "repair" for tool in one.tools} - broken[target]
                if target != me and card.tools & mendable:
                    return Deed("break", card.key, target=f"{target}:{min(card.tools & mendable)}")
        if card.what == "repair" and "repair" in wishes.see:
            for target, tools in broken.items():
                if tools & card.tools:
                    return Deed("repair", card.key, target=f"{target}:{min(tools & card.tools)}")
        if card.what == "rockfall" and "rockfall" in wishes.see:
            laid = [one.cell for one in board if one.kind is Kind.PATH]
            if laid:
                return Deed("rockfall", card.key, min(laid, key=lambda cell: len(board.without(cell).frontier)))
    return None


def _mend(mine: tuple[Held, ...], broken: Mapping[int, frozenset[str]], me: int) -> Deed | None:
    for card in mine:
        if card.what == "repair" and card.tools & broken[me]:
            return Deed("repair", card.key, target=f"{me}:{min(card.tools & broken[me])}")
    return None


def _look(mine: tuple[Held, ...], board: Board, wishes: Wishes) -> Deed | None:
    closed = [card.cell for card in board.of_kind(Kind.GOAL) if card.face is None and card.cell not in wishes.goals]
    if "gold" in wishes.goals.values() or not closed:
        return None
    cell = min(closed, key=lambda cell: abs(cell.y))
    return next((Deed("map", card.key, cell) for card in mine if card.what == "map"), None)


def _aims(board: Board, wishes: Wishes) -> list[Cell]:
    closed = [card.cell for card in board.of_kind(Kind.GOAL) if card.face is None]
    golden = [cell for cell in closed if wishes.goals.get(cell) == "gold"]
    return golden or [cell for cell in closed if cell not in wishes.goals]


def _distance(board: Board, aims: list[Cell]) -> int:
    if any(cell in board.reach.covered for cell in aims):
        return 0
    ends = [cell for cell in board.frontier if in_sight(cell)]
    return min((abs(end.x - aim.x) + abs(end.y - aim.y) for end in ends for aim in aims), default=99)


def _ways(card: Held) -> tuple[object, ...]:
    return (card.face, card.face.half_turn()) if card.face else ()


def _against(board: Board, cell: Cell, face: object, rules: Ruleset) -> tuple[str, ...]:
    return judge(board, cell, face, rules)  # type: ignore[arg-type]
