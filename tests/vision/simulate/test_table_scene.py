"""The simulated table and camera: what is filmed is what the truth says."""

from collections import Counter
from math import radians

import cv2
import numpy as np
import pytest

from companion.editions.boxes import BASE_PATHS, SECOND_PATHS
from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from companion.sight.reading import CardKind
from vision.simulate.art.style import house_style
from vision.simulate.scene.painter import SPRITES, Painter
from vision.simulate.scene.random_boards import BASE, SECOND, random_board, reveal
from vision.simulate.scene.table_scene import SLOPPY, TableScene, Thing, lay, nudge, starting_table, take, turn_goal
from vision.simulate.truth import scene_truth, true_reading
from vision.simulate.webcam import Camera, Sensor, Webcam

CAMERA = Camera(tilt_rad=radians(30), azimuth_rad=radians(70), roll_rad=0.05, k1=-0.08, height_mm=1400)


def test_a_round_begins_with_the_start_card_and_three_goals_face_down():
    scene = starting_table(TableScene(seed=4))
    assert [card.cell for card in scene] == [START_CELL, *GOAL_CELLS]
    assert [card.kind for card in scene] == [CardKind.START] + [CardKind.GOAL] * 3
    assert [str(card.face) for card in scene] == ["NESW^", "None", "None", "None"]


def test_laying_and_taking_leaves_the_table_as_it_was():
    scene = starting_table(TableScene(seed=4))
    cell = Cell(1, 0)
    assert take(lay(scene, cell, Face.parse("EW")), cell).cards == scene.cards


def test_two_cards_in_one_cell_or_none_to_take_is_a_programmers_mistake():
    scene = starting_table(TableScene())
    with pytest.raises(ValueError, match="lies in"):
        lay(scene, START_CELL, Face.parse("EW"))
    with pytest.raises(ValueError, match="no card lies"):
        take(scene, Cell(1, 0))


def test_a_goal_is_turned_where_it_lies():
    scene = starting_table(TableScene(seed=2))
    before = scene.card(GOAL_CELLS[1])
    after = turn_goal(scene, GOAL_CELLS[1], Face.parse("NW"), "coal").card(GOAL_CELLS[1])
    assert after.face == Face.parse("NW")
    assert abs(after.x_mm - before.x_mm) < 1
    assert abs(after.y_mm - before.y_mm) < 1


def test_the_camera_looks_where_it_projects():
    points = np.array([[0.0, 0.0], [456.0, -178.0], [300.0, 120.0], [-60.0, 90.0]])
    assert np.allclose(CAMERA.table_points(CAMERA.project(points)), points, atol=0.2)


def test_north_is_up_from_the_south_and_left_from_the_east():
    north, south = np.array([227.0, -100.0]), np.array([227.0, 100.0])
    from_south, from_east = (Camera(azimuth_rad=radians(side)).project(np.array([north, south])) for side in (0, 90))
    assert from_south[0, 1] < from_south[1, 1]
    assert abs(from_south[0, 0] - from_south[1, 0]) < 1
    assert from_east[0, 0] > from_east[1, 0]  # who sits in the east has north on the right hand
    assert abs(from_east[0, 1] - from_east[1, 1]) < 1


def test_a_changed_card_is_painted_as_if_the_table_were_painted_anew():
    scene = lay(starting_table(TableScene(seed=5, neatness=SLOPPY)), Cell(1, 0), Face.parse("NESW"))
    fuller = lay(lay(scene, Cell(1, 1), Face.parse("NS")), Cell(2, 0), Face.parse("EW"))
    last = nudge(take(fuller, Cell(1, 0)), Cell(2, 0), 5, 3, 0.05)
    busy, fresh = (Painter(house_style(), (-100, -300, 600, 300), 1.0) for _ in range(2))
    for step in (scene, fuller, scene, fuller, last):
        step_by_step = busy.paint(step)
    assert (step_by_step != fresh.paint(last)).any(axis=2).sum() < 30  # pixels where rounding went another way


