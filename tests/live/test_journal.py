"""The file that remembers the night: what is acknowledged is on the disk, and trouble is a kind refusal."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from companion.live.journal import FILE_NAME, Entry, Journal
from companion.state.refusals import Refusal


def opened(folder: Path) -> Journal:
    journal = Journal.open(folder)
    assert isinstance(journal, Journal), journal
    return journal


def entry(seq: int, command_id: str | None = None) -> Entry:
    return Entry(seq, command_id, seq, "step", "{}", f'{{"n":{seq}}}', "[]")


def test_what_was_written_is_there_after_opening_again(tmp_path: Path) -> None:
    journal = opened(tmp_path / "new" / "folder")
    assert journal.write((entry(1, "a"), entry(2)), seats={"hash": 3}, settings={"seed": "7"}) is None
    journal.close()
    again = opened(tmp_path / "new" / "folder")
    assert again.entries() == [entry(1, "a"), entry(2)]
    assert again.seats() == {"hash": 3}
    assert again.settings()["seed"] == "7"
    again.close()


def test_a_write_that_fails_half_way_leaves_nothing_behind(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    assert journal.write((entry(1),)) is None
    assert isinstance(journal.write((entry(2), entry(1)), settings={"x": "y"}), Refusal)
    assert journal.entries() == [entry(1)]
    assert "x" not in journal.settings()
    journal.close()


class Stubborn(sqlite3.Connection):
    """A database that cannot take back what it has half done, once."""

    stubborn = True

    def execute(self, sql: str, *values: object) -> sqlite3.Cursor:
        if sql == "ROLLBACK" and self.stubborn:
            self.stubborn = False
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(sql, *values)  # type: ignore[arg-type]


def test_a_write_that_cannot_even_be_taken_back_tells_its_first_trouble_and_blocks_no_later_one(tmp_path: Path) -> None:
    opened(tmp_path).close()
    journal = Journal(
        tmp_path / FILE_NAME, sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None, factory=Stubborn)
    )
    journal._database.execute("PRAGMA query_only=1")
    assert journal.write((entry(1),)) == Refusal("folder_read_only")
    journal._database.execute("PRAGMA query_only=0")
    assert journal.write((entry(1),)) is None
    assert journal.entries() == [entry(1)]
    journal.close()


def test_a_full_disk_is_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    assert journal.write((entry(1),)) is None
    pages = journal._database.execute("PRAGMA page_count").fetchone()[0]
    journal._database.execute(f"PRAGMA max_page_count={pages}")
    big = Entry(2, None, 2, "step", "{}", "x" * 100_000, "[]")
    assert journal.write((big,)) == Refusal("disk_full")
    journal._database.execute("PRAGMA max_page_count=100000")
    assert journal.write((entry(2),)) is None
    assert journal.entries() == [entry(1), entry(2)]
    journal.close()


def test_a_read_only_file_is_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    assert journal.write((entry(1),)) is None
    journal._database.execute("PRAGMA query_only=1")
    assert journal.write((entry(2),)) == Refusal("folder_read_only")
    assert journal.entries() == [entry(1)]
    journal.close()


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    refusal = Journal.open(tmp_path / "file")
    assert isinstance(refusal, Refusal)
    assert refusal.code == "folder_unusable"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the system's administrator may write anywhere")
def test_a_read_only_folder_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    refusal = Journal.open(tmp_path)
    tmp_path.chmod(0o700)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "folder_read_only"


def test_a_second_program_on_the_same_folder_is_told_so(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    script = (
        "import sys, pathlib; from companion.live.journal import *; print(Journal.open(pathlib.Path(sys.argv[1])).code)"
    )
    out = subprocess.run([sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "folder_in_use"
    assert journal.write((entry(1),)) is None
    journal.close()
    opened(tmp_path).close()


def test_a_closed_journal_writes_nothing_more_and_leaves_the_folder_to_the_next_program(tmp_path: Path) -> None:
    """A late press had it open its files again, beside the program that had opened them meanwhile."""
    first = opened(tmp_path)
    assert first.write((entry(1),)) is None
    first.close()
    lying = sorted(path.name for path in tmp_path.iterdir())
    assert isinstance(first.write((entry(2),), seats={"hash": 3}), Refusal)
    assert sorted(path.name for path in tmp_path.iterdir()) == lying
    second = opened(tmp_path)
    assert isinstance(first.write((entry(2),)), Refusal)
    assert second.write((entry(2, "second"),)) is None
    first.close()
    second.close()
    again = opened(tmp_path)
    assert again.entries() == [entry(1), entry(2, "second")] and again.put_aside is None
    again.close()


def test_a_night_is_a_database_and_its_copy_and_nothing_else_is_left_lying_about(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    assert journal.write((entry(1),)) is None
    beside = {path.name.removeprefix(FILE_NAME) for path in tmp_path.iterdir()}
    assert beside == {"", "-wal", "-copy", "-lock"}
    journal.close()
    assert {path.name.removeprefix(FILE_NAME) for path in tmp_path.iterdir()} == {"", "-copy"}


@pytest.mark.parametrize("left", [b"", b"no lock of ours" * 100])
def test_a_lock_that_a_kill_left_behind_keeps_nobody_out(tmp_path: Path, left: bytes) -> None:
    (tmp_path / f"{FILE_NAME}-lock").write_bytes(left)
    opened(tmp_path).close()


@pytest.mark.parametrize(
    "damage", [b"no database at all, but long enough" * 30, b"SQLite format 3\x00" + b"\xff" * 3000]
)
def test_a_damaged_file_is_put_aside_and_never_deleted(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(damage)
    journal = opened(tmp_path)
    assert journal.put_aside == f"{FILE_NAME}.damaged-1"
    assert (tmp_path / journal.put_aside).read_bytes() == damage
    assert journal.entries() == []
    journal.close()


def test_a_file_of_another_program_is_put_aside_and_never_written_into(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / FILE_NAME)
    other.execute("CREATE TABLE photos (name TEXT)")
    other.commit()
    other.close()
    journal = opened(tmp_path)
    assert journal.put_aside
    journal.close()
    kept = sqlite3.connect(tmp_path / journal.put_aside)
    assert kept.execute("SELECT name FROM sqlite_master").fetchall() == [("photos",)]
    kept.close()


def test_a_file_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    journal._database.execute("PRAGMA user_version=999")
    journal.close()
    assert Journal.open(tmp_path) == Refusal("journal_newer")
    assert [path.name for path in tmp_path.iterdir() if "damaged" in path.name] == []


@pytest.mark.skipif(os.name == "nt", reason="file modes mean something else there")
def test_only_the_owner_may_read_the_file(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    assert journal.write((entry(1),)) is None
    for path in tmp_path.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name
    journal.close()
