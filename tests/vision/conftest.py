"""Simulated tables to look at, and a probe that knows the truth: what is shared by the reader's tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import pytest
from disk_cache import cached
from filmed_tables import filmed
from found_tables import loaded_reader

from vision.detection.answer_places import READING_AT
from vision.detection.card_detector import Detections
from vision.detection.card_estimates import Presence
from vision.detection.card_network import Temperatures, estimates_from_outputs
from vision.detection.card_probe import CardProbes, EstimatedCards, detection_probe
from vision.reading.reader import Reader
from vision.simulate import webcam
from vision.simulate.scene import painter, surface


class TrueProbe:
    """Sees what the truth says, with corners a little off, as a well trained network would."""

    def __init__(self, truth: dict[str, Any], off: float = 0.02) -> None:
        self.cells = truth["cells"]
        self.quads = np.array([cell["quad_px"] for cell in self.cells])
        self.off = off
        self.rng = np.random.default_rng(7)

    def __call__(self, quads_px: np.ndarray, mirrored: bool = False) -> EstimatedCards:
        presence = np.full((len(quads_px), len(Presence)), 0.01)
        corners = np.array(quads_px, float)
        for row, quad in enumerate(corners.copy()):
            width = np.linalg.norm(quad[1] - quad[0])
            far = np.abs(self.quads - quad).max((1, 2))
            nearest = int(far.argmin())
            if far[nearest] < 0.5 * width:
                presence[row, _kind(self.cells[nearest])] = 0.96
                corners[row] = self.quads[nearest] + (quad - self.quads[nearest]) * 0.2
                corners[row] += self.rng.normal(0, self.off * width, (4, 2))
            else:
                presence[row, Presence.NOTHING] = 0.96
        return EstimatedCards(
            presence, corners, estimates_from_outputs(np.zeros((len(quads_px), READING_AT.answers)), Temperatures())
        )


def _kind(cell: dict[str, Any]) -> Presence:
    if cell["face_down"]:
        return Presence.BACK
    return Presence.START if cell["kind"] == "start" else Presence.TUNNEL


@pytest.fixture(scope="session")
def film() -> Callable[..., tuple[np.ndarray, dict[str, Any]]]:
    return filmed


class TrueSight(NamedTuple):
    """What is known of a picture before its table is found."""

    detections: Detections
    probes: CardProbes


def true_sight(truth: dict[str, Any], off: float = 0.02) -> TrueSight:
    """A faultless detector's cards, and probes that see what the truth says with corners a little off.

    Detections are parallelograms, begin at either upper left corner and are less exact, as the real ones.
    """
    quads = np.array([cell["quad_px"] for cell in truth["cells"]])
    across = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 4
    down = (quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]) / 4
    rng = np.random.default_rng(8)
    middles = quads.mean(1) + rng.normal(0, 1.5 * off, (len(quads), 2)) * np.linalg.norm(across, axis=1)[:, None]
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    seen = np.stack([middles + right * across + below * down for right, below in signs], 1)
    turned = np.where(down[:, 1] < 0, 2, 0)
    seen = np.array([np.roll(quad, -turn, 0) for quad, turn in zip(seen, turned, strict=True)])
    presence = np.full((len(quads), len(Presence)), 0.01)
    presence[np.arange(len(quads)), [_kind(cell) for cell in truth["cells"]]] = 0.96
    detections = Detections(seen, presence)
    return TrueSight(detections, CardProbes(detection_probe(detections), TrueProbe(truth, off)))


@pytest.fixture(name="true_sight")
def _true_sight() -> Callable[..., TrueSight]:
    return true_sight


@pytest.fixture(scope="session")
def reader() -> Reader:
    return loaded_reader()


@pytest.fixture(scope="session", autouse=True)
def _drawn_once() -> Iterator[None]:
    """Table tops and a sensor's noise take longer to draw than all that lies on a table."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(painter, "draw_surface", lru_cache(maxsize=4)(cached(surface.draw_surface)))
        patch.setattr(webcam, "_grain", lru_cache(maxsize=2)(cached(webcam._grain.__wrapped__)))
        yield
