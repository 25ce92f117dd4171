"""Tables that the camera misread and people put right: one file each, kept in one folder where people say so.

in     the picture of the last settled board with its cards, the game's maze, and which cells people correct
out    Misread for a page, the picture as JPEG, one archive of all that is kept; or a Hint why not
never  keeps anything unasked or sends it; keeps a picture that shows the front of what lies face down for the game

A file is a zip of KEY.jpg and KEY.json, and the archive one of all these. KEY.json: `cells`, what lies there, as the
command `read` prints them; `unclear`, [x, y] of cells of which nothing is known; `read`, the cells as the camera read
them; `corrected`, [x, y] of those that people corrected.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import zipfile
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Any

import cv2

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from companion.sight.misread import Correction, Misread
from companion.sight.reading import SeenCard
from companion.sight.reading_json import card_json
from companion.sight.taught import BACK
from vision.arrays import Image
from vision.teaching.deck_file import face_said


@dataclass(frozen=True)
class MisreadSettings:
    most_tables: int = 30  # the oldest make room
    most_bytes: int = 24_000_000  # of all, so that the archive goes into a bug report, which takes 25 MB
    jpeg_quality: int = 92
    most_facts_bytes: int = 400_000  # of one table's JSON; 60 cards take 40 kB


MISREADS = MisreadSettings()
NOT_KEPT = Hint("misread.not_kept")
NOT_REMOVED = Hint("misread.not_removed")
GONE = Hint("misread.gone")
_SUFFIX = ".table.zip"
_KEY = re.compile(r"table-[0-9a-f]{8}")
_NEVER = "never-ask.txt"
_GUESSES = ("confidence", "uncertain", "alternatives")  # of a reading: what lies there has none

Cards = Mapping[Cell, SeenCard]
Settled = tuple[Image, tuple[SeenCard, ...]]


@dataclass(frozen=True)
class _Table:
    """A picture that people have corrected, and what was read in it."""

    image: Image
    read: Cards
    corrected: tuple[Cell, ...]
    facts: Mapping[str, Any]


class Misreads:
    """For several threads.

    settled : the picture of the last settled board, and its cards
    agreed : the cards of the game's maze, as everybody may see them
    """

    def __init__(
        self,
        folder: Path,
        settled: Callable[[], Settled | None] = lambda: None,
        agreed: Callable[[], Cards] = dict,
    ) -> None:
        self.folder, self._settled, self._agreed = folder, settled, agreed
        self._lock = Lock()
        self._table: _Table | None = None  # that was corrected last
        self._is_offered = False
        self.most = MISREADS.most_tables
        self._asks = not (folder / _NEVER).exists()

    # ---- asking ----------------------------------------------------------------------------------------------------

    @property
    def asks(self) -> bool:
        """Whether people are asked after each correction."""
        return self._asks

    def ask(self, yes: bool) -> None:
        """From now on or never again; remembered for the next evening if the folder lets us."""
        with self._lock:
            self._asks, self._is_offered = yes, False
            with suppress(OSError):
                if yes:
                    (self.folder / _NEVER).unlink(missing_ok=True)
                else:
                    self.folder.mkdir(parents=True, exist_ok=True)
                    (self.folder / _NEVER).touch()

    def corrected(self, cell: Cell, face: Face | None) -> bool:
        """People say that this card lies there, or none; whether they are to be asked to keep the picture.

        What the camera had read so without a doubt is no correction.
        """
        settled = self._settled() if self._asks else None
        if settled is None:
            return False
        image, cards = settled
        read, agreed = {card.cell: card for card in cards}, self._agreed()
        seen = read.get(cell)
        if _is_as_said(seen, face) or _shows_a_secret(read, agreed):
            return False
        with self._lock:
            before = self._table.corrected if self._table is not None and self._table.image is image else ()
            corrected = tuple(dict.fromkeys((*before, cell)))
            self._table = _Table(image, read, corrected, _facts(read, agreed, corrected))
            self._is_offered = True
        return True

    def offered(self) -> Misread | None:
        """What people are asked to keep."""
        with self._lock:
            return _shown("", self._table.facts) if self._table is not None and self._is_offered else None

    def decline(self) -> None:
        """Not this picture."""
        with self._lock:
            self._is_offered = False

    def keep(self) -> Hint | None:
        """Keep what is offered, whole or not at all; the oldest make room for it."""
        with self._lock:
            if self._table is None or not self._is_offered:
                return GONE
            _, jpeg = cv2.imencode(".jpg", self._table.image, [cv2.IMWRITE_JPEG_QUALITY, MISREADS.jpeg_quality])
            key = f"table-{hashlib.sha256(jpeg.tobytes()).hexdigest()[:8]}"
            file = self._file(key)
            half = file.with_suffix(".part")
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                half.write_bytes(_zipped({f"{key}.jpg": jpeg.tobytes(), f"{key}.json": _packed(self._table.facts)}))
                os.replace(half, file)
            except OSError:
                with suppress(OSError):
                    half.unlink(missing_ok=True)
                return NOT_KEPT
            self._is_offered = False
            self._make_room(file)
        return None

    # ---- what is kept ----------------------------------------------------------------------------------------------

    def kept(self) -> tuple[Misread, ...]:
        """The newest first; a file that is none is passed over."""
        found = ((_key_of(file), _inside(file, ".json")) for file in self._files())
        return tuple(shown for key, packed in found if packed and (shown := _read_back(key, packed)) is not None)

    def picture(self, key: str) -> bytes | None:
        """JPEG."""
        return _inside(self._file(key), ".jpg") if _KEY.fullmatch(key) else None

    def remove(self, key: str) -> Hint | None:
        try:
            if _KEY.fullmatch(key):
                self._file(key).unlink(missing_ok=True)
        except OSError:
            return NOT_REMOVED
        return None

    def archive(self) -> bytes:
        """One zip of all pictures, each with what was read and what lies there."""
        members = {}
        for one in self.kept():
            for suffix in (".jpg", ".json"):
                members[f"{one.key}{suffix}"] = _inside(self._file(one.key), suffix) or b""
        return _zipped(members)

    def _file(self, key: str) -> Path:
        return self.folder / f"{key}{_SUFFIX}"

    def _files(self) -> list[Path]:
        """The newest first."""
        files = [file for file in self.folder.glob(f"*{_SUFFIX}") if _KEY.fullmatch(_key_of(file))]
        return sorted(files, key=lambda file: (-_written(file), file.name))

    def _make_room(self, newest: Path) -> None:
        total = 0
        for number, file in enumerate([newest, *(one for one in self._files() if one != newest)]):
            with suppress(OSError):
                total += file.stat().st_size
                if number and (number >= MISREADS.most_tables or total > MISREADS.most_bytes):
                    file.unlink()


def members_of(archive: Path) -> dict[str, bytes]:
    """Pictures and what lies in them by their names, of an archive from anywhere; nothing else is unpacked."""
    found = {}
    with zipfile.ZipFile(archive) as opened:
        for member in opened.infolist()[: 2 * MISREADS.most_tables]:
            key, _, suffix = member.filename.rpartition(".")
            most = {"jpg": MISREADS.most_bytes, "json": MISREADS.most_facts_bytes}.get(suffix, 0)
            if _KEY.fullmatch(key) and member.file_size <= most:
                found[member.filename] = opened.read(member)
    return found


# ---- what was read, what lies there --------------------------------------------------------------------------------


def _is_as_said(seen: SeenCard | None, face: Face | None) -> bool:
    if seen is None:
        return face is None
    return seen.face == face and face is not None and not seen.uncertain


def _shows_a_secret(read: Cards, agreed: Cards) -> bool:
    """Whether somebody lifts a card that lies face down for the game."""
    down = (cell for cell, card in agreed.items() if card.face is None)
    return any(cell in read and read[cell].face is not None for cell in down)


def _facts(read: Cards, agreed: Cards, corrected: tuple[Cell, ...]) -> dict[str, Any]:
    cells, unclear = [], []
    for cell in sorted(read.keys() | agreed.keys()):
        seen, lies = read.get(cell), agreed.get(cell)
        if cell not in corrected and (seen is None or lies is None or seen.face != lies.face):
            unclear.append([cell.x, cell.y])
        elif lies is not None:
            cells.append(_truth(lies, seen))
    return {
        "cells": cells,
        "unclear": unclear,
        "read": [card_json(card) for card in read.values()],
        "corrected": [[cell.x, cell.y] for cell in corrected],
    }


def _truth(lies: SeenCard, seen: SeenCard | None) -> dict[str, Any]:
    """The game's card, where the picture shows it."""
    said = {key: value for key, value in card_json(lies).items() if key not in (*_GUESSES, "quad_px")}
    return said if seen is None else {**said, "quad_px": card_json(seen)["quad_px"]}


