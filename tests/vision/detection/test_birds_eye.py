"""Seen from above, a table's far cards are as large as its near ones, and are found as well."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.maze.faces import Face
from companion.maze.geometry import START_CELL, Cell
from companion.sight.hints import Hint
from companion.sight.reading import Calibration
from vision.detection.card_detector import CardDetector, detect_from_above
from vision.detection.card_estimates import Presence
from vision.detection.pyramid import BIRDS_EYE, BirdsEye, Pyramid, birds_eye_of
from vision.geometry.dimensions import PITCH_X_MM, PITCH_Y_MM
from vision.geometry.table_pose import TablePose
from vision.reading import reader as read
from vision.reading.reader import Reader, read_table
from vision.registration.registered_table import RegisteredTable, register_table
from vision.simulate.art.style import house_style
from vision.simulate.scene.painter import DEMO_BOUNDS_MM, Painter
from vision.simulate.scene.random_boards import random_board
from vision.simulate.scene.table_scene import TableScene, lay
from vision.simulate.webcam import Camera, Webcam
from vision.tracking.tracker import Tracker

NONE = np.zeros((0, 4, 2))


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load()


@pytest.fixture(scope="module")
def detector(reader) -> CardDetector:
    return reader.detector


@pytest.fixture
def steep() -> TablePose:
    """A full HD camera 1.2 m away, 52 degrees from overhead, with a wide lens."""
    return TablePose((-0.91, 0.0, 0.0), (-230.0, 10.0, 1200.0), 1500.0, -0.05, (1920, 1080))


def test_places_go_to_the_view_and_back(steep):
    view = birds_eye_of(steep, NONE)
    places = np.array([[400.0, 700.0], [960.0, 540.0], [1500.0, 300.0]])
    assert np.allclose(view.to_picture(view.from_picture(places)), places, atol=0.01)


def test_every_card_is_as_large_on_the_view_as_every_other(steep):
    view = birds_eye_of(steep, NONE)
    cards = np.array([view.from_picture(steep.quad(cell)) for cell in (START_CELL, *steep.goals, Cell(4, -2))])
    assert np.allclose(cards[:, 1] - cards[:, 0], (BIRDS_EYE.card_px, 0), atol=0.05)
    assert np.ptp(cards[:, 3, 1] - cards[:, 0, 1]) < 0.05


def test_the_view_is_drawn_where_the_picture_has_it(steep):
    """A white dot on the table in a black picture."""
    picture = np.zeros((1080, 1920, 3), np.uint8)
    spot_mm = np.array([5 * PITCH_X_MM, -PITCH_Y_MM])
    x, y = np.round(steep.project(spot_mm)).astype(int)
    picture[y - 3 : y + 4, x - 3 : x + 4] = 255
    view = birds_eye_of(steep, NONE)
    drawn = view.draw(Pyramid(picture))
    assert drawn.shape == (view.size_px[1], view.size_px[0], 3)
    rows, columns = np.nonzero(drawn[..., 0] > 100)
    assert np.allclose((columns.mean(), rows.mean()), view.from_picture(np.array([x, y])), atol=0.7)


def test_the_view_reaches_a_cell_beyond_the_cards_of_a_maze_that_outgrew_the_field(steep):
    usual = birds_eye_of(steep, NONE)
    beyond = steep.quad(Cell(3, 4))
    assert _reaches(birds_eye_of(steep, beyond[None]), steep.quad(Cell(3, 5)))
    assert not _reaches(usual, steep.quad(Cell(3, 5)))


def test_what_lies_about_does_not_make_the_view_larger(steep):
    card = steep.quad(Cell(3, 4))
    between_cells = steep.project(steep.to_table(card) + np.array([PITCH_X_MM / 2, 0]))
    twice_as_large = card * 2 - card.mean(0)
    assert birds_eye_of(steep, np.array([between_cells, twice_as_large])) == birds_eye_of(steep, NONE)


def _reaches(view: BirdsEye, quad_px: np.ndarray) -> bool:
    corners = view.from_picture(quad_px)
    return bool((corners > -1).all() and (corners < np.array(view.size_px) + 1).all())


@pytest.fixture(scope="module", params=[90, 140, 200, -60])
def from_fifty_degrees(request, film, reader):
    """The picture, its truth, and the table that is found in it."""
    image, truth = film(900 + request.param, False, request.param, 50, "casual", 18)
    return image, truth, read_table(image, reader=reader)


def test_from_above_every_card_is_detected_where_it_lies_in_the_picture(from_fifty_degrees, detector):
    """In the picture itself, from the same places, 6 of 22, 12 of 22, 21 of 22 and 6 of 11 are."""
    image, truth, found = from_fifty_degrees
    quads = np.array([cell["quad_px"] for cell in truth["cells"] if cell["visible_fraction"] > 0.8])
    seen = detect_from_above(detector, Pyramid(image), birds_eye_of(found.table.pose, quads))
    cards = seen.quads[seen.presence[:, Presence.NOTHING] < 0.5].mean(1)
    off = np.linalg.norm(quads.mean(1)[:, None] - cards[None], axis=2).min(1)
    assert (off < 0.15 * np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)).all()
    assert seen.have_traces(quads).all()


def test_a_table_seen_from_fifty_degrees_is_found_card_by_card(from_fifty_degrees):
    _, truth, found = from_fifty_degrees
    cells = {(card.cell.x, card.cell.y) for card in found.reading.cards}
    assert cells == {(cell["x"], cell["y"]) for cell in truth["cells"]}


class Twice:
    """Finds the table twice: as the reader does, then as it is told to."""

    def __init__(self, second):
        self._find, self._second, self.first = register_table, second, None

    def __call__(self, *seen):
        if self.first is None:
            self.first = self._find(*seen)
            return self.first
        return self._second(self.first)


@pytest.mark.parametrize(
    "second",
    [
        pytest.param(lambda first: Hint("table.not_found"), id="nothing"),
        pytest.param(
            lambda first: replace(first, proof=replace(first.proof, pose=first.pose.moved((29.0, 0.0)))),
            id="between the cells",
        ),
        pytest.param(
            lambda first: RegisteredTable(
                Calibration.LAYOUT, replace(first.proof, score=first.proof.score + 9, cards=())
            ),
            id="by guessing",
        ),
    ],
)
def test_a_second_look_that_tells_less_leaves_the_table_as_it_was_found(film, reader, monkeypatch, second):
    """Markers and dragged corners are facts, which no better guess outweighs."""
    image, truth = film(412, True, 0, 15, "tidy", 12)
    twice = Twice(second)
    monkeypatch.setattr(read, "register_table", twice)
    found = read_table(image, reader=reader)
    assert found.reading.calibration is twice.first.how is Calibration.MARKERS
    assert {(card.cell.x, card.cell.y) for card in found.reading.cards} == {
        (cell["x"], cell["y"]) for cell in truth["cells"]
    }


def test_cards_that_lead_out_of_what_was_looked_at_are_followed_at_once():
    """Two are laid northward together, the second two cells beyond the maze."""
    camera, painter = Camera(width_px=1920, height_px=1080, height_mm=1350), Painter(house_style(), DEMO_BOUNDS_MM, 2.2)
    before = random_board(np.random.default_rng(5), 14, TableScene(surface="wood"))
    after = lay(lay(before, Cell(1, -3), Face.parse("NESW")), Cell(1, -4), Face.parse("NESW"))
    webcam = Webcam(camera, DEMO_BOUNDS_MM, 2.2, seed=5)
    tracker = Tracker()
    for scene in (before, before):
        tracker.read(webcam.film(painter.paint(scene).copy()))
    laid = {card.cell for card in tracker.read(webcam.film(painter.paint(after).copy())).cards}
    assert {Cell(1, -3), Cell(1, -4)} <= laid
