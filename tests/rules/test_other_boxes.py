"""Whole games at random with the other boxes, alone and combined: everything is conserved, and told again the same."""

from __future__ import annotations

import itertools
import json
import os
import random

import card_words as w
import pytest
from random_cards import AT_PEOPLE, OTHER_BOXES
from random_play import Table
from state_bytes import state_bytes

from companion.editions import EDITIONS, MODULES
from companion.editions.compose import compose, conflict_of
from companion.editions.ruleset import Ruleset
from companion.live.store import decode_command, decode_event, encode
from companion.maze.geometry import Side
from companion.rules.answers import moves
from companion.rules.audit import audit
from companion.rules.decide import decide, new_game
from companion.rules.ending import why_not_over
from companion.rules.evolve import fold
from companion.rules.options import options
from companion.state import commands as c
from companion.state import pending as p
from companion.state.commands import BySeat, Configure, SeatId, Supply
from companion.state.events import Configured, TollAsked, TollRefused, TurnBegan
from companion.state.refusals import Refusal

LONG = "LONG_TESTS" in os.environ  # pairs and large combinations at every number of players, not at one each in turn
DEEDS = sorted(OTHER_BOXES)
HELD = (p.Vetoing, p.AskingToll)  # a card lies on the table and still counts as its player's
SUPPLIES = [
    (Supply.APP, Supply.APP, Supply.APP),
    (Supply.APP, Supply.APP, Supply.APP),
    (Supply.CARDS, Supply.APP, Supply.APP),
    (Supply.APP, Supply.CARDS, Supply.APP),
    (Supply.APP, Supply.APP, Supply.CARDS),
    (Supply.CARDS, Supply.CARDS, Supply.CARDS),
]
OPTIONS = [
    (),
    (("goal_cascade", "false"), ("setter_passes_free", "false"), ("thief_may_decline", "false")),
    (("boss_with_saboteurs", "true"), ("blocked_saboteurs_win", "true"), ("swap_hands_draw", "both")),
    (("second_actions", "20"), ("solo_wins", "false"), ("site", "south"), ("swap_hands_draw", "player")),
    (
        ("goal_order", "from_top"),
        ("cover_tie", "unturned"),
        ("later_goals", "two_used"),
        ("fallen_toll", "set_again"),
        ("nuggets_count", "false"),
        ("boss_needs_members", "false"),
        ("boss_beside_profiteer", "false"),
    ),
    (
        ("goal_must_be_touched", "true"),
        ("map_face_up", "true"),
        ("short_payout", "next_higher"),
        ("greedy_replaces_miner", "false"),
        ("thief_start", "first_played"),
    ),
    (
        ("covers_touch", "false"),
        ("cover_fit", "fewest_misfits"),
        ("goal_shift", "straight_on"),
        ("sixth_chest_draws", "true"),
        ("setter_pays_for_others", "false"),
        ("pioneer_draws", "one_more"),
        ("connection_required", "false"),
    ),
]
ALONE = [(box.key, ()) for box in EDITIONS]
ALONE += [(box.key, (module.key,)) for box in EDITIONS for module in MODULES if not conflict_of(box.key, (module.key,))]
PAIRS = [
    (box.key, pair)
    for box in EDITIONS
    for pair in itertools.combinations([module.key for module in MODULES], 2)
    if conflict_of(box.key, pair) is None
]


def seat_counts(edition: str, modules: tuple[str, ...]) -> tuple[int, ...]:
    """The smallest, a middle and the largest number of players."""
    rules = compose(edition, modules)
    assert isinstance(rules, Ruleset)
    return rules.least, (rules.least + rules.most) // 2, rules.most


def played(players: int, configure: Configure, seed: int, *, closely: bool = False) -> Table:
    table = Table(random.Random(seed))
    table.sit_down(players, configure)
    for _ in range(20000):
        if isinstance(table.game.pending, p.GameOver):
            break
        if isinstance(table.game.pending, p.RoundOver):
            assert audit(table.game) == ()
        table.step()
        if closely:
            _look_closely(table)
    assert isinstance(table.game.pending, p.GameOver)
    assert len(table.game.results) == table.game.ruleset.rounds
    assert audit(table.game) == ()
    return table


def _look_closely(table: Table) -> None:
    assert audit(table.game) == ()
    if table.game.round and not isinstance(table.game.pending, HELD):
        assert [len(hand) for hand in table.hands] == list(table.game.round.hands)
        assert len(table.deck) == table.game.round.pile
    if isinstance(table.game.pending, p.Playing):
        _offered_is_what_players_ask_for(table, table.game.pending.seat)


def _offered_is_what_players_ask_for(table: Table, seat: SeatId) -> None:
    """One card after the other, as the night goes on."""
    offers, deed = options(table.game, seat), DEEDS[len(table.journal) % len(DEEDS)]
    assert offers.ways(deed) == table.ways(seat, deed)
    assert {name: getattr(offers, name) for name in ("trade", "set_toll", "pay_toll")} == moves(table.game, seat, seat)
    if table.idle > len(table.game.seats):
        assert options(table.game, None).end_round is (why_not_over(table.game) is None)


def told_again(table: Table) -> None:
    """The journal's text, read again, gives the same game; and the same text."""
    text = json.dumps([encode(event) for event in table.journal])
    events = [decode_event(line) for line in json.loads(text)]
    again = fold(new_game(), events)
    assert again == table.game
    assert state_bytes(again) == state_bytes(table.game)
    assert json.dumps([encode(event) for event in events]) == text


