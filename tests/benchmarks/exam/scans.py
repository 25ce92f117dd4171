"""A printed deck from a folder of its scans, to be laid on the exam's tables. The scans stay where they are."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.maze.faces import Face
from companion.sight.reading import CardKind
from exam.noise import Rng
from vision.simulate.scene.random_boards import BASE
from vision.simulate.scene.table_scene import SceneCard
from vision.teaching.deck_file import face_said

GOAL_BACKS = ("goal", "arrivee")  # in the name of a back that is a goal's
Picture = np.ndarray


@dataclass(frozen=True)
class ScannedDeck:
    """pictures: of each front, by kind and face, as it lies; backs: of goals and of the other cards"""

    pictures: dict[tuple[CardKind, Face], list[Picture]]
    backs: dict[bool, Picture]

    @classmethod
    def load(cls, folder: Path) -> ScannedDeck:
        """labels.json says of each file what it shows; what lacks an edge is left out. Raises OSError, KeyError."""
        pictures, backs = defaultdict[tuple[CardKind, Face], list[Picture]](list), dict[bool, Picture]()
        for name, label in sorted(json.loads((folder / "labels.json").read_text(encoding="utf-8")).items()):
            picture = np.asarray(cv2.imdecode(np.fromfile(folder / name, np.uint8), cv2.IMREAD_COLOR))
            if label["kind"] == "back":
                backs.setdefault(any(word in name for word in GOAL_BACKS), picture)
            elif not (label.get("cut") or "_cut" in name):
                for key, lying in _both_ways(label, picture):
                    pictures[key].append(lying)
        return cls(dict(pictures), backs)

    @property
    def box(self) -> tuple[str, ...]:
        """The base box's cards, as far as there is a scan of them."""
        return tuple(text for text in BASE if (CardKind.PATH, Face.parse(text)) in self.pictures)

    def picture(self, card: SceneCard, rng: Rng) -> Picture:
        if card.face is None:
            return self.backs[card.kind is CardKind.GOAL]
        some = self.pictures[card.kind, card.face]
        return some[int(rng.integers(len(some)))]


def _both_ways(label: dict[str, Any], picture: Picture) -> list[tuple[tuple[CardKind, Face], Picture]]:
    kind, face = CardKind(label["kind"]), face_said(label)
    if kind is CardKind.START:
        return [((kind, Face.of("NESW", ladder=True)), picture)]
    return [((kind, face), picture), ((kind, face.half_turn()), np.asarray(cv2.rotate(picture, cv2.ROTATE_180)))]
