"""Cards spread out under the camera so that it learns a deck: found one by one, each with a guess.

in     Image of cards that lie apart and upright, and the deck as far as it is taught
out    SpreadCard: corners, the card's own Image, and ways to read it
never  keeps anything: see deck_store
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.editions.boxes import START
from companion.maze.faces import Face
from companion.sight.reading import Candidate
from vision.arrays import Floats, Image, Quad, Quads
from vision.detection.card_estimates import CardEstimates, card_in
from vision.detection.card_probe import NetworkProbe, estimated_with_care, network_probe
from vision.detection.pyramid import Pyramid
from vision.geometry.card_pose import signed_area
from vision.reading.reader import Reader
from vision.recognition.deck_matcher import DeckMatcher
from vision.recognition.face_posterior import FacePosterior, faces_on_table, identify
from vision.recognition.fusion import read_with_deck
from vision.recognition.table_context import with_plugs
from vision.recognition.taught_deck import EXAMPLE_PX, TaughtDeck


@dataclass(frozen=True)
class SpreadCardsSettings:
    sure: float = 0.5  # presence of a card
    certain: float = 0.8  # probability of its face, below which a person is asked
    least_width_px: float = 24.0  # a smaller card is not worth learning from
    slimmest: float = 0.45  # width to height: 0.64 seen from above, less or more from the side
    widest: float = 0.9
    apart: float = 0.6  # of a card's width, middle to middle
    alike: float = 1.6  # times the usual size: beyond it is no card of the same deck
    finer: float = 1.5  # pixels a pixel of the example, so that shrinking does not alias
    same_row: float = 0.5  # of a card's height, from one card's middle down to the next one's
    most_at_once: int = 40  # cards that somebody is asked to confirm


SPREAD_CARDS = SpreadCardsSettings()


@dataclass(frozen=True, eq=False)
class SpreadCard:
    """A card that lies loose and upright in the picture.

    quad_px : its corners, from the one at the upper left of the picture, clockwise
    guess : ways to read it, best first; at least one
    """

    quad_px: Quad
    picture: Image
    guess: tuple[Candidate, ...]
    unsure: bool

    @property
    def middle_px(self) -> tuple[float, float]:
        x, y = self.quad_px.mean(0)
        return float(x), float(y)

    @property
    def height_px(self) -> float:
        return _height(self.quad_px)


def find_spread_cards(image: Image, reader: Reader, taught: TaughtDeck | None = None) -> list[SpreadCard]:
    """The cards that were spread out, row by row; cards that touch or lie crosswise are not among them."""
    picture = Pyramid(image)
    quads, estimates = _loose_cards(network_probe(picture, reader.network), reader.detector.detect(image).quads)
    if not len(quads):
        return []
    seen = with_plugs(estimates)
    posteriors: Sequence[FacePosterior] = identify(seen, faces_on_table(seen))
    if taught is not None and taught.examples:
        posteriors = read_with_deck(picture, quads, posteriors, DeckMatcher.of(taught))
    shown = [
        SpreadCard(quad, cut_out(image, quad), _guess(posterior), is_unsure(posterior))
        for quad, posterior in zip(quads, posteriors, strict=True)
    ]
    return row_by_row(shown)[: SPREAD_CARDS.most_at_once]


def row_by_row(shown: Sequence[SpreadCard]) -> list[SpreadCard]:
    """From the left, the upper row first; a row may run aslant."""
    rows: list[list[SpreadCard]] = []
    for one in sorted(shown, key=lambda one: one.middle_px[1]):
        if rows and one.middle_px[1] - rows[-1][-1].middle_px[1] < SPREAD_CARDS.same_row * one.height_px:
            rows[-1].append(one)
        else:
            rows.append([one])
    return [one for row in rows for one in sorted(row, key=lambda one: one.middle_px[0])]


def cut_out(image: Image, quad_px: Quad) -> Image:
    """A card's picture as examples keep it."""
    tall = _height(quad_px)
    shrink = min(1.0, EXAMPLE_PX[1] / max(tall, 1.0) * SPREAD_CARDS.finer)
    small = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) if shrink < 1 else image
    edges = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * EXAMPLE_PX - 0.5
    corners = (np.asarray(quad_px, float) + 0.5) * shrink - 0.5
    into = cv2.getPerspectiveTransform(corners.astype(np.float32), edges.astype(np.float32))
    return np.asarray(cv2.warpPerspective(small, into, EXAMPLE_PX, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _height(quad_px: Quad) -> float:
    """Of the card's left side."""
    return float(np.linalg.norm(quad_px[3] - quad_px[0]))


def _loose_cards(probe: NetworkProbe, quads: Quads) -> tuple[Quads, CardEstimates]:
    """Corners of the cards that truly lie in these quads, each once, and what the network says of them."""
    upright = np.array([quad for quad in map(_upright, quads) if quad is not None]).reshape(-1, 4, 2)
    if len(upright):
        probed = probe(upright)
        upright = _each_once(probed.quads, card_in(probed.presence))
    estimates = estimated_with_care(probe, upright)
    sure = estimates.is_card > SPREAD_CARDS.sure
    return upright[sure], estimates[sure]


def _upright(quad: Quad) -> Quad | None:
    """From its upper left corner on, clockwise; None where it is no card or lies crosswise."""
    start = int(np.argmin(quad.sum(1)))
    turned = np.roll(quad, -start, 0)
    sides = np.linalg.norm(np.roll(turned, -1, 0) - turned, axis=1)
    across, down = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    if signed_area(turned) <= 0 or across < SPREAD_CARDS.least_width_px:
        return None
    return turned if SPREAD_CARDS.slimmest < across / max(down, 1e-6) < SPREAD_CARDS.widest else None


def _each_once(quads: Quads, sure: Floats) -> Quads:
    """The surest of those that lie on one another, and only those of about one size."""
    kept: list[Quad] = []
    for index in np.argsort(-sure, kind="stable"):
        if sure[index] <= SPREAD_CARDS.sure:
            break
        middle, reach = quads[index].mean(0), np.linalg.norm(quads[index][1] - quads[index][0]) * SPREAD_CARDS.apart
        if all(np.linalg.norm(other.mean(0) - middle) > reach for other in kept):
            kept.append(quads[index])
    if not kept:
        return np.empty((0, 4, 2), np.float32)
    sizes = np.sqrt([abs(signed_area(quad)) for quad in kept])
    relative, alike = sizes / np.median(sizes), SPREAD_CARDS.alike
    of_one_size: Quads = np.array(kept)[(1 / alike < relative) & (relative < alike)]
    return of_one_size


def is_unsure(posterior: FacePosterior) -> bool:
    """Whether a person is asked what a card is of which no more is known."""
    return posterior.best.confidence < SPREAD_CARDS.certain


def _guess(posterior: FacePosterior) -> tuple[Candidate, ...]:
    """A crossing with a ladder is the start card, whatever else it may be called."""
    shares: dict[Face | None, float] = {}
    for one in posterior.candidates:
        shares[one.face] = max(shares.get(one.face, 0.0), one.confidence)
    if posterior.start > shares.get(START, 0.0):
        shares[START] = posterior.start
    ranked = sorted(shares.items(), key=lambda entry: -entry[1])
    return tuple(Candidate(face, share) for face, share in ranked)
