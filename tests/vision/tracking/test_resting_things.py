"""What is put down at the table's rim is waited for like an arm at first; then play goes on beside it."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from staging import Stage, replace_image, words

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from vision.capture.source import SOURCE
from vision.tracking.change_detector import CHANGE_DETECTOR

CARD = Cell(1, 0)
LONG = round(CHANGE_DETECTOR.rests_s * SOURCE.frames_per_s)
WEST = 6  # a seat from which no hand comes near the thing


@pytest.fixture
def stage():
    stage = Stage()
    stage.table.lay(CARD, Face.parse("EW"))
    stage.watch()
    return stage


def changes(told):
    return [word for word in words(told) if len(word) > 1]


def reaching_over(stage, hand_px=lambda number: 0):
    """An arm, or a bag that looks like one, lies over the last goal from now on. hand_px : how far off its end is"""
    x, y = np.mean(stage.trigger.board[Cell(8, 0)].quad_px, axis=0).astype(int).tolist()
    frames = stage.frames

    def drawn():
        for frame in frames:
            image = frame.image.copy()
            cv2.line(image, (x, y), (image.shape[1], y), (70, 50, 130), 24)
            cv2.circle(image, (x, y + hand_px(frame.number)), 20, (70, 50, 130), -1)
            yield replace_image(frame, image)

    stage.frames = drawn()


def test_a_bag_holds_nothing_up_for_long_though_hands_come_and_go_elsewhere(stage):
    reaching_over(stage)
    stage.watch(LONG // 2)
    for number in range(2):
        stage.table.lay(Cell(0, 1 + number), Face.parse("NS"), seat=WEST)
        stage.watch(10)
    stage.table.take(CARD, seat=WEST)
    assert ("removed", "1,0:EW") in changes(stage.watch(10))


def test_an_arm_that_rests_on_its_elbow_is_waited_for_while_its_hand_moves_now_and_then(stage):
    reaching_over(stage, lambda number: 12 * (number // (LONG // 2) % 2))
    stage.watch(LONG)
    looks = stage.reader.looks
    stage.watch(2 * LONG)
    assert stage.reader.looks == looks


def coin_on_card(stage, colour):
    """From now on a coin lies on the card, and the reader takes the card for another."""
    x, y = np.mean(stage.trigger.board[CARD].quad_px, axis=0).astype(int).tolist()
    frames, read = stage.frames, stage.reader.read

    def drawn():
        for frame in frames:
            image = frame.image.copy()
            cv2.circle(image, (x, y), 16, colour, -1)
            yield replace_image(frame, image)

    def misread(image):
        cards = read(image).cards
        return replace(read(image), cards=[replace(c, face=Face.parse("E|W")) if c.cell == CARD else c for c in cards])

    stage.frames, stage.reader.read = drawn(), misread


def test_a_coin_put_on_a_card_leaves_the_card_what_it_is(stage):
    for number in range(2):  # colours are known from the cards that lie there
        stage.table.lay(Cell(2 + number, 0), Face.parse("EW"), seat=WEST)
        stage.watch()
    coin_on_card(stage, (20, 190, 40))
    told = changes(stage.watch(LONG))
    for number in range(3):
        stage.table.lay(Cell(0, 1 + number), Face.parse("NS"), seat=WEST)
        told += changes(stage.watch())
    assert told == [("laid", f"0,{1 + number}:NS") for number in range(3)]
    assert stage.trigger.board[CARD].face == Face.parse("EW")
