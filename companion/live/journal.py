"""The file that remembers the night: append-only, on the disk before anybody is told. It does not know the rules.

Entries are JSON text made by `companion.live.store`. They, the phones' seats and the settings stand in one list of
rows, each bound to those before it, in a database with a copy beside it (journal_file). What does not hold together is
said and put aside whole, and the longest sound beginning goes on (journal_damage).
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from companion.live.disk_trouble import refusal_of
from companion.live.journal_damage import Found, begin_anew, found_at, go_on_beginning_anew, set_aside
from companion.live.journal_file import (
    FORMAT,
    IN_TABLES,
    MAGIC,
    Lying,
    Row,
    add_to_copy,
    as_it_lies,
    insert,
    into_database,
    lay_out,
    number,
    opened,
    rows_in,
    sound_rows,
    transaction,
)
from companion.live.journal_lock import JournalLock
from companion.live.journal_tables import contents_of_tables, drop_tables
from companion.state.refusals import Refusal

FILE_NAME = "night.sqlite3"
LAST_FORMAT = 999  # a number beyond is no program's: the file is damaged
SEATS, SETTINGS, JOURNAL = "seats", "settings", "journal"  # what a row holds that is no entry
_WRITTEN_AS, _PUT_ASIDE = "format", "put_aside"  # what the journal says of itself, in rows of its own


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


def trouble_with(folder: Path) -> Refusal | None:
    """Why no game could be opened there now, as far as that shows without a look into its files."""
    path = folder / FILE_NAME
    try:
        JournalLock(path).give_back()
    except (OSError, sqlite3.Error) as error:
        return refusal_of(error, folder)
    return None


class Journal:
    """Not thread-safe: the session calls it under its own lock.

    put_aside : the name that damaged files now have; None where all was whole
    kept : how many entries of theirs go on
    times_gone : how often no file was left under the running program, and all were written again
    """

    def __init__(self, path: Path, database: sqlite3.Connection, lock: JournalLock | None = None) -> None:
        self._path, self._database, self._lock = path, database, lock
        self._is_closed, self.times_gone = False, 0
        self._rows: list[Row] = []
        self._seats: dict[str, int] = {}
        self._settings: dict[str, str] = {}
        self._of_itself: dict[str, object] = {}
        self._is_old = number(database, "user_version") in IN_TABLES  # written anew with the first row that comes
        self._take(_in_line(None, contents_of_tables(database)) if self._is_old else sound_rows(rows_in(database)))
        self.put_aside = str(self._of_itself.get(_PUT_ASIDE) or "") or None
        self.kept = len(self.entries()) if self.put_aside else 0
        self._left: Lying | None = as_it_lies(path)  # None where coming back has failed half way

    @classmethod
    def open(cls, folder: Path) -> Journal | Refusal:
        """The folder's journal, made where there is none. Damaged files get another name, and are never mended."""
        path, begun = folder / FILE_NAME, contextlib.ExitStack()
        try:
            with begun:
                lock = JournalLock(path)
                begun.callback(lock.give_back)
                problem = _mended(path)
                if problem is not None:
                    return problem
                database = begun.enter_context(contextlib.closing(opened(path)))
                journal = cls(path, database, lock)
                begun.pop_all()
                return journal
        except (OSError, sqlite3.Error) as error:
            return refusal_of(error, folder)

    def put_away(self) -> bool:
        """Close it and put it aside, as it makes no sense to who reads it. False where that cannot be."""
        try:
            name = set_aside(self._path)
            self._database.close()
            begin_anew(self._path, _saying(name, ()))  # so that who opens it next is told
        except (OSError, sqlite3.Error):
            return False
        finally:
            self._let_go()
        return True

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
        if self._is_closed:  # the files may be another program's by now
            return Refusal("disk_trouble")
        new = {name: value for name, value in settings.items() if self._settings.get(name) != value}
        try:
            came_back = self._come_back()
            of_itself = self._news_of_itself(told=bool(entries) and not came_back)
            rows = _in_line(self._rows[-1] if self._rows else None, _contents(entries, seats, new, of_itself))
            self._commit(rows)
        except (OSError, sqlite3.Error) as error:
            return refusal_of(error)  # goes to phones too: no path in it
        add_to_copy(self._path, [*self._rows, *rows] if self._is_old else rows)
        if self._is_old or not self._rows:
            into_database(self._database)
        self._is_old = False
        self._take(rows)
        self._left = as_it_lies(self._path)
        return None

    def _commit(self, rows: Iterable[Row]) -> None:
        try:
            with transaction(self._database):
                if self._is_old:
                    drop_tables(self._database)
                    lay_out(self._database, self._rows)
                insert(self._database, rows)
        finally:
            self._left = as_it_lies(self._path)

    @property
    def lies_as_left(self) -> bool:
        """Nobody has deleted, moved or changed the files since the last write."""
        return as_it_lies(self._path) == self._left

    def close(self) -> Refusal | None:
        """With all of it on the disk, also where somebody has deleted it or put something else there; or why not."""
        try:
            if not self._is_closed:
                self._come_back()  # or closing would mix this night with what somebody has put there
        except (OSError, sqlite3.Error) as error:
            return refusal_of(error)
        finally:
            self._let_go()
        return None

    def _let_go(self) -> None:
        self._is_closed = True
        self._database.close()
        if self._lock is not None:
            self._lock.give_back()
            self._lock = None

    def _news_of_itself(self, *, told: bool) -> dict[str, object]:
        """`told`: the story goes on, and with it everybody has heard what was put aside."""
        now: dict[str, object] = {_WRITTEN_AS: FORMAT, **({_PUT_ASIDE: ""} if told and self.put_aside else {})}
        return {name: value for name, value in now.items() if self._of_itself.get(name) != value}

    def _take(self, rows: Iterable[Row]) -> None:
        for row in rows:
            self._rows.append(row)
            if row.seq is not None:
                continue
            what, values = row.content()
            if what == SEATS:
                self._seats = values
            elif what == JOURNAL:
                self._of_itself.update(values)
            else:
                self._settings.update(values)

    def _come_back(self) -> bool:
        """Where the files were deleted, moved, replaced or written over under the running program: put aside what lies
        there, and write all of it again. Whether that was so."""
        if self.lies_as_left:
            return False
        self._left = None
        if self._lock is not None:
            self._lock.take_again()
        found = found_at(self._path)
        is_ours = found.is_whole and found.rows == tuple(self._rows)
        if not is_ours:
            name = set_aside(self._path) if found.is_there else ""
            word = _saying(name, tuple(self._rows))[-1:] if name else ()
            begin_anew(self._path, (*self._rows, *word))
            self._take(word)
            self.put_aside, self._is_old = name or self.put_aside, False
            self.times_gone += not name
        self._database.close()
        self._database = opened(self._path)
        self._left = as_it_lies(self._path)
        return not is_ours


