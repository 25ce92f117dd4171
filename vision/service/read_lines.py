"""The lines of the command `read`: a picture's file read, and what was seen in it as JSON.

in     the path of a picture, and what says a hint's sentence
out    one dictionary: the file's name as "image"; whether a table was "found", and by which "calibration" (markers,
       layout, corners); its "cells", as companion.sight.reading_json writes them; "warnings", sentences; "elapsed_s" of
       each step; on request a picture with what was read drawn on it, in a file
never  raises for a file that is no picture: it becomes a warning
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import cv2

from companion.sight.hints import Hint, Say
from companion.sight.reading import Calibration, Reading
from companion.sight.reading_json import card_json
from vision.arrays import Image
from vision.capture.picture import load_picture
from vision.reading.overlay import draw_reading
from vision.reading.reader import Corners, Reader, read_table
from vision.registration.dragged_corners import UNUSED
from vision.teaching.deck_store import load_deck

UNNAMED = Hint("picture.unnamed")  # to the system it would be the folder in which one is


def read_file(
    path: str | Path,
    say: Say,
    *,
    reader: Reader | None = None,
    corners: Corners | None = None,
    overlay: Path | None = None,
    deck_file: Path | None = None,
) -> dict[str, Any]:
    """The line of one picture; whatever is wrong with the file becomes a warning.

    say : the sentences of the warnings
    overlay : the file for the picture with what was read drawn on it
    deck_file : a taught deck, see vision.teaching.deck_store; a path because readers do not travel between processes
    """
    name = Path(path).name
    reader = reader or _reader(deck_file)
    begin = time.perf_counter()
    image = load_picture(Path(path)) if str(path) else UNNAMED
    decode_s = time.perf_counter() - begin
    if isinstance(image, Hint):
        return _line(name, Reading(None, ()), {"decode": decode_s}, [say(image)])
    read = read_table(image, reader=reader, corners=corners)
    warnings = [say(hint) for hint in read.reading.hints]
    if corners is not None and read.reading.calibration is not Calibration.CORNERS:
        warnings.append(say(UNUSED))
    if overlay is not None:
        trouble = _write_overlay(overlay, image, read.reading, warnings)
        warnings += [say(trouble)] if trouble else []
    return _line(name, read.reading, {"decode": decode_s, **read.elapsed_s}, warnings)


def overlay_names(pictures: Sequence[str]) -> list[str]:
    """For each picture one that no other has, also where capital letters make no difference: x.png, then x-2.png."""
    stems = [Path(picture).stem for picture in pictures]
    taken, numbers, names = {stem.casefold() for stem in stems}, dict[str, Iterator[int]](), []
    for stem in stems:
        name = stem
        if stem.casefold() in numbers:
            numbered = (f"{stem}-{number}" for number in numbers[stem.casefold()])
            name = next(one for one in numbered if one.casefold() not in taken)
            taken.add(name.casefold())
        numbers.setdefault(stem.casefold(), count(2))
        names.append(f"{name}.png")
    return names


@cache
def _reader(deck_file: Path | None) -> Reader:
    deck = load_deck(deck_file) if deck_file else None
    return Reader.load(None if isinstance(deck, Hint) else deck)


def _line(name: str, reading: Reading, elapsed_s: Mapping[str, float], warnings: Sequence[str]) -> dict[str, Any]:
    times = {step: round(elapsed_s.get(step, 0.0), 4) for step in ("decode", "calibrate", "read")}
    return {
        "image": name,
        "found": reading.found,
        "calibration": reading.calibration.value if reading.calibration else None,
        "cells": [card_json(card) for card in reading.cards],
        "warnings": list(warnings),
        "elapsed_s": times,
    }


def _write_overlay(path: Path, image: Image, reading: Reading, warnings: Sequence[str]) -> Hint | None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        cv2.imencode(".png", draw_reading(image, reading, warnings))[1].tofile(path)
    except OSError as error:
        return Hint("picture.overlay_not_written", {"reason": error.strerror or str(error)})
    return None
