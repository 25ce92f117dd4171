"""What a read costs, by cards, goals turned up and the picture's size: `python tests/benchmarks/costs.py`.

Drawn tables, each read as if nothing were known, and once more as a whole when the table is. CPU milliseconds of one
core: medians over the boards, and the most that one took; beside them the same as a ratio to decoding the picture,
one warp of it and 45 patches through the reading network, measured in the same run.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

import cv2  # noqa: E402
import numpy as np  # noqa: E402
from exam import EXAM  # noqa: E402
from exam.strata import Recipe, drawn  # noqa: E402

from vision.arrays import Image  # noqa: E402
from vision.detection.pyramid import READING_PATCH, Pyramid, patches_from_quads  # noqa: E402
from vision.reading.reader import Reader, read_table  # noqa: E402
from vision.tracking.tracker import Tracker  # noqa: E402

CARDS, GOALS_UP = (5, 15, 30, 45), (0, 1, 2, 3)
SIZES = {"720p": (1280, 720), "1080p": (1920, 1080), "4K": (3840, 2160), "12 MP": (4032, 3024)}
USUAL, USUAL_SIZE = (30, 1), "1080p"  # cards and goals up where the size varies; size where these vary
PATCHES = 45


@dataclass(frozen=True)
class Cost:
    """CPU milliseconds. found : whether the table was"""

    unknown: float
    known: float
    reference: float
    found: bool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=5, help="of each row")
    parser.add_argument("--first-seed", type=int, default=EXAM)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    reader, seeds = Reader.load(), range(asked.first_seed, asked.first_seed + asked.boards)
    print(
        f"{'cards':>5}{'goals up':>10}{'size':>8}"
        + "".join(f"{name + ', ms':>20}{'ratio':>7}" for name in ("unknown", "known"))
        + f"{'found':>7}"
    )
    rows = [(cards, goals, USUAL_SIZE) for cards in CARDS for goals in GOALS_UP]
    rows += [(*USUAL, size) for size in SIZES if size != USUAL_SIZE]
    for cards, goals, size in rows:
        costs = [cost_of(picture(cards, goals, size, seed), reader) for seed in seeds]
        print(f"{cards:5}{goals:10}{size:>8}{row(costs)}", flush=True)


def picture(cards: int, goals: int, size: str, seed: int) -> bytes:
    """A JPEG, enlarged or shrunk so that its longer side is that of the size."""
    recipe = Recipe(cards=(cards, cards), goals=(goals, goals))
    image = drawn(recipe, np.random.default_rng([seed, cards, goals]), f"{cards} cards", seed).picture
    scale = SIZES[size][0] / max(image.shape[:2])
    return cv2.imencode(".jpg", cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))[1].tobytes()


def cost_of(packed: bytes, reader: Reader) -> Cost:
    image = _decoded(packed)
    reference = _cpu_ms(lambda: _decode_warp_crops(packed, reader))
    unknown = _cpu_ms(lambda: read_table(_decoded(packed), reader=reader))
    tracker = Tracker(reader)
    found = tracker.read(image).found
    known = _cpu_ms(lambda: tracker.read(image))
    return Cost(unknown, known, reference, found)


def _decode_warp_crops(packed: bytes, reader: Reader) -> None:
    image = _decoded(packed)
    cv2.warpPerspective(image, np.eye(3), (image.shape[1], image.shape[0]))
    corner = np.array([[0, 0], [60, 0], [60, 90], [0, 90]], np.float32)
    quads = corner + np.arange(PATCHES, dtype=np.float32)[:, None, None] * np.float32([20, 10])
    reader.network.estimate(patches_from_quads(Pyramid(image), quads, READING_PATCH)[0])


def _decoded(packed: bytes) -> Image:
    return np.asarray(cv2.imdecode(np.frombuffer(packed, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def _cpu_ms(work: Callable[[], object], times: int = 3) -> float:
    spent = []
    for _ in range(times):
        begin = time.process_time()
        work()
        spent.append((time.process_time() - begin) * 1000)
    return statistics.median(spent)


def row(costs: list[Cost]) -> str:
    text = ""
    for ours in ([one.unknown for one in costs], [one.known for one in costs]):
        ratio = statistics.median(mine / one.reference for mine, one in zip(ours, costs, strict=True))
        text += f"{f'{statistics.median(ours):.0f} (at most {max(ours):.0f})':>20}{ratio:7.2f}"
    return text + f"{f'{sum(one.found for one in costs)}/{len(costs)}':>7}"


if __name__ == "__main__":
    main()
