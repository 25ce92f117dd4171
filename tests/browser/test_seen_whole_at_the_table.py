"""What a table screen shows is seen whole there: what is laid out, every card, every round's gold, who was what."""

from __future__ import annotations

from dataclasses import replace

import pytest
from many_people import ten, twelve
from sample_card_views import CARD_TABLE_VIEWS
from sample_views import TABLE_VIEWS
from screens import EVERY

from companion.views.model_score import RoundLineView
from web.config import WebConfig

pytestmark = pytest.mark.browser

OLD = {"width": 800, "height": 600}
LOW = {"width": 1024, "height": 600}
LAPTOP = {"width": 1366, "height": 768}
LARGE = {"width": 1920, "height": 1080}
SIZES = (OLD, LOW, {"width": 1280, "height": 800}, LARGE)
LONGEST = EVERY or ("de", "fr")


@pytest.fixture
def demo() -> bool:
    """People play with their own cards, and read what they lay on the table before a round."""
    return False


def unlike(page, sizes, wanted, script, *arg):
    """What the script says of the page instead of what is wanted, by the screen's width."""
    said = {}
    for size in sizes:
        page.set_viewport_size(size)
        said[size["width"]] = page.evaluate(script, *arg)
    return {width: one for width, one in said.items() if one != wanted}


HIDDEN = """css => [...document.querySelectorAll(css)].filter(one => {
  const box = one.getBoundingClientRect(), x = box.left + box.width / 2;
  return box.height === 0 || [box.top + 4, box.bottom - 4].some(y => !one.contains(document.elementFromPoint(x, y)));
}).map(one => one.textContent)"""


@pytest.mark.parametrize("language", LONGEST)
@pytest.mark.parametrize("many", [ten, twelve])
def test_what_many_lay_on_the_table_is_seen_without_scrolling(look, fake, many, language):
    """On the largest screen a line and a half was in sight, below a lamp and their names in large."""
    view = many(TABLE_VIEWS["setting"])
    fake.table = replace(
        view, setup=replace(view.setup, edition="s2-anniversary" if many is twelve else "anniversary-2024")
    )
    screen = look("/table?key=the-host", size=LOW, language=language)
    assert screen.locator(".prepare li").count() > 0
    assert unlike(screen, (LOW, LAPTOP, LARGE), [], HIDDEN, ".prepare li, .seen-table li") == {}


COVERED = """() => { const button = document.querySelector('.camera-look > summary').getBoundingClientRect();
  const mine = document.querySelector('.maze-box').getBoundingClientRect();
  const apart = button.right <= mine.left || button.top >= mine.bottom;
  return [apart, Math.min(button.width, button.height) >= 47, button.bottom <= innerHeight]; }"""


@pytest.mark.parametrize("language", LONGEST)
def test_the_button_for_the_cameras_picture_lies_on_no_card(look, fake, language):
    """It lay on the mine's lower left corner, now and then on the newest card."""
    fake.table = TABLE_VIEWS["play"]
    screen = look("/table?key=the-host", size=OLD, language=language)
    assert unlike(screen, SIZES, [True, True, True], COVERED) == {}


PLAYED = tuple(RoundLineView(number, winners, tuple(number + at for at in range(12)))
               for number, winners in ((1, "miners"), (2, "saboteurs"), (3, "miners")))  # fmt: skip
LOST = """() => { const panel = document.querySelector('.rounds-played'), edge = panel.getBoundingClientRect().right;
  return [panel.scrollWidth - panel.clientWidth,
    [...panel.querySelectorAll('th, td')].filter(one => one.getBoundingClientRect().right > edge).length]; }"""


@pytest.mark.parametrize("language", LONGEST)
@pytest.mark.parametrize("many", [ten, twelve])
def test_of_every_round_the_gold_of_each_of_many_is_seen(look, fake, many, language):
    """Columns were lost at the panel's edge, and nothing said so."""
    view = many(TABLE_VIEWS["game-over"])
    played = tuple(replace(one, nuggets=one.nuggets[: len(view.seats)]) for one in PLAYED)
    fake.table = replace(view, rounds_played=played)
    screen = look("/table?key=the-host", size=OLD, language=language)
    assert screen.locator(".rounds-played td").count() == 3 * len(view.seats)
    assert unlike(screen, SIZES, [0, 0], LOST) == {}


@pytest.mark.parametrize("language", LONGEST)
def test_below_the_mine_of_a_round_that_ended_each_of_five_dwarves_is_seen(look, fake, language):
    """One was; the rest lay under the button for the next round."""
    fake.table = TABLE_VIEWS["round-over"]
    screen = look("/table?key=the-host", size=OLD, language=language)
    assert screen.locator(".scores .who").count() == 5
    assert screen.evaluate(HIDDEN, ".scores .who") == []


@pytest.mark.parametrize("language", LONGEST)
@pytest.mark.parametrize("view", [TABLE_VIEWS["play"], CARD_TABLE_VIEWS["play"]], ids=["one", "two"])
def test_in_play_an_old_projector_shows_the_whole_mine_and_whose_turn_it_is(look, fake, view, language):
    """Of the third goal half was seen, or nothing."""
    fake.table = view
    screen = look("/table?key=the-host", size=OLD, language=language)
    edges = [screen.locator(css).first.bounding_box() for css in (".turn", ".maze-box .maze")]
    assert all(box["y"] >= 0 and box["y"] + box["height"] <= OLD["height"] for box in edges)


LINES = """css => { const range = document.createRange();
  range.selectNodeContents(document.querySelector(css).lastChild);
  return new Set([...range.getClientRects()].map(rect => rect.top)).size; }"""


def test_the_port_is_on_one_line_of_the_address_that_is_typed(look, fake, monkeypatch):
    """On an old projector it read ":91" and "31" below."""
    monkeypatch.setattr(WebConfig, "join_url", lambda *_: "http://192.168.178.112:54321/")
    fake.table = TABLE_VIEWS["play"]
    assert unlike(look("/table?key=the-host", size=OLD), SIZES, 1, LINES, ".join-corner b") == {}


def test_who_has_won_and_what_begins_the_next_game_are_seen_together(look, fake):
    fake.table = TABLE_VIEWS["game-over"]
    screen = look("/table?key=the-host", size=OLD, language="de")
    assert screen.locator(".stage-action .big").count() == 1
    assert unlike(screen, SIZES, [], HIDDEN, ".final h2, .stage-action .big") == {}
