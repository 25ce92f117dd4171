"""How like a card is to each picture of a taught deck, whichever way it lies. It decides nothing: see together.

Pictures are compared by their shades alone, less their mean and over their spread, so that neither a lamp nor an
exposure matters; shifted by a few millimetres, because nobody finds a card's corners better than that.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.maze.faces import Face
from vision.deck import Deck, Example
from vision.network import WIDE, Pyramid, patches_from_quads
from vision.settings import DECK

_HALF = 2  # patches are compared at half their size: as many right, in a quarter of the time
_HEIGHT, _WIDTH = WIDE.height // _HALF, WIDE.width // _HALF
_TOP, _LEFT = DECK.rim_rows, DECK.rim_columns


@dataclass(frozen=True)
class Likeness:
    """faces : as the cards may lie; scores : (n, f) correlation of card and face, -1 to 1, the best example's"""

    faces: tuple[Face | None, ...]
    scores: np.ndarray


@dataclass(frozen=True)
class Gallery:
    """A deck made ready to be compared with.

    templates : (e, pixels) unit vectors; face_of : (e,) the number of each one's face
    """

    faces: tuple[Face | None, ...]
    templates: np.ndarray
    face_of: np.ndarray

    @classmethod
    def of(cls, deck: Deck) -> Gallery:
        """Backs are passed over: they are so plain that a poor likeness means nothing, and the network knows them."""
        fronts = [example for example in deck.examples if example.face is not None]
        both = [way for example in fronts for way in (example, _half_turned(example))]
        faces = tuple(dict.fromkeys(example.face for example in both))
        patches = np.array([_as_patch(example.picture) for example in both], np.uint8)
        shades = _shades(patches.reshape(-1, WIDE.height, WIDE.width, 3))
        return cls(faces, _unit(_inner(shades, 0, 0)), np.array([faces.index(way.face) for way in both], int))

    def compare(self, picture: Pyramid, quads_px: np.ndarray) -> Likeness:
        """quads_px : (n, 4, 2) as for the network"""
        return self.compare_patches(patches_from_quads(picture, quads_px, WIDE)[0])

    def compare_patches(self, patches: np.ndarray) -> Likeness:
        """patches : as vision.network cuts them"""
        shades = _shades(patches)
        best = np.full((len(patches), len(self.templates)), -1.0, np.float32)
        for down in range(-DECK.reach, DECK.reach + 1):
            for right in range(-DECK.reach, DECK.reach + 1):
                np.maximum(best, _unit(_inner(shades, down, right)) @ self.templates.T, out=best)
        scores = np.full((len(patches), len(self.faces)), -1.0, np.float32)
        for number in range(len(self.faces)):
            scores[:, number] = best[:, self.face_of == number].max(1, initial=-1.0)
        return Likeness(self.faces, scores)


def _half_turned(example: Example) -> Example:
    return Example(example.face and example.face.half_turn(), example.picture[::-1, ::-1])


def _as_patch(picture: np.ndarray) -> np.ndarray:
    """The card where a patch shows one that was found exactly."""
    height, width = picture.shape[:2]
    edges = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    into = cv2.getPerspectiveTransform(edges, WIDE.corners())
    size = (WIDE.width, WIDE.height)
    return cv2.warpPerspective(np.ascontiguousarray(picture), into, size, borderMode=cv2.BORDER_REPLICATE)


def _shades(patches: np.ndarray) -> np.ndarray:
    """(n, h, w) float32 at half size."""
    grey = patches.mean(3, dtype=np.float32)
    return grey.reshape(-1, _HEIGHT, _HALF, _WIDTH, _HALF).mean((2, 4))


def _inner(shades: np.ndarray, down: int, right: int) -> np.ndarray:
    """The card without its rim, as if it lay so far off."""
    return shades[:, _TOP + down : _HEIGHT - _TOP + down, _LEFT + right : _WIDTH - _LEFT + right]


def _unit(shades: np.ndarray) -> np.ndarray:
    rows = shades.reshape(len(shades), shades.shape[1] * shades.shape[2])
    rows = rows - rows.mean(1, keepdims=True)
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-3)
