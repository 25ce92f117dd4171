"""The reader examined on messy tables, drawn by code that shares nothing with what teaches it: figures by stratum.

    python tests/benchmarks/stills.py [FOLDER] [--boards N] [--strata a,b] [--first-seed S] [--failures]

Each board's table, camera and trouble come from its seed, see exam; a FOLDER keeps the pictures with their truth, for
report.py. Shares are of cards that are at least half in sight, with the 95 % interval after Wilson; `half hidden` are
those of which a tenth to nine tenths are in sight under something: none may be wrong though sure. CPU seconds: the
median and the longest, on one core.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

import cv2  # noqa: E402
from exam import EXAM  # noqa: E402
from exam.room import Still  # noqa: E402
from exam.strata import STRATA, still  # noqa: E402
from scoring import OUTCOMES, Score, outcome_of, scored, wilson  # noqa: E402

from companion.sight.reading_json import card_json  # noqa: E402
from vision.reading.reader import Reader, read_table  # noqa: E402

HALF_HIDDEN = (0.1, 0.9)  # of a card in sight


@dataclass(frozen=True)
class Board:
    """A still that was read. half_hidden: outcomes of the cards under something; cpu_s: of the reading alone"""

    seed: int
    score: Score
    found: bool
    half_hidden: Counter[str]
    cpu_s: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--boards", type=int, default=20, help="of each stratum")
    parser.add_argument("--strata", default=",".join(STRATA))
    parser.add_argument("--first-seed", type=int, default=EXAM)
    parser.add_argument("--failures", action="store_true", help="print every card that is not right")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader.load()
    print(HEAD)
    for stratum in asked.strata.split(","):
        boards = []
        for seed in range(asked.first_seed, asked.first_seed + asked.boards):
            one = still(stratum, seed)
            boards.append(read(one, reader))
            if asked.folder:
                keep(asked.folder, one)
            if asked.failures:
                print("\n".join(failures(stratum, boards[-1])), end="", flush=True)
        print("\n".join(lines(stratum, boards)), flush=True)


def read(one: Still, reader: Reader) -> Board:
    picture = one.picture
    begin = time.process_time()
    reading = read_table(picture, reader=reader).reading
    cpu_s = time.process_time() - begin
    cells = [card_json(card) for card in reading.cards]
    score = scored(one.truth, {"cells": cells})
    return Board(one.truth["seed"], score, reading.found, half_hidden(one.truth["cells"], cells), cpu_s)


def half_hidden(true: list[dict], said: list[dict]) -> Counter[str]:
    by_place = {(cell["x"], cell["y"]): cell for cell in said}
    low, high = HALF_HIDDEN
    return Counter(
        outcome_of(cell, by_place.get((cell["x"], cell["y"])))
        for cell in true
        if low <= cell["visible_fraction"] <= high
    )


def keep(folder: Path, one: Still) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    name = folder / f"{one.truth['stratum']}_{one.truth['seed']}"
    name.with_suffix(".jpg").write_bytes(one.jpeg.tobytes())
    name.with_suffix(".json").write_text(json.dumps(one.truth), encoding="utf-8")


HEAD = (
    f"{'stratum':16}{'boards':>7}{'exact':>18}{'cards':>7}"
    + "".join(f"{name:>22}" for name in OUTCOMES)
    + (f"{'sure phantoms':>15}{'unsure':>8}{'not found':>11}{'CPU s':>14}")
)


def lines(stratum: str, boards: list[Board]) -> list[str]:
    """A row of figures; under it, where anything is half hidden, a row for these cards."""
    count = sum((board.score.count for board in boards), Counter[str]())
    cards = sum(count[outcome] for outcome in OUTCOMES)
    times = sorted(board.cpu_s for board in boards)
    row = f"{stratum:16}{len(boards):7}{share(sum(board.score.exact for board in boards), len(boards)):>18}{cards:7}"
    row += "".join(f"{share(count[outcome], cards):>22}" for outcome in OUTCOMES)
    row += f"{count['phantom'] / len(boards):15.2f}{count['phantom, unsure'] / len(boards):8.2f}"
    row += f"{sum(not board.found for board in boards):11}{statistics.median(times):8.2f}{times[-1]:6.2f}"
    hidden = sum((board.half_hidden for board in boards), Counter[str]())
    if not hidden:
        return [row]
    some = sum(hidden.values())
    under = f"{'  half hidden':16}{'':25}{some:7}"
    return [row, under + "".join(f"{share(hidden[outcome], some):>22}" for outcome in OUTCOMES)]


def share(hits: int, of: int) -> str:
    low, high = wilson(hits, of)
    return f"{hits / max(of, 1) * 100:.1f} ({low * 100:.1f}-{high * 100:.1f})"


def failures(stratum: str, board: Board) -> list[str]:
    rows = [] if board.found else [f"  {stratum} {board.seed}: table not found\n"]
    for case in board.score.cases:
        true, said = (printed(cell) if cell else "-" for cell in (case.truth, case.said))
        if board.found or case.outcome != "missed":
            rows.append(f"  {stratum} {board.seed} {case.place}: {case.outcome}, is {true}, said {said}\n")
    return ["".join(rows)] if rows else []


def printed(cell: dict) -> str:
    marks = [str(cell.get("door") or "")] + [word for word in ("crystals", "ladder") if cell.get(word)]
    return "back" if cell["face_down"] else " ".join([f"{cell['open']}/{','.join(cell['links'])}", *marks]).strip()


if __name__ == "__main__":
    main()
