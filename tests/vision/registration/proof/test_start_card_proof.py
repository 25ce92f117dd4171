"""The start card is found though goals foretell its place badly, and is not taken for another card."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.maze.geometry import START_CELL
from vision.detection.card_detector import Detections
from vision.detection.card_estimates import Presence
from vision.detection.card_probe import CardProbes, ProbedCards, detection_probe
from vision.registration.proof import start_card_proof as room
from vision.registration.proof.other_cards import grid_agreement
from vision.registration.proof.start_card_proof import with_overlooked_start, with_start
from vision.registration.proof.table_proof import Evidence, TableProof, refitted
from vision.registration.registered_table import register_table
from vision.registration.table_clues import clues_in


@pytest.fixture(name="table")
def _table(film, true_sight) -> tuple[TableProof, Evidence, dict[str, Any]]:
    """A proof that has its three goals only, with all that there is to see."""
    image, truth = film(1000, False, 0, 12)
    sight = true_sight(truth)
    found = register_table(clues_in(image), *sight)
    goals = [card for card in found.cards if card.cell != START_CELL]
    evidence = Evidence(*sight)
    return refitted(found.pose, goals, evidence), evidence, truth


def start_quad(truth: dict[str, Any]) -> np.ndarray:
    return np.array(next(cell["quad_px"] for cell in truth["cells"] if cell["kind"] == "start"))


def has_it_at(proof: TableProof, quad_px: np.ndarray) -> bool:
    seen = [card.quad_px for card in proof.cards if card.cell == START_CELL]
    return bool(seen) and float(np.abs(seen[0] - quad_px).max()) < 0.2 * np.linalg.norm(quad_px[1] - quad_px[0])


def keeping(evidence: Evidence, kept: np.ndarray) -> Evidence:
    """The same where only these cards were detected; a fine probe sees them all."""
    found = Detections(evidence.detections.quads[kept], evidence.detections.presence[kept])
    return replace(evidence, detections=found, probes=CardProbes(detection_probe(found), evidence.probes.fine))


def kinds(evidence: Evidence) -> np.ndarray:
    return evidence.detections.presence.argmax(1)


def test_goals_are_given_the_start_card_that_lies_where_they_say(table):
    goals, evidence, truth = table
    proof = with_start(goals, evidence, in_grid=False)
    assert has_it_at(proof, start_quad(truth))
    assert proof.score > goals.score + 1.5
    assert proof.has_others_in_cells


@pytest.mark.parametrize(("in_grid", "is_found"), [(False, True), (True, False)])
def test_goals_may_foretell_the_start_card_a_card_off_and_the_grid_of_the_maze_may_not(table, in_grid, is_found):
    goals, evidence, truth = table
    a_card_off = replace(goals, pose=goals.pose.moved((58.0, 0.0)))
    assert has_it_at(with_start(a_card_off, evidence, in_grid), start_quad(truth)) == is_found


def with_a_false_start(evidence: Evidence, truth: dict[str, Any]) -> Evidence:
    """Half a cell off in both directions another card is detected, and seen, more surely as the start card."""
    true = start_quad(truth)
    across, down = true[1] - true[0], true[3] - true[0]
    false = true - 0.5 * across + 0.5 * down
    sure = np.full((1, len(Presence)), 0.005)
    sure[0, Presence.START] = 0.98
    quads = np.concatenate([evidence.detections.quads, false[None]])
    found = Detections(quads, np.concatenate([evidence.detections.presence, sure]))

    def fine(quads_px: np.ndarray) -> ProbedCards:
        seen = evidence.probes.fine(quads_px)
        near = np.abs(quads_px - false).max((1, 2)) < 0.3 * np.linalg.norm(across)
        quads = np.where(near[:, None, None], false, seen.quads)
        return ProbedCards(np.where(near[:, None], sure, seen.presence), quads)

    return replace(evidence, detections=found, probes=CardProbes(detection_probe(found), fine))


def test_of_two_cards_that_look_like_the_start_card_it_is_the_one_with_which_the_others_lie_in_cells(table):
    goals, evidence, truth = table
    proof = with_start(goals, with_a_false_start(evidence, truth), in_grid=False)
    assert has_it_at(proof, start_quad(truth))


def test_what_looks_like_an_overlooked_start_card_from_many_places_is_one_card_and_hides_no_other(table):
    goals, evidence, truth = table
    proof = with_overlooked_start(goals, with_a_false_start(evidence, truth))
    assert has_it_at(proof, start_quad(truth))


@pytest.mark.parametrize(("paths", "sure", "is_taken"), [(0, 0.96, True), (5, 0.96, False), (14, 0.99, False)])
def test_a_crossing_a_cell_beside_a_hidden_start_card_is_taken_for_it_by_goals_alone_and_not_where_sizes_are_heard(
    table, true_sight, paths, sure, is_taken
):
    goals, _, truth = table
    quad = start_quad(truth)
    crossing = {"kind": "start", "face_down": False, "quad_px": quad - (quad[1] - quad[0])}
    shown = [cell for cell in truth["cells"] if cell["kind"] == "goal"]
    shown += [cell for cell in truth["cells"] if cell["kind"] == "path"][:paths]
    evidence = as_plain(Evidence(*true_sight({"cells": [*shown, crossing]})), sure)
    assert with_start(goals, evidence, in_grid=False).has_start == is_taken


@pytest.mark.parametrize(("sure", "is_taken"), [(0.99, True), (0.7, False)], ids=["plain", "likely"])
def test_far_from_where_sizes_have_it_a_start_card_must_be_plain(table, monkeypatch, sure, is_taken):
    """Cards half under hands seem smaller, and have it a card off."""
    goals, evidence, truth = table
    monkeypatch.setattr(room, "pose_by_sizes", lambda proof, evidence: proof.pose.moved((70.0, 0.0)))
    proof = with_start(goals, as_plain(evidence, sure), in_grid=False)
    assert proof.has_start == is_taken
    assert has_it_at(proof, start_quad(truth)) == is_taken


def as_plain(evidence: Evidence, sure: float) -> Evidence:
    """The same, where a fine probe is so sure of what it takes for the start card."""

    def fine(quads_px: np.ndarray) -> ProbedCards:
        seen = evidence.probes.fine(quads_px)
        presence = seen.presence.copy()
        starts = presence.argmax(1) == Presence.START
        presence[starts] = 0
        presence[starts, Presence.START], presence[starts, Presence.NOTHING] = sure, 1 - sure
        return ProbedCards(presence, seen.quads)

    return replace(evidence, probes=CardProbes(evidence.probes.coarse, fine))


def test_a_start_card_in_glare_is_no_card_of_the_proof_but_tells_the_pose_with_which_the_others_lie_in_cells(table):
    """It was detected, and none is seen there by who looks closely."""
    goals, evidence, _ = table

    def blind(quads_px: np.ndarray) -> ProbedCards:
        return ProbedCards(np.tile([0.97, 0.01, 0.005, 0.01, 0.005], (len(quads_px), 1)), np.array(quads_px, float))

    glaring = replace(evidence, probes=CardProbes(evidence.probes.coarse, blind))
    a_little_off = replace(goals, pose=goals.pose.moved((29.0, 0.0)))
    proof = with_start(a_little_off, glaring, in_grid=False)
    assert not proof.has_start
    assert proof.has_others_in_cells
    assert proof.pose != a_little_off.pose


def test_a_start_card_that_nobody_detected_is_seen_by_who_looks_there_closely(table):
    goals, evidence, truth = table
    overlooked = keeping(evidence, kinds(evidence) == Presence.BACK)
    assert not with_start(goals, overlooked, in_grid=False).has_start
    assert has_it_at(with_overlooked_start(goals, overlooked), start_quad(truth))


def of_goals(table: tuple[TableProof, Evidence, dict[str, Any]], kept: list[int]) -> tuple[TableProof, Evidence]:
    """The proof from some of its goals alone, and nothing detected but backs."""
    goals, evidence, _ = table
    overlooked = keeping(evidence, kinds(evidence) == Presence.BACK)
    return refitted(goals.pose, [goals.cards[number] for number in kept], overlooked), overlooked


@pytest.mark.parametrize("kept", [[0, 1], [0, 2], [1, 2]])
def test_two_goals_that_lie_face_down_are_enough_to_look_for_it_closely(table, kept):
    assert has_it_at(with_overlooked_start(*of_goals(table, kept)), start_quad(table[2]))


def test_one_goal_is_not_enough_and_neither_are_any_that_were_turned_up(table):
    assert with_overlooked_start(*of_goals(table, [1])) is None
    proof, overlooked = of_goals(table, [0, 1, 2])
    assert with_overlooked_start(turned_up(proof, but=[1]), overlooked) is None


def turned_up(proof: TableProof, but: list[int]) -> TableProof:
    """The same, all its goals but these with their fronts up."""
    front = np.eye(len(Presence))[Presence.TUNNEL]
    cards = [card if number in but else replace(card, presence=front) for number, card in enumerate(proof.cards)]
    return replace(proof, cards=tuple(cards))


def test_late_in_a_round_one_goal_face_down_is_enough_with_a_card_in_each_goals_place_and_the_others_in_cells(table):
    goals, evidence, truth = table
    overlooked = keeping(evidence, kinds(evidence) != Presence.START)
    late = replace(turned_up(goals, but=[1]), agreement=grid_agreement(goals.pose, overlooked.detections))
    assert has_it_at(with_overlooked_start(late, overlooked), start_quad(truth))
    of_two = replace(late, cards=late.cards[:2])
    for too_little in (of_two, turned_up(late, but=[]), replace(late, agreement=0.3)):
        assert with_overlooked_start(too_little, overlooked) is None


def test_where_no_start_card_lies_none_is_seen_however_closely_one_looks(table, true_sight):
    goals, _, truth = table
    others = [cell for cell in truth["cells"] if cell["kind"] != "start"]
    assert with_overlooked_start(goals, Evidence(*true_sight(truth | {"cells": others}))) is None
