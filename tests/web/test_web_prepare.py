"""What people lay out before a round, and where a ladder may be shown: from the box that is chosen, without rules."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sample_views import SETUP, TABLE, phone
from werkzeug.datastructures import MultiDict

from companion.editions.compose import compose
from companion.live.stacks import FROM_OUTSIDE, full_deck
from companion.maze.geometry import Cell
from companion.state.commands import Supply
from companion.views import model as m
from web.fields import number_of
from web.language import Speech
from web.present import prepare
from web.present.page import Page
from web.present.selection import Selection, read_selection


def told(edition, *modules, players=4, again=False, gold=Supply.APP, options=()):
    setup = replace(SETUP, edition=edition, modules=modules, gold=gold)
    return dict(prepare.steps(compose(edition, modules, options), setup, players, again))


def test_the_base_game_is_goals_shuffling_and_dealing():
    assert told("anniversary-2024") == {"prepare.goals": 3, "prepare.shuffle": 67, "prepare.deal": 6}


def test_saboteur_2_puts_ten_cards_aside():
    assert told("s2-anniversary")["prepare.aside"] == 10
    assert told("s2-anniversary")["prepare.shuffle"] == 118
    assert "prepare.aside" not in told("bga-s2")


@pytest.mark.parametrize(("edition", "options", "left", "shuffled"), [
    ("bga", (), {"map"}, 66), ("bga-s2", (), {"map"}, 117), ("revised", (("maps", "5"),), {"map"}, 66),
    ("bga", (("maps", "6"),), set(), 67), ("s2-anniversary", (("second_actions", "20"),), {"rockfall"}, 117),
    ("s2-anniversary", (), set(), 118),
])  # fmt: skip
def test_what_is_played_without_stays_in_the_box_so_that_the_rest_can_be_counted(edition, options, left, shuffled):
    """The box holds 67 or 118 cards: who was told to shuffle one less did not know which."""
    steps = told(edition, options=options)
    assert {key: number for key, number in steps.items() if "without" in key} == {
        f"prepare.without_{deed}": 1 for deed in left
    }
    assert steps["prepare.shuffle"] == shuffled
    assert not [key for key in told(edition, options=options, again=True) if "without" in key]


@pytest.mark.parametrize("again", [False, True])
def test_the_card_half_way_is_drawn_from_the_tunnel_cards_before_the_others_are_shuffled(again):
    steps = list(told("tournament", players=5, again=again).items())
    assert steps[1:3] == [("prepare.midway", 1), ("prepare.shuffle_rest", 66)]


@pytest.mark.parametrize(("module", "key", "number"), [
    ("treasure-chests", "prepare.chests", 4), ("tunnel-party", "prepare.site", 1),
    ("toll-tunnel", "prepare.tolls", 2), ("new-challenges", "prepare.goals", 5),
])  # fmt: skip
def test_each_small_box_brings_its_things(module, key, number):
    assert told("revised", module)[key] == number


def test_nuggets_are_handed_out_once_and_only_where_they_are_real():
    assert told("revised", "toll-tunnel", gold=Supply.CARDS)["prepare.nuggets"] == 1
    assert "prepare.nuggets" not in told("revised", "toll-tunnel")
    assert "prepare.nuggets" not in told("revised", "toll-tunnel", gold=Supply.CARDS, again=True)


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_step_has_a_sentence(language):
    say = Speech(language)
    everything = told("s2-anniversary", "treasure-chests", "tunnel-party", "toll-tunnel", gold=Supply.CARDS)
    for key in {*everything, "prepare.shuffle_again", "prepare.shuffle_rest"}:
        assert say.has(key)
        assert ("7" in say(key, number=7)) == (key != "prepare.site")
    assert all(say.has(f"prepare.{key}") for key in ("without_map", "without_rockfall", "midway"))


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
