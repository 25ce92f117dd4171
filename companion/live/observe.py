"""What a camera says it saw: the words between vision and the running table. No pictures, no judgement.

A reading is evidence. It may show what the rules forbid: illegal layouts happen at real tables and must be shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, Cell, Side

Point = tuple[float, float]  # image pixels (x, y)


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
    """

    cell: Cell
    kind: CardKind
    face: Face | None
    confidence: float
    uncertain: bool
    quad_px: tuple[Point, Point, Point, Point]
    alternatives: tuple[Candidate, ...] = ()


@dataclass(frozen=True)
class Hint:
    """Something a person can mend, as a code the pages translate, with its English sentence for the command line."""

    code: str
    text: str


@dataclass(frozen=True)
class Reading:
    """One picture, read. Without a readable table `calibration` is None, `cards` is empty and `hints` says why."""

    calibration: Calibration | None
    cards: tuple[SeenCard, ...]
    hints: tuple[Hint, ...] = ()

    @property
    def found(self) -> bool:
        return self.calibration is not None


class SeenKind(StrEnum):
    BOARD = "board"  # the whole table, when first read or read again
    LAID = "laid"
    REMOVED = "removed"
    TURNED = "turned"
    MOVED = "moved"
    COVERED = "covered"  # a hand over the table
    CLEAR = "clear"
    LOST = "lost"  # bumped or unplugged camera
    FOUND = "found"


@dataclass(frozen=True)
class Seen:
    """A settled change in front of the camera. `cards` holds the board, or the one card concerned; else it is empty.

    A moved card that lies in another cell now is told twice: as it lies, as it lay. `more`: another change that was
    seen in the same look follows, so that two cards laid at once are judged together.
    """

    frame: int
    kind: SeenKind
    cards: tuple[SeenCard, ...] = ()
    hints: tuple[Hint, ...] = ()
    more: bool = False


def face_json(face: Face) -> dict[str, Any]:
    """`open`, `links`, `door`, `crystals`, `ladder` as FORMATS names them."""
    return {
        "open": _letters(face.open),
        "links": [_letters(passage.sides) for passage in face.links],
        "door": face.door,
        "crystals": min(face.crystals, 1),
        "ladder": face.ladder,
    }


def card_json(card: SeenCard) -> dict[str, Any]:
    """A CELL of the command line's JSON; a face-down card has no face keys."""
    down = card.face is None
    return {
        "x": card.cell.x,
        "y": card.cell.y,
        "kind": card.kind.value,
        "face_down": down,
        **({} if card.face is None else face_json(card.face)),
        "confidence": round(card.confidence, 4),
        "uncertain": card.uncertain,
        "alternatives": [
            {**face_json(other.face), "confidence": round(other.confidence, 4)}
            for other in card.alternatives
            if other.face is not None
        ],
        "quad_px": [[round(x, 1), round(y, 1)] for x, y in card.quad_px],
    }


def _letters(sides: tuple[Side, ...]) -> str:
    return "".join(side.name for side in sides)


@dataclass(frozen=True)
class InPlay:
    """Which boxes lie on the table and where the goals are: what a reader may know before it looks.

    faces : of all cards that can lie in the maze, upright; None where the boxes are not known
    """

    goals: tuple[Cell, ...] = GOAL_CELLS
    faces: frozenset[Face] | None = None

    def may_hold(self, face: Face | None) -> bool:
        """Whether a card of this face is in the boxes; a back tells nothing."""
        return face is None or self.faces is None or face.upright() in self.faces


ANY_GAME = InPlay()


@dataclass(frozen=True)
class DeckLine:
    """A taught deck in a list. `used`: it decides together with the reader now."""

    name: str
    cards: int
    faces: int
    used: bool


@dataclass(frozen=True)
class CardShown:
    """A card that was shown to the camera to be learnt, with guesses as notation, best first; "down" is a back."""

    key: str
    guesses: tuple[str, ...]
    unsure: bool
    settled: str | None = None  # what a person said it is; "" for no card
