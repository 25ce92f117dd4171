"""How fast it is, each figure beside a reference measured in the same run: `python tests/benchmarks/run.py [NAME...]`.

Machines are noisy, so the ratio is what counts; both sides of it are the median of interleaved runs on one core, in
the time that the core worked for them.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "rules")]

Work = Callable[[], object]
CLOCK = time.perf_counter if sys.platform == "win32" else time.process_time  # on Windows the latter ticks in 16 ms

GAMES = 10_000  # whole games that are simulated, unless asked otherwise


@dataclass(frozen=True)
class Row:
    """Times are milliseconds; `ratio` is ours divided by the reference. `per_s`: how many of what is counted we do."""

    figure: str
    ours_ms: float
    reference: str
    reference_ms: float
    ratio: float
    per_s: float | None = None


def measure(figure: str, ours: Work, reference: str, theirs: Work, rounds: int = 9, count: int = 0) -> Row:
    """Both in turn, after one round that is not counted. `count`: how many things one of our runs does."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds + 1):
        for work, seen in zip((ours, theirs), times, strict=True):
            begin = CLOCK()
            work()
            seen.append((CLOCK() - begin) * 1000)
    mine, other = (statistics.median(seen[1:]) for seen in times)
    return Row(figure, mine, reference, other, mine / other, count / mine * 1000 if count else None)


def reader() -> list[Row]:
    """A whole 1080p picture; the same table again, as a whole and where a card was laid; a frame without news."""
    import cv2
    import numpy as np

    from companion.maze.faces import Face
    from companion.maze.geometry import Cell
    from vision.capture.source import Frame
    from vision.detection.pyramid import READING_PATCH, Pyramid, patches_from_quads
    from vision.reading.reader import Reader, read_table
    from vision.simulate.art.style import house_style
    from vision.simulate.scene.painter import DEMO_BOUNDS_MM, Painter
    from vision.simulate.scene.random_boards import random_board
    from vision.simulate.scene.table_scene import TableScene, lay
    from vision.simulate.truth import true_reading
    from vision.simulate.webcam import Camera, Webcam
    from vision.tracking.read_trigger import ReadTrigger
    from vision.tracking.tracker import Tracker

    cv2.setNumThreads(1)
    camera, painter = Camera(width_px=1920, height_px=1080), Painter(house_style(), DEMO_BOUNDS_MM, 2.2)
    scene = random_board(np.random.default_rng(5), 24, TableScene(surface="wood"))
    film = Webcam(camera, DEMO_BOUNDS_MM, 2.2, seed=5)
    painting = painter.paint(scene).copy()
    image, next_image = film.film(painting), film.film(painting)
    laid_image = film.film(painter.paint(lay(scene, Cell(1, -3), Face.parse("NESW"))))
    _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    quads = np.array([card.quad_px for card in true_reading(scene, camera).cards], np.float32)
    cards, quads = len(quads), np.resize(quads, (45, 4, 2))
    loaded, turn = Reader.load(), np.eye(3)

    def decode_warp_crops() -> None:
        picture = cv2.imdecode(packed, cv2.IMREAD_COLOR)
        cv2.warpPerspective(picture, turn, (1920, 1080))
        loaded.network.estimate(patches_from_quads(Pyramid(picture), quads, READING_PATCH)[0])

    def from_scratch() -> None:
        read_table(cv2.imdecode(packed, cv2.IMREAD_COLOR), reader=loaded)

    def knowing_the_table() -> Tracker:
        tracker = Tracker(loaded)
        if len(tracker.read(image).cards) != cards:
            raise SystemExit("the benchmark's table is not read as it lies")
        return tracker

    tracker, rounds = knowing_the_table(), 9
    before_laying = iter([knowing_the_table() for _ in range(rounds + 1)])

    def laid() -> None:
        if len(next(before_laying).read(laid_image).cards) != cards + 1:
            raise SystemExit("the card that was laid is not read")

    trigger, clock = ReadTrigger(Tracker(loaded), timed=True), iter(range(10**6))
    for _ in range(40):
        number = next(clock)
        trigger.see(Frame(number, number / 8, film.film(painting)))

    def idle() -> None:
        number = next(clock)
        trigger.see(Frame(number, number / 8, next_image))

    def beside(figure: str, work: Work, rounds: int = rounds) -> Row:
        return measure(figure, work, "decode + warp + 45 crops", decode_warp_crops, rounds)

    return [
        beside(f"1080p, {cards} cards: decode and read, nothing known", from_scratch),
        beside(f"1080p, {cards} cards: read as a whole, the table known", lambda: tracker.read(next_image)),
        beside("1080p: read where one card was laid, the table known", laid),
        beside("1080p: a frame in which nothing happens", idle, 30),
    ]


