"""The one file that carries a taught deck: a zip of its pictures and of their faces, bounded while it is unpacked.

in     TaughtDeck; or a file's bytes, from anywhere
out    the file's bytes; TaughtDeck; or a Hint that says what is wrong with the file
never  believes what a file says of its own size
"""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.maze.faces import Face
from companion.sight.hints import Hint
from companion.sight.reading_json import face_json
from vision.arrays import Image
from vision.capture.png_file import SIGNATURE
from vision.recognition.taught_deck import EXAMPLE_PX, Example, TaughtDeck


@dataclass(frozen=True)
class DeckFileSettings:
    """How much is read of a deck's file, and unpacked out of it."""

    most_bytes: int = 40_000_000  # of the file; 1,500 examples take 27 MB
    most_examples: int = 1500  # what follows is not read
    most_contents_bytes: int = 400_000  # of deck.json; 1,500 cards with two tunnels and all marks take 224 kB
    most_directory_bytes: int = 200_000  # of the zip; that of 1,500 pictures takes 81 kB
    most_brackets: int = 4000  # of lists and objects in it; each card has two, and many more hold all phones up
    most_picture_bytes: int = 20_000  # of one picture; noise, the least that can be packed, takes 18.7 kB
    most_chunks: int = 32  # of one picture's PNG; OpenCV writes one for each 8 kB of pixels, and three more
    longest_name: int = 40  # letters: a page shows it on one line


DECK_FILE = DeckFileSettings()
NO_DECK = Hint("deck.not_a_deck")
TOO_MUCH = Hint("deck.too_large")
_CONTENTS = "deck.json"
_FORMAT = "saboteur-companion deck"
_END = b"PK\x05\x06"  # with which the end of a zip's directory begins
_LARGE = b"PK\x06\x07"  # with which 20 bytes before it begin in a zip of 4 GB and more
_HOW_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the other two unpack without a bound
_PIXELS = (b"IHDR", b"IDAT", b"IEND")  # the parts of a PNG that a picture cannot do without
_HEADER = struct.pack(">IIBBBBB", *EXAMPLE_PX, 8, 2, 0, 0, 0)  # what a PNG says first: 8 bits, RGB, row after row
_PIXEL_BYTES = EXAMPLE_PX[1] * (1 + 3 * EXAMPLE_PX[0])  # each row begins with the number of its filter


class _TooMuch(ValueError):
    """More than a deck needs."""


def is_too_large(file_bytes: int) -> bool:
    return file_bytes > DECK_FILE.most_bytes


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
    try:
        with _opened(data) as archive:
            name, cards = _contents(archive)
            if len({card["picture"] for card in cards}) < len(cards):  # one picture, read as often as it is named
                return NO_DECK
            return TaughtDeck(name, tuple(_example(archive, card) for card in cards))
    except _TooMuch:
        return TOO_MUCH
    except Exception:  # a stranger's file may be wrong in more ways than can be listed; all mean the same to people
        return NO_DECK


def contents(file: Path) -> tuple[str, tuple[Face | None, ...]] | None:
    """A deck file's name and the face of each example, without their pictures; None where it is none."""
    try:
        if is_too_large(file.stat().st_size):
            return None
        with _opened(file.read_bytes()) as archive:
            name, cards = _contents(archive)
        return name, tuple(face_said(card) for card in cards)
    except Exception:  # as in unpack
        return None


def tidy_name(name: object) -> str:
    """A deck's name on one line, of a length that a page can show. Raises ValueError where nothing is left."""
    tidy = " ".join("".join(letter if letter.isprintable() else " " for letter in str(name)).split())
    if not tidy:
        raise ValueError("a deck needs a name")
    return tidy[: DECK_FILE.longest_name].rstrip()


def face_said(card: Mapping[str, Any]) -> Face | None:
    """The face of a card as companion.sight.reading_json writes it; None lies face down. Raises where it is none."""
    if card.get("face_down"):
        return None
    return Face.of(
        str(card["open"]),
        [str(group) for group in card["links"]],
        door=card.get("door"),
        ladder=bool(card.get("ladder")),
        crystals=int(bool(card.get("crystals"))),
    )


def _said(face: Face | None) -> dict[str, Any]:
    return {"face_down": True} if face is None else face_json(face)


# ---- out of a stranger's file ---------------------------------------------------------------------------------------


def _opened(data: bytes) -> zipfile.ZipFile:
    """Raises _TooMuch before a directory is read that is larger than a deck's."""
    if is_too_large(len(data)) or _directory_bytes(data) > DECK_FILE.most_directory_bytes:
        raise _TooMuch
    return zipfile.ZipFile(BytesIO(data))


def _directory_bytes(data: bytes) -> int:
    """Return how long the zip's directory is, as zipfile reads no more. Raises where its end says so in 64 bits."""
    end = data.rfind(_END)
    if end < 0 or data[max(0, end - 20) : end].startswith(_LARGE):
        raise ValueError("not a deck's zip")
    (length,) = struct.unpack_from("<I", data, end + 12)
    return int(length)


def _contents(archive: zipfile.ZipFile) -> tuple[str, list[dict[str, Any]]]:
    """The deck's name, and what is said of each picture."""
    text = _unpacked(archive, _CONTENTS, DECK_FILE.most_contents_bytes)
    if text.count(b"[") + text.count(b"{") > DECK_FILE.most_brackets:
        raise _TooMuch
    facts = json.loads(text)
    cards = facts["cards"][: DECK_FILE.most_examples]
    if facts["format"] != _FORMAT or not cards:
        raise ValueError("not a deck")
    return tidy_name(facts["name"]), cards


def _example(archive: zipfile.ZipFile, card: Mapping[str, Any]) -> Example:
    return Example(face_said(card), _picture(_unpacked(archive, card["picture"], DECK_FILE.most_picture_bytes)))


def _unpacked(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """Raises _TooMuch where more than `most` bytes come out, whatever the entry says: nothing beyond is unpacked."""
    entry = archive.getinfo(name)
    if entry.compress_type not in _HOW_PACKED:
        raise ValueError("not packed as a deck is")
    with archive.open(entry) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise _TooMuch
    return data


def _picture(data: bytes) -> Image:
    """Return the picture as `pack` writes it: no larger. What a PNG may hold beside the pixels is not decoded."""
    chunks = dict.fromkeys(_PIXELS, b"")
    for number, (name, held) in enumerate(_chunks(data)):
        if number == DECK_FILE.most_chunks:
            raise _TooMuch
        if name in chunks:
            chunks[name] += held
        elif name[:1].isupper():
            raise ValueError("not a deck's picture")
    pixels = zlib.decompressobj()
    if chunks[b"IHDR"] != _HEADER or len(pixels.decompress(chunks[b"IDAT"], _PIXEL_BYTES + 1)) != _PIXEL_BYTES:
        raise ValueError("not a deck's picture")
    bare = SIGNATURE + b"".join(_chunk(name, chunks[name]) for name in _PIXELS)
    picture = cv2.imdecode(np.frombuffer(bare, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError("not a picture")
    return np.asarray(picture, np.uint8)


def _chunk(name: bytes, held: bytes) -> bytes:
    return struct.pack(">I", len(held)) + name + held + struct.pack(">I", zlib.crc32(name + held))


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The parts of a PNG, each with its name. Raises where it is none or breaks off."""
    if not data.startswith(SIGNATURE):
        raise ValueError("not a PNG")
    at = len(SIGNATURE)
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        at += length + 12  # its length and name before it, its checksum after it
