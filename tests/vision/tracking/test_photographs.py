"""A table in photographs alone: each from another side, and what came or went is told from one to the next."""

from __future__ import annotations

from dataclasses import replace
from math import radians

import cv2
import numpy as np
from filmed_tables import OneSensor, OnFewTables
from found_tables import loaded_reader

from companion.maze.faces import Face
from companion.maze.geometry import START_CELL, Cell
from companion.sight.hints import Hint
from companion.sight.reading import Candidate
from vision.service.camera_service import CameraService
from vision.simulate.scene.table_scene import CASUAL, TableScene, lay, starting_table, take
from vision.simulate.webcam import Camera
from vision.tracking.photographs import Photographs, believed

FIRST, SECOND = Cell(1, 0), Cell(2, 0)
ROW, BEND = Face.parse("EW"), Face.parse("SW")
SIDES = ((0, 10), (70, 35), (180, 25), (250, 45), (20, 30))  # degrees round the table, from straight above


def photographed(scene, number):
    side, tilt = SIDES[number]
    stands = Camera(azimuth_rad=radians(side), tilt_rad=radians(tilt), width_px=1600, height_px=1200, height_mm=800)
    painter = OnFewTables()
    return OneSensor(stands, painter, number).look(painter.paint(scene))


def growing():
    """A table with its start and goals, then with a card more, two more, and one of these taken away."""
    bare = starting_table(TableScene(neatness=CASUAL, seed=1))
    one = lay(bare, FIRST, ROW)
    two = lay(one, SECOND, BEND)
    return bare, one, two, take(two, SECOND)


def test_cards_that_came_and_went_are_told_from_whatever_side_each_photograph_is():
    photographs = Photographs(loaded_reader())
    told = [photographs.read(photographed(scene, number)) for number, scene in enumerate(growing())]
    assert all(one.settled for one in told)
    assert [one.new for one in told] == [(), (FIRST,), (SECOND,), ()]
    assert [one.settled.anew for one in told] == [True, False, False, False]
    assert [one.settled.emptied for one in told] == [set(), set(), set(), {SECOND}]
    assert [one.settled.touched for one in told] == [set(), {FIRST}, {SECOND}, {SECOND}]
    faces = {cell: card.face for cell, card in told[2].settled.board.items()}
    assert (faces[FIRST], faces[SECOND]) == (ROW, BEND) and START_CELL in faces


def test_a_photograph_without_a_table_says_why_and_forgets_nothing():
    photographs = Photographs(loaded_reader())
    bare, one, *_ = growing()
    photographs.read(photographed(bare, 0))
    nothing = photographs.read(np.full((900, 1200, 3), 120, np.uint8))
    assert nothing.settled is None and nothing.reading.hints and not nothing.new
    assert photographs.read(photographed(one, 1)).new == (FIRST,)


def test_a_doubtful_look_does_not_change_a_card_that_was_read_surely():
    bare, one, *_ = growing()
    photographs = Photographs(loaded_reader())
    for number, scene in enumerate((bare, one)):
        told = photographs.read(photographed(scene, number))
    sure = told.settled.board[FIRST]
    doubtful = replace(sure, face=BEND, uncertain=True, alternatives=(Candidate(ROW, 0.3),))
    assert believed(sure, doubtful).face == ROW
    assert believed(sure, replace(doubtful, uncertain=False)).face == BEND
    assert believed(replace(sure, uncertain=True), doubtful).face == BEND


def test_the_evenings_camera_takes_photographs_where_none_looks():
    told, states = [], []
    camera = CameraService(told.append, lambda state, hints, has_picture: states.append((state, has_picture)))
    bare, one, *_ = growing()
    try:
        for number, scene in enumerate((bare, one)):
            file = cv2.imencode(".jpg", photographed(scene, number))[1].tobytes()
            answer = camera.photograph(file)
            assert not isinstance(answer, Hint)
        assert answer.new == (FIRST,) and [seen.touched for seen in told] == [set(), {FIRST}]
        assert states[-1] == ("photos", True)
        assert camera.picture()[:2] == camera.photo()[:2] == b"\xff\xd8"
        assert camera.photograph(b"no picture") == Hint("picture.none")
        assert len(told) == 2
        camera.use(None)
        assert states[-1] == ("off", False) and camera.photo() is None
    finally:
        camera.close()
    assert isinstance(camera.photograph(file), Hint)
