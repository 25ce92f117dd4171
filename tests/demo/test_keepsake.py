"""What is kept of a night: all that everybody saw, once it is over, and nothing while a game is played."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import cv2
import numpy as np
import pytest
from at_table import done, table_view
from demo_night import demo, play
from page_words import of_others

from companion import Position
from companion.demo.players import Players
from companion.live.session import Session
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.views.model import Stage
from web import create_app
from web.config import WebConfig
from web.language import Speech
from web.present.night_picture import night_picture
from web.present.page import Page
from web.present.selection import Selection

HOME = "http://127.0.0.1:8000"


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """A game of three rounds that simulated players have played to its end."""
    session, table = demo(tmp_path_factory.mktemp("night"), 4, 3)
    for _ in range(6):
        play(Players(3), session, table, Stage.GAME_OVER)
        if table_view(session).stage is Stage.GAME_OVER:
            return session
    raise AssertionError(table_view(session).stage)


def got(session: Session, path: str) -> tuple[int, str]:
    answer = create_app(session, WebConfig(8000)).test_client().get(path, base_url=HOME)
    return answer.status_code, answer.text


def test_every_round_is_kept_with_its_moves_its_roles_and_the_mine_as_it_lay(over: Session) -> None:
    kept = over.keepsake()
    assert kept is not None
    assert [one.number for one in kept] == [1, 2, 3]
    for one in kept:
        assert one.result is not None and all(score.role for score in one.result.scores)
        laid = [move.line.facts["cell"] for move in one.moves if move.line.code == "path_placed"]
        assert laid and {cell for cell in laid if isinstance(cell, Cell)}
        sizes = [len(move.maze.cards) for move in one.moves]
        assert sizes[0] < sizes[-1]
    last = table_view(over).maze
    assert last is not None and {card.cell for card in kept[-1].moves[-1].maze.cards} == {
        card.cell for card in last.cards
    }


def test_each_round_has_the_gold_that_the_table_of_the_night_tells_and_not_the_last_alone(over: Session) -> None:
    kept, night = over.keepsake(), table_view(over).rounds_played
    assert kept is not None
    gold = [tuple(score.nuggets for score in one.result.scores) for one in kept if one.result is not None]
    assert gold == [line.nuggets for line in night]
    assert sum(any(round_) for round_ in gold) > 1


def test_while_a_game_is_played_nothing_is_kept(tmp_path: Path) -> None:
    session, table = demo(tmp_path, 4, 3)
    for stage in (Stage.PLAY, Stage.ROUND_OVER, Stage.PLAY):
        play(Players(3), session, table, stage)
        assert session.keepsake() is None
        assert got(session, "/keepsake.html")[0] == got(session, "/keepsake.png")[0] == 404
        if stage is Stage.ROUND_OVER:
            done(session.submit(c.ByTable(), c.NextRound()))
    session.close()


def test_the_page_needs_nothing_from_outside_and_tells_all_rounds(over: Session) -> None:
    status, page = got(over, "/keepsake.html")
    assert "Test game: the shuffle is fixed" in page  # as on every other page of it
    assert status == 200
    assert page.count("<section data-round") == page.count('<input type="range"') == 3
    for name in (seat.name for seat in table_view(over).seats):
        assert name in page
    assert of_others(page) == []
    assert len(page) < 1_500_000


def test_the_picture_to_share_shows_the_podium_the_rounds_and_the_last_maze(over: Session) -> None:
    client = create_app(over, WebConfig(8000)).test_client()
    answer = client.get("/keepsake.png", base_url=HOME)
    name = f"saboteur-{date.today().isoformat()}.png"
    assert (answer.mimetype, answer.headers["Content-Disposition"]) == ("image/png", f'attachment; filename="{name}"')
    picture = cv2.imdecode(np.frombuffer(answer.data, np.uint8), cv2.IMREAD_COLOR)
    high, wide = picture.shape[:2]
    assert wide == 1080 and high > 1000
    gold, dark = np.array([0x4B, 0xC2, 0xFF]), np.array([0x09, 0x0E, 0x15])  # BGR
    lit, empty = (np.all(picture == colour, axis=2) for colour in (gold, dark))
    assert lit[: high // 3].sum() > 20_000  # the highest step and the winners' line
    assert lit[high // 3 : high // 2].sum() > 500  # who won each round
    assert not empty[-200:-100, 100:-100].any()  # the maze's panel fills the foot


@pytest.mark.parametrize("name", ["W" * 24, "Zoë Müller-Łęcka", "王小明", "🦄", "<b>&"])
def test_any_name_stays_inside_the_picture(over: Session, name: str) -> None:
    view, kept = table_view(over), over.keepsake()
    assert kept is not None
    named = replace(view, seats=tuple(replace(seat, name=name) for seat in view.seats))
    drawn = night_picture(Page(named, Speech("de"), Selection(), "/"), kept, "", "2026-11-29")
    picture = cv2.imdecode(np.frombuffer(drawn, np.uint8), cv2.IMREAD_COLOR)
    assert np.array_equal(picture[:, :20], np.broadcast_to(picture[:1, :1], picture[:, :20].shape))
    assert np.array_equal(picture[:, -20:], np.broadcast_to(picture[:1, :1], picture[:, -20:].shape))


def test_the_night_as_text_is_played_again_to_the_same_gold_and_tells_no_seed(over: Session) -> None:
    code, text = got(over, "/keepsake.txt")
    again = Position.from_record(text)
    final = {score.seat: score.nuggets for score in table_view(over).final}
    assert code == 200 and again.result is not None
    assert list(again.result.nuggets) == [final[seat] for seat in range(len(final))]
    assert "seed" not in text.split() and "cards     printed" in text


def test_a_night_that_is_still_played_is_told_to_nobody(tmp_path: Path) -> None:
    session, _ = demo(tmp_path, 4, 3)
    assert session.record() is None and got(session, "/keepsake.txt")[0] == 404
