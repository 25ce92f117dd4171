"""A deck from a folder of scanned cards with their labels. Cards that lie on a table are vision.teach's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.live.observe import Hint
from vision.deck import Deck, Example, example_of, face_said
from vision.settings import CARD_HEIGHT_MM, CARD_WIDTH_MM

NO_LABELS = Hint("deck.no_labels", "This folder holds no labels.json that says which picture shows which card.")


def deck_from_folder(folder: Path, name: str) -> Deck | Hint:
    """A deck from pictures of single cards and a labels.json: {file: {"open", "links", ...} as FORMATS has them}.

    `"kind": "back"` is a back; `"cut": true` lacks its lower edge. Files that are no cards are passed over.
    """
    try:
        labels = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
        entries = sorted(labels.items())
    except (OSError, ValueError, AttributeError):
        return NO_LABELS
    examples = [example for file, label in entries for example in _labelled(folder / file, label)]
    return Deck(name, tuple(examples)) if examples else NO_LABELS


def _labelled(file: Path, label: Any) -> list[Example]:
    try:
        face = None if label.get("kind") == "back" else face_said(label)
        picture = cv2.imdecode(np.fromfile(file, np.uint8), cv2.IMREAD_COLOR)
    except (OSError, ValueError, KeyError, AttributeError, cv2.error):
        return []
    if picture is None:
        return []
    if label.get("cut"):
        height, width = picture.shape[:2]
        lacks = max(round(width * CARD_HEIGHT_MM / CARD_WIDTH_MM) - height, 0)
        picture = cv2.copyMakeBorder(picture, 0, lacks, 0, 0, cv2.BORDER_REPLICATE)
    return [example_of(face, picture)]
