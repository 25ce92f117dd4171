"""Neighbours raise doubt about a reading; they never replace what was seen."""

from __future__ import annotations

import pytest

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.reading import Candidate
from vision.recognition.neighbour_prior import with_neighbour_prior


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
