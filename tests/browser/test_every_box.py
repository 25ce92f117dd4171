"""Rounds with the cards of every box in a real browser: people press their cards, and see what they may and no more."""

from __future__ import annotations

import pytest
from card_night import CardNight, Deal, straight

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state import commands as c

pytestmark = pytest.mark.browser


@pytest.fixture
def night(chromium, tmp_path):
    nights = []

    def begin(deal, edition, *modules, players=3):
        nights.append(CardNight(chromium, tmp_path / "night", deal, players=players))
        nights[-1].begin(edition, *modules)
        return nights[-1]

    yield begin
    complaints = [text for one in nights for text in one.complaints()]
    for one in nights:
        one.close()
    assert complaints == []


def test_a_round_of_saboteur_2(night):
    """Thief, trap, inspection, hats, two for one, a door and a ladder; a door decides, and a thief comes at night."""
    deal = Deal(("blue", "green", "boss"), ("saboteur",), ("coal", "gold", "coal"))
    table_of = night(deal, "s2-anniversary")
    ana, ben, cleo, screen = table_of.phone(0), table_of.phone(1), table_of.phone(2, "es"), table_of.table()

    ana.play("thief")
    ana.picture("s2-thief")
    ana.press("form[action='/do/thief'] button")
    ben.has(".turn.mine")
    ben.has("[data-key=others] .mark-thief")
    screen.has("[data-key=players] li:has(.seat-0) .mark-thief")

    ben.play("trap")
    ben.picture("s2-trap")
    ben.at(2)
    cleo.sees("Estás atrapado")
    assert not cleo.shows("nav.acts a[href='/?do=place']")
    cleo.picture("s2-trapped-es")
    screen.picture("s2-table-trapped")

    cleo.play("inspect")
    cleo.at(0)
    ana.sees("Cleo is looking at a dwarf")
    assert cleo.under_the_thumb("inspect") == "Minero azul"
    assert "Blue miner" not in ben.raw() and "Blue miner" not in screen.raw()
    cleo.picture("s2-inspect-es")
    cleo.press("form[action='/do/close-peek'] button")
    ana.has(".turn.mine")
    assert "Minero azul" not in cleo.raw()

    ana.lay(1, 0, "EWg")
    ben.has(".turn.mine")
    assert ben.shows(".maze .door-green")

    ben.play("swap_hats")
    ben.at(2)
    cleo.has("[data-key=role] form[action='/do/role-seen']")
    assert cleo.under_the_thumb("role") == "Saboteador"
    assert "Saboteador" not in ana.raw() and "Saboteur<" not in ben.raw()

    cleo.play("trade")
    cleo.picture("s2-trade-es")
    cleo.press("button[name=card][value='trapped']")
    ana.has(".turn.mine")
    assert not ana.shows("[data-key=others] .mark-trapped")

    ana.lay(1, 1, "S^")
    ben.has(".turn.mine")
    screen.picture("s2-table-door-and-ladder")
    assert screen.shows(".maze .door-green") and len(screen.page.locator(".maze .ladder").all()) == 2

    table_of.dig(*straight(2, 7))
    table_of.lay_goals()
    ana.has("[data-key=ask-theft]")
    ana.picture("s2-theft")
    screen.sees("Ana's thief is about")
    assert "/do/steal" not in screen.raw() and "/do/steal" not in ben.raw()
    asked: list[str] = []
    ana.page.on("request", lambda request: asked.append(request.url))
    ana.at(1)
    ana.has("[data-key=result]")
    assert asked and not any("seat=" in url for url in asked)  # whom a thief robs is in no address and so in no log

    for who in (ana, ben, cleo, screen):
        who.has("[data-key=result]")
    assert "A green door keeps the blue miners" in ben.raw()
    ben.sees("Ana took a nugget from you.")
    ana.sees("You took a nugget from Ben.")
    assert "Ben" not in cleo.page.locator(".thefts").inner_text()
    for who, name in ((ana, "ana"), (cleo, "cleo-es"), (screen, "table")):
        who.picture(f"s2-over-{name}")
    assert screen.page.locator("[data-key=result] .won").count() == 1
    ana.press("form[action='/do/next-round'] button")
    ana.has("form[action='/do/role-seen']")


