"""The demo's webcam sees the whole field of whatever is played: every goal, chest, postcard and room to dig."""

from __future__ import annotations

import numpy as np
import pytest
from filming import watch
from found_tables import read_picture

from companion.editions import EDITIONS, MODULES
from companion.editions.compose import compose
from companion.editions.ruleset import Ruleset
from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from companion.sight.reading import CardKind, InPlay
from companion.sight.settled_board import CameraState
from vision.geometry.dimensions import CARD_CORNERS_MM, cell_mm
from vision.geometry.table_pose import play_area_mm
from vision.reading.hints import HINTS
from vision.reading.reader import Reader
from vision.simulate.camera_stand import DEMO_CAMERA, CameraStand, stand_for
from vision.simulate.demo_table import DemoTable
from vision.tracking.read_trigger import ReadTrigger
from vision.tracking.tracker import Tracker

RULES = [
    rules
    for box in EDITIONS
    for modules in ((), *((module.key,) for module in MODULES))
    if isinstance(rules := compose(box.key, modules), Ruleset)
]
FIVE = tuple(Cell(8, y) for y in (-4, -2, 0, 2, 4))
BEYOND_PX = 20.0  # of table to be seen round every card


def layout_of(rules: Ruleset) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """Return the cells of the goals and of the chests."""
    return rules.goal_cells, rules.chest_cells


def sites_of(rules: Ruleset) -> tuple[Cell, ...]:
    return tuple(cell for cell in (rules.site_cell, rules.midway) if cell is not None)


def first_frame(goals: tuple[Cell, ...], chests: tuple[Cell, ...]) -> tuple[DemoTable, np.ndarray]:
    """The picture with which a round begins."""
    table = DemoTable(goals=goals, paced=False)
    down = [*((cell, CardKind.GOAL) for cell in goals), *((cell, CardKind.COVERED) for cell in chests)]
    start = (START_CELL, Face.parse("NESW^"), CardKind.START, None)
    table.lay_out([start, *((cell, None, kind, None) for cell, kind in down)])
    image = next(table.frames()).image
    assert image is not None
    return table, image


def test_every_place_of_every_box_is_in_sight() -> None:
    for goals, chests, sites in sorted({(*layout_of(rules), sites_of(rules)) for rules in RULES}):
        table = DemoTable(goals=goals, paced=False)
        places = [START_CELL, *goals, *chests, *sites]
        for cell in places:
            assert table.camera.sees(cell_mm(cell) + CARD_CORNERS_MM, BEYOND_PX), (places, cell)
        rows = range(min(cell.y for cell in places), max(cell.y for cell in places) + 1)
        assert all(table.holds(Cell(x, y)) for x in range(-1, 10) for y in rows), places


@pytest.mark.parametrize(("goals", "chests"), sorted({layout_of(rules) for rules in RULES}))
def test_the_reader_finds_the_first_layout_of_every_box_and_has_nothing_to_complain_of(
    goals: tuple[Cell, ...], chests: tuple[Cell, ...], reader: Reader
) -> None:
    table, image = first_frame(goals, chests)
    reading = read_picture(image, reader=reader.with_game(InPlay(goals)))
    assert reading.hints == ()
    assert {card.cell: (card.kind, card.face) for card in reading.cards} == {
        card.cell: (card.kind, card.face) for card in table.scene.cards
    }
    true = {card.cell: np.array(card.quad_px) for card in table.truth().cards}
    off = [np.abs(np.array(card.quad_px) - true[card.cell]).max() for card in reading.cards]
    assert max(off) < 6  # pixels


def test_the_usual_field_keeps_the_usual_stand() -> None:
    assert stand_for(GOAL_CELLS) == stand_for((*GOAL_CELLS[:2], Cell(9, 2))) == CameraStand(DEMO_CAMERA)


def test_a_goal_that_is_moved_does_not_move_the_camera() -> None:
    usual = stand_for(FIVE)
    assert usual.camera.height_mm > DEMO_CAMERA.height_mm
    assert [stand_for((*FIVE[:at], Cell(9, FIVE[at].y), *FIVE[at + 1 :])) for at in range(5)] == [usual] * 5


def test_cards_far_away_are_large_enough_for_doors() -> None:
    camera = stand_for(FIVE).camera
    quads = [camera.project(cell_mm(cell) + CARD_CORNERS_MM) for cell in (START_CELL, *FIVE)]
    assert min(np.linalg.norm(quad[3] - quad[0]) for quad in quads) > HINTS.door_card_px


def test_another_game_moves_the_camera_and_takes_the_cards_along() -> None:
    table = DemoTable(paced=False)
    frames = table.frames()
    table.lay(Cell(1, 0), Face.parse("EW"))
    next(frames)
    table.play(InPlay(FIVE))
    assert table.camera.sees(play_area_mm(FIVE), BEYOND_PX)
    while not table.resting:
        next(frames)
    assert table.scene.card(Cell(1, 0)) is not None
    assert table.scene.markers == stand_for(FIVE).markers
    table.play(InPlay())
    assert table.camera == DEMO_CAMERA


def test_a_camera_that_was_placed_by_hand_stays() -> None:
    table = DemoTable(camera=DEMO_CAMERA, paced=False)
    table.play(InPlay(FIVE))
    assert table.camera == DEMO_CAMERA


@pytest.mark.parametrize("markers", [True, False])
def test_a_maze_among_five_goals_is_read_with_markers_at_the_corners_of_their_field_and_without(
    markers: bool, reader: Reader
) -> None:
    """With the corners taken for those of three goals, the table was found two rows too far north."""
    table = DemoTable(goals=FIVE, markers=markers, paced=False)
    for number, (x, y) in enumerate(((1, 0), (2, 0), (2, -1), (2, -2), (3, -2), (3, -3), (4, -3), (0, 1), (0, 2))):
        table.lay(Cell(x, y), Face.parse(("NESW", "EW", "NS", "NES")[number % 4]))
    table.show(table.planned)
    image = next(table.frames()).image
    assert image is not None
    reading = read_picture(image, reader=reader.with_game(InPlay(FIVE)))
    assert {card.cell: card.face for card in reading.cards} == {card.cell: card.face for card in table.scene.cards}
    assert reading.hints == ()


def test_a_live_reader_goes_along_when_another_game_moves_the_camera(reader: Reader) -> None:
    """Chosen in the lobby while the camera already sees the table; the goals are laid when the game begins.

    Of pictures that jump without a word, what was remembered looked like something over the table, for ever.
    """
    table = DemoTable(paced=False)
    frames, tracker = table.frames(), Tracker(reader)
    trigger = ReadTrigger(tracker, timed=True)
    watch(table, frames, trigger)
    for goals in (FIVE, GOAL_CELLS):
        table.play(InPlay(goals))
        tracker.use_game(InPlay(goals))
        trigger.ask_board()
        table.lay(Cell(1, 0), Face.parse("NESW"))
        for cell in (FIVE[0], FIVE[-1]):
            (table.lay(cell, None, CardKind.GOAL) if goals is FIVE else table.take(cell))
        watch(table, frames, trigger)
        true = {card.cell: np.array(card.quad_px) for card in table.truth().cards}
        assert trigger.state is CameraState.SEEING
        assert trigger.sight.hints == ()
        assert set(trigger.board) == set(true)
        assert max(np.abs(np.array(card.quad_px) - true[cell]).max() for cell, card in trigger.board.items()) < 6
        table.take(Cell(1, 0))
        watch(table, frames, trigger)
        assert Cell(1, 0) not in trigger.board
