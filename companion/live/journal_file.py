"""The journal's two files: rows in SQLite's, and a plain copy of them beside it. What the rows mean is not known here.

A row is sealed, and bound to all rows before it: its sum covers its own place and content and the sum of the row
before. So a bit that flips, a row that is missing and a tail of another night are found where they stand, and what
comes before them is known to be whole. Sealing keeps roles, goals and gold out of sight of whoever opens the file with
a viewer. The key stands in this program: it is a curtain, no lock.

WAL with synchronous=FULL: each commit is one fsync, and a process killed at any moment leaves whole commits only.
Exclusive locking: a second program on the same folder is told so at once, and no shared-memory file is needed,
so that it also works in a folder on a network drive.

The copy gets each row after the commit, without an fsync: a lost or damaged `-wal`, or a database that was emptied,
would else open an older night without a word. After a power cut the copy may end early; the database then leads.
"""

from __future__ import annotations

import binascii
import contextlib
import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FORMAT = 3  # user_version of the file, and in a sealed row, so that a flipped bit is no newer program's
IN_TABLES = (1, 2)  # earlier formats, of three tables; 1 called things by their classes (live.store)
MAGIC = 0x5AB07E42  # application_id, so that another program's file is never written into
COPY_SUFFIX = "-copy"

TABLE = """CREATE TABLE rows (
    place INTEGER PRIMARY KEY,
    seq INTEGER UNIQUE,       -- of an entry; NULL for seats and settings
    sealed BLOB NOT NULL,
    sum BLOB NOT NULL
)"""
_SELECT = "SELECT place, seq, sealed, sum FROM rows ORDER BY place"
SUM_BYTES = 16
_CURTAIN = b"saboteur companion: no peeping"
Lying = tuple[tuple[int, int, int, int] | None, ...]
_NONE = "-"  # where a line of text has no number


@dataclass(frozen=True)
class Row:
    """`place`: 1, 2, 3 ... `seq`: the number of the entry in it; None where it holds seats or settings."""

    place: int
    seq: int | None
    sealed: bytes
    sum: bytes

    @classmethod
    def after(cls, before: Row | None, seq: int | None, content: Sequence[Any]) -> Row:
        """The row that comes next. `content`: anything JSON holds."""
        place = before.place + 1 if before else 1
        sealed = _curtained(place, json.dumps(content, separators=(",", ":")).encode())
        return cls(place, seq, sealed, _sum(before, place, seq, sealed))

    def content(self) -> list[Any]:
        found = json.loads(_curtained(self.place, self.sealed))
        assert isinstance(found, list)
        return found

    def line(self) -> str:
        """The row as one line of text."""
        seq = _NONE if self.seq is None else str(self.seq)
        return f"{self.place} {seq} {binascii.b2a_base64(self.sealed, newline=False).decode()} {self.sum.hex()}\n"


def row_of_line(line: str) -> Row | None:
    """What `Row.line` wrote; None where the line is torn or damaged. Whether it is sound: see sound_rows."""
    try:
        place, seq, sealed, ending = line.split(" ")
        number = None if seq == _NONE else int(seq)
        return Row(int(place), number, binascii.a2b_base64(sealed, strict_mode=True), bytes.fromhex(ending))
    except ValueError:
        return None


def sound_rows(rows: Iterable[Row | None]) -> tuple[Row, ...]:
    """The rows up to the first that is damaged, missing or of another night."""
    sound: list[Row] = []
    for row in rows:
        before = sound[-1] if sound else None
        if row is None or row.place != len(sound) + 1 or row.sum != _sum(before, row.place, row.seq, row.sealed):
            break
        sound.append(row)
    return tuple(sound)


def _sum(before: Row | None, place: int, seq: int | None, sealed: bytes) -> bytes:
    head = f"{place} {_NONE if seq is None else seq} ".encode()
    return hashlib.sha256((before.sum if before else b"") + head + sealed).digest()[:SUM_BYTES]


def _curtained(place: int, text: bytes) -> bytes:
    """Drawn and opened alike; each place has a pattern of its own, so that equal contents do not look equal."""
    pattern = hashlib.shake_256(_CURTAIN + place.to_bytes(8)).digest(len(text))
    return (int.from_bytes(text) ^ int.from_bytes(pattern)).to_bytes(len(text))


# ---- the database ---------------------------------------------------------------------------------------------------


