"""The moves that are listed are all that are accepted: found by trying everything, over seats, cells and payers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product

import card_words as w
import pytest
from scene import Scene, path

from companion import Position
from companion.maze.board import Kind
from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from companion.rules.decide import decide
from companion.rules.moves import moves
from companion.state import commands as c
from companion.state import pending as p
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.secret import Secret

HAND = [Face.parse(text) for text in ("EW", "NES", "NS|E")]
BOXES = [
    ("anniversary-2024", ("toll-tunnel", "wc2023", "wc2017")),
    ("s2-anniversary", ("toll-tunnel", "treasure-chests", "wc2020")),
    ("revised", ("treasure-chests", "wc2018", "wc2019", "wc2022")),
]
PEOPLE = (w.HandsOff, w.Trap, w.Free, w.Inspect, w.SwapHats, w.SwapHands, w.TakeCard, w.Veto)
BARE = (
    w.LayThief, w.SearchDiscards, w.ReverseTurns, w.Pioneer, w.FinishChore,
    c.ClosePeek, c.RoleSeen, c.StopPioneering, c.LetStand, c.NextRound, c.SeeResult,
)  # fmt: skip


def everything(game: Game, hand: list[Face]) -> Iterator[c.Command]:
    """All that a seat could say, senseless or not, in every way that means something of its own."""
    seats, payers = range(len(game.seats)), (None, *range(len(game.seats)))
    flags = (False, True)
    cells = around(game)
    goals = sorted(card.cell for card in game.round.board.of_kind(Kind.GOAL))
    yield from (kind() for kind in BARE)
    yield from (kind(seat) for kind in PEOPLE for seat in seats)
    yield from (kind(seat, tool) for kind in (w.BreakTool, w.RepairTool) for seat in seats for tool in c.Tool)
    yield from (kind(cell) for kind in (w.Rockfall, w.UseMap, c.ChooseGoal) for cell in cells)
    yield from (kind(cell, side) for kind in (w.ShiftGoal, c.SetToll) for cell in cells for side in Side)
    yield from (w.SwapGoals(two, Secret(yes)) for two in combinations(goals, 2) for yes in flags)
    yield from (w.MoveLast(*values) for values in product(cells, flags, payers))
    lies = dict.fromkeys([*hand, *(face.half_turn() for face in hand)])
    yield from (c.PlacePath(cell, face, toll_payer=payer) for cell, face, payer in product(cells, lies, payers))
    yield from (c.LayGoal(cell, turned) for cell in cells for turned in flags)
    yield from (c.Pass(cards) for cards in range(5))
    yield from (c.TradeTwo(tool=tool) for tool in c.Tool)
    yield from (c.TradeTwo(mark=mark) for mark in c.Mark)
    yield from (c.AnswerToll(pays) for pays in flags)
    yield from (c.TakeGold(card) for card in range(len(game.seats) + 2))
    yield from (c.Steal(Secret(victim)) for victim in payers)


def around(game: Game) -> list[Cell]:
    """Everything that lies there, with a margin."""
    lying = list(game.round.board.cards)
    columns = range(min(cell.x for cell in lying) - 1, max(cell.x for cell in lying) + 2)
    rows = range(min(cell.y for cell in lying) - 1, max(cell.y for cell in lying) + 2)
    return [Cell(x, y) for x in columns for y in rows]


def missed(game: Game, seat: int, hand: list[Face]) -> list[c.Command]:
    """What this seat may do and is not told of; to say once more what was said already does nothing."""
    listed = moves(game, seat, hand)
    assert all(listed.count(command) == 1 for command in listed)
    assert [command for command in listed if isinstance(decide(game, c.BySeat(seat), command), Refusal)] == []
    return [
        command
        for command in everything(game, hand)
        if not is_said_shorter(game, command) and command not in listed and does_something(game, seat, command)
    ]


def does_something(game: Game, seat: int, command: c.Command) -> bool:
    answer = decide(game, c.BySeat(seat), command)
    return not isinstance(answer, Refusal) and answer != ()


def is_said_shorter(game: Game, command: c.Command) -> bool:
    """It means what another command says: a toll is paid where none is due, or a card turned that looks the same."""
    if getattr(command, "toll_payer", None) is not None and command.cell not in game.round.tolled:
        return True
    last = game.round.board.at(game.round.last_cell) if game.round.last_cell else None
    return isinstance(command, w.MoveLast) and command.turned and (last is None or last.face.is_symmetric)


@pytest.mark.parametrize(("edition", "modules"), BOXES)
def test_every_command_that_is_accepted_is_among_the_moves(edition: str, modules: tuple[str, ...]) -> None:
    rng = random.Random(f"{edition} {modules}")
    at, met = Position.begin(edition, ["Ada", "Bo", "Cy", "Di"], modules=modules, seed="2"), set()
    for step in range(220):
        asked = type(at.game.pending)
        if asked not in met or step % 20 == 0:
            for seat in range(4) if asked not in met else at.waits_for:
                assert missed(at.game, seat, HAND) == [], (step, asked)
            met.add(asked)
        offered = at.legal(hand=rng.sample([card.face for card in at.ruleset.paths], 3)) or at.legal()
        if not offered:
            break
        at = at.play(rng.choice(offered))
    assert {p.Playing, p.AskingToll} <= met or "toll-tunnel" not in modules


def test_a_goal_that_a_chest_lets_one_move_is_listed_with_every_side() -> None:
    scene = Scene(modules=("treasure-chests",), board="@ EW", covers=("NSW", "NS", "EW", "NE"), chests=(5, 1, 2, 3))
    scene.do(path(2, 0, "NW"), by=0)
    scene.do(c.LayGoal(Cell(2, -1), turned=False))
    sides = {(move.cell.y, move.side) for move in moves(scene.game, 0)}
    assert sides == {(-2, Side.E), (-2, Side.N), (0, Side.E), (0, Side.N), (0, Side.S), (2, Side.E), (2, Side.S)}
    assert missed(scene.game, 0, HAND) == []


def test_the_card_that_was_laid_last_is_also_moved_before_a_dwarf_that_somebody_pays() -> None:
    scene = Scene(modules=("toll-tunnel", "wc2023"), board="@ EW")
    scene.do(path(0, 1, "NESW"), by=0)
    scene.do(c.SetToll(Cell(1, 0), Side.E), by=1)
    listed = [move for move in moves(scene.game, 2, []) if isinstance(move, w.MoveLast) and move.cell == Cell(2, 0)]
    assert listed and None not in {move.toll_payer for move in listed}
    assert missed(scene.game, 2, []) == []


def test_whoever_asked_for_a_toll_may_take_the_question_back() -> None:
    scene = Scene(modules=("toll-tunnel",), board="@ EW")
    scene.do(c.SetToll(Cell(1, 0), Side.E), by=0)
    scene.do(c.PlacePath(Cell(2, 0), Face.parse("EW"), toll_payer=3), by=1)
    assert moves(scene.game, 1) == (c.AnswerToll(pays=False),)
    assert moves(scene.game, 3) == (c.AnswerToll(pays=True), c.AnswerToll(pays=False))


def test_two_goals_may_be_put_back_as_they_lay_or_in_each_others_place() -> None:
    scene = Scene(modules=("wc2017",))
    listed = [move for move in moves(scene.game, 0, []) if isinstance(move, w.SwapGoals)]
    assert [move.swapped.open_for("a test looks") for move in listed] == [False, True] * 3


def test_after_a_round_a_seat_says_that_it_has_seen_it_and_only_the_table_goes_on() -> None:
    scene = Scene()
    scene.do(c.EndRound(forced=True))
    assert moves(scene.game, 0) == (c.SeeResult(),)
    assert scene.refused(c.NextRound(), by=0).code == "only_the_table"
    scene.do(c.SeeResult(), by=0)
    assert moves(scene.game, 0) == ()
    scene.do(c.NextRound())
