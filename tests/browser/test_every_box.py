"""Rounds with the cards of every box in a real browser: people press their cards, and see what they may and no more.

Whatever a card asks is pressed on a page: who plays it, at whom or what, the answers, goals, gold. Path cards that only
carry the tunnel on (`dig`) are told to the session, as a camera tells it about printed cards.
"""

from __future__ import annotations

import pytest
from card_night import TABLE, Deal, straight

from companion.maze.geometry import Cell
from companion.state import commands as c

pytestmark = pytest.mark.browser

EVERYBODY = {"Ana", "Ben", "Cleo", TABLE}


def test_a_round_of_saboteur_2(night):
    """Thief, trap, inspection, hats, two for one, a door and a ladder; a door decides, and a thief comes at night."""
    deal = Deal(("blue", "green", "boss"), ("saboteur",), ("coal", "gold", "coal"))
    table_of = night(deal)
    ana, ben, cleo = table_of.everybody("en", "en", "es")
    screen = table_of.table()
    screen.choose("s2-anniversary")
    screen.start(0)
    table_of.look_at_roles()
    assert [table_of.readers(f"role.{role}") for role in deal.roles] == [{"Ana"}, {"Ben"}, {"Cleo"}]

    ana.play("thief")
    ana.picture("s2-thief")
    ana.do("thief")
    ben.has(".turn.mine")
    ben.has("[data-key=others] .mark-thief")
    screen.has("[data-key=players] li:has(.seat-0) .mark-thief")

    ben.play("trap")
    ben.picture("s2-trap")
    ben.at(2)
    cleo.sees(cleo.say("turn.trapped"))
    assert not cleo.shows("nav.acts a[href='/?do=place']")
    cleo.picture("s2-trapped-es")
    screen.picture("s2-table-trapped")

    cleo.play("inspect")
    cleo.at(0)
    ana.sees("Cleo is looking at a role")
    assert cleo.under_the_thumb("inspect") == cleo.say("role.blue")
    assert table_of.readers("role.blue") == {"Ana", "Cleo"}
    cleo.picture("s2-inspect-es")
    cleo.do("close-peek")
    ana.has(".turn.mine")
    assert table_of.readers("role.blue") == {"Ana"}

    ana.lay(1, 0, "EWg")
    for who in (ben, cleo, screen):
        who.has(".maze .door-green")

    ben.play("swap_hats")
    ben.at(2)
    cleo.has("[data-key=role] form[action='/do/role-seen']")
    assert cleo.under_the_thumb("role") == cleo.say("role.saboteur")
    assert table_of.readers("role.saboteur") == {"Cleo"}
    assert table_of.readers("role.boss") == set()  # nor does anybody learn what he was
    cleo.do("role-seen")

    cleo.play("trade")
    cleo.picture("s2-trade-es")
    cleo.press("button[name=card][value='trapped']")
    ana.has(".turn.mine")
    assert not ana.shows("[data-key=others] .mark-trapped")

    ana.lay(1, 1, "S^")
    ben.has(".turn.mine")
    for who in (ben, cleo, screen):
        who.has(".maze .ladder >> nth=1")  # the start card shows one
    screen.picture("s2-table-door-and-ladder")

    ben.lay(2, 0, "EW")
    cleo.has(".turn.mine")
    table_of.dig(*straight(3, 7))
    table_of.lay_goals()
    ana.has("[data-key=ask-theft]")
    ana.picture("s2-theft")
    screen.sees("Ana’s thief is stealing")
    assert table_of.with_part('"/do/steal"') == {"Ana"}
    asked: list[str] = []
    ana.page.on("request", lambda request: asked.append(request.url))
    ana.at(1)
    ana.has("[data-key=result]")
    assert asked and not any("seat=" in url for url in asked)  # whom a thief robs is in no address and so in no log

    for who in (ana, ben, cleo, screen):
        who.has("[data-key=result] .account li")
        assert who.page.locator("[data-key=result] .won").count() == 1
    for role in ("blue", "green", "saboteur"):
        assert table_of.readers(f"role.{role}") == EVERYBODY
    assert "A green door blocks the blue miners" in ben.raw()
    assert table_of.with_part("Ana stole a nugget from you.") == {"Ben"}
    assert table_of.with_part("You stole a nugget from Ben.") == {"Ana"}
    assert "Ben" not in cleo.page.locator(".thefts").inner_text()
    for who, name in ((ana, "ana"), (cleo, "cleo-es"), (screen, "table")):
        who.picture(f"s2-over-{name}")
    screen.press("form[action='/table/do/next-round'] button")
    screen.set_table()
    ana.has("form[action='/do/role-seen']")


def test_a_round_with_a_veto(night):
    """A card waits for everybody else; who says nothing lets it stand, one stops it; the next one stands."""
    deal = Deal(("miner", "miner", "saboteur", "miner"), (), ("gold", "coal", "coal"))
    table_of = night(deal, "anniversary-2024", "wc2019", players=4)
    ana, ben, cleo, dan = table_of.everybody()
    screen = table_of.table()
    ana.lay(1, 0, "EW")
    for who in (ana, ben, cleo, dan, screen):
        who.has("[data-key=ask-veto]")
    assert table_of.with_part('"/do/veto"') == {"Ben", "Cleo", "Dan"}
    ben.picture("veto-asked")
    screen.picture("veto-table")
    seconds = "form => { const after = form.dataset.after; form.dataset.after = 0; return after }"
    assert ben.page.locator("form[data-after]").evaluate(seconds) == "12"  # he says nothing for so long
    ben.sees("Cleo and Dan")
    assert table_of.with_part('"/do/veto"') == {"Cleo", "Dan"}
    ben.picture("veto-waiting")
    cleo.do("veto")
    ben.has(".turn.mine")
    for who in (ana, dan, screen):
        who.lacks("[data-key=ask-veto]")
    assert table_of.view().maze.cards[-1].cell != Cell(1, 0)
    ben.lay(1, 0, "NESW")
    cleo.has(".turn.mine")  # the only veto is played; nobody is asked any more
    table_of.dig(*straight(2, 6), (7, 0, "NW"), (7, -1, "NS"), (7, -2, "ES"))
    table_of.lay_goals()
    table_of.share_gold()
    for who in (ben, screen):
        who.has("[data-key=result]")
        assert "The gold miners win!" in who.raw()
    screen.picture("veto-over")


