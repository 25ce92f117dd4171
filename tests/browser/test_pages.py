"""The pages in a real browser, over real HTTP: what a thumb does, what an eye may see, what a bad network does."""

from __future__ import annotations

import re
from dataclasses import replace
from threading import Event
from typing import Any

import pytest
from sample_card_views import CARD_PHONE_VIEWS
from sample_views import HAND, NOT_ME, OFFERS, PHONE_VIEWS, TABLE, TABLE_VIEWS, Done, LiveFake, phone
from screens import PHONE, ROOM, SCREEN, SMALL, SPOKEN
from swap import swap

from companion.state.commands import LetStand, Tool
from companion.state.refusals import Refusal
from companion.views.model import CardOfferView
from web import create_app
from web.config import WebConfig
from web.serve import start

pytestmark = pytest.mark.browser

PATIENCE_MS = 15_000


@pytest.fixture
def fake() -> LiveFake:
    return LiveFake()


def secret(page: Any) -> Any:
    return page.locator(".hold-secret").first


# ---- hold to look -------------------------------------------------------------------------------------------------


def test_a_role_shows_while_the_thumb_is_down_and_not_a_moment_longer(visit, fake):
    fake.phones = {1: PHONE_VIEWS["roles"]}
    page = visit()
    assert not secret(page).is_visible()
    page.locator("[data-hold]").first.hover()
    page.mouse.down()
    assert secret(page).is_visible()
    assert "Saboteur" in secret(page).inner_text()
    page.mouse.up()
    assert not secret(page).is_visible()


def test_a_role_hides_when_the_thumb_slides_off(visit, fake):
    fake.phones = {1: PHONE_VIEWS["roles"]}
    page = visit()
    page.locator("[data-hold]").first.hover()
    page.mouse.down()
    page.mouse.move(5, 800)
    assert not secret(page).is_visible()


def test_a_role_hides_when_a_thumb_slides_off_whose_pressure_is_not_measured(visit, fake):
    """As on every iPhone."""
    fake.phones = {1: PHONE_VIEWS["roles"]}
    page = visit()
    touch = """(button, [name, x, y]) => button.dispatchEvent(new PointerEvent(name, {
        bubbles: true, cancelable: true, pointerType: 'touch', pressure: 0, clientX: x, clientY: y}))"""
    button = page.locator("[data-hold]").first
    box = button.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for name, at_y, seen in (("pointerdown", y, True), ("pointermove", y + 5, True), ("pointermove", y - 400, False)):
        button.evaluate(touch, [name, x, at_y])
        assert secret(page).is_visible() is seen


def _forget_pointer_events(page):
    """In this page alone, until it is left: other tests visit in the same browser context."""
    page.add_init_script("if (window.name === 'old') delete window.PointerEvent")
    page.evaluate("window.name = 'old'")
    page.reload()
    page.evaluate("window.name = ''")


@pytest.mark.parametrize("end", ["touchEnd", "touchCancel", "touchMove"])
def test_a_role_is_seen_on_a_phone_without_pointer_events(visit, fake, end):
    """iOS 12 has none."""
    fake.phones = {1: PHONE_VIEWS["roles"]}
    page = visit(has_touch=True)
    _forget_pointer_events(page)
    box = page.locator("[data-hold]").first.bounding_box()
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    assert secret(page).is_visible()
    off = [{**at, "y": at["y"] - 300}] if end == "touchMove" else []
    finger.send("Input.dispatchTouchEvent", {"type": end, "touchPoints": off})
    assert not secret(page).is_visible()


def test_a_role_is_seen_with_a_mouse_in_a_browser_without_pointer_events(visit, fake):
    fake.phones = {1: PHONE_VIEWS["roles"]}
    page = visit()
    _forget_pointer_events(page)
    page.locator("[data-hold]").first.hover()
    page.mouse.down()
    assert secret(page).is_visible()
    page.mouse.move(5, 800)
    assert not secret(page).is_visible()


@pytest.mark.parametrize("key", ["Enter", " "])
def test_a_role_shows_while_a_key_is_down(visit, fake, key):
    fake.phones = {1: PHONE_VIEWS["roles"]}
    page = visit()
    page.locator("[data-hold]").first.focus()
    page.keyboard.down(key)
    assert secret(page).is_visible()
    page.keyboard.up(key)
    assert not secret(page).is_visible()


