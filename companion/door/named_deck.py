"""The taught decks that somebody names on the command line. How a deck is kept: see vision.teaching."""

from __future__ import annotations

from pathlib import Path

from companion.door.folders import decks_folder
from companion.door.give_up import give_up
from companion.door.speech import speech
from companion.sight.hints import Hint
from vision.recognition.taught_deck import TaughtDeck
from vision.teaching.deck_store import DeckStore, load_deck


def deck_file(text: str | None) -> Path | None:
    """By its name, its file, or a folder of labelled scans; it can be read."""
    if text is None:
        return None
    file: Path | Hint = DeckStore(decks_folder()).find(text)
    if isinstance(file, Hint):
        give_up(f"{text}: {speech().hint(file)}")
    deck_in(file)
    return file


def deck_in(file: Path) -> TaughtDeck:
    deck = load_deck(file)
    if isinstance(deck, Hint):
        give_up(f"{file}: {speech().hint(deck)}")
    return deck
