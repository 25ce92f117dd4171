"""The table screen at 1280 x 800: every question is in sight with all its buttons, for three players and for twelve."""

from __future__ import annotations

from dataclasses import replace

import pytest
from many_people import TWELVE, ten, twelve
from sample_card_views import ASKS, CARD_PHONE_VIEWS, CARD_TABLE_VIEWS, EFFECTS
from sample_views import TABLE_VIEWS
from screens import PHONE, READ_OUT, SCREEN, SPOKEN
from swap import swap
from turns import in_turn, together

from companion.editions.compose import compose
from companion.editions.ruleset import Ruleset
from companion.views.model import SeatRequestView

pytestmark = pytest.mark.browser

PRESSED = ", ".join(
    f"{where} {what}"
    for where in ("aside .asked", "aside .prompt", "aside .goal-task", ".side-foot")
    for what in ("button", "a", "summary")
)
OUT_OF_SIGHT = """css => [...document.querySelectorAll(css)].filter(e => e.checkVisibility()).filter(e => {
  const box = e.getBoundingClientRect(), panel = (e.closest('.panel') || document.body).getBoundingClientRect();
  const foot = document.querySelector('.side-foot').getBoundingClientRect();
  const end = e.closest('.side-foot') ? innerHeight : Math.min(panel.bottom, foot.top);
  return box.height < 24 || box.top < panel.top || box.bottom > end + 1 || box.right > innerWidth;
}).map(e => e.innerText || e.name)"""


def _midway_faces():
    rules = compose("tournament")
    assert isinstance(rules, Ruleset)
    return tuple(sorted(str(face) for face in rules.copies))


def _chest_faces():
    rules = compose("anniversary-2024", ("treasure-chests",))
    assert isinstance(rules, Ruleset)
    return tuple(dict.fromkeys(str(face) for one in rules.chest_paths for face in (one, one.half_turn())))


def _asking(what, **change):
    view = CARD_TABLE_VIEWS[f"ask-{what}"]
    return replace(view, ask=replace(view.ask, **change))


QUESTIONS = {
    **{f"ask-{what}": CARD_TABLE_VIEWS[f"ask-{what}"] for what in ASKS if what != "theft"},
    "ask-midway": _asking("midway", faces=_midway_faces()),
    "ask-tell_chest": _asking("tell_chest", faces=_chest_faces()),
    "ask-tell_chest-inside": _asking("tell_chest", effects=EFFECTS),
    "proposal": TABLE_VIEWS["proposal"],
    "illegal": TABLE_VIEWS["illegal"],
    "goal": TABLE_VIEWS["goal"],
    "goal-tell": CARD_TABLE_VIEWS["goal-tell"],
}
STEPS = {"ask-tell_chest-inside": "?face=NE", "ask-shift_goal": "?cell=8,0"}


def seated(view, players):
    """As many at the table; whoever can be chosen or asked is everybody else."""
    view = twelve(view)
    view = replace(view, seats=view.seats[:players])
    if view.ask is None:
        return view
    others = tuple(range(1, players))
    ask = replace(view.ask, seats=others if view.ask.seats else ())
    if ask.what == "veto":
        return replace(view, ask=replace(ask, of=others), waiting_for=others)
    return replace(view, ask=ask)


@pytest.mark.parametrize("players", [3, 12])
@pytest.mark.parametrize("language", SPOKEN)
def test_every_question_is_in_sight_with_all_that_answers_it(look, fake, language, players):
    """All in German; the other languages take turns with the questions."""
    screen = look("/table?key=the-host", size=SCREEN, language=language)
    for name, view in in_turn(QUESTIONS.items(), language, READ_OUT):
        fake.table = seated(view, players)
        swap(screen, f"/table{STEPS.get(name, '')}")
        assert screen.locator("aside .asked, aside .prompt, aside .goal-task").count() == 1, name
        assert screen.evaluate(OUT_OF_SIGHT, PRESSED) == [], name


