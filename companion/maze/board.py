"""The maze as it lies: which cards meet, what is joined to the start, where it may grow. No players, no turns.

A board never judges whether a card may lie somewhere (see rules.place); it answers what is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from companion.maze.faces import Door, Face
from companion.maze.geometry import START_CELL, Cell, Side, around

SIDES = tuple(Side)
BITS = tuple(1 << side for side in SIDES)
BACK = tuple(1 << side.opposite for side in SIDES)  # for each side, the neighbour's side that it meets, as a bit


EMPTY, START, GOAL, COVERED, SITE = ".", "@", "?", "??", "!"  # words of a drawn board, see maze.notation


class Kind(StrEnum):
    START = "start"
    PATH = "path"
    GOAL = "goal"
    COVERED = "covered"  # another face-down card in the maze
    SITE = "site"  # something that tunnels lead to and never through


@dataclass(frozen=True)
class Placement:
    """A card in its cell. `face` is as it lies, None while it lies face down; `goal` says what a turned goal is."""

    cell: Cell
    face: Face | None
    kind: Kind = Kind.PATH
    goal: str | None = None

    def __str__(self) -> str:
        """Its word in a drawn board."""
        if self.kind is Kind.START:
            return START
        if self.face is None:
            return _FACE_DOWN[self.kind]
        return f"{self.goal or ''}:{self.face}" if self.kind is Kind.GOAL else str(self.face)


_FACE_DOWN = {Kind.GOAL: GOAL, Kind.COVERED: COVERED, Kind.SITE: SITE, Kind.PATH: COVERED}


class Slot(NamedTuple):
    """What lies around a cell, as bits by side (1 << side).

    seen : sides with a face-up card; mouths : those of them where its tunnel ends here; joined : those of them whose
    tunnel is joined to the start. goal : a goal card touches the cell, face up or down. covered : a face-down path
    card does.
    """

    seen: int
    mouths: int
    joined: int
    goal: bool
    covered: bool = False

    def misfits(self, face: Face) -> int:
        return (face.mouths ^ self.mouths) & self.seen

    def meets(self, face: Face) -> int:
        """The sides on which two tunnels meet."""
        return face.mouths & self.mouths

    def joins(self, face: Face) -> int:
        """The sides on which a tunnel of `face` meets one that is joined to the start (PLACE-05)."""
        return face.mouths & self.joined


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

    def __str__(self) -> str:
        """The maze as maze.notation reads it, columns lined up."""
        if not self.cards:
            return ""
        xs, ys = [cell.x for cell in self.cards], [cell.y for cell in self.cards]
        across, down = range(min(xs), max(xs) + 1), range(min(ys), max(ys) + 1)
        rows = [[str(self.cards.get(Cell(x, y), EMPTY)) for x in across] for y in down]
        width = max(len(word) for row in rows for word in row)
        return "\n".join(" ".join(word.ljust(width) for word in row).rstrip() for row in rows)

    def at(self, cell: Cell) -> Placement | None:
        return self.cards.get(cell)

    def with_card(self, placement: Placement) -> Board:
        board = Board({**self.cards, placement.cell: placement})
        if "reach" in self.__dict__ and placement.cell not in self.cards and placement.face is not None:
            board.__dict__["reach"] = board._with_one_more(self.reach, placement.cell, placement.face)
            if "slots" in self.__dict__:
                board.__dict__["slots"] = board._slots_after(self, placement.cell)
        return board

    def without(self, cell: Cell) -> Board:
        return Board({other: card for other, card in self.cards.items() if other != cell})

    def of_kind(self, kind: Kind) -> tuple[Placement, ...]:
        return tuple(card for card in self if card.kind == kind)

    # ---- what touches a cell ------------------------------------------------------------------------------------

    def slot(self, cell: Cell) -> Slot:
        """What the cards around `cell` ask of a card that is laid there."""
        seen = mouths = joined = 0
        goal = covered = False
        tunnels = self.reach.tunnels
        for bit, back, there in zip(BITS, BACK, around(cell), strict=True):
            card = self.cards.get(there)
            if card is None:
                continue
            goal = goal or card.kind is Kind.GOAL
            if card.face is None:
                covered = covered or card.kind is Kind.COVERED
                continue
            seen |= bit
            if card.face.mouths & back:
                mouths |= bit
                if tunnels.get(there, 0) & back:
                    joined |= bit
        return Slot(seen, mouths, joined, goal, covered)

    @cached_property
    def slots(self) -> Mapping[Cell, Slot]:
        """Every empty cell that touches a card, the only cells where a card can lie, sorted."""
        touching = {there for cell in self.cards for there in around(cell)} - self.cards.keys()
        return {cell: self.slot(cell) for cell in sorted(touching)}

    def _slots_after(self, before: Board, laid: Cell) -> Mapping[Cell, Slot]:
        """The slots once a card was added: others only where it lies, and beside what it joined to the start."""
        joined = {cell for cell, _ in self.reach.tunnels.items() - before.reach.tunnels.items()}
        changed = {there for cell in {laid, *joined} for there in around(cell)} - self.cards.keys()
        slots = {**before.slots, **{cell: self.slot(cell) for cell in changed}}
        slots.pop(laid, None)
        return {cell: slots[cell] for cell in sorted(slots)}

    def misfits(self, cell: Cell, face: Face) -> tuple[Side, ...]:
        """The sides on which a tunnel would meet rock. Face-down cards constrain nothing (PLACE-08)."""
        wrong = self.slot(cell).misfits(face)
        return tuple(side for side in SIDES if wrong >> side & 1)

    # ---- what is joined to the start ----------------------------------------------------------------------------

    @cached_property
    def reach(self) -> Reach:
        return self.reach_for(None)

    def reach_for(self, team: Door | None) -> Reach:
        """What miners of `team` can walk to; None walks through every door (S2P-04)."""
        roots = [
            (card.cell, card.face.mask(team))
            for card in self
            if card.face is not None and (card.kind is Kind.START or card.face.ladder)
        ]
        return self._grown({}, set(), set(), roots, team)

    def _grown(
        self,
        tunnels: dict[Cell, int],
        frontier: set[Cell],
        covered: set[Cell],
        ways: list[tuple[Cell, int]],
        team: Door | None,
    ) -> Reach:
        """The reach after walking on from `ways`, the cells and sides that are joined anew."""
        tunnels.update(ways)
        while ways:
            cell, fresh = ways.pop()
            for bit, back, there in zip(BITS, BACK, around(cell), strict=True):
                if not fresh & bit:
                    continue
                card = self.cards.get(there)
                if card is None:
                    frontier.add(there)
                elif card.face is None:
                    covered.add(there)
                else:
                    known = tunnels.get(there, 0)
                    entered = card.face.through(back, team) & ~known
                    if entered:
                        tunnels[there] = known | entered
                        ways.append((there, entered))
        return Reach(tunnels, frozenset(frontier), frozenset(covered))

    def _with_one_more(self, before: Reach, cell: Cell, face: Face) -> Reach:
        """The reach once a card was added: nothing that was joined is cut off, so it only grows."""
        joined = face.mouths if face.ladder else 0
        for back, opposite, there in zip(BITS, BACK, around(cell), strict=True):
            if before.tunnels.get(there, 0) & opposite:
                joined |= face.through(back)
        ways = [(cell, joined)] if joined else []
        return self._grown(dict(before.tunnels), set(before.frontier) - {cell}, set(before.covered), ways, None)

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

    @property
    def start(self) -> Cell:
        return next((card.cell for card in self if card.kind == Kind.START), START_CELL)
