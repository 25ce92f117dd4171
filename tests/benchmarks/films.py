"""Whole drawn rounds played through the reader as `watch` plays a camera: figures by stratum.

    python tests/benchmarks/films.py [--rounds N] [--acts N] [--strata a,b] [--first-seed S] [--scans DECK] [--notes]
                                     [--cheap-camera] [--keep FOLDER]

Each round's deck, table, camera and what happens come from its seed, see exam.rounds; DECK is a folder of scans with
labels.json, laid instead of drawn cards (the base box); the same round through a cheap camera: see exam.cheap_camera.
After each act the table rests for three seconds; a change that is not told by then is missed. `settled right`: boards
as they lie, no card more, none less; `or asked`: what is not right is unsure, and somebody is asked. `healed`: after
how many acts a board that was wrong though sure at an act's end was right again or asked about. `hidden`: what befell
cards less than half in sight, as under a rulebook: nothing is expected of them until they are seen again. Intervals
are Wilson's.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

import cv2  # noqa: E402
import numpy as np  # noqa: E402
from exam import EXAM  # noqa: E402
from exam.film_scores import (  # noqa: E402
    CHANGES,
    Board,
    FilmScore,
    board_of,
    cell_of,
    happened_in,
    judged,
    wrong_cells,
)
from exam.rounds import FILMS, Act, Round, round_of  # noqa: E402
from exam.scans import ScannedDeck  # noqa: E402
from scoring import OUTCOMES, READABLE, wilson  # noqa: E402

from companion.sight.settled_board import CameraEvent, SettledBoard  # noqa: E402
from vision.capture.source import SOURCE, Frame  # noqa: E402
from vision.reading.reader import Reader  # noqa: E402
from vision.service.camera_thread import patiently  # noqa: E402
from vision.service.watch_lines import Line, WatchLines  # noqa: E402
from vision.simulate.scene.table_scene import SceneCard, TableScene  # noqa: E402
from vision.tracking.read_trigger import CameraState, ReadTrigger  # noqa: E402
from vision.tracking.tracker import Tracker  # noqa: E402

REST = round(3 * SOURCE.frames_per_s)  # frames after each act
PUSHED_REST = round(6 * SOURCE.frames_per_s)  # likewise after a push: what follows is judged for itself
SOON = round(2 * SOURCE.frames_per_s)  # a push ought to be got over by then
FIRST_REST = round(4 * SOURCE.frames_per_s)
IN_PLACE = 0.12  # of a card's width, that its corners may be off


class Watching:
    """One round before the reader: frames go in, what was told is gathered act by act."""

    def __init__(self, game: Round, reader: Reader, keep: Path | None = None) -> None:
        self.game, self.score, self._keep = game, FilmScore(), keep
        self.trigger, self.lines = ReadTrigger(Tracker(reader), timed=True), WatchLines()
        self.number, self._wrong_for = 0, 0
        self._clock_s, self._pace = 0.0, np.random.default_rng(len(game.scene.cards))
        self._told: list[Line] = []
        self._lain = [game.scene]  # as the table lay since the act began: a board is as old as its pictures
        self._board: Board = {}  # as it was handed over last
        self._gone: set[SceneCard] = set()  # cards that were taken from under what still lies over their places

    def play(self, acts: int) -> FilmScore:
        self._rest(FIRST_REST)
        self.score.count["rounds"] += 1
        self.score.count["first right"] += self._wrong() == set()
        for act in self.game.acts(acts):
            self._act(act)
        self.score.count["never healed"] += self._wrong_for > 0
        return self.score

    def _act(self, act: Act) -> None:
        self._told, wrong_before, count = [], self._wrong(), self.score.count
        self._lain = [act.before]
        for picture in act.play():
            self._see(picture)
        rest_from = self.number
        in_place = self._rest(PUSHED_REST if act.pushed else REST, act.pushed)
        self._gone |= set(act.before.cards) - set(act.after.cards)
        happened, hidden = happened_in(act.before, act.after), self._hidden(act.before, act.after)
        self._gone = {card for card in self._gone if card.cell in hidden}
        changes = [change for change in happened if change.card.cell not in hidden]
        count["hidden"] += len(happened) - len(changes)
        told = [line for line in self._told if line["event"] in CHANGES and cell_of(line) not in hidden]
        outcomes, frames, spurious = judged(changes, told, wrong_before)
        count.update(outcomes.values())
        unsure = sum(line["cell"]["uncertain"] for line in spurious)
        count.update({"spurious": len(spurious) - unsure, "spurious, unsure": unsure, "acts": 1})
        self.score.waits += [max(frame - rest_from, 0) for frame in frames.values()]
        moves = [change for change in changes if change.came_from]
        count.update({"moves": len(moves), "moves told": sum(line["event"] == "moved" for line in told)})
        if act.pushed:
            count["pushed"] += 1
            self.score.recovered += [] if in_place is None else [in_place]
        elif any(line["event"] == "lost" for line in self._told):
            count["lost for nothing"] += 1
        self._note(act, outcomes, spurious, in_place)
        self._heal()

    def _heal(self) -> None:
        if self._wrong(though_sure=True):
            self._wrong_for += 1
        elif self._wrong_for:
            self.score.healed.append(self._wrong_for)
            self._wrong_for = 0

    def _rest(self, frames: int, pushed: bool = False) -> int | None:
        """The frame of the rest from which on every card is known where it lies."""
        since = None
        for number in range(frames):
            self._see(self.game.table.frame())
            if pushed and not self._in_place():
                since = None
            elif since is None:
                since = number + 1
        return since

    def _see(self, picture: np.ndarray) -> None:
        if self._lain[-1] is not self.game.scene:
            self._lain.append(self.game.scene)
        gaps_s = self.game.recipe.gaps_s
        self._clock_s += float(self._pace.uniform(*gaps_s)) if gaps_s else 0.0
        frame = Frame(self.number, self._clock_s if gaps_s else self.number / SOURCE.frames_per_s, picture)
        if self._keep:
            self._keep.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(self._keep / f"{self.number:05d}.jpg"), picture)
        self.number += 1
        begin = time.process_time()
        seen = patiently(self.trigger, frame)
        self.score.cpu_s.append(time.process_time() - begin)
        for one in seen:
            self._told += self.lines.of(one)
            if isinstance(one, SettledBoard):
                self._board = one.board
                boards, hidden = [board_of(scene) for scene in self._lain], self._hidden(*self._lain)
                right = any(wrong_cells(one.board, board) <= hidden for board in boards)
                asked = any(wrong_cells(one.board, board, though_sure=True) <= hidden for board in boards)
                self.score.count.update({"settled": 1, "settled right": int(right), "or asked": int(asked)})
            elif isinstance(one, CameraEvent):
                self.score.count[one.kind.value] += 1

    def _wrong(self, though_sure: bool = False) -> set:
        wrong = wrong_cells(self._board, board_of(self.game.scene), though_sure)
        return wrong - self._hidden(*self._lain, self.game.scene)

    def _hidden(self, *scenes: TableScene) -> set:
        """The cells whose cards are less than half in sight now, or would be if they still lay there."""
        cards = self._gone.union(*(scene.cards for scene in scenes))
        return {card.cell for card in cards if self.game.table.in_sight(card) < READABLE}

    def _in_place(self) -> bool:
        if self.trigger.state is CameraState.LOST or not self.trigger.board:
            return False
        for card in self.game.scene.cards:
            known = self.trigger.board.get(card.cell)
            true = self.game.table.lens.project(np.array(card.corners_mm()))
            if known is None:
                continue
            off = np.abs(np.array(known.quad_px) - true).mean()
            if off > IN_PLACE * np.linalg.norm(true[1] - true[0]):
                return False
        return True

    def _note(self, act: Act, outcomes: dict, spurious: list, in_place: int | None) -> None:
        bad = [f"{cell.x},{cell.y} {outcome}" for cell, outcome in outcomes.items() if outcome != "right"]
        bad += [f"spurious {line['event']} {line['cell']['x']},{line['cell']['y']}" for line in spurious]
        bad += ["not in place again"] if act.pushed and in_place is None else []
        bad += [f"board wrong at {sorted((cell.x, cell.y) for cell in self._wrong())}"] if self._wrong() else []
        if bad:
            self.score.notes.append(f"frame {self.number} {act.kind}: " + "; ".join(bad))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="of each stratum")
    parser.add_argument("--acts", type=int, default=24, help="of each round")
    parser.add_argument("--strata", default=",".join(FILMS))
    parser.add_argument("--first-seed", type=int, default=EXAM)
    parser.add_argument("--scans", type=Path, help="a folder of a printed deck's scans, laid instead of drawn cards")
    parser.add_argument(
        "--cheap-camera", action="store_true", help="filmed by a webcam that sets its own light and focus"
    )
    parser.add_argument("--notes", action="store_true", help="print every act after which something was not right")
    parser.add_argument("--keep", type=Path, help="a folder for the pictures")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    reader, total = Reader.load(), FilmScore()
    scans = ScannedDeck.load(asked.scans) if asked.scans else None
    for stratum in asked.strata.split(","):
        score = FilmScore()
        for seed in range(asked.first_seed, asked.first_seed + asked.rounds):
            keep = asked.keep / f"{stratum}_{seed}" if asked.keep else None
            one = Watching(round_of(stratum, seed, scans, asked.cheap_camera), reader, keep).play(asked.acts)
            if asked.notes:
                print("\n".join(f"  {stratum} {seed} {note}" for note in one.notes), flush=True)
            score += one
        total += score
        print("\n".join(rows(stratum, score)), flush=True)
    print("\n".join(rows("all", total)))


def rows(stratum: str, score: FilmScore) -> Iterator[str]:
    count = score.count
    changes = sum(count[outcome] for outcome in OUTCOMES)
    yield f"{stratum}: {count['rounds']} rounds, {count['acts']} acts, {changes} changes, {count['hidden']} more hidden"
    yield "  changes: " + ", ".join(f"{outcome} {share(count[outcome], changes)}" for outcome in OUTCOMES)
    yield (
        f"  spurious {count['spurious']} ({count['spurious'] / max(count['rounds'], 1):.2f} a round), "
        f"unsure {count['spurious, unsure']}; settled right {share(count['settled right'], count['settled'])}, "
        f"or asked {share(count['or asked'], count['settled'])}, first boards right {count['first right']}"
    )
    yield (
        f"  healed after {spread(score.healed)} acts, never healed {count['never healed']}; "
        f"rest to event {spread(score.waits)} frames; moves told as moves {count['moves told']} of {count['moves']}"
    )
    soon = sum(frames <= SOON for frames in score.recovered)
    yield (
        f"  pushes: all in place within {SOON} frames {share(soon, count['pushed'])}, ever {len(score.recovered)}, "
        f"after {spread(score.recovered)}; lost for nothing {count['lost for nothing']}"
    )
    cpu_ms = np.array(score.cpu_s) * 1000
    yield (
        f"  CPU a frame: mean {cpu_ms.mean():.1f} ms, median {np.median(cpu_ms):.1f}, "
        f"1 in 20 above {np.percentile(cpu_ms, 95):.0f}, longest {cpu_ms.max():.0f}"
    )


def spread(numbers: list[int]) -> str:
    """Half of them at most, and all of them at most."""
    return f"{statistics.median(numbers):g} (at most {max(numbers)}, {len(numbers)} times)" if numbers else "-"


def share(hits: int, of: int) -> str:
    low, high = wilson(hits, of)
    return f"{hits} of {of} = {hits / max(of, 1) * 100:.1f} % ({low * 100:.1f}-{high * 100:.1f})"


if __name__ == "__main__":
    main()
