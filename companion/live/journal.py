"""The file that remembers the night: append-only, on the disk before anybody is told. It does not know the rules.

Entries are JSON text made by `companion.live.store`. They, the phones' seats and the settings stand in one list of
rows, each bound to those before it, in a database with a copy beside it (journal_file). What does not hold together is
said and put aside whole, and the longest sound beginning goes on.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from companion.live.disk_trouble import refusal_of
from companion.live.journal_file import (
    TABLE,
    Row,
    add_to_copy,
    connect,
    copied_lines,
    copied_rows,
    copy_of,
    duplicated,
    insert,
    rows_in,
    salvaged,
    set_aside,
    sound_rows,
    transaction,
    write_copy,
)
from companion.live.journal_tables import contents_of_tables, drop_tables, has_tables
from companion.state.refusals import Refusal

FILE_NAME = "night.sqlite3"
FORMAT = 3  # user_version of the file; a newer one is left alone
IN_TABLES = (1, 2)  # formats of three tables; 1 called things by their classes (live.store)
LAST_FORMAT = 999  # a number beyond is no program's: the file is damaged
MAGIC = 0x5AB07E42  # application_id, so that another program's file is never written into
SEATS, SETTINGS = "seats", "settings"  # what a row holds that is no entry


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
    """Not thread-safe: the session calls it under its own lock.

    put_aside : the name that damaged files now have; None where all was whole
    kept : how many entries of theirs go on
    """

    def __init__(self, path: Path, database: sqlite3.Connection, put_aside: str | None = None) -> None:
        self._path, self._database = path, database
        self._identity = _identity(path)
        self._rows: list[Row] = []
        self._seats: dict[str, int] = {}
        self._settings: dict[str, str] = {}
        self._is_old = _format(database) in IN_TABLES  # written anew with the first row that comes
        self._take(_in_line(None, contents_of_tables(database)) if self._is_old else rows_in(database))
        self.put_aside = put_aside
        self.kept = len(self.entries()) if put_aside else 0

    @classmethod
    def open(cls, folder: Path) -> Journal | Refusal:
        """The folder's journal, made where there is none. Damaged files are renamed, never deleted or mended."""
        path = folder / FILE_NAME
        try:
            return cls._found(path)
        except OSError as error:  # no room to make sure that nothing of a damaged file is lost
            return refusal_of(error, folder)

    @classmethod
    def _found(cls, path: Path) -> Journal | Refusal:
        with duplicated(path) as as_found:
            database = _opened(path)
            if isinstance(database, sqlite3.Connection):
                return cls(path, database)
            if database.code != "journal_damaged":
                return database
            put_aside = set_aside(path, as_found)
            if put_aside is None:
                return Refusal("journal_damaged", {"file": str(path)})
            database = _opened(path, salvaged(as_found))
        return cls(path, database, put_aside) if isinstance(database, sqlite3.Connection) else database

    def put_away(self) -> str | None:
        """Close it and rename it, as it makes no sense to who reads it. Its new name; None where that cannot be."""
        self._database.close()
        with duplicated(self._path) as as_found:
            name = set_aside(self._path, as_found)
        if name is not None:
            copy_of(self._path).unlink(missing_ok=True)  # else the night would go on from it
        return name

    def entries(self) -> list[Entry]:
        return [Entry(row.seq, *row.content()) for row in self._rows if row.seq is not None]

    def seats(self) -> dict[str, int]:
        """The seat that each token's hash holds."""
        return dict(self._seats)

    def settings(self) -> dict[str, str]:
        return dict(self._settings)

    def write(
        self,
        entries: tuple[Entry, ...] = (),
        *,
        seats: Mapping[str, int] | None = None,
        settings: Mapping[str, str] = MappingProxyType({}),
    ) -> Refusal | None:
        """All of it or nothing, on the disk when this returns None. `seats` replaces the whole list of tokens."""
        new = {name: value for name, value in settings.items() if self._settings.get(name) != value}
        rows = _in_line(self._rows[-1] if self._rows else None, _contents(entries, seats, new))
        try:
            self._come_back()
            with transaction(self._database):
                if self._is_old:
                    drop_tables(self._database)
                    _lay_out(self._database, self._rows)
                insert(self._database, rows)
        except (OSError, sqlite3.Error) as error:
            return refusal_of(error)  # goes to phones too: no path in it
        add_to_copy(self._path, [*self._rows, *rows] if self._is_old else rows)
        self._is_old = False
        self._take(rows)
        return None

    def close(self) -> None:
        self._database.close()

    def _take(self, rows: Iterable[Row]) -> None:
        for row in rows:
            self._rows.append(row)
            if row.seq is not None:
                continue
            what, values = row.content()
            if what == SEATS:
                self._seats = values
            else:
                self._settings.update(values)

    def _come_back(self) -> None:
        """Where the folder was deleted or replaced under the running program: write all of it there again."""
        if _identity(self._path) == self._identity:
            return
        if copy_of(self._path).exists() or self._path.exists():  # what somebody put there is kept, and not gone on with
            with duplicated(self._path) as as_found:
                set_aside(self._path, as_found)
            copy_of(self._path).unlink(missing_ok=True)
        database = _opened(self._path, self._rows)
        if isinstance(database, Refusal):
            raise FileNotFoundError(self._path)
        self._database.close()
        self._database, self._identity, self._is_old = database, _identity(self._path), False


