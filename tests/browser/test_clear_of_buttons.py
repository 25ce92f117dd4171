"""Whatever is chosen or said can be read clear of the buttons that stick to the edge; a refusal moves no mine."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sample_card_views import CARD_PHONE_VIEWS
from sample_views import PHONE_VIEWS, TABLE_VIEWS, FakeSession
from screens import PHONE, SCREEN, SMALL, SPOKEN
from swap import swap
from turns import together

from companion.maze.geometry import Cell
from companion.state.refusals import Refusal
from companion.views.model import HandCardView

pytestmark = pytest.mark.browser

NARROW = {"width": 360, "height": 640}
CHOSEN = """() => {
  const bar = document.querySelector('.act .maze-box ~ form, .act .maze-box ~ .lay-bar').getBoundingClientRect();
  const box = document.querySelector('.maze-box.thumbs').getBoundingClientRect();
  return [...document.querySelectorAll('.ghost.chosen, .toll.would')].map(e => e.getBoundingClientRect()).map(
    it => it.bottom <= bar.top && it.bottom <= box.bottom && it.top >= Math.max(0, box.top) &&
          it.left >= box.left && it.right <= box.right);
}"""
SCROLLED = "() => [scrollY, ...['scrollLeft', 'scrollTop'].map(way => document.querySelector('.maze-box.thumbs')[way])]"


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_is_chosen_in_the_mine_lies_clear_of_the_button_that_confirms_it(look, fake, language):
    phone = look(language=language)
    steps = {"play": (("do=move_last&cell=5,2", 1), ("do=set_toll&cell=4,-2", 1), ("do=rockfall&cell=1,0", 1),
                      ("do=goal_swap&cell=8,0&other=8,2", 2)),
             "play-hand": (("do=place&hand=11&cell=5,0", 1),)}  # fmt: skip
    for name, known in (("play", CARD_PHONE_VIEWS), ("play-hand", PHONE_VIEWS)):
        fake.phones = {1: known[name]}
        for step, number in steps[name]:
            swap(phone, f"/?{step}")
            assert phone.evaluate(CHOSEN) == [True] * number, step


def test_a_place_that_is_pressed_at_the_bottom_edge_comes_clear_of_the_button(visit, fake):
    """The button came up over the very place that had been pressed."""
    fake.phones = {1: PHONE_VIEWS["play-hand"]}
    phone = visit("/?do=place&hand=11", size=SMALL)
    place = phone.locator("a.pick[data-key='cell-5-0']")
    place.evaluate("e => scrollBy(0, e.getBoundingClientRect().bottom - innerHeight)")
    place.click()
    phone.wait_for_selector(".lay-bar")
    assert phone.evaluate(CHOSEN) == [True]


@pytest.mark.parametrize(("size", "language"), together((SMALL, PHONE), SPOKEN))
def test_a_card_is_turned_and_laid_in_one_row_below_the_mine(look, fake, language, size):
    """The button that lays it stood in a second row, over a tenth of the mine."""
    fake.phones = {1: PHONE_VIEWS["play-hand"]}
    phone = look("/?do=place&hand=11&cell=5,0", size=size, language=language)
    turn, lay = (phone.locator(f".lay-bar > {which}").bounding_box() for which in ("a", "form"))
    assert abs(turn["y"] - lay["y"]) < 2 and turn["x"] + turn["width"] <= lay["x"]


TOLD_FIRST = """() => {
  const told = document.querySelector('.act [data-heading]:not(h2)').getBoundingClientRect();
  const mine = document.querySelector('.act .maze-box').getBoundingClientRect();
  return told.height > 0 && told.bottom <= mine.top && mine.top < innerHeight / 2;
}"""
CUT = """() => [...document.querySelectorAll('.hand-cards > *')].filter(one => {
  const box = one.getBoundingClientRect(), held = one.parentElement.getBoundingClientRect();
  return box.left < held.left - 1 || box.right > held.right + 1 || one.parentElement.scrollWidth > held.width + 1;
}).length"""


@pytest.mark.parametrize(("size", "language"), together((NARROW, PHONE), SPOKEN))
def test_what_to_do_with_a_card_is_said_above_the_mine_and_none_of_the_hand_is_cut(visit, fake, language, size):
    """The mine and the hand pushed the only sentence that said it below the screen's edge."""
    fake.phones = {1: PHONE_VIEWS["play-hand"]}
    phone = visit("/?do=place&hand=11", size=size, language=language)
    assert phone.evaluate(TOLD_FIRST) and phone.evaluate(CUT) == 0
    phone.locator("a.pick[data-key='cell-5-0']").click()
    phone.wait_for_selector(".lay-bar")
    assert phone.evaluate(CUT) == 0 and phone.evaluate(CHOSEN) == [True]
    swap(phone, "/?do=pass")
    assert phone.locator(".hand-cards > *").count() > 3 and phone.evaluate(CUT) == 0
    button = phone.locator("form[action='/hand/discard'] button").bounding_box()
    assert button["y"] + button["height"] <= size["height"]


