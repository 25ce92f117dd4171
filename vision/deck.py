"""A taught deck: named example pictures of its cards, and the one file that carries it. No matching: see gallery."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.live.observe import Hint, face_json
from companion.maze.faces import Face
from vision.settings import DECK

NO_DECK = Hint("deck.not_a_deck", "This file is not a taught deck.")
TOO_MUCH = Hint("deck.too_large", "This file is too large for a taught deck.")
_CONTENTS = "deck.json"
_FORMAT = "saboteur-companion deck"


@dataclass(frozen=True, eq=False)
class Example:
    """One card as it was seen.

    face : as the picture shows it; None for a back; the start card is NESW with its ladder
    picture : BGR uint8 (DECK.height_px, DECK.width_px, 3), the card from edge to edge
    """

    face: Face | None
    picture: np.ndarray


@dataclass(frozen=True, eq=False)
class Deck:
    """Examples under a name that people gave; several of one face, because copies differ in their decoration."""

    name: str
    examples: tuple[Example, ...] = ()

    @property
    def faces(self) -> frozenset[Face | None]:
        """Whichever way round a card was shown, it counts once."""
        return different(example.face for example in self.examples)

    def with_examples(self, more: Iterable[Example]) -> Deck:
        """With these too; of each face the last DECK.most_of_a_face are kept, so that no evening makes it slow."""
        kept: dict[Face | None, list[Example]] = {}
        for example in (*self.examples, *more):
            kept.setdefault(example.face and example.face.upright(), []).append(example)
        few = [example for row in kept.values() for example in row[-DECK.most_of_a_face :]]
        return replace(self, examples=tuple(few))


def different(faces: Iterable[Face | None]) -> frozenset[Face | None]:
    return frozenset(face and face.upright() for face in faces)


def example_of(face: Face | None, picture: np.ndarray) -> Example:
    """From a card's picture of any size, edge to edge."""
    shrinks = picture.shape[0] > DECK.height_px
    how = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    return Example(face, cv2.resize(picture, (DECK.width_px, DECK.height_px), interpolation=how))


def pack(deck: Deck) -> bytes:
    """The file: a zip with a picture a card and their faces in the words of the reader's JSON."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        cards = []
        for number, example in enumerate(deck.examples):
            name = f"{number:04}.png"
            archive.writestr(name, cv2.imencode(".png", example.picture)[1].tobytes())
            cards.append({"picture": name, **_said(example.face)})
        facts = {"format": _FORMAT, "version": 1, "name": deck.name, "cards": cards}
        archive.writestr(_CONTENTS, json.dumps(facts, ensure_ascii=False, indent=1))
    return out.getvalue()


def unpack(data: bytes) -> Deck | Hint:
    """The deck in a file, or what is wrong with it."""
    if len(data) > DECK.most_bytes:
        return TOO_MUCH
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > DECK.most_bytes:
                return TOO_MUCH
            facts = json.loads(archive.read(_CONTENTS))
            if facts["format"] != _FORMAT:
                return NO_DECK
            cards = facts["cards"][: DECK.most_examples]
            examples = [example_of(face_said(card), _picture(archive.read(card["picture"]))) for card in cards]
            return Deck(tidy_name(facts["name"]), tuple(examples)) if examples else NO_DECK
    except Exception:  # a stranger's file may be wrong in more ways than can be listed; all mean the same to people
        return NO_DECK


def contents(file: Path) -> tuple[str, tuple[Face | None, ...]] | None:
    """A deck file's name and the face of each example, without their pictures; None where it is none."""
    try:
        with zipfile.ZipFile(file) as archive:
            if archive.getinfo(_CONTENTS).file_size > DECK.most_bytes:
                return None
            facts = json.loads(archive.read(_CONTENTS))
        faces = tuple(face_said(card) for card in facts["cards"][: DECK.most_examples])
        return (tidy_name(facts["name"]), faces) if facts["format"] == _FORMAT and faces else None
    except Exception:  # as in unpack
        return None


def tidy_name(name: Any) -> str:
    """A deck's name on one line, of a length that a page can show. Raises ValueError where nothing is left."""
    tidy = " ".join("".join(letter if letter.isprintable() else " " for letter in str(name)).split())
    if not tidy:
        raise ValueError("a deck needs a name")
    return tidy[: DECK.longest_name].rstrip()


def face_said(card: Mapping[str, Any]) -> Face | None:
    """The face in the words of FORMATS; None lies face down. Raises where it is none."""
    if card.get("face_down"):
        return None
    return Face.of(
        str(card["open"]),
        [str(group) for group in card["links"]],
        door=card.get("door"),
        ladder=bool(card.get("ladder")),
        crystals=int(card.get("crystals") or 0),
    )


def _said(face: Face | None) -> dict[str, Any]:
    return {"face_down": True} if face is None else face_json(face)


def _picture(data: bytes) -> np.ndarray:
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None or min(picture.shape[:2]) < 8:
        raise ValueError("not a card's picture")
    return picture
