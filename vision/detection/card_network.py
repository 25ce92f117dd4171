"""The reading network: patches of a picture in, what lies in them out, as probabilities. Names no face: face_posterior.

    network = CardNetwork.load()
    patches, homographies = patches_from_quads(Pyramid(image), quads, READING_PATCH)
    estimates = network.estimate(patches)
    quads = refined_quads(homographies, estimates.corners, READING_PATCH)  # better corners, in picture pixels

A quad is a card's four corners in the picture, N-W, N-E, S-E, S-W in the game's frame, so the patch stands upright
in the game's frame whatever side the camera looks from. The quad may be wrong by some 4 % of a card's width, 2 degrees
and 2 % of scale; where cards lie is found by vision.detection.card_detector.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache
from importlib.resources import files

import cv2
import numpy as np

from vision.arrays import Flags, Floats, Images, Indices, Points
from vision.detection.pyramid import READING_PATCH

OUTPUTS = 33  # presence 5, corners 8, mouths 4, links 6, door 3, crystal 1, ladder 1, in sight 5
SIDE_PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))  # NE NS NW ES EW SW, sides in the order N, E, S, W
_HALF_TURN, _MIRROR = [2, 3, 0, 1], [0, 3, 2, 1]  # of N, E, S, W
_LEAST = 1e-12  # below it both answers were no


@dataclass(frozen=True)
class CardNetworkSettings:
    blank_levels: float = 1.0  # grey levels, standard deviation: below, a patch holds less than any camera's noise
    blank_presence: tuple[float, ...] = (0.96, 0.01, 0.01, 0.01, 0.01)  # as good as nothing, but no division by zero
    noise_levels: float = 6.0  # grey levels added to a patch's spread, as in training: flat ones are not all noise
    maybe_open: float = 0.3  # probability of both sides, before it matters whether they are joined
    rim_deep: float = 0.08  # of a card's width, from its edge inwards: where the colours of a mouth are looked at
    rim_half: float = 0.1  # likewise to either side of the edge's middle; a tunnel is at least so wide
    rim_beside: float = 0.3  # likewise from the edge's middle to what lies beside a mouth


CARD_NETWORK = CardNetworkSettings()


class Presence(IntEnum):
    """What lies in the middle of a patch."""

    NOTHING = 0  # the table, perhaps edges of other cards
    TUNNEL = 1  # a tunnel card or a goal, face up
    START = 2
    BACK = 3  # face down
    OTHER = 4  # a loose card, a foreign thing, a hand: no card of the maze


def face_up_in(presence: Floats) -> Floats:
    """(...,) probability of a tunnel card, goal or start card with its front up, from (..., 5) presence."""
    chance: Floats = presence[..., Presence.TUNNEL] + presence[..., Presence.START]
    return chance


def card_in(presence: Floats) -> Floats:
    """(...,) probability of any card of the maze, face up or down, from (..., 5) presence."""
    chance: Floats = face_up_in(presence) + presence[..., Presence.BACK]
    return chance


def pairs_of(sides: Sequence[int]) -> list[int]:
    """Which of SIDE_PAIRS is seen where each of them was. sides : likewise for N, E, S, W"""
    return [SIDE_PAIRS.index((min(sides[a], sides[b]), max(sides[a], sides[b]))) for a, b in SIDE_PAIRS]


@dataclass(frozen=True, eq=False)
class CardEstimates:
    """What the network says of n patches; probabilities, calibrated on decks it was not trained on.

    presence : (n, 5) in the order of Presence
    corners : (n, 4, 2) from the quad's corners to the card's, in card widths (x right, y down in the patch)
    mouths : (n, 4) a tunnel mouth on N, E, S, W; given that a card lies face up
    links : (n, 6) the pair of SIDE_PAIRS is joined inside the card; given that both its sides are open
    door : (n, 3) none, blue, green
    crystal, ladder : (n,)
    in_sight : (n, 5) that nothing lies over the card's sides N, E, S, W where a mouth would be, and over its middle
    rims : (n, 4, 6) no answer, but what the network was shown where a mouth would be: blue, green and red there, and by
        how much each differs from what lies on either side of it; nan where that is not in sight
    """

    presence: Floats
    corners: Floats
    mouths: Floats
    links: Floats
    door: Floats
    crystal: Floats
    ladder: Floats
    in_sight: Floats
    rims: Floats

    def __len__(self) -> int:
        return len(self.presence)

    def __getitem__(self, index: int | slice | Indices | Flags) -> CardEstimates:
        """The estimates of some of the patches; a single index keeps the first axis, of length one."""
        at = slice(index, index + 1 or None) if isinstance(index, int | np.integer) else index
        return CardEstimates(*(getattr(self, name)[at] for name in self.__dataclass_fields__))

    def put(self, at: Indices, others: CardEstimates) -> CardEstimates:
        """The same with `others` at the places `at`."""
        answers = {name: getattr(self, name).copy() for name in self.__dataclass_fields__}
        for name, answer in answers.items():
            answer[at] = getattr(others, name)
        return CardEstimates(**answers)

    @classmethod
    def of(cls, parts: Sequence[CardEstimates]) -> CardEstimates:
        """One after the other."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__dataclass_fields__))

    @property
    def lies_face_up(self) -> Floats:
        """(n,)"""
        return face_up_in(self.presence)

    @property
    def is_card(self) -> Floats:
        """(n,)"""
        return card_in(self.presence)

    def least_sure(self) -> Floats:
        """(n,) how sure the network is of the answer it doubts most, of those that matter for the card."""
        kind = self.presence.max(1)
        marks = np.stack([self.crystal, self.ladder], 1)
        clear = [np.maximum(answers, 1 - answers) for answers in (self.mouths, self.links, marks)]
        both_open = [self.mouths[:, list(pair)].min(1) > CARD_NETWORK.maybe_open for pair in SIDE_PAIRS]
        clear[1] = np.where(np.stack(both_open, 1), clear[1], 1.0)
        face = np.concatenate([*clear, self.door.max(1, keepdims=True)], 1).min(1)
        sure: Floats = np.where(self.presence[:, Presence.BACK] > 0.5, kind, np.minimum(kind, face))
        return sure

    def half_turned(self) -> CardEstimates:
        """The same answers for the cards seen from their other ends."""
        return replace(self._with_sides(_HALF_TURN), corners=-np.roll(self.corners, 2, 1))

    def mirrored(self) -> CardEstimates:
        """The same answers for the cards seen in a mirror: west and east change places."""
        return replace(self._with_sides(_MIRROR), corners=self.corners[:, [1, 0, 3, 2]] * (-1, 1))

    def _with_sides(self, sides: list[int]) -> CardEstimates:
        """sides : which one is seen where N, E, S, W were"""
        return replace(
            self,
            mouths=self.mouths[:, sides],
            links=self.links[:, pairs_of(sides)],
            in_sight=self.in_sight[:, [*sides, len(sides)]],
            rims=self.rims[:, sides],
        )

    def averaged_with(self, other: CardEstimates) -> CardEstimates:
        """Two answers about the same cards: the mean of their logits."""
        return CardEstimates(
            _among(self.presence, other.presence),
            (self.corners + other.corners) / 2,
            _either(self.mouths, other.mouths),
            _either(self.links, other.links),
            _among(self.door, other.door),
            _either(self.crystal, other.crystal),
            _either(self.ladder, other.ladder),
            _either(self.in_sight, other.in_sight),
            (self.rims + other.rims) / 2,
        )


