"""Lessons on straight tunnels of cards with four mouths: a bridge, or dead ends beside a tunnel."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Indices
from vision.detection.answer_places import READING_AT
from vision.detection.card_network import STRAIGHT_PAIRS
from vision.train.dataset.drawn_deck import DeckPlan
from vision.train.dataset.face_labels import LINKS_AT, straight_face
from vision.train.tasks.lone_head import LoneHeadTask, shown

KINDS = {"bridge": (1, 1), "through_n_s": (1, 0), "through_e_w": (0, 1), "neither": (0, 0)}


class StraightTask(LoneHeadTask):
    weights = alone = "straight"
    answers_at = READING_AT.straight
    plan = DeckPlan(front=straight_face)

    def chosen(self, labels: Floats) -> Indices:
        """Cards with four mouths, wholly in sight where it matters."""
        chosen: Indices = np.flatnonzero(shown(labels) & (labels[:, LINKS_AT] >= 0).all(1))
        return chosen

    def truth(self, labels: Floats) -> Floats:
        joined: Floats = labels[:, LINKS_AT][:, list(STRAIGHT_PAIRS)]
        return joined

    def told(self, said: Floats, truth: Floats) -> dict[str, float]:
        through, found = said > 0, dict[str, float]()
        for name, kind in KINDS.items():
            some = (truth == kind).all(1)
            found[name] = round(float((through[some] == np.array(kind, bool)).all(1).mean()), 4) if some.any() else 0.0
        return found
