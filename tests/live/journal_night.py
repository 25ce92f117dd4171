"""A night's journal of sixty steps for the tests of what befalls its files: written, opened, looked into, spoilt."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from companion.live.journal import FILE_NAME, Entry, Journal
from companion.live.journal_file import COPY_SUFFIX

STEPS = 60
LOG, COPY = FILE_NAME + "-wal", FILE_NAME + COPY_SUFFIX


def entry(seq: int) -> Entry:
    return Entry(
        seq, f"press-{seq}", seq, "step", '{"is":"BySeat","seat":1}', f'{{"n":{seq}}}', '["role: saboteur"]' * 9
    )


ENTRIES = [entry(seq) for seq in range(1, STEPS + 1)]
SEATS = {"one hash": 0, "another hash": 1}


def opened(folder: Path) -> Journal:
    journal = Journal.open(folder)
    assert isinstance(journal, Journal), journal
    return journal


def written(folder: Path) -> Journal:
    journal = opened(folder)
    assert journal.write(settings={"seed": "7", "host_token": "abc"}, seats=SEATS) is None
    for one in ENTRIES:
        assert journal.write((one,)) is None
    return journal


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def spoil(folder: Path, seq: int) -> None:
    database = sqlite3.connect(folder / FILE_NAME)
    with database:
        database.execute("UPDATE rows SET sealed = zeroblob(20) WHERE seq = ?", (seq,))
    database.close()
