"""The journal's words: everything that happens can be written and read again."""

import json
from dataclasses import dataclass
from pathlib import Path

import card_words as w
import pytest

from companion.cards.register import kinds
from companion.editions.cards import GoalCard, GoalKind
from companion.live.store import _codec, decode_actor, decode_command, decode_event, encode
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state import events as e
from companion.state.codec import Codec
from companion.state.secret import Secret
from companion.state.words import Command, Event


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
        w.RepairTool(2, c.Tool.LAMP, (c.Tool.LAMP, c.Tool.CART)),
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


def test_the_journal_knows_how_to_write_every_kind() -> None:
    codec = _codec(kinds())
    for kind in (*e.EVENTS, *c.COMMANDS):
        write, read = codec._way(kind)
        assert callable(write) and callable(read), kind


@pytest.mark.parametrize(
    "data", [{}, {"is": "Nothing"}, {"is": "PathPlaced"}, {"is": "PathPlaced", "seat": 0, "cell": 3}]
)
def test_what_is_no_event_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        decode_event(data)


def test_a_field_that_was_added_later_takes_its_default() -> None:
    old = {"is": "PathPlaced", "seat": 0, "cell": [1, 0], "face": "EW"}
    assert decode_event(old) == e.PathPlaced(0, Cell(1, 0), Face.parse("EW"))


def test_every_kind_is_written_with_its_word_and_version_not_with_its_class() -> None:
    assert encode(e.LobbyOpened(True)) == {"is": "lobby_opened", "v": 1, "given_up": True}
    kinds = [*e.EVENTS, *c.COMMANDS]
    assert all(kind.WORD and kind.VERSION >= 1 for kind in kinds)


@dataclass(frozen=True)
class PicksCounted(Event, word="picks_counted", version=3, readers={1: lambda old: {**old, "picks": old["axes"]}}):
    picks: int


@pytest.mark.parametrize("data", [{"v": 1, "axes": 4}, {"v": 2, "picks": 4}, {"v": 3, "picks": 4}])
def test_the_shape_of_an_earlier_version_is_read_step_by_step(data: dict[str, object]) -> None:
    codec = Codec((PicksCounted,), {})
    assert codec.decode({"is": "picks_counted", **data}, Event) == PicksCounted(4)


def test_a_version_of_a_later_program_is_refused() -> None:
    with pytest.raises(ValueError):
        decode_event({"is": "lobby_opened", "v": 2})


def test_two_kinds_of_event_never_share_a_word() -> None:
    class Other(Event, word="picks_counted"):
        pass

    with pytest.raises(ValueError):
        Codec((PicksCounted, Other), {})


WORDS = json.loads((Path(__file__).parents[2] / "fixtures" / "journals" / "words.json").read_text(encoding="utf-8"))
DECODE = {"actors": decode_actor, "commands": decode_command, "events": decode_event}


@pytest.mark.parametrize("family", DECODE)
def test_every_shape_that_ever_shipped_is_read(family: str) -> None:
    """Each kind as each version wrote it, one after the other: frozen, as journals are."""
    decode, newest = DECODE[family], {}
    for shape in WORDS[family]:
        thing = decode(shape)
        newest[type(thing)] = encode(thing)
    for shape in WORDS[family]:
        assert encode(decode(shape)) == newest[type(decode(shape))]


def test_every_kind_of_this_program_has_its_shape_among_them() -> None:
    """A new kind, or a new version of one, adds its line to fixtures/journals/words.json."""
    shipped = {(family, shape["is"], shape.get("v")) for family, shapes in WORDS.items() for shape in shapes}
    of_cards = {("commands" if issubclass(kind, Command) else "events", kind.WORD, kind.VERSION) for kind in kinds()}
    assert {("commands", kind.WORD, kind.VERSION) for kind in c.COMMANDS} <= shipped
    assert {("events", kind.WORD, kind.VERSION) for kind in e.EVENTS} <= shipped
    assert of_cards <= shipped
