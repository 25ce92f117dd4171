"""The lock on a night's folder, by which no second program writes there. Its file goes where the folder goes."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from companion.live.journal_file import private

LOCK_SUFFIX = "-lock"


class JournalLock:
    """Taken before anything else in the folder is looked at.

    Raises sqlite3.OperationalError where another program has it, OSError where nothing can be written there; so does
    `take_again`.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.with_name(path.name + LOCK_SUFFIX)
        self._database = _taken(self._file)
        self._which = _which(self._file)

    def take_again(self) -> None:
        """Where its file was deleted or moved with the folder, and another program may have come since."""
        if _which(self._file) == self._which:
            return
        gone, self._database = self._database, _taken(self._file)
        self._which = _which(self._file)
        gone.close()

    def give_back(self) -> None:
        if _which(self._file) == self._which:  # else it is another program's by now
            with contextlib.suppress(OSError):  # where an open file cannot be deleted, it stays there, empty
                self._file.unlink()
        self._database.close()


def _taken(file: Path) -> sqlite3.Connection:
    file.parent.mkdir(parents=True, exist_ok=True)
    private(file)
    if file.stat().st_size:  # nothing is ever written into it
        file.write_bytes(b"")
    database = sqlite3.connect(file, timeout=0.5, isolation_level=None, check_same_thread=False)
    try:
        database.execute("PRAGMA journal_mode=MEMORY").fetchone()  # else one more file would lie there
        database.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:
        database.close()
        raise
    return database


def _which(file: Path) -> tuple[int, int] | None:
    """By which the file is known again; None where there is none."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