@pytest.mark.parametrize(("players", "language"), together((12, 3), SPOKEN))
def test_two_questions_of_the_camera_are_both_in_sight(look, fake, language, players):
    """The buttons of the second were cut off at its panel's edge."""
    view = seated(TABLE_VIEWS["proposal"], players)
    unsure, illegal = view.proposals[0], TABLE_VIEWS["illegal"].proposals[0]
    screen = look("/table?key=the-host", size=SCREEN, language=language)
    for two in ((unsure, replace(unsure, id="p9")), (illegal, replace(unsure, id="p9"))):
        fake.table = replace(view, proposals=two)
        swap(screen, "/table")
        assert screen.locator("aside > .prompt").count() == 2
        assert screen.evaluate(OUT_OF_SIGHT, "aside > .prompt button, aside > .prompt a, aside > .prompt summary") == []


@pytest.mark.parametrize("size", [SCREEN, {"width": 1280, "height": 720}], ids=["800", "720"])
def test_of_several_questions_none_is_cut_and_the_column_scrolls_above_what_is_always_pressed(look, fake, size):
    """The buttons of two requests were cut through, and what lays a goal lay under the bar below."""
    requests = (SeatRequestView(7, 2, "Max"), SeatRequestView(8, 3, "Zía Carmen"))
    fake.table = replace(ten(QUESTIONS["goal"]), paused=True, seat_requests=requests)
    screen = look("/table?key=the-host", size=size, language="de")
    panels = screen.locator("aside > .panel")
    cut = "all => all.filter(e => e.scrollHeight > e.clientHeight + 1).map(e => e.dataset.key)"
    assert panels.count() == 5 and panels.evaluate_all(cut) == []
    side, foot = screen.locator("aside.side").bounding_box(), screen.locator(".side-foot").bounding_box()
    assert side["y"] + side["height"] <= foot["y"] and foot["y"] + foot["height"] <= size["height"]
    for css in ("aside .goal-task button", "aside .big-list li", "aside .counts li"):
        screen.locator(css).last.scroll_into_view_if_needed()
        last = screen.locator(css).last.bounding_box()
        assert last["y"] + last["height"] <= foot["y"], css


COUNTED = ".big-list .hand, .counts li"


@pytest.mark.parametrize("name", ["paused", "goal", "ask-veto", "ask-take_card", "ask-chore", "request"])
def test_how_many_cards_everybody_has_and_the_pile_holds_is_seen_beside_a_question(look, fake, name):
    """They vanished, though a third of the column was empty."""
    play = TABLE_VIEWS["play"]
    asked = {"paused": replace(play, paused=True),
             "request": replace(play, seat_requests=(SeatRequestView(7, 2, "Max"),))}  # fmt: skip
    fake.table = asked[name] if name in asked else seated(QUESTIONS[name], 5)
    screen = look("/table?key=the-host", size=SCREEN)
    foot = screen.locator(".side-foot").bounding_box()["y"]
    shown = screen.locator(COUNTED).evaluate_all("all => all.map(e => e.getBoundingClientRect())")
    assert len(shown) >= 7 and all(box["height"] and box["bottom"] <= foot for box in shown)


@pytest.mark.parametrize("players", [3, 12])
def test_the_host_says_whose_veto_it_is_without_scrolling(look, fake, players):
    fake.table = seated(QUESTIONS["ask-veto"], players)
    screen = look("/table?key=the-host", size=SCREEN, language="es")
    screen.locator("[data-key=veto-of] > summary").click()
    assert screen.locator("[data-key=veto-of] button:visible").count() == players - 1
    assert screen.evaluate(OUT_OF_SIGHT, PRESSED) == []


@pytest.mark.parametrize("players", [3, 12])
@pytest.mark.parametrize("view", ["play", "round-over"])
def test_at_least_two_lines_of_what_happened_can_be_read(look, fake, view, players):
    """Also where every fact of every box is shown above them."""
    fake.table = seated(CARD_TABLE_VIEWS[view], players)
    screen = look("/table?key=the-host", size=SCREEN, language="es")
    read = screen.evaluate(
        """() => {
          const end = Math.min(document.querySelector('.story-panel').getBoundingClientRect().bottom,
                               document.querySelector('.side-foot').getBoundingClientRect().top);
          return [...document.querySelectorAll('.story-panel li')].filter(
            line => line.getBoundingClientRect().bottom <= end).length;
        }"""
    )
    assert read >= 2


