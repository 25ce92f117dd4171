"""In a real browser: a game is given up for the set-up page, and goes on after all."""

from __future__ import annotations

import pytest
from card_night import Deal

from companion.maze.geometry import Cell

pytestmark = pytest.mark.browser
FIX, GIVE_UP = "a[href='/table?do=fix']", "a[href='/table?do=fix-give-up']"


def test_a_game_that_was_given_up_goes_on_with_the_same_maze_turn_and_roles(night):
    table_of = night(Deal(("miner", "saboteur", "miner")), "anniversary-2024", "toll-tunnel")
    ana, ben, screen = table_of.phone(0), table_of.phone(1, "es"), table_of.table()
    ana.lay(1, 0, "EW")
    ben.has(".turn.mine")
    role = ben.under_the_thumb("role")

    screen.press(FIX)
    screen.press(GIVE_UP)
    screen.has("form[action='/table/do/new-game'] button")
    screen.picture("give-up-question")
    assert not screen.shows("a.primary:has-text('Done')")
    screen.press("form[action='/table/do/new-game'] button")

    screen.has("form.start")
    assert screen.page.locator("[data-key=module-toll-tunnel] input").is_checked()
    screen.picture("given-up")
    for phone in (ana, ben):
        phone.lacks("[data-key=role]")
        phone.lacks("svg.maze")
        assert phone.raw().count("hold-secret") == phone.raw().count('data-key="code"') == 1  # of the seat, and no role
    screen.press("form[action='/table/undo'] button")

    screen.has("svg.maze")
    ben.has(".turn.mine")
    assert ben.under_the_thumb("role") == role
    assert Cell(1, 0) in [card.cell for card in table_of.view().maze.cards]


def test_who_thinks_better_of_it_plays_on_with_one_press(night):
    table_of = night(Deal(), "anniversary-2024")
    ana, screen = table_of.phone(0), table_of.table()
    screen.press(FIX)
    screen.press(GIVE_UP)
    screen.press("a.primary:has-text('No, keep playing')")
    screen.has("svg.maze")
    ana.has(".turn.mine")
