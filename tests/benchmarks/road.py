"""Which files run from the frame that settles a laid card to its event: `python tests/benchmarks/road.py`.

A real reader, a real session, a simulated table. Files are counted by what is called in them, room by room, from the
frame's arrival until its event is decided, and on until it is in the journal: who is told then, and of what, is another
road.
"""

from __future__ import annotations

import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "live")]

from at_table import begun, maze  # noqa: E402

from companion.live.journal import Journal  # noqa: E402
from companion.maze.faces import Face  # noqa: E402
from companion.maze.geometry import Cell  # noqa: E402
from companion.rules.evolve import evolve  # noqa: E402
from vision.simulate.demo_table import DemoTable  # noqa: E402
from vision.tracking.read_trigger import ReadTrigger  # noqa: E402
from vision.tracking.tracker import Tracker  # noqa: E402

TOPS = tuple(f"{ROOT / top}/" for top in ("companion", "vision", "web"))
CELLS = (Cell(1, 0), Cell(2, 0))  # the second card counts: with the first, some tables are reckoned for good
FRAMES_MOST = 60


@dataclass(frozen=True)
class Road:
    """Paths of files from the project's root, in the order of the alphabet.

    decided : until the rules have answered with an event, the first that is applied to the game
    kept : until the event is in the journal
    """

    decided: list[str]
    kept: list[str]


def files_on_the_road(folder: Path) -> Road:
    """folder : for the journal"""
    session = begun(folder)
    table = DemoTable(paced=False, pause_s=0.0)
    frames, trigger, run = table.frames(), ReadTrigger(Tracker(), timed=True), set()
    decided: set[str] = set()

    def noted(frame: FrameType, event: str, _: object) -> None:
        if event == "return" and frame.f_code is Journal.write.__code__:
            sys.setprofile(None)
        elif event == "call" and frame.f_code.co_filename.startswith(TOPS):
            run.add(str(Path(frame.f_code.co_filename).relative_to(ROOT)))
            if frame.f_code is evolve.__code__ and not decided:
                decided.update(run)

    for seen in (seen for _ in range(20) for seen in trigger.see(next(frames))):
        session.observe(seen)
    for cell in CELLS:
        table.lay(cell, Face.parse("EW"), seat=1)
        for frame in (next(frames) for _ in range(FRAMES_MOST)):
            run.clear()
            decided.clear()
            sys.setprofile(noted)
            try:
                for seen in trigger.see(frame):
                    session.observe(seen)
            finally:
                sys.setprofile(None)
            if cell in maze(session):
                break
        else:
            raise RuntimeError(f"the card in {cell} was never played")
    session.close()
    return Road(sorted(decided), sorted(run))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        road = files_on_the_road(Path(folder))
    told("until the event is decided", road.decided)
    told("until it is in the journal", road.kept)


def told(until: str, files: list[str]) -> None:
    rooms = defaultdict(list)
    for file in files:
        rooms[str(Path(file).parent)].append(Path(file).stem)
    print(f"{until:27} {len(files):3}")
    for room, names in rooms.items():
        print(f"  {room:25} {len(names):3}  {' '.join(names)}")


if __name__ == "__main__":
    main()
