"""The reading network: patches of a picture in, what lies in them out. It names no face: see vision.identify.

    net = CardNet.load()
    patches, homographies = patches_from_quads(Pyramid(image), quads, READ)
    looks = net.look(patches)
    quads = refine(homographies, looks, READ)          # better corners, in picture pixels

A quad is a card's four corners in the picture, N-W, N-E, S-E, S-W in the game's frame, so the patch stands upright
in the game's frame whatever side the camera looks from. The quad may be wrong by some 4 % of a card's width, 2 degrees
and 2 % of scale; where cards lie is found by vision.detect.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from importlib.resources import files

import cv2
import numpy as np

SIDE_PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))  # NE NS NW ES EW SW, sides in the order N, E, S, W
_SHRINK_FROM = 1.6  # a card so many times larger in the picture than in its patch would alias
_LEVELS = 16  # of the pyramid: two hundred times smaller, no picture is left beyond it


@dataclass(frozen=True)
class PatchShape:
    """A patch of `width` x `height` pixels shows `margin` card lengths each way, the card in its middle."""

    width: int
    height: int
    margin: float

    @property
    def card_width_px(self) -> float:
        return self.width / self.margin

    def corners(self) -> np.ndarray:
        """Where a patch shows the corners of the quad it was cut for; float32 (4, 2), N-W, N-E, S-E, S-W."""
        across, down = self.width / self.margin / 2, self.height / self.margin / 2
        signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
        return (signs * (across, down) + ((self.width - 1) / 2, (self.height - 1) / 2)).astype(np.float32)


READ = PatchShape(64, 96, 1.15)  # a card's rim and a sliver of what lies beside it
WIDE = PatchShape(72, 112, 1.4)  # room for a card that lies a fifth of its width off: for drawing and comparing


class Presence(IntEnum):
    """What lies in the middle of a patch."""

    NOTHING = 0  # the table, perhaps edges of other cards
    TUNNEL = 1  # a tunnel card or a goal, face up
    START = 2
    BACK = 3  # face down
    OTHER = 4  # a loose card, a foreign thing, a hand: no card of the maze


@dataclass(frozen=True)
class Looks:
    """What the network says of n patches; probabilities, calibrated on decks it was not trained on.

    presence : (n, 5) in the order of Presence
    corners : (n, 4, 2) from the quad's corners to the card's, in card widths (x right, y down in the patch)
    mouths : (n, 4) a tunnel mouth on N, E, S, W; given that a card lies face up
    links : (n, 6) the pair of SIDE_PAIRS is joined inside the card; given that both its sides are open
    door : (n, 3) none, blue, green
    crystal, ladder : (n,)
    """

    presence: np.ndarray
    corners: np.ndarray
    mouths: np.ndarray
    links: np.ndarray
    door: np.ndarray
    crystal: np.ndarray
    ladder: np.ndarray

    def __len__(self) -> int:
        return len(self.presence)

    def __getitem__(self, index: int | slice | np.ndarray) -> Looks:
        """The looks at some of the patches; a single index keeps the first axis, of length one."""
        at = slice(index, index + 1 or None) if isinstance(index, int | np.integer) else index
        return Looks(*(getattr(self, name)[at] for name in self.__dataclass_fields__))

    def put(self, at: np.ndarray, others: Looks) -> Looks:
        """The same with `others` at the places `at`."""
        answers = {name: getattr(self, name).copy() for name in self.__dataclass_fields__}
        for name, answer in answers.items():
            answer[at] = getattr(others, name)
        return Looks(**answers)

    @classmethod
    def of(cls, parts: Sequence[Looks]) -> Looks:
        """One after the other."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__dataclass_fields__))

    @property
    def lies_face_up(self) -> np.ndarray:
        """(n,) probability of a tunnel card, goal or start card with its front up."""
        return self.presence[:, Presence.TUNNEL] + self.presence[:, Presence.START]

    @property
    def is_card(self) -> np.ndarray:
        """(n,) probability of any card of the maze, face up or down."""
        return self.lies_face_up + self.presence[:, Presence.BACK]


@dataclass(frozen=True)
class Temperatures:
    """Divisors of the network's logits, fitted on decks that were not trained on."""

    presence: float = 1.0
    mouths: float = 1.0
    links: float = 1.0
    door: float = 1.0
    crystal: float = 1.0
    ladder: float = 1.0


class CardNet:
    """A network and its temperatures. Not for several threads at once: OpenCV's nets keep their buffers."""

    def __init__(self, onnx: bytes, temperatures: Temperatures) -> None:
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(onnx, np.uint8))
        self._temperatures = temperatures

    @classmethod
    def load(cls) -> CardNet:
        """The weights that come with the package."""
        folder = files("vision") / "weights"
        facts = json.loads((folder / "read.json").read_text(encoding="utf-8"))
        return cls((folder / "read.onnx").read_bytes(), Temperatures(**facts["temperatures"]))

    def look(self, patches: np.ndarray) -> Looks:
        """patches : (n, READ.height, READ.width, 3) BGR uint8; n may be 0."""
        if len(patches) == 0:
            return looks_from_outputs(np.zeros((0, OUTPUTS), np.float32), self._temperatures)
        self._net.setInput(normalised(patches))
        looks = looks_from_outputs(self._net.forward().reshape(len(patches), OUTPUTS), self._temperatures)
        looks.presence[_blank(patches)] = _SURELY_NOTHING
        return looks


