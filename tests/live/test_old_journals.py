"""Nights that earlier versions of the program wrote are opened, shown as they were, and played on."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from at_table import code, done, opened, table_view
from demo_night import opened_demo, play, sit_at
from open_table import OpenTable
from what_is_seen import JOURNALS, stated

from companion.demo.players import Players
from companion.demo.tidy import laid_out
from companion.live.journal import FILE_NAME, FORMAT
from companion.live.session import Session
from companion.live.store import decode_event
from companion.rules.audit import audit
from companion.state import commands as c
from companion.state import events as e
from companion.state.commands import ByTable
from companion.views.model import Stage

STEPS = 60  # of play, enough for the hands, the maze and every seat to be needed
NIGHTS = sorted(path.stem for path in JOURNALS.glob("*.sqlite3"))


def old_night(folder: Path, name: str) -> Path:
    shutil.copyfile(JOURNALS / f"{name}.sqlite3", folder / FILE_NAME)
    return folder


def table_as_it_lies(session: Session) -> OpenTable:
    """The simulated table of a night that is taken up again."""
    table = OpenTable()
    table.scene.lying.clear()
    for cell, face, kind, _goal in laid_out(table_view(session)):
        table.lay(cell, face, kind)
    table.waiting.clear()
    sit_at(session, table)
    session.observe(table.board())
    return table


def test_there_is_an_old_night_of_both_boxes() -> None:
    assert {"base", "second", "base_words", "second_words"} <= set(NIGHTS)


def test_a_game_that_an_earlier_version_led_to_the_lobby_was_played_to_its_end() -> None:
    """It wrote no word about that, as nothing else could happen."""
    assert decode_event({"is": "LobbyOpened"}) == e.LobbyOpened(given_up=False)


@pytest.mark.parametrize("name", NIGHTS)
def test_an_old_night_is_shown_as_it_was_left(tmp_path: Path, name: str) -> None:
    truth = json.loads((JOURNALS / f"{name}.json").read_text(encoding="utf-8"))
    session = opened_demo(old_night(tmp_path, name))
    assert stated(session) == truth
    assert audit(session._ledger.story.game) == ()
    assert not list(tmp_path.glob("*damaged*"))
    session.close()


@pytest.mark.parametrize("name", NIGHTS)
def test_an_old_night_is_played_on(tmp_path: Path, name: str) -> None:
    session = opened_demo(old_night(tmp_path, name))
    if table_view(session).stage is Stage.GAME_OVER:
        done(session.submit(ByTable(), c.NewGame()))
        done(session.submit(ByTable(), c.StartGame(0)))
    before = len(session._ledger.story.steps)
    play(Players(1), session, table_as_it_lies(session), Stage.ROUND_OVER, STEPS)
    assert len(session._ledger.story.steps) > before + STEPS / 2
    assert audit(session._ledger.story.game) == ()
    after = session._ledger.story.game
    session.close()
    again = opened_demo(tmp_path)
    assert again._ledger.story.game == after
    again.close()


# ---- of a later version -------------------------------------------------------------------------------------------


def written_by_a_later_program(folder: Path, change: str) -> bytes:
    database = sqlite3.connect(old_night(folder, "base") / FILE_NAME)
    with database:
        database.execute(change)
    database.close()
    return (folder / FILE_NAME).read_bytes()


def test_a_night_in_a_later_format_is_refused_and_not_touched(tmp_path: Path) -> None:
    before = written_by_a_later_program(tmp_path, f"PRAGMA user_version={FORMAT + 1}")
    assert code(Session.open(tmp_path)) == "journal_newer"
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {FILE_NAME: before}


COMMAND = """UPDATE entries SET command = '{"is": "JugglePickaxes"}' WHERE seq = 20"""
EVENT = """UPDATE entries SET events = '[{"is": "PickaxesJuggled"}]' WHERE seq = 20"""
KIND = """UPDATE entries SET kind = 'dream' WHERE seq = 20"""


@pytest.mark.parametrize("change", [COMMAND, EVENT, KIND], ids=["command", "event", "kind"])
def test_a_night_in_words_of_a_later_program_is_put_aside_whole_and_told(tmp_path: Path, change: str) -> None:
    written_by_a_later_program(tmp_path, change)
    kept = entries_of(tmp_path / FILE_NAME)
    session = opened(tmp_path)
    assert table_view(session).stage is Stage.LOBBY
    (line,) = table_view(session).lines
    assert (line.code, line.facts["file"]) == ("journal_put_aside", f"{FILE_NAME}.damaged-1")
    session.close()
    assert entries_of(tmp_path / f"{FILE_NAME}.damaged-1") == kept


def entries_of(path: Path) -> list[tuple[object, ...]]:
    database = sqlite3.connect(path)
    rows = database.execute("SELECT * FROM entries ORDER BY seq").fetchall()
    database.close()
    return rows
