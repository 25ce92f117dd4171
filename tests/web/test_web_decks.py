"""The pages for teaching a deck and for dragging the table's corners: the host's alone, every press with an answer."""

from __future__ import annotations

import io
from dataclasses import replace
from urllib.parse import quote

import pytest
from sample_browser import Browser
from sample_school import PNG, School
from sample_views import TABLE_VIEWS, Done

from companion.editions import MODULES
from companion.editions.cards import PathCards
from companion.editions.compose import compose
from companion.editions.edition import Module, ModuleGroup
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from companion.sight.taught import CardShown, DeckLine
from companion.state.refusals import Refusal
from companion.views.model import CameraView
from web.app_state import state_of
from web.bundles import script_of
from web.present.palette import every_face


@pytest.fixture
def school(app) -> School:
    school = School()
    aimed = school.asked
    config = state_of(app).config
    state_of(app).config = replace(config, school=school, aim=lambda corners: aimed.append(("aim", corners)))
    return school


def test_the_table_screen_leads_to_both_pages(school, host: Browser):
    page = host.get("/table?do=fix-camera").text
    assert 'href="/table/decks"' in page
    assert 'href="/table/aim"' in page


def test_only_the_host_may_look_or_press(school, phone: Browser, stranger: Browser):
    for browser in (phone, stranger):
        for path in ("/table/decks", "/table/decks/crop/s1.png", "/table/decks/file/Old", "/table/aim"):
            assert browser.get(path).status_code == 403, path
        for path in ("/table/decks/begin", "/table/decks/confirm", "/table/decks/file", "/table/aim"):
            assert browser.post(path, {"name": "x"}).status_code == 403, path
    assert school.asked == []


def test_decks_are_listed_with_their_tools(school, host: Browser):
    page = host.get("/table/decks").text
    assert "Red &lt;box&gt;" in page
    assert "12 pictures, 7 kinds of card" in page
    assert host.get("/table/decks/file/Old").data == b"PK deck"
    assert host.get("/table/decks/file/Gone").status_code == 404


def test_a_deck_of_any_name_can_be_carried_along(school, host: Browser):
    answer = host.get("/table/decks/file/%C5%81%C3%B3d%C5%BA%20%E7%81%AB")
    assert answer.data == b"PK deck"
    named = answer.headers["Content-Disposition"]
    assert named.isascii(), "a server sends headers in Latin letters only"
    assert quote("Łódź 火.deck.zip") in named


@pytest.mark.parametrize("verb", ["begin", "use", "forget"])
def test_a_press_on_the_shelf_does_what_it_says(school, host: Browser, verb):
    assert host.post(f"/table/decks/{verb}", {"name": "Old"}).status_code == 303
    assert school.asked == [(verb, "Old")]


def test_trouble_is_told_in_a_sentence(school, host: Browser):
    school.trouble = Hint("deck.nameless")
    answer = host.post("/table/decks/begin", {"name": ""})
    assert answer.status_code == 409
    assert "Give the deck a name." in answer.text


def test_found_cards_are_shown_beside_their_guess_and_settled_by_a_thumb(school, host: Browser):
    school.lesson = DeckLine("Old", 3, 2, False)
    school.cards = (
        CardShown("s1", ("NS", "NE"), False),
        CardShown("s2", ("EW", "down"), True),
        CardShown("s3", ("N",), False, settled="N"),
    )
    page = host.get("/table/decks").text
    assert "/table/decks/crop/s1.png" in page
    assert host.get("/table/decks/crop/s1.png").data == PNG
    assert host.get("/table/decks/crop/s9.png").status_code == 404
    assert "Which card is this" in host.get("/table/decks?about=s2").text
    host.post("/table/decks/confirm", {"card": "s2", "face": "E|W"})
    host.post("/table/decks/confirm", {"card": "s2", "face": ""})
    host.post("/table/decks/confirm", {"all": "1"})
    assert school.asked == [("confirm", {"s2": "E|W"}), ("confirm", {"s2": ""}), ("confirm", {"s1": "NS"})]
    assert host.post("/table/decks/confirm", {"card": "s2", "face": "NSX"}).status_code == 400


@pytest.mark.parametrize("in_play", [True, False])
def test_a_card_of_any_box_can_be_taught_and_those_of_the_box_in_play_come_first(monkeypatch, in_play):
    third = Module("third", ModuleGroup.MINI, adds_paths=(PathCards(Face.parse("NSb|E"), 1),))
    monkeypatch.setattr("web.present.palette.MODULES", (*MODULES, third))
    box = compose("revised")
    box = replace(box, paths=box.paths + third.adds_paths) if in_play else box
    faces = every_face(box)
    assert len(faces) == len(set(faces)) and {"NSb|E", "NSb|W"} <= set(faces)
    assert (faces.index("NSb|E") < faces.index("NSg|E")) == in_play


def test_a_deck_comes_in_as_a_file(school, host: Browser):
    big = b"PK" + b"0" * 200_000  # more than any other form may bring
    answer = host.client.post(
        "/table/decks/file",
        data={"file": (io.BytesIO(big), "x.zip")},
        headers=dict(host.headers) | {"Origin": "http://192.168.1.20:8000"},
        base_url="http://192.168.1.20:8000",
        content_type="multipart/form-data",
    )
    assert answer.status_code == 303
    assert school.asked == [("bring", big)]


