"""What a camera tells, change by change in the words of `watch`: so tests can say what is told, and what is not."""

from __future__ import annotations

from dataclasses import dataclass

from companion.sight.hints import Hint
from companion.sight.reading import SeenCard
from companion.sight.settled_board import CameraEvent, SettledBoard
from vision.service.watch_lines import changes
from vision.tracking.read_trigger import ReadTrigger


@dataclass(frozen=True)
class Told:
    """what : "board", or the change, or what befell the view. cards : the board, or the card concerned, else empty

    board : the settled board that told it
    """

    what: str
    cards: tuple[SeenCard, ...] = ()
    hints: tuple[Hint, ...] = ()
    board: SettledBoard | None = None


class Telling(ReadTrigger):
    """Frames in, changes out. The boards themselves are in `boards`."""

    def __init__(self, reader, **how):
        super().__init__(reader, **how)
        self.boards = []

    def see(self, frame):
        return [told for seen in super().see(frame) for told in self._told(seen)]

    def _told(self, seen):
        if isinstance(seen, CameraEvent):
            return [Told(seen.kind.value, hints=seen.hints)]
        self.boards.append(seen)
        return told_of(seen, None if len(self.boards) < 2 else self.boards[-2].board)


def told_of(seen, before):
    if seen.anew or before is None:
        return [Told("board", tuple(seen.board.values()), board=seen)]
    return [Told(change.kind.value, (change.card,), board=seen) for change in changes(before, seen.board)]
