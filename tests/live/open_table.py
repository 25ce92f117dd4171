"""A table for the demo's hands whose camera is never wrong: it tells the session at once what lies there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.live.session import Session
from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from companion.sight.reading import Candidate, CardKind, SeenCard
from companion.sight.settled_board import SettledBoard

START = Face.parse("NESW^")
NOWHERE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@dataclass(frozen=True)
class Lying:
    cell: Cell
    kind: CardKind
    face: Face | None


@dataclass
class OpenScene:
    lying: dict[Cell, Lying]

    @property
    def cards(self) -> Iterable[Lying]:
        return tuple(self.lying.values())

    def card(self, cell: Cell) -> Lying | None:
        return self.lying.get(cell)


def seen_card(
    cell: Cell, face: Face | None, kind: CardKind = CardKind.PATH, confidence: float = 0.99, *others: tuple[str, float]
) -> SeenCard:
    alternatives = tuple(Candidate(Face.parse(text), share) for text, share in others)
    return SeenCard(cell, kind, face, confidence, confidence < 0.8, NOWHERE, alternatives)


@dataclass
class OpenTable:
    resting: bool = True
    scene: OpenScene = field(default_factory=lambda: OpenScene(first_layout()))
    waiting: list[SettledBoard] = field(default_factory=list)
    frame: int = 0

    @property
    def planned(self) -> OpenScene:
        """As it is now: what happens later is not in it."""
        return OpenScene(dict(self.scene.lying))

    def holds(self, cell: Cell) -> bool:
        return -2 <= cell.x <= 10 and -5 <= cell.y <= 5

    def lay(self, cell: Cell, face: Face | None, kind: CardKind = CardKind.PATH, seat: int = 0) -> None:
        if cell in self.scene.lying:
            raise ValueError(f"a card lies in {cell} already")
        self.scene.lying[cell] = Lying(cell, kind, face)
        self._tell(cell)

    def take(self, cell: Cell, seat: int = 0) -> None:
        del self.scene.lying[cell]
        self._tell(cell)

    def turn(self, cell: Cell, face: Face, goal: str | None = None, seat: int = 0) -> None:
        self.scene.lying[cell] = Lying(cell, self.scene.lying[cell].kind, face)
        self._tell(cell)

    def clear(self, goals: tuple[Cell, ...], seat: int = 0) -> None:
        fresh = first_layout(goals)
        for cell in [cell for cell in self.scene.lying if cell not in fresh]:
            self.take(cell)
        for cell, card in fresh.items():
            if cell not in self.scene.lying:
                self.lay(cell, card.face, card.kind)
            elif self.scene.lying[cell].face != card.face:
                self.scene.lying[cell] = card
                self._tell(cell)

    def look(self, session: Session) -> None:
        """The camera tells what has changed since."""
        while self.waiting:
            session.observe(self.waiting.pop(0))

    def board(self) -> SettledBoard:
        return SettledBoard(0, self._cards(), anew=True)

    def _cards(self) -> dict[Cell, SeenCard]:
        return {card.cell: seen_card(card.cell, card.face, card.kind) for card in self.scene.cards}

    def _tell(self, cell: Cell) -> None:
        self.frame += 1
        emptied = frozenset({cell} - self.scene.lying.keys())
        self.waiting.append(SettledBoard(self.frame, self._cards(), emptied, frozenset({cell})))


def first_layout(goals: tuple[Cell, ...] = GOAL_CELLS) -> dict[Cell, Lying]:
    down = {cell: Lying(cell, CardKind.GOAL, None) for cell in goals}
    return {START_CELL: Lying(START_CELL, CardKind.START, START), **down}
