"""What happens at a real table while the camera looks on: light, people, slips. Only what truly changed is told.

One demo table before the real reader, and what is done to its pictures on the way; each test leaves the table quiet.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from found_tables import loaded_reader
from staging import is_worth_a_look
from telling import Telling
from turns import LONG

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from companion.sight.settled_board import CameraState
from vision.capture.source import SOURCE, Frame
from vision.simulate.camera_stand import DEMO_CAMERA
from vision.simulate.demo_table import DemoTable
from vision.simulate.scene.table_scene import lay, take
from vision.tracking.read_trigger import READ_TRIGGER
from vision.tracking.tracker import Tracker

MAZE = {Cell(1, 0): "EW", Cell(2, 0): "NESW", Cell(2, -1): "NESW", Cell(3, 0): "NSW"}
NUDGE_MM = (5.0, -4.0)
CAMERA = replace(DEMO_CAMERA, width_px=960, height_px=540)  # cards are 33 px wide there, as of a webcam across a table
UNPLUGGED = Hint("source.no_camera")


class Evening:
    """`veil` is what lies between the table and the camera: light, exposure, people."""

    def __init__(self) -> None:
        self.table = DemoTable(camera=CAMERA, paced=False, frames_per_s=SOURCE.frames_per_s, pause_s=0.0)
        scene = self.table.scene
        for cell, face in MAZE.items():
            scene = lay(scene, cell, Face.parse(face))
        self.table.show(scene)
        self.frames, self.trigger = self.table.frames(), Telling(Tracker(loaded_reader()), timed=True)
        self.clock = 0.0
        assert [seen.what for seen in self.watch()] == ["board"]

    def see(self, image, hint=None):
        self.clock += 1 / SOURCE.frames_per_s
        return self.trigger.see(Frame(round(self.clock * SOURCE.frames_per_s), self.clock, image, hint))

    def watch(self, frames=16, veil=None):
        """Return what is told until every deed is done, and so many frames later; see `is_worth_a_look`.

        veil : of the frame's number and picture
        """
        told, number, left = [], 0, frames
        while left:
            left -= self.table.resting
            image = next(self.frames).image
            if veil or is_worth_a_look(frames - left, frames):
                told += self.see(veil(number, image) if veil else image)
            else:
                self.clock += 1 / SOURCE.frames_per_s
            number += 1
        return told

    def lying(self):
        return {card.cell: str(card.face) for card in self.table.scene}

    def known(self):
        return {cell: str(card.face) for cell, card in self.trigger.board.items()}


@pytest.fixture(scope="module")
def one_evening():
    return Evening()


@pytest.fixture
def evening(one_evening):
    yield one_evening
    one_evening.watch(16)  # quiet again, under the usual light
    assert one_evening.known() == one_evening.lying()


def changes(told):
    return [(seen.what, *(f"{card.cell.x},{card.cell.y}" for card in seen.cards)) for seen in told if seen.cards]


def brighter(image, by):
    """by : a factor, one for each colour, or for each pixel's colours"""
    gain = np.asarray(by, np.float64 if np.ndim(by) < 2 else np.float32)
    return cv2.multiply(image, gain if gain.ndim > 1 else (*np.broadcast_to(gain, 3), 0.0), dtype=cv2.CV_8U)


def lamp(image):
    return brighter(image, glow(*image.shape[:2]))


@cache
def glow(height, width):
    """Of a lamp at one side: bright beside it, hardly noticed across the table."""
    y, x = np.mgrid[:height, :width].astype(np.float32)
    near = np.exp(-((x / width - 0.1) ** 2 + (y / height - 0.2) ** 2) / 0.25)
    return np.float32((1 + 0.55 * near)[..., None] * (0.9, 1.0, 1.05))


def test_the_evening_falls_slowly_and_nothing_is_told_but_the_card(evening):
    def dusk(number, image):
        return brighter(image, np.array([0.7, 0.85, 0.95]) ** (number / 30))

    assert changes(evening.watch(30, dusk)) == []
    evening.table.lay(Cell(4, 0), Face.parse("EW"), seat=1)
    assert changes(evening.watch(16, lambda number, image: dusk(30, image))) == [("laid", "4,0")]