def _contents(
    entries: Iterable[Entry],
    seats: Mapping[str, int] | None,
    settings: Mapping[str, str],
    of_itself: Mapping[str, object],
) -> list[tuple[int | None, list[object]]]:
    contents: list[tuple[int | None, list[object]]] = [(entry.seq, _said(entry)) for entry in entries]
    contents += [] if seats is None else [(None, [SEATS, dict(seats)])]
    contents += [(None, [SETTINGS, dict(settings)])] if settings else []
    contents += [(None, [JOURNAL, dict(of_itself)])] if of_itself else []
    return contents


def _said(entry: Entry) -> list[object]:
    return [entry.command_id, entry.version, entry.kind, entry.actor, entry.command, entry.events]


def _in_line(last: Row | None, contents: Iterable[tuple[int | None, list[object]]]) -> tuple[Row, ...]:
    rows: list[Row] = []
    for seq, content in contents:
        last = Row.after(last, seq, content)
        rows.append(last)
    return tuple(rows)


def _mended(path: Path) -> Refusal | None:
    """What does not hold together is put aside, and what is sound of it lies there instead, with a word of that."""
    go_on_beginning_anew(path)
    found = found_at(path)
    problem = _problem(found) if found.is_there else None
    if problem is None or problem.code != "journal_damaged":
        return problem
    begin_anew(path, _saying(set_aside(path), found.longest))
    return None


def _saying(put_aside: str, rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """The rows, with one more by which the next start tells what happened."""
    return (*rows, Row.after(rows[-1] if rows else None, None, [JOURNAL, {_PUT_ASIDE: put_aside}]))


def _problem(found: Found) -> Refusal | None:
    """Whether it is this program's, whole, and all that there was."""
    rows, copied = found.rows, found.copied
    if found.is_blank:
        return Refusal("journal_damaged") if found.lines else None
    holds = (
        found.magic == MAGIC
        and 0 < found.format <= FORMAT
        and found.is_whole
        and found.has_tables is (found.format in IN_TABLES)
    )
    if _is_newer(found):
        return Refusal("journal_newer")
    if not holds or found.alone != rows[: len(found.alone)]:  # a log of another night, or of an earlier hour
        return Refusal("journal_damaged")
    if len(copied) > len(rows) and copied[: len(rows)] == rows:  # steps were lost
        return Refusal("journal_damaged")
    if len(copied) < found.lines > len(rows):  # damaged itself, it still tells how many rows there were
        return Refusal("journal_damaged")
    return None


def _is_newer(found: Found) -> bool:
    """A later program says its format in a sealed row. The file's number alone is believed only where nothing in it
    can be read: beside sound rows it is a flipped bit."""
    readable = found.rows or found.copied
    said = [row.content() for row in readable if row.seq is None]
    if any(one[0] == JOURNAL and one[1].get(_WRITTEN_AS, FORMAT) > FORMAT for one in said):
        return True
    return found.magic == MAGIC and FORMAT < found.format <= LAST_FORMAT and not readable
