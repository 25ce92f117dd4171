"""Decks of our own drawing, whole: fronts, start cards, backs and others, small as a camera sees them. No table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import cv2
import numpy as np

from companion.maze.faces import Face
from companion.sight.reading import CardKind
from vision.arrays import Image
from vision.detection.card_estimates import Presence
from vision.simulate.art.backs import draw_action, draw_back, draw_gold
from vision.simulate.art.card_art import card_alpha, draw_card
from vision.simulate.art.style import Style
from vision.simulate.art.tunnel_layout import plugged_together
from vision.simulate.random_decks import random_style
from vision.train.dataset.face_labels import sample_face

Rng = np.random.Generator
T = TypeVar("T")
CARD_PX = 96  # height at which the pool's cards are drawn; a patch shows them 80 high
PLUG_DECKS = 0.6  # of the decks in lessons on plugs, besides those that happen to have some: one in ten else
HELD_OUT = 1_000_000_000  # decks drawn from seeds above are never trained on
START = Face.of("NESW", ladder=True)


@dataclass(frozen=True)
class DrawnCard:
    """A card of the pool. picture, small : BGR with alpha, at full and half size."""

    picture: Image
    small: Image
    face: Face | None
    presence: Presence
    is_plugged: bool = False


@dataclass(frozen=True)
class DeckPlan:
    """What decks are drawn for a lesson. front : what is printed on one; style : how a deck looks"""

    front: Callable[[Rng], Face] = sample_face
    style: Callable[[Rng], Style] = random_style


ANY_DECK = DeckPlan()


def more_plugs(rng: Rng, share: float = PLUG_DECKS) -> Style:
    """Any deck, more often than else one whose dead ends are closed by plugs."""
    style = random_style(rng)
    return replace(style, dead_end="plug") if rng.random() < share else style


class DrawnDeck:
    """Cards of one style, fronts, backs and others."""

    def __init__(self, seed: int, fronts: int = 30, plan: DeckPlan = ANY_DECK) -> None:
        rng = np.random.default_rng(seed)
        self.style = plan.style(rng)
        self._alpha = card_alpha(self.style, CARD_PX)
        self.fronts = [self._front(plan.front(rng), CardKind.PATH, rng) for _ in range(fronts)]
        lumps = [("NESW", "gold"), ("NE", "coal"), ("NW", "coal"), ("SW", "coal"), ("ES", "coal")]
        for face, lump in (lumps[0], lumps[1 + int(rng.integers(len(lumps) - 1))]):
            self.fronts.append(self._front(Face.of(face), CardKind.GOAL, rng, lump))
        self.starts = [self._front(START, CardKind.START, rng) for _ in range(3)]
        self.backs = [
            self._card(draw_back(self.style, which, CARD_PX, rng), None, Presence.BACK)
            for which in ("goal", "goal", "path", "path")
        ]
        self.others = [self._card(draw_action(self.style, CARD_PX, rng), None, Presence.OTHER) for _ in range(3)]
        self.others.append(self._card(draw_gold(self.style, CARD_PX, rng), None, Presence.OTHER))

    def _front(self, face: Face, kind: CardKind, rng: Rng, lump: str | None = None) -> DrawnCard:
        presence = Presence.START if kind is CardKind.START else Presence.TUNNEL
        picture = draw_card(face, kind, self.style, CARD_PX, rng, lump)
        return self._card(picture, face, presence, plugged_together(face, self.style))

    def _card(self, picture: Image, face: Face | None, presence: Presence, is_plugged: bool = False) -> DrawnCard:
        full = np.dstack([picture, self._alpha])
        small = np.asarray(cv2.resize(full, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        return DrawnCard(full, small, face, presence, is_plugged)

    def any_card(self, rng: Rng) -> DrawnCard:
        draw = rng.random()
        if draw < 0.86:
            return pick(self.fronts, rng)
        return pick(self.backs if draw < 0.93 else self.starts, rng)


def pick(items: Sequence[T], rng: Rng) -> T:
    return items[int(rng.integers(len(items)))]
