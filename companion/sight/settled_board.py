"""What the camera hands over: the whole board whenever it has settled, what befell the view of it, and how it fares.

No judgement.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from companion.sight.reading import Reading, SeenCard


@dataclass(frozen=True)
class SettledBoard:
    """What lies on the table once several readings agree.

    frame : the number of the picture that settled it
    board : every card by its cell; one that is hidden now is where it was last seen
    emptied : cells whose card was seen to go since the board before; a card that is merely not read is not among them
    touched : cells where something was seen to happen since then: a card came, went, or shows another face, or what
        made its reading doubtful was taken away
    anew : the whole table was read from scratch, at first or when asked; what happened before is not known
    photo : of a photograph that somebody sent; several cards may have been laid in turn since the one before
    """

    frame: int
    board: Mapping[Cell, SeenCard]
    emptied: frozenset[Cell] = frozenset()
    touched: frozenset[Cell] = frozenset()
    anew: bool = False
    photo: bool = False


@dataclass(frozen=True)
class Photographed:
    """What one photograph of the table told.

    settled : None where no table was found, or where it is not believed; then the reading's hints say why
    new : cells whose card came since the photograph before, or is another than it was; of the first one none
    otherwise : cells whose card looks plainly other than it was known to be, and is not believed to
    number : of this photograph among all that came, whoever sent them; 0 where nobody has numbered it
    """

    reading: Reading
    settled: SettledBoard | None = None
    new: tuple[Cell, ...] = ()
    otherwise: tuple[Cell, ...] = ()
    number: int = 0


class CameraEventKind(StrEnum):
    COVERED = "covered"  # a hand over the table
    CLEAR = "clear"
    LOST = "lost"  # bumped or unplugged camera, a table that is not found
    FOUND = "found"


class CameraState(StrEnum):
    """How the watching fares, in the words of the pages' CameraView."""

    STARTING = "starting"
    SEEING = "seeing"
    COVERED = "covered"
    LOST = "lost"


@dataclass(frozen=True)
class CameraEvent:
    """The table came into sight, or went out of it, with what a person could mend."""

    frame: int
    kind: CameraEventKind
    hints: tuple[Hint, ...] = ()


Seen = SettledBoard | CameraEvent
