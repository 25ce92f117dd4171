"""Every card of the maze is found in its own place, and nothing that only lies about."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.maze.geometry import Cell
from vision.detection.card_detector import Detections
from vision.detection.card_estimates import Presence
from vision.detection.card_probe import (
    CardProbe,
    CardProbes,
    ProbedCards,
    colour_blind,
    colour_probe,
    detection_probe,
)
from vision.detection.pyramid import Pyramid
from vision.geometry.card_pose import CardPose
from vision.registration.maze_growth import everywhere, expected_poses, grow_maze, nowhere
from vision.registration.registered_table import register_table
from vision.registration.table_clues import clues_in

SOMEWHERE = Cell(99, 99)  # a card that lies in no cell


def cells_of(truth: dict, least: float = 0.5) -> set[tuple[int, int]]:
    return {(cell["x"], cell["y"]) for cell in truth["cells"] if cell["visible_fraction"] >= least}


@pytest.mark.parametrize("neat", ["tidy", "casual", "sloppy"])
@pytest.mark.parametrize(("side", "tilt", "cards"), [(0, 15, 12), (140, 35, 20), (-90, 25, 28)])
def test_the_maze_is_found_card_by_card(film, true_sight, neat, side, tilt, cards):
    image, truth = film(side + 400 + cards, side == 0, side, tilt, neat, cards)
    sight = true_sight(truth)
    table = register_table(clues_in(image), *sight)
    found = grow_maze(sight.probes, table.pose, table.cards)
    assert set(found) == cells_of(truth)
    for cell in truth["cells"]:
        card, quad = found[Cell(cell["x"], cell["y"])], np.array(cell["quad_px"])
        assert np.abs(card.quad_px - quad).max() < 0.12 * np.linalg.norm(quad[1] - quad[0])


def test_a_card_beside_the_maze_is_not_in_it(film, true_sight):
    image, truth = film(412, True, 0, 15, "tidy", 12)
    sight = true_sight(truth)
    table = register_table(clues_in(image), *sight)
    loose = table.pose.project(loose_corners_mm(4.5, -1.4, 0.5))
    found = grow_maze(true_sight(with_one_more(truth, loose)).probes, table.pose, table.cards)
    assert set(found) == cells_of(truth)


def lonely_in(truth):
    """A cell of the play area beside which no card lies."""
    maze = cells_of(truth)
    return next(
        Cell(x, y)
        for x in range(3, 7)
        for y in (-1, 0, 1)
        if not {(x, y), (x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & maze
    )


def test_an_island_left_by_a_rockfall_is_found(film, true_sight):
    image, truth = film(412, True, 0, 15, "tidy", 12)
    table = register_table(clues_in(image), *true_sight(truth))
    lonely = lonely_in(truth)
    island = table.pose.quad(lonely)
    found = grow_maze(true_sight(with_one_more(truth, island)).probes, table.pose, table.cards)
    assert lonely in found


@pytest.mark.parametrize(
    ("twist_rad", "afar", "close_by", "taken"),
    [(0.15, 0.96, 0.98, True), (0.15, 0.7, 0.98, False), (0.15, 0.96, 0.95, False), (0.25, 0.96, 0.98, False)],
)
def test_an_island_beyond_doubt_may_be_twisted_as_carelessly_laid_cards_are(
    film, true_sight, twist_rad, afar, close_by, taken
):
    image, truth = film(412, True, 0, 15, "tidy", 12)
    table = register_table(clues_in(image), *true_sight(truth))
    lonely = lonely_in(truth)
    twisted = with_one_more(truth, table.pose.project(loose_corners_mm(lonely.x, lonely.y, twist_rad)))
    probes, card = true_sight(twisted).probes, twisted["cells"][-1]
    seen = CardProbes(doubting(probes.coarse, card, afar), doubting(probes.fine, card, close_by))
    assert (lonely in grow_maze(seen, table.pose, table.cards)) == taken


@pytest.mark.parametrize(("row", "is_card"), [(None, True), (3, False)], ids=["a chest", "a pile beside the maze"])
def test_face_down_an_island_lies_in_the_play_area_or_is_a_pile_however_far_the_maze_has_grown(
    film, true_sight, row, is_card
):
    image, truth = film(412, True, 0, 15, "tidy", 12)
    table = register_table(clues_in(image), *true_sight(truth))
    inside = lonely_in(truth)
    lonely = Cell(inside.x, row or inside.y)
    south = [Cell(0, y) for y in range(1, 4) if (0, y) not in cells_of(truth)]
    for cell in south:
        truth = with_one_more(truth, table.pose.quad(cell), at=cell)
    probes = true_sight(with_one_more(truth, table.pose.quad(lonely), face_down=True)).probes
    found = grow_maze(probes, table.pose, table.cards)
    assert set(south) <= set(found)
    assert (lonely in found) == is_card


def test_a_hidden_goal_is_not_made_up(film, true_sight):
    image, truth = film(412, True, 0, 15, "tidy", 12)
    hidden = {**truth, "cells": [cell for cell in truth["cells"] if (cell["x"], cell["y"]) != (8, 0)]}
    sight = true_sight(hidden)
    table = register_table(clues_in(image), *sight)
    found = grow_maze(sight.probes, table.pose, table.cards)
    assert Cell(8, 0) not in found
    assert Cell(8, -2) in found


@pytest.mark.parametrize(("off_mm", "taken"), [(26.0, True), (32.0, False), (50.0, False)])
def test_a_goal_that_plainly_shows_itself_may_lie_farther_off_than_a_card(film, true_sight, off_mm, taken):
    """The pose from a start card and one goal foretells the other goals badly."""
    image, truth = film(412, True, 0, 15, "tidy", 12)
    pose = register_table(clues_in(image), *true_sight(truth)).pose
    strayed = pose.project(CardPose(8 * 58, 2 * 89 + off_mm, 0.0).corners_mm()).tolist()
    cells = [cell | {"quad_px": strayed} if (cell["x"], cell["y"]) == (8, 2) else cell for cell in truth["cells"]]
    found = grow_maze(true_sight({**truth, "cells": cells}).probes, pose)
    assert (Cell(8, 2) in found) == taken


@pytest.mark.parametrize(("afar", "close_by", "taken"), [(0.9, 0.6, True), (0.4, 0.95, True), (0.4, 0.75, False)])
def test_a_card_is_one_that_both_probes_take_for_one(film, true_sight, afar, close_by, taken):
    image, truth = film(412, True, 0, 15, "tidy", 12)
    sight = true_sight(truth)
    table = register_table(clues_in(image), *sight)
    doubted = max((cell for cell in truth["cells"] if cell["x"] < 7), key=lambda cell: cell["x"])
    probes = CardProbes(doubting(sight.probes.coarse, doubted, afar), doubting(sight.probes.fine, doubted, close_by))
    found = grow_maze(probes, table.pose, table.cards)
    assert (Cell(doubted["x"], doubted["y"]) in found) == taken


@pytest.mark.parametrize("face_down", [False, True])
def test_beyond_the_play_area_an_island_is_found_where_it_lies_face_up_and_a_pile_is_none(film, true_sight, face_down):
    image, truth = film(412, True, 0, 15, "tidy", 12)
    table = register_table(clues_in(image), *true_sight(truth))
    row = min(y for _, y in cells_of(truth))
    beyond = next(Cell(x, row - 1) for x in range(1, 7) if (x, row) not in cells_of(truth))
    probes = true_sight(with_one_more(truth, table.pose.quad(beyond), face_down)).probes
    assert (beyond in grow_maze(probes, table.pose, table.cards)) == (not face_down)


def doubting(probe: CardProbe, cell: dict, sure: float) -> CardProbe:
    """The same probe, but only so sure that a tunnel card lies there."""
    quad = np.array(cell["quad_px"])

    def doubted(quads_px: np.ndarray, *mirrored: bool) -> ProbedCards:
        answers = probe(quads_px, *mirrored)
        presence = answers.presence.copy()
        there = np.linalg.norm(np.asarray(quads_px).mean(1) - quad.mean(0), axis=1) < np.ptp(quad[:, 0]) / 2
        presence[there] = 0
        presence[there, Presence.TUNNEL], presence[there, Presence.NOTHING] = sure, 1 - sure
        return replace(answers, presence=presence)

    return doubted


def test_a_drifting_row_foretells_the_next_card(film, true_sight):
    image, truth = film(412, True, 0, 15, "tidy", 12)
    table = register_table(clues_in(image), *true_sight(truth))
    start = table.cards[-1]
    start = replace(start, cell=Cell(0, 0))
    drifted = {start.cell: replace(start, pose=replace(start.pose, x_mm=12.0, y_mm=-9.0, twist_rad=0.06))}
    (card,) = expected_poses([Cell(1, 0)], drifted)
    assert 58 + 8 < card.x_mm < 58 + 12
    assert -9 < card.y_mm < -6
    assert 0.0 < card.twist_rad < 0.06


def loose_corners_mm(x: float, y: float, twist_rad: float) -> np.ndarray:
    """(4, 2) mm of a card whose middle lies x, y cells from the start card."""
    return CardPose(x * 58, y * 89, twist_rad).corners_mm()


def with_one_more(truth, quad, face_down=False, at=SOMEWHERE):
    """The truth of a table on which a tunnel card lies there, too."""
    cell = {
        "x": at.x,
        "y": at.y,
        "kind": "path",
        "face_down": face_down,
        "quad_px": quad.tolist(),
        "visible_fraction": 1.0,
    }
    return {**truth, "cells": [*truth["cells"], cell]}


def test_a_marker_beside_the_maze_is_no_card(film, true_sight):
    image, truth = film(412, True, 0, 15, "tidy", 12)
    table = register_table(clues_in(image), *true_sight(truth))
    x, y = table.pose.markers_mm[0]
    on_marker = table.pose.project(loose_corners_mm(-2.0, -3.0, 0.0))
    assert abs(x + 2 * 58) < 28
    assert abs(y + 3 * 89) < 43
    start = {**truth, "cells": [cell for cell in truth["cells"] if cell["x"] in (-1, 0, 8)]}
    beside = table.pose.project(loose_corners_mm(-1.0, -3.0, 0.0))
    probes = true_sight(with_one_more(with_one_more(start, beside), on_marker)).probes
    assert Cell(-2, -3) not in grow_maze(probes, table.pose, table.cards)


@pytest.mark.parametrize("overlooked", [Cell(1, 2), Cell(0, -3), Cell(1, -1)])
def test_a_card_that_was_not_detected_is_seen_and_so_are_those_beyond_it(film, true_sight, overlooked):
    image, truth = film(655, True, -45, 30, "tidy", 18)
    whole = true_sight(truth)
    table = register_table(clues_in(image), *whole)
    kept = [number for number, cell in enumerate(truth["cells"]) if (cell["x"], cell["y"]) != overlooked]
    detections = Detections(whole.detections.quads[kept], whole.detections.presence[kept])
    found = grow_maze(CardProbes(detection_probe(detections), whole.probes.fine), table.pose, table.cards)
    assert set(found) == cells_of(truth)


def test_of_two_cards_in_a_row_that_nobody_detected_both_are_found(film, true_sight):
    """The farther one lies beside nothing that was detected."""
    image, truth = film(412, True, 0, 15, "tidy", 12)
    table = register_table(clues_in(image), *true_sight(truth))
    x, row = min((x, y) for x, y in cells_of(truth) if x < 7)
    rows = [Cell(x - 1, row), Cell(x - 2, row)]
    for cell in rows:
        truth = with_one_more(truth, table.pose.quad(cell), at=cell)
    probes = undetected(truth, true_sight(truth), *rows)
    assert set(rows) <= set(grow_maze(probes, table.pose, table.cards))


def undetected(truth, sight, *overlooked, fine=None, colours=colour_blind):
    """The probes of a table on which nobody detected the cards of these cells."""
    kept = [number for number, cell in enumerate(truth["cells"]) if (cell["x"], cell["y"]) not in overlooked]
    detections = Detections(sight.detections.quads[kept], sight.detections.presence[kept])
    return CardProbes(detection_probe(detections), fine or sight.probes.fine, colours)


def truth_in(truth, cell):
    return next(one for one in truth["cells"] if (one["x"], one["y"]) == cell)


@pytest.mark.parametrize(("coloured", "sure", "taken"), [(True, 0.7, True), (False, 0.7, False), (True, 0.02, False)])
def test_a_card_that_hardly_shows_itself_is_seen_by_its_colours(film, true_sight, coloured, sure, taken):
    """At the maze's rim and detected by nobody; the others are found as ever."""
    image, truth = film(655, True, -45, 30, "tidy", 18)
    whole, faint = true_sight(truth), Cell(0, -3)
    table = register_table(clues_in(image), *whole)
    fine = doubting(whole.probes.fine, truth_in(truth, faint), sure)
    probes = undetected(
        truth, whole, faint, fine=fine, colours=colour_probe(Pyramid(image)) if coloured else colour_blind
    )
    found = grow_maze(probes, table.pose, table.cards)
    assert (faint in found) == taken
    assert set(found) >= cells_of(truth) - {faint}
    if taken:  # its colours are told once, by its likeness
        assert found[faint].detected == pytest.approx(sure, abs=0.01)
        assert found[faint].likeness > 1


