"""A card in its cell is probed from coarse to fine, and many of them tell the table's pose."""

from __future__ import annotations

import numpy as np

from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from vision.detection.card_estimates import Presence
from vision.detection.card_probe import CardProbes, ProbedCards
from vision.geometry.card_pose import CardPose, card_pose_of
from vision.geometry.table_pose import TablePose
from vision.registration.located_card import LocatedCard, probed_coarse_to_fine, refined_pose, reposed, with_cell_prior
from vision.registration.registered_table import register_table
from vision.registration.table_clues import clues_in

POSE = TablePose((0.62, 0.03, 0.05), (-210.0, -20.0, 1250.0), 900.0, 0.0, (1280, 720))


def test_one_crooked_card_hardly_moves_a_refined_pose(film, true_sight):
    image, truth = film(1000, True, 0, 12)
    table = register_table(clues_in(image), *true_sight(truth, 0.0))
    refined = refined_pose(table.pose, table.cards)
    assert np.abs(refined.project(np.zeros(2)) - table.pose.project(np.zeros(2))).max() < 3


def sees(presence: Presence, shift_px: float = 0.0):
    """A probe that is sure of one thing everywhere, and has it lie a little beside."""

    def probe(quads_px):
        return ProbedCards(np.tile(np.eye(len(Presence))[presence], (len(quads_px), 1)), quads_px + shift_px)

    return probe


def test_only_what_was_detected_is_probed_finely():
    expected = [LocatedCard.expected(Cell(1, 0), CardPose(58, 0, 0.0))]
    (card,) = probed_coarse_to_fine(CardProbes(sees(Presence.TUNNEL), sees(Presence.TUNNEL)), POSE, expected)
    assert card.detected > 0.9
    assert card.sure > 0.9
    nothing = CardProbes(sees(Presence.NOTHING), sees(Presence.TUNNEL))
    assert probed_coarse_to_fine(nothing, POSE, expected) == []


def test_a_card_that_lies_beside_its_cell_is_followed_there():
    expected = [LocatedCard.expected(Cell(1, 0), CardPose(58, 0, 0.0))]
    (card,) = probed_coarse_to_fine(CardProbes(sees(Presence.TUNNEL), sees(Presence.TUNNEL, 2.0)), POSE, expected)
    assert np.allclose(card.quad_px, POSE.quad(Cell(1, 0)) + 4.0, atol=0.5)  # two fine probes, 2 px each


def test_of_two_close_looks_the_surer_counts():
    """The corners that a look finds may be worse than those it began with, as on a busy cloth."""
    chances = iter((0.99, 0.4))

    def wandering(quads_px):
        chance = next(chances)
        return ProbedCards(np.array([[1 - chance, chance, 0.0, 0.0, 0.0]]), quads_px + 3.0)

    expected = [LocatedCard.expected(Cell(1, 0), CardPose(58, 0, 0.0))]
    (card,) = probed_coarse_to_fine(CardProbes(sees(Presence.TUNNEL), wandering), POSE, expected)
    assert card.sure > 0.95
    assert np.allclose(card.quad_px, POSE.quad(Cell(1, 0)) + 3.0, atol=0.5)


def test_a_card_under_another_pose_keeps_its_pixels():
    quad = POSE.quad(Cell(1, 0))
    found = {Cell(1, 0): LocatedCard(Cell(1, 0), quad, card_pose_of(POSE, quad), np.eye(len(Presence))[1])}
    moved = reposed(POSE.moved((10.0, 0.0)), found)[Cell(1, 0)]
    assert np.array_equal(moved.quad_px, quad)
    assert np.allclose([moved.pose.x_mm, moved.pose.y_mm], [48, 0], atol=0.05)


CELLS = (START_CELL, GOAL_CELLS[0], Cell(3, 1))


def likeliest(presence: dict[Presence, float], goals=GOAL_CELLS) -> list[Presence]:
    row = np.full(len(Presence), 0.01)
    row[list(presence)] = list(presence.values())
    weighed = with_cell_prior(np.tile(row / row.sum(), (len(CELLS), 1)), CELLS, goals)
    assert np.allclose(weighed.sum(1), 1.0)
    return [Presence(int(kind)) for kind in weighed.argmax(1)]


def test_a_vague_card_is_what_its_cell_expects():
    vague = {Presence.TUNNEL: 0.4, Presence.START: 0.2, Presence.BACK: 0.3}
    assert likeliest(vague) == [Presence.START, Presence.BACK, Presence.TUNNEL]


def test_what_is_plainly_seen_overcomes_what_the_cell_expects():
    assert likeliest({Presence.TUNNEL: 0.98}) == [Presence.TUNNEL] * 3


def test_goals_are_expected_where_the_game_in_play_has_them():
    vague = {Presence.TUNNEL: 0.4, Presence.BACK: 0.3}
    assert likeliest(vague, goals=(Cell(3, 1),))[1:] == [Presence.TUNNEL, Presence.BACK]
