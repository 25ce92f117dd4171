"""A damaged journal is said to be so, kept as it is, and goes on from what is whole; it is never silently older."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
from at_table import opened as opened_session
from at_table import table_view
from journal_flips import each_flip, goes_on_or_says_so, killed_night
from journal_night import COPY, ENTRIES, LOG, SEATS, STEPS, contents, entry, opened, spoil, written

from companion.live.journal import FILE_NAME, Journal
from companion.live.journal_file import FORMAT
from companion.state.refusals import Refusal

FLIPS = 20  # of one file's bits; thousands of them: tests/benchmarks/flips.py


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A night that was closed in peace: the database and its copy."""
    folder = tmp_path_factory.mktemp("closed")
    written(folder).close()
    return folder


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return killed_night(tmp_path_factory.mktemp("running"), tmp_path_factory.mktemp("killed"))


@pytest.fixture(params=["closed", "killed"])
def night(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    folder = tmp_path / "night"
    shutil.copytree(request.getfixturevalue(request.param), folder)
    return folder


def test_whatever_bit_flips_in_a_closed_journal_all_steps_go_on_from_the_copy(closed: Path, tmp_path: Path) -> None:
    steps = each_flip(closed, FILE_NAME, 2 * FLIPS, tmp_path)
    assert set(steps) == {STEPS}


def test_whatever_bit_flips_in_a_log_all_steps_go_on_from_the_copy(killed: Path, tmp_path: Path) -> None:
    assert set(each_flip(killed, LOG, FLIPS, tmp_path)) == {STEPS}


def test_whatever_bit_flips_in_the_copy_the_database_leads(closed: Path, tmp_path: Path) -> None:
    assert set(each_flip(closed, COPY, FLIPS, tmp_path)) == {STEPS}


def test_a_kill_while_damage_is_put_aside_costs_no_step(
    closed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "night"
    shutil.copytree(closed, folder)
    spoil(folder, 41)
    with monkeypatch.context() as patched:
        patched.setattr("companion.live.journal.begin_anew", lambda *rows: pytest.fail("killed"))
        with pytest.raises(pytest.fail.Exception):
            Journal.open(folder)
    assert goes_on_or_says_so(folder) == STEPS


@pytest.mark.parametrize("name", [FILE_NAME, LOG])
@pytest.mark.parametrize("how", ["emptied", "lost", "cut"])
def test_a_file_that_is_emptied_lost_or_cut_costs_no_step(killed: Path, tmp_path: Path, name: str, how: str) -> None:
    folder = tmp_path / "night"
    shutil.copytree(killed, folder)
    if how == "lost":
        (folder / name).unlink()
    else:
        data = (folder / name).read_bytes()
        (folder / name).write_bytes(b"" if how == "emptied" else data[: len(data) // 2])
    assert goes_on_or_says_so(folder) == STEPS


def test_without_a_copy_an_emptied_database_is_played_back_from_its_log(killed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "night"
    shutil.copytree(killed, folder)
    (folder / COPY).unlink()
    (folder / FILE_NAME).write_bytes(b"")
    assert goes_on_or_says_so(folder) == STEPS


def test_without_a_copy_a_damaged_database_goes_on_from_its_sound_beginning(closed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "night"
    shutil.copytree(closed, folder)
    (folder / COPY).unlink()
    spoil(folder, 41)
    assert goes_on_or_says_so(folder) == 40


def test_without_a_copy_a_log_of_which_a_bit_flipped_is_never_silently_older(killed: Path, tmp_path: Path) -> None:
    alone = tmp_path / "alone"
    shutil.copytree(killed, alone)
    (alone / COPY).unlink()
    steps = each_flip(alone, LOG, FLIPS, tmp_path)
    assert -1 not in steps and len(set(steps)) > 5  # said each time, as each_flip makes sure


def test_without_a_copy_a_step_that_a_kill_cut_off_is_no_damage(killed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "night"
    shutil.copytree(killed, folder)
    (folder / COPY).unlink()
    log = (folder / LOG).read_bytes()
    (folder / LOG).write_bytes(log[:-1000])
    journal = opened(folder)
    assert journal.put_aside is None and len(journal.entries()) == STEPS - 1
    journal.close()


def test_a_copy_that_a_power_cut_tore_is_written_anew_and_nobody_is_troubled(night: Path) -> None:
    data = (night / COPY).read_bytes()
    (night / COPY).write_bytes(data[: len(data) - 31])
    journal = opened(night)
    assert journal.put_aside is None and journal.entries() == ENTRIES
    journal.close()
    assert (night / COPY).read_bytes() == data


def test_a_copy_of_another_night_is_kept_and_does_not_count(night: Path, tmp_path: Path) -> None:
    other = opened(tmp_path / "other")
    assert other.write(tuple(entry(seq) for seq in range(1, 200)), settings={"seed": "8"}) is None
    other.close()
    foreign = (tmp_path / "other" / COPY).read_bytes()
    (night / COPY).write_bytes(foreign)
    journal = opened(night)
    assert journal.put_aside is None and journal.entries() == ENTRIES
    journal.close()
    assert contents(night)[COPY + ".other-1"] == foreign


def test_a_folder_that_is_deleted_under_the_running_program_is_written_again(tmp_path: Path) -> None:
    folder = tmp_path / "night"
    journal = written(folder)
    shutil.rmtree(folder)
    more = entry(STEPS + 1)
    assert journal.write((more,)) is None
    copied = tmp_path / "as if killed"
    shutil.copytree(folder, copied)
    journal.close()
    again = opened(copied)
    assert again.entries() == [*ENTRIES, more] and again.seats() == SEATS
    again.close()


def test_a_folder_that_cannot_be_made_again_refuses_the_press(tmp_path: Path) -> None:
    folder = tmp_path / "night"
    journal = written(folder)
    shutil.rmtree(folder)
    folder.write_text("a file where the folder was")
    assert isinstance(journal.write((entry(STEPS + 1),)), Refusal)
    folder.unlink()
    assert journal.write((entry(STEPS + 1),)) is None
    journal.close()


def test_nobody_reads_a_role_or_the_seed_in_the_files_by_looking(night: Path) -> None:
    for name, data in contents(night).items():
        assert b"saboteur" not in data and b"seed" not in data and b"BySeat" not in data, name


def test_the_story_says_that_a_damaged_night_goes_on_and_from_where(tmp_path: Path) -> None:
    session = opened_session(tmp_path)
    session.join("Ada")
    session.join("Bo")
    session.close()
    spoil(tmp_path, 2)
    again = opened_session(tmp_path)
    assert [seat.name for seat in table_view(again).seats] == ["Ada", "Bo"]
    assert [(line.code, line.facts) for line in table_view(again).lines if line.code.startswith("journal")] == [
        ("journal_mended", {"file": f"{FILE_NAME}.damaged-1", "steps": 2})
    ]
    again.close()


def test_an_older_night_that_is_put_there_under_the_running_program_is_kept_and_not_gone_on_with(
    tmp_path: Path,
) -> None:
    folder, backup = tmp_path / "night", tmp_path / "backup"
    journal = written(folder)
    shutil.copytree(folder, backup)
    assert journal.write((entry(STEPS + 1),)) is None
    shutil.rmtree(folder)
    shutil.copytree(backup, folder)
    assert journal.write((entry(STEPS + 2),)) is None
    shutil.copytree(folder, tmp_path / "as if killed")
    journal.close()
    again = opened(tmp_path / "as if killed")
    assert again.entries() == [*ENTRIES, entry(STEPS + 1), entry(STEPS + 2)]
    again.close()
    assert list(folder.glob("*damaged*"))


@pytest.mark.parametrize("name", [FILE_NAME, LOG])
def test_a_lost_file_beside_a_damaged_copy_is_told_and_nothing_is_overwritten(
    killed: Path, tmp_path: Path, name: str
) -> None:
    folder = tmp_path / "night"
    shutil.copytree(killed, folder)
    copy = bytearray((folder / COPY).read_bytes())
    copy[3] ^= 1
    (folder / COPY).write_bytes(bytes(copy))
    (folder / name).unlink()
    journal = opened(folder)
    assert journal.put_aside is not None
    assert (folder / (journal.put_aside + "-copy")).read_bytes() == bytes(copy)
    journal.close()


@pytest.mark.parametrize("version", [1, 2, 7, 35, 515])
def test_a_format_that_the_file_does_not_have_is_damage(closed: Path, tmp_path: Path, version: int) -> None:
    folder = tmp_path / "night"
    shutil.copytree(closed, folder)
    database = sqlite3.connect(folder / FILE_NAME)
    database.execute(f"PRAGMA user_version={version}")
    database.close()
    assert goes_on_or_says_so(folder) == STEPS


@pytest.mark.parametrize("without", [FILE_NAME, COPY])
def test_a_later_programs_number_is_damage_where_rows_or_copy_are_of_this_one(
    closed: Path, tmp_path: Path, without: str
) -> None:
    folder = tmp_path / "night"
    shutil.copytree(closed, folder)
    database = sqlite3.connect(folder / FILE_NAME)
    database.execute(f"PRAGMA user_version={FORMAT + 1}")
    if without == FILE_NAME:
        database.execute("ALTER TABLE rows RENAME TO gone")
    database.close()
    if without == COPY:
        (folder / COPY).unlink()
    assert goes_on_or_says_so(folder) == STEPS


@pytest.mark.parametrize("number", [FORMAT, FORMAT + 1])
def test_a_night_whose_sealed_rows_tell_of_a_later_program_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    with monkeypatch.context() as later:
        later.setattr("companion.live.journal.FORMAT", FORMAT + 1)
        written(tmp_path).close()
    database = sqlite3.connect(tmp_path / FILE_NAME)
    database.execute(f"PRAGMA user_version={number}")
    database.close()
    before = contents(tmp_path)
    assert Journal.open(tmp_path) == Refusal("journal_newer")
    assert contents(tmp_path) == before
