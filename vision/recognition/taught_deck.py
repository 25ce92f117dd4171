"""A taught deck: named example pictures of its cards.

in     Images of single cards with their faces
out    TaughtDeck
never  compares anything with a deck: see deck_matcher; nor opens a file: see vision.teaching.deck_file
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.maze.faces import Face
from vision.arrays import Image


@dataclass(frozen=True)
class TaughtDeckSettings:
    """How much a taught deck may hold."""

    most_of_a_face: int = 12  # a box holds five copies of a face; twice that for other light


TAUGHT_DECK = TaughtDeckSettings()
EXAMPLE_PX = (64, 96)  # width, height of an example, as decks' files hold it


@dataclass(frozen=True, eq=False)
class Example:
    """One card as it was seen.

    face : as the picture shows it; None for a back; the start card is NESW with its ladder
    picture : BGR uint8 (96, 64, 3) as EXAMPLE_PX has it, the card from edge to edge
    """

    face: Face | None
    picture: Image


@dataclass(frozen=True, eq=False)
class TaughtDeck:
    """Examples under a name that people gave; several of one face, because copies differ in their decoration."""

    name: str
    examples: tuple[Example, ...] = ()

    @property
    def faces(self) -> frozenset[Face | None]:
        """Whichever way round a card was shown, it counts once."""
        return different(example.face for example in self.examples)

    def with_examples(self, more: Iterable[Example]) -> TaughtDeck:
        """With these too; of each face only the last are kept, so that no evening makes it slow."""
        kept: dict[Face | None, list[Example]] = {}
        for example in (*self.examples, *more):
            kept.setdefault(example.face and example.face.upright(), []).append(example)
        few = [example for row in kept.values() for example in row[-TAUGHT_DECK.most_of_a_face :]]
        return replace(self, examples=tuple(few))


def different(faces: Iterable[Face | None]) -> frozenset[Face | None]:
    return frozenset(face and face.upright() for face in faces)


def example_of(face: Face | None, picture: Image) -> Example:
    """From a card's picture of any size, edge to edge."""
    shrinks = picture.shape[0] > EXAMPLE_PX[1]
    how = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    small = cv2.resize(picture, EXAMPLE_PX, interpolation=how)
    return Example(face, np.asarray(small, np.uint8))
