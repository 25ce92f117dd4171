"""Somebody sits down for the second round or is taken out after the first: the rounds of the game stay as they were."""

from __future__ import annotations

from itertools import count

import card_words as w
import pytest
from scene import STONES_AROUND_GOLD, Scene, path

from companion.maze.geometry import Cell, Side
from companion.rules.decide import new_game
from companion.state import commands as c
from companion.state.commands import Attendance, Supply, Tool
from companion.state.pending import RoundOver
from companion.views.keepsake import KeptRound, keepsake_of
from companion.views.model import TableViewer, View
from companion.views.past_nights import PastPlayer, game_of
from companion.views.project import Desk, project

FIVE = ("miner", "miner", "saboteur", "miner", "miner")
GOLD_BY_CARDS = (Supply.APP, Supply.APP, Supply.CARDS)


def table(scene: Scene) -> View:
    return project(scene.game, TableViewer(), Desk())


def begun() -> Scene:
    """Seat 2, the saboteur, and seat 3 lay a card each in the first round; 2 breaks a lamp of 3; saboteurs win."""
    scene = Scene(roles=FIVE, aside=("saboteur",), starter=2)
    scene.do(path(1, 0, "EW"), by=2)
    scene.do(path(2, 0, "EW"), by=3)
    scene.do(c.SetTurn(2))
    scene.do(w.BreakTool(3, Tool.LAMP), by=2)
    scene.do(c.EndRound(forced=True))
    return scene


def played_on(scene: Scene, next_round: c.NextRound, roles: tuple[str, ...], aside: tuple[str, ...]) -> Scene:
    """Two more rounds, to the end of the game."""
    for going_on in (next_round, c.NextRound()):
        scene.do(going_on)
        scene.deal(roles, aside, STONES_AROUND_GOLD)
        scene.do(c.BeginPlay())
        scene.do(c.EndRound(forced=True))
    scene.do(c.NextRound())
    return scene


def joined() -> Scene:
    """The saboteurs of the later rounds are seats 0 and 5, Zoe."""
    roles = ("saboteur", "miner", "miner", "miner", "miner", "saboteur")
    return played_on(begun(), c.NextRound(("Zoe",)), roles, ("miner",))


def left(seat: int) -> Scene:
    """The saboteur of the later rounds is the first seat."""
    scene = begun()
    scene.do(c.SetPresence(seat, Attendance.LEFT))
    return played_on(scene, c.NextRound(), ("saboteur", "miner", "miner", "miner"), ("miner",))


def kept(scene: Scene) -> tuple[KeptRound, ...]:
    rounds = keepsake_of(new_game(), scene.game, zip(count(1), ((event,) for event in scene.events), strict=False))
    assert rounds is not None
    return rounds


def players_of(scene: Scene) -> dict[str, PastPlayer]:
    return {one.name: one for one in game_of(table(scene), kept(scene), "night", "2026-11-22").players}


def test_who_sat_down_later_has_no_gold_in_the_rounds_before_and_all_rounds_are_told() -> None:
    scene = joined()
    lines = [(line.number, line.winners, line.nuggets) for line in table(scene).rounds_played]
    assert lines == [
        (1, "saboteurs", (0, 0, 4, 0, 0, None)),
        (2, "saboteurs", (3, 0, 0, 0, 0, 3)),
        (3, "saboteurs", (3, 0, 0, 0, 0, 3)),
    ]


@pytest.mark.parametrize(("gone", "first", "final"), [(0, (0, 4, 0, 0), (8, 4, 0, 0)), (2, (0, 0, 0, 0), (8, 0, 0, 0))])
def test_whoever_stays_keeps_his_gold_of_every_round_when_somebody_is_taken_out(
    gone: int, first: tuple[int, ...], final: tuple[int, ...]
) -> None:
    scene = left(gone)
    assert [line.nuggets for line in table(scene).rounds_played] == [first, (4, 0, 0, 0), (4, 0, 0, 0)]
    assert tuple(score.nuggets for score in table(scene).final) == final


def test_all_that_is_known_of_a_round_goes_with_the_seats_to_their_new_numbers() -> None:
    scene = begun()
    (before,) = scene.game.results
    scene.do(c.SetPresence(0, Attendance.LEFT))
    scene.do(c.NextRound(("Zoe",)))
    (after,) = scene.game.results
    assert (before.winning, after.winning) == ((2,), (1,))
    assert (after.roles, [cards.open_for("a test") for cards in after.paid]) == (FIVE[1:], [(), (3, 1), (), ()])
    assert table(scene).last_result is None