def test_where_nobody_is_to_look_nothing_is_found_by_its_colours(film, true_sight):
    image, truth = film(655, True, -45, 30, "tidy", 18)
    whole, faint = true_sight(truth), Cell(0, -3)
    table = register_table(clues_in(image), *whole)
    probes = undetected(truth, whole, faint, colours=colour_probe(Pyramid(image)))
    assert faint in grow_maze(probes, table.pose, table.cards, everywhere, nowhere)
    blind = replace(probes, colours=colour_blind)
    assert faint not in grow_maze(blind, table.pose, table.cards, everywhere, nowhere)
    assert set(grow_maze(probes, table.pose, table.cards, nowhere, nowhere)) == {card.cell for card in table.cards}


@pytest.mark.parametrize("held", [Cell(0, 0), Cell(8, 0)])
def test_a_goal_or_a_start_card_as_green_as_the_cloth_is_found_all_the_same(film, true_sight, held):
    image, truth = film(655, True, -45, 30, "tidy", 18)
    whole = true_sight(truth)
    table = register_table(clues_in(image), *whole)
    seen = colour_probe(Pyramid(image))
    green, there = seen(table.pose.quad(Cell(-2, 4))[None]), np.array(truth_in(truth, held)["quad_px"])

    def all_green(quads_px):
        near = np.linalg.norm(quads_px.mean(1) - there.mean(0), axis=1) < np.ptp(there[:, 0]) / 2
        return np.where(near[:, None], green, seen(quads_px))

    known = [card for card in table.cards if card.cell != held]
    assert held in grow_maze(undetected(truth, whole, held, colours=all_green), table.pose, known)
