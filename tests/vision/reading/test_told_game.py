"""The reader knows which game lies on the table: where its goals lie, and which faces its boxes hold."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from filming import watch
from found_tables import read_picture
from telling import Telling

from companion.editions.boxes import BASE_GOALS, BASE_PATHS, SECOND_PATHS, START
from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, Cell
from companion.sight.reading import ANY_GAME, CardKind, InPlay
from vision.detection.card_estimates import CardEstimates
from vision.detection.pyramid import Pyramid
from vision.geometry.dimensions import PLAY_AREA_MIDDLE_MM, PLAY_AREA_SIZE_MM, corners_mm
from vision.geometry.table_pose import TablePose, play_area_mm
from vision.reading.hints import hints_for
from vision.recognition.face_posterior import faces_on_table
from vision.simulate.camera_stand import DEMO_CAMERA
from vision.simulate.demo_table import DemoTable
from vision.tracking.tracker import Tracker

FIVE = tuple(Cell(8, y) for y in (-4, -2, 0, 2, 4))
FAR = replace(DEMO_CAMERA, width_px=1920, height_px=1080, height_mm=1450)  # five goals take more room than three
BASE = frozenset({START, *(card.face.upright() for card in (*BASE_PATHS, *BASE_GOALS))})


def test_the_usual_field_is_that_of_nine_by_five_cells():
    assert np.allclose(play_area_mm(), corners_mm(*PLAY_AREA_SIZE_MM) + PLAY_AREA_MIDDLE_MM)
    assert np.allclose(play_area_mm(FIVE)[:, 1], [-400.5, -400.5, 400.5, 400.5])
    assert np.allclose(play_area_mm((*GOAL_CELLS[:2], Cell(9, 2)))[:, 0], [-29, 551, 551, -29])


def test_a_round_with_five_goals_is_read_and_told_on_the_simulated_camera(reader):
    table = DemoTable(camera=FAR, goals=FIVE, paced=False)
    frames, trigger = table.frames(), Telling(Tracker(reader.with_game(InPlay(FIVE))), timed=True)
    told = watch(table, frames, trigger)
    assert [seen.what for seen in told] == ["board"]
    assert {card.cell: card.kind for card in told[0].cards} == {
        Cell(0, 0): CardKind.START,
        **dict.fromkeys(FIVE, CardKind.GOAL),
    }
    table.lay(Cell(1, 0), Face.parse("NESW"), seat=1)
    table.turn(FIVE[0], Face.parse("NW"), "coal", seat=8)
    told = watch(table, frames, trigger)
    changes = [(seen.what, seen.cards[0].cell, seen.cards[0].kind) for seen in told if seen.cards]
    assert changes == [("laid", Cell(1, 0), CardKind.PATH), ("turned", FIVE[0], CardKind.GOAL)]
    assert {cell: card.face for cell, card in trigger.board.items()} == {
        card.cell: card.face for card in table.scene.cards
    }


def test_without_markers_the_start_card_says_which_three_of_five_goals_are_the_middle_ones(reader):
    table = DemoTable(camera=FAR, goals=FIVE, paced=False, markers=False)
    reading = read_picture(next(table.frames()).image, reader=reader.with_game(InPlay(FIVE)))
    assert sorted(card.cell for card in reading.cards) == [Cell(0, 0), *FIVE]
    assert all(card.kind is CardKind.GOAL for card in reading.cards if card.cell in FIVE)


def test_a_goal_that_was_moved_is_a_goal_where_it_lies_now(reader):
    moved = (*GOAL_CELLS[:2], Cell(9, 2))
    table = DemoTable(goals=moved, paced=False)
    reading = read_picture(next(table.frames()).image, reader=reader.with_game(InPlay(moved)))
    assert {card.cell for card in reading.cards if card.kind is CardKind.GOAL} == set(moved)


def test_the_camera_is_told_to_move_back_for_goals_that_it_does_not_see():
    pose = TablePose((0.0, 0.0, 0.0), (-232.0, 0.0, 900.0), 1500.0, 0.0, (1920, 1080))
    grey = np.full((1080, 1920, 3), 120, np.uint8)
    assert hints_for(pose, [], {}, Pyramid(grey)) == ()
    assert [hint.code for hint in hints_for(replace(pose, goals=FIVE), [], {}, Pyramid(grey))] == ["table.cut_off"]


def test_a_face_that_the_boxes_do_not_hold_is_told_as_seen_and_doubted(reader):
    table = DemoTable(paced=False)
    for cell, face in ((Cell(1, 0), "NESW"), (Cell(2, 0), "NS|EW"), (Cell(3, 0), "NEW")):
        table.lay(cell, Face.parse(face))
    table.show(table.planned)
    image = next(table.frames()).image
    for game, doubted in ((ANY_GAME, set()), (InPlay(faces=BASE), {Cell(2, 0)})):
        cards = {card.cell: card for card in read_picture(image, reader=reader.with_game(game)).cards}
        assert cards[Cell(2, 0)].face == Face.parse("NS|EW")
        assert {cell for cell, card in cards.items() if card.uncertain} == doubted


def test_the_boxes_in_play_are_what_the_reader_expects():
    both = BASE | {card.face.upright() for card in SECOND_PATHS}
    nothing = CardEstimates.__new__(CardEstimates)  # known boxes need no look at the table
    door = next(card.face for card in SECOND_PATHS if card.face.door)
    share = {name: faces_on_table(nothing, held) for name, held in (("base", BASE), ("both", both))}
    of = {name: dict(zip(faces.faces, faces.prior, strict=True)) for name, faces in share.items()}
    assert of["base"][door] < of["both"][door]
    assert of["base"][Face.parse("NS")] == of["both"][Face.parse("NS")] == 1
