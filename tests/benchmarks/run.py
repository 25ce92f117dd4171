"""How fast it is, each figure beside a reference measured in the same run: `python tests/benchmarks/run.py [NAME...]`.

Machines are noisy, so the ratio is what counts; both sides of it are the median of interleaved runs on one core.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "rules")]

Work = Callable[[], object]


@dataclass(frozen=True)
class Row:
    """Times are milliseconds; `ratio` is ours divided by the reference."""

    figure: str
    ours_ms: float
    reference: str
    reference_ms: float
    ratio: float


def measure(figure: str, ours: Work, reference: str, theirs: Work, rounds: int = 9) -> Row:
    """Both in turn, after one round that is not counted."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds + 1):
        for work, seen in zip((ours, theirs), times, strict=True):
            begin = time.perf_counter()
            work()
            seen.append((time.perf_counter() - begin) * 1000)
    mine, other = (statistics.median(seen[1:]) for seen in times)
    return Row(figure, mine, reference, other, mine / other)


def reader() -> list[Row]:
    """A whole 1080p picture, the same table again, and a frame in which nothing happens."""
    import cv2
    import numpy as np

    from vision.attend import Attention
    from vision.follow import Follower
    from vision.network import patches_from_quads
    from vision.read import Reader, look_at_table
    from vision.simulate.art import house_style
    from vision.simulate.boards import random_board
    from vision.simulate.camera import Camera, Webcam
    from vision.simulate.paint import DEMO_BOUNDS_MM, Painter
    from vision.simulate.table import TableScene
    from vision.simulate.truth import true_reading
    from vision.source import Frame

    cv2.setNumThreads(1)
    camera, painter = Camera(width_px=1920, height_px=1080), Painter(house_style(), DEMO_BOUNDS_MM, 2.2)
    scene = random_board(np.random.default_rng(5), 24, TableScene(surface="wood"))
    film = Webcam(camera, DEMO_BOUNDS_MM, 2.2, seed=5)
    painting = painter.paint(scene).copy()
    image, next_image = film.film(painting), film.film(painting)
    _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    quads = np.array([card.quad_px for card in true_reading(scene, camera).cards], np.float32)
    quads = np.resize(quads, (45, 4, 2))
    loaded, turn = Reader.load(), np.eye(3)

    def decode_warp_crops() -> None:
        picture = cv2.imdecode(packed, cv2.IMREAD_COLOR)
        cv2.warpPerspective(picture, turn, (1920, 1080))
        loaded.net.look(patches_from_quads(picture, quads)[0])

    def from_scratch() -> None:
        look_at_table(cv2.imdecode(packed, cv2.IMREAD_COLOR), reader=loaded)

    follower = Follower(loaded)
    follower.read(image)
    attention, clock = Attention(Follower(loaded), timed=True), iter(range(10**6))
    for _ in range(40):
        number = next(clock)
        attention.see(Frame(number, number / 8, film.film(painting)))

    def idle() -> None:
        number = next(clock)
        attention.see(Frame(number, number / 8, next_image))

    reference = "decode + warp + 45 crops"
    return [
        measure("read a 1080p picture, nothing known", from_scratch, reference, decode_warp_crops),
        measure("read the next 1080p frame, table known", lambda: follower.read(image), reference, decode_warp_crops),
        measure("a 1080p frame in which nothing happens", idle, reference, decode_warp_crops, 30),
    ]


def placements() -> list[Row]:
    """Every legal way to lay each card of the box, on boards of whole games."""
    from companion.editions.boxes import BASE_PATHS
    from companion.maze.board import Board
    from companion.maze.geometry import Cell
    from companion.rules.place import judge, legal_placements

    boards, ruleset = _boards()
    faces = [card.face for card in BASE_PATHS]

    def fresh(board: Board) -> Board:
        return Board.of(tuple(board))

    def cold() -> int:
        return sum(len(legal_placements(one, face, ruleset)) for one in map(fresh, boards) for face in faces)

    def warm() -> int:
        return sum(len(legal_placements(one, face, ruleset)) for one in boards for face in faces)

    def scan() -> int:
        found = 0
        for one in map(fresh, boards):
            xs, ys = [c.cell.x for c in one], [c.cell.y for c in one]
            cells = [Cell(x, y) for x in range(min(xs) - 1, max(xs) + 2) for y in range(min(ys) - 1, max(ys) + 2)]
            for face in faces:
                for way in {face, face.half_turn()}:
                    found += sum(not judge(one, cell, way, ruleset) for cell in cells)
        return found

    if not cold() == warm() == scan():
        raise SystemExit("the quick search and the full scan disagree")
    count = f"{len(boards)} boards x {len(faces)} faces"
    return [
        measure(f"all legal placements, cold ({count})", cold, "full scan of every cell", scan, 5),
        measure(f"all legal placements, warm ({count})", warm, "full scan of every cell", scan, 5),
    ]


def games() -> list[Row]:
    """Whole random games of three rounds, decided and folded, beside folding their events alone."""
    from companion.rules.decide import new_game
    from companion.rules.evolve import fold

    played = [_game(seed) for seed in range(20)]

    def replay() -> None:
        for table in played:
            fold(new_game(), table.journal)

    return [
        measure("20 whole random games", lambda: [_game(seed) for seed in range(20)], "folding their events", replay, 3)
    ]


def _game(seed: int):  # type: ignore[no-untyped-def]
    from random import Random

    from random_play import Table

    from companion.state.commands import Configure

    table = Table(Random(seed))
    table.sit_down(3 + seed % 8, Configure("anniversary-2024"))
    table.play_out()
    return table


def _boards():  # type: ignore[no-untyped-def]
    """Boards as games leave them on the way, and the rules they were played by."""
    from companion.rules.decide import new_game
    from companion.rules.evolve import evolve

    boards = []
    for seed in range(6):
        table, game = _game(seed), new_game()
        for number, event in enumerate(table.journal):
            game = evolve(game, event)
            if number % 40 == 20 and game.round is not None:
                boards.append(game.round.board)
    return boards, table.game.ruleset


FIGURES = {"reader": reader, "placements": placements, "games": games}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(FIGURES))
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    unknown = set(arguments.names) - FIGURES.keys()
    if unknown:
        parser.error(f"no benchmark called {', '.join(sorted(unknown))}; there are {', '.join(FIGURES)}")
    rows = [row for name in arguments.names or FIGURES for row in FIGURES[name]()]
    if arguments.json:
        print(json.dumps([asdict(row) for row in rows], indent=1))
        return
    print(f"{'figure':58} {'here':>11}   {'reference':28} {'':>11} {'ratio':>8}")
    for row in rows:
        print(f"{row.figure:58} {row.ours_ms:8.2f} ms   {row.reference:28} {row.reference_ms:8.2f} ms {row.ratio:8.2f}")


if __name__ == "__main__":
    main()
