"""The maze as it lies: which cards meet, what is joined to the start, where it may grow. No players, no turns.

A board never judges whether a card may lie somewhere (see rules.place); it answers what is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from companion.maze.faces import Door, Face
from companion.maze.geometry import START_CELL, Cell, Side


class Kind(StrEnum):
    START = "start"
    PATH = "path"
    GOAL = "goal"
    COVERED = "covered"  # another face-down card in the maze


@dataclass(frozen=True)
class Placement:
    """A card in its cell. `face` is as it lies, None while it lies face down; `goal` says what a turned goal is."""

    cell: Cell
    face: Face | None
    kind: Kind = Kind.PATH
    goal: str | None = None


@dataclass(frozen=True)
class Reach:
    """What is joined to the start.

    tunnels : per cell, the sides of its card that are joined to the start, as a bit for each side (1 << side)
    frontier : empty cells that a joined tunnel points into
    covered : face-down cards that a joined tunnel points at, goals and others
    """

    tunnels: Mapping[Cell, int]
    frontier: frozenset[Cell]
    covered: frozenset[Cell]

    def opens(self, cell: Cell, side: Side) -> bool:
        """The card in `cell` has a tunnel mouth on `side` that is joined to the start."""
        return bool(self.tunnels.get(cell, 0) >> side & 1)


@dataclass(frozen=True)
class Board:
    """Cards by cell, in the order in which they were laid. `with_card` and `without` give another board."""

    cards: Mapping[Cell, Placement] = field(default_factory=dict)

    @classmethod
    def of(cls, placements: Iterable[Placement]) -> Board:
        return cls({placement.cell: placement for placement in placements})

    def __iter__(self) -> Iterator[Placement]:
        return iter(self.cards.values())

    def __contains__(self, cell: Cell) -> bool:
        return cell in self.cards

    def at(self, cell: Cell) -> Placement | None:
        return self.cards.get(cell)

    def with_card(self, placement: Placement) -> Board:
        return Board({**self.cards, placement.cell: placement})

    def without(self, cell: Cell) -> Board:
        return Board({other: card for other, card in self.cards.items() if other != cell})

    def of_kind(self, kind: Kind) -> tuple[Placement, ...]:
        return tuple(card for card in self if card.kind == kind)

    # ---- neighbours ---------------------------------------------------------------------------------------------

    def around(self, cell: Cell) -> tuple[tuple[Side, Placement], ...]:
        """The cards that touch `cell`, each with the side of `cell` on which it lies."""
        found = ((side, self.cards.get(cell.beside(side))) for side in Side)
        return tuple((side, card) for side, card in found if card is not None)

    def misfits(self, cell: Cell, face: Face) -> tuple[Side, ...]:
        """The sides on which a tunnel would meet rock. Face-down cards constrain nothing (PLACE-08)."""
        return tuple(
            side
            for side, card in self.around(cell)
            if card.face is not None and (face.mouths >> side & 1) != (card.face.mouths >> side.opposite & 1)
        )

    def joins(self, cell: Cell, face: Face) -> bool:
        """A tunnel of `face` in `cell` would meet a tunnel that is joined to the start (PLACE-05)."""
        return any(
            face.mouths >> side & 1 and self.reach.opens(card.cell, side.opposite) for side, card in self.around(cell)
        )

    # ---- what is joined to the start ----------------------------------------------------------------------------

    @cached_property
    def reach(self) -> Reach:
        return self.reach_for(None)

    def reach_for(self, team: Door | None) -> Reach:
        """What miners of `team` can walk to; None walks through every door (S2P-04)."""
        ways: list[tuple[Cell, int]] = []
        tunnels: dict[Cell, int] = {}
        for root in self:
            if root.face is not None and (root.kind == Kind.START or root.face.ladder):
                tunnels[root.cell] = root.face.mask(team)
                ways.append((root.cell, tunnels[root.cell]))
        frontier: set[Cell] = set()
        covered: set[Cell] = set()
        while ways:
            cell, fresh = ways.pop()
            for side in Side:
                if not fresh >> side & 1:
                    continue
                there = cell.beside(side)
                card = self.cards.get(there)
                if card is None:
                    frontier.add(there)
                elif card.face is None:
                    covered.add(there)
                else:
                    known = tunnels.get(there, 0)
                    entered = card.face.through(side.opposite, team) & ~known
                    if entered:
                        tunnels[there] = known | entered
                        ways.append((there, entered))
        return Reach(tunnels, frozenset(frontier), frozenset(covered))

    @property
    def connected(self) -> frozenset[Cell]:
        """Cells with at least one side joined to the start."""
        return frozenset(self.reach.tunnels)

    @property
    def islands(self) -> frozenset[Cell]:
        """Face-up cards that nothing joins to the start."""
        return frozenset(card.cell for card in self if card.face is not None) - self.connected

    @property
    def frontier(self) -> frozenset[Cell]:
        return self.reach.frontier

    @property
    def reached_goals(self) -> tuple[Cell, ...]:
        """Face-down goals joined to the start, sorted by x, then y."""
        return tuple(sorted(cell for cell in self.reach.covered if self.cards[cell].kind == Kind.GOAL))

    def is_joined(self, cell: Cell, team: Door | None = None) -> bool:
        """The card in `cell`, face up or down, is joined to the start for `team`."""
        reach = self.reach if team is None else self.reach_for(team)
        return bool(reach.tunnels.get(cell, 0)) or cell in reach.covered

    @cached_property
    def margin(self) -> tuple[Cell, ...]:
        """Empty cells that touch a card, sorted: the only cells where a card can lie."""
        return tuple(sorted({cell.beside(side) for cell in self.cards for side in Side} - self.cards.keys()))

    @property
    def start(self) -> Cell:
        return next((card.cell for card in self if card.kind == Kind.START), START_CELL)
