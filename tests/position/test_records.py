"""Moves and whole games as text: what is written is read again, plays the same, and tells no more than may be known."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from played_with import configured

from companion import Cell, Face, Position
from companion.cards.break_tool import BreakTool
from companion.cards.map import UseMap
from companion.editions.cards import Tool
from companion.editions.compose import compose
from companion.editions.ruleset import Ruleset
from companion.rules.audit import audit
from companion.state import commands as c
from companion.state import events as e
from companion.state import pending as p
from companion.state.secret import Secret

NAMES = ["Ada", "Ann Lee", "Ann", 'C, "y"', "table", "Ü*", "Di", "Ed"]  # also such as a line could be mistaken in


def begun(seed: int) -> Position:
    """Any box, modules and house rules; hands are dealt, or in every third game all cards are printed ones."""
    rng = random.Random(f"record {seed}")
    chosen = configured(rng)
    rules = compose(chosen.edition, chosen.modules, chosen.options)
    assert isinstance(rules, Ruleset)
    names = NAMES[: rng.randint(rules.least, min(rules.most, 8))]
    if seed % 3:
        return Position.deal(
            chosen.edition, names, modules=chosen.modules, options=dict(chosen.options), seed=str(seed)
        )
    return Position.begin(chosen.edition, names, modules=chosen.modules, options=dict(chosen.options), printed=True)


def played(seed: int, most: int) -> Position:
    rng, at = random.Random(seed), begun(seed)
    for _ in range(most):
        offered = at.legal()
        if not offered:
            break
        at = at.play(rng.choice(offered))
    return at


@pytest.mark.parametrize("seed", range(9))
def test_every_move_has_a_line_that_is_read_as_the_same_move(seed: int) -> None:
    rng, at = random.Random(seed), begun(seed)
    for _ in range(120):
        offered = at.legal()
        if not offered:
            break
        for move in rng.sample(offered, min(9, len(offered))):
            assert at.parse_move(at.notation(move)) == move
        at = at.play(at.notation(rng.choice(offered)))


@pytest.mark.parametrize("seed", range(9))
def test_a_position_is_typed_without_loss_whatever_the_game_waits_for(seed: int) -> None:
    rng, at, met = random.Random(seed), begun(seed), set[type]()
    for step in range(160):
        offered = at.legal()
        if not offered:
            break
        if type(at.game.pending) not in met or step % 8 == 0:
            met.add(type(at.game.pending))
            typed = Position.parse(str(at))
            assert str(typed) == str(at) and (typed.is_over or typed.legal())
        at = at.play(rng.choice(offered))


@pytest.mark.parametrize("seed", range(9))
def test_a_whole_game_is_read_back_as_it_was_played(seed: int) -> None:
    at = played(seed, 2000)
    assert at.is_over and audit(at.game) == ()
    again = Position.from_record(at.record())
    assert (again, again.result, again.moves) == (at, at.result, at.moves)
    assert again.record() == at.record()


@pytest.mark.parametrize("seed", [1, 2, 4, 5, 7, 8])
def test_a_running_game_is_told_as_everybody_saw_it_and_can_be_played_again(seed: int) -> None:
    """As a table with printed cards would tell it: what was turned up is told, what was dealt is not."""
    at = played(seed, 90)
    told = at.record()
    assert at.is_over or ("seed" not in told.split() and "cards     printed" in told)
    assert not [line for line in told.splitlines() if line.startswith("# ") and not line.startswith("# round")]
    assert str(Position.from_record(told).board) == str(at.board)


def test_what_is_kept_is_there_again_with_every_hand(tmp_path: Path) -> None:
    at = played(4, 40)
    at.save(tmp_path / "night.txt")
    assert Position.load(tmp_path / "night.txt") == at
    assert Position.load(tmp_path / "night.txt").hand(0) == at.hand(0)


def test_lines_are_as_people_would_write_them() -> None:
    at = Position.begin("amigo-2004", "Ada, Bo, Cy")
    assert at.notation(c.PlacePath(Cell(1, 0), Face.parse("EW"))) == "Ada EW 1,0"
    assert at.notation(c.PlacePath(Cell(1, 0), Face.parse("SW"))) == "Ada NE' 1,0"
    assert at.notation(BreakTool(0, Tool.LAMP), 1) == "Bo x lamp Ada"
    assert at.notation(UseMap(Cell(8, -2)), 2) == "Cy map top"
    assert at.parse_move("NE' 1,0") == at.parse_move("Ada SW 1,0") == c.PlacePath(Cell(1, 0), Face.parse("SW"))
    assert at.play("EW 1,0").play("x cart Ada").turn == 2


@pytest.mark.parametrize(("line", "why"), [
    ("Zoe EW 1,0", "'Zoe' is neither"), ("Ada flies", "'flies' is neither a path card nor a move"),
    ("Ada x lamp", "nobody is called ''"),
    ("Ada EW one", "'one' is no cell"), ("Ada EW 1,0 now", "'now' is left over"),
    ("Ada x spoon Bo", "'spoon' is no tool"),
])  # fmt: skip
def test_a_line_that_makes_no_sense_says_why(line: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Position.begin().parse_move(line)


@pytest.mark.parametrize(("text", "why"), [
    ("", "a record begins"), ("saboteur 2", "reads records 'saboteur 1'"),
    ("saboteur 1\nplayers A, B", "unknown_edition"),
    ("saboteur 1\nweather fine", "nothing is known of 'weather'"),
    ("saboteur 1\nedition revised\nplayers Ada, Bo, Cy\n\nAda EW 5,0", "line 5, 'Ada EW 5,0': not allowed"),
    ("saboteur 1\nedition revised\nplayers Ada, Bo, Cy\nresult Ada 3*\n\nAda EW 1,0", "the moves lead to no end"),
])  # fmt: skip
def test_a_record_that_makes_no_sense_says_where(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Position.from_record(text)


def test_what_only_its_player_knows_stands_as_a_question_mark_for_others() -> None:
    at = Position.begin("anniversary-2024", modules=["wc2017"])
    swap = next(move for move in at.legal() if type(move).__name__ == "SwapGoals")
    assert at.notation(swap).split()[-1] in ("yes", "no")
    assert at.notation(swap, viewer=1).endswith("?")
    assert at.notation(c.Steal(Secret(1)), 0) == "Ada steals Bo"
    assert at.notation(c.Steal(Secret(1)), 0, viewer=2) == "Ada steals ?"


def test_two_worlds_that_differ_in_what_nobody_may_know_have_one_text_and_one_record() -> None:
    """Roles, goals and hands are dealt otherwise; the same moves are made, and nothing was turned up."""
    names = ["Ada", "Bo", "Cy", "Di"]
    worlds = [Position.begin("anniversary-2024", names, seed=str(seed)) for seed in range(6)]
    lines = ["EW 1,0", "x lamp Ada", "map top", "seen", "NESW 2,0", "+ lamp Ada", "pass"]
    for line in lines:
        worlds = [at.play(line) for at in worlds]
    assert len({at.view(0).role for at in worlds}) > 1
    assert len({at.record() for at in worlds}) == len({str(at) for at in worlds}) == 1
    knows = {(at.view(0).role, at.record(0), at.text(0)) for at in worlds}
    assert len(knows) == len({role for role, _, _ in knows})


def test_the_seed_of_a_running_game_is_in_no_text_of_it() -> None:
    at = Position.deal(seed="a secret seed")
    assert "a secret seed" not in at.record() + at.record(0) + str(at)


def test_a_question_that_waits_is_written_with_the_card_that_waits() -> None:
    at = Position.begin("revised", "Ada, Bo, Cy", modules="wc2019").play("x lamp Bo")
    assert isinstance(at.game.pending, p.Vetoing)
    assert "waits     Vetoing seat=Ada waiting=Bo;Cy by_table=no held=Ada x lamp Bo" in str(at)
    again = Position.parse(str(at))
    assert str(again) == str(at) and again.play("Bo veto").turn == at.play("Bo veto").turn


@pytest.mark.parametrize("seed", [1, 3, 6])
def test_a_typed_position_keeps_how_each_round_ended_and_who_won(seed: int) -> None:
    rng, at = random.Random(seed), begun(seed)
    while not at.is_over:
        at = at.play(rng.choice(at.legal()))
        if any(isinstance(event, e.RoundScored) for event in at.events):
            read = Position.parse(str(at))
            told = [
                (one.number, one.winners, one.reason, one.finisher, one.winning, one.roles) for one in at.game.results
            ]
            again = read.game.results
            assert told == [
                (one.number, one.winners, one.reason, one.finisher, one.winning, one.roles) for one in again
            ]
            assert [one.earned for one in again] == [one.earned for one in at.game.results]
    read = Position.parse(str(at))
    assert (str(read), read.is_over, read.result, read.legal()) == (str(at), True, at.result, ())


def test_a_name_is_itself_in_a_list_whatever_stands_in_it() -> None:
    """`Bo;Cy` was taken for two players, of whom one plays."""
    start = Position.begin("revised", ["Ada", "Bo;Cy", 'D "x" y=z'], modules="wc2019")
    at = start.play("x lamp Bo;Cy")
    assert isinstance(at.game.pending, p.Vetoing)
    again = Position.parse(str(at))
    assert again.game.pending == at.game.pending and str(again) == str(at)


def test_which_gold_card_somebody_took_is_told_to_nobody_else() -> None:
    """Its place among those that were left could be read by all."""
    at = Position.begin("amigo-2004", "Ada, Bo, Cy")
    assert at.notation(c.TakeGold(2), 0) == "Ada takes 2"
    assert at.notation(c.TakeGold(2), 0, viewer=1) == "Ada takes ?"
    assert at.notation(c.TellGold(0, 5), viewer=1) == "table owns Ada ?"
    with pytest.raises(ValueError, match="only its player knows"):
        at.parse_move("Ada takes ?")