def event() -> list[Row]:
    """From a card at rest, the hand just gone, to its event: the frames that are waited for and the reader's work."""
    import cv2
    import numpy as np

    from companion.maze.faces import Face
    from companion.maze.geometry import Cell
    from companion.sight.settled_board import SettledBoard
    from vision.capture.source import SOURCE
    from vision.detection.pyramid import READING_PATCH, Pyramid, patches_from_quads
    from vision.reading.reader import Reader
    from vision.simulate.demo_table import DemoTable
    from vision.tracking.read_trigger import ReadTrigger
    from vision.tracking.tracker import Tracker

    cv2.setNumThreads(1)
    loaded = Reader.load()
    table = DemoTable(paced=False, frames_per_s=SOURCE.frames_per_s, pause_s=0.0)
    frames, trigger = table.frames(), ReadTrigger(Tracker(loaded), timed=True)
    for _ in range(16):
        trigger.see(next(frames))
    waited, worked, reference = [], [], []
    quads = np.resize(np.array([card.quad_px for card in trigger.board.values()], np.float32), (45, 4, 2))
    for x in range(1, 8):
        table.lay(Cell(x, 0), Face.parse("EW"), seat=x)
        number = 0
        while True:
            frame = next(frames)
            number += table.resting
            begin = CLOCK()
            seen = trigger.see(frame)
            if any(isinstance(one, SettledBoard) and one.touched for one in seen):
                break
        worked.append((CLOCK() - begin) * 1000)
        waited.append((number - 1) * 1000 / SOURCE.frames_per_s)
        _, packed = cv2.imencode(".jpg", frame.image)
        begin = CLOCK()
        picture = cv2.warpPerspective(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.eye(3), (1280, 720))
        loaded.network.estimate(patches_from_quads(Pyramid(picture), quads, READING_PATCH)[0])
        reference.append((CLOCK() - begin) * 1000)
    wait, work, other = (statistics.median(times) for times in (waited, worked, reference))
    count = f"{wait * SOURCE.frames_per_s / 1000:.0f} frames at {SOURCE.frames_per_s:.0f} a second"
    return [
        Row(f"a card at rest to its event, 720p: {count}, and the last look", wait + work, "400 ms", 400.0,
            (wait + work) / 400),
        Row("the look that settles it", work, "decode + warp + 45 crops", other, work / other),
    ]  # fmt: skip


def placements() -> list[Row]:
    """Every legal way to lay each card of a box, on boards as whole games leave them on the way."""
    return [row for edition in ("anniversary-2024", "s2-anniversary") for row in _placements(edition)]


def _placements(edition: str) -> list[Row]:
    from companion.maze.board import Board
    from companion.maze.geometry import Cell
    from companion.rules.place import judge, legal_placements

    boards, ruleset = _boards(edition)
    faces = [card.face for card in ruleset.paths]

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
    count, scanned = len(boards) * len(faces), "full scan of every cell"
    of = f"{edition}: {len(boards)} boards x {len(faces)} faces"
    return [
        measure(f"all legal placements, cold ({of})", cold, scanned, scan, 5, count),
        measure(f"all legal placements, warm ({of})", warm, scanned, scan, 5, count),
    ]


