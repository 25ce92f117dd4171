"""The rules as others use them: the examples in the documentation run, and every move that is offered may be played."""

from __future__ import annotations

import doctest
import random

import pytest

import companion
from companion import Cell, Face, Position, Refusal, moves
from companion.cards.rockfall import Rockfall
from companion.editions import EDITIONS
from companion.rules.audit import audit
from companion.rules.evolve_round import playing
from companion.state import commands as c
from companion.state import pending as p

BOXES = [(box.key, ()) for box in EDITIONS]
MORE = [("s2-anniversary", ("toll-tunnel", "treasure-chests")), ("anniversary-2024", ("wc2016", "wc2019"))]


def test_the_examples_of_the_documentation_run() -> None:
    failed, tried = doctest.testmod(companion)
    assert (failed, tried > 8) == (0, True)


def test_all_that_is_given_is_there_and_nothing_else() -> None:
    assert {name for name in companion.__all__ if getattr(companion, name) is not None} == set(companion.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = companion.nothing


@pytest.mark.parametrize(("edition", "modules"), [*BOXES, *MORE])
def test_whoever_plays_only_what_is_offered_comes_to_the_end(edition: str, modules: tuple[str, ...]) -> None:
    rng = random.Random(f"{edition} {modules}")
    at = Position.begin(edition, ["Ada", "Bo", "Cy", "Di", "Ed"], modules=modules, seed="3")
    for _ in range(900):
        offered = at.legal()
        if not offered:
            break
        choice = rng.choice(offered)
        assert at.why_not(choice) is None
        at = at.play(choice)
        assert audit(at.game) == ()
    assert isinstance(at.game.pending, p.GameOver), at.game.pending


@pytest.mark.parametrize(("edition", "modules"), [*BOXES, *MORE])
def test_a_typed_position_is_the_one_that_was_drawn(edition: str, modules: tuple[str, ...]) -> None:
    rng = random.Random(5)
    at = Position.begin(edition, ["Ada", "Bo Li", "Cy", "Di", "Ed"], modules=modules, printed=True)
    for _ in range(12):
        playable = [move for move in at.legal() if not isinstance(move, c.Pass)]
        if not isinstance(at.game.pending, p.Playing) or not playable:
            break
        at = at.play(rng.choice(playable))
        if isinstance(at.game.pending, p.Playing):
            assert str(Position.parse(str(at))) == str(at)


def test_whose_name_begins_like_anothers_is_himself_where_a_position_is_typed() -> None:
    typed = "players   Ann*, Ann Lee, Cy\nbroken    Ann lamp, Ann Lee cart\n\n@"
    assert [len(tools) for tools in playing(Position.parse(typed).game).broken] == [1, 1, 0]
    assert str(Position.parse(typed)) == str(Position.parse(str(Position.parse(typed))))


def test_of_whom_nothing_is_broken_is_himself_too_where_his_name_begins_like_anothers() -> None:
    """Ann's tools were said to be 'Lee'."""
    typed = Position.parse("players   Ann*, Ann Lee, Cy\nbroken    Ann Lee, Ann lamp\n\n@")
    assert [len(tools) for tools in playing(typed.game).broken] == [1, 0, 0]


def test_a_move_can_be_played_as_it_is_offered_also_when_the_card_lies_turned() -> None:
    for face in ("NE", "W", "NEW"):
        offered = [move for move in Position.begin().legal(hand=[face]) if isinstance(move, c.PlacePath)]
        assert offered
        for move in offered:
            board = Position.begin().play(move).board
            card = board.at(move.cell)
            assert card is not None and card.face == move.face and str(card.face) in str(board)


@pytest.mark.parametrize(("text", "why"), [
    ("players  Ada, Bo, Cy\nbroken  Zoe lamp\n\n@", "nobody is called 'Zoe'"),
    ("hands  1 2\n\n@", "3 players hold 2 hands"), ("weather  fine\n\n@", "nothing is known of 'weather'"),
    ("edition  none\n\n@", "unknown_edition none"), ("\n\n@ XY", "X"),
    ("pile 3\n\n@ ? .", "the goals of this box lie at"), ("hands\n\n@", "nothing is said of 'hands'"),
    ("hands -1 2 3\n\n@", "'-1' is no number of cards"),
    ("modules toll-tunnel\ntoll Ada 0,0 X\n\n@", "'X' is no side of a card; N, E, S, W are"),
])  # fmt: skip
def test_a_text_that_makes_no_sense_says_why(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Position.parse(text)


def test_what_may_not_be_done_is_a_value_to_who_asks_and_an_error_to_who_does_it() -> None:
    start = Position.begin()
    refusal = start.why_not(c.PlacePath(companion.Cell(4, 0), companion.Face.parse("EW")))
    assert isinstance(refusal, Refusal) and "not_connected" in refusal.reasons
    with pytest.raises(ValueError, match="not_connected"):
        start.lay(4, 0, "EW")
    with pytest.raises(ValueError, match="nothing was played"):
        start.back()
    assert moves(start.game, 1) == ()  # it is Ada's turn


def test_who_holds_no_card_passes_and_does_nothing_else() -> None:
    """Thirteen moves were offered, and a pass was refused."""
    typed = Position.parse("edition revised\nplayers Ada*, Bo, Cy\nhands 0 6 6\n\n@")
    assert typed.legal() == (c.Pass(0),)
    passed = typed.play(c.Pass(0))
    assert (playing(passed.game).turn, playing(passed.game).pile) == (1, playing(typed.game).pile)
    for move in (c.PlacePath(Cell(1, 0), Face.parse("EW")), c.Pass(1), Rockfall(Cell(1, 0))):
        assert isinstance(typed.why_not(move), Refusal)
    nobody = Position.parse("edition revised\nplayers Ada*, Bo, Cy\nhands 0 0 0\n\n@")
    assert isinstance(nobody.play(c.Pass(0)).game.pending, p.RoundOver)
