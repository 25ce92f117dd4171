"""What was done while the light was off is told soon after it is on again; a quiet table is hardly ever read."""

from dataclasses import replace

import numpy as np
import pytest
from staging import QUIET, Stage, replace_image, words

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from vision.simulate.scene.table_scene import take
from vision.tracking.read_trigger import READ_TRIGGER

CARD = Cell(1, 0)
SOON_S = 3.0
DIM, OFF = 0.04, 0.0


@pytest.fixture
def stage():
    """The card has lain there from the beginning: nobody knows how its place looks without it."""
    stage = Stage()
    stage.table.lay(CARD, Face.parse("EW"))
    while not stage.table.resting:
        next(stage.frames)
    stage.watch()
    assert CARD in stage.trigger.board
    return stage


def in_light(stage, light, seconds, every=1):
    """Return what is told meanwhile; where the light is off nothing is read. every : of so many frames one is seen"""
    frame = next(stage.frames)
    told, until_s, stage.reader.blind = [], frame.time_s + seconds, light == OFF
    while frame.time_s < until_s:
        if frame.number % every == 0:
            told += stage.trigger.see(replace_image(frame, (frame.image * light).astype(np.uint8)))
        frame = next(stage.frames)
    return [word for word in words(told) if word not in {("covered",), ("clear",)}]


def looks_at(stage, seconds, every=1):
    before = stage.reader.looks
    return in_light(stage, 1.0, seconds, every), stage.reader.looks - before


@pytest.mark.parametrize("dark", [DIM, OFF], ids=["dim", "off"])
def test_a_card_taken_in_the_dark_is_told_soon_after_the_light_is_on_again(stage, dark):
    """It took half a minute: in the dark nothing was seen to change, and a quiet table was read thrice for it; and a
    lost table was looked for less and less while nothing moved."""
    before = in_light(stage, dark, 5 if dark == DIM else 12)
    stage.table.show(take(stage.table.scene, CARD))
    assert before + in_light(stage, dark, 5) == ([("lost",)] if dark == OFF else [])
    assert in_light(stage, 1.0, SOON_S) == [*([("found",)] if dark == OFF else []), ("removed", "1,0:EW")]


def test_a_table_from_which_nothing_was_taken_in_the_dark_is_read_once_when_the_light_is_on_again(stage):
    in_light(stage, DIM, 5)
    assert looks_at(stage, 2 * SOON_S) == ([], 2)


def unseen(stage, bare):
    """From now on the card is not read any more, and its place is taken for the table or is not."""
    read = stage.reader.read

    def without(image):
        reading = read(image)
        return replace(reading, cards=tuple(card for card in reading.cards if card.cell != CARD))

    stage.reader.read, stage.reader.bare = without, lambda image, cards: [bare for _ in cards]


def test_a_quiet_table_is_hardly_ever_read_though_a_card_of_it_is_hidden(stage):
    unseen(stage, bare=False)
    assert looks_at(stage, 5 * READ_TRIGGER.refresh_s, QUIET) == ([], 2 * 4)


def test_a_card_that_looks_gone_is_looked_at_again_soon_until_that_is_believed_and_no_longer(stage):
    unseen(stage, bare=True)
    told, looks = looks_at(stage, READ_TRIGGER.refresh_s + SOON_S)
    assert (told, looks) == ([("removed", "1,0:EW")], 3 * 3)
    assert looks_at(stage, READ_TRIGGER.refresh_s) == ([], 2)
