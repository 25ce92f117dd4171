"""A backup is copied over the running night's files, in place: said, nothing lost, and the backup is kept as well."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
from at_table import code, table_view
from at_table import opened as opened_session
from journal_night import COPY, ENTRIES, LOG, SEATS, STEPS, contents, entry, opened, written

from companion.live.journal import FILE_NAME, Journal

EVERY = (FILE_NAME, LOG, COPY)
PARTS = [(FILE_NAME,), (LOG,), (FILE_NAME, LOG), (FILE_NAME, COPY), EVERY]


@pytest.fixture
def running(tmp_path: Path) -> Journal:
    """After so many steps that the log was emptied into the database several times; its backup is of before."""
    journal = written(tmp_path / "night")
    shutil.copytree(tmp_path / "night", tmp_path / "backup")
    for seq in range(STEPS + 1, STEPS + 61):
        assert journal.write((entry(seq),)) is None
    journal._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    for seq in range(STEPS + 61, STEPS + 81):
        assert journal.write((entry(seq),)) is None
    return journal


LAST = STEPS + 80


def copied_over(backup: Path, night: Path, names: tuple[str, ...]) -> None:
    for name in names:
        shutil.copyfile(backup / name, night / name)  # in place: the same file with other contents


def no_room(*_: object) -> None:
    raise sqlite3.OperationalError("database or disk is full")


def is_kept(night: Path, backup: Path, name: str) -> bool:
    return (backup / name).read_bytes() in contents(night).values()


@pytest.mark.parametrize("names", PARTS, ids=["+".join(names) for names in PARTS])
def test_a_backup_copied_over_the_running_files_takes_no_step_back_and_is_kept(
    tmp_path: Path, running: Journal, names: tuple[str, ...]
) -> None:
    night, backup = tmp_path / "night", tmp_path / "backup"
    copied_over(backup, night, names)
    assert running.write((entry(LAST + 1),)) is None
    assert running.put_aside is not None
    assert all(is_kept(night, backup, name) for name in names)
    shutil.copytree(night, tmp_path / "as if killed")
    running.close()
    for folder in (tmp_path / "as if killed", night):
        again = opened(folder)
        assert [one.seq for one in again.entries()] == list(range(1, LAST + 2))
        assert again.seats() == SEATS
        again.close()


@pytest.mark.parametrize("names", PARTS, ids=["+".join(names) for names in PARTS])
def test_a_backup_copied_over_after_the_last_step_is_not_mixed_with_the_night_when_it_is_closed(
    tmp_path: Path, running: Journal, names: tuple[str, ...]
) -> None:
    night, backup = tmp_path / "night", tmp_path / "backup"
    copied_over(backup, night, names)
    running.close()
    assert all(is_kept(night, backup, name) for name in names)
    again = opened(night)
    assert again.put_aside is not None  # told at the next start
    assert [one.seq for one in again.entries()] == list(range(1, LAST + 1))
    again.close()


@pytest.mark.parametrize("names", [(FILE_NAME,), (LOG,), (FILE_NAME, LOG)], ids=["database", "log", "both"])
def test_a_backup_copied_over_a_killed_nights_files_is_told_and_the_copy_goes_on(
    tmp_path: Path, running: Journal, names: tuple[str, ...]
) -> None:
    killed, backup = tmp_path / "killed", tmp_path / "backup"
    shutil.copytree(tmp_path / "night", killed)
    running.close()
    copied_over(backup, killed, names)
    before = contents(killed)
    again = opened(killed)
    assert [one.seq for one in again.entries()] == list(range(1, LAST + 1))
    assert again.put_aside is not None
    assert all(contents(killed)[again.put_aside + name.removeprefix(FILE_NAME)] == before[name] for name in EVERY)
    again.close()


def test_files_that_are_only_touched_are_nobodys_damage(tmp_path: Path) -> None:
    journal = written(tmp_path)
    for name in EVERY:
        (tmp_path / name).touch()
    assert journal.write((entry(STEPS + 1),)) is None
    (tmp_path / COPY).unlink()
    assert journal.write((entry(STEPS + 2),)) is None
    assert journal.put_aside is None and not list(tmp_path.glob("*damaged*"))
    journal.close()
    again = opened(tmp_path)
    assert again.entries() == [*ENTRIES, entry(STEPS + 1), entry(STEPS + 2)]
    again.close()


def test_closing_a_night_twice_leaves_alone_what_went_on_meanwhile(tmp_path: Path) -> None:
    first = written(tmp_path)
    first.close()
    second = opened(tmp_path)
    assert second.write((entry(STEPS + 1),)) is None
    first.close()
    assert second.write((entry(STEPS + 2),)) is None
    assert second.put_aside is None
    second.close()


@pytest.mark.parametrize("full_then", [False, True])
def test_the_story_says_that_files_were_changed_under_the_running_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full_then: bool
) -> None:
    """Also where the disk took nothing just when that was seen: it was said by nobody then."""
    session = opened_session(tmp_path / "night")
    session.join("Ada")
    shutil.copytree(tmp_path / "night", tmp_path / "backup")
    session.join("Bo")
    copied_over(tmp_path / "backup", tmp_path / "night", EVERY)
    if full_then:
        with monkeypatch.context() as full:
            full.setattr("companion.live.journal.insert", no_room)
            assert code(session.join("Cy")) == "disk_trouble"
    session.join("Cy")
    told = [(line.code, line.facts) for line in table_view(session).lines if line.code.startswith("journal")]
    assert told == [("journal_replaced", {"file": f"{FILE_NAME}.damaged-1"})]
    session.close()
    again = opened_session(tmp_path / "night")
    assert [seat.name for seat in table_view(again).seats] == ["Ada", "Bo", "Cy"]
    assert [line.code for line in table_view(again).lines if line.code.startswith("journal")] == ["journal_replaced"]
    again.close()
