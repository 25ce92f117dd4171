"""What a page shows of taught decks and of cards that were shown to be learnt. No pictures."""

from __future__ import annotations

from dataclasses import dataclass

BACK = "down"  # the word for a card that lies face down, where a face's notation is expected


@dataclass(frozen=True)
class DeckLine:
    """A taught deck in a list. `used`: it decides together with the reader now."""

    name: str
    cards: int
    faces: int
    used: bool


@dataclass(frozen=True)
class CardShown:
    """A card that was shown to the camera to be learnt, with guesses as notation or BACK, best first."""

    key: str
    guesses: tuple[str, ...]
    unsure: bool
    settled: str | None = None  # what a person said it is; "" for no card
