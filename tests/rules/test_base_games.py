"""Whole games at random: every base edition and variant, three to ten players, to the final scores without an error."""

from __future__ import annotations

import json
import random
from functools import lru_cache

import pytest
from random_games import EVERY_SUPPLY
from random_play import Table
from turns import LONG

from companion.editions import EDITIONS
from companion.editions.compose import conflict_of
from companion.editions.edition import Family
from companion.live.store import decode_command, decode_event, encode
from companion.rules.audit import audit
from companion.rules.decide import decide, new_game
from companion.rules.evolve import fold
from companion.state.commands import BySeat, ByTable, Configure, Pass, PlacePath
from companion.state.events import CardsDrawn
from companion.state.pending import GameOver
from companion.state.refusals import Refusal

BASE = [box.key for box in EDITIONS if box.family is Family.BASE]
ALL_AT_ONCE = ("old-mine", "new-mine", "competitive-miners", "selfish-dwarf", "visible-gold")
VARIANTS = ("sabotaged-dwarf", *ALL_AT_ONCE)  # cards of other boxes: test_other_boxes
TABLES = [
    (edition, modules)
    for edition in BASE
    for modules in [
        (),
        *[(variant,) for variant in VARIANTS],
        ("old-mine", "new-mine", "selfish-dwarf", "visible-gold"),
    ]
    if conflict_of(edition, modules) is None
]
BATCHES = 20
GAMES = 100 if LONG else 13  # a batch: each table twice with each number of players, or fifteen times


def configure(seed: int) -> Configure:
    """Tables in turn, mostly dealt by the app; every third game with one house rule or another."""
    edition, modules = TABLES[seed % len(TABLES)]
    supplies = EVERY_SUPPLY[seed // 7 % len(EVERY_SUPPLY)] if seed // len(TABLES) % 4 == 0 else EVERY_SUPPLY[0]
    options = ((), (("connection_required", "false"),), (("goal_cascade", "false"), ("saboteur_completer", "takes")))
    return Configure(edition, modules, options[seed % 3], *supplies)


def players(seed: int) -> int:
    """Three to ten, each number at each of the tables in turn."""
    return 3 + (seed + seed // len(TABLES)) % 8


@lru_cache(maxsize=40)
def played_out(seed: int) -> Table:
    """Not to be played on: it is another test's, too."""
    table = Table(random.Random(seed))
    table.sit_down(players(seed), configure(seed), at_table=bool(seed % 2))
    table.play_out()
    return table


def test_every_base_edition_and_variant_is_played() -> None:
    assert {edition for edition, _ in TABLES} == set(BASE)
    assert {variant for _, modules in TABLES for variant in modules} == set(VARIANTS)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_games_end_with_cards_and_gold_conserved(batch: int) -> None:
    for seed in range(batch * GAMES, (batch + 1) * GAMES):
        table = played_out(seed)
        assert isinstance(table.game.pending, GameOver)
        assert len(table.game.results) == table.game.ruleset.rounds
        assert audit(table.game) == (), seed


@pytest.mark.parametrize("seed", range(40))
def test_cards_and_gold_are_conserved_after_every_single_step(seed: int) -> None:
    table = Table(random.Random(seed))
    table.sit_down(players(seed), configure(seed), at_table=bool(seed % 2))
    while not isinstance(table.game.pending, GameOver):
        table.step()
        assert audit(table.game) == ()
        if table.game.round and table.hands:
            assert [len(hand) for hand in table.hands] == list(table.game.round.hands)
            assert len(table.deck) == table.game.round.pile


@pytest.mark.parametrize("seed", range(40))
def test_a_journal_read_again_gives_the_same_game(seed: int) -> None:
    table = played_out(seed)
    text = json.dumps([encode(event) for event in table.journal])
    assert fold(new_game(), [decode_event(line) for line in json.loads(text)]) == table.game


@pytest.mark.parametrize("seed", range(20))
def test_the_same_commands_give_the_same_events(seed: int) -> None:
    table = played_out(seed)
    text = json.dumps([encode(command) for _, command in table.commands])
    again = Table(random.Random(seed))
    for (by, _), line in zip(table.commands, json.loads(text), strict=True):
        again.do(by, decode_command(line))
    assert again.journal == table.journal
    assert again.game == table.game


def test_nobody_plays_out_of_turn_in_any_step_of_a_game() -> None:
    table = Table(random.Random(5))
    table.sit_down(4, Configure("revised"))
    while not isinstance(table.game.pending, GameOver):
        table.step()
        turn = getattr(table.game.pending, "seat", None)
        others = [seat for seat in range(4) if seat != turn]
        for seat in others:
            assert isinstance(decide(table.game, BySeat(seat), Pass()), Refusal)


def test_a_forced_card_is_conserved_like_any_other() -> None:
    table = Table(random.Random(3))
    table.sit_down(3, Configure("revised"))
    while not table.hands or not any(isinstance(event, CardsDrawn) for event in table.journal):
        table.step()
    face = next(card for card in table.hands[table.game.round.turn] if not isinstance(card, tuple))
    table.hands[table.game.round.turn].remove(face)
    answer = table.do(ByTable(), PlacePath(table.game.ruleset.goal_cells[0].beside(0).beside(0), face, forced=True))
    assert answer[0].forced and "no_neighbour" in answer[0].reasons
    assert audit(table.game) == ()
