"""A folder into which photographs come, as a phone syncs them: each is given once, when it has been written to its end.

in     the path of a folder
out    paths of the pictures that came after it was first looked at
never  opens a picture, or gives one that lay there before
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event

from vision.capture.source import PICTURES, path_in_url

LOOK_S = 1.0  # between two looks; a file that is the same in both is not written any more
Written = tuple[int, int]  # bytes, and when, ns


class PhotoFolder:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._closed = Event()

    @classmethod
    def named(cls, text: str) -> PhotoFolder | None:
        """The folder of this name; None where it is none, or may not be looked at."""
        try:
            folder = Path(path_in_url(text.strip())).expanduser()
            return cls(folder) if text.strip() and folder.is_dir() else None
        except (OSError, RuntimeError, ValueError):
            return None

    def photos(self) -> Iterator[Path]:
        """Until it is closed. One that was written on after all is given again."""
        given = before = self._written()
        while not self._closed.wait(LOOK_S):
            now = self._written()
            for file in sorted(now, key=lambda file: now[file][1]):
                if before.get(file) == now[file] != given.get(file):
                    given = given | {file: now[file]}
                    yield file
            before = now

    def close(self) -> None:
        self._closed.set()

    def _written(self) -> dict[Path, Written]:
        try:
            files = [file for file in self._folder.iterdir() if file.suffix.lower() in PICTURES and file.is_file()]
            return {file: (now.st_size, now.st_mtime_ns) for file in files if (now := file.stat()).st_size}
        except OSError:  # the folder, or a file in it, has just gone
            return {}
