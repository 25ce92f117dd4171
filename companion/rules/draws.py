"""How many cards a move costs and brings. Numbers only; the app never sees the cards."""

from __future__ import annotations

from typing import NamedTuple

from companion.editions.cards import Mark


class Drawn(NamedTuple):
    drawn: int
    hand: int


# what leaves the hand and what may be drawn, by kind of move
MOVES = {
    "path": (1, 1),  # TURN-01, TURN-02
    "action": (1, 1),
    "discard2": (2, 1),  # S2T-01: two for one
    "pioneer": (3, 2),  # WC22: the card itself and two path cards
    "toll": (1, 0),  # TOLL-02
    "vetoed": (1, 1),  # WC19: the card is gone, and its player draws; so does whoever played the veto
    "veto": (1, 1),
}

CHEST_DRAWS = {3: 0, 4: 2, 6: 0, 7: 3, 9: 0}  # CHEST-05: cards from the pile after this effect, where it is not one
CHEST_KEEPS = {6: 1, 7: 1, 9: 1}  # cards that come to the hand by the effect itself


def after_move(move: str, hand: int, pile: int, discards: int = 1) -> Drawn:
    """A pass gives back as many cards as it threw away (S2T-01); an empty pile gives none (TURN-03)."""
    out, back = (min(discards, hand),) * 2 if move == "pass" else MOVES[move]
    drawn = min(back, pile)
    return Drawn(drawn, hand - out + drawn)


def after_chest(effect: int, hand: int, pile: int, *, others: int = 1, thrown: int = 0) -> Drawn:
    """The draw that ends the turn in which a chest with this effect was opened; `hand` without the card played.

    others : cards that could be kept instead of drawn, in other hands or among the discards; thrown : off the pile
    """
    drawn = min(CHEST_DRAWS.get(effect, 1), max(0, pile - thrown))
    kept = CHEST_KEEPS.get(effect, drawn)
    return Drawn(drawn, hand + min(kept, drawn if CHEST_DRAWS.get(effect, 1) else others))


def after_swap(hand: int, other: int, pile: int) -> tuple[int, int]:
    """Both hands after they were exchanged, the card played being gone; only the partner draws (S2A-09)."""
    return other, hand - 1 + min(1, pile)


def after_search(hand: int, discards: int, searched: int) -> tuple[int, int, int]:
    """Of so many discards from the top one is kept, instead of drawing (WC18): looked at, kept, hand."""
    looked = min(searched, discards)
    kept = min(1, looked)
    return looked, kept, hand - 1 + kept


def may_remove(hand: int, before: tuple[str, ...], *, sabotage_only: bool) -> bool:
    """Two cards for one that lies before oneself (S2T-04, CON-19)."""
    removable = [card for card in before if not (sabotage_only and card == Mark.THIEF)]
    return hand >= 2 and bool(removable)