def test_corrections_are_offered_and_taken(school, host: Browser):
    school.waiting = (CardShown("o1", ("NS",), False), CardShown("o2", ("NE",), False))
    assert "Fixed during play" in host.get("/table/decks").text
    host.post("/table/decks/learn", {"offer": "o2", "name": "Old"})
    assert school.asked == [("take_offers", ("o2",), "Old")]


def test_a_card_corrected_on_a_phone_is_offered(school, phone: Browser):
    phone.post("/review/correct", {"proposal": "p1", "cell": "1,0", "face": "NE"})
    assert ("offer", Cell(1, 0), Face.parse("NE")) in school.asked


@pytest.mark.parametrize("path", ["/review/answer", "/table/review/answer"])
def test_a_card_chosen_among_the_candidates_is_offered(school, table, phone: Browser, host: Browser, path):
    table.table = TABLE_VIEWS["proposal"]
    browser = host if path.startswith("/table") else phone
    browser.post(path, {"proposal": "p7", "key": "1"})
    assert school.asked == [("offer", Cell(5, 0), Face.parse("NW"))]
    for other in ({"proposal": "p7", "key": ""}, {"proposal": "p7", "key": "9"}, {"proposal": "p1", "key": "1"}):
        browser.post(path, other)
    assert len(school.asked) == 1, "taken back, or an old question"


@pytest.mark.parametrize(("path", "said"), [
    ("/table/review/answer", {"proposal": "p7", "key": "1"}),
    ("/table/review/correct", {"proposal": "p7", "cell": "1,0", "face": "NE"}),
    ("/table/cell", {"cell": "1,0", "face": "NE"}),
    ("/table/cell", {"cell": "9,3", "face": "NE"}),
])  # fmt: skip
def test_a_correction_that_was_refused_teaches_nothing(school, table, host: Browser, path, said):
    """It was offered all the same, and a deck may have learnt a card that nobody laid."""
    table.table = TABLE_VIEWS["proposal"]
    table.outcome = Refusal("stale")
    assert host.post(path, said).status_code == 409
    assert school.asked == []
    table.outcome = Done()
    assert host.post(path, said).status_code == 303
    assert [verb for verb, *_ in school.asked] == ["offer"]


def test_a_question_that_is_gone_once_it_is_answered_teaches_all_the_same(school, table, phone: Browser, monkeypatch):
    table.table = TABLE_VIEWS["proposal"]

    def settled(*_: object, **__: object) -> Done:
        table.table = TABLE_VIEWS["play"]
        return Done()

    monkeypatch.setattr(table, "answer", settled, raising=False)
    phone.post("/review/answer", {"proposal": "p7", "key": "1"})
    assert school.asked == [("offer", Cell(5, 0), Face.parse("NW"))]


def test_dragged_corners_reach_the_reader_and_can_be_given_up(school, host: Browser):
    page = host.get("/table/aim").text
    assert page.count("aim-handle") == 4
    assert script_of("aim").address in page
    assert host.post("/table/aim", {"corners": "0.1,0.2 0.9,0.2 0.9,0.8 0.1,0.8"}).status_code == 303
    assert host.post("/table/aim", {}).status_code == 303
    corners = ((0.1, 0.2), (0.9, 0.2), (0.9, 0.8), (0.1, 0.8))
    assert school.asked == [("aim", corners), ("aim", None)]


@pytest.mark.parametrize("text", ["1,2", "a,b c,d e,f g,h", "0,0 1,0 1,1 0,9", "0,0 1,0 1,1 nan,0"])
def test_corners_that_are_none_are_refused(school, host: Browser, text):
    assert host.post("/table/aim", {"corners": text}).status_code == 400
    assert school.asked == []


def test_corners_that_no_table_has_stay_on_the_page_with_a_sentence(app, school, host: Browser):
    config = state_of(app).config
    state_of(app).config = replace(config, aim=lambda corners: Hint("aim.crossed"))
    answer = host.post("/table/aim", {"corners": "0.11,0.2 0.9,0.8 0.9,0.2 0.1,0.8"})
    assert answer.status_code == 409
    assert "form a table" in answer.text
    assert 'data-x="0.11"' in answer.text


def test_a_camera_without_a_picture_is_chosen_again_instead_of_aimed(app, school, table, host: Browser):
    config = state_of(app).config
    state_of(app).config = replace(config, use_camera=lambda source: None)
    for name, choose in (("lobby", "/table?do=camera"), ("play", "/table?do=fix-camera")):
        stopped = CameraView("lost", (Hint("camera.stopped"),), False)
        table.table = replace(TABLE_VIEWS[name], camera=stopped)
        for path in ("/table/aim", "/table"):
            page = host.get(path).text
            assert choose in page, path
            assert "/table/picture.jpg" not in page
        assert "/table/aim" not in host.get("/table?do=fix-camera").text


def test_the_page_for_aiming_follows_the_camera_whether_or_not_a_picture_comes(school, table, host: Browser):
    for camera in (CameraView("seeing", (), True), CameraView("lost", (Hint("source.no_stream"),), False)):
        table.table = replace(TABLE_VIEWS["play"], camera=camera)
        page = host.get("/table/aim").text
        assert ('data-refresh="page"' in page) == ('id="aim"' in page) == camera.has_picture
        assert 'data-stream="/table/stream"' in page and script_of("aim").address in page


def test_without_a_camera_there_is_nothing_to_teach(host: Browser):
    assert host.get("/table/decks").status_code == 404
    assert host.get("/table/aim").status_code == 404
    assert "/table/decks" not in host.get("/table?do=fix-camera").text