@pytest.mark.parametrize("away", ["window.dispatchEvent(new Event('blur'))", "document.activeElement.blur()",
                                  "window.dispatchEvent(new Event('pagehide'))"])  # fmt: skip
def test_a_role_hides_when_the_phone_looks_away(visit, fake, away):
    fake.phones = {1: PHONE_VIEWS["roles"]}
    page = visit()
    page.locator("[data-hold]").first.focus()
    page.keyboard.down("Enter")
    page.evaluate(away)
    assert not secret(page).is_visible()


def test_a_held_role_stays_when_the_table_changes_something_else(visit, fake):
    fake.phones = {1: PHONE_VIEWS["roles"]}
    page = visit()
    page.locator("[data-hold]").first.hover()
    page.mouse.down()
    fake.now(phone=replace(PHONE_VIEWS["roles"], waiting_for=(1,)))
    page.wait_for_selector("#page[data-version='42']")
    assert secret(page).is_visible()


def test_the_gold_to_choose_from_shows_while_the_thumb_is_down(visit, fake):
    """It lay open on the phone, for every neighbour to read."""
    fake.phones = {1: PHONE_VIEWS["draft"]}
    page = visit()
    assert "nugget" not in page.locator("[data-key=draft]").inner_text()
    page.locator("[data-key=draft] [data-hold]").hover()
    page.mouse.down()
    assert re.findall(r"(\d) nugget", secret(page).inner_text()) == ["3", "1"]
    page.mouse.up()
    assert not secret(page).is_visible()


def test_another_secret_does_not_come_up_under_a_thumb_that_is_still_down(visit, fake):
    fake.phones = {1: PHONE_VIEWS["roles"]}
    page = visit()
    page.locator("[data-hold]").first.hover()
    page.mouse.down()
    fake.now(phone=phone(role="miner", stage=PHONE_VIEWS["roles"].stage))
    page.wait_for_selector("#page[data-version='42']")
    assert not secret(page).is_visible()


def test_both_roles_look_alike_from_across_the_table(visit, fake):
    sizes = []
    for role in ("miner", "saboteur"):
        fake.phones = {1: phone(role=role, stage=PHONE_VIEWS["roles"].stage)}
        page = visit()
        page.locator("[data-hold]").first.hover()
        page.mouse.down()
        style = "e => [getComputedStyle(e).backgroundColor, getComputedStyle(e).color, e.offsetWidth, e.offsetHeight]"
        sizes.append(secret(page).evaluate(style))
    assert sizes[0] == sizes[1]


def test_without_script_a_role_can_still_be_looked_at(visit, fake):
    fake.phones = {1: PHONE_VIEWS["roles"]}
    page = visit(java_script_enabled=False)
    assert not secret(page).is_visible()
    page.locator("[data-hold]").first.hover()
    page.mouse.down()
    assert secret(page).is_visible()
    page.mouse.up()
    assert not secret(page).is_visible()


# ---- live ---------------------------------------------------------------------------------------------------------


def test_every_screen_follows_the_table(visit, fake):
    page, screen = visit(), visit("/table?key=the-host", size=SCREEN)
    fake.now(phone=PHONE_VIEWS["wait"], table=TABLE_VIEWS["draft"])
    page.wait_for_selector("text=Ana’s turn")
    screen.wait_for_selector("text=Bartholomew is choosing gold")


def test_half_typed_text_focus_and_open_panels_survive_news(visit, fake):
    screen = visit("/table?key=the-host", size=SCREEN)
    screen.goto(screen.url + "?do=fix-seats")
    screen.locator("summary", has_text="Dieter").click()
    field = screen.locator("details[open] input[name=cards]")
    field.fill("3")
    fake.now(table=replace(TABLE, pile=12))
    screen.wait_for_selector("#page[data-version='42']")
    assert screen.locator("details[open] input[name=cards]").input_value() == "3"
    assert screen.evaluate("document.activeElement.name") == "cards"
    assert screen.locator("form:has(button) input[name=cards]").first.input_value() == "12"


