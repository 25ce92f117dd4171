"""Every press for the cards of other boxes becomes the command it looks like; what is secret stays a secret."""

from __future__ import annotations

import card_words as w
import pytest

from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from companion.state import commands as c
from companion.state.secret import Secret

CASES = [
    ("thief", {}, w.LayThief()),
    ("hands-off", {"seat": "2"}, w.HandsOff(2)),
    ("trap", {"seat": "2"}, w.Trap(2)),
    ("free", {"seat": "1"}, w.Free(1)),
    ("inspect", {"seat": "3"}, w.Inspect(3)),
    ("swap-hats", {"seat": "1"}, w.SwapHats(1)),
    ("swap-hands", {"seat": "0"}, w.SwapHands(0)),
    ("trade", {"card": "lamp"}, c.TradeTwo(tool=c.Tool.LAMP)),
    ("trade", {"card": "trapped"}, c.TradeTwo(mark=c.Mark.TRAPPED)),
    ("treasure-finder", {}, w.SearchDiscards()),
    ("reverse", {}, w.ReverseTurns()),
    ("pioneer", {}, w.Pioneer()),
    ("stop-pioneering", {}, c.StopPioneering()),
    ("move-last", {"cell": "3,1", "turned": "1"}, w.MoveLast(Cell(3, 1), True)),
    ("move-last", {"cell": "3,1", "payer": "2"}, w.MoveLast(Cell(3, 1), False, 2)),
    ("place", {"cell": "3,1", "face": "EW", "payer": "0"}, c.PlacePath(Cell(3, 1), Face.parse("EW"), toll_payer=0)),
    ("set-toll", {"end": "3,-1,E"}, c.SetToll(Cell(3, -1), Side.E)),
    ("answer-toll", {"pays": "1"}, c.AnswerToll(True)),
    ("answer-toll", {"pays": "0"}, c.AnswerToll(False)),
    ("veto", {"seat": "1"}, w.Veto(1)),
    ("let-stand", {}, c.LetStand()),
    ("lay-midway", {"face": "NSW"}, c.LayMidway(Face.parse("NSW"))),
    ("tell-chest", {"cell": "3,1", "face": "NE", "effect": "10"}, c.TellChest(Cell(3, 1), Face.parse("NE"), 10)),
    ("shift-goal", {"cell": "8,-2"}, w.ShiftGoal(Cell(8, -2))),
    ("shift-goal", {"end": "8,-2,N"}, w.ShiftGoal(Cell(8, -2), Side.N)),
    ("take-card", {"seat": "4"}, w.TakeCard(4)),
    ("finish-chore", {}, w.FinishChore()),
    (
        "tell-goal",
        {"cell": "8,0", "kind": "sack", "face": "NEW", "nuggets": "2"},
        c.TellGoal(Cell(8, 0), c.GoalKind.SACK, Face.parse("NEW"), 2),
    ),
]
NONSENSE = [
    ("trade", {"card": "dragon"}),
    ("goal-swap", {"cell": ["8,0", "8,2"]}),
    ("goal-swap", {"cell": ["8,0", "?"], "swapped": "1"}),
    ("set-toll", {"end": "3,-1"}),
    ("set-toll", {"end": "3,-1,X"}),
    ("answer-toll", {"pays": "perhaps"}),
    ("tell-chest", {"cell": "3,1", "face": "NE", "effect": "many"}),
    ("trap", {}),
]


def submitted(table):
    ((what, by, command, named),) = table.asked
    assert (what, named) == ("submit", {"command_id": "seat1.abc-1", "seen": 41})
    assert by == c.BySeat(1)
    return command


def press(phone, verb, form):
    return phone.post(f"/do/{verb}", {**form, "seen": "41", "cid": "abc-1"})


@pytest.mark.parametrize(("verb", "form", "command"), CASES, ids=[f"{case[0]}-{i}" for i, case in enumerate(CASES)])
def test_a_press_is_the_command_it_looks_like(phone, table, verb, form, command):
    assert press(phone, verb, form).status_code == 303
    assert submitted(table) == command


@pytest.mark.parametrize(("said", "meant"), [("1", True), ("0", False)])
def test_whether_two_goals_were_swapped_is_a_secret_from_the_start(phone, table, said, meant):
    press(phone, "goal-swap", {"cell": ["8,0", "8,2"], "swapped": said})
    command = submitted(table)
    assert command.cells == (Cell(8, 0), Cell(8, 2))
    assert isinstance(command.swapped, Secret)
    assert command.swapped.open_for("a test reads its own press") is meant


@pytest.mark.parametrize(("seat", "victim"), [("2", 2), ("", None)])
def test_who_was_robbed_is_a_secret_from_the_start(phone, table, seat, victim):
    press(phone, "steal", {"seat": seat})
    assert submitted(table).victim.open_for("a test reads its own press") == victim


@pytest.mark.parametrize(("verb", "form"), NONSENSE)
def test_a_press_that_makes_no_sense_is_no_command(phone, table, verb, form):
    assert press(phone, verb, form).status_code == 400
    assert table.asked == []


@pytest.mark.parametrize("verb", ["inspect", "goal-swap", "steal"])
def test_what_only_one_may_know_is_pressed_on_a_phone(host, table, verb):
    assert host.post(f"/table/do/{verb}", {"seat": "1", "cell": "8,0", "swapped": "1"}).status_code == 404


def test_the_host_puts_right_what_lies_before_a_player(host, table):
    host.post("/table/do/set-marks", {"seat": "1", "mark": ["trapped", "thief"]})
    assert table.asked[0][2] == c.SetMarks(1, (c.Mark.THIEF, c.Mark.TRAPPED))
