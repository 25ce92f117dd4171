"""A picture read: from pixels to a Reading, each card with its confidence and rivals. No memory of frames."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.live.observe import (
    ANY_GAME,
    Calibration,
    Candidate,
    CardKind,
    Hint,
    InPlay,
    Reading,
    SeenCard,
    card_json,
)
from companion.maze.faces import Face
from companion.maze.geometry import START_CELL, Cell
from vision.above import detect_from_above, plan_of
from vision.calibrate import Calibrated, better_explained, calibrate, refine_pose
from vision.deck import Deck
from vision.decks import load_deck
from vision.detect import Detections, Detector
from vision.doubt import neighbourly
from vision.gallery import Gallery
from vision.glance import Eye, Eyes, eyes_of, first_eye, weighed
from vision.hints import hints_for
from vision.identify import Identity, faces_on_table, identify
from vision.locate import Found, locate, under
from vision.network import SIDE_PAIRS, CardNet, Looks, Presence, Pyramid
from vision.overlay import draw_reading
from vision.pictures import as_picture, load_picture
from vision.pose import TablePose
from vision.settings import READ
from vision.together import read_with_deck

START_FACE = Face.of("NESW", ladder=True)
PLAIN_CROSSING = Face.of("NESW")
Opinion = Callable[[np.ndarray, list[Identity]], list[Identity]]  # quads and what the network made of them


@dataclass(frozen=True)
class Reader:
    """All that reading needs and that is loaded once. Not for several threads at once: see CardNet and Detector."""

    detector: Detector
    reading: CardNet
    deck: Gallery | None = None  # a taught deck's pictures, which decide together with the network
    in_play: InPlay = ANY_GAME

    @classmethod
    def load(cls, deck: Deck | None = None) -> Reader:
        return cls(Detector.load(), CardNet.load(), Gallery.of(deck) if deck else None)

    def with_deck(self, deck: Deck | None) -> Reader:
        return replace(self, deck=Gallery.of(deck) if deck else None)

    def with_game(self, in_play: InPlay) -> Reader:
        return replace(self, in_play=in_play)

    def opinion(self, picture: Pyramid) -> Opinion | None:
        """The taught deck's word on cards in this picture."""
        return partial(read_with_deck, picture, gallery=self.deck) if self.deck else None


@dataclass(frozen=True)
class Looked:
    """A picture read, with the pose and the cards' places that a live reader goes on from."""

    reading: Reading
    pose: TablePose | None = None
    found: Mapping[Cell, Found] | None = None
    looks: Mapping[Cell, Looks] | None = None  # what the network said of each, one a cell
    elapsed_s: Mapping[str, float] | None = None


def read_picture(image: np.ndarray, *, reader: Reader | None = None, corners: Any = None) -> Reading:
    """image : BGR uint8; corners : the play area's outer corners in pixels, N-W, N-E, S-E, S-W, if given by hand."""
    return look_at_table(image, reader=reader, corners=corners).reading


def look_at_table(image: np.ndarray, *, reader: Reader | None = None, corners: Any = None) -> Looked:
    """As read_picture, with what was found out on the way."""
    reader = reader or _reader()
    sound = as_picture(image)
    if isinstance(sound, Hint):
        return Looked(Reading(None, (), (sound,)))
    image, scale = _of_workable_size(sound)
    picture = Pyramid(image)
    begin = time.perf_counter()
    by_hand = None if corners is None else np.asarray(corners, float) * scale
    calibrated, detections, eyes = _table_in(image, picture, reader, by_hand)
    middle = time.perf_counter()
    if isinstance(calibrated, Hint):
        return Looked(Reading(None, (), (calibrated,)), elapsed_s={"calibrate": middle - begin, "read": 0.0})
    found = locate(eyes, calibrated.pose, calibrated.anchors, closely=detections.perhaps)
    pose = refine_pose(calibrated.pose, list(found.values()))
    looks = looks_at(eyes.close, found)
    cards = read_cells(found, looks, reader.opinion(picture), reader.in_play)
    elapsed = {"calibrate": middle - begin, "read": time.perf_counter() - middle}
    reading = Reading(calibrated.how, _scaled(cards, 1 / scale), hints_for(calibrated.pose, cards, image))
    return Looked(reading, pose, under(pose, found), looks, elapsed)


