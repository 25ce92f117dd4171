"""How the table is seen, and what is told of that: a hand over it, a table that is lost and why, one found again.

in     what a look brought, or that there was none; with the frame's number and the clock
out    CameraEvent where something begins or ends; CameraState, and the hints for whoever could mend it
never  looks at a picture, or says when to look again: see read_trigger
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.sight.hints import Hint
from companion.sight.settled_board import CameraEvent, CameraEventKind, CameraState, Seen, SettledBoard

BUMPED = Hint("camera.bumped")


@dataclass(frozen=True)
class TableSightSettings:
    """When a table is lost. Live sources are timed, folders and files are counted."""

    lost_s: float = 1.5  # without a readable table before that is said
    lost_frames: int = 2


TABLE_SIGHT = TableSightSettings()


class TableSight:
    """Used by a ReadTrigger, which says what happened.

    missed_since : clock of the first look in vain since the table was found, or of the last picture
    hints : of the last look that tells what to mend
    """

    def __init__(self, *, timed: bool) -> None:
        self._patience = TABLE_SIGHT.lost_s if timed else TABLE_SIGHT.lost_frames - 1
        self.missed_since: float | None = None
        self.is_lost = self.is_covered = False
        self.hints: tuple[Hint, ...] = ()

    def state(self, *, has_board: bool) -> CameraState:
        if self.is_lost:
            return CameraState.LOST
        if self.is_covered:
            return CameraState.COVERED
        return CameraState.SEEING if has_board else CameraState.STARTING

    def cover(self, frame: int) -> CameraEvent:
        self.is_covered = True
        return CameraEvent(frame, CameraEventKind.COVERED)

    def clear(self, frame: int) -> CameraEvent:
        self.is_covered = False
        return CameraEvent(frame, CameraEventKind.CLEAR)

    def miss(self, frame: int, clock: float, hints: tuple[Hint, ...], *, has_board: bool) -> list[Seen]:
        """A look found no table. One is soon got over, and said to be seen meanwhile; why not would contradict that."""
        since = clock if self.missed_since is None else self.missed_since
        if self.is_lost or clock - since >= self._patience:
            return self.lose(frame, clock, hints)
        self.missed_since = since
        if self.state(has_board=has_board) is not CameraState.SEEING:
            self.hints = hints
        return []

    def lose(self, frame: int, clock: float, hints: tuple[Hint, ...]) -> list[Seen]:
        was_lost, self.is_lost, self.hints = self.is_lost, True, hints
        self.missed_since = clock if self.missed_since is None else self.missed_since
        return [] if was_lost else [CameraEvent(frame, CameraEventKind.LOST, hints)]

    def find(self, frame: int, there: Sequence[SettledBoard], *, bumped: bool) -> list[Seen]:
        """there : the board where it lies now, if it lies elsewhere; bumped : as the camera was"""
        was_lost, self.is_lost, self.missed_since = self.is_lost, False, None
        if bumped and not was_lost:
            return told_of_push(frame, there)
        return [*there, CameraEvent(frame, CameraEventKind.FOUND)] if was_lost else [*there]


def told_of_push(frame: int, there: Sequence[SettledBoard]) -> list[Seen]:
    """Of a camera that sees the table from elsewhere at once, too far off for a mere tremble."""
    lost = CameraEvent(frame, CameraEventKind.LOST, (BUMPED,))
    return [lost, *there, CameraEvent(frame, CameraEventKind.FOUND)]