def _shown(key: str, facts: Mapping[str, Any]) -> Misread:
    read, true = _by_place(facts["read"]), _by_place(facts["cells"])
    places = [(int(x), int(y)) for x, y in facts["corrected"]]
    corrections = (Correction(Cell(*place), _notation(read, place), _notation(true, place)) for place in places)
    return Misread(key, len(read), len(facts["unclear"]), tuple(corrections))


def _by_place(cells: Iterable[Mapping[str, Any]]) -> dict[tuple[int, int], Mapping[str, Any]]:
    return {(cell["x"], cell["y"]): cell for cell in cells}


def _notation(cells: Mapping[tuple[int, int], Mapping[str, Any]], place: tuple[int, int]) -> str | None:
    cell = cells.get(place)
    if cell is None:
        return None
    face = face_said(cell)
    return BACK if face is None else str(face)


# ---- files ---------------------------------------------------------------------------------------------------------


def _read_back(key: str, packed: bytes) -> Misread | None:
    with suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return _shown(key, json.loads(packed))
    return None


def _packed(facts: Mapping[str, Any]) -> bytes:
    return json.dumps(facts).encode()


def _zipped(members: Mapping[str, bytes]) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return out.getvalue()


def _inside(file: Path, suffix: str) -> bytes | None:
    try:
        return members_of(file).get(f"{_key_of(file)}{suffix}")
    except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError, RuntimeError):
        return None


def _key_of(file: Path) -> str:
    return file.name.removesuffix(_SUFFIX)


def _written(file: Path) -> int:
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0