def _contents(
    entries: Iterable[Entry], seats: Mapping[str, int] | None, settings: Mapping[str, str]
) -> list[tuple[int | None, list[object]]]:
    contents: list[tuple[int | None, list[object]]] = [(entry.seq, _said(entry)) for entry in entries]
    contents += [] if seats is None else [(None, [SEATS, dict(seats)])]
    contents += [(None, [SETTINGS, dict(settings)])] if settings else []
    return contents


def _said(entry: Entry) -> list[object]:
    return [entry.command_id, entry.version, entry.kind, entry.actor, entry.command, entry.events]


def _in_line(last: Row | None, contents: Iterable[tuple[int | None, list[object]]]) -> tuple[Row, ...]:
    rows: list[Row] = []
    for seq, content in contents:
        last = Row.after(last, seq, content)
        rows.append(last)
    return tuple(rows)


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file lies under this name; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _opened(path: Path, rows: Sequence[Row] | None = None) -> sqlite3.Connection | Refusal:
    """The database, whole and with its copy beside it. `rows`: what both are to hold, where nothing lies there."""
    database: sqlite3.Connection | None = None
    try:
        if rows is None and _emptied(path):
            return Refusal("journal_damaged")
        database = connect(path)
        problem = _prepare(database, rows or ())
        if problem is None and rows is None:
            problem = _beside_its_copy(path, database)
        elif problem is None:
            write_copy(path, rows or ())
    except (OSError, sqlite3.Error) as error:
        problem = refusal_of(error, path.parent)
    if problem is None and database is not None:
        return database
    if database is not None:
        database.close()
    return problem or Refusal("journal_damaged")


def _emptied(path: Path) -> bool:
    """Nothing is left of the database, and yet something was written: SQLite would begin anew without a word."""
    if path.exists() and path.stat().st_size:
        return False
    beside = (copy_of(path), path.with_name(path.name + "-wal"))
    return any(file.exists() and file.stat().st_size for file in beside)


def _prepare(database: sqlite3.Connection, rows: Sequence[Row]) -> Refusal | None:
    """Check whose file it is and that it is whole; lay it out where it is empty."""
    magic, written = _number(database, "application_id"), _format(database)
    if (magic, written) == (0, 0) and not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        with transaction(database):
            _lay_out(database, rows)
        return None
    if magic != MAGIC or not 0 < written <= LAST_FORMAT:
        return Refusal("journal_damaged")
    if written > FORMAT:
        return Refusal("journal_newer")
    if (written in IN_TABLES) is not has_tables(database):
        return Refusal("journal_damaged")
    if database.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
        return Refusal("journal_damaged")
    with transaction(database):  # takes the lock, and finds out whether the folder can be written
        database.execute(f"PRAGMA user_version={written}")
    found = () if written in IN_TABLES else rows_in(database)
    return None if len(sound_rows(found)) == len(found) else Refusal("journal_damaged")


def _lay_out(database: sqlite3.Connection, rows: Iterable[Row]) -> None:
    database.execute(TABLE)
    insert(database, rows)
    database.execute(f"PRAGMA application_id={MAGIC}")
    database.execute(f"PRAGMA user_version={FORMAT}")


def _beside_its_copy(path: Path, database: sqlite3.Connection) -> Refusal | None:
    """A database that ends before its copy has lost steps; a copy that ends early or is damaged is written anew."""
    rows, copied = () if _format(database) in IN_TABLES else rows_in(database), copied_rows(path)
    if len(copied) > len(rows) and copied[: len(rows)] == rows:
        return Refusal("journal_damaged")
    if len(copied) < copied_lines(path) > len(rows):  # damaged itself, it still tells how many rows there were
        return Refusal("journal_damaged")
    if copied != rows[: len(copied)]:  # of another night: kept, as it may be somebody's only one
        _keep(copy_of(path))
    if copied != rows:
        write_copy(path, rows)
    return None


def _keep(copy: Path) -> None:
    names = (copy.with_name(f"{copy.name}.other-{number}") for number in range(1, 1000))
    with contextlib.suppress(OSError, StopIteration):
        copy.rename(next(name for name in names if not name.exists()))


def _format(database: sqlite3.Connection) -> int:
    return _number(database, "user_version")


def _number(database: sqlite3.Connection, pragma: str) -> int:
    return int(database.execute(f"PRAGMA {pragma}").fetchone()[0])
