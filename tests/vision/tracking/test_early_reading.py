"""Cards laid or turned up while somebody leans over another part of the table are told before he sits back."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from staging import Stage, is_worth_a_look, replace_image, words

from companion.maze.faces import Face
from companion.maze.geometry import Cell

CELL = Cell(1, 0)
LAID = [("laid", "1,0:EW")]


@pytest.fixture
def stage():
    stage = Stage()
    stage.watch()
    return stage


LEANING = 30  # pictures: three seconds


def changes(told):
    return [word for word in words(told) if len(word) > 1]


def watch_leaning(stage, over, deed, sways_px=0, leaning=LEANING):
    """Return what changes while an arm lies over a cell's place: for a while before a deed, until it is done and for a
    second more."""
    told, at = [], place(stage, over)
    for number in range(1, leaning + 1):
        frame = next(stage.frames)
        if is_worth_a_look(number, leaning):
            told += stage.trigger.see(with_arm(frame, at, sways_px))
    deed(stage.table)
    while not stage.table.resting:
        told += stage.trigger.see(with_arm(next(stage.frames), at, sways_px))
    for _ in range(10):
        told += stage.trigger.see(with_arm(next(stage.frames), at, sways_px))
    return changes(told)


def place(stage, cell):
    start, goal, last = (
        np.mean(stage.trigger.board[at].quad_px, axis=0) for at in (Cell(0, 0), Cell(8, 0), Cell(8, 2))
    )
    return start + (goal - start) * cell.x / 8 + (last - goal) * cell.y / 2


def with_arm(frame, at, sways_px):
    image = frame.image.copy()
    x, y = int(at[0]) + sways_px * (frame.number % 2), int(at[1])
    cv2.circle(image, (x, y), 20, (70, 50, 130), -1)
    cv2.line(image, (x, y), (image.shape[1], y), (70, 50, 130), 24)
    return replace_image(frame, image)


@pytest.mark.parametrize("sways_px", [0, 6], ids=["at rest", "swaying"])
def test_a_card_in_the_open_is_told_within_a_second_and_but_once(stage, sways_px):
    assert watch_leaning(stage, Cell(8, 0), lambda table: table.lay(CELL, Face.parse("EW")), sways_px) == LAID
    assert changes(stage.watch(30)) == []


def test_two_cards_laid_one_after_the_other_are_both_told(stage):
    assert watch_leaning(stage, Cell(8, 0), lambda table: table.lay(CELL, Face.parse("EW"))) == LAID
    assert watch_leaning(stage, Cell(8, 0), lambda table: table.lay(Cell(2, 0), Face.parse("NES"))) == [
        ("laid", "2,0:NES")
    ]


def test_a_goal_that_is_turned_up_is_told_while_something_reaches_over_another_part(stage):
    """The moment that all wait for: it was told seconds later, once what had been put down counted as no arm."""
    turned = watch_leaning(stage, Cell(4, -2), lambda table: table.turn(Cell(8, 2), Face.parse("NW")), leaning=10)
    assert turned == [("turned", "8,2:NW")]


def test_a_goal_that_nobody_touched_is_not_told_as_turned_up_however_often_it_is_misread(stage):
    read = stage.reader.read

    def misread(image):
        seen = read(image)
        turned = {"face": Face.parse("NW"), "confidence": 0.97}
        return replace(
            seen, cards=tuple(replace(card, **turned) if card.cell == Cell(8, 2) else card for card in seen.cards)
        )

    stage.reader.read = misread
    assert watch_leaning(stage, Cell(4, -2), lambda table: table.lay(CELL, Face.parse("EW")), leaning=10) == LAID


def test_a_card_beside_the_arm_waits(stage):
    assert watch_leaning(stage, Cell(2, 0), lambda table: table.lay(CELL, Face.parse("EW")), 6) == []
    assert changes(stage.watch()) == LAID


@pytest.mark.parametrize("how", [{"uncertain": True}, {"confidence": 0.7}], ids=str)
def test_a_card_read_unsurely_waits(stage, how):
    read = stage.reader.read

    def unsurely(image):
        reading = read(image)
        return replace(
            reading, cards=tuple(replace(card, **how) if card.cell == CELL else card for card in reading.cards)
        )

    stage.reader.read = unsurely
    assert watch_leaning(stage, Cell(8, 0), lambda table: table.lay(CELL, Face.parse("EW")), 6) == []
    assert changes(stage.watch()) == LAID


def test_while_the_start_card_is_hidden_nothing_is_told(stage):
    assert watch_leaning(stage, Cell(0, 0), lambda table: table.lay(Cell(0, -1), Face.parse("NS")), 6) == []


def test_a_card_taken_meanwhile_is_told_when_all_is_in_sight(stage):
    stage.table.lay(CELL, Face.parse("EW"))
    stage.watch()
    assert watch_leaning(stage, Cell(8, 0), lambda table: table.take(CELL), 6) == []
    assert changes(stage.watch(20)) == [("removed", "1,0:EW")]
