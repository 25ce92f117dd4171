"""A small laptop or an old projector, 600 high: what matters is in sight there too, or sticks to the edge."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from many_people import ten, twelve
from page_states import PEOPLE_OF_TABLE
from sample_card_views import CARD_TABLE_VIEWS
from sample_views import TABLE_VIEWS
from screens import EVERY
from swap import swap

pytestmark = pytest.mark.browser

LOW = {"width": 1024, "height": 600}
NARROW = {"width": 800, "height": 600}
LONGEST = EVERY or ("de", "it")


@pytest.fixture
def demo() -> bool:
    """People play with their own cards, and read what they lay on the table before a round."""
    return False


def one_away(view: Any) -> Any:
    """Five with their phones, of whom one does not listen."""
    return replace(view, seats=tuple(replace(seat, taken=True, online=seat.seat != 2) for seat in view.seats))


STORY = """() => { const foot = document.querySelector('.side-foot').getBoundingClientRect().top;
  return [...document.querySelectorAll('.story-panel h2, .story li')].slice(0, 3)
    .map(one => one.getBoundingClientRect()).filter(box => box.bottom <= foot).length; }"""
ROWS = """() => new Set([...document.querySelectorAll('.side-foot button, .side-foot .button')]
  .map(one => Math.round(one.getBoundingClientRect().top))).size"""
AT_THE_EDGE = """() => [...document.querySelectorAll('.side-foot form > button, .side-foot > a')].filter(one => {
  const words = document.createRange(), box = one.getBoundingClientRect();
  words.selectNodeContents(one.lastChild);
  const said = words.getBoundingClientRect();
  return said.right > box.right - 6 || one.firstElementChild.getBoundingClientRect().left < box.left + 6;
}).map(one => one.innerText)"""


@pytest.mark.parametrize("language", LONGEST)
def test_what_happened_stays_in_sight_where_a_step_may_be_taken_back_and_a_phone_is_away(look, fake, language):
    """In German half of its heading was left, above three rows of buttons."""
    fake.table = one_away(TABLE_VIEWS["play"])
    screen = look("/table?key=the-host", size=LOW, language=language)
    assert screen.evaluate(ROWS) == 2
    assert screen.evaluate(STORY) == 3
    for name in ("gone", "paused", "away"):
        fake.table = PEOPLE_OF_TABLE[name]
        swap(screen, "/table")
        assert screen.evaluate(ROWS) <= 2 and screen.evaluate(AT_THE_EDGE) == [], name


OUT_OF_SIGHT = """css => [...document.querySelectorAll(css)].filter(one => {
  const box = one.getBoundingClientRect(), x = box.left + box.width / 2;
  return [box.top + 4, box.bottom - 4].some(y => !one.contains(document.elementFromPoint(x, y)));
}).map(one => one.innerText)"""
AT_THE_END = """css => { const all = document.querySelectorAll(css), last = all[all.length - 1];
  scrollTo(0, document.documentElement.scrollHeight);
  last.scrollIntoView({block: 'nearest'});
  return [all.length > 1, last.getBoundingClientRect().bottom]; }"""


def ended(view: Any) -> Any:
    return replace(view, result=replace(view.result, account=view.result.account[:3], thefts=()))


@pytest.mark.parametrize("language", LONGEST)
def test_at_the_end_of_a_round_what_each_of_five_got_and_why_a_team_got_nothing_is_seen_at_once(look, fake, language):
    """In German the fourth was cut through, and the rest out of sight."""
    fake.table = ended(CARD_TABLE_VIEWS["round-over"])
    screen = look("/table?key=the-host", size=LOW, language=language)
    assert screen.locator(".result .team").count() == 3 and screen.locator(".scores li").count() == 5
    assert screen.evaluate(OUT_OF_SIGHT, ".scores li, .scores .why, .team, .account li, .stage-action button") == []


@pytest.mark.parametrize("size", [LOW, NARROW], ids=["1024", "800"])
@pytest.mark.parametrize("language", LONGEST)
def test_who_has_not_looked_at_his_role_yet_is_in_sight(look, fake, language, size):
    """It stood below what is laid on the table."""
    fake.table = TABLE_VIEWS["roles"]
    screen = look("/table?key=the-host", size=size, language=language)
    assert screen.locator(".ready-list li").count() == 5
    assert screen.evaluate(OUT_OF_SIGHT, ".ready-list li") == []


@pytest.mark.parametrize("size", [LOW, NARROW], ids=["1024", "800"])
@pytest.mark.parametrize("language", LONGEST)
def test_below_the_code_for_another_phone_the_button_that_ends_it_is_in_sight(look, fake, language, size):
    """Two pixels of it were."""
    fake.table = TABLE_VIEWS["play"]
    screen = look("/table?key=the-host", size=size, language=language)
    swap(screen, "/table?do=phone")
    assert screen.evaluate(OUT_OF_SIGHT, ".join-large .qr, .join-large .url, .join-large .button") == []
    assert screen.locator(".join-large .qr").bounding_box()["width"] > 190


@pytest.mark.parametrize("size", [LOW, NARROW], ids=["1024", "800"])
@pytest.mark.parametrize("language", LONGEST)
def test_what_begins_the_game_is_in_sight_and_hides_nothing_of_the_page(look, fake, language, size):
    """It was to be found below a page that is longer than the screen."""
    fake.table = TABLE_VIEWS["lobby"]
    screen = look("/table?key=the-host", size=size, language=language)
    assert screen.locator(".start .chip").count() == 5
    assert screen.evaluate(OUT_OF_SIGHT, ".start legend, .start .chip, .start > button") == []
    more, bottom = screen.evaluate(AT_THE_END, ".extras summary")
    assert more and bottom <= screen.locator(".start-panel").bounding_box()["y"]


@pytest.mark.parametrize("language", LONGEST)
def test_the_code_that_guests_scan_is_seen_whole_while_a_game_is_set_up(look, fake, language):
    """Its lower half lay under what begins the game, below a head of two rows."""
    fake.table = TABLE_VIEWS["lobby"]
    screen = look("/table?key=the-host", size=NARROW, language=language)
    assert screen.evaluate(OUT_OF_SIGHT, ".table-head :is(h1, .button, .sound), .join-panel > :is(.qr, .url)") == []
    assert screen.locator(".join-panel > .qr").bounding_box()["width"] > 170
    assert screen.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


@pytest.mark.parametrize("language", LONGEST)
def test_beside_the_mine_of_an_old_projector_a_question_is_answered_without_scrolling(look, fake, language):
    """The cards to choose from were cut through by the screen's edge."""
    fake.table = TABLE_VIEWS["proposal"]
    screen = look("/table?key=the-host", size=NARROW, language=language)
    first = screen.locator(".prompt .candidates > *").first.bounding_box()
    assert first["y"] + first["height"] < NARROW["height"]