def _table_in(
    image: np.ndarray, picture: Pyramid, reader: Reader, corners: np.ndarray | None
) -> tuple[Calibrated | Hint, Detections, Eyes]:
    """The table as it was found by what the camera sees, and again by what is seen from above then.

    At 50 degrees the far rows are so flat that they are taken for one, and their cards for the start card.
    """
    detections = reader.detector.detect(image)
    eyes = eyes_of(picture, detections, reader.reading)
    calibrated = calibrate(image, detections, eyes, corners, reader.in_play.goals)
    if isinstance(calibrated, Hint):
        return calibrated, detections, eyes
    plan = plan_of(calibrated.pose, detections.quads)
    detections = detect_from_above(reader.detector, picture, plan).and_others(detections)
    eyes = replace(eyes, first=first_eye(detections))
    again = calibrate(image, detections, eyes, corners, reader.in_play.goals)
    if isinstance(again, Hint) or (again.how is not calibrated.how and calibrated.how is not Calibration.LAYOUT):
        return calibrated, detections, eyes  # what was found from markers or corners is no matter of guessing
    return better_explained(again, calibrated, detections, eyes), detections, eyes


def looks_at(eye: Eye, found: Mapping[Cell, Found]) -> dict[Cell, Looks]:
    """What the network says of the cards in these places, one by one."""
    if not found:
        return {}
    looks = look_twice(eye, np.array([card.quad_px for card in found.values()]))
    return {cell: looks[number] for number, cell in enumerate(found)}


def read_cells(
    found: Mapping[Cell, Found],
    looks: Mapping[Cell, Looks],
    opinion: Opinion | None = None,
    in_play: InPlay = ANY_GAME,
) -> tuple[SeenCard, ...]:
    """What the cards are that lie in these places, in the order of their cells."""
    cells = sorted(found)
    if not cells:
        return ()
    quads = np.array([found[cell].quad_px for cell in cells])
    seen = Looks.of([looks[cell] for cell in cells])
    seen = replace(seen, presence=weighed(seen.presence, cells, in_play.goals))
    starts = np.array([cell == START_CELL for cell in cells])
    network = identify(seen, faces_on_table(seen, in_play.faces), starts)
    identities = dict(zip(cells, opinion(quads, network) if opinion else network, strict=True))
    believed = neighbourly({cell: _candidates(cell, identity) for cell, identity in identities.items()})
    cards = (_seen(found[cell], identity.on_maze, believed[cell], in_play) for cell, identity in identities.items())
    return tuple(card for card in cards if card is not None)


def look_twice(eye: Eye, quads_px: np.ndarray) -> Looks:
    """What the network says of cards, and where it is not quite sure, of the same cards turned by half as well."""
    upright = eye(quads_px).looks
    unsure = np.flatnonzero(least_sure(upright) < READ.sure_at_once)
    turned = half_turned(eye(np.roll(quads_px[unsure], 2, 1)).looks)
    return upright.put(unsure, _between(upright[unsure], turned))


def least_sure(looks: Looks) -> np.ndarray:
    """(n,) how sure the network is of the answer it doubts most, of those that matter for the card."""
    kind = looks.presence.max(1)
    mouths, links, marks = (_clear(answers) for answers in (looks.mouths, looks.links, _marks(looks)))
    both_open = np.stack([looks.mouths[:, list(pair)].min(1) > READ.maybe_open for pair in SIDE_PAIRS], 1)
    links = np.where(both_open, links, 1.0)
    face = np.concatenate([mouths, links, marks, looks.door.max(1, keepdims=True)], 1).min(1)
    return np.where(looks.presence[:, Presence.BACK] > 0.5, kind, np.minimum(kind, face))


def _marks(looks: Looks) -> np.ndarray:
    return np.stack([looks.crystal, looks.ladder], 1)


def _clear(answers: np.ndarray) -> np.ndarray:
    return np.maximum(answers, 1 - answers)


def half_turned(looks: Looks) -> Looks:
    """The same answers for the card seen from its other end."""
    return Looks(
        looks.presence,
        -np.roll(looks.corners, 2, 1),
        looks.mouths[:, [2, 3, 0, 1]],
        looks.links[:, [5, 1, 3, 2, 4, 0]],  # NE-SW, NS, NW-ES, ES-NW, EW, SW-NE
        looks.door,
        looks.crystal,
        looks.ladder,
    )