def _either(one: Floats, two: Floats) -> Floats:
    """Yes or no."""
    yes, no = np.sqrt(one * two), np.sqrt((1 - one) * (1 - two))
    share: Floats = yes / np.maximum(yes + no, _LEAST)
    return share


def _among(one: Floats, two: Floats) -> Floats:
    """One of several."""
    both = np.sqrt(one * two)
    shares: Floats = both / np.maximum(both.sum(1, keepdims=True), _LEAST)
    return shares


@dataclass(frozen=True)
class Temperatures:
    """Divisors of the network's logits, fitted on decks that were not trained on."""

    presence: float = 1.0
    mouths: float = 1.0
    links: float = 1.0
    door: float = 1.0
    crystal: float = 1.0
    ladder: float = 1.0


class CardNetwork:
    """A network and its temperatures. Not for several threads at once: OpenCV's nets keep their buffers."""

    def __init__(self, onnx: bytes, temperatures: Temperatures) -> None:
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(onnx, np.uint8))
        self._temperatures = temperatures

    @classmethod
    def load(cls) -> CardNetwork:
        """The weights that come with the package."""
        folder = files("vision") / "weights"
        facts = json.loads((folder / "read.json").read_text(encoding="utf-8"))
        return cls((folder / "read.onnx").read_bytes(), Temperatures(**facts["temperatures"]))

    def estimate(self, patches: Images) -> CardEstimates:
        """patches : (n, READING_PATCH.height, READING_PATCH.width, 3); n may be 0."""
        if len(patches) == 0:
            return estimates_from_outputs(np.zeros((0, OUTPUTS), np.float32), self._temperatures)
        planes = normalised(patches)
        self._net.setInput(planes)
        outputs = np.asarray(self._net.forward(), np.float32).reshape(len(patches), OUTPUTS)
        estimates = estimates_from_outputs(outputs, self._temperatures)
        estimates.presence[_blank(patches)] = CARD_NETWORK.blank_presence
        return replace(estimates, rims=_rims(planes))


