"""Whole games of any box at random, looked at on the way; and their journals read again. For tests."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence

from random_play import Table
from same_state import same_state
from turns import whose_turn

from companion.cards.register import cards
from companion.editions import EDITIONS, MODULES
from companion.editions.compose import compose, conflict_of
from companion.editions.ruleset import Ruleset
from companion.live.store import decode_event, encode
from companion.rules.answers import moves
from companion.rules.audit import audit
from companion.rules.decide import new_game
from companion.rules.evolve import fold
from companion.rules.options import options
from companion.state import pending as p
from companion.state.commands import Configure, SeatId, Supply

DEEDS = sorted(card.key for card in cards())
HELD = (p.Vetoing, p.AskingToll)  # a card lies on the table and still counts as its player's
EVERY_SUPPLY = [  # of roles, goals and gold
    (Supply.APP, Supply.APP, Supply.APP),
    (Supply.CARDS, Supply.APP, Supply.APP),
    (Supply.APP, Supply.CARDS, Supply.APP),
    (Supply.APP, Supply.APP, Supply.CARDS),
    (Supply.CARDS, Supply.CARDS, Supply.CARDS),
]
SUPPLIES = [EVERY_SUPPLY[0], *EVERY_SUPPLY]  # all by the app twice as often
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


def each_alone(some: Callable[[Sequence[str], int], Sequence[str]]) -> list[tuple[str, tuple[str, ...]]]:
    """Every edition without modules; and every module alone, on some of the editions that may have it."""
    found: list[tuple[str, tuple[str, ...]]] = [(box.key, ()) for box in EDITIONS]
    for at, module in enumerate(MODULES):
        boxes = [box.key for box in EDITIONS if conflict_of(box.key, (module.key,)) is None]
        found += [(box, (module.key,)) for box in some(boxes, at)]
    return found


def seat_counts(edition: str, modules: tuple[str, ...]) -> tuple[int, ...]:
    """The smallest, a middle and the largest number of players."""
    rules = compose(edition, modules)
    assert isinstance(rules, Ruleset)
    return rules.least, (rules.least + rules.most) // 2, rules.most


def counts_in_turn(edition: str, modules: tuple[str, ...], at: int) -> Sequence[tuple[int, int]]:
    """Of these numbers of players, with their places among them, the one whose turn it is at `at`."""
    return whose_turn(list(enumerate(seat_counts(edition, modules))), at)


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


def must_conserve(table: Table) -> None:
    """Cards, dwarves and gold are all there, and the app counts as many cards as people hold in their hands."""
    assert audit(table.game) == (), audit(table.game)
    if table.game.round and not isinstance(table.game.pending, HELD):
        assert [len(hand) for hand in table.hands] == list(table.game.round.hands)
        assert len(table.deck) == table.game.round.pile
    if isinstance(table.game.pending, p.GameOver) and table.game.gold_supply is Supply.APP:
        cards = sum(sum(values.open_for("gold is counted")) for values in table.game.gold)
        assert sum(table.game.nuggets) == cards + table.game.bank


def _look_closely(table: Table) -> None:
    must_conserve(table)
    if isinstance(table.game.pending, p.Playing):
        _offered_is_what_players_ask_for(table, table.game.pending.seat)


def _offered_is_what_players_ask_for(table: Table, seat: SeatId) -> None:
    """One card after the other, as the night goes on."""
    offers, deed = options(table.game, seat), DEEDS[len(table.journal) % len(DEEDS)]
    assert offers.ways(deed) == table.ways(seat, deed)
    assert {name: getattr(offers, name) for name in ("trade", "set_toll", "pay_toll")} == moves(table.game, seat, seat)


def told_again(table: Table) -> None:
    """The journal's text, read again, gives the same game; and the same text."""
    text = json.dumps([encode(event) for event in table.journal])
    events = [decode_event(line) for line in json.loads(text)]
    again = fold(new_game(), events)
    assert again == table.game
    assert same_state(again, table.game)
    assert json.dumps([encode(event) for event in events]) == text
