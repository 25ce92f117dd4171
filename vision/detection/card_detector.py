"""Every card in a picture at one look, wherever and however it lies. What is on it is read elsewhere.

One network sees the whole picture in small and says, for each of its places, how surely the middle of a card lies
there, of which kind, and how that card's sides run (after Zhou et al., "Objects as Points", 2019; sides are given as
tensors, since a card turned by half looks the same).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from importlib.resources import files

import cv2
import numpy as np

from vision.arrays import Flags, Floats, Image, Indices, Plane, Points, Quads
from vision.detection.card_estimates import Presence
from vision.detection.card_network import engine_of, normalised
from vision.detection.pyramid import BirdsEye, Pyramid
from vision.geometry.card_pose import parallelograms
from vision.geometry.dimensions import CARD_HEIGHT_MM, CARD_WIDTH_MM, PITCH_X_MM, PITCH_Y_MM

STRIDE = 4  # pixels of the small picture to one of the network's places
KINDS = (Presence.TUNNEL, Presence.START, Presence.BACK, Presence.OTHER)  # one plane each
ANSWERS = len(KINDS) + 9  # then the middle 2, the size 1, the tensors of the half sides across and down 3 each
SIZE_PX = 16.0  # root of a card's area whose logarithm is 0
OFFSET = 2.0  # places to one unit of the middle's answer


@dataclass(frozen=True)
class CardDetectorSettings:
    """How the whole picture is searched for cards."""

    long_side_px: int = 640  # a card of 30 px at 1080 lines still has 10; 14 ms of one core
    step_px: int = 16  # sides are multiples of it, as the network halves them four times
    least: float = 0.2  # of a card, to count as detected
    most: int = 120  # cards; both boxes together have 110 on the table at the very most
    apart: float = 0.7  # of a card's width: nearer middles are one card, or a card and the seam beside it
    # of a card, near the middle of a cell; of held-out cards 91 % leave more, and so do 5 bare places a picture (with
    # 0.2, 92 % and 13)
    trace: float = 0.35
    trace_reach: float = 0.4  # of a card's width
    neighbour_rounds: int = 4  # in each, neighbours are weighed anew by how far off they are
    neighbour_reach: float = 0.4  # of a card's width, between where a neighbour ought to lie and where a card does
    neighbour_noise: float = 0.06  # likewise: what hands and the network do; pairs that are farther off count less
    believed_pairs: float = 3.0  # of neighbours, worth of belief in what the network said of the sides
    least_for_perspective: int = 5  # cards
    perspective_rounds: int = 4  # likewise cards: those of another size, or half hidden ones, count for little
    same_size: float = 0.03  # of the mean: root of third degree of an area, so a card's area is off by a tenth
    calm: float = 0.05  # cards' worth of belief that the camera looks straight down
    least_depth: float = 0.2  # of the mean: beyond it lies the horizon, where no card is
    most_nearer: float = 0.5  # of its distance, one corner of a card before its middle: closer than any camera can be


CARD_DETECTOR = CardDetectorSettings()


@dataclass(frozen=True, eq=False)
class Detections:
    """The cards of a picture, those of one look surest first.

    quads : (n, 4, 2) pixels, clockwise, from either upper left corner of a card that has two
    presence : (n, 5) probabilities in the order of Presence
    traces : (rows, columns) how much each place of the picture is like the middle of a card; None where not known
    to_places : (..., 2) pixels to such places, column and row
    """

    quads: Quads
    presence: Floats
    traces: Plane | None = None
    to_places: Callable[[Points], Points] = np.asarray

    def __len__(self) -> int:
        return len(self.quads)

    def merged_with(self, more: Detections) -> Detections:
        """These, and of the others those that lie where none of these does."""
        middles, others = self.quads.mean(1), more.quads.mean(1)
        reach = CARD_DETECTOR.apart * np.linalg.norm(more.quads[:, 1] - more.quads[:, 0], axis=1)
        apart = np.linalg.norm(middles[None] - others[:, None], axis=2).min(1, initial=np.inf) > reach
        quads = np.concatenate([self.quads, more.quads[apart]])
        return replace(self, quads=quads, presence=np.concatenate([self.presence, more.presence[apart]]))

    def have_traces(self, quads_px: Quads) -> Flags:
        """(n,) whether there is a trace of a card in the middle of these quads, detected or not."""
        if self.traces is None:
            return np.ones(len(quads_px), bool)
        quads = self.to_places(quads_px)
        middles, reach = (
            quads.mean(1),
            CARD_DETECTOR.trace_reach * np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)[:, None],
        )
        least, most = np.maximum(np.round(middles - reach), 0), np.maximum(np.round(middles + reach) + 1, 0)
        boxes = np.concatenate([least, most], 1).astype(int)
        likely = [self.traces[top:foot, left:right].max(initial=0) for left, top, right, foot in boxes]
        return np.array(likely) > CARD_DETECTOR.trace


class CardDetector:
    """Not for several threads at once: see CardNetwork."""

    def __init__(self, onnx: bytes) -> None:
        self._answers = engine_of(onnx)

    @classmethod
    def load(cls) -> CardDetector:
        """The weights that come with the package."""
        return cls((files("vision") / "weights" / "find.onnx").read_bytes())

    def detect(self, image: Image, long_side_px: int = CARD_DETECTOR.long_side_px) -> Detections:
        """image : of any size; long_side_px : to which it is shrunk or enlarged first"""
        small, scale = _small(image, long_side_px)
        (answers,) = self._answers(normalised(small[None]))
        found = detections_from_answers(answers)
        quads = (in_perspective(scaled_by_neighbours(found.quads)) + 0.5) / scale - 0.5
        return replace(found, quads=quads, to_places=partial(_places, place_px=STRIDE / scale))


def detect_from_above(detector: CardDetector, picture: Pyramid, view: BirdsEye) -> Detections:
    """The cards seen from above, in the picture's pixels. Beyond the view there is no trace of any."""
    seen = detector.detect(view.draw(picture), max(view.size_px))
    quads = view.to_picture(seen.quads)
    middles = quads.mean(1)
    inside = np.isfinite(quads).all((1, 2)) & ((middles > 0) & (middles < picture.size_px)).all(1)

    def to_places(points_px: Points) -> Points:
        return seen.to_places(view.from_picture(points_px))

    return Detections(quads[inside], seen.presence[inside], seen.traces, to_places)


