"""The audit that whole games are held against notices what it is there for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scene import Scene

from companion.rules.audit import audit
from companion.rules.evolve import fold
from companion.state.events import GoldChanged, GoldPaid
from companion.state.game import Game
from companion.state.secret import Secret


def with_round(game: Game, **fields: object) -> Game:
    assert game.round is not None
    return replace(game, round=replace(game.round, **fields))  # type: ignore[arg-type]


def test_nothing_is_wrong_as_a_round_begins() -> None:
    assert audit(Scene().game) == ()


@pytest.mark.parametrize("pile", [-1, -7])
def test_a_negative_pile_is_noticed_though_the_cards_add_up(pile: int) -> None:
    scene = Scene()
    more = scene.now.discards + scene.now.pile - pile
    assert audit(with_round(scene.game, pile=pile, discards=more)) == ("a negative number of cards",)


def test_a_negative_hand_is_noticed_though_the_cards_add_up() -> None:
    scene = Scene()
    hands = (-1, *scene.now.hands[1:])
    more = scene.now.discards + scene.now.hands[0] + 1
    assert audit(with_round(scene.game, hands=hands, discards=more)) == ("a negative number of cards",)


def test_a_card_too_many_is_noticed() -> None:
    scene = Scene()
    cards = scene.game.ruleset.deck
    assert audit(with_round(scene.game, pile=scene.now.pile + 1)) == (f"{cards + 1} cards instead of {cards}",)


def test_a_missing_start_or_goal_is_noticed() -> None:
    scene = Scene()
    for cell in (scene.now.board.start, scene.now.goal_cells[0]):
        assert audit(with_round(scene.game, board=scene.now.board.without(cell))) == ("the start or a goal is missing",)


def test_a_gold_card_that_is_changed_for_nuggets_makes_none() -> None:
    game = fold(Scene(modules=("toll-tunnel",)).game, [GoldPaid(0, Secret((3,)), 3)])
    before = game.bank
    changed = fold(game, [GoldChanged(0, Secret(3))])
    assert (changed.bank, audit(changed)) == (before + 3, ())