def test_what_was_saved_in_a_step_that_stays_follows_the_table_again(visit, fake):
    screen = visit("/table?key=the-host", size=SCREEN)
    screen.goto(screen.url + "?do=fix-seats")
    pile = screen.locator("form[action$='/set-pile'] input[name=cards]")
    pile.fill("15")
    fake.table = replace(TABLE, pile=15)
    screen.locator("form[action$='/set-pile'] button").click()
    screen.wait_for_selector(".busy", state="detached")
    assert (len(presses(fake)), pile.input_value()) == (1, "15")
    fake.now(table=replace(TABLE, pile=9))
    screen.wait_for_selector(f"#page[data-version='{fake.version}']")
    assert pile.input_value() == "9"


def test_a_button_of_one_form_never_becomes_that_of_another(visit, fake):
    """A thumb that lay on "take back" would have read the whole table again."""
    screen = visit("/table?key=the-host", size=SCREEN)
    screen.goto(screen.url + "?do=fix")
    undo = screen.locator("form[action='/table/undo'] button.big").element_handle()
    assert TABLE.offers.undo
    fake.now(table=replace(TABLE, offers=replace(TABLE.offers, undo=False)))
    screen.wait_for_selector(f"#page[data-version='{fake.version}']")
    assert screen.locator("form[action='/table/resync'] button").count() == 1
    assert not undo.evaluate("button => button.isConnected")


def test_what_is_ticked_and_not_sent_survives_news_and_a_pause_and_no_step(visit, fake):
    """After a pause the cards to be thrown away had to be found and ticked again."""
    hand = PHONE_VIEWS["play-hand"]
    hand = replace(hand, offers=replace(hand.offers, discards=(1, 2, 3)))
    fake.now(phone=hand)
    page = visit("/?do=pass")
    ticks = [page.locator(f"[data-key=tick-{card.key}] input") for card in hand.hand_cards[:3]]
    for at in (0, 2):
        ticks[at].check()
    discards, paused = "form[action='/hand/discard']", replace(hand, paused=True)
    came = (replace(hand, pile=7), discards), (paused, "[data-key=pause]"), (hand, discards)
    for number, (now, said) in enumerate(came, start=43):
        fake.now(phone=now)
        page.wait_for_selector(f"#page[data-version='{number}'] {said}")
    assert [one.is_checked() for one in ticks] == [True, False, True]
    for number, (now, said) in enumerate([(replace(hand, **NOT_ME), "h1"), (hand, discards)], start=46):
        fake.now(phone=now)
        page.wait_for_selector(f"#page[data-version='{number}'] {said}")
    assert [one.is_checked() for one in ticks] == [False, False, False]  # nor does another turn
    ticks[1].check()
    page.locator(".act-head a.back").click()
    page.wait_for_selector(discards, state="detached")
    page.locator("nav.acts a[href*='do=pass']").click()
    page.wait_for_selector(discards)
    assert [one.is_checked() for one in ticks] == [False, False, False]


ITSELF = re.compile(r"^http://[^/]+/(\?.*)?$")  # the phone's page


def failing(page: Any, status: int) -> None:
    """Whenever the page asks for itself from now on, it is answered so."""
    body = "<title>Sorry</title><p id=lost></p><main id=page>Sorry</main>"
    page.route(ITSELF, lambda route: route.fulfill(status=status, content_type="text/html", body=body))


@pytest.mark.parametrize("status", [429, 500])
def test_a_page_that_the_server_cannot_make_just_now_takes_nothing_away_and_comes_when_it_can(visit, fake, status):
    """The phone showed the error for the rest of the evening, and listened no more."""
    page = visit()
    failing(page, status)
    fake.now(phone=PHONE_VIEWS["wait"])
    page.wait_for_selector("#lost:not([hidden])")
    assert page.locator("nav.acts").is_visible()
    page.unroute(ITSELF)
    page.wait_for_selector("text=Ana’s turn")
    page.wait_for_selector("#lost", state="hidden")
    fake.now(phone=PHONE_VIEWS["play"])
    page.wait_for_selector("text=Your turn!")


