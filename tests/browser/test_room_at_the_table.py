"""The table screen's side column: what is asked never pushes out of sight who plays."""

from __future__ import annotations

from dataclasses import replace

import pytest
from many_people import TEN, ten
from page_states import PEOPLE_OF_TABLE
from sample_views import RESULT, TABLE_VIEWS
from sample_views import phone as phone_view
from screens import PHONE, SCREEN, SPOKEN
from swap import swap

from companion.editions import EDITIONS
from companion.views.model import EditionView
from companion.views.model_score import EarningView, ScoreView

pytestmark = pytest.mark.browser


def in_sight(page, css):
    return page.evaluate(
        """css => [...document.querySelectorAll(css)].map(e => e.getBoundingClientRect())
           .every(box => box.height > 0 && box.top >= 0 && box.bottom <= innerHeight + 1)""",
        css,
    )


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", ["proposal", "illegal", "goal"])
def test_ten_players_stay_in_sight_while_something_is_asked(look, fake, name, language):
    fake.table = ten(TABLE_VIEWS[name])
    screen = look("/table?key=the-host", size=SCREEN, language=language)
    assert screen.locator(".big-list li").count() == 10
    assert in_sight(screen, ".big-list li, .turn, .side-foot .button:not(.how-link)")
    button = screen.locator("aside .prompt button.big, aside .goal-task button").last
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None and box["y"] + box["height"] < 800


PAST_THE_PANEL = """panel => [...panel.querySelectorAll('button')].filter(one => one.getBoundingClientRect().right >
  panel.getBoundingClientRect().right - 8 || one.scrollWidth > one.clientWidth + 1).map(one => one.innerText)"""


@pytest.mark.parametrize("language", SPOKEN)
def test_no_answer_of_the_table_is_cut_at_the_panels_edge(look, fake, language):
    """In German "Herausnehmen" was: a button beside it asked for more than half of the panel."""
    screen = look("/table?key=the-host", size=SCREEN, language=language)
    panels = screen.locator("aside .panel:has(.answers)")
    for name, view in PEOPLE_OF_TABLE.items():
        fake.table = view
        swap(screen, "/table")
        for size in (SCREEN, {"width": 1280, "height": 720}):
            screen.set_viewport_size(size)
            assert panels.evaluate_all(f"all => all.flatMap({PAST_THE_PANEL})") == [], (name, size)
            assert panels.count() or name not in ("gone", "paused", "admit"), (name, size)


def test_the_word_that_the_table_is_lost_does_not_hide_whose_turn_it_is(look, fake):
    fake.table = TABLE_VIEWS["play"]
    screen = look("/table?key=the-host", size=SCREEN)
    lost, turn = screen.evaluate(
        """() => {
          const lost = document.getElementById('lost');
          lost.hidden = false;  // the next word from the table hides it again
          return [lost.getBoundingClientRect().top, document.querySelector('.turn').getBoundingClientRect().bottom];
        }"""
    )
    assert lost > turn


@pytest.mark.parametrize("language", ["en", "es"])
def test_ten_guests_in_the_lobby_can_all_be_reached(look, visit, fake, language):
    """At the table screen the start button is reached by scrolling at most; on a phone nothing is cut off."""
    fake.table = ten(TABLE_VIEWS["lobby"])
    screen = look("/table?key=the-host", size=SCREEN, language=language)
    for css in (".seat-list.edit li:last-child .mini", ".start-panel button.primary", ".start-panel .chip:last-child"):
        last = screen.locator(css).last
        last.scroll_into_view_if_needed()
        assert in_sight(screen, f"{css}:last-of-type") or last.is_visible()
        last.click(trial=True)
    lobby = {**TABLE_VIEWS["lobby"].__dict__}
    fake.phones = {1: ten(phone_view(stage=lobby["stage"], maze=None, pile=None, lines=(), role=None))}
    phone = visit("/", size=PHONE, language=language)
    last = phone.locator(".seat-list li").last
    last.scroll_into_view_if_needed()
    assert last.is_visible()
    assert phone.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


