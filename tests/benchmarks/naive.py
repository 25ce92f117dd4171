"""Where a path card may lie, as anybody would write it first: a dict of cells, and a flood fill at each query.

Written by the rules alone and without the house's rooms, to be beaten by them and to agree with them. For the usual
rules: a card goes on a tunnel that the start can be walked from, and a ladder lies beside any card but a goal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

NEXT = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}
Where = tuple[int, int]


@dataclass(frozen=True)
class Card:
    """tunnels : the sides that each joins, by the alphabet: `ENS`; starts : one walks from here; hidden : face down"""

    tunnels: tuple[str, ...] = ()
    starts: bool = False
    goal: bool = False
    hidden: bool = False

    @property
    def open(self) -> str:
        return "".join(self.tunnels)

    def turned(self) -> Card:
        return Card(tuple("".join(sorted(BACK[side] for side in one)) for one in self.tunnels), self.starts, self.goal)


def beside(where: Where, side: str) -> Where:
    return where[0] + NEXT[side][0], where[1] + NEXT[side][1]


def walked(maze: Mapping[Where, Card]) -> set[tuple[Where, str]]:
    """The sides of cards that one comes to from the start and from every ladder."""
    found: set[tuple[Where, str]] = set()
    to_do = [(where, side) for where, card in maze.items() if card.starts for side in card.open]
    while to_do:
        where, side = to_do.pop()
        if (where, side) in found:
            continue
        found.add((where, side))
        there = maze.get(beside(where, side))
        for tunnel in there.tunnels if there else ():
            if BACK[side] in tunnel:
                to_do += [(beside(where, side), other) for other in tunnel]
    return found


def may_lie(maze: Mapping[Where, Card], where: Where, card: Card) -> bool:
    if where in maze:
        return False
    lying = {side: maze[beside(where, side)] for side in NEXT if beside(where, side) in maze}
    shown = {side: other for side, other in lying.items() if not other.hidden}
    if any((side in card.open) != (BACK[side] in other.open) for side, other in shown.items()):
        return False
    if card.starts:
        return bool(shown) and not any(other.goal for other in lying.values())
    ends = walked(maze)
    return any((beside(where, side), BACK[side]) in ends for side in card.open)


def places(maze: Mapping[Where, Card], hand: Iterable[Card]) -> Iterator[tuple[Where, Card]]:
    """Every way to lay each card of the hand."""
    touching = {beside(where, side) for where in maze for side in NEXT}
    for card in hand:
        for way in {frozenset(one.tunnels): one for one in (card, card.turned())}.values():
            yield from ((where, way) for where in touching if may_lie(maze, where, way))
