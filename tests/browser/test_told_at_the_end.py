"""What printed cards are is asked when the app must know it: the question comes first, before the result, on phones and
on the table screen, which tells it for whoever has no phone any more."""

from __future__ import annotations

from dataclasses import replace

import pytest
from card_night import CardNight, Deal
from card_phones import Phone
from sample_views import PHONE_VIEWS
from screens import PHONE, SMALL, SPOKEN

from companion.editions.cards import Role
from companion.live import phones
from companion.state import commands as c
from companion.state.commands import Supply

pytestmark = pytest.mark.browser

IN_SIGHT = """css => [...document.querySelectorAll(css)].map(e => {
  const box = e.getBoundingClientRect(), list = e.closest('.stage-action') ? null : e.closest('.stage-scroll');
  const seen = list ? list.getBoundingClientRect() : {top: 0, bottom: innerHeight};
  return box.height > 40 && box.top >= seen.top && box.bottom <= seen.bottom;
})"""
PLAYERS = 6


def with_printed(night, *, gold: bool) -> CardNight:
    """A table whose dwarves, and perhaps its gold, are printed, in its last round."""
    table: CardNight = night(Deal(), players=PLAYERS)
    table.table_does(c.Configure("revised", roles=Supply.CARDS, gold=Supply.CARDS if gold else Supply.APP))
    table.table_does(c.StartGame(0))
    while table.view().round < 3 and gold:
        table.table_does(c.EndRound(forced=True))
        table.table_does(c.NextRound())
    return table


def only_one_is_gone(table: CardNight, monkeypatch) -> None:
    """Ben's phone; all others listen."""
    monkeypatch.setattr(phones, "GONE_S", 0.0)
    for seat in (0, *range(2, PLAYERS)):
        table.session.online(table.tokens[seat], True)


def test_the_table_is_asked_first_how_much_gold_a_player_has_whose_phone_is_gone(night, monkeypatch):
    table = with_printed(night, gold=True)
    screen = table.table()
    only_one_is_gone(table, monkeypatch)
    table.table_does(c.EndRound(forced=True))
    screen.has("form[action='/table/do/next-round']")
    screen.page.evaluate("document.querySelector('.stage-scroll').scrollTop = 10000")
    screen.press("form[action='/table/do/next-round'] button")
    for seat in (0, *range(2, PLAYERS)):
        table.do(seat, c.TellGold(seat, seat))
    screen.lacks(f"[data-key=tell-gold-{PLAYERS - 1}]")
    assert table.view().seats[1].gone and "gone-1" not in screen.raw()
    assert screen.page.evaluate(IN_SIGHT, "[data-key=tell-gold-1], [data-key=tell-gold-1] button") == [True, True]
    assert screen.page.evaluate("document.querySelector('.over-panel .panel').dataset.key") == "tell-gold-1"
    screen.picture("told-gold")
    assert "fix-people" not in screen.context.request.get(f"{table.url}/table?do=fix").text()
    screen.page.locator("[data-key=tell-gold-1] input[name=nuggets]").fill("4")
    screen.press("[data-key=tell-gold-1] button")
    screen.has(".final")


def test_the_table_is_asked_first_what_a_player_was_whose_phone_is_gone(night, monkeypatch):
    table = with_printed(night, gold=False)
    screen = table.table()
    only_one_is_gone(table, monkeypatch)
    table.table_does(c.EndRound(forced=True))
    for seat in (0, *range(2, PLAYERS)):
        table.do(seat, c.TellRole(seat, "miner"))
    screen.lacks(f"[data-key=tell-role-{PLAYERS - 1}]")
    assert table.view().seats[1].gone and "gone-1" not in screen.raw()
    assert set(screen.page.evaluate(IN_SIGHT, "[data-key=tell-role-1], [data-key=tell-role-1] button")) == {True}
    screen.picture("told-role")
    screen.press("[data-key=tell-role-1] button[value=saboteur]")
    screen.lacks("[data-key=tell-role-1]")
    agree = "form[action='/table/do/agree-roles'] button"
    screen.has(agree)
    assert screen.page.evaluate(IN_SIGHT, agree) == [True]
    screen.picture("all-told")
    screen.press("[data-key^=tell-again-5] summary")
    screen.press("[data-key^=tell-again-5] button[value=saboteur]")
    screen.has("[data-key=tell-again-5-saboteur]")
    screen.press(agree)
    screen.lacks("[data-key^=tell-again]")


def ended(night, size, *, gold: bool) -> tuple[CardNight, Phone]:
    """The last round is over, and one phone of this size looks on."""
    table = with_printed(night, gold=gold)
    ana = table.phone(0)
    ana.page.set_viewport_size(size)
    table.table_does(c.EndRound(forced=True))
    return table, ana