def connect(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    private(path)  # SQLite gives its side files the same mode
    database = sqlite3.connect(path, timeout=0.5, isolation_level=None, check_same_thread=False)
    try:
        database.execute("PRAGMA locking_mode=EXCLUSIVE")
        database.execute("PRAGMA journal_mode=WAL").fetchone()
        database.execute("PRAGMA synchronous=FULL")
    except sqlite3.Error:
        database.close()
        raise
    return database


def private(path: Path) -> None:
    """Make the file where there is none, for its owner only where the system allows that."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    with contextlib.suppress(OSError):
        path.chmod(0o600)


@contextlib.contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """All or nothing. Where even taking back fails, the first error is told, and the next write takes back first."""
    if database.in_transaction:
        database.execute("ROLLBACK")
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            database.execute("ROLLBACK")
        raise


def insert(database: sqlite3.Connection, rows: Iterable[Row]) -> None:
    database.executemany("INSERT INTO rows VALUES (?, ?, ?, ?)", [(r.place, r.seq, r.sealed, r.sum) for r in rows])


def lay_out(database: sqlite3.Connection, rows: Iterable[Row]) -> None:
    """All that an empty database needs, within a transaction."""
    database.execute(TABLE)
    insert(database, rows)
    database.execute(f"PRAGMA application_id={MAGIC}")
    database.execute(f"PRAGMA user_version={FORMAT}")


def rows_in(database: sqlite3.Connection) -> Iterator[Row | None]:
    """All rows as they stand; None for what is no row. Raises sqlite3.Error where the file does not give them."""
    for place, seq, sealed, ending in database.execute(_SELECT):
        fits = isinstance(sealed, bytes) and isinstance(ending, bytes) and isinstance(seq, int | None)
        yield Row(place, seq, sealed, ending) if fits else None


def into_database(database: sqlite3.Connection) -> None:
    """Move what the `-wal` holds into the database itself: it is then known whose night that is, whatever becomes of
    the `-wal`. Trouble is none: both together hold it all."""
    with contextlib.suppress(sqlite3.Error):
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def number(database: sqlite3.Connection, pragma: str) -> int:
    return int(database.execute(f"PRAGMA {pragma}").fetchone()[0])


def opened(path: Path) -> sqlite3.Connection:
    """The database with its copy beside it, made where there is none. Raises OSError, sqlite3.Error."""
    database = connect(path)
    try:
        with transaction(database):  # takes the lock, and finds out whether the folder can be written
            if number(database, "application_id"):
                database.execute(f"PRAGMA user_version={number(database, 'user_version')}")
            else:
                lay_out(database, ())
        rows = () if number(database, "user_version") in IN_TABLES else sound_rows(rows_in(database))
        tend_copy(path, rows)
        if rows:
            into_database(database)
    except (OSError, sqlite3.Error):
        database.close()
        raise
    return database


def as_it_lies(path: Path) -> Lying:
    """Which files lie there, how long they are and when they were written: by which it is seen that somebody else has
    written into them, or has put others there."""
    return tuple(_signature(f"{path}{suffix}") for suffix in ("", "-wal", COPY_SUFFIX))


def _signature(path: str) -> tuple[int, int, int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


# ---- the copy -------------------------------------------------------------------------------------------------------


def copy_of(path: Path) -> Path:
    return path.with_name(path.name + COPY_SUFFIX)


def copied_rows(path: Path) -> tuple[Row, ...]:
    """The sound rows of the copy beside this database; none where there is no copy or it cannot be read."""
    try:
        text = copy_of(path).read_text(encoding="ascii", errors="replace")
    except OSError:
        return ()
    return sound_rows(row_of_line(line) for line in text.splitlines())


def copied_lines(path: Path) -> int:
    """How many rows the copy was given, sound or not: each ends its line; 0 where there is no copy."""
    try:
        return copy_of(path).read_bytes().count(b"\n")
    except OSError:
        return 0


def write_copy(path: Path, rows: Iterable[Row]) -> None:
    """The whole copy anew, in one step. Trouble is none: the database has it all."""
    fresh = path.with_name(path.name + COPY_SUFFIX + "-new")
    with contextlib.suppress(OSError):
        private(fresh)
        fresh.write_text("".join(row.line() for row in rows), encoding="ascii", newline="\n")
        fresh.replace(copy_of(path))


def add_to_copy(path: Path, rows: Iterable[Row]) -> None:
    with contextlib.suppress(OSError):
        copy = os.open(copy_of(path), os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
        with os.fdopen(copy, "w", encoding="ascii", newline="\n") as file:
            file.write("".join(row.line() for row in rows))


def tend_copy(path: Path, rows: tuple[Row, ...]) -> None:
    """One that ends early or is damaged is written anew; one of another night may be somebody's only one."""
    copied = copied_rows(path)
    if copied != rows[: len(copied)]:
        _keep(copy_of(path))
    if copied != rows:
        write_copy(path, rows)


def _keep(copy: Path) -> None:
    names = (copy.with_name(f"{copy.name}.other-{number}") for number in range(1, 1000))
    with contextlib.suppress(OSError, StopIteration):
        copy.rename(next(name for name in names if not name.exists()))
