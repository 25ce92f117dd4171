"""The file that remembers the night: append-only, on the disk before anybody is told. It does not know the rules.

One SQLite file in the data folder. Entries are JSON text made by `companion.state.codec`; secrets stand in them in the
clear, because resuming needs them, so the file is readable by its owner only where the system allows that.

WAL with synchronous=FULL: each commit is one fsync, and a process killed at any moment leaves whole commits only.
Exclusive locking: a second program on the same folder is told so at once, and no shared-memory file is needed,
so that it also works in a folder on a network drive.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from companion.state.refusals import Refusal

FILE_NAME = "night.sqlite3"
FORMAT = 1  # user_version of the file; a newer one is left alone
MAGIC = 0x5AB07E42  # application_id, so that another program's file is never written into

_TABLES = """
CREATE TABLE entries (
    seq INTEGER PRIMARY KEY,      -- 1, 2, 3 ...
    command_id TEXT UNIQUE,       -- NULL where nobody can repeat it
    version INTEGER NOT NULL,     -- the session's version after it
    kind TEXT NOT NULL,           -- step, undo, amend, note
    actor TEXT NOT NULL,
    command TEXT NOT NULL,
    events TEXT NOT NULL
);
CREATE TABLE seats (token_hash TEXT PRIMARY KEY, seat INTEGER NOT NULL);
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""


@dataclass(frozen=True)
class Entry:
    """One line of the journal; `actor`, `command` and `events` are JSON text."""

    seq: int
    command_id: str | None
    version: int
    kind: str
    actor: str
    command: str
    events: str


class Journal:
    """Not thread-safe: the session calls it under its own lock."""

    def __init__(self, database: sqlite3.Connection, put_aside: str | None) -> None:
        self.put_aside = put_aside  # the name a damaged file now has
        self._database = database

    @classmethod
    def open(cls, folder: Path) -> Journal | Refusal:
        """The folder's journal, made where there is none. A damaged file is renamed, never deleted."""
        path = folder / FILE_NAME
        put_aside = None
        for _ in range(2):
            database: sqlite3.Connection | None = None
            try:
                database = _connect(path)
                problem = _prepare(database)
            except (OSError, sqlite3.Error) as error:
                problem = _refusal(error, folder)
            if problem is None and database is not None:
                return cls(database, put_aside)
            if database is not None:
                database.close()
            if problem is not None and problem.code != "journal_damaged":
                return problem
            put_aside = set_aside(path)
            if put_aside is None:
                break
        return Refusal("journal_damaged", {"file": str(path)})

    def entries(self) -> list[Entry] | Refusal:
        try:
            rows = self._database.execute(
                "SELECT seq, command_id, version, kind, actor, command, events FROM entries ORDER BY seq"
            )
            return [Entry(*row) for row in rows]
        except sqlite3.Error as error:
            return _refusal(error)

    def seats(self) -> dict[str, int]:
        """The seat that each token's hash holds."""
        return dict(self._database.execute("SELECT token_hash, seat FROM seats ORDER BY token_hash"))

    def settings(self) -> dict[str, str]:
        return dict(self._database.execute("SELECT name, value FROM settings ORDER BY name"))

    def write(
        self,
        entries: tuple[Entry, ...] = (),
        *,
        seats: Mapping[str, int] | None = None,
        settings: Mapping[str, str] = MappingProxyType({}),
    ) -> Refusal | None:
        """All of it or nothing, on the disk when this returns None. `seats` replaces the whole list of tokens."""
        try:
            with _transaction(self._database):
                self._database.executemany(
                    "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)",
                    [(e.seq, e.command_id, e.version, e.kind, e.actor, e.command, e.events) for e in entries],
                )
                if seats is not None:
                    self._database.execute("DELETE FROM seats")
                    self._database.executemany("INSERT INTO seats VALUES (?, ?)", list(seats.items()))
                self._database.executemany("INSERT OR REPLACE INTO settings VALUES (?, ?)", list(settings.items()))
        except sqlite3.Error as error:
            return _refusal(error)  # goes to phones too: no path in it
        return None

    def close(self) -> None:
        self._database.close()


def set_aside(path: Path) -> str | None:
    """Rename a file that cannot be read, with what SQLite keeps beside it. The new name, or None where it cannot be."""
    for number in range(1, 1000):
        target = path.with_name(f"{path.name}.damaged-{number}")
        if target.exists():
            continue
        try:
            path.rename(target)
            for extra in ("-wal", "-shm", "-journal"):
                beside = path.with_name(path.name + extra)
                if beside.exists():
                    beside.rename(target.with_name(target.name + extra))
        except OSError:
            return None
        return target.name
    return None


def _connect(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # SQLite gives its side files the same mode
    with contextlib.suppress(OSError):
        path.chmod(0o600)
    database = sqlite3.connect(path, timeout=0.5, isolation_level=None, check_same_thread=False)
    try:
        database.execute("PRAGMA locking_mode=EXCLUSIVE")
        database.execute("PRAGMA journal_mode=WAL").fetchone()
        database.execute("PRAGMA synchronous=FULL")
    except sqlite3.Error:
        database.close()
        raise
    return database


def _prepare(database: sqlite3.Connection) -> Refusal | None:
    """Check whose file it is and that it is whole; lay it out where it is empty."""
    found = _number(database, "application_id"), _number(database, "user_version")
    if found == (0, 0) and not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        with _transaction(database):
            for statement in _TABLES.split(";\n"):
                database.execute(statement)
            database.execute(f"PRAGMA application_id={MAGIC}")
            database.execute(f"PRAGMA user_version={FORMAT}")
        return None
    if found[0] != MAGIC:
        return Refusal("journal_damaged")
    if found[1] > FORMAT:
        return Refusal("journal_newer")
    if database.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
        return Refusal("journal_damaged")
    with _transaction(database):  # takes the lock, and finds out whether the folder can be written
        database.execute("INSERT OR REPLACE INTO settings VALUES ('opened', ?)", (secrets.token_hex(4),))
    return None


def _number(database: sqlite3.Connection, pragma: str) -> int:
    return int(database.execute(f"PRAGMA {pragma}").fetchone()[0])


@contextlib.contextmanager
def _transaction(database: sqlite3.Connection) -> Iterator[None]:
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


_CODES = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_READONLY: "folder_read_only",
    sqlite3.SQLITE_CANTOPEN: "folder_unusable",
    sqlite3.SQLITE_PERM: "folder_read_only",
    sqlite3.SQLITE_AUTH: "folder_read_only",
    sqlite3.SQLITE_BUSY: "folder_in_use",
    sqlite3.SQLITE_LOCKED: "folder_in_use",
    sqlite3.SQLITE_NOTADB: "journal_damaged",
    sqlite3.SQLITE_CORRUPT: "journal_damaged",
}
TROUBLES = frozenset({*_CODES.values(), "disk_trouble"})  # of the disk: the same press may do better a minute later


def _refusal(error: Exception, folder: Path | None = None) -> Refusal:
    facts = {"folder": str(folder)} if folder else {}
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", None)
        return Refusal(_CODES.get((code or 0) & 0xFF, "disk_trouble"), facts)
    if isinstance(error, PermissionError):
        return Refusal("folder_read_only", facts)
    if isinstance(error, OSError) and error.errno == 28:  # ENOSPC
        return Refusal("disk_full", facts)
    if isinstance(error, OSError) and error.errno == 30:  # EROFS
        return Refusal("folder_read_only", facts)
    return Refusal("folder_unusable", facts)
