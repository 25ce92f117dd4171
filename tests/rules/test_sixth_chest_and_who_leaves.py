"""The chest by which a card is taken out of another hand, where somebody leaves: he has none then and takes none."""

from __future__ import annotations

import card_words as w
from scene import Scene, path

from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state import pending as p
from companion.state.commands import Attendance

LEFT = Attendance.LEFT


def opened(*before: c.Command) -> Scene:
    """By the first player, after what the table did before its card lay back."""
    covers = ("NESW", "NS", "EW", "NE")
    scene = Scene(modules=("treasure-chests",), board="@ EW", chests=(6, 1, 2, 3), covers=covers)
    scene.do(path(2, 0, "NW"), by=0)
    for command in before:
        scene.do(command)
    scene.do(c.LayGoal(Cell(2, -1), scene.pending.turned[0]))
    return scene


def test_who_has_left_takes_no_card_out_of_the_chest_that_he_reached() -> None:
    scene = opened(c.SetPresence(0, LEFT))
    assert (scene.now.hands, scene.pending) == ((0, 6, 6, 6), p.Playing(1))


def test_who_leaves_while_he_is_to_take_a_card_takes_none_and_the_turn_goes_on() -> None:
    scene = opened()
    assert scene.pending == p.TakingCard(0, (1, 2, 3))
    scene.do(c.SetPresence(0, LEFT))
    assert (scene.now.hands, scene.pending) == ((0, 6, 6, 6), p.Playing(1))


def test_whoever_is_only_away_while_he_is_to_take_a_card_is_answered_for_by_the_table() -> None:
    scene = opened(c.SetPresence(0, Attendance.AWAY))
    scene.do(w.TakeCard(1))
    assert (scene.now.hands, scene.pending) == ((6, 5, 6, 6), p.Playing(1))


def test_from_who_has_left_no_card_is_taken_and_the_others_are_offered_still() -> None:
    """He held less than none then."""
    scene = opened()
    scene.do(c.SetPresence(2, LEFT))
    assert scene.pending == p.TakingCard(0, (1, 3))
    assert scene.refused(w.TakeCard(2), by=0).code == "not_among_these"
    scene.do(w.TakeCard(3), by=0)
    assert scene.now.hands == (6, 6, 0, 5)


def test_where_the_last_who_held_a_card_has_left_nobody_is_asked_and_the_turn_goes_on() -> None:
    scene = opened(c.SetHand(1, 0), c.SetHand(2, 0))
    assert scene.pending == p.TakingCard(0, (3,))
    scene.do(c.SetPresence(3, LEFT))
    assert (scene.now.hands[1:], scene.pending) == ((0, 0, 0), p.Playing(0))


def test_from_a_hand_that_the_table_counts_as_empty_meanwhile_no_card_is_taken() -> None:
    """It held less than none then."""
    scene = opened()
    scene.do(c.SetHand(1, 0))
    assert scene.refused(w.TakeCard(1), by=0).code == "hand_empty"
    scene.do(w.TakeCard(2), by=0)
    assert scene.now.hands == (6, 0, 5, 6)
