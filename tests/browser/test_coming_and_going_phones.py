"""Guests leave, come late, lose their phone and come back, with real browsers: the table screen says what to press."""

from __future__ import annotations

import pytest
from card_night import CardNight, Deal
from card_phones import Phone

from companion.live import phones
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state.commands import Attendance

pytestmark = pytest.mark.browser


@pytest.fixture
def table_of(night) -> CardNight:
    made: CardNight = night(Deal(), "anniversary-2024", players=4)
    return made


def stranger(table_of: CardNight, browser, name: str) -> Phone:
    phone = Phone(browser, table_of.url, name, "", "en", None)
    table_of.screens.append(phone)
    return phone


def gone(table_of: CardNight, phone: Phone) -> None:
    """The phone's battery is empty."""
    phone.context.close()
    table_of.screens.remove(phone)


def test_a_guest_whose_phone_is_gone_is_skipped_until_he_says_that_he_is_back(table_of, monkeypatch):
    monkeypatch.setattr(phones, "GONE_S", 0.5)
    ana, ben, screen = table_of.phone(0), table_of.phone(1), table_of.table()
    gone(table_of, ben)
    table_of.do(0, c.Pass())
    screen.has("[data-key=gone-1]")
    for said in ("gone.skip", "gone.another", "gone.take_out"):
        assert screen.shows(f"[data-key=gone-1] button:has-text('{screen.say(said)}')")
    screen.press(f"[data-key=gone-1] button:has-text('{screen.say('gone.skip')}')")
    screen.has("[data-key=away-1]")
    assert table_of.view().turn == 2
    assert "away" in ana.raw() and "[data-key=gone-1]" not in screen.raw()
    again = table_of.phone(1)
    again.has("[data-key=away]")
    again.do("here")
    again.lacks("[data-key=away]")
    screen.lacks("[data-key=away-1]")


def test_who_is_taken_out_is_not_dealt_in_again_and_his_phone_is_told(table_of):
    dan, screen = table_of.phone(3), table_of.table()
    screen.press("a[href='/table?do=fix']")
    screen.press("a[href='/table?do=fix-people']")
    screen.press("[data-key=go-3] summary")
    screen.press("[data-key=go-3] button[name=seat]:has-text('Remove')")
    assert table_of.view().seats[3].presence is Attendance.LEFT and table_of.view().seats[3].hand == 0
    dan.has("[data-key=away]")
    table_of.table_does(c.EndRound(forced=True))
    table_of.table_does(c.NextRound())
    assert [seat.name for seat in table_of.view().seats] == ["Ana", "Ben", "Cleo"]
    dan.has("[data-key=watching]")


def test_who_comes_late_watches_and_plays_from_the_next_round_on(table_of, chromium):
    screen, zoe = table_of.table(), stranger(table_of, chromium, "Zoe")
    zoe.has("[data-key=watching] svg")
    zoe.page.locator("#later").fill("Zoe")
    zoe.page.locator("[data-key=next-round] button").click()
    zoe.has("[data-key=newcomer]")
    screen.has("[data-key=newcomers]")
    table_of.do(0, c.Pass())
    assert "hold-secret" not in zoe.raw()
    table_of.table_does(c.EndRound(forced=True))
    screen.press("form[action='/table/do/next-round'] button")
    zoe.has("form[action='/do/role-seen']")
    assert zoe.page.locator("header.strip b").inner_text() == "Zoe"


def there(table_of: CardNight, seat: int) -> None:
    """Soon the table counts this seat's phone among those that listen."""
    for _ in range(100):
        if table_of.view().seats[seat].online:
            return
        table_of.session.wait(table_of.session.version, 0.1)
    raise AssertionError(f"the phone of seat {seat} is away")


def test_a_phone_that_gets_its_seat_while_it_watches_is_no_phone_that_is_away(table_of, chromium):
    """It listened on as a stranger, and the table screen waited in vain for it all evening."""
    screen, zoe = table_of.table(), stranger(table_of, chromium, "Zoe")
    zoe.page.locator("#later").fill("Zoe")
    zoe.page.locator("[data-key=next-round] button").click()
    zoe.has("[data-key=newcomer]")
    table_of.table_does(c.EndRound(forced=True))
    screen.press("form[action='/table/do/next-round'] button")
    zoe.has("form[action='/do/role-seen']")
    there(table_of, 4)
    opened = []
    zoe.page.on("request", lambda asked: opened.append(asked.url) if asked.url.endswith("/stream") else None)
    for paused in (True, False):
        table_of.table_does(c.SetPause(paused))
        (zoe.has if paused else zoe.lacks)("[data-key=pause]")
    assert opened == [] and table_of.view().seats[4].online


def test_a_phone_that_the_host_lets_in_is_there_until_its_seat_is_freed_again(table_of, chromium):
    screen, ben = table_of.table(), table_of.phone(1)
    gone(table_of, ben)
    for _ in range(2):
        table_of.session.release(c.ByTable(), 1, forced=True)
        ben = ben if ben in table_of.screens else stranger(table_of, chromium, "Ben")
        ben.page.locator("[data-key=mine-1]").click()
        ben.has("[data-key=asked-for]")
        screen.press("[data-key^=admit-] button[value='1']")
        ben.has("header.strip")
        there(table_of, 1)


