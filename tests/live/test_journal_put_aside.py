"""While damage is put aside the program is killed anywhere: nothing is destroyed, and the next start ends the same."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from at_table import opened as opened_session
from at_table import table_view
from journal_night import COPY, LOG, STEPS, contents, entry, opened, spoil, written

from companion.live import journal_damage
from companion.live.journal import FILE_NAME, Journal
from companion.state.refusals import Refusal


class Kills:
    """What lies in the folder before and after each of the steps that change it: what a kill there leaves."""

    def __init__(self, folder: Path, into: Path) -> None:
        self.folder, self.into, self.left = folder, into, []

    def around(self, step: Callable) -> Callable:
        def stepped(*given, **named):
            self._look()
            done = step(*given, **named)
            self._look()
            return done

        return stepped

    def _look(self) -> None:
        if self.left and contents(self.left[-1]) == contents(self.folder):
            return
        left = self.into / str(len(self.left))
        shutil.copytree(self.folder, left)
        self.left.append(left)


@pytest.fixture
def kills(tmp_path: Path) -> Iterator[Kills]:
    seen = Kills(tmp_path / "night", tmp_path / "kills")
    with pytest.MonkeyPatch.context() as patched:
        for where, name in ((journal_damage, "_onto_disk"), (Path, "replace"), (Path, "unlink"), (os, "fsync")):
            patched.setattr(where, name, seen.around(getattr(where, name)))
        yield seen


def killed_with_a_spoilt_log(folder: Path, running: Path) -> None:
    """No copy, and a log of which the last third is damaged in one bit."""
    journal = written(running)
    shutil.copytree(running, folder)
    journal.close()
    log = bytearray((folder / LOG).read_bytes())
    log[2 * len(log) // 3] ^= 1
    (folder / LOG).write_bytes(bytes(log))
    (folder / FILE_NAME).write_bytes(b"")  # and an emptied database, so that it is noticed


def closed_and_spoilt(folder: Path, running: Path) -> None:
    written(folder).close()
    spoil(folder, 41)


@pytest.mark.parametrize("spoilt", [closed_and_spoilt, killed_with_a_spoilt_log])
def test_a_kill_anywhere_while_damage_without_a_copy_is_put_aside_destroys_nothing(
    tmp_path: Path, kills: Kills, spoilt: Callable[[Path, Path], None]
) -> None:
    spoilt(kills.folder, tmp_path / "running")
    (kills.folder / COPY).unlink()
    before = contents(kills.folder)
    kills.left.clear()
    shutil.rmtree(kills.into)
    journal = opened(kills.folder)
    undisturbed, seats = journal.entries(), journal.seats()
    assert journal.put_aside and len(undisturbed) < STEPS
    journal.close()
    left = tuple(kills.left)
    assert len(left) >= 6
    for folder in left:
        again = opened(folder)
        assert (again.entries(), again.seats()) == (undisturbed, seats), folder.name
        assert again.put_aside is not None
        found = contents(folder)
        assert {before[name] for name in (FILE_NAME, LOG) if name in before} <= set(found.values()), folder.name
        assert again.write((entry(len(undisturbed) + 1),)) is None
        again.close()
        once_more = opened(folder)
        assert once_more.put_aside is None and len(once_more.entries()) == len(undisturbed) + 1
        once_more.close()


def test_the_log_of_a_damaged_night_is_kept_as_it_was_before_anything_opened_it(tmp_path: Path, kills: Kills) -> None:
    killed_with_a_spoilt_log(kills.folder, tmp_path / "running")
    (kills.folder / COPY).unlink()
    log = (kills.folder / LOG).read_bytes()
    journal = opened(kills.folder)
    assert (kills.folder / f"{journal.put_aside}-wal").read_bytes() == log
    journal.close()


def test_where_there_is_no_room_to_put_damage_aside_nothing_is_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path).close()
    spoil(tmp_path, 41)
    before = contents(tmp_path)

    def full(path: Path) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(journal_damage, "_onto_disk", full)
        refused = Journal.open(tmp_path)
    assert refused == Refusal("disk_full")
    assert contents(tmp_path) == before


def test_the_story_says_it_also_where_the_first_start_was_killed_before_it_could(tmp_path: Path) -> None:
    session = opened_session(tmp_path)
    session.join("Ada")
    session.join("Bo")
    session.close()
    spoil(tmp_path, 2)
    opened(tmp_path).close()  # put aside, and killed before anybody was told
    for _ in range(2):
        session = opened_session(tmp_path)
        told = [line.code for line in table_view(session).lines if line.code.startswith("journal")]
        assert told == ["journal_mended"]
        session.close()
