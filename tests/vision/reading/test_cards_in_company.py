"""What the other cards of a table say of a card is heard where it is in sight, and only where it has signs."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from told_cards import located, tunnel_east_and_west

from companion.maze.faces import Face
from companion.maze.geometry import START_CELL, Cell
from vision.arrays import Floats
from vision.detection.answer_places import FACES_AT, SIGNS
from vision.detection.card_estimates import CardEstimates, FaceOdds
from vision.detection.card_network import Company, FaceNetwork
from vision.reading.card_reading import read_cells
from vision.recognition.face_posterior import numbered

CELLS = (Cell(1, 0), Cell(4, 2))
EAST = 1
DOUBTFUL = 0.3  # probability of a mouth there, by the reading network


class EastTeller:
    """Says of every card that it has a mouth to the east, and that this is joined to the western one."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def compared(self, signs: Sequence[Floats]) -> FaceOdds:
        self.asked.append(len(signs))
        mouths, no = np.full((len(signs), 4), -7.0), np.full(len(signs), -7.0)
        mouths[:, [EAST, 3]] = 7.0
        return FaceOdds(mouths, np.full((len(signs), 6), 7.0), np.stack([-no, no, no], 1), no, no)


def in_company(*signed: Cell) -> Company:
    return Company(EastTeller(), {cell: np.zeros((1, SIGNS)) for cell in signed})


def face_in(company: Company | None, seen: CardEstimates) -> Face | None:
    (card,) = read_cells(located(CELLS[0]), {CELLS[0]: seen}, company=company)
    return card.face


def test_what_the_others_tell_decides_where_a_card_alone_is_in_doubt():
    assert face_in(None, tunnel_east_and_west(1.0, DOUBTFUL)) == Face.parse("W")
    assert face_in(in_company(*CELLS), tunnel_east_and_west(1.0, DOUBTFUL)) == Face.parse("EW")


def test_of_a_side_that_is_hidden_they_are_not_heard():
    assert face_in(in_company(*CELLS), tunnel_east_and_west(0.3, DOUBTFUL)) == Face.parse("W")


def test_of_a_side_that_is_outside_the_picture_they_are_not_heard():
    seen = tunnel_east_and_west(1.0, DOUBTFUL)
    cut = replace(seen, in_picture=np.array([[True, False, True, True, True]]))
    assert face_in(in_company(*CELLS), cut) == Face.parse("W")


def echo(looks: Floats) -> Floats:
    """Answers of a card with what its signs say: log odds of the mouths N, E, S and W; all of them are joined."""
    said = np.full((looks.shape[1], FACES_AT.answers), -7.0)
    said[:, FACES_AT.mouths], said[:, FACES_AT.links] = looks[0, :, :4], 7.0
    return said


def mouths(*odds: float) -> Floats:
    return np.pad(np.array(odds), (0, SIGNS - len(odds)))


@pytest.mark.parametrize(
    ("upright", "turned", "face"),
    [(6.0, 6.0, "EW"), (-2.0, 8.0, "EW"), (2.0, -8.0, "W")],
    ids=["agreed", "rather the other end", "rather as it lies"],
)
def test_a_card_that_is_shown_from_both_ends_is_what_both_say_in_the_mean(upright, turned, face):
    """What was east is west from the other end."""
    looks = np.stack([mouths(-7, upright, -7, 7), mouths(-7, 7, -7, turned)])
    network = FaceNetwork.load()
    network._compared = echo
    company = Company(network, {CELLS[0]: looks, CELLS[1]: looks[:1]})
    seen = dict.fromkeys(CELLS, tunnel_east_and_west(1.0, 0.5))
    first, second = read_cells(located(*CELLS), seen, company=company)
    assert first.face == Face.parse(face)
    assert second.face == Face.parse("EW" if upright > 0 else "W")


@pytest.mark.parametrize("signed", [CELLS[:1], CELLS[1:], ()], ids=["one", "the other", "none"])
def test_a_card_without_signs_is_read_as_without_company_and_spoils_no_other(signed):
    company = in_company(*signed)
    cards = read_cells(located(*CELLS), dict.fromkeys(CELLS, tunnel_east_and_west(1.0, DOUBTFUL)), company=company)
    faces = {card.cell: card.face for card in cards}
    assert faces == {cell: Face.parse("EW" if cell in signed else "W") for cell in CELLS}
    assert set(company.network.asked) == ({len(signed)} if signed else set())


@pytest.mark.parametrize(("doubt", "asked"), [(0.1, True), (0.03, False)], ids=["rather sure", "very sure"])
def test_a_card_of_which_they_say_otherwise_is_asked_about_unless_it_is_very_sure(doubt, asked):
    """The eastern side is hidden and guessed to be shut; the face network has a mouth there. It changes no card."""
    seen = tunnel_east_and_west(0.3, doubt)
    alone, disputed = (
        read_cells(located(CELLS[0]), {CELLS[0]: seen}, company=company)[0] for company in (None, in_company(*CELLS))
    )
    assert (alone.face, alone.uncertain) == (Face.parse("W"), False)
    assert (disputed.face, disputed.uncertain) == (Face.parse("W"), asked)
    assert disputed.confidence == pytest.approx(alone.confidence, abs=0.001)


@pytest.mark.parametrize(
    ("face", "granted"),
    [("EW", True), ("W", False), ("EWN", False), ("E|W", False), ("EW*", False)],
)
def test_a_face_is_granted_where_it_has_all_that_they_say_and_nothing_else(face, granted):
    assert (grant_of(in_company(CELLS[0]), CELLS[0], face) > 0.5) is granted


def grant_of(company: Company, cell: Cell, face: str) -> float:
    has = numbered({Face.parse(face): 1.0})
    return company.says(CELLS).grants(cell, has.mouths[0] == 1, has.links[0], has.crystal[0] == 1)


def test_a_card_of_which_nothing_is_said_is_granted_any_face():
    assert grant_of(in_company(CELLS[0]), CELLS[1], "NS") == 1
    assert grant_of(in_company(), CELLS[0], "NS") == 1


def test_what_the_start_card_is_its_place_tells():
    start = {START_CELL: tunnel_east_and_west(1.0, 0.5)}
    alone, beside = (
        read_cells(located(START_CELL), start, company=company)[0] for company in (None, in_company(START_CELL))
    )
    assert alone == beside
