"""What never comes to rest beside a table, pictures whose size changes, another game: the reader reads on."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from staging import SMALL, Stage, later, replace_image, words

from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, Cell
from vision.capture.source import SOURCE
from vision.simulate.demo_table import DemoTable
from vision.tracking.read_trigger import ELSEWHERE, READ_TRIGGER


def changes(told):
    return [word for word in words(told) if len(word) > 1]


class Resized:
    """A stage whose pictures come in another size from now on, `fit`; what is seen in them is fitted as well."""

    def __init__(self, stage, fit, fit_points):
        self.fit, self.frames, read = fit, stage.frames, stage.reader.read
        stage.frames = self

        def read_fitted(image):
            reading = read(image)
            return replace(
                reading, cards=tuple(replace(card, quad_px=fit_points(card.quad_px)) for card in reading.cards)
            )

        stage.reader.read = read_fitted

    def __next__(self):
        frame = next(self.frames)
        return replace_image(frame, self.fit(frame.image))


def double(image):
    return cv2.resize(image, None, fx=2, fy=2)


def turned(image):
    return cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE)


def turned_quad(quad):
    return tuple((SMALL.height_px - 1 - y, x) for x, y in quad)


RESIZED = {
    "finer": (double, lambda quad: tuple((2 * x, 2 * y) for x, y in quad), []),
    "turned": (turned, turned_quad, [("lost",), ("found",)]),
}


@pytest.mark.parametrize(("fit", "fit_points", "told"), RESIZED.values(), ids=RESIZED)
def test_pictures_of_another_size_are_read_afresh_and_the_board_stays(fit, fit_points, told):
    stage = Stage()
    stage.table.lay(Cell(1, 0), Face.parse("EW"))
    stage.watch()
    before = stage.trigger.board
    Resized(stage, fit, fit_points)
    assert words(stage.watch(frames=20)) == told
    after = stage.trigger.board
    assert {cell: card.face for cell, card in after.items()} == {cell: card.face for cell, card in before.items()}
    for cell, card in before.items():
        assert np.abs(np.array(after[cell].quad_px) - fit_points(card.quad_px)).max() < 0.01
    stage.table.lay(Cell(2, 0), Face.parse("NES"))
    stage.table.take(Cell(1, 0))
    covered = {("covered",), ("clear",)}
    assert [word for word in words(stage.watch()) if word not in covered] == [
        ("laid", "2,0:NES"),
        ("removed", "1,0:EW"),
    ]


def test_a_card_that_the_new_size_does_not_show_is_not_taken_for_removed():
    """A phone that is turned sees less of the table; too little to tell where the other cards are."""
    stage = Stage()
    stage.watch()
    Resized(stage, turned, turned_quad)
    read, bare = stage.reader.read, stage.reader.bare
    stage.reader.read = lambda image: replace(read(image), cards=read(image).cards[:2])
    stage.reader.bare = lambda image, cards: [True for _ in cards]
    assert words(stage.watch(frames=30)) == []
    assert len(stage.trigger.board) == 4
    stage.reader.read, stage.reader.bare = read, bare
    stage.trigger.ask_board()
    assert [len(seen.cards) for seen in stage.watch()] == [4]


FLICKERS = {
    "from the beginning": (0, 0),
    "a screen that is switched on": (40, 0),
    "a screen, and then the camera is pushed": (0, 60),
}


@pytest.mark.parametrize(("on", "pushed"), FLICKERS.values(), ids=FLICKERS)
def test_a_screen_that_flickers_beside_the_table_is_furniture_after_a_while(on, pushed):
    stage = Stage()
    screen = np.random.default_rng(3)
    told = flickering(stage, screen, 60, on)
    if pushed:
        other = DemoTable(camera=replace(SMALL, target_mm=(290.0, 45.0)), paced=False)
        other.show(stage.table.scene)
        stage.table, stage.frames, stage.reader.table = other, later(other.frames(), 7.5), other
        told += flickering(stage, screen, 90)
        assert words(told)[-2:] == [("lost",), ("found",)]
    stage.table.lay(Cell(1, 0), Face.parse("EW"), seat=5)
    told = flickering(stage, screen, 40)
    assert changes(told) == [("laid", "1,0:EW")]
    assert flickering(stage, screen, 40) == [], "and it is no hand either"
    assert stage.reader.looked_at_hand == 0


def flickering(stage, screen, frames, on=0):
    """What is told meanwhile. A film runs on a screen at the edge of the picture, cut every now and then."""
    told = []
    for number in range(frames):
        frame = next(stage.frames)
        image = frame.image.copy()
        if number >= on:
            image[:20, :30] = cv2.resize(screen.integers(0, 255, (2, 3, 3), np.uint8), (30, 20))
        told += stage.trigger.see(replace_image(frame, image))
    return told


def test_a_table_that_is_not_there_is_looked_for_less_and_less_until_something_moves():
    """A look for a table in vain takes a core a second and more: all evening, where the camera sees a wall."""
    stage = Stage()
    stage.reader.blind = True
    stage.watch(frames=80)
    soon = stage.reader.looks
    stage.watch(frames=120)
    at_most = 120 / SOURCE.frames_per_s / READ_TRIGGER.again_s / 2
    assert 4 <= soon <= 7 and 1 <= stage.reader.looks - soon < at_most / 2
    before = stage.reader.looks
    stage.table.lay(Cell(1, 0), Face.parse("EW"))
    stage.watch(frames=20)
    assert stage.reader.looks - before >= 2, "as soon as at first"
    stage.watch(frames=100)
    stage.reader.blind = False
    stage.trigger.ask_board()
    soon_s = stage.watch(frames=round(READ_TRIGGER.again_s * SOURCE.frames_per_s) + 1)
    assert words(soon_s)[0] == ("found",), "whoever shows it the table by hand waits for no pause"


def test_a_look_from_before_the_board_was_asked_for_again_is_not_weighed_with_those_after_it():
    """Another game or deck was told in between: two that agree settled nothing until the sixth of all had come."""
    stage = Stage()
    truth = stage.table.truth
    stage.table.truth = lambda: replace(truth(), cards=tuple(c for c in truth().cards if c.cell != GOAL_CELLS[-1]))
    while not stage.reader.looks:
        assert stage.trigger.see(next(stage.frames)) == []
    stage.table.truth = truth
    stage.trigger.ask_board()
    before = stage.reader.looks
    while not (told := stage.trigger.see(next(stage.frames))):
        pass
    assert [len(seen.cards) for seen in told] == [4]
    assert stage.reader.looks - before == 2


def askew(reading):
    """The same cards, each read forty pixels beside where it lies."""
    quads = {card.cell: tuple((x + 40, y) for x, y in card.quad_px) for card in reading.cards}
    return replace(reading, cards=tuple(replace(card, quad_px=quads[card.cell]) for card in reading.cards))


@pytest.mark.parametrize(
    ("odd_looks", "told"), [(1, []), (6, [("lost",), ("found",)])], ids=["once", "again and again"]
)
def test_a_still_table_whose_cards_lie_elsewhere_in_each_look_is_lost_until_one_fits(odd_looks, told):
    """It was doubted ten times a second for good: a core at work, and the host, who alone can tell, was not told."""
    stage = Stage()
    assert words(stage.watch())[0][0] == "board"
    read, first, before = stage.reader.read, stage.reader.looks, stage.trigger.board
    stage.reader.read = lambda image: askew(read(image)) if stage.reader.looks - first < odd_looks else read(image)
    said, hinted = [], False
    for _ in range(round((READ_TRIGGER.refresh_s + 12) * SOURCE.frames_per_s)):
        said += stage.trigger.see(next(stage.frames))
        hinted = hinted or ELSEWHERE in stage.trigger.sight.hints
    assert hinted == bool(told)
    assert words(said) == told and stage.trigger.board == before
    assert all(seen.hints == (ELSEWHERE,) for seen in said if seen.what == "lost")
    assert ELSEWHERE not in stage.trigger.sight.hints
    assert stage.reader.looks - first <= odd_looks + 4
