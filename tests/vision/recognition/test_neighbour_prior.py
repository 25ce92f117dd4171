"""Neighbours raise doubt about a reading, and about what is hardly a card; they never replace what was seen."""

from __future__ import annotations

import pytest

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.reading import Candidate
from vision.recognition.table_context import cells_of_none, with_neighbour_prior


def seen(text: str | None, confidence: float) -> Candidate:
    return Candidate(Face.parse(text) if text else None, confidence)


def test_a_card_that_fits_its_neighbours_gains():
    beliefs = {Cell(0, 0): (seen("NESW^", 0.99),), Cell(1, 0): (seen("EW", 0.6), seen("NS", 0.4))}
    assert with_neighbour_prior(beliefs)[Cell(1, 0)][0].confidence > 0.9


def test_a_card_that_does_not_fit_loses_but_stays_what_it_was_seen_as():
    beliefs = {Cell(0, 0): (seen("NESW^", 0.99),), Cell(1, 0): (seen("NS", 0.7), seen("EW", 0.3))}
    first, second = with_neighbour_prior(beliefs)[Cell(1, 0)]
    assert str(first.face) == "NS"
    assert first.confidence < 0.3 < second.confidence


def test_an_illegal_card_that_is_plainly_seen_stays_plain():
    beliefs = {Cell(0, 0): (seen("NESW^", 0.999),), Cell(1, 0): (seen("NS", 0.9995), seen("EW", 0.0005))}
    assert with_neighbour_prior(beliefs)[Cell(1, 0)][0].confidence > 0.9


def test_a_face_down_goal_has_no_say():
    alone = {Cell(7, 0): (seen("EW", 0.6), seen("NS", 0.4))}
    beside = {**alone, Cell(8, 0): (seen(None, 0.99), seen("NESW", 0.01))}
    shares = [with_neighbour_prior(beliefs)[Cell(7, 0)][0].confidence for beliefs in (alone, beside)]
    assert shares[0] == pytest.approx(shares[1], abs=0.02)


def test_confidence_is_shared_out_but_not_made():
    beliefs = {Cell(0, 0): (seen("NESW^", 0.9),), Cell(1, 0): (seen("EW", 0.5), seen("NS", 0.2))}
    assert sum(candidate.confidence for candidate in with_neighbour_prior(beliefs)[Cell(1, 0)]) == pytest.approx(0.7)


PLAIN, WEAK = 12.0, 3.5  # log odds of a card, from what it shows of itself
START = {Cell(0, 0): (seen("NESW^", 0.99),)}


def none_of(beliefs: dict[Cell, tuple[Candidate, ...]], *weak: Cell, shown: float = PLAIN) -> set[Cell]:
    """The cells that hold no card, where those that are `weak` hardly show themselves."""
    evidence = {cell: WEAK if cell in weak else shown for cell in beliefs}
    return cells_of_none(beliefs, evidence, {Cell(0, 0)})


def test_a_weak_card_whose_tunnel_goes_on_is_a_card():
    assert none_of({**START, Cell(1, 0): (seen("EW", 0.9),)}, Cell(1, 0)) == set()


def test_a_weak_card_that_does_not_fit_is_none():
    assert none_of({**START, Cell(1, 0): (seen("NS", 0.9),)}, Cell(1, 0)) == {Cell(1, 0)}


def test_a_weak_card_far_from_all_others_is_none():
    assert none_of({**START, Cell(4, 2): (seen("NESW", 0.9),)}, Cell(4, 2)) == {Cell(4, 2)}


def test_a_weak_card_that_lies_face_down_is_none():
    assert none_of({**START, Cell(1, 0): (seen(None, 0.9),)}, Cell(1, 0)) == {Cell(1, 0)}


def test_a_plain_card_is_one_wherever_it_lies_and_however_it_fits():
    assert none_of({**START, Cell(1, 0): (seen("NS", 0.9),), Cell(4, 2): (seen("NESW", 0.9),)}) == set()


def test_a_plain_card_that_fits_none_of_those_around_it_is_shown_all_the_same():
    around = {Cell(3, 0): (seen("N", 0.9),), Cell(4, 1): (seen("S", 0.9),), Cell(4, -1): (seen("EW", 0.9),)}
    assert none_of({**START, **around, Cell(4, 0): (seen("NESW", 0.9),)}) == set()


def test_what_is_no_card_does_not_speak_for_the_next():
    row = {Cell(x, 2): (seen("EW", 0.9),) for x in (3, 4, 5, 6)}
    assert none_of({**START, **row}, *row) == set(row)


def test_in_a_picture_in_which_no_card_is_plain_weak_ones_count():
    assert none_of({**START, Cell(4, 2): (seen("NESW", 0.9),)}, Cell(4, 2), shown=4.5) == set()


def test_start_and_goals_lie_where_they_lie_whatever_they_look_like():
    assert none_of(START, Cell(0, 0)) == set()