def games(count: int = GAMES, first: int = 0) -> list[Row]:
    """Whole random games over all editions and modules, decided and folded, beside folding their events alone.

    After every step cards, dwarves and gold are counted, which is no part of the time.
    """
    from random_games import must_conserve

    from companion.rules.decide import new_game
    from companion.rules.evolve import fold
    from companion.state.pending import GameOver

    tables, played, folded, rounds, steps = _tables(), 0.0, 0.0, 0, 0
    for seed in range(first, first + count):
        edition, modules, players = tables[seed % len(tables)]
        begin = CLOCK()
        table = _seated(seed, edition, modules, players)
        played += CLOCK() - begin
        try:
            while not isinstance(table.game.pending, GameOver):
                begin = CLOCK()
                table.step()
                played += CLOCK() - begin
                steps += 1
                must_conserve(table)
            begin = CLOCK()
            again = fold(new_game(), table.journal)
            folded += CLOCK() - begin
            assert again == table.game, "told again, it is another game"
        except AssertionError as error:
            raise SystemExit(f"game {seed}, {players} players of {edition} with {modules}: {error}") from error
        rounds += len(table.game.results)
    figure = f"{count} whole random games ({rounds} rounds, {len(tables)} tables), {steps} steps audited"
    return [Row(figure, played * 1000, "folding their events", folded * 1000, played / folded, count / played)]


