"""What searching the discards and throwing two cards bring. Numbers only; the app never sees the cards."""

from __future__ import annotations

from companion.editions.cards import Mark
from companion.rules.evolve_round import playing
from companion.state.commands import SeatId
from companion.state.game import Game


def searched(game: Game, seat: SeatId) -> tuple[int, int]:
    """Of so many discards at most one is kept, instead of drawing (WC18, CHEST-05): looked at, kept. Whoever has left
    looks at none (AWAY-4)."""
    looked = 0 if game.seats[seat].has_left else min(game.ruleset.cards_searched, playing(game).discards)
    return looked, min(1, looked)


def may_remove(hand: int, before: tuple[str, ...], *, sabotage_only: bool) -> bool:
    """Two cards for one that lies before oneself (S2T-04, CON-19)."""
    removable = [card for card in before if not (sabotage_only and card == Mark.THIEF)]
    return hand >= 2 and bool(removable)