NAMES_CUT = """names => names.filter(one => one.scrollWidth > one.clientWidth + 1 ||
  one.getBoundingClientRect().right > document.querySelector('.setup-panel').getBoundingClientRect().right).length"""


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_name_of_a_box_or_a_rulebook_is_cut(look, fake, language):
    lobby = TABLE_VIEWS["lobby"]
    setup = replace(lobby.setup, editions=tuple(EditionView(box.key, 3, 10) for box in EDITIONS))
    fake.table = replace(lobby, setup=setup)
    screen = look("/table?key=the-host", size=SCREEN, language=language)
    screen.locator("[data-key=rulebooks] > summary").click()
    assert screen.locator(".box b").count() == 3
    assert screen.locator(".rulebooks b").count() == 5
    assert screen.locator(".box b, .rulebooks summary, .rulebooks b").evaluate_all(NAMES_CUT) == 0


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_result_of_six_players_is_seen_whole_with_what_each_has_won(look, fake, language):
    over, names = TABLE_VIEWS["round-over"], TEN[:6]
    assert over.result is not None
    fake.table = replace(
        over,
        seats=tuple(replace(over.seats[at % 5], seat=at, colour=at, name=name) for at, name in enumerate(names)),
        result=replace(
            over.result,
            scores=tuple(replace(over.result.scores[at % 5], seat=at) for at in range(6)),
            earned=tuple(EarningView(at, "cards", cards=1) for at in range(6)),
        ),
    )
    screen = look("/table?key=the-host", size={"width": 1280, "height": 720}, language=language)
    assert screen.locator(".scores .why").count() == 6
    last, button = (
        screen.locator(css).last.bounding_box() for css in (".scores .why", "form[action$='next-round'] button")
    )
    assert last is not None and button is not None
    assert last["y"] + last["height"] <= button["y"]  # else it is scrolled away, or cut


@pytest.mark.parametrize("language", ["en", "es"])
def test_six_players_and_all_that_begins_a_game_are_in_sight_on_a_small_television(look, fake, language):
    lobby = TABLE_VIEWS["lobby"]
    six = tuple(replace(lobby.seats[0], seat=at, colour=at, name=name) for at, name in enumerate(TEN[:6]))
    fake.table = replace(lobby, seats=six)
    screen = look("/table?key=the-host", size={"width": 1280, "height": 720}, language=language)
    assert screen.locator(".seats-panel .who").count() == screen.locator(".start .chip").count() == 6
    assert in_sight(screen, ".seats-panel .who, .seats-panel .add > :not([type=hidden]), .start .chip, .start > button")
    cut = "e => [e.scrollHeight - e.clientHeight, document.documentElement.scrollHeight - innerHeight]"
    assert screen.locator(".seats-panel").evaluate(cut) == [0, 0]


SHARED_BY_HAND = replace(
    RESULT, scores=tuple(ScoreView(at, None, at % 2 == 0, "saboteur" if at % 2 else "miner") for at in range(10))
)
LOW = ({"width": 800, "height": 600}, {"width": 768, "height": 1024})
BELOW_THE_MINE = """() => { const box = css => document.querySelector(css).getBoundingClientRect();
  const list = document.querySelector('.over-panel > .stage-scroll'), begins = box('.over-panel h2').bottom;
  const button = document.querySelector('.over-panel > form');
  list.parentElement.scrollIntoView({block: 'end'});
  return [list.scrollHeight - list.clientHeight, list.clientHeight > 100,
    !button || box('.over-panel > .stage-scroll').bottom <= box('.over-panel > form').top,
    box('.over-panel').bottom <= box('.story-panel').top, begins <= innerHeight]; }"""


@pytest.mark.parametrize("size", LOW)
def test_where_the_round_ends_below_its_mine_it_is_shown_whole_and_begins_in_sight(look, fake, size):
    """Its list was 0 pixels high, and the button for the next round lay over the story."""
    screen = look("/table?key=the-host", size=size)
    for name in ("round-over", "tell"):
        fake.table = TABLE_VIEWS[name]
        swap(screen, "/table")
        assert screen.evaluate(BELOW_THE_MINE) == [0, True, True, True, True], name
    for css, view in (
        ("aside .prompt h2", TABLE_VIEWS["proposal"]),
        ("aside .pause button", PEOPLE_OF_TABLE["paused"]),
    ):
        fake.table = view  # a question below the mine, too
        swap(screen, "/table")
        assert in_sight(screen, css)


@pytest.mark.parametrize("language", ["en", "es"])
def test_how_the_gold_is_shared_with_printed_cards_is_said_above_the_names(look, fake, language):
    """It stood below the names of ten, out of sight."""
    fake.table = replace(ten(TABLE_VIEWS["round-over"]), result=SHARED_BY_HAND)
    screen = look("/table?key=the-host", size={"width": 1280, "height": 720}, language=language)
    lead, first = (screen.locator(f".result {css}").first.bounding_box() for css in (".lead", ".scores li"))
    assert lead is not None and first is not None
    assert lead["y"] + lead["height"] <= first["y"] and in_sight(screen, ".result .lead")


LOOK = """css => { const style = getComputedStyle(document.querySelector(css));
  return [style.borderTopLeftRadius === '0px', style.borderTopWidth === '0px']; }"""


@pytest.mark.parametrize(("path", "size"), [("/", PHONE), ("/table?key=the-host", SCREEN)])
def test_what_is_only_said_has_neither_the_corners_nor_the_rim_of_a_button(look, fake, path, size):
    page = look(path, size=size)
    assert page.evaluate(LOOK, "main .button") == [False, False]
    assert page.evaluate(LOOK, ".turn.mine") == [True, True]