def test_a_page_is_asked_for_again_also_while_the_table_is_heard(chromium, fake):
    """Whoever hears it need not poll, and nothing new may come for minutes."""
    running = start(create_app(fake, WebConfig(0, demo=True, heartbeat_s=0.3)), "127.0.0.1", 0)
    context = chromium.new_context(viewport=PHONE, locale="en")
    context.add_cookies([{"name": "seat", "value": "token-of-one", "url": f"http://127.0.0.1:{running.port}"}])
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{running.port}/")
    page.route("**/poll*", lambda route: route.abort())
    failing(page, 500)
    fake.now(phone=PHONE_VIEWS["wait"])
    for _ in range(2):
        page.wait_for_event("response", lambda answer: answer.status == 500)
    assert page.locator("nav.acts").is_visible()
    page.unroute(ITSELF)
    page.wait_for_selector("text=Ana’s turn")
    context.close()
    fake.close()
    running.close()


def test_a_phone_that_wakes_up_looks_at_once(visit, fake):
    page = visit()
    page.add_init_script("""window.EventSource = function () {
      return {readyState: 1, addEventListener() {}, close() {}};  // dead, and still called open
    }""")
    page.reload()
    fake.now(phone=PHONE_VIEWS["wait"])
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_selector("text=Ana’s turn")


def test_without_a_stream_the_page_polls(visit, fake):
    page = visit()
    page.evaluate("delete window.EventSource")
    page.reload()
    page.add_init_script("delete window.EventSource")
    page.reload()
    fake.now(phone=PHONE_VIEWS["wait"])
    page.wait_for_selector("text=Ana’s turn")


def test_a_page_that_polls_shows_the_step_that_the_server_could_not_make_at_first(visit, fake):
    page = visit()
    page.add_init_script("delete window.EventSource")
    page.reload()
    failing(page, 500)
    page.locator("nav.acts a").first.click()
    page.wait_for_selector("#lost:not([hidden])")
    assert page.locator("nav.acts").is_visible()
    page.unroute(ITSELF)
    page.wait_for_selector("nav.acts", state="detached")


def test_a_second_window_of_the_same_seat_takes_over_and_both_stay_right(visit, fake):
    first = visit()
    with first.expect_response("**/poll*"):  # it has been replaced
        second = visit()
    fake.now(phone=PHONE_VIEWS["wait"])
    for page in (first, second):
        page.wait_for_selector("text=Ana’s turn")


# ---- presses ------------------------------------------------------------------------------------------------------


def presses(fake: LiveFake) -> list[Any]:
    return [call for call in fake.asked if call[0] != "online"]


def test_two_presses_break_a_tool(visit, fake):
    page = visit()
    page.get_by_role("link", name="Break a tool").click()
    page.locator("button[value='3:lamp']").click()
    page.wait_for_selector("nav.acts")
    assert len(presses(fake)) == 1
    assert page.url.endswith("/")


def test_the_phones_own_back_key_leaves_a_step_and_not_the_game(visit, fake):
    page = visit()
    page.get_by_role("link", name="Lay a tunnel").click()
    page.locator("a.pick[data-key='cell-5-0']").click()
    page.wait_for_selector(".palette")
    page.evaluate("history.back()")
    page.wait_for_selector("nav.acts")
    assert page.url.endswith("/") and presses(fake) == []


def test_the_pages_back_button_leaves_no_step_for_the_back_key(visit):
    page = visit()
    before = page.evaluate("history.length")
    for _ in range(3):
        page.get_by_role("link", name="Break a tool").click()
        page.wait_for_selector("[data-key=act-break]")
        page.locator(".act-head a.back").click()
        page.wait_for_selector("nav.acts")
    assert page.evaluate("history.length") <= before + 1