BROKEN = """all => all.filter(e => { const text = document.createRange(); text.selectNodeContents(e);
  return !e.textContent.includes(' ') && new Set([...text.getClientRects()].map(box => box.top)).size > 1;
}).map(e => e.textContent)"""


@pytest.mark.parametrize("many", [None, ten, twelve], ids=["five", "ten", "twelve"])
@pytest.mark.parametrize("language", LONGEST)
def test_beside_a_mine_that_is_seen_whole_all_players_are_in_sight_and_whose_turn_it_is(look, fake, many, language):
    """They were below the mine, where nobody looked for them."""
    fake.table = many(TABLE_VIEWS["play"]) if many else TABLE_VIEWS["play"]
    screen = look("/table?key=the-host", size=NARROW, language=language)
    assert screen.locator(".big-list li").count() == len(fake.table.seats)
    assert screen.locator(".big-list .on-turn").count() == 1
    shown = ".turn, .big-list li, .side-foot :is(button, .button:not(.how-link)), .maze-box .maze, .join-corner .qr"
    assert screen.evaluate(OUT_OF_SIGHT, shown) == []
    assert screen.evaluate("document.documentElement.scrollHeight") <= NARROW["height"]
    assert screen.locator(".maze-box .maze").bounding_box()["width"] > 400
    assert screen.locator(".big-list .who b").evaluate_all(BROKEN) == []


@pytest.mark.parametrize("language", LONGEST)
def test_where_the_round_ends_below_its_mine_the_next_one_is_begun_without_scrolling(look, fake, language):
    fake.table = ended(CARD_TABLE_VIEWS["round-over"])
    screen = look("/table?key=the-host", size=NARROW, language=language)
    assert screen.evaluate(OUT_OF_SIGHT, ".over-panel h2, .stage-action button") == []
    more, bottom = screen.evaluate(AT_THE_END, ".account li")
    assert more and bottom <= screen.locator(".over-panel .stage-action").bounding_box()["y"]
