"""A deck from a folder of scanned cards with their labels.

in     a folder: pictures of single cards, edge to edge, and a labels.json that says which shows what
out    TaughtDeck, or a Hint that says what is missing
never  finds a card in a picture: see spread_cards
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.sight.hints import Hint
from vision.capture.picture import load_picture
from vision.geometry.dimensions import CARD_HEIGHT_MM, CARD_WIDTH_MM
from vision.recognition.taught_deck import Example, TaughtDeck, example_of
from vision.teaching.deck_file import face_said

NO_LABELS = Hint("deck.no_labels")


def deck_from_folder(folder: Path, name: str) -> TaughtDeck | Hint:
    """A deck from pictures of single cards and a labels.json, an object that has for each file's name the card's face:
    {"open": "NES", "links": ["NES"]}, also with "door", "crystals" and "ladder", as in companion.sight.reading_json.

    `"kind": "back"` is a back; `"cut": true` lacks its lower edge. Files that are no cards are passed over.
    """
    try:
        labels = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
        entries = sorted(labels.items())
    except (OSError, ValueError, AttributeError):
        return NO_LABELS
    examples = [example for file, label in entries for example in _labelled(folder / file, label)]
    return TaughtDeck(name, tuple(examples)) if examples else NO_LABELS


def _labelled(file: Path, label: Any) -> list[Example]:
    try:
        face = None if label.get("kind") == "back" else face_said(label)
    except (ValueError, KeyError, AttributeError):
        return []
    picture = load_picture(file)
    if isinstance(picture, Hint):
        return []
    if label.get("cut"):
        height, width = picture.shape[:2]
        lacks = max(round(width * CARD_HEIGHT_MM / CARD_WIDTH_MM) - height, 0)
        picture = np.asarray(cv2.copyMakeBorder(picture, 0, lacks, 0, 0, cv2.BORDER_REPLICATE), np.uint8)
    return [example_of(face, picture)]