def test_a_round_with_a_veto(night):
    """A card waits for everybody else; who says nothing lets it stand, one stops it; the next one stands."""
    deal = Deal(("miner", "miner", "saboteur", "miner"), (), ("gold", "coal", "coal"))
    table_of = night(deal, "anniversary-2024", "wc2019", players=4)
    ben, cleo, screen = table_of.phone(1), table_of.phone(2), table_of.table()
    table_of.do(0, c.PlacePath(Cell(1, 0), Face.parse("EW")))
    for who in (ben, cleo, screen):
        who.has("[data-key=ask-veto]")
    ben.picture("veto-asked")
    screen.picture("veto-table")
    seconds = "form => { const after = form.dataset.after; form.dataset.after = 0; return after }"
    assert ben.page.locator("form[data-after]").evaluate(seconds) == "12"  # he says nothing for so long
    ben.sees("Cleo and Dan")
    assert not ben.shows("form[action='/do/veto']")
    ben.picture("veto-waiting")
    cleo.press("form[action='/do/veto'] button")
    ben.has(".turn.mine")
    assert table_of.view().maze.cards[-1].cell != Cell(1, 0)
    assert not screen.shows("[data-key=ask-veto]")
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
    ana, ben, cleo, screen = table_of.phone(0), table_of.phone(1), table_of.phone(2), table_of.table()
    assert ana.under_the_thumb("purse") == "1 nugget"
    table_of.dig((1, 0, "EW"))
    ben.play("set_toll")
    ben.cell(2, 0)
    ben.picture("toll-set")
    ben.press("form[action='/do/set-toll'] button")
    for who in (cleo, screen):
        who.has(".maze .toll.seat-1")
    screen.picture("toll-table")
    cleo.play("place")
    cleo.cell(2, 0)
    cleo.picture("toll-who-pays")
    cleo.press("[data-key=payer-0]")
    cleo.press(".palette button[name=face][value='EW']")
    ana.has("[data-key=ask-toll]")
    ana.picture("toll-asked")
    assert not ben.shows("[data-key=ask-toll] button")
    ana.press("button[name=pays][value='1']")
    ana.has(".turn.mine")
    assert not ana.shows(".maze .toll")
    assert ben.under_the_thumb("purse") == "2 nuggets"
    table_of.dig(*straight(3, 7))
    table_of.lay_goals()
    table_of.share_gold()
    screen.has("[data-key=result]")
    screen.picture("toll-over")


def test_a_round_with_new_challenges(night):
    """Five goals: a sack is opened, a dragon takes a nugget, and then the gold is found."""
    goals = ("coal", "dragon", "sack", "gold", "coal")
    table_of = night(Deal(("miner", "saboteur", "miner"), (), goals), "anniversary-2024", "new-challenges")
    ana, screen = table_of.phone(0), table_of.table()
    screen.has(".maze .goal")
    assert screen.page.locator(".maze .goal").count() == 5
    table_of.dig(*straight(1, 6))
    ana.lay(7, 0, "NESW")
    ana.has("[data-key=goal]")
    ana.sees("A sack of gold!")
    ana.picture("challenge-sack")
    screen.picture("challenge-table")
    ana.press("form[action='/do/lay-goal'] button")
    ana.has(".maze .sack")
    assert ana.under_the_thumb("purse") in ("1 nugget", "2 nuggets")
    table_of.dig((7, 1, "NS"), (7, 2, "NE"))
    table_of.lay_goals()
    table_of.share_gold()
    for who in (ana, screen):
        who.has("[data-key=result]")
        who.picture(f"challenge-over-{'ana' if who is ana else 'table'}")
    ana.sees("sack +")


def test_a_round_with_treasure_chests(night):
    """Chests are laid open and do what they say: a look at a dwarf, a goal that moves, three cards to choose from."""
    deal = Deal(("miner", "saboteur", "miner"), (), ("coal", "gold", "coal"), (8, 5, 7, 1), ("NS", "NESW", "NW", "NE"))
    table_of = night(deal, "anniversary-2024", "treasure-chests")
    ana, ben, cleo, screen = table_of.phone(0), table_of.phone(1), table_of.phone(2), table_of.table()
    screen.has(".maze .chest-box")
    assert screen.page.locator(".maze .chest-box").count() == 4
    screen.picture("chest-table")
    table_of.dig((1, 0, "EW"))
    ben.lay(2, 0, "NEW")
    ben.has("[data-key=ask-lay_cover]")
    ben.picture("chest-lay")
    screen.picture("chest-table-lay")
    ben.press("[data-key=ask-lay_cover] form[action='/do/lay-goal'] button")
    ben.has("[data-key=ask-choose_dwarf]")
    ben.picture("chest-dwarf")
    ben.at(2)
    assert ben.under_the_thumb("inspect") == "Gold miner"
    ben.press("form[action='/do/close-peek'] button")
    cleo.has(".turn.mine")
    cleo.lay(3, 0, "ESW")
    cleo.has("[data-key=ask-lay_cover]")
    cleo.press("[data-key=ask-lay_cover] form[action='/do/lay-goal'] button")
    cleo.has("[data-key=ask-shift_goal]")
    cleo.cell(8, -2)
    cleo.picture("chest-shift")
    cleo.press("form[action='/do/shift-goal'] button")
    ana.has(".turn.mine")
    assert any(card.cell == Cell(9, -2) for card in table_of.view().maze.cards)
    screen.picture("chest-table-shifted")
    table_of.dig((4, 0, "EW"))
    ben.has(".turn.mine")
    ben.lay(5, 0, "NEW")
    ben.press("[data-key=ask-lay_cover] form[action='/do/lay-goal'] button")
    for who in (ben, screen):
        who.has("[data-key=ask-chore]")
        who.sees("Draw 3 cards now and keep one.")
        who.picture(f"chest-chore-{'ben' if who is ben else 'table'}")
    assert not cleo.shows("[data-key=ask-chore]")
    ben.press("form[action='/do/finish-chore'] button")
    cleo.has(".turn.mine")
    table_of.dig(*straight(6, 7))
    table_of.lay_goals()
    table_of.share_gold()
    screen.has("[data-key=result]")
    screen.has(".account li")


def test_a_round_of_the_tournament(night):
    """Five players, a card half-way, fixed nuggets line by line."""
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
