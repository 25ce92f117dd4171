"""Cards laid before people: what they change, beside what the vectors say about when they may be played."""

import card_words as w
from scene import Scene, path

from companion.editions.cards import Mark
from companion.rules.place import hindrances
from companion.rules.thieves import order_of_thieves
from companion.state import commands as c
from companion.state.secret import Secret


def table(*marks: tuple[Mark, ...]) -> Scene:
    """What lies before the first three seats; the first is on turn."""
    scene = Scene("s2-anniversary", roles=("geologist", "blue", "geologist"), aside=REST)
    for seat, lying in enumerate(marks):
        scene.do(c.SetMarks(seat, lying))
    return scene


REST = (*["blue"] * 3, *["green"] * 4, "boss", "profiteer", *["saboteur"] * 3)


def test_a_trapped_player_keeps_his_thief_and_lays_no_path() -> None:
    scene = table((), (Mark.THIEF,))
    scene.do(w.Trap(1), by=0)
    assert scene.now.marks[:2] == ((), (Mark.THIEF, Mark.TRAPPED))
    assert hindrances((), scene.now.marks[1]) == ("trapped",)


def test_freedom_takes_the_trap_and_leaves_the_rest() -> None:
    scene = table((), (Mark.THIEF, Mark.TRAPPED))
    scene.do(w.Free(1), by=0)
    assert scene.now.marks[:2] == ((), (Mark.THIEF,))
    assert scene.now.discards == 2


def test_a_thief_takes_from_somebody_else_who_has_something() -> None:
    scene = table()
    scene.do(w.LayThief(), by=0)
    scene.do(path(1, 0, "NESW*"), by=1)
    scene.do(c.EndRound(forced=True))
    assert scene.pending.victims == ()  # one crystal and two geologists: nobody owns anything
    scene = table()
    scene.do(w.LayThief(), by=0)
    for x, face in ((1, "ESW*"), (2, "NESW*")):
        scene.do(c.SetTurn(1))
        scene.do(path(x, 0, face), by=1)
    scene.do(c.EndRound(forced=True))
    assert scene.pending.victims == (2,)
    assert scene.refused(c.Steal(Secret(0)), by=0).code == "not_among_these"
    scene.do(c.Steal(Secret(2)), by=0)
    assert [scene.purse(seat) for seat in range(3)] == [2, 0, 0]


def test_thieves_go_clockwise_from_the_last_that_was_played() -> None:
    assert order_of_thieves({0: 1, 2: 8, 3: 5}, [False] * 4) == (2, 3, 0)
    assert order_of_thieves({0: 1, 2: 8, 3: 5}, [False, False, False, True]) == (2, 0)