def test_one_who_came_late_and_goes_again_takes_nothing_of_the_first_round_with_him() -> None:
    scene = begun()
    scene.do(c.NextRound(("Zoe",)))
    scene.deal((*FIVE, "saboteur"), ("miner",), STONES_AROUND_GOLD)
    scene.do(c.BeginPlay())
    scene.do(c.SetPresence(5, Attendance.LEFT))
    scene.do(c.EndRound(forced=True))
    first = scene.game.results[0]
    scene.do(c.NextRound())
    assert scene.game.results[0] == first
    assert [len(one.paid) for one in scene.game.results] == [5, 5]


def test_nuggets_of_who_has_left_are_told_with_nobody_else() -> None:
    scene = Scene(roles=FIVE, aside=("saboteur",), modules=("toll-tunnel",))
    scene.do(c.EndRound(forced=True))
    scene.do(c.SetPresence(1, Attendance.LEFT))
    assert [line.seat for line in scene.game.results[0].earned] == [0, 1, 2, 3, 4]
    scene.do(c.NextRound())
    assert [line.seat for line in scene.game.results[0].earned] == [0, 1, 2, 3]


def test_of_printed_gold_nobody_is_told_what_he_had_in_any_round() -> None:
    scene = Scene(roles=FIVE, aside=("saboteur",), by=GOLD_BY_CARDS)
    scene.do(c.EndRound(forced=True))
    played_on(scene, c.NextRound(("Zoe",)), (*FIVE, "miner"), ("saboteur",))
    for seat in range(6):
        scene.do(c.TellGold(seat, 1))
    assert [line.nuggets for line in table(scene).rounds_played] == [(None,) * 6] * 3


def test_a_new_game_knows_nothing_of_the_rounds_of_the_last() -> None:
    scene = joined()
    scene.do(c.NewGame())
    assert scene.game.results == () and table(scene).rounds_played == ()


def test_a_toll_dwarf_of_the_round_before_stays_with_who_set_it_and_goes_with_him() -> None:
    """The mine of the first round is kept as it ends, with who set which dwarf."""
    scene = Scene(roles=FIVE, aside=("saboteur",), modules=("toll-tunnel",), board="@ EW", starter=3)
    for seat, cell, side in ((3, Cell(1, 0), Side.E), (4, Cell(0, 0), Side.S)):
        scene.do(c.SetToll(cell, side), by=seat)
    scene.do(c.EndRound(forced=True))
    scene.do(c.SetPresence(0, Attendance.LEFT))
    scene.do(c.SetPresence(4, Attendance.LEFT))
    scene.do(c.NextRound(("Zoe",)))
    assert scene.game.before is not None
    assert [toll.owner for toll in scene.game.before.tolls] == [2]


# ---- what is kept ----------------------------------------------------------------------------------------------


def test_the_first_mine_is_kept_also_when_somebody_is_taken_out_and_each_move_has_its_own_name() -> None:
    rounds = kept(left(2))
    assert [one.number for one in rounds] == [1, 2, 3]
    moves = [(move.line.code, dict(move.line.facts)) for move in rounds[0].moves]
    laid = [facts["seat"] for code, facts in moves if code == "path_placed"]
    assert laid == ["player 2", 2]
    (broken,) = (facts for code, facts in moves if code == "tool_broken")
    assert (broken["seat"], broken["target"]) == ("player 2", 2)
    result = rounds[0].result
    assert result is not None and [(score.seat, score.role) for score in result.scores] == [
        (seat, "miner") for seat in range(4)
    ]


def test_the_first_mine_is_kept_with_its_result_when_somebody_came_late() -> None:
    result = kept(joined())[0].result
    assert result is not None
    assert [(score.role, score.nuggets) for score in result.scores] == list(zip(FIVE, (0, 0, 4, 0, 0), strict=True))


def test_over_many_nights_each_has_his_own_cards_and_his_own_rounds_as_a_saboteur() -> None:
    after = players_of(left(0))
    assert set(after) == {"player 1", "player 2", "player 3", "player 4"}
    assert [(after[f"player {seat}"].laid, after[f"player {seat}"].saboteur) for seat in (1, 2, 3, 4)] == [
        (0, 2),
        (1, 1),
        (1, 0),
        (0, 0),
    ]
    assert [after[f"player {seat}"].saboteur_won for seat in (1, 2)] == [2, 1]
    late = players_of(joined())
    assert [(one.laid, one.saboteur) for one in late.values()] == [(0, 2), (0, 0), (1, 1), (1, 0), (0, 0), (0, 2)]


def test_the_result_is_shown_until_somebody_has_sat_down() -> None:
    scene = begun()
    assert isinstance(scene.pending, RoundOver) and table(scene).result is not None
    scene.do(c.NextRound(("Zoe",)))
    assert table(scene).result is None and table(scene).last_result is None
