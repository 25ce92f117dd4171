"""The game's folder is deleted or moved under the running program: told though nobody presses, and written again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from at_table import begun, code, codes, done, opened, place, table_view

from companion.live.journal import FILE_NAME
from companion.live.session import Session
from companion.live.settings import DISK_TRIED_S, GAME_TOLD_S
from companion.state import commands as c
from companion.state.commands import BySeat, ByTable
from companion.state.refusals import Refusal

GONE = {
    "deleted": shutil.rmtree,
    "moved": lambda folder: folder.rename(folder.with_name("elsewhere")),
    "emptied": lambda folder: [file.unlink() for file in folder.iterdir()],
    "without its database": lambda folder: (folder / FILE_NAME).unlink(),
}


def later(session: Session) -> None:
    """The disk is looked after again, by whoever waits for news."""
    now = session._ledger._clock()
    session._ledger._clock = lambda: now + DISK_TRIED_S
    session.wait(session.version, 0.0)


@pytest.mark.parametrize("how", GONE)
def test_a_folder_that_is_gone_is_written_again_and_told_though_nobody_presses(tmp_path: Path, how: str) -> None:
    """Nothing was told before the next press."""
    session = begun(tmp_path / "night")
    before, version = table_view(session), session.version
    GONE[how](tmp_path / "night")
    assert session.wait(version, 0.0) > version
    assert codes(session)[-1].startswith("journal_") and table_view(session).trouble is None
    again = opened_copy(session, tmp_path)
    assert [seat.name for seat in table_view(again).seats] == [seat.name for seat in before.seats]
    again.close()
    done(session.submit(BySeat(0), place(1, 0)))
    assert session.close() is None


def opened_copy(session: Session, folder: Path) -> Session:
    """As another program would find it if this one were killed now."""
    shutil.copytree(session._ledger.journal._path.parent, folder / "as if killed")
    return opened(folder / "as if killed")


def test_nothing_is_told_of_a_folder_that_lies_as_it_was_left(tmp_path: Path) -> None:
    session = begun(tmp_path / "night")
    version = session.version
    assert session.wait(version, 0.0) == version
    (tmp_path / "night" / FILE_NAME).touch()
    later(session)
    assert session.version == version and "journal_written_again" not in codes(session)
    session.close()


def in_the_way(folder: Path) -> None:
    """No folder can be made there."""
    folder.rename(folder.with_name("elsewhere"))
    folder.write_text("somebody's letter")


def test_where_it_cannot_be_written_again_that_is_told_until_it_can_be(tmp_path: Path) -> None:
    session = begun(tmp_path / "night")
    in_the_way(tmp_path / "night")
    version = session.wait(session.version, 0.0)
    told = table_view(session).trouble
    assert isinstance(told, Refusal) and code(session.submit(BySeat(0), place(1, 0))) == told.code
    later(session)
    assert table_view(session).trouble == told and session.version == version
    (tmp_path / "night").unlink()
    later(session)
    assert table_view(session).trouble is None and codes(session)[-1] == "journal_written_again"
    done(session.submit(BySeat(0), place(1, 0)))
    assert session.close() is None
    again = opened(tmp_path / "night")
    assert [seat.name for seat in table_view(again).seats] == ["Ana", "Bo", "Cy", "Di"]
    again.close()


@pytest.mark.parametrize("how", GONE)
def test_a_game_that_is_closed_right_after_its_folder_went_is_kept(tmp_path: Path, how: str) -> None:
    """Ctrl-C said that the game is kept, and it was gone."""
    session = begun(tmp_path / "night")
    done(session.submit(BySeat(0), place(1, 0)))
    before = table_view(session).maze
    GONE[how](tmp_path / "night")
    assert session.close() is None
    again = opened(tmp_path / "night")
    assert table_view(again).maze == before
    again.close()


def test_a_game_that_cannot_be_kept_when_it_is_closed_says_so(tmp_path: Path) -> None:
    session = begun(tmp_path / "night")
    in_the_way(tmp_path / "night")
    assert isinstance(session.close(), Refusal)


def test_closed_it_is_not_looked_after_any_more(tmp_path: Path) -> None:
    session = begun(tmp_path / "night")
    session.close()
    shutil.rmtree(tmp_path / "night")
    later(session)
    assert not (tmp_path / "night").exists() and table_view(session).trouble is None


def test_another_program_that_has_begun_a_game_there_meanwhile_keeps_it(tmp_path: Path) -> None:
    """The lock was gone with the folder: both wrote into one file, and each put the other's night aside."""
    first = begun(tmp_path / "night")
    shutil.rmtree(tmp_path / "night")
    second = opened(tmp_path / "night")
    second.join("Zoe")
    first.wait(first.version, 0.0)
    assert table_view(first).trouble is not None
    assert code(first.submit(BySeat(0), place(1, 0))) == "disk_trouble"
    done(second.submit(ByTable(), c.AddSeat("Yan")))
    assert second.close() is None and second._ledger.journal.put_aside is None
    later(first)
    assert table_view(first).trouble is None and codes(first)[-1] == "journal_replaced"
    done(first.submit(BySeat(0), place(1, 0)))
    first.close()


def test_a_folder_that_is_gone_is_noticed_within_seconds() -> None:
    """By whatever thread follows the game, which asks anew so often."""
    assert GAME_TOLD_S + DISK_TRIED_S <= 10.0
