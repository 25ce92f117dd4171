"""The reading network: patches of a picture in, CardEstimates of what lies in them out. Beside it the face network,
which compares the cards of a table.

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
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

import cv2
import numpy as np

try:
    import onnxruntime
except ImportError:  # not made for every machine; on Windows it needs Microsoft's C++ runtime
    onnxruntime = None

from companion.maze.geometry import Cell
from vision.arrays import Flags, Floats, Images, Points
from vision.detection.answer_places import FACES_AT, READING_AT, SIGNS
from vision.detection.card_estimates import SIDE_PAIRS, CardEstimates, CompanyWord, FaceOdds
from vision.detection.pyramid import READING_PATCH

LOG = logging.getLogger("companion.reader")
Engine = Callable[[Floats], Floats]  # float32 planes (n, 3, h, w) to a network's answers
STRAIGHT_PAIRS = (SIDE_PAIRS.index((0, 2)), SIDE_PAIRS.index((1, 3)))  # NS, EW
TURNING_PAIRS = tuple(pair for pair in range(len(SIDE_PAIRS)) if pair not in STRAIGHT_PAIRS)


@dataclass(frozen=True)
class CardNetworkSettings:
    blank_levels: float = 1.0  # standard deviation, all three colours together: less is less than any camera's noise
    blank_presence: tuple[float, ...] = (0.96, 0.01, 0.01, 0.01, 0.01)  # as good as nothing, but no division by zero
    noise_levels: float = 6.0  # grey levels added to a patch's spread, as in training: flat ones are not all noise
    rim_deep: float = 0.08  # of a card's width, from its edge inwards: where the colours of a mouth are looked at
    rim_half: float = 0.1  # likewise to either side of the edge's middle; a tunnel is at least so wide
    rim_beside: float = 0.3  # likewise from the edge's middle to what lies beside a mouth


CARD_NETWORK = CardNetworkSettings()


@dataclass(frozen=True)
class Temperatures:
    """Divisors of the network's logits, fitted on decks that were not trained on."""

    presence: float = 1.0
    mouths: float = 1.0
    links: float = 1.0
    door: float = 1.0
    crystal: float = 1.0
    ladder: float = 1.0
    straight: float = 1.0
    plugged: float = 1.0


class CardNetwork:
    """A network and its temperatures. Not for several threads at once: where OpenCV runs it, it keeps its buffers."""

    def __init__(self, onnx: bytes, temperatures: Temperatures) -> None:
        self._answers = engine_of(onnx)
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
            return estimates_from_outputs(np.zeros((0, READING_AT.answers), np.float32), self._temperatures)
        planes = normalised(patches)
        outputs = self._answers(planes).reshape(len(patches), READING_AT.answers)
        estimates = estimates_from_outputs(outputs, self._temperatures)
        estimates.presence[_blank(planes)] = CARD_NETWORK.blank_presence
        return replace(estimates, rims=_rims(planes))


class FaceNetwork:
    """What is printed on cards, told by each of them and by the others of its table. Not for several threads at once.

    What one deck's tunnels, dead ends, doors and crystals look like is seen best where its cards lie side by side: of
    459 development tables of strangers 384 are read exactly without it and 412 with it, and 32 and 13 cards wrongly
    though surely; more in vision/train/MODEL_CARD.md. It learnt from tables of 3 to 30 cards.
    """

    def __init__(self, signs: bytes, compared: bytes) -> None:
        self._signs, self._compared = engine_of(signs), engine_of(compared)

    @classmethod
    def load(cls) -> FaceNetwork:
        """The weights that come with the package."""
        folder = files("vision") / "weights"
        return cls((folder / "face.onnx").read_bytes(), (folder / "table.onnx").read_bytes())

    def signs(self, patches: Images) -> Floats:
        """(n, SIGNS) what is seen of each. patches : as for CardNetwork.estimate; n may be 0"""
        if len(patches) == 0:
            return np.zeros((0, SIGNS), np.float32)
        return self._signs(normalised(patches)).reshape(len(patches), SIGNS)

    def compared(self, signs: Sequence[Floats]) -> FaceOdds:
        """Of the cards of one table, each beside the others; of plugs the reading network tells more.

        signs : of each card, of at least one, (1 or 2, SIGNS): as it lies, and as it is seen from its other end; one
            that was seen twice counts twice for the others, and what is said of both is averaged
        """
        looks, at = np.concatenate(signs), FACES_AT
        first = np.cumsum([0, *map(len, signs[:-1])])
        turned = ~np.isin(np.arange(len(looks)), first)
        odds = self._compared(looks[None].astype(np.float32)).reshape(len(looks), at.answers)
        doors = np.insert(odds[:, at.door], 0, 0.0, axis=1)
        told = FaceOdds(odds[:, at.mouths], odds[:, at.links], doors, odds[:, at.crystal], odds[:, at.ladder])
        return told.half_turned(turned).mean_of_each(first)


