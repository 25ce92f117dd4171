"""Whole games at random with the other boxes, each alone: everything is conserved, and told again the same."""

from __future__ import annotations

import random

import card_words as w
import ferret
import pytest
from random_games import OPTIONS, SUPPLIES, counts_in_turn, each_alone, played, told_again
from random_play import Table
from turns import every_other

from companion.cards.asked import PLAYER
from companion.cards.register import cards
from companion.maze.geometry import Side
from companion.rules.decide import decide
from companion.rules.options import options
from companion.state import commands as c
from companion.state import pending as p
from companion.state.commands import BySeat, Configure, SeatId
from companion.state.events import TollAsked, TollRefused, TurnBegan
from companion.state.refusals import Refusal

ALONE = each_alone(every_other)


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


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "modules"), ALONE)
def test_every_box_and_every_module_alone_is_played_to_the_end(edition: str, modules: tuple[str, ...]) -> None:
    """In the usual run each module on every other edition that may have it."""
    for seed, players in counts_in_turn(edition, modules, ALONE.index((edition, modules))):
        supplies = SUPPLIES[(seed + len(edition)) % len(SUPPLIES)]
        told_again(played(players, Configure(edition, modules, (), *supplies), seed, closely=True))


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


def test_a_card_that_nobody_told_these_players_of_is_played_too() -> None:
    with ferret.in_the_box():
        table = played(4, Configure("revised", (ferret.BOX.key,)), 1, closely=True)
    assert any(isinstance(command, ferret.SendFerret) for _, command in table.commands)


def _offers(table: Table) -> list[tuple[c.Command, bool]]:
    assert isinstance(table.game.pending, p.Playing) and table.game.round
    offers = options(table.game, table.game.pending.seat)
    at_people = [card for card in cards() if card.asks == (PLAYER,)]
    aims = {card.key: [way.seat for way in offers.ways(card.key)] for card in at_people}
    found: list[tuple[c.Command, bool]] = [
        (card.command(seat), seat in aims[card.key]) for card in at_people for seat in range(4)
    ]
    found += [(w.LayThief(), bool(offers.ways("thief"))), (w.Pioneer(), bool(offers.ways("pioneer")))]
    found += [(c.TradeTwo(tool), tool in offers.trade) for tool in c.Tool]
    found += [(c.TradeTwo(mark=mark), mark in offers.trade) for mark in c.Mark]
    laid = table.game.round.board.cards
    found += [(c.SetToll(cell, side), (cell, side) in offers.set_toll) for cell in laid for side in Side]
    return found