def test_the_place_where_the_chosen_card_can_lie_is_brought_into_sight(visit, fake):
    """In sight was the last place of all, which led to a card that may not lie there."""
    view = PHONE_VIEWS["play-hand"]
    maze, straight = replace(view.maze, frontier=(Cell(0, 1), Cell(5, 2))), HandCardView(11, "path", "NS")
    fake.phones = {1: replace(view, maze=maze, hand_cards=(straight,))}
    phone = visit("/?do=place&hand=11", size=NARROW)
    box, fit = (phone.locator(css).bounding_box() for css in (".maze-box.thumbs", ".pick"))
    assert box["x"] <= fit["x"] and fit["x"] + fit["width"] <= box["x"] + box["width"]


def test_a_card_turned_so_that_it_cannot_lie_there_cannot_be_laid_until_it_is_turned_back(visit, fake):
    fake.phones = {1: replace(PHONE_VIEWS["play-hand"], hand_cards=(HandCardView(11, "path", "NW"),))}
    phone = visit("/?do=place&hand=11&cell=5,0", size=NARROW)
    lay = phone.locator("#lay button")
    assert lay.is_enabled()
    phone.locator(".lay-bar a.button").click()
    phone.wait_for_selector(".lay-bar .why-not")
    assert lay.is_disabled() and "don’t match" in phone.locator(".lay-bar .why-not").inner_text()
    assert phone.evaluate(CHOSEN) == [True]
    phone.locator(".lay-bar a.button").click()
    phone.wait_for_selector(".lay-bar .why-not", state="detached")
    assert lay.is_enabled()


@pytest.mark.parametrize(("size", "language"), together((NARROW, PHONE), SPOKEN))
def test_the_yes_to_what_the_camera_saw_is_as_large_as_a_button_and_in_sight(look, fake, language, size):
    fake.phones = {1: PHONE_VIEWS["proposal"]}
    yes = look(size=size, language=language).locator(".candidates .yes.primary").bounding_box()
    assert yes["width"] >= 110 and yes["height"] >= 56 and yes["y"] + yes["height"] <= size["height"]


def test_news_of_the_table_does_not_move_the_mine_under_a_thumb(visit, fake):
    """Each word from the table brought the mine back to where it had come up."""
    fake.phones = {1: PHONE_VIEWS["play-hand"]}
    phone = visit("/?do=place&hand=11&cell=5,0")
    phone.evaluate("() => { document.querySelector('.maze-box.thumbs').scrollLeft = 0; scrollTo(0, 40); }")
    before = phone.evaluate(SCROLLED)
    fake.phones = {1: replace(PHONE_VIEWS["play-hand"], version=99, pile=3)}
    phone.evaluate("window.dispatchEvent(new Event('online'))")
    phone.wait_for_selector("#page[data-version='99']")
    assert phone.evaluate(SCROLLED) == before


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_line_of_the_account_can_be_read_above_the_button_for_the_next_round(look, fake, language):
    fake.phones = {1: CARD_PHONE_VIEWS["round-over"]}
    phone = look(language=language)
    said = phone.evaluate(
        """() => [...document.querySelectorAll('.result li, .result p')].map(line => {
          line.scrollIntoView({block: 'nearest'});
          const button = document.querySelector("form[action$='see-result']").getBoundingClientRect();
          return line.getBoundingClientRect().bottom <= button.top;
        })"""
    )
    assert len(said) > 5 and all(said)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_refusal_lies_over_the_table_screen_and_moves_nothing(visit, fake: FakeSession, language):
    fake.table = TABLE_VIEWS["play"]
    fake.outcome = Refusal("illegal_placement", {}, ("edge_mismatch",), can_force=True)
    screen = visit("/table?key=the-host", size=SCREEN, language=language)
    screen.goto(f"{screen.url}?do=fix")
    before = [screen.locator(css).bounding_box() for css in ("svg.maze", ".side")]
    screen.locator("form[action$='end-round'] button").click()
    screen.wait_for_selector(".notice")
    assert [screen.locator(css).bounding_box() for css in ("svg.maze", ".side")] == before
    covered = screen.evaluate(
        """() => [...document.querySelectorAll('.goal, .turn, .side')].filter(e => {
          const it = e.getBoundingClientRect(), over = document.querySelector('.notice').getBoundingClientRect();
          return it.left < over.right && it.right > over.left && it.top < over.bottom && it.bottom > over.top;
        }).length"""
    )
    assert (screen.locator(".goal").count(), covered) == (3, 0)
    no = screen.locator(".notice [data-dismiss]")
    assert no.inner_text().startswith("No, ")  # beside "the table agrees" nothing else may read like a yes
    no.click(trial=True)
    screen.locator(".turn").click(trial=True)  # the box takes no more room than it shows
