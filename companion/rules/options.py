"""What a seat, or the table for the seat on turn, may do now: the choices behind buttons, and behind simulated players.

A seat's offers never depend on what it may not know.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from companion.cards.asked import Way
from companion.cards.register import cards
from companion.editions.cards import Mark
from companion.maze.geometry import Cell, Side
from companion.rules import answers
from companion.rules.evolve_round import playing
from companion.rules.place import hindrances
from companion.rules.playable import ways_to_play
from companion.state.commands import SeatId, Tool
from companion.state.game import Game
from companion.state.pending import ChoosingGoal, Playing, RoundOver, TellingRoles, may_answer


@dataclass(frozen=True)
class Offers:
    """`place` is whether the seat may lay a path card at all; where one fits depends on the card (rules.place).

    cards : action cards that may be played, and all the ways; trade : what two cards take away from before oneself
    pay_toll : the cells before toll dwarves, and who may be asked
    can_pay : of a seat that is asked for a toll, which knows what it owns; of the table, with printed gold
    veto : also whether to let it stand
    """

    place: bool = False
    cards: tuple[tuple[str, tuple[Way, ...]], ...] = ()
    discards: tuple[int, ...] = ()
    choose_goal: tuple[Cell, ...] = ()
    next_round: bool = False
    see_result: bool = False
    agree_roles: bool = False
    trade: tuple[Tool | Mark, ...] = ()
    stop_pioneering: bool = False
    set_toll: tuple[tuple[Cell, Side], ...] = ()
    pay_toll: tuple[tuple[Cell, tuple[SeatId, ...]], ...] = ()
    can_pay: bool = False
    veto: bool = False

    def ways(self, card: str) -> tuple[Way, ...]:
        """In which this card may be played now."""
        return next((ways for key, ways in self.cards if key == card), ())


NOTHING = Offers()


def options(game: Game, seat: SeatId | None, deeds: Collection[str] | None = None) -> Offers:
    """The offers of a seat, in a pause only to have read how a round ended; of the table, where `seat` is None, which
    may act for the seat on turn.

    deeds : the action cards that are asked about; None for all in the box
    """
    pending = game.pending
    if isinstance(pending, RoundOver):
        return Offers(next_round=seat is None, see_result=seat is not None and seat not in pending.seen)
    if game.paused and seat is not None:
        return NOTHING
    if isinstance(pending, TellingRoles):
        return Offers(agree_roles=not pending.seats)
    if not may_answer(pending, seat):
        return NOTHING
    if isinstance(pending, ChoosingGoal):
        return Offers(choose_goal=pending.cells)
    if not isinstance(pending, Playing):
        return Offers(**answers.answers(game, seat))
    now = playing(game)
    if not now.hands[pending.seat]:
        return Offers(discards=(0,))  # TURN-05
    asked = (card for card in cards() if deeds is None or card.key in deeds)
    return Offers(
        place=not hindrances(now.broken[pending.seat], now.marks[pending.seat]),
        cards=tuple((card.key, ways) for card in asked if (ways := ways_to_play(game, pending.seat, card))),
        discards=tuple(range(1, min(game.ruleset.most_discards, now.hands[pending.seat]) + 1)),
        **answers.moves(game, pending.seat, seat),
    )