def _places(points_px: Points, place_px: float) -> Points:
    return (points_px + 0.5) / place_px - 0.5


def _small(image: Image, long_side_px: int) -> tuple[Image, float]:
    """The picture as the network wants it, its rim repeated to whole steps, and how far it was shrunk."""
    scale = long_side_px / max(image.shape[:2])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    height, width = image.shape[:2]
    across, along = max(scale, 1 / width), max(scale, 1 / height)  # of the thinnest sliver a row or column is left
    small = cv2.resize(image, None, fx=across, fy=along, interpolation=way)
    down, right = (-small.shape[0] % CARD_DETECTOR.step_px, -small.shape[1] % CARD_DETECTOR.step_px)
    return np.asarray(cv2.copyMakeBorder(small, 0, down, 0, right, cv2.BORDER_REPLICATE), np.uint8), scale


def detections_from_answers(answers: Floats) -> Detections:
    """From (ANSWERS, h, w) logits and numbers to cards, in pixels of the small picture."""
    kinds = 1 / (1 + np.exp(-np.clip(answers[: len(KINDS)], -30, 30)))
    card = kinds.sum(0)
    peaks = (card >= cv2.dilate(card, np.ones((3, 3), np.uint8))) & (card > CARD_DETECTOR.least)
    rows, columns = np.nonzero(peaks)
    best = np.argsort(-card[rows, columns], kind="stable")[: CARD_DETECTOR.most]
    rows, columns = rows[best], columns[best]
    quads = _quads(answers[len(KINDS) :, rows, columns].T.astype(float), rows, columns)
    presence = _presence(kinds[:, rows, columns].T)
    kept = _each_once(quads)
    return Detections(quads[kept], presence[kept], card, partial(_places, place_px=STRIDE))


def scaled_by_neighbours(quads: Quads) -> Quads:
    """The parallelograms stretched and sheared alike, so that the sides of cards reach from neighbour to neighbour.

    The network finds middles within 3 % of a card's width, but takes cards that are seen aslant for slimmer than they
    are (by a fifth at 35 degrees); how far apart cards of the maze lie is known.
    """
    middles, linear = quads.mean(1), np.eye(2)
    if len(quads) < 2:
        return quads
    across = (quads[:, 1] - quads[:, 0]) * (PITCH_X_MM / CARD_WIDTH_MM)
    down = (quads[:, 3] - quads[:, 0]) * (PITCH_Y_MM / CARD_HEIGHT_MM)
    steps = np.concatenate([across, -across, down, -down])
    starts, reach = np.tile(middles, (4, 1)), np.tile(np.linalg.norm(across, axis=1), 4)
    for _ in range(CARD_DETECTOR.neighbour_rounds):
        apart = np.linalg.norm(middles[None] - (starts + steps @ linear.T)[:, None], axis=2)
        other = apart.argmin(1)
        pairs = apart[np.arange(len(steps)), other] < CARD_DETECTOR.neighbour_reach * reach
        before, seen = steps[pairs], (middles[other] - starts)[pairs]
        weight = 1 / np.maximum(
            np.linalg.norm(seen - before @ linear.T, axis=1) / (CARD_DETECTOR.neighbour_noise * reach[pairs]), 1
        )
        weight = (weight / reach[pairs] ** 2)[:, None]
        believed = CARD_DETECTOR.believed_pairs * np.eye(2)
        linear = np.linalg.solve((before * weight).T @ before + believed, (before * weight).T @ seen + believed).T
    scaled: Quads = middles[:, None] + (quads - middles[:, None]) @ linear.T
    return scaled


