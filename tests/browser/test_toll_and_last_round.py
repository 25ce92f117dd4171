"""In a real browser: a toll in three presses, a round that ends while a card waits, and what is read of it later."""

from __future__ import annotations

import pytest
from card_night import Deal

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state import commands as c

pytestmark = pytest.mark.browser


def test_who_pays_the_toll_himself_presses_three_times_and_sees_before_that_he_pays(night):
    table_of = night(Deal(("miner", "saboteur", "miner")), "anniversary-2024", "toll-tunnel")
    ben, cleo = table_of.phone(1), table_of.phone(2, "es")
    table_of.dig((1, 0, "EW"))
    ben.play("set_toll")
    ben.cell(2, 0)
    ben.do("set-toll")
    assert ben.pressed == 3
    cleo.has(".turn.mine")
    cleo.play("place")
    cleo.cell(2, 0)
    cleo.sees("¿Quién paga una pepita a Ben?")
    assert cleo.page.locator("input[name=payer]").evaluate_all("all => all.map(one => one.value)") == ["0", "1", "2"]
    assert cleo.page.locator("[data-key=payer-2] input").is_checked()
    cleo.picture("toll-three-presses-es")
    cleo.press(".palette button[name=face][value='EW']")
    cleo.lacks(".turn.mine")
    assert cleo.pressed == 3
    assert Cell(2, 0) in [card.cell for card in table_of.view().maze.cards]
    assert ben.under_the_thumb("purse") == "2 nuggets"
    assert cleo.under_the_thumb("purse") == "0 pepitas"


def test_the_host_reads_why_the_round_cannot_end_yet_and_the_table_may_agree_to_end_it(night):
    """Afterwards one guest begins the next round, and another reads on how this one came out."""
    deal = Deal(("miner", "miner", "saboteur", "miner"))
    table_of = night(deal, "anniversary-2024", "wc2019", players=4)
    ana, ben, screen = table_of.phone(0), table_of.phone(1, "es"), table_of.table()
    table_of.do(0, c.PlacePath(Cell(1, 0), Face.parse("EW")))
    screen.has("[data-key=ask-veto]")
    screen.press("a[href='/table?do=fix']")
    screen.press("form[action='/table/do/end-round'] button")
    screen.sees("Ana’s card is still waiting for an answer")
    screen.picture("veto-end-round")
    screen.press(".notice button:has-text('Everyone agrees')")
    for who in (ana, ben, screen):
        who.has("[data-key=result]")
    assert Cell(1, 0) not in [card.cell for card in table_of.view().maze.cards]
    screen.press("form[action='/table/do/next-round'] button")
    ana.has("form[action='/do/role-seen']")
    ben.has("[data-key=last-result]")
    assert not ben.page.locator("[data-key=last-result] .scores").is_visible()
    ben.press("[data-key=last-result] > summary")
    ben.sees("¡Ganan los saboteadores!")
    assert ben.page.locator("[data-key=last-result] .scores li").count() == 4
    ben.picture("last-round-es")
