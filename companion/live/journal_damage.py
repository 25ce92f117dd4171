"""What to do where a night's files do not hold together: look without touching, put aside whole, and begin anew.

Nothing that lies there is opened before it is known to be whole, as SQLite changes what it opens and closes. What is
put aside is copied to the disk first; the new files then take the old ones' place in steps of which each may be the
last before a kill: the next start ends up at the same. What the rows mean is not known here.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.live.journal_file import (
    COPY_SUFFIX,
    Row,
    copied_lines,
    copied_rows,
    lay_out,
    number,
    private,
    rows_in,
    sound_rows,
    transaction,
)
from companion.live.journal_log import is_cut_short
from companion.live.journal_tables import has_tables

_BESIDE_DATABASE = ("-wal", "-journal")
SUFFIXES = ("", *_BESIDE_DATABASE, COPY_SUFFIX)  # the database, what SQLite keeps beside it, and the copy
_OF_THE_DISK = frozenset({sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM})


@dataclass(frozen=True)
class Found:
    """What lies there. Rows are told up to the first that is damaged.

    is_there : anything at all
    is_blank : the database was made and nothing was written into it
    magic, format : of the database
    is_whole : SQLite and all rows' sums agree, and nothing of the log is left out
    rows : of the database with its log
    alone : of the database without it: whose night the log belongs to
    copied, lines : of the copy, and how many rows it was given, sound or not
    """

    is_there: bool
    is_blank: bool
    magic: int
    format: int
    has_tables: bool
    is_whole: bool
    rows: tuple[Row, ...]
    alone: tuple[Row, ...]
    copied: tuple[Row, ...]
    lines: int

    @property
    def longest(self) -> tuple[Row, ...]:
        """The most that can go on of this night, which is that of the database, whatever lies beside it."""
        told = (self.rows, self.copied, self.alone)
        return max((rows for rows in told if not self.alone or rows[:1] == self.alone[:1]), key=len)


@dataclass(frozen=True)
class _Database:
    is_blank: bool = False
    magic: int = -1
    format: int = -1
    has_tables: bool = False
    is_whole: bool = False
    rows: tuple[Row, ...] = ()


def found_at(path: Path) -> Found:
    """Looks at duplicates only. Raises OSError, sqlite3.Error where there is no room for them."""
    with _duplicated(path, SUFFIXES) as together, _duplicated(path, ("",)) as alone:
        there = [together.with_name(together.name + suffix) for suffix in SUFFIXES]
        is_there = any(file.exists() and file.stat().st_size for file in there)
        copied, lines = copied_rows(together), copied_lines(together)
        is_emptied = is_there and not (together.exists() and together.stat().st_size)
        if is_emptied:
            together.write_bytes(bytes(4096))  # else SQLite would throw its log away instead of playing it back
        log = _beside(together, "-wal")
        cut_short = not copied and is_cut_short(log)  # where there is a copy, it tells what is missing
        database = _looked_at(together)
        return Found(
            is_there=is_there,
            is_blank=database.is_blank and not is_emptied,
            magic=database.magic,
            format=database.format,
            has_tables=database.has_tables,
            is_whole=database.is_whole and not (is_emptied or cut_short),
            rows=database.rows,
            alone=_looked_at(alone).rows,
            copied=copied,
            lines=lines,
        )


def _looked_at(path: Path) -> _Database:
    """A duplicate, which may change."""
    if not path.exists():
        return _Database()
    database = sqlite3.connect(path, isolation_level=None)
    rows: list[Row | None] = []
    try:
        database.execute("PRAGMA locking_mode=EXCLUSIVE")
        database.execute("PRAGMA synchronous=OFF")
        rows.extend(_rows_as_far_as_readable(database))
        is_whole = database.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
        magic, written = number(database, "application_id"), number(database, "user_version")
        is_blank = not (magic or written or database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
        tables, sound = has_tables(database), sound_rows(rows)
        with transaction(database):  # also a header that forbids writing is damage
            database.execute(f"PRAGMA user_version={written}")
        return _Database(is_blank, magic, written, tables, is_whole and len(sound) == len(rows), sound)
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _OF_THE_DISK:
            raise
        return _Database(rows=sound_rows(rows))
    finally:
        database.close()


def _rows_as_far_as_readable(database: sqlite3.Connection) -> Iterator[Row | None]:
    """None ends them where something cannot be read; a database without rows has none."""
    try:
        yield from rows_in(database)
    except sqlite3.Error:
        if database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'rows'").fetchone()[0]:
            yield None


@contextlib.contextmanager
def _duplicated(path: Path, suffixes: Iterable[str]) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        duplicate = Path(folder) / path.name
        for suffix in suffixes:
            if (file := _beside(path, suffix)).exists():
                shutil.copyfile(file, _beside(duplicate, suffix))
        yield duplicate


def set_aside(path: Path) -> str:
    """A copy of all that lies there, byte for byte and on the disk. Its name. Raises OSError where there is no room."""
    target = next(target for target in _names_aside(path) if not any(_beside(target, end).exists() for end in SUFFIXES))
    copies = [(_beside(path, suffix), _beside(target, suffix)) for suffix in SUFFIXES]
    try:
        for file, copy in copies:
            if file.exists():
                private(copy)
                shutil.copyfile(file, copy)
                _onto_disk(copy)
    except OSError:
        for _, copy in copies:
            with contextlib.suppress(OSError):
                copy.unlink(missing_ok=True)
        raise
    _folder_onto_disk(path.parent)
    return target.name


def _names_aside(path: Path) -> Iterator[Path]:
    return (path.with_name(f"{path.name}.damaged-{number}") for number in range(1, 100_000))


def begin_anew(path: Path, rows: Iterable[Row]) -> None:
    """A database of these rows in place of all that lies there, of which nothing may be needed any more.

    Raises OSError, sqlite3.Error; the old files lie there then as they did.
    """
    fresh = _beside(path, "-fresh")
    for suffix in ("", *_BESIDE_DATABASE):
        _beside(fresh, suffix).unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    private(fresh)
    with contextlib.closing(sqlite3.connect(fresh, isolation_level=None)) as database, transaction(database):
        lay_out(database, rows)
    _onto_disk(fresh)
    fresh.replace(_beside(path, "-mended"))
    go_on_beginning_anew(path)


def go_on_beginning_anew(path: Path) -> None:
    """The rest of `begin_anew`, where a kill left one."""
    mended = _beside(path, "-mended")
    if not mended.exists():
        return
    _folder_onto_disk(path.parent)
    for suffix in (*_BESIDE_DATABASE, COPY_SUFFIX):  # a log would be played into the new database
        _beside(path, suffix).unlink(missing_ok=True)
    _folder_onto_disk(path.parent)
    mended.replace(path)
    _folder_onto_disk(path.parent)


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def _onto_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _folder_onto_disk(folder: Path) -> None:
    """Names as well; some systems keep them without being asked, and refuse."""
    with contextlib.suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
