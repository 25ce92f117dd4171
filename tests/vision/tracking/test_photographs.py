"""A table in photographs alone: each from another side, and what came or went is told from one to the next."""

from __future__ import annotations

from dataclasses import replace
from math import radians
from queue import Queue

import cv2
import numpy as np
from filmed_tables import OneSensor, OnFewTables
from found_tables import loaded_reader

from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from companion.sight.hints import Hint
from companion.sight.reading import Calibration, Candidate, CardKind, Reading, SeenCard
from vision.geometry.table_pose import pose_of
from vision.reading.reader import KnownTable, TableReading
from vision.service.camera_service import CameraService
from vision.simulate.scene.table_scene import CASUAL, TableScene, lay, starting_table, take
from vision.simulate.webcam import Camera
from vision.tracking.photographs import NOT_THERE, NOTHING_KNOWN, OTHERWISE, Photographs, fused

FIRST, SECOND = Cell(1, 0), Cell(2, 0)
ROW, BEND = Face.parse("EW"), Face.parse("SW")
CORNER = (3000, 2000)  # of the table's photograph in a larger one
SIDES = ((0, 10), (70, 35), (180, 25), (250, 45), (20, 30))  # degrees round the table, from straight above


def photographed(scene, number):
    side, tilt = SIDES[number]
    stands = Camera(azimuth_rad=radians(side), tilt_rad=radians(tilt), width_px=1600, height_px=1200, height_mm=800)
    painter = OnFewTables()
    return OneSensor(stands, painter, number).look(painter.paint(scene))


def in_a_room(table):
    """The photograph as a small part of a larger one."""
    room = np.full((3600, 4800, 3), 90, np.uint8)
    room[CORNER[1] : CORNER[1] + table.shape[0], CORNER[0] : CORNER[0] + table.shape[1]] = table
    return room


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


def read_as(photographs, monkeypatch, *cards, in_game=NOTHING_KNOWN):
    """What comes of a photograph in which just these cards are read."""
    pose = pose_of(np.array([0, 0, 0, 0, 0, 800, 7, 0], float), (1600, 1200))
    read = TableReading(Reading(Calibration.LAYOUT, cards), KnownTable(pose, {}, {}, {}))
    monkeypatch.setattr("vision.tracking.photographs.read_table", lambda *args, **how: read)
    monkeypatch.setattr("vision.tracking.photographs.show_bare", lambda image, cards, **how: [True] * len(cards))
    return photographs.read(np.zeros((1200, 1600, 3), np.uint8), in_game)


def card(cell, face, confidence=0.97, *others, uncertain=False):
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    return SeenCard(cell, CardKind.PATH, face, confidence, uncertain, corners, others)


def test_one_look_does_not_change_a_card_that_was_read_surely_and_a_second_does():
    sure, other = card(FIRST, ROW), card(FIRST, BEND)
    doubtful = card(FIRST, BEND, 0.5, Candidate(ROW, 0.3), uncertain=True)
    assert [fused(sure, now).face for now in (doubtful, other)] == [ROW, ROW]
    assert not fused(sure, doubtful).uncertain
    twice = fused(fused(sure, other), other)
    assert (twice.face, twice.uncertain) == (BEND, False)
    assert fused(card(FIRST, ROW, 0.6, uncertain=True), doubtful).face == BEND
    assert fused(None, other) == other


def test_a_photograph_that_contradicts_several_sure_cards_is_not_believed_before_a_second(monkeypatch):
    photographs = Photographs(loaded_reader())
    read_as(photographs, monkeypatch, card(FIRST, ROW), card(SECOND, ROW))
    new = card(Cell(3, 0), ROW)
    doubted = read_as(photographs, monkeypatch, card(FIRST, BEND), card(SECOND, BEND), new)
    assert (doubted.settled, doubted.otherwise) == (None, (FIRST, SECOND))
    assert OTHERWISE in doubted.reading.hints
    right = read_as(photographs, monkeypatch, card(FIRST, ROW), card(SECOND, ROW), new)
    assert (right.new, right.otherwise) == ((new.cell,), ())
    others = [card(FIRST, BEND), card(SECOND, BEND), new]
    first, second = (read_as(photographs, monkeypatch, *others) for _ in range(2))
    assert (first.settled, second.new) == (None, (FIRST, SECOND))