def test_a_round_with_a_toll_tunnel(night):
    """A dwarf is set before a tunnel; somebody else is asked to pay, does, and the dwarf goes."""
    deal = Deal(("miner", "saboteur", "miner"), (), ("coal", "gold", "coal"))
    table_of = night(deal, "anniversary-2024", "toll-tunnel")
    ana, ben, cleo = table_of.everybody()
    screen = table_of.table()
    assert ana.under_the_thumb("purse") == "1 nugget"
    ana.lay(1, 0, "EW")
    ben.play("set_toll")
    ben.cell(2, 0)
    ben.picture("toll-set")
    ben.do("set-toll")
    for who in (ana, cleo, screen):
        who.has(".maze .toll.seat-1")
    screen.picture("toll-table")
    cleo.play("place")
    cleo.cell(2, 0)
    cleo.picture("toll-who-pays")
    cleo.press("[data-key=payer-0]")
    cleo.press(".palette button[name=face][value='EW']")
    ana.has("[data-key=ask-toll]")
    ana.picture("toll-asked")
    assert table_of.with_part('name="pays" value="1"') == {"Ana"}
    ana.press("button[name=pays][value='1']")
    ana.has(".turn.mine")
    for who in (ana, screen):
        who.lacks(".maze .toll")
    for who, owns in ((ana, "0 nuggets"), (ben, "2 nuggets"), (cleo, "1 nugget")):
        assert who.under_the_thumb("purse") == owns
        assert table_of.with_part(f">{owns}<") == {who.name}
    table_of.dig(*straight(3, 7))
    table_of.lay_goals()
    table_of.share_gold()
    screen.has("[data-key=result] .account li")
    screen.picture("toll-over")


def test_a_round_with_new_challenges(night):
    """Five goals: a sack is opened, a dragon takes a nugget, and then the gold is found."""
    goals = ("coal", "dragon", "sack", "gold", "coal")
    table_of = night(Deal(("miner", "saboteur", "miner"), (), goals), "anniversary-2024", "new-challenges")
    ana, ben, cleo = table_of.everybody()
    screen = table_of.table()
    screen.has(".maze .goal")
    assert screen.page.locator(".maze .goal").count() == 5
    table_of.dig(*straight(1, 6))
    ana.lay(7, 0, "NESW")
    ana.has("[data-key=goal]")
    ana.sees("A sack of gold!")
    ana.picture("challenge-sack")
    screen.picture("challenge-table")
    ana.do("lay-goal")
    for who in (ana, ben, cleo, screen):
        who.has(".maze .sack")
    found = int(ana.under_the_thumb("purse")[0])
    assert found in (1, 2)
    table_of.dig((7, 1, "NS"), (7, -1, "NS"))
    ana.lay(7, -2, "ES")
    ana.has("[data-key=goal]")
    ana.picture("challenge-dragon")
    ana.do("lay-goal")
    screen.has(".maze .dragon")
    assert int(ana.under_the_thumb("purse")[0]) == found - 1
    ben.lay(7, 2, "NE")
    table_of.lay_goals()
    table_of.share_gold()
    for who in (ana, screen):
        who.has("[data-key=result]")
        who.picture(f"challenge-over-{'ana' if who is ana else 'table'}")
    ana.sees("sack +")


def test_a_round_of_the_tournament(night):
    """Five players, a card half-way, fixed nuggets line by line; after three rounds the most nuggets win."""
    deal = Deal(("miner", "greedy", "miner", "saboteur", "miner"), (), ("coal", "gold", "coal"))
    table_of = night(deal, "tournament", players=5)
    ana, screen = table_of.phone(0), table_of.table()
    ana.has("[data-key=ask-midway]")
    screen.picture("tournament-midway-table")
    ana.picture("tournament-midway")
    ana.press("[data-key=ask-midway] button[name=face][value='EW']")
    ana.has(".turn.mine")
    table_of.dig(*straight(1, 3), *straight(5, 6))
    ana.lay(7, 0, "EW")
    ana.has("[data-key=goal]")
    table_of.lay_goals()
    for who in (ana, screen):
        who.has("[data-key=result]")
    assert "share of the gold +3" in ana.raw()
    ana.picture("tournament-over")
    screen.picture("tournament-over-table")
    for _ in range(2):
        screen.press("form[action='/table/do/next-round'] button")
        ana.do("role-seen")
        table_of.table_does(c.BeginPlay())
        ana.press("[data-key=ask-midway] button[name=face][value='EW']")
        ana.has("[data-key=others]")
        table_of.table_does(c.EndRound(forced=True))  # nobody finds the gold
    screen.press("form[action='/table/do/next-round'] button")
    for who in (ana, screen):
        who.has("[data-key=final]")
        won = who.page.locator("[data-key=final] .won").inner_text().split()
        assert "Dan" in won and "8" in won  # the only saboteur, twice 4
    screen.picture("tournament-final-table")
