"""Flip thousands of single bits in a journal's files: `python tests/benchmarks/flips.py [COUNT] [--seed SEED]`.

After each the journal is opened: all steps go on from what is whole, or it says that it does not and keeps every byte.
COUNT : for each of the four files (1,500). The suite flips a hundred in all (tests/live/test_journal_damage.py).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "live")]

from journal_flips import each_flip, killed_night  # noqa: E402
from journal_night import COPY, LOG, STEPS, written  # noqa: E402

from companion.live.journal import FILE_NAME  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=1500)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        closed, alone = room / "closed", room / "alone"
        written(closed).close()
        killed = killed_night(room / "running", room / "killed")
        killed_night(room / "running again", alone)
        (alone / COPY).unlink()
        for said, night, name in (
            ("a closed database", closed, FILE_NAME),
            ("a log", killed, LOG),
            ("a copy", closed, COPY),
            ("a log without a copy", alone, LOG),
        ):
            steps = Counter(each_flip(night, name, asked.count, room / "flips", asked.seed))
            fewer = asked.count - steps[STEPS] - steps[-1]
            told = f"all {STEPS} steps go on after {steps[STEPS]}, fewer after {fewer}, none after {steps[-1]}"
            print(f"{said}, {asked.count} flips: {told}", flush=True)


if __name__ == "__main__":
    main()
