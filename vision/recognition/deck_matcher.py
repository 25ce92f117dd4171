"""How like a card is to each picture of a taught deck, whichever way it lies.

in     Quads in a picture, or Images of patches as vision.detection.pyramid cuts them
out    Likeness: a correlation for each card and face
never  decides anything: see fusion

Pictures are compared by their shades alone, less their mean and over their spread, so that neither a lamp nor an
exposure matters; shifted by a few millimetres, because nobody finds a card's corners better than that.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.maze.faces import Face
from vision.arrays import Floats, Image, Images, Indices, Quads
from vision.detection.pyramid import WIDE_PATCH, Pyramid, patches_from_quads
from vision.recognition.taught_deck import Example, TaughtDeck


@dataclass(frozen=True)
class DeckMatcherSettings:
    shrink: int = 2  # patches are compared at half their size: as many right, in a quarter of the time
    rim_columns: int = 7  # of a patch at that size: the card without 4 mm of its edge, where neighbours lie
    rim_rows: int = 10
    reach: int = 3  # likewise: cards are found to 6 mm, and farther off a wrong face fits as well
    plain: float = 1e-3  # the least spread of shades: a patch without any is like nothing


DECK_MATCHER = DeckMatcherSettings()
_HALF = DECK_MATCHER.shrink
_HEIGHT, _WIDTH = WIDE_PATCH.height // _HALF, WIDE_PATCH.width // _HALF
_TOP, _LEFT = DECK_MATCHER.rim_rows, DECK_MATCHER.rim_columns


@dataclass(frozen=True)
class Likeness:
    """faces : as the cards may lie; scores : (n, f) correlation of card and face, -1 to 1, the best example's"""

    faces: tuple[Face | None, ...]
    scores: Floats


@dataclass(frozen=True)
class DeckMatcher:
    """A deck made ready to be compared with.

    templates : (e, pixels) unit vectors; face_of : (e,) the number of each one's face
    """

    faces: tuple[Face | None, ...]
    templates: Floats
    face_of: Indices

    @classmethod
    def of(cls, deck: TaughtDeck) -> DeckMatcher:
        """Backs are passed over: they are so plain that a poor likeness means nothing, and the network knows them."""
        fronts = [example for example in deck.examples if example.face is not None]
        both = [way for example in fronts for way in (example, _half_turned(example))]
        faces = tuple(dict.fromkeys(example.face for example in both))
        patches = np.array([_as_patch(example.picture) for example in both], np.uint8)
        shades = _shades(patches.reshape(-1, WIDE_PATCH.height, WIDE_PATCH.width, 3))
        return cls(faces, _unit(_inner(shades, 0, 0)), np.array([faces.index(way.face) for way in both], int))

    def compare(self, picture: Pyramid, quads_px: Quads) -> Likeness:
        return self.compare_patches(patches_from_quads(picture, quads_px, WIDE_PATCH)[0])

    def compare_patches(self, patches: Images) -> Likeness:
        """patches : as vision.detection.pyramid cuts them"""
        shades = _shades(patches)
        best = np.full((len(patches), len(self.templates)), -1.0, np.float32)
        for down in range(-DECK_MATCHER.reach, DECK_MATCHER.reach + 1):
            for right in range(-DECK_MATCHER.reach, DECK_MATCHER.reach + 1):
                np.maximum(best, _unit(_inner(shades, down, right)) @ self.templates.T, out=best)
        scores = np.full((len(patches), len(self.faces)), -1.0, np.float32)
        for number in range(len(self.faces)):
            scores[:, number] = best[:, self.face_of == number].max(1, initial=-1.0)
        return Likeness(self.faces, scores)


def _half_turned(example: Example) -> Example:
    return Example(example.face and example.face.half_turn(), example.picture[::-1, ::-1])


def _as_patch(picture: Image) -> Image:
    """The card where a patch shows one that was found exactly."""
    height, width = picture.shape[:2]
    edges = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    into = cv2.getPerspectiveTransform(edges, WIDE_PATCH.corners())
    size = (WIDE_PATCH.width, WIDE_PATCH.height)
    patch = cv2.warpPerspective(np.ascontiguousarray(picture), into, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(patch, np.uint8)


def _shades(patches: Images) -> Floats:
    """(n, h, w) float32 at half size."""
    grey = patches.mean(3, dtype=np.float32)
    small: Floats = grey.reshape(-1, _HEIGHT, _HALF, _WIDTH, _HALF).mean((2, 4))
    return small


def _inner(shades: Floats, down: int, right: int) -> Floats:
    """The card without its rim, as if it lay so far off."""
    return shades[:, _TOP + down : _HEIGHT - _TOP + down, _LEFT + right : _WIDTH - _LEFT + right]


def _unit(shades: Floats) -> Floats:
    rows = shades.reshape(len(shades), shades.shape[1] * shades.shape[2])
    rows = rows - rows.mean(1, keepdims=True)
    unit: Floats = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), DECK_MATCHER.plain)
    return unit
