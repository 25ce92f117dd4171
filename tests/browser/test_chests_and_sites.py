"""Cards that lie covered in the maze, in a real browser: chests do what they say, and a postcard is reached first once.

Path cards that only carry the tunnel on (`dig`) are told to the session, as a camera tells it about printed cards.
"""

from __future__ import annotations

import pytest
from card_night import Deal, straight

from companion.maze.geometry import Cell

pytestmark = pytest.mark.browser


def test_a_round_with_treasure_chests(night):
    """A look at a dwarf, a goal that moves, a look into a chest by a map, three cards to choose from."""
    deal = Deal(("saboteur", "miner", "miner"), (), ("coal", "gold", "coal"), (8, 5, 7, 1), ("NS", "NESW", "NW", "NE"))
    table_of = night(deal, "anniversary-2024", "treasure-chests")
    ana, ben, cleo = table_of.everybody()
    screen = table_of.table()
    screen.has(".maze .chest-box")
    assert screen.page.locator(".maze .chest-box").count() == 4
    screen.picture("chest-table")
    table_of.dig((1, 0, "EW"))
    ben.lay(2, 0, "NEW")
    ben.has("[data-key=ask-lay_cover]")
    ben.picture("chest-lay")
    screen.picture("chest-table-lay")
    ben.do("lay-goal")
    ben.has("[data-key=ask-choose_dwarf]")
    assert table_of.with_part('"/do/inspect"') == {"Ben"}
    ben.picture("chest-dwarf")
    ben.at(0)
    assert ben.under_the_thumb("inspect") == "Saboteur"
    assert table_of.readers("role.saboteur") == {"Ana", "Ben"}
    ben.do("close-peek")
    cleo.has(".turn.mine")
    assert table_of.readers("role.saboteur") == {"Ana"}

    cleo.lay(3, 0, "ESW")
    cleo.has("[data-key=ask-lay_cover]")
    cleo.do("lay-goal")
    cleo.has("[data-key=ask-shift_goal]")
    cleo.cell(8, -2)
    cleo.picture("chest-shift")
    cleo.do("shift-goal")
    ana.has(".turn.mine")
    assert any(card.cell == Cell(9, -2) for card in table_of.view().maze.cards)
    screen.picture("chest-table-shifted")

    ana.play("map")
    ana.cell(6, 1)
    ana.picture("chest-map-where")
    ana.do("map")
    assert ana.under_the_thumb("peek") == ana.say("chest.1")
    assert table_of.readers("chest.1") == table_of.with_part("peek-secret") == {"Ana"}
    ana.picture("chest-map")
    ana.do("close-peek")
    ben.has(".turn.mine")
    assert table_of.readers("chest.1") == set()

    table_of.dig((4, 0, "EW"))
    cleo.has(".turn.mine")
    cleo.lay(5, 0, "NEW")
    cleo.do("lay-goal")
    for who in (cleo, screen):
        who.has("[data-key=ask-chore]")
        who.sees("Draw 3 cards now and keep one.")
        who.picture(f"chest-chore-{'cleo' if who is cleo else 'table'}")
    assert table_of.with_part('"/do/finish-chore"') == {"Cleo"}
    cleo.do("finish-chore")
    ana.has(".turn.mine")
    table_of.dig(*straight(6, 7))
    table_of.lay_goals()
    table_of.share_gold()
    screen.has("[data-key=result]")
    screen.has(".account li")


def test_the_first_at_the_fashion_department_gets_the_dwarf_that_was_left_over(night):
    deal = Deal(("miner", "saboteur", "miner"), ("miner",), ("coal", "gold", "coal"))
    table_of = night(deal, "anniversary-2024", "fashion-department")
    ana, ben, cleo = table_of.everybody()
    screen = table_of.table()
    screen.has(".maze .site:not(.reached)")
    assert table_of.readers("role.saboteur") == {"Ben"}
    table_of.dig((0, -1, "NS"), (0, -2, "ES"), *straight(1, 2, -2))
    ben.lay(3, -2, "EW")
    ben.has("[data-key=role] form[action='/do/role-seen']")
    assert ben.under_the_thumb("role") == "Gold miner"
    ben.picture("fashion-ben")
    for who in (ana, cleo, screen):
        who.has(".maze .site.reached")
    screen.picture("fashion-table")
    assert table_of.readers("role.saboteur") == set()
    assert table_of.readers("role.miner") == {"Ana", "Ben", "Cleo"}
    assert table_of.with_part(ben.say("role.new")) == {"Ben"}
    cleo.has(".turn.mine")


def test_at_the_tunnel_party_everybody_gets_a_dwarf_of_those_in_play(night):
    roles = ("blue", "green", "boss")
    table_of = night(Deal(roles, (), ("coal", "gold", "coal")), "s2-anniversary", "tunnel-party")
    people = table_of.everybody()
    screen = table_of.table()
    table_of.dig((0, -1, "NS"), (0, -2, "ES"), *straight(1, 2, -2))
    people[1].lay(3, -2, "EW")
    for who in people:
        who.has("[data-key=role] form[action='/do/role-seen']")
    screen.has(".maze .site.reached")
    screen.picture("party-table")
    readers = [table_of.readers(f"role.{role}") for role in roles]
    assert sorted(map(tuple, readers)) == [("Ana",), ("Ben",), ("Cleo",)]
    assert table_of.with_part(people[0].say("role.new")) == {"Ana", "Ben", "Cleo"}
    for who in people:
        who.do("role-seen")
    people[2].has(".turn.mine")