def test_a_lamp_that_is_switched_on_lays_no_card(evening):
    """So steep a light may be taken for an arm, for as long as nothing rests that long."""
    patience = 10 + round(READ_TRIGGER.cover_s * SOURCE.frames_per_s)
    assert changes(evening.watch(patience, lambda number, image: lamp(image) if number > 3 else image)) == []
    evening.table.lay(Cell(3, 1), Face.parse("N|E|S|W"), seat=4)
    assert changes(evening.watch(16, lambda number, image: lamp(image))) == [("laid", "3,1")]
    assert changes(evening.watch(patience)) == [], "and off again"


def test_a_shadow_that_falls_over_the_table_is_not_waited_for(evening):
    """A soft one; what is drawn in it can still be seen."""
    shade = np.ones((540, 960), np.float32)
    cv2.ellipse(shade, (480, 540), (225, 300), 0, 180, 360, 0.6, -1)
    shade = cv2.merge([cv2.GaussianBlur(shade, (0, 0), 30)] * 3)

    def shadow(number, image):
        return brighter(image, shade)

    told = evening.watch(10, shadow)
    assert changes(told) == []
    assert evening.trigger.state is CameraState.SEEING
    evening.table.lay(Cell(5, 0), Face.parse("EW"), seat=8)
    assert changes(evening.watch(16, shadow)) == [("laid", "5,0")]


def test_a_camera_that_sets_its_exposure_anew_for_every_hand_tells_the_card_alone(evening):
    gain = [1.0]

    def exposure(number, image):
        """A pale sleeve makes it darker, then it comes back in its own time."""
        gain[0] += 0.25 * ((0.75 if evening.table.hand_at_work else 1.0) - gain[0])
        return brighter(image, gain[0])

    evening.table.lay(Cell(2, 1), Face.parse("NS"), seat=6)
    assert changes(evening.watch(24, exposure)) == [("laid", "2,1")]