@pytest.mark.parametrize("players", [2, 7, 12])
@pytest.mark.parametrize("edition", ["s2-anniversary", "bga-s2"])
def test_the_second_box_is_played_to_the_end(edition: str, players: int) -> None:
    for seed in range(len(OPTIONS)):
        table = played(players, Configure(edition, (), OPTIONS[seed]), seed, closely=True)
        told_again(table)


def test_whoever_finds_nobody_to_pay_for_his_last_card_passes_and_the_game_goes_on() -> None:
    """He would ask the only other player, who owns nothing, for ever."""
    words = (*OPTIONS[1], ("setter_pays_for_others", "false"))
    table = played(2, Configure("s2-anniversary", ("wc2019", "toll-tunnel"), words), 553)
    asked: list[SeatId] = []
    refused = 0
    for event in table.journal:
        if isinstance(event, TurnBegan):
            asked = []
        elif isinstance(event, TollAsked):
            assert event.payer not in asked
            asked.append(event.payer)
        refused += isinstance(event, TollRefused)
    assert refused
    told_again(table)


@pytest.mark.parametrize(("edition", "modules"), ALONE)
def test_every_box_and_every_module_alone_is_played_to_the_end(edition: str, modules: tuple[str, ...]) -> None:
    for seed, players in enumerate(seat_counts(edition, modules)):
        supplies = SUPPLIES[(seed + len(edition)) % len(SUPPLIES)]
        told_again(played(players, Configure(edition, modules, (), *supplies), seed, closely=True))


@pytest.mark.slow
@pytest.mark.parametrize("edition", [box.key for box in EDITIONS])
def test_every_pair_of_modules_that_may_combine_is_played_to_the_end(edition: str) -> None:
    for seed, (box, pair) in enumerate(PAIRS):
        if box == edition:
            for number, players in enumerate(seat_counts(box, pair)):
                if not LONG and number != seed % 3:
                    continue
                configure = Configure(
                    box, pair, OPTIONS[seed % len(OPTIONS)], *SUPPLIES[(seed + number) % len(SUPPLIES)]
                )
                told_again(played(players, configure, seed))


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(10))
def test_large_combinations_at_random_are_played_to_the_end(batch: int) -> None:
    for seed in range(batch * 50, (batch + 1) * 50):
        edition, modules = combination(random.Random(seed))
        counts = seat_counts(edition, modules)
        for players in counts if LONG else (counts[seed % 3],):
            configure = Configure(edition, modules, OPTIONS[seed % len(OPTIONS)], *SUPPLIES[seed % len(SUPPLIES)])
            told_again(played(players, configure, seed))


def combination(chance: random.Random) -> tuple[str, tuple[str, ...]]:
    """Three modules or more, as many as happen to go together."""
    while True:
        edition, chosen = chance.choice(EDITIONS).key, ()
        for module in chance.sample(MODULES, chance.randint(3, len(MODULES))):
            if conflict_of(edition, (*chosen, module.key)) is None:
                chosen = (*chosen, module.key)
        if len(chosen) > 2:
            return edition, chosen


@pytest.mark.parametrize("seed", range(6))
def test_the_same_commands_give_the_same_events_with_everything_at_once(seed: int) -> None:
    edition, modules = combination(random.Random(seed))
    configure = Configure(edition, modules)
    first = played(seat_counts(edition, modules)[1], configure, seed)
    told = [event for event in first.journal if isinstance(event, Configured)]
    game, journal = fold(new_game(), told), list(told)
    for by, command in first.commands:
        events = decide(game, by, decode_command(json.loads(json.dumps(encode(command)))))
        if not isinstance(command, Configure):
            game, journal = fold(game, events), [*journal, *events]
    assert journal == first.journal


@pytest.mark.parametrize("seed", range(4))
def test_what_is_offered_is_not_refused_and_what_is_not_offered_is(seed: int) -> None:
    modules = ("wc2017", "wc2018", "wc2020", "wc2022", "wc2023", "toll-tunnel", "treasure-chests")
    table = Table(random.Random(seed))
    table.sit_down(4, Configure("s2-anniversary", modules))
    for _ in range(120):
        if isinstance(table.game.pending, p.GameOver):
            break
        if isinstance(table.game.pending, p.Playing):
            for command, offered in _offers(table):
                answer = decide(table.game, BySeat(table.game.pending.seat), command)
                assert isinstance(answer, Refusal) != offered, (command, offered, answer)
        table.step()


def _offers(table: Table) -> list[tuple[c.Command, bool]]:
    assert isinstance(table.game.pending, p.Playing) and table.game.round
    offers = options(table.game, table.game.pending.seat)
    aims = {deed: [way.seat for way in offers.ways(deed)] for deed in AT_PEOPLE}
    found: list[tuple[c.Command, bool]] = [
        (AT_PEOPLE[deed](seat), seat in aims[deed]) for deed in AT_PEOPLE for seat in range(4)
    ]
    found += [(w.LayThief(), bool(offers.ways("thief"))), (w.Pioneer(), bool(offers.ways("pioneer")))]
    found += [(c.TradeTwo(tool), tool in offers.trade) for tool in c.Tool]
    found += [(c.TradeTwo(mark=mark), mark in offers.trade) for mark in c.Mark]
    cards = table.game.round.board.cards
    found += [(c.SetToll(cell, side), (cell, side) in offers.set_toll) for cell in cards for side in Side]
    return found
