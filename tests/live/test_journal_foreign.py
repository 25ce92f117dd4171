"""Files of another night, or of an earlier hour, beside this night's: said, kept, and the sound night goes on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from journal_night import COPY, ENTRIES, LOG, SEATS, contents, entry, opened, written

from companion.live.journal import FILE_NAME

MORE = tuple(entry(seq) for seq in range(1, 90))


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """Another night, longer than this one, as a kill leaves it."""
    running, folder = tmp_path / "another running", tmp_path / "another"
    journal = opened(running)
    assert journal.write(settings={"seed": "8", "host_token": "xyz"}) is None
    for one in MORE:
        assert journal.write((one,)) is None
    shutil.copytree(running, folder)
    journal.close()
    return folder


@pytest.fixture
def closed(tmp_path: Path) -> Path:
    folder = tmp_path / "night"
    written(folder).close()
    return folder


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    journal = written(tmp_path / "running")
    shutil.copytree(tmp_path / "running", tmp_path / "night")
    journal.close()
    return tmp_path / "night"


def goes_on_and_says_so(folder: Path, before: dict[str, bytes]) -> None:
    journal = opened(folder)
    assert journal.put_aside is not None
    assert (journal.entries(), journal.seats(), journal.settings()["seed"]) == (ENTRIES, SEATS, "7")
    kept = contents(folder)
    for name, data in before.items():
        if name in (FILE_NAME, LOG, COPY):
            assert kept[journal.put_aside + name.removeprefix(FILE_NAME)] == data
    journal.close()


@pytest.mark.parametrize("with_copy", [True, False])
def test_a_log_of_another_night_beside_a_closed_one_does_not_open_that_other_night(
    closed: Path, foreign: Path, with_copy: bool
) -> None:
    shutil.copyfile(foreign / LOG, closed / LOG)
    if not with_copy:
        (closed / COPY).unlink()
    goes_on_and_says_so(closed, contents(closed))


def test_a_log_of_another_night_in_place_of_a_killed_ones_costs_no_step(killed: Path, foreign: Path) -> None:
    shutil.copyfile(foreign / LOG, killed / LOG)
    goes_on_and_says_so(killed, contents(killed))


def test_a_log_and_a_copy_of_another_night_do_not_outvote_the_database(closed: Path, foreign: Path) -> None:
    for name in (LOG, COPY):
        shutil.copyfile(foreign / name, closed / name)
    goes_on_and_says_so(closed, contents(closed))


def test_a_log_of_an_earlier_hour_beside_a_closed_night_takes_no_step_back(tmp_path: Path, closed: Path) -> None:
    journal = opened(tmp_path / "earlier")
    assert journal.write(settings={"seed": "7", "host_token": "abc"}, seats=SEATS) is None
    for one in ENTRIES[:20]:
        assert journal.write((one,)) is None
    log = (tmp_path / "earlier" / LOG).read_bytes()
    journal.close()
    (closed / LOG).write_bytes(log)
    (closed / COPY).unlink()
    goes_on_and_says_so(closed, contents(closed))
