"""A taught deck: named example pictures of its cards, and the one file that carries it.

in     Images of single cards with their faces; or a file's bytes, from anywhere
out    TaughtDeck; its file's bytes; or a Hint that says what is wrong with a file
never  compares anything with a deck: see deck_matcher
"""

from __future__ import annotations

import json
import struct
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.maze.faces import Face
from companion.sight.hints import Hint
from companion.sight.reading_json import face_json
from vision.arrays import Image


@dataclass(frozen=True)
class TaughtDeckSettings:
    """How much a taught deck may hold."""

    least_px: int = 8  # a smaller picture shows no card
    most_of_a_face: int = 12  # a box holds five copies of a face; twice that for other light
    most_examples: int = 1500  # of a deck; what follows in its file is not read
    most_bytes: int = 40_000_000  # 1,500 examples take 27 MB
    most_pixels: int = 40_000_000  # of all pictures together: 1,500 examples have 9 million; 1 s to decode
    longest_name: int = 40  # letters: a page shows it on one line


TAUGHT_DECK = TaughtDeckSettings()
EXAMPLE_PX = (64, 96)  # width, height of an example, as decks' files hold it
NO_DECK = Hint("deck.not_a_deck")
TOO_MUCH = Hint("deck.too_large")
_CONTENTS = "deck.json"
_FORMAT = "saboteur-companion deck"


@dataclass(frozen=True, eq=False)
class Example:
    """One card as it was seen.

    face : as the picture shows it; None for a back; the start card is NESW with its ladder
    picture : BGR uint8 (96, 64, 3) as EXAMPLE_PX has it, the card from edge to edge
    """

    face: Face | None
    picture: Image


@dataclass(frozen=True, eq=False)
class TaughtDeck:
    """Examples under a name that people gave; several of one face, because copies differ in their decoration."""

    name: str
    examples: tuple[Example, ...] = ()

    @property
    def faces(self) -> frozenset[Face | None]:
        """Whichever way round a card was shown, it counts once."""
        return different(example.face for example in self.examples)

    def with_examples(self, more: Iterable[Example]) -> TaughtDeck:
        """With these too; of each face only the last are kept, so that no evening makes it slow."""
        kept: dict[Face | None, list[Example]] = {}
        for example in (*self.examples, *more):
            kept.setdefault(example.face and example.face.upright(), []).append(example)
        few = [example for row in kept.values() for example in row[-TAUGHT_DECK.most_of_a_face :]]
        return replace(self, examples=tuple(few))


def different(faces: Iterable[Face | None]) -> frozenset[Face | None]:
    return frozenset(face and face.upright() for face in faces)


def example_of(face: Face | None, picture: Image) -> Example:
    """From a card's picture of any size, edge to edge."""
    shrinks = picture.shape[0] > EXAMPLE_PX[1]
    how = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    small = cv2.resize(picture, EXAMPLE_PX, interpolation=how)
    return Example(face, np.asarray(small, np.uint8))


def is_too_large(file_bytes: int) -> bool:
    return file_bytes > TAUGHT_DECK.most_bytes


def pack(deck: TaughtDeck) -> bytes:
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


def unpack(data: bytes) -> TaughtDeck | Hint:
    """The deck in a file, or what is wrong with it."""
    if is_too_large(len(data)):
        return TOO_MUCH
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            if is_too_large(sum(entry.file_size for entry in archive.infolist())):
                return TOO_MUCH
            facts = json.loads(archive.read(_CONTENTS))
            if facts["format"] != _FORMAT:
                return NO_DECK
            cards = facts["cards"][: TAUGHT_DECK.most_examples]
            if len({card["picture"] for card in cards}) < len(cards):  # one picture, read as often as it is named
                return NO_DECK
            pictures = [archive.read(card["picture"]) for card in cards]
            if sum(map(_pixels, pictures)) > TAUGHT_DECK.most_pixels:
                return TOO_MUCH
            pairs = zip(cards, pictures, strict=True)
            examples = [example_of(face_said(card), _picture(picture)) for card, picture in pairs]
            return TaughtDeck(tidy_name(facts["name"]), tuple(examples)) if examples else NO_DECK
    except Exception:  # a stranger's file may be wrong in more ways than can be listed; all mean the same to people
        return NO_DECK


def contents(file: Path) -> tuple[str, tuple[Face | None, ...]] | None:
    """A deck file's name and the face of each example, without their pictures; None where it is none."""
    try:
        with zipfile.ZipFile(file) as archive:
            if is_too_large(archive.getinfo(_CONTENTS).file_size):
                return None
            facts = json.loads(archive.read(_CONTENTS))
        faces = tuple(face_said(card) for card in facts["cards"][: TAUGHT_DECK.most_examples])
        return (tidy_name(facts["name"]), faces) if facts["format"] == _FORMAT and faces else None
    except Exception:  # as in unpack
        return None


def tidy_name(name: object) -> str:
    """A deck's name on one line, of a length that a page can show. Raises ValueError where nothing is left."""
    tidy = " ".join("".join(letter if letter.isprintable() else " " for letter in str(name)).split())
    if not tidy:
        raise ValueError("a deck needs a name")
    return tidy[: TAUGHT_DECK.longest_name].rstrip()


def face_said(card: Mapping[str, Any]) -> Face | None:
    """The face of a card as companion.sight.reading_json writes it; None lies face down. Raises where it is none."""
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


def _pixels(data: bytes) -> int:
    """How many a picture claims to have, before anything is decoded. Raises ValueError where it is no PNG."""
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR":
        raise ValueError("not a deck's picture")
    width, height = struct.unpack(">II", data[16:24])
    return int(width * height)


def _picture(data: bytes) -> Image:
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None or min(picture.shape[:2]) < TAUGHT_DECK.least_px:
        raise ValueError("not a card's picture")
    return np.asarray(picture, np.uint8)
