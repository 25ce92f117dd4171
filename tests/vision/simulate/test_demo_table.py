"""The demo's table: deeds become gestures, and then the table has changed."""

import time

import numpy as np
import pytest

from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, Cell
from companion.sight.reading import CardKind
from vision.capture.source import open_source
from vision.simulate.demo_table import DemoTable
from vision.simulate.scene.hand import Gesture, gesture, seat_places
from vision.simulate.scene.table_scene import TableScene, lay, starting_table
from vision.simulate.webcam import Camera

SMALL = Camera(width_px=320, height_px=180, height_mm=1050)


@pytest.fixture(scope="module")
def pictures():
    """One demo table for all: a small picture, as fast as it can."""
    table = DemoTable(camera=SMALL, paced=False)
    return table, table.frames()


def play(pictures):
    """Frames until all deeds are done, and the first frame at rest."""
    table, frames = pictures
    taken = []
    while not table.resting:
        taken.append(next(frames).image)
    return taken, next(frames).image


def difference(a, b):
    return float((np.abs(a.astype(int) - b.astype(int)).max(axis=2) > 30).mean())


def test_a_hand_comes_lays_the_card_and_goes(pictures):
    table, frames = pictures
    before = next(frames).image
    table.lay(Cell(1, 0), Face.parse("EW"), seat=3)
    moving, after = play(pictures)
    assert len(moving) >= 7
    assert max(difference(image, before) for image in moving) > 0.02
    assert 0.001 < difference(after, before) < 0.02
    assert table.scene.card(Cell(1, 0)).face == Face.parse("EW")


def test_a_card_counts_only_when_it_lies(pictures):
    table, frames = pictures
    table.lay(Cell(1, 1), Face.parse("NS"))
    next(frames)
    assert table.scene.card(Cell(1, 1)) is None
    assert table.planned.card(Cell(1, 1)) is not None
    play(pictures)
    assert table.scene.card(Cell(1, 1)) is not None


@pytest.mark.parametrize(("there", "rests"), [(Cell(2, 2), 24), (Cell(3, 2), 8)])
def test_a_place_that_changes_again_is_seen_three_times_as_long_before_that(there, rests):
    """A card that was taken back and laid again lay there all the time, to a reader that had just begun to look."""
    table = DemoTable(camera=SMALL, paced=False)
    table.lay(Cell(2, 2), Face.parse("EW"))
    frames = table.frames()
    play((table, frames))
    table.take(Cell(2, 2))
    table.lay(there, Face.parse("EW"))
    for _ in range(200):
        next(frames)
        if table.scene.card(Cell(2, 2)) is None:
            break
    seen = 0
    while not table.hand_at_work:
        next(frames)
        seen += 1
    assert seen - 1 == pytest.approx(rests, abs=1)


def test_goals_turn_cards_are_taken_and_the_round_begins_anew(pictures):
    table, _ = pictures
    table.lay(Cell(0, 1), Face.parse("NS"))
    table.turn(GOAL_CELLS[0], Face.parse("NESW"), "gold", seat=4)
    table.take(Cell(0, 1), seat=7)
    play(pictures)
    assert table.scene.card(GOAL_CELLS[0]).goal == "gold"
    assert table.scene.card(Cell(0, 1)) is None
    table.clear()
    play(pictures)
    assert [card.kind for card in table.scene] == [CardKind.START] + [CardKind.GOAL] * 3
    assert all(card.face is None for card in table.scene if card.kind is CardKind.GOAL)


def test_a_table_left_earlier_is_set_out_again(pictures):
    table, frames = pictures
    table.lay_out(
        [
            (Cell(0, 0), Face.parse("NESW^"), CardKind.START, None),
            (Cell(1, 0), Face.parse("ES"), CardKind.PATH, None),
            (GOAL_CELLS[0], None, CardKind.GOAL, None),
            (GOAL_CELLS[1], Face.parse("SW"), CardKind.GOAL, "coal"),
        ]
    )
    next(frames)
    lying = {tuple(card.cell): (str(card.face), card.kind.value, card.goal) for card in table.scene}
    assert lying == {
        (0, 0): ("NESW^", "start", None),
        (1, 0): ("ES", "path", None),
        (8, -2): ("None", "goal", None),
        (8, 0): ("SW", "goal", "coal"),
    }
    assert table.resting


def test_an_impossible_deed_is_refused_when_it_is_asked_for(pictures):
    table, _ = pictures
    with pytest.raises(ValueError, match="lies in"):
        table.lay(GOAL_CELLS[0], Face.parse("EW"))


def test_the_table_holds_the_usual_maze_but_no_card_on_a_thing(pictures):
    table, _ = pictures
    assert all(table.holds(Cell(x, y)) for x in range(-1, 10) for y in range(-2, 3))
    assert not table.holds(Cell(11, -1))  # the draw pile
    assert not table.holds(Cell(4, 9))  # off the picture


def test_the_demo_table_is_a_source_of_pictures():
    table = DemoTable(camera=SMALL, paced=False)
    assert open_source(table) is table
    frames = table.frames()
    assert [next(frames).number for _ in range(3)] == [0, 1, 2]
    table.close()
    assert list(frames) == []


def test_where_the_machine_is_slow_so_is_the_hand_and_both_have_one_clock():
    """By the machine's clock a resting hand lay there for seconds, and the card under it was read and asked about."""
    table = DemoTable(camera=SMALL, frames_per_s=20)
    frames, times = table.frames(), []
    for _ in range(3):
        times.append(next(frames).time_s)
        time.sleep(0.2)  # who looks at the pictures is slower than four of them
    assert np.diff(times) == pytest.approx(1 / 20)


def test_a_hand_starts_and_ends_at_its_seat():
    scene = lay(starting_table(TableScene()), Cell(1, 0), Face.parse("EW"))
    card, seat = scene.card(Cell(1, 0)), seat_places((-300, -300, 700, 300), 6)[2]
    moments = gesture(Gesture.LAY, None, card, seat, 9)
    assert (moments[-1].hand.x_mm, moments[-1].hand.y_mm) == pytest.approx(seat, abs=120)
    assert [moment.done for moment in moments] == sorted(moment.done for moment in moments)
    assert moments[0].hand.held.face == card.face
    assert moments[-1].hand.held is None
