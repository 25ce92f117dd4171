"""After a correction the table screen offers to keep the picture, once for each, and shows what is kept."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from flask import Flask
from sample_browser import Browser

sys.path.append(str(Path(__file__).parents[2] / "live"))

from at_table import asked, begun, lays, maze, table_view, watch

from companion.live.session import Session
from companion.live.tell_game import agreed_cards
from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from vision.teaching.misreads import Misreads
from web import create_app
from web.config import WebConfig
from web.language import Speech, languages

OFFER, KEPT = "Keep this picture?", "/table/misreads"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Session]:
    """The camera takes a dead end for a tunnel, and asks."""
    session = begun(tmp_path / "game")
    watch(session)
    lays(session, 1, 0, "EW", 0.6, ("E|W", 0.3))
    yield session
    session.close()


@pytest.fixture
def misreads(table: Session, tmp_path: Path) -> Misreads:
    def settled() -> tuple[np.ndarray, tuple]:
        return image, tuple(table._table.questions.board.board.values())

    image = np.random.default_rng(1).integers(0, 255, (120, 160, 3), np.uint8)
    return Misreads(tmp_path / "misreads", settled, lambda: agreed_cards(table_view(table)))


@pytest.fixture
def app(table: Session, misreads: Misreads) -> Flask:
    return create_app(table, WebConfig(8000, lambda: ("192.168.1.20",), misreads=misreads))


@pytest.fixture
def host(table, browser) -> Browser:
    return browser(host=table.host_token())


def correct(table: Session, host: Browser) -> None:
    """The person at the table screen says that it is a dead end."""
    proposal = asked(table).id
    done = host.post(
        "/table/review/correct", {"proposal": proposal, "cell": "1,0", "face": "E|W", "seen": table.version}
    )
    assert done.status_code == 303
    assert maze(table)[Cell(1, 0)] == "E|W"


def test_after_a_correction_the_table_screen_offers_to_keep_the_picture(table, host, browser):
    assert OFFER not in host.get("/table").text
    correct(table, host)
    assert OFFER in host.get("/table").text
    assert OFFER not in browser().get("/table").text, "whoever only watches is not asked"


def test_pages_hear_of_the_offer_and_of_its_answer(table, host, misreads):
    before = table.version
    correct(table, host)
    asked_with = table.version
    assert asked_with > before + 1, "the correction, and then the offer"
    host.post(f"{KEPT}/decline")
    assert table.version > asked_with
    assert OFFER not in host.get("/table").text
    assert misreads.kept() == ()


def test_a_kept_picture_can_be_looked_at_and_saved_as_one_archive(table, host, misreads):
    correct(table, host)
    assert host.post(f"{KEPT}/keep").headers["Location"] == "/table"
    assert OFFER not in host.get("/table").text
    (one,) = misreads.kept()
    assert one.unclear == 0
    page = host.get(KEPT).text
    assert f"{KEPT}/{one.key}.jpg" in page
    assert host.get(f"{KEPT}/{one.key}.jpg").data.startswith(b"\xff\xd8")
    archive = host.get(f"{KEPT}/archive")
    assert "attachment" in archive.headers["Content-Disposition"]
    assert zipfile.ZipFile(BytesIO(archive.data)).namelist() == [f"{one.key}.jpg", f"{one.key}.json"]
    host.post(f"{KEPT}/remove", {"key": one.key})
    assert misreads.kept() == ()
    assert host.get(f"{KEPT}/{one.key}.jpg").status_code == 404


def test_one_press_ends_the_questions_for_ever_and_the_page_asks_again(table, host, misreads):
    correct(table, host)
    host.post(f"{KEPT}/never")
    assert OFFER not in host.get("/table").text
    assert not Misreads(misreads.folder).asks
    assert "Ask me after each fix" in host.get(KEPT).text
    host.post(f"{KEPT}/ask", {"yes": "1"})
    assert misreads.asks


def test_a_full_disk_is_told_on_the_table_screen(table, host, misreads, monkeypatch):
    correct(table, host)
    monkeypatch.setattr(misreads, "keep", lambda: Hint("misread.not_kept"))
    answer = host.post(f"{KEPT}/keep")
    assert answer.status_code == 409
    assert "the disk is full" in answer.text


def test_a_card_put_right_by_hand_is_offered_as_well(table, host):
    host.post("/table/cell", {"cell": "1,0", "face": "E|W", "seen": table.version})
    assert OFFER in host.get("/table").text


def test_a_refused_correction_offers_nothing(table, host):
    answer = host.post("/table/review/correct", {"proposal": "p9", "cell": "1,0", "face": "E|W"})
    assert answer.status_code == 409
    assert OFFER not in host.get("/table").text


def test_only_the_host_may_look_or_press(table, host, browser, misreads):
    correct(table, host)
    for one in (browser(), browser(seat="some-token")):
        for path in (KEPT, f"{KEPT}/archive", f"{KEPT}/table-00000000.jpg"):
            assert one.get(path).status_code == 403, path
        for verb in ("keep", "decline", "never", "ask", "remove"):
            assert one.post(f"{KEPT}/{verb}").status_code == 403, verb
    assert misreads.offered() is not None


@pytest.mark.parametrize("language", languages())
def test_the_offer_and_the_page_speak_every_language(table, browser, language):
    host, say = browser(host=table.host_token(), language=language), Speech(language)
    correct(table, host)
    assert say("misreads.offer") in host.get("/table").text
    host.post(f"{KEPT}/keep")
    page = host.get(KEPT).text
    assert say("misreads.archive") in page
    assert "misreads." not in page.replace("/misreads", "")


def test_no_name_and_no_role_is_in_the_file(table, host, misreads):
    correct(table, host)
    host.post(f"{KEPT}/keep")
    (one,) = misreads.kept()
    with zipfile.ZipFile(BytesIO(misreads.archive())) as archive:
        facts = archive.read(f"{one.key}.json").decode()
    assert not any(word in facts for word in ("Ana", "Bo", "gold", "coal", "saboteur", "miner"))
