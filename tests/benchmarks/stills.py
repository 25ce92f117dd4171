"""The reader examined on messy tables, drawn by code that shares nothing with what teaches it: figures by stratum.

    python tests/benchmarks/stills.py [FOLDER] [--boards N] [--strata a,b] [--first-seed S] [--scans DECK] [--failures]

Each board's table, camera and trouble come from its seed, see exam; DECK is a folder of scans with labels.json, laid
instead of drawn cards (the base box). A FOLDER keeps the pictures with their truth, for report.py. Shares are of cards
that are at least half in sight, with the 95 % interval after Wilson. A row below tells the cards that a stratum is
about: bridges; goals that lie face up; cards of which a tenth to nine tenths are in sight, of which none may be wrong
though sure. CPU seconds: the median and the longest, on one core.
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
from exam.scans import ScannedDeck  # noqa: E402
from exam.strata import STRATA, still  # noqa: E402
from scoring import OUTCOMES, Score, outcome_of, scored, wilson  # noqa: E402

from companion.sight.reading_json import card_json  # noqa: E402
from vision.reading.reader import Reader, read_table  # noqa: E402

HALF_HIDDEN = (0.1, 0.9)  # of a card in sight
OF_SPECIAL_NOTE = {  # of a stratum: the cards that it is about, and how they are told from the others
    "half-hidden": ("half hidden", lambda cell: HALF_HIDDEN[0] <= cell["visible_fraction"] <= HALF_HIDDEN[1]),
    "printed-bridges": ("bridges", lambda cell: sorted(cell.get("links", ())) == ["EW", "NS"]),
    "goals-up": ("goals up", lambda cell: cell["kind"] == "goal" and not cell["face_down"]),
}


@dataclass(frozen=True)
class Board:
    """A still that was read. noted: outcomes of the cards that the stratum is about; cpu_s: of the reading alone"""

    seed: int
    score: Score
    found: bool
    noted: Counter[str]
    cpu_s: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--boards", type=int, default=20, help="of each stratum")
    parser.add_argument("--strata", default=",".join(STRATA))
    parser.add_argument("--first-seed", type=int, default=EXAM)
    parser.add_argument("--scans", type=Path, help="a folder of a printed deck's scans, laid instead of drawn cards")
    parser.add_argument("--failures", action="store_true", help="print every card that is not right")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    reader, scans = Reader.load(), ScannedDeck.load(asked.scans) if asked.scans else None
    print(HEAD)
    for stratum in asked.strata.split(","):
        boards = []
        for seed in range(asked.first_seed, asked.first_seed + asked.boards):
            one = still(stratum, seed, scans)
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
    noted = of_special_note(one.truth["stratum"], one.truth["cells"], cells)
    return Board(one.truth["seed"], score, reading.found, noted, cpu_s)


def of_special_note(stratum: str, true: list[dict], said: list[dict]) -> Counter[str]:
    _, is_one = OF_SPECIAL_NOTE.get(stratum, ("", lambda cell: False))
    by_place = {(cell["x"], cell["y"]): cell for cell in said}
    return Counter(outcome_of(cell, by_place.get((cell["x"], cell["y"]))) for cell in true if is_one(cell))


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
    """A row of figures; under it, where the stratum is about some of the cards, a row for these."""
    count = sum((board.score.count for board in boards), Counter[str]())
    cards = sum(count[outcome] for outcome in OUTCOMES)
    times = sorted(board.cpu_s for board in boards)
    row = f"{stratum:16}{len(boards):7}{share(sum(board.score.exact for board in boards), len(boards)):>18}{cards:7}"
    row += "".join(f"{share(count[outcome], cards):>22}" for outcome in OUTCOMES)
    row += f"{count['phantom'] / len(boards):15.2f}{count['phantom, unsure'] / len(boards):8.2f}"
    row += f"{sum(not board.found for board in boards):11}{statistics.median(times):8.2f}{times[-1]:6.2f}"
    if stratum not in OF_SPECIAL_NOTE:
        return [row]
    noted = sum((board.noted for board in boards), Counter[str]())
    under = f"{'  ' + OF_SPECIAL_NOTE[stratum][0]:16}{'':25}{sum(noted.values()):7}"
    return [row, under + "".join(f"{share(noted[outcome], sum(noted.values())):>22}" for outcome in OUTCOMES)]


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
