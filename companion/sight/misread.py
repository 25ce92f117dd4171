"""What a page shows of tables that the camera misread and people put right. No pictures."""

from __future__ import annotations

from dataclasses import dataclass

from companion.maze.geometry import Cell

ARCHIVE_NAME = "saboteur-tables.zip"  # of all of them, for a bug report


@dataclass(frozen=True)
class Correction:
    """One cell: what the camera read and what people say lies there, as notation or taught.BACK; None for no card."""

    cell: Cell
    read: str | None
    said: str | None


@dataclass(frozen=True)
class Misread:
    """One picture of the table. `cards`: how many were read in it, `unclear`: in how many cells game and reading differ
    and nobody has said what lies there."""

    key: str
    cards: int
    unclear: int
    corrections: tuple[Correction, ...]
