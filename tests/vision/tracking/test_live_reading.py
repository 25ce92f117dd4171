"""The real reader before the demo's table, and on sequences of a neighbour's renderings where they are at hand."""

import json
from pathlib import Path

import pytest
from filming import watch
from telling import Telling
from turns import LONG

from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, Cell
from vision.service.watch_lines import watch_source
from vision.simulate.demo_table import DemoTable
from vision.tracking.tracker import Tracker

SEQUENCES = Path(__file__).parents[4] / "shared" / "scenes" / "seq"
DEEDS = [
    lambda table: table.lay(Cell(1, 0), Face.parse("EW"), seat=1),
    lambda table: table.lay(Cell(2, 0), Face.parse("NESW"), seat=4),
    lambda table: table.lay(Cell(2, -1), Face.parse("ES"), seat=7),
    lambda table: table.lay(Cell(2, 1), Face.parse("N|E|S|W"), seat=2),
    lambda table: table.turn(GOAL_CELLS[0], Face.parse("NESW"), "gold", seat=9),
    lambda table: table.take(Cell(2, 1), seat=3),
]


MARKERS = {"no markers": False} | ({"markers": True} if LONG else {})  # with them whole nights are played elsewhere


@pytest.mark.parametrize("markers", MARKERS.values(), ids=MARKERS)
def test_every_board_of_the_demo_is_read_as_it_lies(markers):
    table = DemoTable(markers=markers, paced=False)
    frames, trigger = table.frames(), Telling(Tracker(), timed=True)
    told = words(watch(table, frames, trigger))
    assert told == ["board"]
    for deed in DEEDS:
        deed(table)
        told += words(watch(table, frames, trigger))
        assert {cell: str(card.face) for cell, card in trigger.board.items()} == lying(table)
    changes = [word for word in told if word not in {"covered", "clear"}]
    assert changes == ["board", "laid", "laid", "laid", "laid", "turned", "removed"]


def words(told):
    return [seen.what for seen in told]


def lying(table):
    return {card.cell: str(card.face) for card in table.scene.cards}


@pytest.mark.skipif(not SEQUENCES.is_dir(), reason="the renderings are not here")
@pytest.mark.parametrize("folder", sorted(SEQUENCES.glob("*/")), ids=lambda folder: folder.name)
def test_a_sequence_gives_exactly_its_event_and_nothing_while_the_hand_is_there(folder):
    sequence = json.loads((folder / "sequence.json").read_text())
    lines = list(watch_source(str(folder)))
    changes = [line for line in lines if line["event"] in {"laid", "removed", "turned", "moved"}]
    assert lines[0]["event"] == "board"
    assert [line["event"] for line in changes] == [sequence["event"]]
    assert all(not sequence["frames"][line["frame"]]["hand_in_view"] for line in changes)
    seen, true = changes[0]["cell"], sequence["cell"]
    assert (seen["x"], seen["y"]) == (true["x"], true["y"])
    assert (seen["open"], seen["links"]) == (true["open"], true["links"])