def test_a_painter_forgets_the_pictures_of_cards_that_were_taken_long_ago():
    """It kept each that was ever laid, and a night of the demo grew by 50 KB with every card."""
    painter, scene = Painter(house_style(), (-100, -200, 600, 200), 0.2), starting_table(TableScene(seed=5))
    for _ in range(SPRITES + 20):
        laid = lay(scene, Cell(1, 0), Face.parse("EW"))
        painter.paint(laid)
        scene = take(laid, Cell(1, 0))
    assert len(painter._sprites) == SPRITES


def test_a_card_is_filmed_inside_the_corners_that_the_truth_gives():
    painter = Painter(house_style(), scale=1.2)
    webcam = Webcam(CAMERA, painter.bounds_mm, painter.scale, sensor=Sensor(blur_px=0, noise=0))
    scene = starting_table(TableScene(seed=6))
    without = webcam.film(painter.paint(scene)).astype(int)
    scene = lay(scene, Cell(3, 1), Face.parse("NESW"))
    changed = np.abs(webcam.film(painter.paint(scene)).astype(int) - without).max(axis=2) > 12
    card = next(card for card in true_reading(scene, CAMERA).cards if card.cell == Cell(3, 1))
    inside = cv2.fillConvexPoly(np.zeros(changed.shape, np.uint8), np.array(card.quad_px, np.int32), 1).astype(bool)
    assert changed[inside].mean() > 0.9
    assert changed[~inside].sum() < 0.15 * inside.sum()  # its shadow


@pytest.mark.parametrize("number", range(4))
def test_markers_are_found_where_they_lie(number):
    marker = Thing(f"marker:{number}", 100, 50, 0.3, number)
    painter = Painter(house_style(), (-200, -200, 700, 300), 1.5)
    camera = Camera(target_mm=(200, 50), height_mm=700)
    picture = Webcam(camera, painter.bounds_mm, painter.scale).film(painter.paint(TableScene(markers=(marker,))))
    finder = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _ = finder.detectMarkers(picture)
    assert np.ravel(ids).tolist() == [number]
    true = camera.project(np.array([marker.at(x, y) for x, y in ((-20, -20), (20, -20), (20, 20), (-20, 20))]))
    assert np.abs(corners[0].reshape(4, 2) - true).max() < 1.5


def test_the_truth_uses_the_words_of_the_formats():
    scene = turn_goal(starting_table(TableScene(seed=1)), GOAL_CELLS[0], Face.parse("NE"), "coal")
    truth = scene_truth(scene, CAMERA, "a.png", light="lamp")
    assert (truth["image"], truth["markers"], truth["light"]) == ("a.png", False, "lamp")
    start, goal, covered, _ = truth["cells"]
    assert (start["kind"], start["open"], start["ladder"]) == ("start", "NESW", True)
    assert (goal["kind"], goal["face_down"], goal["open"], goal["links"]) == ("goal", False, "NE", ["NE"])
    assert covered["face_down"] is True
    assert "open" not in covered
    assert "confidence" not in start
    assert start["visible_fraction"] == 1.0


@pytest.mark.parametrize("faces", [BASE, SECOND], ids=["base", "second"])
def test_random_boards_meet_at_every_side_and_come_again_with_their_seed(faces):
    board, again = (random_board(np.random.default_rng(11), 18, TableScene(seed=3), faces) for _ in range(2))
    assert board == again
    assert len(board.cards) > 10
    for card in board:
        for other in board:
            if other.cell == card.cell.beside(1) and card.face and other.face:
                assert (1 in card.face.open) == (3 in other.face.open)


@pytest.mark.parametrize(
    ("faces", "box"), [(BASE, BASE_PATHS), (SECOND, SECOND_PATHS)], ids=["the base box", "the second box"]
)
def test_random_boards_draw_from_as_many_cards_of_each_face_as_lie_in_the_box(faces, box):
    assert Counter(map(Face.parse, faces)) == {cards.face: cards.copies for cards in box}


def test_a_goal_of_a_random_board_can_be_turned():
    rng = np.random.default_rng(2)
    board = reveal(rng, random_board(rng, 5), GOAL_CELLS[2])
    assert board.card(GOAL_CELLS[2]).goal in {"gold", "coal"}