def test_a_photograph_in_which_two_goals_are_gone_is_not_believed(monkeypatch):
    goals = [replace(card(cell, None), kind=CardKind.GOAL) for cell in GOAL_CELLS]
    photographs = Photographs(loaded_reader())
    read_as(photographs, monkeypatch, card(FIRST, ROW), *goals)
    shifted = read_as(photographs, monkeypatch, card(FIRST, ROW), goals[0])
    assert (shifted.settled, {*shifted.otherwise}) == (None, {*GOAL_CELLS[1:]})


def test_a_goal_that_may_lie_face_down_still_is_not_said_to_be_turned_up():
    down = replace(card(GOAL_CELLS[0], None), kind=CardKind.GOAL)
    assert fused(down, replace(down, face=ROW, uncertain=True, alternatives=(Candidate(None, 0.2),))).face is None
    assert not fused(down, replace(down, uncertain=True)).uncertain
    assert fused(down, replace(down, face=ROW)).face == ROW


def test_one_card_that_looks_otherwise_is_kept_and_named(monkeypatch):
    photographs = Photographs(loaded_reader())
    read_as(photographs, monkeypatch, card(FIRST, ROW), card(SECOND, ROW))
    told = read_as(photographs, monkeypatch, card(FIRST, BEND), card(SECOND, ROW))
    assert (told.new, told.otherwise, told.settled.board[FIRST].face) == ((), (FIRST,), ROW)


def test_after_a_start_the_first_photograph_is_compared_with_the_games_maze(monkeypatch):
    in_game = {cell: replace(card(cell, ROW), confidence=1.0) for cell in (FIRST, SECOND)}
    lying = [card(FIRST, ROW), card(SECOND, ROW), card(Cell(3, 0), BEND)]
    for is_told_anew in (False, True):
        photographs = Photographs(loaded_reader())
        if is_told_anew:
            photographs.forget()
        told = read_as(photographs, monkeypatch, *lying, in_game=in_game)
        assert (told.settled.anew, told.new) == (is_told_anew, () if is_told_anew else (Cell(3, 0),))


def test_what_the_game_does_not_have_any_more_contradicts_no_photograph(monkeypatch):
    photographs = Photographs(loaded_reader())
    read_as(photographs, monkeypatch, card(FIRST, ROW), card(SECOND, ROW))  # of the round before
    told = read_as(
        photographs, monkeypatch, card(FIRST, BEND), card(SECOND, BEND), in_game={Cell(0, 0): card(Cell(0, 0), None)}
    )
    assert told.new == (FIRST, SECOND)


def test_a_tap_on_the_start_card_finds_a_table_that_takes_little_of_the_photograph():
    _, one, *_ = growing()
    table = photographed(one, 0)
    room = in_a_room(table)
    photographs = Photographs(loaded_reader())
    (start,) = [card for card in photographs.read(table).reading.cards if card.cell == START_CELL]
    x, y = np.add(CORNER, np.mean(start.quad_px, 0))
    part, told = photographs.read_around(room, (x / 4800, y / 4800))
    assert told.settled.board[FIRST].face == ROW and part.shape < room.shape
    image, elsewhere = photographs.read_around(room, (0.8, 0.2))
    assert (elsewhere.settled, elsewhere.reading.hints) == (None, (NOT_THERE,)) and image is room


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
        (start,) = [card for card in answer.reading.cards if card.cell == START_CELL]
        x, y = np.add(CORNER, np.mean(start.quad_px, 0)) / 4800
        last = camera.photograph(cv2.imencode(".jpg", in_a_room(photographed(one, 1)))[1].tobytes())
        assert camera.photograph_around((x, y), last.number).reading.found and len(told) == 4
        camera.use(None)
        assert states[-1] == ("off", False) and camera.photo() is None
        assert isinstance(camera.photograph_around((0.5, 0.5), last.number), Hint)
    finally:
        camera.close()
    assert isinstance(camera.photograph(file), Hint)


def test_pictures_that_come_into_the_cameras_folder_are_photographs(tmp_path, monkeypatch):
    monkeypatch.setattr("vision.capture.photo_folder.LOOK_S", 0.01)
    told, states, bare = Queue(), [], growing()[0]
    camera = CameraService(told.put, lambda state, hints, has_picture: states.append(state))
    try:
        assert camera.use(str(tmp_path)) is None
        assert states[-1] == "photos"
        cv2.imwrite(str(tmp_path / "photo.jpg"), photographed(bare, 0))
        board = told.get(timeout=60)
        assert board.photo and START_CELL in board.board
        camera.use(None)
        assert states[-1] == "off"
    finally:
        camera.close()
