"""Figures on pictures that were never trained on: `python -m vision.train.evaluate SCANS SCENES`.

SCANS has labels.json (file to face) beside the scans, SCENES has pictures with their truth (`quad_px`, `open` ...).
The network is shown where each card lies, wrong by a seeded amount; finding the cards is measured elsewhere.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.maze.faces import Face
from vision.arrays import Flags, Image, Quads
from vision.detection.card_probe import estimated_with_care, network_probe
from vision.detection.pyramid import Pyramid
from vision.reading.reader import Reader
from vision.recognition.face_posterior import FacePosterior, identify
from vision.teaching.spread_cards import is_unsure

SCAN_PX = (64, 96)  # a scan is read shrunk to the size of a card in a picture of a table
TABLES = (30, 128, 225)  # grey levels under the scans
CORNERS_BELIEVED = 0.2  # presence of a card from which its corners are taken; any less and no reader goes on
GUESSES = {"near": 0.02, "far": 0.05}  # how wrong the place is, in card widths


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scans", type=Path)
    parser.add_argument("scenes", type=Path)
    arguments = parser.parse_args()
    reader = Reader.load()
    right, wrong = evaluate_scans(reader, arguments.scans)
    print(f"scans: {right} of {right + len(wrong)} right; wrong: {', '.join(wrong) or 'none'}")
    print(f"{'':24}{'cards':>6}{'right':>8}{'unsure':>8}{'sure but wrong':>16}{'not seen':>10}{'corners':>9}")
    for name, rows in evaluate_scenes(reader, arguments.scenes).items():
        means = np.mean(rows, 0)
        print(f"{name:24}{len(rows):6}{means[0]:8.3f}{means[1]:8.3f}{means[2]:16.3f}{means[3]:10.3f}{means[4]:9.3f}")


def evaluate_scans(reader: Reader, folder: Path) -> tuple[int, list[str]]:
    """How many are right, on tables of three shades, and which are not."""
    right, wrong = 0, []
    width, height = SCAN_PX
    for name, truth in sorted(json.loads((folder / "labels.json").read_text(encoding="utf-8")).items()):
        if "open" not in truth:
            continue
        card = cv2.resize(_picture(folder / name), SCAN_PX, interpolation=cv2.INTER_AREA)
        for grey in TABLES:
            picture = np.full((height * 2, width * 2, 3), grey, np.uint8)
            picture[height // 2 : height // 2 + height, width // 2 : width // 2 + width] = card
            box = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
            quads = (box + np.array([width, height]) // 2 - 0.5)[None]
            best = identify(
                estimated_with_care(network_probe(Pyramid(picture), reader.network), quads),
                starts=np.array([truth["kind"] == "start"]),
            )[0].best
            if best.face == _face_of(truth):
                right += 1
            else:
                wrong.append(f"{name} as {best.face}")
    return right, wrong


def evaluate_scenes(reader: Reader, folder: Path) -> dict[str, list[list[float]]]:
    """By difficulty, printing and guess: rows of right, unsure, sure but wrong, not seen, corner error."""
    rows: dict[str, list[list[float]]] = defaultdict(list)
    rng = np.random.default_rng(0)
    for path in sorted(folder.glob("*/*.json")):
        scene = json.loads(path.read_text(encoding="utf-8"))
        image = _picture(path.with_suffix(".jpg"))
        quads = np.array([cell["quad_px"] for cell in scene["cells"]], np.float32)
        starts = np.array([cell["kind"] == "start" for cell in scene["cells"]])
        for guess, reach in GUESSES.items():
            found, identities = _read(reader, image, _misplaced(quads, reach, rng), starts)
            errors = np.linalg.norm(found - quads, axis=2).mean(1) / np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
            for cell, identity, error in zip(scene["cells"], identities, errors, strict=True):
                if cell["visible_fraction"] >= 0.5:
                    for key in (scene["difficulty"], scene["edition"]):
                        rows[f"{key}, {guess}"].append([*_verdict(cell, identity), float(error)])
    return rows


def _read(reader: Reader, image: Image, quads: Quads, starts: Flags) -> tuple[Quads, list[FacePosterior]]:
    """Looked at once for its corners, then read."""
    picture = Pyramid(image)
    eye = network_probe(picture, reader.network)
    glances = eye(quads)
    quads = np.where((glances.card() > CORNERS_BELIEVED)[:, None, None], glances.quads, quads)
    return eye(quads).quads, identify(estimated_with_care(eye, quads), starts=starts)


def _verdict(cell: Mapping[str, Any], identity: FacePosterior) -> tuple[float, float, float, float]:
    seen = identity.on_maze > 0.5
    right = seen and identity.best.face == _face_of(cell)
    unsure = is_unsure(identity) or not seen
    return float(right), float(unsure), float(not right and not unsure), float(not seen)


def _picture(path: Path) -> Image:
    """Raises ValueError where there is none."""
    picture = cv2.imread(str(path))
    if picture is None:
        raise ValueError(f"{path} is no picture")
    return np.asarray(picture, np.uint8)


def _misplaced(quads: Quads, reach: float, rng: np.random.Generator) -> Quads:
    out = np.empty_like(quads)
    for i, quad in enumerate(quads):
        middle, turn, grow = quad.mean(0), rng.normal(0, reach / 2), np.exp(rng.normal(0, reach * 0.35))
        rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        shift = rng.uniform(-1.6, 1.6, 2) * reach * np.linalg.norm(quad[1] - quad[0])
        out[i] = (quad - middle) @ rotation.T * grow + middle + shift
    return out


def _face_of(truth: Mapping[str, Any]) -> Face | None:
    if truth.get("face_down"):
        return None
    marks = {"door": truth["door"], "ladder": truth["ladder"], "crystals": truth["crystals"]}
    return Face.of(truth["open"], truth["links"], **marks)


if __name__ == "__main__":
    main()