@dataclass(frozen=True, eq=False)
class Company:
    """The cards of one table, to be compared. signs : see CardReader.signs; a card that was not shown has none"""

    network: FaceNetwork
    signs: Mapping[Cell, Floats]

    def says(self, cells: Sequence[Cell]) -> CompanyWord:
        """Of those of these cards that have signs, compared with each other."""
        signed = [cell for cell in cells if cell in self.signs]
        odds = self.network.compared([self.signs[cell] for cell in signed]) if signed else None
        return CompanyWord({cell: at for at, cell in enumerate(signed)}, odds)


def engine_of(onnx: bytes) -> Engine:
    """What answers with these weights: ONNX Runtime, or OpenCV where that is not to be had; they differ by 1e-5.

    ONNX Runtime needs half of OpenCV 5.0's time (0.54 instead of 1.16 ms a patch and 14 instead of 31 ms a picture, one
    core with AVX-512).
    """
    if onnxruntime is None:
        return opencv_engine(onnx)
    try:
        return _onnxruntime_engine(onnx)
    except Exception as error:  # it is there and does not start; its own errors have no other name in common
        _told_once(str(error))
        return opencv_engine(onnx)


@cache
def _told_once(reason: str) -> None:
    LOG.warning("ONNX Runtime does not start, so OpenCV runs the networks, in twice the time: %s", reason)


def _onnxruntime_engine(onnx: bytes) -> Engine:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # more threads wait for each other by spinning
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False  # 70 MiB less, and no slower
    onnxruntime.disable_telemetry_events()
    session = onnxruntime.InferenceSession(onnx, options, providers=["CPUExecutionProvider"])
    (pictures,) = session.get_inputs()

    def answers(planes: Floats) -> Floats:
        (given,) = session.run(None, {pictures.name: planes})
        return np.asarray(given, np.float32)

    return answers


def opencv_engine(onnx: bytes) -> Engine:
    """OpenCV, which is everywhere where this is."""
    net = cv2.dnn.readNetFromONNX(np.frombuffer(onnx, np.uint8))

    def answers(planes: Floats) -> Floats:
        net.setInput(planes)
        return np.asarray(net.forward(), np.float32)

    return answers


def normalised(patches: Images) -> Floats:
    """Light and colour cast taken out, patch by patch: float32 (n, 3, h, w)."""
    planes = np.ascontiguousarray(patches.transpose(0, 3, 1, 2), dtype=np.float32)
    planes -= planes.reshape(*planes.shape[:2], -1).mean(2)[..., None, None]
    planes *= (1.0 / (_spread(planes) + CARD_NETWORK.noise_levels))[:, None, None, None].astype(np.float32)
    return planes


def _blank(planes: Floats) -> Flags:
    """(n,) patches of one colour, which the network never saw: even a bare table has a grain. planes : normalised"""
    levels, noise = CARD_NETWORK.blank_levels, CARD_NETWORK.noise_levels
    blank: Flags = _spread(planes[:, :, ::4, ::4]) < levels / (levels + noise)
    return blank


def _spread(planes: Floats) -> Floats:
    """(n,) standard deviation of patches without their means, all their colours together."""
    pixels = planes.reshape(len(planes), -1)
    spread: Floats = np.sqrt(np.einsum("np,np->n", pixels, pixels) / pixels.shape[1])
    return spread


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
    """The reading network's answers, (n, READING_AT.answers), to probabilities; they tell nothing of the rims."""
    at = READING_AT
    mouths, links = sigmoid(raw[:, at.mouths] / temperatures.mouths), sigmoid(raw[:, at.links] / temperatures.links)
    return CardEstimates(
        presence=_softmax(raw[:, at.presence] / temperatures.presence),
        corners=raw[:, at.corners].reshape(-1, 4, 2),
        mouths=mouths,
        links=_with_straight(mouths, links, sigmoid(raw[:, at.straight] / temperatures.straight)),
        plugged=sigmoid(raw[:, at.plugged] / temperatures.plugged),
        door=_softmax(raw[:, at.door] / temperatures.door),
        crystal=sigmoid(raw[:, at.crystal] / temperatures.crystal),
        ladder=sigmoid(raw[:, at.ladder] / temperatures.ladder),
        in_sight=sigmoid(raw[:, at.in_sight]),
        in_picture=np.ones((len(raw), 5), bool),
        covered=np.zeros(len(raw)),
        rims=np.full((len(raw), 4, 6), np.nan),
    )


def _with_straight(mouths: Floats, links: Floats, straight: Floats) -> Floats:
    """(n, 6) the links, N-S and E-W as the head for straight tunnels has them on cards with four mouths on which none
    turns: a bridge whose lower tunnel goes into the dark is a tunnel between dead ends to the head for all cards."""
    turns = links[:, TURNING_PAIRS].max(1)
    asked = (mouths.min(1) * (1 - turns))[:, None]
    heard = links.copy()
    heard[:, STRAIGHT_PAIRS] += asked * (straight - heard[:, STRAIGHT_PAIRS])
    return heard


def _softmax(logits: Floats) -> Floats:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True, initial=-1e9))
    shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares


def sigmoid(logits: Floats) -> Floats:
    chances: Floats = 1.0 / (1.0 + np.exp(-np.clip(logits, -60, 60)))
    return chances