def in_perspective(quads: Quads) -> Quads:
    """Parallelograms (n, 4, 2) of cards of one size as a camera sees them: the side that is farther away is shorter.

    The root of third degree of a card's area in a picture is a linear function of its place, the denominator of the
    homography from picture to table (its Jacobian's determinant goes with the third power).
    """
    if len(quads) < CARD_DETECTOR.least_for_perspective:
        return quads
    middles, halves = quads.mean(1), quads - quads.mean(1, keepdims=True)
    across, down = (quads[:, 1] - quads[:, 0]) / 2, (quads[:, 3] - quads[:, 0]) / 2
    depth = np.cbrt(4 * np.abs(across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]))
    reach = max(float(np.ptp(middles, axis=0).max()), 1.0)
    rows = np.column_stack([np.ones(len(quads)), (middles - middles.mean(0)) / reach])
    weight = np.ones(len(quads))
    for _ in range(CARD_DETECTOR.perspective_rounds):
        level = float(np.average(depth, weights=weight))
        calm = np.diag([0.0, 1.0, 1.0]) * CARD_DETECTOR.calm
        fitted = np.linalg.solve((rows * weight[:, None]).T @ rows + calm, (rows * weight[:, None]).T @ depth)
        off = np.abs(rows @ fitted - depth) / level
        weight = 1 / np.maximum(off / CARD_DETECTOR.same_size, 1.0)
    slope = fitted[1:] / reach / np.maximum(rows @ fitted, CARD_DETECTOR.least_depth * level)[:, None]
    most = CARD_DETECTOR.most_nearer
    nearer = np.clip(np.einsum("nkd,nd->nk", halves, slope), -most, most)
    seen = halves / (1 - nearer[..., None])
    placed: Quads = middles[:, None] + seen - seen.mean(1, keepdims=True)
    return placed


def _presence(kinds: Floats) -> Floats:
    """(n, 5) from (n, 4) answers that were given apart: what is left over is nothing."""
    total = np.maximum(kinds.sum(1, keepdims=True), 1.0)
    presence = np.zeros((len(kinds), len(Presence)))
    presence[:, list(KINDS)] = kinds / total
    presence[:, Presence.NOTHING] = np.maximum(1 - presence.sum(1), 0)
    return presence


def _quads(numbers: Floats, rows: Indices, columns: Indices) -> Quads:
    """(n, 4, 2) parallelograms from (n, 9) numbers and the places that gave them."""
    places = np.stack([columns, rows], 1) + OFFSET * numbers[:, 0:2]
    middles = STRIDE * places + (STRIDE - 1) / 2
    half = SIZE_PX * np.exp(np.clip(numbers[:, 2:3], -3, 3)) / 2
    across, down = half * _root(numbers[:, 3:6]), half * _root(numbers[:, 6:9])
    turned = across[:, 0] * down[:, 1] < across[:, 1] * down[:, 0]
    down[turned] *= -1
    upward = down[:, 1] < 0
    across[upward], down[upward] = -across[upward], -down[upward]
    return parallelograms(middles, across, down)


def _root(tensors: Floats) -> Points:
    """(n, 2) vectors v, up to their sign, from (n, 3) their xx, xy and yy."""
    xx, xy, yy = tensors.T
    angle = np.arctan2(2 * xy, xx - yy) / 2
    length = np.sqrt(np.maximum((xx + yy) / 2 + np.hypot((xx - yy) / 2, xy), 1e-4))
    roots: Points = length[:, None] * np.stack([np.cos(angle), np.sin(angle)], 1)
    return roots


def _each_once(quads: Quads) -> Indices:
    """Numbers of those that are the surest on their spot."""
    middles, widths = quads.mean(1), np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    kept: list[int] = []
    for index in range(len(quads)):
        apart = np.linalg.norm(middles[kept] - middles[index], axis=1)
        if (apart > CARD_DETECTOR.apart * np.minimum(widths[kept], widths[index])).all():
            kept.append(index)
    return np.array(kept, int)
