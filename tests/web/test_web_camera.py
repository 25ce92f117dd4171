"""The host may choose the camera on the table screen, where it can be changed at all."""

from dataclasses import replace
from html import unescape

import pytest
from sample_browser import Browser
from sample_views import PROPOSAL, TABLE_VIEWS

from companion.sight.hints import NO_PICTURE, Hint
from companion.views.model import CameraView
from web import create_app
from web.app_state import state_of
from web.language import Speech


@pytest.fixture
def used() -> list[str | None]:
    return []


@pytest.fixture
def choosing(app, table, used) -> Browser:
    """A host at a real table, where a camera numbered 7 does not answer."""

    def use(source: str | None) -> Hint | None:
        used.append(source)
        return Hint("source.no_file") if source == "nothing.mp4" else None

    config = replace(state_of(app).config, demo=False, cameras=lambda: (0, 2), use_camera=use)
    client = create_app(table, config).test_client()
    client.set_cookie("host", "the-host", domain="192.168.1.20")
    return Browser(client, {"Accept-Language": "en"})


def test_the_cameras_that_answer_are_offered_when_they_are_asked_for(choosing):
    assert "Camera 3" not in choosing.get("/table?do=fix").text
    page = choosing.get("/table?do=fix-camera").text
    assert "Camera 1" in page and "Camera 3" in page and "Camera 2" not in page


@pytest.mark.parametrize("source", ["2", "http://192.168.1.30:8080/video", ""])
def test_another_camera_is_looked_through_at_once(choosing, used, source):
    assert choosing.post("/table/camera", {"source": source}).status_code == 303
    assert used == [source or None]


def test_a_camera_that_cannot_be_used_is_explained(choosing):
    answer = choosing.post("/table/camera", {"source": "nothing.mp4"})
    assert answer.status_code == 409
    assert "There’s no picture, video or folder with that name." in answer.text


@pytest.mark.parametrize(("stage", "panel"), [("lobby", "camera"), ("play", "fix-camera")])
def test_an_address_that_gives_no_picture_stands_there_to_be_mended(choosing, table, stage, panel):
    """Some twenty letters had to be typed again for one that was wrong, behind a panel that had closed."""
    table.table = TABLE_VIEWS[stage]
    assert 'action="/table/camera" class="inline"' in choosing.get(f"/table?do={panel}").text
    answer = choosing.post(f"/table/camera?do={panel}", {"source": "nothing.mp4"})  # as the page's script sends it
    assert answer.status_code == 409
    assert 'value="nothing.mp4"' in answer.text
    assert 'value="nothing.mp4"' not in choosing.get(f"/table?do={panel}").text


def test_an_address_that_was_taken_stands_there_while_no_picture_has_come(app, table):
    """It is seen half a minute later that nobody answers there."""
    table.table = replace(TABLE_VIEWS["lobby"], camera=CameraView("lost"))
    config = replace(
        state_of(app).config, demo=False, use_camera=lambda source: None, camera_address=lambda: "http://me:8"
    )
    host = create_app(table, config).test_client()
    host.set_cookie("host", "the-host", domain="192.168.1.20")
    assert 'value="http://me:8"' in Browser(host, {"Accept-Language": "en"}).get("/table?do=camera").text
    assert "http://me:8" not in Browser(host, {"Accept-Language": "en"}).get("/table").text


def test_a_phone_that_is_asked_can_look_at_the_very_card(app, table, browser):
    table.phones[1] = replace(table.phones[1], proposals=(PROPOSAL,))
    config = replace(state_of(app).config, card_jpeg=lambda cell: b"the card" if cell == PROPOSAL.cell else None)
    client = create_app(table, config).test_client()
    client.set_cookie("seat", "token-of-one", domain="192.168.1.20")
    phone = Browser(client, {"Accept-Language": "en"})
    assert 'src="/picture.jpg?cell=5,0"' in phone.get("/").text
    assert phone.get("/picture.jpg?cell=5,0").data == b"the card"
    assert phone.get("/picture.jpg?cell=1,1").data == config.latest_jpeg()  # no card is seen there: the whole table
    assert phone.get("/picture.jpg?cell=nonsense").data == config.latest_jpeg()
    assert browser().get("/picture.jpg?cell=5,0").status_code == 403


def test_only_the_host_chooses_the_camera(phone, used):
    assert phone.post("/table/camera", {"source": "2"}).status_code == 403
    assert used == []


def test_the_demo_table_has_no_other_camera(host):
    assert host.post("/table/camera", {"source": "2"}).status_code == 404


@pytest.mark.parametrize("why", NO_PICTURE)
def test_where_no_picture_comes_the_reason_says_all(browser, table, why):
    """A camera that had never answered had "lost the table" all evening."""
    table.table = replace(TABLE_VIEWS["lobby"], camera=CameraView("lost", (Hint(why, {"name": "cut.png"}),), False))
    page, say = unescape(browser(host="the-host").get("/table").text), Speech("en")
    assert say.hint(table.table.camera.hints[0]) in page and say("camera.lost") not in page