def _tables() -> list[tuple[str, tuple[str, ...], int]]:
    """Every edition with every module alone, with the smallest, a middle and the largest number of players."""
    from companion.editions import EDITIONS, MODULES
    from companion.editions.compose import compose
    from companion.editions.ruleset import Ruleset

    found = []
    for box in EDITIONS:
        for modules in ((), *((module.key,) for module in MODULES)):
            rules = compose(box.key, modules)
            if isinstance(rules, Ruleset):
                counts = (rules.least, (rules.least + rules.most) // 2, rules.most)
                found += [(box.key, modules, players) for players in counts]
    return found


def _game(seed: int, edition: str, modules: tuple[str, ...] = (), players: int = 5):  # type: ignore[no-untyped-def]
    table = _seated(seed, edition, modules, players)
    table.play_out()
    return table


def _seated(seed: int, edition: str, modules: tuple[str, ...], players: int):  # type: ignore[no-untyped-def]
    from random import Random

    from random_play import Table

    from companion.state.commands import Configure

    table = Table(Random(seed))
    table.sit_down(players, Configure(edition, modules))
    return table


def _boards(edition: str):  # type: ignore[no-untyped-def]
    """Boards as games leave them on the way, and the rules they were played by."""
    from companion.rules.decide import new_game
    from companion.rules.evolve import evolve

    boards = []
    for seed in range(6):
        table, game = _game(seed, edition, players=3 + seed % 8), new_game()
        for number, event in enumerate(table.journal):
            game = evolve(game, event)
            if number % 40 == 20 and game.round is not None:
                boards.append(game.round.board)
    return boards, table.game.ruleset


def library() -> list[Row]:
    """What the library answers, beside a judge as anybody would write it first (`naive.py`), which only knows paths."""
    return [row for edition in ("revised", "s2-anniversary") for row in _library(edition)]


def _library(edition: str) -> Iterator[Row]:
    """Of a whole game by `legal()` alone, five players with dealt hands."""
    from random import Random

    import naive

    from companion import Board, Face, PlacePath, Position
    from companion.maze.board import Kind
    from companion.rules.place import legal_placements
    from companion.state.pending import Playing

    def card_of(face: Face | None, kind: Kind = Kind.PATH) -> naive.Card:
        tunnels = tuple("".join(sorted(side.name for side in one.sides)) for one in face.passages) if face else ()
        walks = kind is Kind.START or (face is not None and face.ladder)
        return naive.Card(tunnels, walks, kind is Kind.GOAL, face is None)

    def maze_of(board: Board) -> dict[naive.Where, naive.Card]:
        return {(card.cell.x, card.cell.y): card_of(card.face, card.kind) for card in board}

    def sides(places: Iterable[tuple[naive.Where, naive.Card]]) -> list[tuple[naive.Where, list[str]]]:
        return sorted((where, sorted(card.tunnels)) for where, card in places)

    def play() -> Position:
        chance, at = Random(1), Position.deal(edition, "Ada, Bo, Cy, Di, Ed", seed="1")
        while not at.is_over:
            at = at.play(chance.choice(at.legal()))
        return at

    turns = [at for at in play().line() if isinstance(at.game.pending, Playing)]
    moves, boards = len(play().line()) - 1, [at.board for at in turns[5::20]]
    faces = [kind.face for kind in turns[0].ruleset.paths]
    mazes, cards = [maze_of(board) for board in boards], [card_of(face) for face in faces]

    def held(at: Position) -> list[Face]:
        """The path cards that may be laid at all."""
        now, seat = at.game.round, at.turn or 0
        hand = at.hand(seat) or () if now and not (now.broken[seat] or "trapped" in now.marks[seat]) else ()
        return [Face.parse(word) for word in dict.fromkeys(hand) if word[0].isupper()]

    asked = [(maze_of(at.board), [card_of(face) for face in held(at)]) for at in turns]
    for at, (maze, hand) in zip(turns, asked, strict=True):
        paths = (move for move in at.legal() if isinstance(move, PlacePath))
        if sides(((one.cell.x, one.cell.y), card_of(one.face)) for one in paths) != sides(naive.places(maze, hand)):
            raise SystemExit(f"the library and the naive judge disagree of {hand}:\n{at}")

    def fresh() -> None:
        for number, board in enumerate(boards):
            legal_placements(Board.of(tuple(board)), faces[number % len(faces)], turns[0].ruleset)

    def naive_fresh() -> None:
        for number, maze in enumerate(mazes):
            [*naive.places(maze, [cards[number % len(cards)]])]

    def every_face() -> None:
        for board in boards:
            one = Board.of(tuple(board))
            for face in faces:
                legal_placements(one, face, turns[0].ruleset)

    def naive_every_face() -> None:
        for maze in mazes:
            [*naive.places(maze, cards)]

    def legal() -> None:
        for at in turns:
            at.legal()

    def naive_legal() -> None:
        for maze, hand in asked:
            [*naive.places(maze, hand)]

    beside, one_each = "naive judge, paths only", "the naive judge"
    yield measure(f"one card on a board not seen before ({edition})", fresh, one_each, naive_fresh, 5, len(boards))
    figure = f"all {len(faces)} faces on such a board ({edition})"
    yield measure(figure, every_face, one_each, naive_every_face, 5, len(boards) * len(faces))
    yield measure(f"legal() with a hand of six ({edition})", legal, beside, naive_legal, 5, len(turns))
    yield measure(f"a game by legal() alone, {moves} moves ({edition})", play, beside, naive_legal, 5, moves)


FIGURES: dict[str, Callable[..., list[Row]]] = {
    "reader": reader,
    "event": event,
    "placements": placements,
    "games": games,
    "library": library,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(FIGURES))
    parser.add_argument("--games", type=int, default=GAMES, metavar="COUNT", help=f"how many to play; {GAMES}")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="the first of these games")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    unknown = set(arguments.names) - FIGURES.keys()
    if unknown:
        parser.error(f"no benchmark called {', '.join(sorted(unknown))}; there are {', '.join(FIGURES)}")
    counts = {"games": (arguments.games, arguments.first)}
    rows = [row for name in arguments.names or FIGURES for row in FIGURES[name](*counts.get(name, ()))]
    if arguments.json:
        print(json.dumps([asdict(row) for row in rows], indent=1))
        return
    print(f"{'figure':80} {'here':>12} {'a second':>10}   {'reference':25} {'':>12} {'ratio':>7}")
    for row in rows:
        rate = "" if row.per_s is None else f"{row.per_s:,.0f}"
        ours, theirs = f"{row.ours_ms:,.2f} ms", f"{row.reference_ms:,.2f} ms"
        print(f"{row.figure:80} {ours:>12} {rate:>10}   {row.reference:25} {theirs:>12} {row.ratio:7.2f}")


if __name__ == "__main__":
    main()