_BLANK_LEVELS = 1.0  # grey levels, standard deviation: below, a patch holds less than any camera's noise
_SURELY_NOTHING = np.array([0.96, 0.01, 0.01, 0.01, 0.01])
OUTPUTS = 28  # presence 5, corners 8, mouths 4, links 6, door 3, crystal 1, ladder 1


def normalised(patches: np.ndarray) -> np.ndarray:
    """Light and colour cast taken out, patch by patch: float32 (n, 3, h, w)."""
    planes = np.ascontiguousarray(patches.transpose(0, 3, 1, 2), dtype=np.float32)
    planes -= planes.mean(axis=(2, 3), keepdims=True)
    spread = np.sqrt(np.einsum("nchw,nchw->n", planes, planes) / planes[0].size)
    planes *= (1.0 / (spread + 6.0))[:, None, None, None].astype(np.float32)
    return planes


def _blank(patches: np.ndarray) -> np.ndarray:
    """(n,) patches of one colour: the network never saw such, for even a bare table has a grain."""
    return patches[:, ::4, ::4].std(axis=(1, 2)).max(axis=1) < _BLANK_LEVELS


def looks_from_outputs(raw: np.ndarray, temperatures: Temperatures) -> Looks:
    """Logits (n, OUTPUTS) to probabilities."""
    return Looks(
        presence=_softmax(raw[:, 0:5] / temperatures.presence),
        corners=raw[:, 5:13].reshape(-1, 4, 2),
        mouths=_sigmoid(raw[:, 13:17] / temperatures.mouths),
        links=_sigmoid(raw[:, 17:23] / temperatures.links),
        door=_softmax(raw[:, 23:26] / temperatures.door),
        crystal=_sigmoid(raw[:, 26] / temperatures.crystal),
        ladder=_sigmoid(raw[:, 27] / temperatures.ladder),
    )


class Pyramid:
    """A picture and its smaller copies, each made when it is first wanted."""

    def __init__(self, image: np.ndarray) -> None:
        """image : BGR uint8"""
        self._levels = {0: image}

    @property
    def size_px(self) -> tuple[int, int]:
        height, width = self._levels[0].shape[:2]
        return width, height

    def finest_for(self, tall: float) -> tuple[np.ndarray, np.ndarray]:
        """The copy for cards `tall` times as high in the picture as in a patch, and the 3x3 from picture to copy."""
        level = min(int(2 * np.log2(tall)), _LEVELS) if tall > _SHRINK_FROM else 0
        shrink = 2 ** (-level / 2)
        middle = 0.5 * shrink - 0.5
        return self._copy(level), np.array([[shrink, 0, middle], [0, shrink, middle], [0, 0, 1]])

    def _copy(self, level: int) -> np.ndarray:
        """Halved by every second level, which is quick; between two halves it is so short a way that little aliases."""
        if level not in self._levels:
            if level % 2:
                shrink, how, image = np.sqrt(0.5), cv2.INTER_LINEAR, self._copy(level - 1)
            else:
                shrink, how, image = 0.5, cv2.INTER_AREA, self._copy(level - 2)
            self._levels[level] = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=how)
        return self._levels[level]


def patches_from_quads(picture: Pyramid, quads: np.ndarray, shape: PatchShape) -> tuple[np.ndarray, np.ndarray]:
    """Cut a patch for each quad.

    quads : (n, 4, 2) picture pixels, N-W, N-E, S-E, S-W in the game's frame
    Returns patches (n, shape.height, shape.width, 3) and the homographies (n, 3, 3) from patch to picture.
    What lies outside the picture repeats the picture's edge.
    """
    quads = np.asarray(quads, np.float32).reshape(-1, 4, 2)
    corners = shape.corners()
    homographies = np.array([cv2.getPerspectiveTransform(corners, quad) for quad in quads]).reshape(-1, 3, 3)
    patches = np.empty((len(quads), shape.height, shape.width, 3), np.uint8)
    if len(quads) == 0:
        return patches, homographies
    tall = np.median(np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1)) / (shape.height / shape.margin)
    image, to_image = picture.finest_for(float(tall))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    for patch, homography in zip(patches, homographies, strict=True):
        size = (shape.width, shape.height)
        patch[:] = cv2.warpPerspective(image, to_image @ homography, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return patches, homographies


def refine(homographies: np.ndarray, looks: Looks, shape: PatchShape) -> np.ndarray:
    """The cards' corners as the network saw them, picture pixels; float32 (n, 4, 2). Means nothing without a card."""
    corners = shape.corners() + looks.corners * shape.card_width_px
    points = np.concatenate([corners, np.ones((*corners.shape[:2], 1))], 2) @ np.swapaxes(homographies, 1, 2)
    return (points[..., :2] / points[..., 2:]).astype(np.float32)


def _softmax(logits: np.ndarray) -> np.ndarray:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True, initial=-1e9))
    return powers / powers.sum(axis=1, keepdims=True)


def _sigmoid(logits: np.ndarray) -> np.ndarray:
    return 1.0 / (1.0 + np.exp(-np.clip(logits, -60, 60)))
