"""What the other cards of a table say of a card is heard where it is in sight, and only where it was asked for."""

from dataclasses import replace

import numpy as np
import pytest

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from vision.arrays import Floats
from vision.detection.card_estimates import SIGNS, CardEstimates, Presence
from vision.detection.card_network import FACES, OUTPUTS, Temperatures, estimates_from_outputs
from vision.geometry.card_pose import CardPose
from vision.reading.card_reading import read_cells
from vision.registration.located_card import LocatedCard

CELLS = (Cell(1, 0), Cell(4, 2))
QUAD = np.array([(100, 100), (160, 100), (160, 193), (100, 193)], float)
EAST = 1


class Company:
    """Says of every card that it has a mouth to the east, and that this is joined to the western one."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def compared(self, signs: Floats) -> Floats:
        self.asked.append(len(signs))
        faces = np.full((len(signs), FACES), -7.0)
        faces[:, [EAST, 3]] = 7.0
        faces[:, 4:10] = 7.0
        return faces


def doubtful_east(chance: float = 0.3, in_sight: float = 1.0, in_picture: bool = True) -> CardEstimates:
    """A dead end from the west, or a tunnel to the east, by the reading network. in_sight, in_picture : of its east"""
    plain = estimates_from_outputs(np.zeros((1, OUTPUTS), np.float32), Temperatures())
    return replace(
        plain,
        presence=np.eye(len(Presence))[[Presence.TUNNEL]] * 0.98 + 0.004,
        mouths=np.array([[0.001, chance, 0.001, 0.999]]),
        links=np.full((1, 6), 0.999),
        door=np.array([[0.998, 0.001, 0.001]]),
        crystal=np.array([0.001]),
        ladder=np.array([0.001]),
        in_sight=np.array([[1.0, in_sight, 1.0, 1.0, 1.0]]),
        in_picture=np.array([[True, in_picture, True, True, True]]),
        signs=np.zeros((1, SIGNS)),
    )


def located(*cells: Cell) -> dict[Cell, LocatedCard]:
    tunnel = np.eye(len(Presence))[Presence.TUNNEL]
    return {cell: LocatedCard(cell, QUAD, CardPose(60.0, 0.0, 0.0), tunnel) for cell in cells}


def face_in(company: Company | None, seen: CardEstimates) -> Face | None:
    (card,) = read_cells(located(CELLS[0]), {CELLS[0]: seen}, company=company)
    return card.face


def test_what_the_others_tell_decides_where_a_card_alone_is_in_doubt():
    assert face_in(None, doubtful_east()) == Face.parse("W")
    assert face_in(Company(), doubtful_east()) == Face.parse("EW")


@pytest.mark.parametrize("hidden", [{"in_sight": 0.3}, {"in_picture": False}], ids=["hidden", "outside the picture"])
def test_of_a_side_that_is_out_of_sight_they_are_not_heard(hidden):
    assert face_in(Company(), doubtful_east(**hidden)) == Face.parse("W")


def test_a_card_whose_signs_were_not_asked_for_is_read_as_without_company_and_spoils_no_other():
    company = Company()
    unsigned = replace(doubtful_east(), signs=np.full((1, SIGNS), np.nan))
    cards = read_cells(located(*CELLS), {CELLS[0]: unsigned, CELLS[1]: doubtful_east()}, company=company)
    faces = {card.cell: card.face for card in cards}
    assert faces == {CELLS[0]: Face.parse("W"), CELLS[1]: Face.parse("EW")}
    assert set(company.asked) == {1}