def normalised(patches: Images) -> Floats:
    """Light and colour cast taken out, patch by patch: float32 (n, 3, h, w)."""
    planes = np.ascontiguousarray(patches.transpose(0, 3, 1, 2), dtype=np.float32)
    planes -= planes.mean(axis=(2, 3), keepdims=True)
    spread = np.sqrt(np.einsum("nchw,nchw->n", planes, planes) / planes[0].size)
    planes *= (1.0 / (spread + CARD_NETWORK.noise_levels))[:, None, None, None].astype(np.float32)
    return planes


def _blank(patches: Images) -> Flags:
    """(n,) patches of one colour, which the network never saw: even a bare table has a grain."""
    blank: Flags = patches[:, ::4, ::4].std(axis=(1, 2)).max(axis=1) < CARD_NETWORK.blank_levels
    return blank


def _rims(planes: Floats) -> Floats:
    """(n, 4, 6) of the planes as the network is shown them: see CardEstimates."""
    sides = [[planes[:, :, rows, columns].mean((2, 3)) for rows, columns in zones] for zones in _rim_zones()]
    return np.stack([np.concatenate([at, at - (one + other) / 2], 1) for at, one, other in sides], 1)


@cache
def _rim_zones() -> tuple[tuple[tuple[slice, slice], ...], ...]:
    """For the sides N, E, S, W the rows and columns of a patch where a mouth would be, and on either side of it."""
    deep, half, beside = (
        READING_PATCH.card_width_px * share
        for share in (CARD_NETWORK.rim_deep, CARD_NETWORK.rim_half, CARD_NETWORK.rim_beside)
    )
    corners = READING_PATCH.corners().astype(float)
    following = np.roll(corners, -1, 0)
    zones = []
    for middle, along in zip((corners + following) / 2, np.sign(following - corners), strict=True):
        inward = np.array([-along[1], along[0]])
        reach = np.abs(inward) * deep / 2 + np.abs(along) * half
        at = middle + inward * deep / 2
        zones.append(tuple(_pixels(at + along * step * beside, reach) for step in (0, -1, 1)))
    return tuple(zones)


def _pixels(middle: Points, reach: Points) -> tuple[slice, slice]:
    """Rows and columns at most `reach` (x, y) from the middle."""
    left, top = np.round(middle - reach).astype(int)
    right, foot = np.round(middle + reach).astype(int) + 1
    return slice(top, foot), slice(left, right)


def estimates_from_outputs(raw: Floats, temperatures: Temperatures) -> CardEstimates:
    """Logits (n, OUTPUTS) to probabilities; they tell nothing of the rims."""
    return CardEstimates(
        presence=_softmax(raw[:, 0:5] / temperatures.presence),
        corners=raw[:, 5:13].reshape(-1, 4, 2),
        mouths=_sigmoid(raw[:, 13:17] / temperatures.mouths),
        links=_sigmoid(raw[:, 17:23] / temperatures.links),
        door=_softmax(raw[:, 23:26] / temperatures.door),
        crystal=_sigmoid(raw[:, 26] / temperatures.crystal),
        ladder=_sigmoid(raw[:, 27] / temperatures.ladder),
        in_sight=_sigmoid(raw[:, 28:33]),
        rims=np.full((len(raw), 4, 6), np.nan),
    )


def _softmax(logits: Floats) -> Floats:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True, initial=-1e9))
    shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares


def _sigmoid(logits: Floats) -> Floats:
    chances: Floats = 1.0 / (1.0 + np.exp(-np.clip(logits, -60, 60)))
    return chances
