"""What vision and the running table say to each other: what a reader is told, what it saw. No pictures, no judgement.

A reading is evidence. It may show what the rules forbid: illegal layouts happen at real tables and must be shown.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, Cell
from companion.sight.hints import Hint

Point = tuple[float, float]  # image pixels (x, y)
QuadPx = tuple[Point, Point, Point, Point]


def quad_px(points: Iterable[Iterable[float]]) -> QuadPx:
    """From four points, as arrays or otherwise."""
    one, two, three, four = ((float(x), float(y)) for x, y in points)
    return one, two, three, four


@dataclass(frozen=True)
class InPlay:
    """Which boxes lie on the table and where the goals are: what a reader may know before it looks.

    faces : of all cards that can lie in the maze, upright; None where the boxes are not known
    goal_faces : of the goals among them, likewise
    """

    goals: tuple[Cell, ...] = GOAL_CELLS
    faces: frozenset[Face] | None = None
    goal_faces: frozenset[Face] | None = None

    def may_hold(self, face: Face | None) -> bool:
        """Whether a card of this face is in the boxes; a back tells nothing."""
        return face is None or self.faces is None or face.upright() in self.faces


ANY_GAME = InPlay()


class CardKind(StrEnum):
    START = "start"
    PATH = "path"
    GOAL = "goal"
    COVERED = "covered"  # another face-down card in the maze


class Calibration(StrEnum):
    """What the table's pose was found from."""

    MARKERS = "markers"
    LAYOUT = "layout"
    CORNERS = "corners"


@dataclass(frozen=True)
class Candidate:
    """One way to read a card. `face` is as the card lies; None means that it lies face down."""

    face: Face | None
    confidence: float


@dataclass(frozen=True)
class SeenCard:
    """A card in a cell of the maze, as the camera reads it.

    face : as the card lies in the game's frame; None means face down
    confidence : 0..1, calibrated
    uncertain : the reader would ask a person instead of deciding
    alternatives : other readings, best first
    quad_px : the card's corners in the picture: N-W, N-E, S-E, S-W corner in the game's frame
    occluded : something seems to lie over a part of it
    """

    cell: Cell
    kind: CardKind
    face: Face | None
    confidence: float
    uncertain: bool
    quad_px: QuadPx
    alternatives: tuple[Candidate, ...] = ()
    occluded: bool = False

    def faces(
        self, box: Container[Face] | None = None, *, least: float = 0.0, most: int | None = None
    ) -> list[tuple[Face, float]]:
        """The faces that it may show with their confidence, likeliest first, each once; so many at most.

        Beside the likeliest only those that the box holds and that are so likely. box : upright faces
        """
        found: dict[Face, float] = {}
        for face, confidence in [(self.face, self.confidence), *((x.face, x.confidence) for x in self.alternatives)]:
            if face is not None:
                found.setdefault(face, confidence)
        best, *others = sorted(found.items(), key=lambda pair: -pair[1])
        others = [pair for pair in others if box is None or pair[0].upright() in box]
        return [best, *(pair for pair in others if pair[1] >= least)][:most]


@dataclass(frozen=True)
class AgreedMaze:
    """What the table agrees on, of which each photograph is told. round : 0 before the first one"""

    round: int
    cards: Mapping[Cell, SeenCard]


@dataclass(frozen=True)
class Reading:
    """One picture, read. Without a readable table `calibration` is None, `cards` is empty and `hints` says why."""

    calibration: Calibration | None
    cards: tuple[SeenCard, ...]
    hints: tuple[Hint, ...] = ()

    @property
    def found(self) -> bool:
        return self.calibration is not None
