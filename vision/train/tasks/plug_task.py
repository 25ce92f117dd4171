"""Lessons on plugs: a sign in the middle of a card that closes all of its tunnels, beside junctions, doors and gems."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, Indices
from vision.detection.answer_places import READING_AT
from vision.train.dataset.drawn_deck import DeckPlan, more_plugs
from vision.train.dataset.face_labels import MOUTHS_AT, PLUG_AT, WEIGHT_AT, parted_face
from vision.train.tasks.lone_head import LoneHeadTask, shown


class PlugTask(LoneHeadTask):
    weights = alone = "plugged"
    answers_at = slice(READING_AT.plugged, READING_AT.plugged + 1)
    plan = DeckPlan(front=parted_face, style=more_plugs)

    def chosen(self, labels: Floats) -> Indices:
        """Cards with two mouths or more; those with a plug, where it is in sight: what else lies there is none."""
        several = (labels[:, WEIGHT_AT] > 0) & (labels[:, MOUTHS_AT].sum(1) > 1)
        chosen: Indices = np.flatnonzero(several & ((labels[:, PLUG_AT] == 0) | shown(labels)))
        return chosen

    def truth(self, labels: Floats) -> Floats:
        return labels[:, PLUG_AT : PLUG_AT + 1]

    def told(self, said: Floats, truth: Floats) -> dict[str, float]:
        found = {}
        for name, kind in (("plugged", 1), ("others", 0)):
            some = truth[:, 0] == kind
            found[name] = round(float(((said[some, 0] > 0) == kind).mean()), 4) if some.any() else 0.0
        return found