@pytest.mark.parametrize("share", [0.35, 0.75], ids=["a little", "far"])
def test_somebody_who_leans_over_the_table_takes_no_card_away(evening, share):
    def leaning(number, image):
        far = share * np.sin(np.pi * min(number, 24) / 24)
        height, width = image.shape[:2]
        over = image.copy()
        middle = (width // 2, int(height * (1.15 - far)))
        cv2.ellipse(over, (middle[0], height), (int(width * 0.3), int(height * far)), 0, 180, 360, (50, 40, 70), -1)
        if far > 0.05:
            cv2.circle(over, middle, int(height * 0.12), (30, 35, 45), -1)
        return over

    before = evening.known()
    assert changes(evening.watch(40, leaning)) == []
    assert evening.known() == before
    assert evening.trigger.state is CameraState.SEEING


def pushed(degrees, across_px, down_px, zoom=1.0):
    def push(image):
        high, wide = image.shape[:2]
        way = cv2.getRotationMatrix2D((wide / 2, high / 2), degrees, zoom)
        way[:, 2] += across_px, down_px
        return cv2.warpAffine(image, way, (wide, high), borderMode=cv2.BORDER_REFLECT)

    return push


PUSHES = {"far and turned": (4.0, 19, 14)}
if LONG:
    PUSHES |= {"a little": (1.0, 9, -7), "half a card": (-2.0, -22, 16)}


@pytest.mark.parametrize("push", PUSHES.values(), ids=PUSHES)
def test_a_camera_pushed_while_a_card_is_laid_tells_that_card_alone_and_soon(evening, push):
    there = pushed(*push)
    evening.table.lay(Cell(5, -1), Face.parse("NS"), seat=2)
    begun = [0]

    def pushing(number, image):
        begun[0] += evening.table.hand_at_work
        return there(image) if begun[0] > 3 else image

    assert changes(evening.watch(8, pushing)) == [("laid", "5,-1")]
    assert evening.trigger.state is CameraState.SEEING
    assert evening.known() == evening.lying()
    evening.table.take(Cell(5, -1), seat=2)
    assert changes(evening.watch(16, lambda number, image: there(image))) == [("removed", "5,-1")]
    assert changes(evening.watch(8)) == [], "and pushed back"


TURNS = {"to the other side": (180.0, 0, 0)}
if LONG:
    TURNS |= {"askew": (20.0, 0, 0, 0.8), "across": (60.0, 0, 0, 0.6)}


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
def test_a_camera_that_is_turned_round_is_known_at_once_and_is_no_hand(evening, turn):
    there, before = pushed(*turn), evening.known()
    told = [*evening.see(there(next(evening.frames).image)), *evening.watch(3, lambda number, image: there(image))]
    assert [seen.what for seen in told] == ["covered", "clear", "lost", "found"]
    assert evening.known() == before
    evening.table.lay(Cell(5, -1), Face.parse("NS"), seat=2)
    assert changes(evening.watch(8, lambda number, image: there(image))) == [("laid", "5,-1")]
    evening.table.take(Cell(5, -1), seat=2)
    evening.watch(16, lambda number, image: there(image))
    assert changes(evening.watch(16)) == [], "and turned back"


def test_how_far_the_camera_was_turned_is_not_asked_again_and_again_while_nothing_changes(evening, monkeypatch):
    asked = []
    monkeypatch.setattr("vision.tracking.change_detector.aligned", lambda *_: asked.append(1))
    evening.watch(20, lambda number, image: image[::-1, ::-1])
    assert 0 < len(asked) < 8
    monkeypatch.undo()
    evening.watch(60)
    assert evening.known() == evening.lying()


def test_a_card_that_is_nudged_stays_the_card_it_is(evening):
    cell = Cell(2, -1)
    was = evening.trigger.board[cell].quad_px
    scene = evening.table.scene
    pushed = tuple(
        replace(card, x_mm=card.x_mm + NUDGE_MM[0], y_mm=card.y_mm + NUDGE_MM[1], twist_rad=card.twist_rad + 0.06)
        if card.cell == cell
        else card
        for card in scene.cards
    )
    evening.table.show(replace(scene, cards=pushed))
    assert changes(evening.watch(20)) == []
    now = evening.trigger.board[cell].quad_px
    assert 1.5 < np.abs(np.array(now) - np.array(was)).max() < 19, "it is known where it lies now"


def test_two_cards_that_appear_at_once_are_told_together(evening):
    scene = lay(lay(evening.table.scene, Cell(1, 1), Face.parse("NE")), Cell(1, -1), Face.parse("SW"))
    evening.table.show(scene)
    told = [seen for seen in evening.watch(20) if seen.cards]
    assert changes(told) == [("laid", "1,-1"), ("laid", "1,1")]
    assert told[0].board is told[1].board


def test_a_card_that_a_rockfall_takes_is_removed(evening):
    evening.table.take(Cell(2, -1), seat=3)
    assert changes(evening.watch(20)) == [("removed", "2,-1")]


def test_a_card_put_down_and_taken_back_in_one_breath_was_never_laid(evening):
    evening.table.lay(Cell(0, 1), Face.parse("NES"), seat=2)
    evening.table.take(Cell(0, 1), seat=2)
    assert changes(evening.watch(20)) == []


def test_a_card_that_lay_a_while_and_is_taken_back_was_laid_and_removed(evening):
    evening.table.lay(Cell(0, -1), Face.parse("NES"), seat=2)
    assert changes(evening.watch(16)) == [("laid", "0,-1")]
    evening.table.take(Cell(0, -1), seat=2)
    assert changes(evening.watch(20)) == [("removed", "0,-1")]


SIZES = {
    "finer": (lambda image: cv2.resize(image, (1200, 675), interpolation=cv2.INTER_CUBIC), Cell(3, -1)),
    "turned": (lambda image: cv2.rotate(image, cv2.ROTATE_90_COUNTERCLOCKWISE), Cell(-1, 0)),
}


@pytest.mark.parametrize(("fit", "cell"), SIZES.values(), ids=SIZES)
def test_pictures_that_come_in_another_size_are_read_as_before(evening, fit, cell):
    """A stream that changes its resolution, and a phone that is turned upright."""

    def other(number, image):
        return fit(image)

    before = evening.known()
    assert changes(evening.watch(20, other)) == []
    assert evening.known() == before
    assert evening.trigger.state is CameraState.SEEING
    evening.table.lay(cell, Face.parse("NESW"), seat=5)
    assert [change[:2] for change in changes(evening.watch(16, other))] == [("laid", f"{cell.x},{cell.y}")]


def test_a_cable_pulled_and_put_back_tells_what_was_laid_meanwhile(evening):
    told = [seen for _ in range(6) for seen in evening.see(None, UNPLUGGED)]
    assert [seen.what for seen in told] == ["lost"]
    assert evening.trigger.sight.hints == (UNPLUGGED,)
    evening.table.show(take(evening.table.scene, Cell(3, 0)))
    told = evening.watch(30)
    assert [seen.what for seen in told] == ["found", "removed"]
    assert evening.trigger.state is CameraState.SEEING
