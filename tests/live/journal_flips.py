"""Bits that flip in the files of a night's journal, and what must hold after each."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

from journal_night import COPY, ENTRIES, LOG, SEATS, contents, entry, opened, written

from companion.live.journal import FILE_NAME, Journal
from companion.state.refusals import Refusal


def killed_night(running: Path, folder: Path) -> Path:
    """Return what lies on the disk when the program is killed: the steps stand in the `-wal`."""
    journal = written(running)
    shutil.copytree(running, folder, dirs_exist_ok=True)
    journal.close()
    return folder


def goes_on_or_says_so(folder: Path) -> int:
    """Open a night's journal, and return how many steps go on: whole, or put aside byte for byte and said to be so."""
    before = contents(folder)
    journal = Journal.open(folder)
    if isinstance(journal, Refusal):
        assert journal.code in ("journal_newer", "journal_damaged")
        kept = contents(folder)
        assert all(kept[name] == data for name, data in before.items() if name in (FILE_NAME, LOG, COPY))
        return -1
    found = journal.entries()
    assert found == ENTRIES[: len(found)]
    if journal.put_aside is None:
        assert found == ENTRIES and journal.seats() == SEATS and journal.settings()["seed"] == "7"
    else:
        assert journal.kept == len(found)
        kept = contents(folder)
        for name, data in before.items():
            if name in (FILE_NAME, LOG, COPY):
                assert kept[journal.put_aside + name.removeprefix(FILE_NAME)] == data
    more = entry(len(found) + 1)
    assert journal.write((more,)) is None
    journal.close()
    again = opened(folder)
    assert again.put_aside is None and again.entries() == [*found, more]
    again.close()
    return len(found)


def flipped(data: bytes, count: int, seed: int) -> Iterator[bytes]:
    rng = random.Random(seed)
    for _ in range(count):
        bit = rng.randrange(8 * len(data))
        broken = bytearray(data)
        broken[bit // 8] ^= 1 << bit % 8
        yield bytes(broken)


def each_flip(source: Path, name: str, count: int, tmp_path: Path, seed: int = 20261122) -> list[int]:
    """Flip one bit of a file at a time, and return how many steps go on after each."""
    found = []
    for number, broken in enumerate(flipped((source / name).read_bytes(), count, seed)):
        folder = tmp_path / str(number)
        shutil.copytree(source, folder)
        (folder / name).write_bytes(broken)
        found.append(goes_on_or_says_so(folder))
        shutil.rmtree(folder)
    return found