def test_a_card_is_let_stand_also_when_the_first_word_was_lost(visit, fake, monkeypatch):
    """The clock stopped for good when the network swallowed its press."""
    monkeypatch.setattr("web.present.actions.VETO_PHONE_S", 1)
    fake.phones = {1: CARD_PHONE_VIEWS["ask-veto"]}
    page, swallowed = visit(), []

    def swallow(route: Any) -> None:
        swallowed.append(route.request.post_data)
        route.abort() if len(swallowed) <= 4 else route.continue_()

    page.route("**/do/let-stand*", swallow)
    page.wait_for_function("() => !document.hidden")
    for _ in range(PATIENCE_MS // 500):
        if presses(fake):
            break
        page.wait_for_timeout(500)
    assert len(swallowed) >= 5 and presses(fake)[0][2] == LetStand()


def test_a_double_tap_is_one_press(visit, fake):
    page = visit()
    page.get_by_role("link", name="Throw a card away").click()
    page.locator("button[name=discards]").dblclick()
    page.wait_for_selector("nav.acts")
    assert len({call[-1]["command_id"] for call in presses(fake)}) == 1


TWO_TAPS = """([x, y, pointerType, detail]) => {
  const tap = (detail) => document.elementFromPoint(x, y).dispatchEvent(
    new PointerEvent('click', {bubbles: true, cancelable: true, detail, clientX: x, clientY: y, pointerType}));
  tap(1);
  const button = document.body.appendChild(document.createElement('button'));
  button.id = 'beneath';
  button.style = 'position: fixed; inset: 0; z-index: 99';
  button.addEventListener('click', () => { button.dataset.pressed = (Number(button.dataset.pressed) || 0) + 1; });
  tap(detail);
}"""


@pytest.mark.parametrize(
    ("by", "count", "pressed"), [("touch", 1, None), ("", 1, None), ("mouse", 2, None), ("mouse", 1, "1")]
)
def test_the_second_half_of_a_double_tap_presses_nothing_that_has_come_under_the_thumb_meanwhile(
    visit, by, count, pressed
):
    """Whoever tapped a place in the mine twice had laid whichever card of the palette came to lie there.

    A mouse's clicks are counted by the system, a thumb's are not; older browsers do not tell which it was.
    """
    page = visit()
    box = page.get_by_role("link", name="Throw a card away").bounding_box()
    thumb = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    page.evaluate(TWO_TAPS, [*thumb, by, count])
    page.wait_for_selector("button[name=discards]")  # the first half is a tap
    beneath = page.locator("#beneath")
    assert beneath.get_attribute("data-pressed") == pressed
    page.wait_for_timeout(350)  # what is tapped later is meant
    page.mouse.click(*thumb)
    assert beneath.get_attribute("data-pressed") == ("2" if pressed else "1")


def test_a_double_tap_on_the_way_in_is_one_seat(visit, fake):
    """The second tap found the name taken, by a seat whose token the browser had thrown away."""
    fake.tokens, joined, join, tapped = {}, [], fake.join, Event()

    def slow(name: str, *, seat: int | None = None, phone: str | None = None) -> Any:
        joined.append(name)
        tapped.wait(PATIENCE_MS / 1000)  # the second tap comes while the first is under way
        return join(name, seat=seat)

    fake.join = slow
    page = visit()
    way_in = page.locator("form.join").first  # the other is for the next round
    way_in.get_by_label("Your name").fill("Ana")
    way_in.locator("button:enabled").first.scroll_into_view_if_needed()
    box = way_in.locator("button:enabled").first.bounding_box()
    for _ in range(2):
        page.mouse.click(box["x"] + 40, box["y"] + 20)
        page.wait_for_timeout(300)  # a thumb's time between two taps
    with page.expect_navigation():  # of the last tap that was sent
        tapped.set()
    assert joined == ["Ana"]


def test_a_press_that_the_network_swallowed_is_sent_again_with_the_same_id(visit, fake):
    page = visit()
    page.get_by_role("link", name="Throw a card away").click()
    swallowed = []

    def swallow(route: Any) -> None:
        if swallowed:
            route.continue_()
        else:
            swallowed.append(route.request.post_data)
            route.abort()

    page.route("**/do/pass*", swallow)
    page.locator("button[name=discards]").click()
    page.wait_for_selector("nav.acts")
    (press,) = presses(fake)
    assert press[-1]["command_id"].removeprefix("seat1.") in swallowed[0]


@pytest.mark.parametrize("how", ["hangs", "fails"])
def test_a_press_is_kept_through_an_outage_of_half_a_minute(visit, fake, how):
    """The computer starts anew, or the Wi-Fi swallows what is sent and says nothing."""
    page = visit()
    page.clock.install()
    page.get_by_role("link", name="Throw a card away").click()
    page.wait_for_selector("button[name=discards]")
    lost = []

    def lose(route: Any) -> None:
        lost.append(route)
        if how == "fails":
            route.abort()

    page.route("**/do/pass*", lose)
    page.locator("button[name=discards]").click()
    for _ in range(3):
        page.wait_for_timeout(50)
        page.clock.run_for(10_000)
    assert presses(fake) == []
    page.unroute("**/do/pass*")
    page.clock.run_for(12_000)
    page.wait_for_selector("nav.acts")
    assert len(lost) > 1 and len({call[-1]["command_id"] for call in presses(fake)}) == 1


UNSURE = "Did that go through?"


def swallowed(page, clicked) -> None:
    """A press while nothing gets through, for longer than it is sent again."""
    page.clock.install()
    clicked()
    for _ in range(7):
        page.wait_for_timeout(50)
        page.clock.run_for(10_000)


def throws_a_card_away(page) -> None:
    page.get_by_role("link", name="Throw a card away").click()
    page.route("**/*", lambda route: route.abort())
    page.locator("button[name=discards]").click()


def test_whoever_pressed_while_nothing_got_through_is_told_to_look_once_the_table_is_back(visit, fake):
    """The old page stood there as if nothing had been pressed."""
    page = visit()
    swallowed(page, lambda: throws_a_card_away(page))
    page.unroute("**/*")
    page.clock.run_for(12_000)
    page.get_by_text(UNSURE).wait_for()
    page.get_by_role("link", name="Got it").click()
    assert presses(fake) == [] and not page.locator("#notice .notice").count()


def test_nobody_who_has_pressed_again_is_told_so(visit, fake):
    page = visit()
    swallowed(page, lambda: throws_a_card_away(page))
    page.unroute("**/*")
    page.locator("button[name=discards]").click()
    page.clock.run_for(12_000)
    page.wait_for_selector("nav.acts")
    assert len({call[-1]["command_id"] for call in presses(fake)}) == 1 and not page.get_by_text(UNSURE).count()


def test_a_press_whose_answer_a_browser_cannot_show_is_not_sent_again(visit, fake):
    page = visit()
    page.get_by_role("link", name="Throw a card away").click()
    page.wait_for_selector("button[name=discards]")
    page.evaluate("""() => {
      window.unshown = 0;
      window.addEventListener('unhandledrejection', event => { event.preventDefault(); window.unshown += 1; });
      DOMParser.prototype.parseFromString = () => { throw new Error('too old'); };
    }""")
    page.clock.install()
    for count in (1, 2):
        with page.expect_response("**/do/pass*"):
            page.locator("button[name=discards]").click()
        page.wait_for_function("count => window.unshown === count", arg=count)
        page.clock.run_for(2000)  # it would be sent again by then
        page.evaluate("fetch('/healthz').then(answer => answer.text())")  # and that has come before this
    assert len(presses(fake)) == len({call[-1]["command_id"] for call in presses(fake)}) == 2
    assert not page.locator("button.busy").count() and page.locator("#lost").is_hidden()


def test_news_that_a_browser_cannot_show_has_arrived_and_nothing_is_called_lost(visit, fake):
    page = visit()
    page.evaluate("""() => {
      let shows = 0;
      window.unshown = 0;
      window.addEventListener('unhandledrejection', event => { event.preventDefault(); window.unshown += 1; });
      DOMParser.prototype.parseFromString = () => {
        document.documentElement.dataset.shows = ++shows;
        throw new Error('too old');
      };
    }""")
    for count, view in enumerate(("wait", "play"), 1):
        fake.now(phone=PHONE_VIEWS[view])
        page.wait_for_selector(f"html[data-shows='{count}']")
        page.wait_for_function("count => window.unshown >= count", arg=count)
        assert page.locator("#lost").is_hidden()


def test_a_refusal_stays_until_it_is_read(visit, fake):
    page = visit()
    fake.outcome = Refusal("not_your_turn", {"seat": 0})
    page.get_by_role("link", name="Throw a card away").click()
    page.locator("button[name=discards]").click()
    page.wait_for_selector(".notice")
    assert "It isn’t your turn." in page.locator(".notice").inner_text()
    fake.now(phone=PHONE_VIEWS["wait"])
    page.wait_for_selector("text=Ana’s turn")
    assert page.locator(".notice").is_visible()
    page.locator(".notice [data-dismiss]").click()
    assert page.locator(".notice").count() == 0


def test_that_the_disk_is_full_is_said_until_it_has_room_again(visit, fake):
    """Rounds later the table still read that nothing could be kept."""
    trouble = Refusal("disk_full")
    fake.table = replace(TABLE, trouble=trouble)
    screen = visit("/table?key=the-host", size=SCREEN)
    fake.outcome = trouble
    screen.locator("form[action='/table/undo'] button").click()
    screen.wait_for_selector("#notice .notice")
    fake.now(table=replace(TABLE, trouble=trouble, pile=9))
    screen.wait_for_selector("#page[data-version='42']")
    assert screen.locator("#notice .notice").count() == 1
    fake.now(table=TABLE)
    screen.wait_for_selector("#notice .notice", state="detached")


def test_whom_the_table_lets_begin_stays_chosen_where_the_start_comes_to_nothing(visit, fake):
    """A full disk refused it, and the youngest had to be found again; another would have been, had somebody got up."""
    lobby = TABLE_VIEWS["lobby"]
    fake.table = lobby
    screen = visit("/table?key=the-host", size=SCREEN)
    begins = ".chip:has(input[name=starter]:checked)"
    name = lobby.seats[2].name
    screen.locator(".chip", has_text=name).click()
    fake.outcome = Refusal("disk_full")
    screen.locator("form.start button.primary").click()
    screen.wait_for_selector(".notice")
    assert screen.locator(begins).all_inner_texts()[0].endswith(name)
    fake.now(table=replace(lobby, seats=tuple(replace(one, seat=one.seat - 1) for one in lobby.seats[1:])))
    screen.wait_for_selector(f"#page[data-version='{fake.version}']")
    assert screen.locator(begins).all_inner_texts()[0].endswith(name)
    fake.outcome = Done()
    screen.locator("form.start button.primary").click()
    screen.wait_for_selector(".notice", state="detached")
    assert [press[2].starter for press in presses(fake)] == [2, 1]


def test_what_a_pause_refuses_is_said_until_the_pause_is_over(visit, fake):
    """It stood above "it's your turn" until it was pressed away."""
    page = visit()
    fake.outcome = Refusal("paused")
    page.get_by_role("link", name="Throw a card away").click()
    page.wait_for_selector("button[name=discards]")
    page.locator("button[name=discards]").click()  # the table was a moment quicker
    page.wait_for_selector(".notice")
    fake.now(phone=replace(PHONE_VIEWS["play"], paused=True))
    page.wait_for_selector("[data-key=pause]")
    fake.now()
    page.wait_for_selector(f"#page[data-version='{fake.version}']")
    assert page.locator(".notice").is_visible()
    fake.now(phone=PHONE_VIEWS["play"])
    page.wait_for_selector("[data-key=pause]", state="detached")
    assert page.locator(".notice").count() == 0


def test_the_table_can_agree_to_what_is_refused(visit, fake):
    page = visit("/table?key=the-host")
    page.goto(page.url + "?do=fix")
    fake.outcome = Refusal("pile_not_empty", {"cards": 3}, can_force=True)
    page.locator("form[action$='end-round'] button").click()
    page.wait_for_selector(".notice")
    fake.outcome = Done()
    page.locator(".notice button").click()
    page.wait_for_selector(".notice", state="detached")
    first, second = presses(fake)
    assert (first[2].forced, second[2].forced) == (False, True)


def test_a_card_of_the_demo_hand_is_laid_in_three_presses(visit, fake):
    fake.phones = {1: phone(hand_cards=HAND)}
    page = visit()
    page.locator("[data-key=hand-11]").click()
    page.locator("a.pick[data-key='cell-5-0']").click()
    page.get_by_role("button", name="Lay card").click()
    page.wait_for_selector("nav.acts")
    (press,) = presses(fake)
    assert press[:4] == ("lay_from_hand", press[1], 11, (5, 0))


def test_no_button_becomes_another_one_under_a_thumb(visit, fake):
    page = visit("/?do=break")
    button = page.locator("button[value='2:pickaxe']").element_handle()
    fewer = tuple(way for way in OFFERS.ways("break") if way.seat == 2 and way.tool is not Tool.PICKAXE)
    fake.now(phone=phone(offers=replace(OFFERS, cards=(CardOfferView("break", fewer),))))
    page.wait_for_selector("#page[data-version='42']")
    assert page.locator("button[value='2:lamp']").is_visible()
    assert not button.evaluate("button => button.isConnected")


def test_news_during_a_press_does_not_bring_the_old_step_back(visit, fake):
    fake.phones = {1: phone(hand_cards=HAND)}
    page = visit("/?do=place&hand=11&cell=5,0")

    def with_news(route: Any) -> None:
        fake.now()
        page.wait_for_timeout(300)  # the page has heard of it while its press is under way
        route.continue_()

    page.route("**/hand/lay*", with_news)
    page.get_by_role("button", name="Lay card").click()
    page.wait_for_selector("nav.acts")
    page.wait_for_timeout(500)
    assert page.locator("nav.acts").is_visible()


def test_a_card_that_was_only_shown_can_be_pressed_once_the_turn_comes(visit, fake):
    fake.phones = {1: replace(PHONE_VIEWS["wait"], hand_cards=HAND)}
    page = visit()
    assert page.locator("span[data-key=hand-11]").is_visible()
    fake.now(phone=phone(hand_cards=HAND))
    page.wait_for_selector("text=Your turn!")
    page.locator("[data-key=hand-11]").click()
    page.wait_for_selector("[data-key=act-place]")


def test_without_script_a_press_works_and_a_refusal_is_read(visit, fake):
    page = visit(java_script_enabled=False)
    page.get_by_role("link", name="Throw a card away").click()
    page.locator("button[name=discards]").click()
    page.wait_for_selector("nav.acts")
    fake.outcome = Refusal("not_your_turn", {"seat": 0})
    page.get_by_role("link", name="Throw a card away").click()
    page.locator("button[name=discards]").click()
    page.wait_for_selector(".notice >> text=It isn’t your turn.")
    assert len(presses(fake)) == 2


def test_a_chosen_edition_is_sent_at_once(visit, fake):
    fake.table = TABLE_VIEWS["lobby"]
    screen = visit("/table?key=the-host", size=SCREEN)
    screen.locator("[data-key=rulebooks] > summary").click()
    with screen.expect_response("**/table/do/*"):
        screen.locator("[data-key=rulebook-bga] span").click()
    (press,) = presses(fake)
    assert press[2].edition == "bga"


def test_the_whole_page_can_be_read_in_spanish(visit):
    page = visit(language="es-ES")
    assert page.locator("html").get_attribute("lang") == "es"
    page.get_by_role("button", name="English").click()
    page.wait_for_selector("text=Your turn!")


def test_the_table_has_its_other_languages_behind_the_one_it_speaks(visit, fake):
    fake.table = TABLE_VIEWS["lobby"]
    screen = visit("/table?key=the-host", size=SCREEN)
    screen.locator(".language-fold > summary", has_text="English").click()
    screen.get_by_role("button", name="Português").click()
    screen.wait_for_selector("html[lang=pt]")


# ---- room on small screens ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "language"), [*((SMALL, language) for language in SPOKEN), (PHONE, "es")])
def test_a_phone_page_has_room_for_every_stage_and_step(visit, fake, size, language):
    page = visit(size=size, language=language)
    steps = {"play": ["do=place&cell=5,0", "do=break", "do=repair", "do=rockfall&cell=3,1", "do=map", "do=pass"],
             "play-hand": ["do=place&hand=11&cell=5,0", "do=pass"], "proposal": ["do=correct&about=p7"]}  # fmt: skip
    for name, view in PHONE_VIEWS.items():
        fake.tokens, fake.phones = {"token-of-one": view.viewer.seat}, {view.viewer.seat: view}
        for step in ["", *steps.get(name, [])]:
            swap(page, f"/?{step}")
            assert page.evaluate(ROOM) == {"wide": 0, "small": [], "cut": []}, (name, step)


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_table_screen_has_room_for_every_stage(visit, fake, language):
    screen = visit("/table?key=the-host", size=SCREEN, language=language)
    for name, view in TABLE_VIEWS.items():
        fake.table = view
        for step in ("", "do=fix", "do=fix-cell&cell=5,0", "do=fix-seats") if name == "play" else ("",):
            swap(screen, f"/table?{step}")
            found = screen.evaluate(ROOM)
            assert (found["wide"], found["cut"]) == (0, []), (name, step)
            assert found["small"] == [], (name, step)
