"""What searching the discards and throwing two cards bring. Numbers only; the app never sees the cards."""

from __future__ import annotations

from companion.editions.cards import Mark


def after_search(hand: int, discards: int, searched: int) -> tuple[int, int, int]:
    """Of so many discards from the top one is kept, instead of drawing (WC18): looked at, kept, hand."""
    looked = min(searched, discards)
    kept = min(1, looked)
    return looked, kept, hand - 1 + kept


def may_remove(hand: int, before: tuple[str, ...], *, sabotage_only: bool) -> bool:
    """Two cards for one that lies before oneself (S2T-04, CON-19)."""
    removable = [card for card in before if not (sabotage_only and card == Mark.THIEF)]
    return hand >= 2 and bool(removable)
