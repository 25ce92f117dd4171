"""Tables laid with decks that nobody trained on or looked at, for an estimate of how the reader fares with strangers.

    python tests/benchmarks/strangers.py FOLDER [--tables N] [--first N]
    python tests/benchmarks/report.py FOLDER REPORT.html

Each table has a deck of its own in a random style (vision/simulate/random_decks.py) from seeds that no training, no
temperature and no threshold has seen; they lie tidily or not, under any light, seen from any side and slant. Drawn
tables are not photographs.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from math import radians
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT)]

import cv2  # noqa: E402
import numpy as np  # noqa: E402

from vision.simulate.camera_stand import DEMO_CAMERA, DEMO_MARKERS, DEMO_THINGS  # noqa: E402
from vision.simulate.random_decks import random_style  # noqa: E402
from vision.simulate.scene.painter import Painter  # noqa: E402
from vision.simulate.scene.random_boards import BASE, SECOND, random_board  # noqa: E402
from vision.simulate.scene.surface import SURFACES  # noqa: E402
from vision.simulate.scene.table_scene import CASUAL, SLOPPY, TIDY, TableScene  # noqa: E402
from vision.simulate.truth import scene_truth  # noqa: E402
from vision.simulate.webcam import Camera, Light, Sensor, Webcam  # noqa: E402

FIRST_DECK = 2_000_000_000  # trained decks lie below one thousand million, those of temperatures right above it
NEATNESS = {"tidy": TIDY, "casual": CASUAL, "sloppy": SLOPPY}
LIGHTS = {
    "lamp": (Light(), Sensor()),
    "dim": (Light(exposure=0.45, lamp_gain=0.5, lamp_reach_mm=260, fall=0.4), Sensor(blur_px=0.7, noise=6.0)),
    "bright": (Light(exposure=1.25, cast=(1.1, 1.0, 0.92), fall=0.35), Sensor(noise=3.0, jpeg_quality=60)),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--first", type=int, default=0, help="number of the first; the lowest have been looked at")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    for number in range(asked.first, asked.first + asked.tables):
        picture, truth = strange_table(number)
        cv2.imwrite(str(asked.folder / f"table_{number:03d}.png"), picture)
        (asked.folder / f"table_{number:03d}.json").write_text(json.dumps(truth), encoding="utf-8")


def strange_table(number: int) -> tuple[np.ndarray, dict[str, object]]:
    """A picture, BGR uint8, and its truth; the same number gives the same."""
    seed = FIRST_DECK + number
    rng = np.random.default_rng(seed)
    neat, light = str(rng.choice(list(NEATNESS))), str(rng.choice(list(LIGHTS), p=[0.5, 0.25, 0.25]))
    markers, second = bool(rng.random() < 0.5), bool(rng.random() < 0.4)
    table = TableScene(
        surface=str(rng.choice(list(SURFACES))),
        markers=DEMO_MARKERS if markers else (),
        clutter=DEMO_THINGS,
        neatness=NEATNESS[neat],
        seed=seed,
    )
    scene = random_board(rng, int(rng.integers(3, 28)), table, (*BASE, *SECOND) if second else BASE)
    camera, tilt_deg = _camera(rng)
    painter = Painter(random_style(rng), scale=2.6)
    picture = Webcam(camera, painter.bounds_mm, painter.scale, *LIGHTS[light], seed=number).film(painter.paint(scene))
    about = {"difficulty": neat, "edition": "both boxes" if second else "base", "light": light}
    return picture, scene_truth(
        scene, camera, tilt=f"{tilt_deg // 15 * 15:.0f} to {tilt_deg // 15 * 15 + 15:.0f}", **about
    )


def _camera(rng: np.random.Generator) -> tuple[Camera, float]:
    """1080 lines, from any side, as near as shows the usual field."""
    tilt_deg = float(min(abs(rng.normal(0, 26)), 55))
    side = float(rng.uniform(0, 2 * np.pi)) if rng.random() < 0.5 else float(rng.normal(0, 0.3))
    field = np.array([(-90, -240), (520, -240), (520, 240), (-90, 240)], float)
    camera = replace(
        DEMO_CAMERA,
        tilt_rad=radians(tilt_deg),
        azimuth_rad=side,
        roll_rad=float(rng.normal(0, 0.05)),
        fov_rad=radians(float(rng.uniform(45, 75))),
        width_px=1920,
        height_px=1080,
        k1=float(rng.normal(-0.04, 0.04)),
        height_mm=500,
    )
    while not camera.sees(field, 20):
        camera = replace(camera, height_mm=camera.height_mm * 1.04)
    return camera, tilt_deg


if __name__ == "__main__":
    main()