@pytest.mark.parametrize("size", [SMALL, PHONE], ids=["320", "390"])
def test_a_phone_shows_who_was_what_and_its_button_to_agree_is_in_sight(night, size):
    table, ana = ended(night, size, gold=False)
    for seat in range(PLAYERS):
        table.do(seat, c.TellRole(seat, "saboteur" if seat == 1 else "miner"))
    agree = "form[action='/do/agree-roles'] button"
    ana.has(agree)
    assert ana.page.evaluate(IN_SIGHT, f"{agree}, [data-key^=tell-again-0] summary") == [True, True]
    assert ana.page.locator("[data-key=unmasked] li").count() == PLAYERS
    ana.picture(f"all-told-{size['width']}")
    ana.press("[data-key^=tell-again-0] summary")
    ana.press("[data-key^=tell-again-0] button[value=saboteur]")
    ana.has("[data-key=tell-again-0-saboteur]")
    ana.press(agree)
    ana.lacks(agree)


@pytest.mark.parametrize("size", [SMALL, PHONE], ids=["320", "390"])
def test_a_phone_is_asked_before_it_shows_the_result_and_what_was_told_comes_last(night, size):
    table, ana = ended(night, size, gold=True)
    table.table_does(c.NextRound())
    ana.has("[data-key=tell-gold-0]")
    assert ana.page.evaluate(IN_SIGHT, "[data-key=tell-gold-0] :is(h2, input[name=nuggets], button)")[1:] == [
        True,
        True,
    ]
    ana.picture(f"asked-{size['width']}")
    ana.page.locator("input[name=nuggets]").fill("4")
    ana.press("[data-key=tell-gold-0] button")
    ana.has("[data-key^=tell-gold-again-0]")
    keys = ana.page.evaluate("[...document.querySelectorAll('.doing > .panel')].map(one => one.dataset.key)")
    assert keys[-1].startswith("tell-gold-again") and len(keys) > 1


FIELDS = "[...document.querySelectorAll('input[name=nuggets]')].map(one => one.value)"


def test_whoever_told_his_gold_wrongly_finds_what_he_told_in_the_field_that_puts_it_right(night):
    """It was empty, and so it stayed when he had put it right: nobody could see what he had told."""
    table = with_printed(night, gold=True)
    ana, ben, screen = table.phone(0), table.phone(1), table.table()
    table.table_does(c.EndRound(forced=True))
    table.table_does(c.NextRound())
    ana.has("[data-key=tell-gold-0]")
    assert ana.page.evaluate(FIELDS) == [""]
    ana.page.locator("input[name=nuggets]").fill("7")
    ana.press("[data-key=tell-gold-0] button")
    for told, meant in (("7", "2"), ("2", None)):
        ana.has(f"[data-key=tell-gold-again-0-{told}]")
        ana.press("[data-key^=tell-gold-again-0] summary")
        assert ana.page.evaluate(FIELDS) == [told]
        if meant:
            ana.page.locator("input[name=nuggets]").fill(meant)
            ana.press("[data-key^=tell-gold-again-0] button")
            ana.lacks("[data-key^=tell-gold-again-0][open]")
    ben.has("[data-key=tell-gold-1]")
    screen.has("[data-key^=tell-gold-again-0]")
    assert set(ben.page.evaluate(FIELDS)) == set(screen.page.evaluate(FIELDS)) == {""}  # it is his secret until the end
    for seat in range(1, PLAYERS):
        table.do(seat, c.TellGold(seat, seat))
    screen.has(".final")
    assert sorted(screen.page.evaluate(FIELDS)) == ["1", "2", "2", "3", "4", "5"]


OUTSIDE = """() => [...document.querySelectorAll("[data-key=tell-role-1] button")].filter(e => {
  const words = document.createRange(), edge = e.getBoundingClientRect();
  words.selectNodeContents(e);
  const box = words.getBoundingClientRect();
  return box.left < edge.left || box.right > edge.right;
}).map(e => e.textContent)"""


@pytest.mark.parametrize("language", [*SPOKEN, "it"])
def test_a_roles_name_stands_within_its_button_on_the_smallest_phone(look, fake, language):
    """In Italian that of the profiteer ran 12 pixels over either side."""
    tells = replace(PHONE_VIEWS["tell"], roles_in_play=tuple((role.value, 1) for role in Role))
    fake.phones = {1: tells}
    page = look("/", size=SMALL, language=language)
    assert page.locator("[data-key=tell-role-1] button").count() == len(Role)
    assert page.evaluate(OUTSIDE) == []
