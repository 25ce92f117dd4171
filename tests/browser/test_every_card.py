"""Every kind of action card is played on a phone with two to four presses, and everybody sees what he may of it."""

from __future__ import annotations

import pytest
from card_night import Deal

from companion.maze.geometry import Cell

pytestmark = pytest.mark.browser

MODULES = ("wc2017", "wc2018", "wc2020", "wc2021", "wc2022", "wc2023")
DEAL = Deal(("blue", "green", "boss"), ("saboteur",), ("coal", "gold", "coal"))


def test_every_card_between_people_and_on_tools(night):
    table_of = night(DEAL, "s2-anniversary", *MODULES)
    ana, ben, cleo = table_of.everybody()
    screen = table_of.table()
    ana.play("thief")
    ana.do("thief")
    screen.has(".mark-thief")
    ben.play("hands_off")
    ben.at(0)
    screen.lacks(".mark-thief")
    cleo.play("trap")
    cleo.at(0)
    ana.has("[data-key=turn] .mark-trapped")
    ana.play("free")
    ana.at(0)
    screen.lacks(".mark-trapped")
    ben.play("swap_hands")
    ben.at(2)
    cleo.has(".turn.mine")
    cleo.play("break")
    cleo.press("button.tool-button[value='0:lamp']")
    for who in (ana, ben, screen):
        who.has(".tool.broken")
    ana.play("repair")  # the master craftsman's, like any other
    ana.press("button.tool-button[value='0:lamp']")
    for who in (ben, cleo, screen):
        who.lacks(".seat-list .tool.broken")
    ben.play("treasure_finder")
    ben.do("treasure-finder")
    cleo.play("reverse")
    cleo.do("reverse")
    ben.has(".turn.mine")  # and not Ana
    assert [who.pressed for who in (ana, ben, cleo)] == [2, 2, 2]


def test_every_card_in_the_mine(night):
    table_of = night(DEAL, "s2-anniversary", *MODULES)
    ana, ben, cleo = table_of.everybody()
    screen = table_of.table()
    ana.play("map")
    ana.press("button.goal-choice[value='8,0']")
    assert ana.under_the_thumb("peek") == ana.say("goal.gold")
    assert table_of.with_part("peek-secret") == table_of.with_part("gold-heap") == {"Ana"}
    ana.do("close-peek")
    ben.has(".turn.mine")
    assert table_of.with_part("gold-heap") == set()

    ben.play("goal_swap")
    ben.cell(8, 0)
    ben.has(".maze .chosen")  # the second goal is chosen on the page that shows the first
    ben.cell(8, 2)
    ben.picture("card-goal-swap")
    ben.press("button[name=swapped][value='1']")
    assert ben.pressed == 4
    cleo.has(".turn.mine")
    cleo.play("map")
    cleo.press("button.goal-choice[value='8,2']")
    assert cleo.under_the_thumb("peek") == cleo.say("goal.gold")  # it lies there now, and only Ben and Cleo know
    assert table_of.with_part("gold-heap") == {"Cleo"}
    cleo.do("close-peek")

    ana.play("pioneer")
    ana.do("pioneer")
    ana.lay(1, 0, "NESW")
    ana.has(".turn.mine")
    ana.lay(2, 0, "EW")
    ben.has(".turn.mine")
    ben.play("move_last")
    ben.cell(-1, 0)
    ben.picture("card-move-last")
    ben.press("form#move button")
    assert ben.pressed == 3
    cleo.has(".turn.mine")
    cells = {card.cell for card in table_of.view().maze.cards}
    assert Cell(-1, 0) in cells and Cell(2, 0) not in cells
    cleo.play("rockfall")
    cleo.cell(1, 0)
    cleo.picture("card-rockfall")
    cleo.do("rockfall")
    assert cleo.pressed == 3
    ana.has(".turn.mine")
    assert Cell(1, 0) not in {card.cell for card in table_of.view().maze.cards}
    screen.picture("card-table")
