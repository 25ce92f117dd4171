"""The journal's words: everything that happens can be written and read again."""

import json
from typing import get_args

import pytest

from companion.editions.cards import GoalCard, GoalKind
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state import events as e
from companion.state.codec import _record, decode_actor, decode_command, decode_event, encode
from companion.state.secret import Secret


def test_a_secret_is_written_and_read_again() -> None:
    goals = e.GoalsDealt(
        Secret((GoalCard(GoalKind.GOLD, Face.parse("NESW")), GoalCard(GoalKind.COAL, Face.parse("NW"))))
    )
    text = json.dumps(encode(goals))
    assert decode_event(json.loads(text)) == goals


@pytest.mark.parametrize(
    "command",
    [
        c.PlacePath(Cell(1, -2), Face.parse("NS|E"), forced=True),
        c.RepairTool(2, c.Tool.LAMP, (c.Tool.LAMP, c.Tool.CART)),
        c.Configure("bga", ("old-mine",), (("goal_cascade", "false"),), c.Supply.CARDS),
        c.Resync((c.TableCard(Cell(0, 1), None, "covered"), c.TableCard(Cell(1, 1), Face.parse("EW")))),
        c.DealRoles(Secret(("miner",)), Secret(())),
    ],
)
def test_commands_come_back_as_they_were(command: c.Command) -> None:
    assert decode_command(json.loads(json.dumps(encode(command)))) == command


@pytest.mark.parametrize("actor", [c.BySeat(3), c.ByTable(), c.ByCamera(), c.ByDealer()])
def test_who_asked_comes_back(actor: c.Actor) -> None:
    assert decode_actor(json.loads(json.dumps(encode(actor)))) == actor


@pytest.mark.parametrize("kind", [*get_args(e.Event), *get_args(c.Command)], ids=lambda kind: kind.__name__)
def test_the_journal_knows_how_to_write_every_kind(kind: type) -> None:
    write, read = _record(kind)
    assert callable(write) and callable(read)


@pytest.mark.parametrize(
    "data", [{}, {"is": "Nothing"}, {"is": "PathPlaced"}, {"is": "PathPlaced", "seat": 0, "cell": 3}]
)
def test_what_is_no_event_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        decode_event(data)


def test_a_field_that_was_added_later_takes_its_default() -> None:
    old = {"is": "PathPlaced", "seat": 0, "cell": [1, 0], "face": "EW"}
    assert decode_event(old) == e.PathPlaced(0, Cell(1, 0), Face.parse("EW"))