@pytest.mark.parametrize(("players", "language"), together((12, 3), SPOKEN))
def test_the_button_for_the_next_round_lies_over_no_text(look, fake, language, players):
    fake.table = seated(CARD_TABLE_VIEWS["round-over"], players)
    screen = look("/table?key=the-host", size=SCREEN, language=language)
    covered = """() => {
      const button = document.querySelector("form[action$='next-round']").getBoundingClientRect();
      const shown = document.querySelector('.stage-scroll').getBoundingClientRect();
      return [shown.bottom <= button.top, button.bottom <= innerHeight];
    }"""
    last = screen.locator(".result .account li, .result .thefts li").last
    assert screen.evaluate(covered) == [True, True]
    last.scroll_into_view_if_needed()
    assert screen.evaluate(covered) == [True, True]
    box = last.bounding_box()
    assert box["y"] + box["height"] <= screen.locator("form[action$='next-round']").bounding_box()["y"]


def test_what_unfolds_at_the_bottom_of_the_set_up_comes_into_sight(look, fake):
    fake.table = twelve(TABLE_VIEWS["lobby"])
    screen = look("/table?key=the-host", size=SCREEN, language="es")
    for key in ("house-rules", "modules-championship", "modules-variants"):
        screen.locator(f"[data-key={key}] > summary").click()
        screen.wait_for_function(
            """key => {
              const panel = document.querySelector('.setup-panel').getBoundingClientRect();
              const first = document.querySelector(`[data-key=${key}] label`).getBoundingClientRect();
              return first.height > 0 && first.top >= panel.top && first.bottom <= panel.bottom;
            }""",
            arg=key,
        )
        screen.locator(f"[data-key={key}] > summary").click()


def test_twelve_names_are_all_there(look, fake):
    """The sample players are who they are thought to be, or the tests above would prove less than they say."""
    fake.table = seated(QUESTIONS["ask-toll"], 12)
    screen = look("/table?key=the-host", size=SCREEN)
    assert screen.locator(".big-list li").count() == len(TWELVE)


@pytest.mark.parametrize("language", SPOKEN)
def test_on_a_phone_every_answer_is_reached_without_scrolling(look, fake, language):
    """Of the many cards that may lie half-way too; in the mine below a question nothing has to be pressed."""
    phone = look(size=PHONE, language=language)
    views = {name: CARD_PHONE_VIEWS[name] for name in CARD_PHONE_VIEWS if name.startswith("ask-")}
    views["ask-midway"] = replace(views["ask-midway"], ask=QUESTIONS["ask-midway"].ask)
    views["ask-tell_chest"] = replace(views["ask-tell_chest"], ask=QUESTIONS["ask-tell_chest"].ask)
    for name, view in views.items():
        fake.tokens, fake.phones = {"token-of-one": view.viewer.seat}, {view.viewer.seat: view}
        swap(phone, f"/{STEPS.get(name, '')}")
        below = phone.evaluate(
            """() => [...document.querySelectorAll('.asked button')].filter(
                 one => one.getBoundingClientRect().bottom > innerHeight).length"""
        )
        assert below == 0, name
    fake.tokens, fake.phones = {"token-of-one": 1}, {1: CARD_PHONE_VIEWS["play"]}
    for step in ("do=move_last&cell=5,2", "do=set_toll&cell=4,-2", "do=goal_swap&cell=8,0&other=8,2",
                 "do=rockfall&cell=1,0"):  # fmt: skip
        swap(phone, f"/?{step}")
        confirm = phone.locator(".act .maze-box ~ form button, .act .lay-bar button").last.bounding_box()
        assert confirm["y"] + confirm["height"] <= 844, step
