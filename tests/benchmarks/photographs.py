"""Rounds told by photographs alone: after each card one picture, each from another side. What is asked, what wrong.

    python tests/benchmarks/photographs.py [--rounds N] [--cards K] [--first-seed S]

Each round's table is drawn by the exam's code, which teaches nothing: 0 to 55 degrees from straight above, 20 to 100 %
of the frame, turned any way, stored with EXIF 1, 3, 6 or 8. As at a real table, the game knows each card as it was
told, or as people answered. A card is `told` where a photograph has it in its cell with its face, so sure that a game
plays it, `asked` where it is there and less sure, `wrong` where it is another face and so sure. `late`: photographs
that do not have the card that was laid last; it comes with a later one. `again`: cards that the game knows and that
came into question again. `disbelieved`: photographs that contradict several of these; another one is asked for. Not
found: photographs in which no table was found.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from math import radians
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

import cv2  # noqa: E402
import numpy as np  # noqa: E402
from exam.cloths import PLAIN  # noqa: E402
from exam.framing import Pose, box_of, framed  # noqa: E402
from exam.mazes import next_card, shuffled  # noqa: E402
from exam.noise import Rng  # noqa: E402
from exam.press import Press  # noqa: E402
from exam.room import paint_table, photograph  # noqa: E402
from exam.strata import usual_room, usual_sensor  # noqa: E402

from companion.live.settings import AUTO_CONFIDENCE, AUTO_LEAD  # noqa: E402
from companion.maze.faces import Face  # noqa: E402
from companion.maze.geometry import Cell  # noqa: E402
from companion.sight.reading import SeenCard, quad_px  # noqa: E402
from vision.capture.picture import picture_of  # noqa: E402
from vision.reading.overlay import draw_reading  # noqa: E402
from vision.reading.reader import Reader  # noqa: E402
from vision.simulate.random_decks import random_style  # noqa: E402
from vision.simulate.scene.random_boards import BASE  # noqa: E402
from vision.simulate.scene.table_scene import CASUAL, TIDY, SceneCard, TableScene, lay, starting_table  # noqa: E402
from vision.tracking.photographs import Photographs  # noqa: E402

TILTS = ((0, 20), (20, 40), (40, 55))  # degrees
FILLS = ((0.45, 0.65), (0.65, 0.85), (0.85, 1.0))  # of the frame's width or height: 20 to 100 % of its area
TURNS = {1: None, 3: cv2.ROTATE_180, 6: cv2.ROTATE_90_COUNTERCLOCKWISE, 8: cv2.ROTATE_90_CLOCKWISE}  # how EXIF stores


WORDS = ("told", "asked", "wrong", "late", "again", "made up", "disbelieved", "not found")
HEAD = f"{'':26}{'pictures':>9}{'cards':>7}" + "".join(f"{word:>12}" for word in WORDS) + f"{'CPU s':>14}"


@dataclass
class Tally:
    """Of the photographs of one kind."""

    count: Counter[str] = field(default_factory=Counter)
    cpu_s: list[float] = field(default_factory=list)

    def row(self, name: str) -> str:
        c = self.count
        cards = sum(c[word] for word in ("told", "asked", "wrong"))
        times = sorted(self.cpu_s) or [0.0]
        return (
            f"{name:26}{c['pictures']:9}{cards:7}"
            + "".join(f"{c[word]:12}" for word in WORDS)
            + (f"{statistics.median(times):8.2f}{times[-1]:6.2f}")
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--cards", type=int, default=20, help="a round, each photographed")
    parser.add_argument("--first-seed", type=int, default=5_300_000_000)
    parser.add_argument("--failures", type=Path, help="a folder that keeps what was not told right")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    reader, tallies = Reader.load(), dict[str, Tally]()
    for seed in range(asked.first_seed, asked.first_seed + asked.rounds):
        play(seed, asked.cards, reader, tallies, asked.failures)
        print(HEAD)
        for name in sorted(tallies):
            print(tallies[name].row(name))
        print(flush=True)


def play(seed: int, cards: int, reader: Reader, tallies: dict[str, Tally], failures: Path | None) -> None:
    rng = np.random.default_rng(seed)
    surface = str(rng.choice(list(PLAIN)))
    neat = (TIDY, CASUAL)[int(rng.integers(2))]
    scene = starting_table(TableScene(surface=surface, neatness=neat, seed=int(rng.integers(2**31))))
    style, bag, photographs = random_style(rng), shuffled(rng, BASE), Photographs(reader)
    in_game = {card.cell: known(card, card.face) for card in scene.cards}
    for number in range(cards + 1):
        laid = next_card(rng, scene, bag) if number else None
        if laid:
            scene = lay(scene, *laid)
        elif number:
            return
        tilt, fill = (int(rng.integers(3)) for _ in range(2))
        picture = taken(rng, scene, style, TILTS[tilt], FILLS[fill])
        kind = ("all", f"tilt {TILTS[tilt][0]}-{TILTS[tilt][1]}", f"frame {int(100 * FILLS[fill][0] ** 2)} % and more")
        begin = time.process_time()
        read = photographs.read(picture, in_game)
        cpu_s = time.process_time() - begin
        came = outcome(scene, laid, read, in_game)
        for name in kind:
            tally = tallies.setdefault(name, Tally())
            tally.cpu_s.append(cpu_s)
            tally.count += came
        if failures and (+came).keys() - {"pictures", "told"}:
            failures.mkdir(parents=True, exist_ok=True)
            print(seed, number, laid and (*laid[0], str(laid[1])), dict(+came), [(*cell,) for cell in read.new])
            cv2.imwrite(str(failures / f"{seed}_{number}.jpg"), draw_reading(picture, read.reading))


def taken(rng: Rng, scene: TableScene, style, tilt, fill):  # type: ignore[no-untyped-def]
    """The photograph as it comes out of its file: stored turned, with the EXIF tag that says so."""
    size = (2000, 1500) if rng.random() < 0.5 else (1500, 2000)
    pose = Pose(radians(float(rng.uniform(*tilt))), float(rng.uniform(0, 2 * np.pi)), size, float(rng.uniform(*fill)))
    extent = box_of(scene.cards)
    lens = framed(rng, extent, pose)
    bounds = (extent[0] - 260, extent[1] - 220, extent[2] + 260, extent[3] + 220)
    middle = np.array([[(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2, 0]])
    scale = float(np.clip(1.35 * lens.px_per_mm(middle)[0], 1.2, 3.2))
    table = (paint_table(rng, scene.surface, bounds, scale), bounds)
    one = photograph(rng, scene, Press(style, scale, False, None), table, lens, usual_room(rng), usual_sensor(rng))
    tag = int(rng.choice(list(TURNS)))
    stored = one.picture if TURNS[tag] is None else cv2.rotate(one.picture, TURNS[tag])
    jpeg = with_exif(cv2.imencode(".jpg", stored, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes(), tag)
    return picture_of(jpeg)


def with_exif(jpeg: bytes, orientation: int) -> bytes:
    """The JPEG with an APP1 segment that holds nothing but the orientation tag (0x0112)."""
    tiff = b"II*\0\x08\0\0\0\x01\0" + b"\x12\x01\x03\0\x01\0\0\0" + bytes([orientation, 0, 0, 0]) + b"\0\0\0\0"
    body = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body + jpeg[2:]


def known(card: SceneCard | SeenCard, face: Face | None) -> SeenCard:
    """As the game has it."""
    return SeenCard(card.cell, card.kind, face, 1.0, False, quad_px([(0, 0)] * 4))


def outcome(scene: TableScene, laid, read, in_game: dict[Cell, SeenCard]) -> Counter[str]:  # type: ignore[no-untyped-def]
    """What came of one photograph, which the game then knows. laid : the cell and face that came since the last one"""
    count, true = Counter({"pictures": 1}), {card.cell: card.face for card in scene.cards}
    if read.settled is None:
        return count + Counter({"disbelieved" if read.otherwise else "not found": 1, "late": 1 if laid else 0})
    for cell, card in read.settled.board.items():
        if cell in in_game:
            count["again"] += card.face != in_game[cell].face or (card.uncertain and not in_game[cell].uncertain)
        elif cell not in true:
            count["made up"] += 1
        else:
            is_played = not card.uncertain and card.confidence >= AUTO_CONFIDENCE and lead(card) >= AUTO_LEAD
            word = "asked" if not is_played else "told" if card.face == true[cell] else "wrong"
            count[word] += 1
            in_game[cell] = known(card, card.face if word == "wrong" else true[cell])
    count["late"] += bool(laid) and laid[0] not in in_game
    count["again"] += sum(cell in true for cell in read.settled.emptied)
    return count


def lead(card: SeenCard) -> float:
    return card.confidence - max((other.confidence for other in card.alternatives), default=0.0)


if __name__ == "__main__":
    main()