def test_who_frees_the_seat_of_a_connected_phone_is_asked_first_and_of_one_that_is_away_is_not(table_of):
    """With one press on the wrong name somebody who was playing was thrown out."""
    ben, screen = table_of.phone(1), table_of.table()
    there(table_of, 1)
    frees = "form[action='/table/release'] button[name=seat][value='1']"
    screen.page.goto(table_of.url + "/table?do=fix-phones")
    screen.press(frees)
    screen.sees("Ben’s phone is connected. Let another phone take this seat?")
    screen.press("#notice a[data-dismiss]")
    assert table_of.view().seats[1].taken
    screen.press(frees)
    screen.press("#notice button")
    ben.has("[data-key=lost-seat]")
    ben.page.locator("[data-key=mine-1]").click()
    screen.press("[data-key^=admit-] button[value='1']")
    ben.has("header.strip")
    there(table_of, 1)
    gone(table_of, ben)
    screen.page.goto(table_of.url + "/table?do=fix-phones")
    screen.has(f"{frees} small:has-text('phone offline')")
    screen.press(frees)
    screen.page.locator(frees).wait_for(state="detached")
    assert not table_of.view().seats[1].taken


def test_a_phone_that_forgot_its_seat_gets_it_back_with_the_code_and_after_a_wrong_one_is_told(table_of):
    ana, screen = table_of.phone(0), table_of.table()
    ana.press("[data-key=code] summary")
    code = ana.under_the_thumb("code")
    assert code not in screen.raw()
    ana.context.clear_cookies()
    ana.page.goto(table_of.url)
    ana.press("[data-key=come-back] summary")
    for typed in ("AAAAAA", code.lower()):
        if not ana.page.locator("[data-key=come-back] input[name=code]").is_visible():
            ana.press("[data-key=come-back] summary")
        ana.page.locator("[data-key=come-back] .chip").first.click()
        ana.page.locator("[data-key=come-back] input[name=code]").fill(typed)
        ana.page.locator("[data-key=come-back] button").click()
        if typed != code.lower():
            ana.sees("That’s not the code")
    ana.has("header.strip")
    assert ana.page.locator("header.strip b").inner_text() == "Ana"
    assert table_of.view().seats[0].new_phone


def test_news_takes_nothing_away_of_what_a_phone_sent_in_vain(table_of, chromium):
    """Somebody played between a wrong code and the right one: the seat was no longer ticked, and nothing was sent."""
    cleo = stranger(table_of, chromium, "Cleo")
    cleo.page.locator("#later").fill("Z\u202eoe")
    cleo.page.locator("[data-key=next-round] button").click()
    cleo.sees("Please use letters")
    _played_on(table_of, 0, cleo)
    assert cleo.page.locator("#later").input_value() == "Z\u202eoe"
    cleo.press("[data-key=come-back] summary")
    code = cleo.page.locator("[data-key=come-back] input[name=code]")
    cleo.page.locator("[data-key=come-back] .chip").nth(2).click()
    code.fill("AAAAAA")
    code.press("Enter")
    cleo.sees("That’s not the code")
    _played_on(table_of, 1, cleo)
    code.fill(table_of.view(2).my_code or "")
    code.press("Enter")
    cleo.has("header.strip")


def _played_on(table_of: CardNight, seat: int, phone: Phone) -> None:
    table_of.do(seat, c.Pass())
    phone.has(f"#page[data-version='{table_of.session.version}']")


def test_a_card_laid_by_thumb_is_taken_back_by_thumb(table_of):
    ana = table_of.phone(0)
    ana.lay(1, 0, "EW")
    ana.has("[data-key=take-back]")
    ana.press("[data-key=take-back] button")
    ana.lacks("[data-key=take-back]")
    assert Cell(1, 0) not in {card.cell for card in table_of.view().maze.cards}
    assert table_of.view().turn == 0


def test_in_a_pause_every_screen_says_so_and_the_table_goes_on(table_of):
    ana, screen = table_of.phone(0), table_of.table()
    screen.press("form[action='/table/do/pause'] button")
    for one in (ana, screen):
        one.has("[data-key=pause]")
    screen.press("[data-key=pause] button")
    ana.lacks("[data-key=pause]")


def test_a_second_tab_of_a_seat_that_is_closed_again_leaves_the_first_one_listening(table_of):
    """The first went on polling: at the table its phone was away, and after a while gone."""
    ana, screen = table_of.phone(0), table_of.table()
    screen.lacks("[data-key=players] li:nth-child(1) .away")
    second = ana.context.new_page()
    with ana.page.expect_response("**/poll*"):  # it has been replaced
        second.goto(ana.url)
    with ana.page.expect_request("**/stream"):
        second.close()
    screen.lacks("[data-key=players] li:nth-child(1) .away")
    table_of.do(0, c.Pass())
    ana.has(f"#page[data-version='{table_of.session.version}']")
    assert table_of.view().seats[0].online


def test_a_choice_that_was_half_made_before_a_pause_is_there_after_it(table_of):
    ana = table_of.phone(0)
    ana.play("place")
    ana.cell(1, 0)
    table_of.table_does(c.SetPause(True))
    ana.has("[data-key=pause]")
    ana.lacks(".palette")
    table_of.table_does(c.SetPause(False))
    ana.press(".palette button[name=face][value='EW']")
    ana.has("[data-key=take-back]")
    assert Cell(1, 0) in {card.cell for card in table_of.view().maze.cards}
