"""Cards shown to the camera so that it learns a deck: found one by one, each with a guess. Keeps nothing: see decks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from companion.editions.boxes import START
from companion.live.observe import Candidate
from vision.deck import Deck
from vision.gallery import Gallery
from vision.glance import Eye, card_in, eye_of
from vision.identify import Identity, faces_on_table, identify
from vision.network import Looks, Pyramid
from vision.quads import signed_area
from vision.read import Reader, look_twice
from vision.settings import DECK, TEACH
from vision.together import read_with_deck


@dataclass(frozen=True, eq=False)
class Shown:
    """A card that lies loose and upright in the picture.

    quad_px : its corners, from the one at the upper left of the picture, clockwise
    guess : ways to read it, best first; at least one
    """

    quad_px: np.ndarray
    picture: np.ndarray
    guess: tuple[Candidate, ...]
    unsure: bool


def find_shown(image: np.ndarray, reader: Reader, taught: Deck | None = None) -> list[Shown]:
    """The cards that were spread out, row by row; cards that touch or lie crosswise are not among them."""
    picture = Pyramid(image)
    quads, looks = _loose_cards(eye_of(picture, reader.reading), reader.detector.detect(image).quads)
    if not len(quads):
        return []
    identities: Sequence[Identity] = identify(looks, faces_on_table(looks))
    if taught is not None and taught.examples:
        identities = read_with_deck(picture, quads, identities, Gallery.of(taught))
    shown = [
        Shown(quad, cut_out(image, quad), _guess(identity), identity.uncertain)
        for quad, identity in zip(quads, identities, strict=True)
    ]
    return sorted(shown, key=lambda one: _reading_order(one.quad_px))[: TEACH.most_at_once]


def cut_out(image: np.ndarray, quad_px: np.ndarray) -> np.ndarray:
    """A card's picture as examples keep it."""
    tall = float(np.linalg.norm(quad_px[3] - quad_px[0]))
    shrink = min(1.0, DECK.height_px / max(tall, 1.0) * TEACH.finer)
    small = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) if shrink < 1 else image
    edges = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (DECK.width_px, DECK.height_px) - 0.5
    corners = (np.asarray(quad_px, float) + 0.5) * shrink - 0.5
    into = cv2.getPerspectiveTransform(corners.astype(np.float32), edges.astype(np.float32))
    return cv2.warpPerspective(small, into, (DECK.width_px, DECK.height_px), borderMode=cv2.BORDER_REPLICATE)


def _loose_cards(eye: Eye, quads: np.ndarray) -> tuple[np.ndarray, Looks]:
    """Corners of the cards that truly lie in these quads, each once, and what the network says of them."""
    upright = np.array([quad for quad in map(_upright, quads) if quad is not None]).reshape(-1, 4, 2)
    if len(upright):
        glances = eye(upright)
        upright = _each_once(glances.quads, card_in(glances.presence))
    looks = look_twice(eye, upright)
    sure = looks.is_card > TEACH.sure
    return upright[sure], looks[sure]


def _upright(quad: np.ndarray) -> np.ndarray | None:
    """From its upper left corner on, clockwise; None where it is no card or lies crosswise."""
    start = int(np.argmin(quad.sum(1)))
    turned = np.roll(quad, -start, 0)
    sides = np.linalg.norm(np.roll(turned, -1, 0) - turned, axis=1)
    across, down = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    if signed_area(turned) <= 0 or across < TEACH.least_width_px:
        return None
    return turned if TEACH.slimmest < across / max(down, 1e-6) < TEACH.widest else None


def _each_once(quads: np.ndarray, sure: np.ndarray) -> np.ndarray:
    """The surest of those that lie on one another, and only those of about one size."""
    kept: list[np.ndarray] = []
    for index in np.argsort(-sure, kind="stable"):
        if sure[index] <= TEACH.sure:
            break
        middle, reach = quads[index].mean(0), np.linalg.norm(quads[index][1] - quads[index][0]) * TEACH.apart
        if all(np.linalg.norm(other.mean(0) - middle) > reach for other in kept):
            kept.append(quads[index])
    if not kept:
        return np.empty((0, 4, 2), np.float32)
    sizes = np.sqrt([abs(signed_area(quad)) for quad in kept])
    usual = np.median(sizes)
    return np.array(
        [quad for quad, size in zip(kept, sizes, strict=True) if 1 / TEACH.alike < size / usual < TEACH.alike]
    )


def _guess(identity: Identity) -> tuple[Candidate, ...]:
    """A crossing with a ladder is the start card, whatever else it may be called."""
    shares: dict[Any, float] = {}
    for one in identity.candidates:
        shares[one.face] = max(shares.get(one.face, 0.0), one.confidence)
    if identity.start > shares.get(START, 0.0):
        shares[START] = identity.start
    ranked = sorted(shares.items(), key=lambda entry: -entry[1])
    return tuple(Candidate(face, share) for face, share in ranked)


def _reading_order(quad: np.ndarray) -> tuple[int, float]:
    """Rows of about a card's height, from the left."""
    return round(float(quad[:, 1].mean() / max(np.linalg.norm(quad[3] - quad[0]), 1.0))), float(quad[:, 0].mean())
