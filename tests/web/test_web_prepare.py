"""What people lay out before a round, and where a ladder may be shown: from the box that is chosen, without rules."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from sample_views import TABLE, phone
from werkzeug.datastructures import MultiDict

from companion.editions import EDITIONS, MODULES
from companion.editions.compose import compose
from companion.editions.ruleset import Ruleset
from companion.live.stacks import FROM_OUTSIDE, full_deck
from companion.maze.geometry import Cell
from companion.rules.setting import Supplies, lines
from companion.state.commands import Supply
from companion.views import model as m
from web.fields import number_of
from web.language import Speech, languages
from web.present.page import Page
from web.present.selection import Selection, read_selection

EVERY_LINE = {
    "collect", "start", "goals.app", "goals.cards", "chests", "site", "dwarves", "in_box_roles", "in_box_gold",
    "in_box_roles_gold", "without_map", "without_rockfall", "midway", "shuffle", "shuffle_again", "shuffle_rest",
    "aside", "deal", "tolls", "nuggets",
}  # fmt: skip
ALL_BOXES = [(box.key, modules) for box in EDITIONS for modules in ((), *((module.key,) for module in MODULES))]
SUPPLIES = [
    Supplies(roles, goals, gold, again)
    for roles, goals, gold in product(Supply, Supply, Supply)
    for again in (False, True)
]


def test_every_line_of_every_box_is_one_of_those_that_have_a_sentence():
    rules = [found for box in ALL_BOXES if isinstance(found := compose(*box), Ruleset)]
    keys = {line.key for one in rules for by in SUPPLIES for line in lines(one, by, one.least)}
    options = {"without_rockfall"}  # of the second box, where somebody chooses to
    assert keys == {key.removesuffix(".app").removesuffix(".cards") for key in EVERY_LINE} - options


@pytest.mark.parametrize("language", list(languages()))
def test_every_line_has_a_sentence_with_its_number(language):
    say = Speech(language)
    counted = EVERY_LINE - {"collect", "start", "site", "dwarves", "midway", *IN_BOX, *WITHOUT}
    for key in EVERY_LINE:
        assert say.has(f"prepare.{key}")
        assert ("7" in say(f"prepare.{key}", number=7, roles="")) == (key in counted)


IN_BOX = {key for key in EVERY_LINE if key.startswith("in_box")}
WITHOUT = {key for key in EVERY_LINE if key.startswith("without")}


def page(edition, **change):
    view = phone(setup=replace(TABLE.setup, edition=edition), **change)
    return Page(view, Speech("en"), Selection(do="place", hand=change.get("hand_cards", (None,))[0] and 1), "/")


LADDERS = replace(TABLE.maze, ladder_cells=(Cell(1, 1), Cell(1, -1)))


def test_where_only_a_ladder_may_lie_can_be_pressed_too():
    assert "cell=1%2C-1" in page("s2-anniversary", maze=LADDERS).maze(picks="frontier")
    assert "cell=1%2C-1" not in page("s2-anniversary").maze(picks="frontier")


@pytest.mark.parametrize(("face", "anywhere"), [("S^", True), ("EW", False)])
def test_a_card_of_the_demo_hand_goes_where_it_may(face, anywhere):
    hand = (m.HandCardView(1, "path", face),)
    assert bool(page("s2-anniversary", hand_cards=hand, maze=LADDERS).ladder_cells) is anywhere


def test_every_card_of_the_largest_deck_can_be_chosen_by_its_key():
    largest = len(full_deck(compose("s2-anniversary", ("wc2017", "wc2018", "treasure-chests"))))
    for key in (0, largest - 1, FROM_OUTSIDE + 1):
        assert read_selection({"hand": str(key)}).hand == key
        assert number_of(MultiDict({"hand": str(key)}), "hand") == key
    assert largest < FROM_OUTSIDE