def _between(one: Looks, two: Looks) -> Looks:
    """Two answers about the same cards: the mean of their logits."""

    def either(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        yes, no = np.sqrt(a * b), np.sqrt((1 - a) * (1 - b))
        return yes / np.maximum(yes + no, 1e-12)

    def among(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        both = np.sqrt(a * b)
        return both / np.maximum(both.sum(1, keepdims=True), 1e-12)

    return Looks(
        among(one.presence, two.presence),
        (one.corners + two.corners) / 2,
        either(one.mouths, two.mouths),
        either(one.links, two.links),
        among(one.door, two.door),
        either(one.crystal, two.crystal),
        either(one.ladder, two.ladder),
    )


def _candidates(cell: Cell, identity: Identity) -> tuple[Candidate, ...]:
    """Ways to read a card, best first. There is one start card, it lies in its cell, and nothing else ever does."""
    shares: dict[Face | None, float] = {}
    for candidate in identity.candidates:
        face = PLAIN_CROSSING if candidate.face == START_FACE else candidate.face
        shares[face] = shares.get(face, 0.0) + candidate.confidence
    if cell == START_CELL:
        shares = {START_FACE: identity.start, None: shares.get(None, 0.0)}
        return tuple(Candidate(face, share) for face, share in shares.items())
    return tuple(Candidate(face, share) for face, share in sorted(shares.items(), key=lambda entry: -entry[1]))


def _seen(found: Found, on_maze: float, row: Sequence[Candidate], in_play: InPlay) -> SeenCard | None:
    if on_maze < READ.least_presence:
        return None
    best = row[0]
    confidence = min(best.confidence * on_maze, 1.0)
    runner_up = max((candidate.confidence for candidate in row[1:]), default=0.0)
    quad = tuple((float(x), float(y)) for x, y in found.quad_px)
    return SeenCard(
        found.cell,
        _kind(found.cell, best.face, in_play.goals),
        best.face,
        confidence,
        confidence < READ.certain
        or best.confidence < READ.clear_of_next * runner_up
        or not in_play.may_hold(best.face),
        quad,  # type: ignore[arg-type]
        tuple(c for c in row[1:] if c.confidence > READ.least_alternative)[: READ.alternatives],
    )


def _kind(cell: Cell, face: Face | None, goals: Sequence[Cell]) -> CardKind:
    if cell == START_CELL:
        return CardKind.START
    if cell in goals:
        return CardKind.GOAL
    return CardKind.COVERED if face is None else CardKind.PATH


def _of_workable_size(image: np.ndarray) -> tuple[np.ndarray, float]:
    scale = min(1.0, READ.largest_side_px / max(image.shape[:2]))
    return (
        (cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), scale)
        if scale < 1
        else (image, 1.0)
    )


def _scaled(cards: Sequence[SeenCard], factor: float) -> tuple[SeenCard, ...]:
    if factor == 1.0:
        return tuple(cards)
    return tuple(
        SeenCard(**{**vars(card), "quad_px": tuple((x * factor, y * factor) for x, y in card.quad_px)})
        for card in cards
    )


@cache
def _reader(deck_file: Path | None = None) -> Reader:
    deck = load_deck(deck_file) if deck_file else None
    return Reader.load(deck if isinstance(deck, Deck) else None)


def read_file(
    path: str | Path,
    *,
    reader: Reader | None = None,
    corners: Any = None,
    overlay_folder: str | Path | None = None,
    deck_file: Path | None = None,
) -> dict[str, Any]:
    """The line that `companion read` prints for one picture; whatever is wrong with the file becomes a warning.

    deck_file : a taught deck, see vision.decks; a path because readers do not travel between processes
    """
    name = Path(path).name
    reader = reader or _reader(deck_file)
    begin = time.perf_counter()
    image, trouble = load_picture(Path(path))
    decode_s = time.perf_counter() - begin
    if image is None:
        return _line(name, Reading(None, ()), {"decode": decode_s}, [trouble])
    looked = look_at_table(image, reader=reader, corners=corners)
    warnings = [hint.text for hint in looked.reading.hints]
    if overlay_folder is not None:
        warnings += _write_overlay(Path(overlay_folder) / f"{Path(name).stem}.png", image, looked.reading)
    return _line(name, looked.reading, {"decode": decode_s, **(looked.elapsed_s or {})}, warnings)


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


def _write_overlay(path: Path, image: np.ndarray, reading: Reading) -> list[str]:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        cv2.imencode(".png", draw_reading(image, reading))[1].tofile(path)
    except OSError as error:
        return [f"The overlay could not be written: {error.strerror or error}."]
    return []
