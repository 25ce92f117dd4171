"""In a light that burns out the table a pale card is not taken away when it is not seen any more; a dark one is."""

from __future__ import annotations

import numpy as np
import pytest
from staging import Stage, replace_image, words

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from vision.tracking.picture_difference import covered
from vision.tracking.pixel_memory import BurntLight

CARD, OTHER = Cell(1, 0), Cell(2, 0)
QUADS = {
    CARD: np.array([(60, 50), (80, 50), (80, 81), (60, 81)], float),
    OTHER: np.array([(85, 50), (105, 50), (105, 81), (85, 81)], float),
}


def picture(table: float, **cards: float) -> np.ndarray:
    """A small one: a grey table with two cards on it."""
    grey = np.full((180, 320), table, np.float32)
    for quad, level in zip(QUADS.values(), cards.values(), strict=True):
        grey[covered(grey.shape, quad[None], 0)] = level
    return np.dstack([grey] * 3)


def may_lie_unseen(before: np.ndarray, now: np.ndarray) -> bool:
    light = BurntLight()
    light.learn(before, QUADS, QUADS.keys())
    return light.may_hide(CARD, now, QUADS[CARD], QUADS[OTHER][None])


@pytest.mark.parametrize(
    ("before", "now", "unseen"),
    [
        (picture(180, card=150, other=150), picture(255, card=252, other=255), True),
        (picture(180, card=150, other=150), picture(255, card=235, other=255), True),
        (picture(180, card=150, other=150), picture(235, card=235, other=190), False),
        (picture(180, card=60, other=150), picture(255, card=255, other=255), False),
        (picture(255, card=200, other=200), picture(255, card=255, other=255), False),
    ],
    ids=[
        "burnt out, table and card",
        "what lies there is darker than the table",
        "brighter, but not burnt out",
        "it was dark, and would be seen",
        "it was seen on such a table, and would be",
    ],
)
def test_a_card_may_lie_unseen_where_it_was_pale_and_the_table_around_is_burnt_out_as_it_was_not_before(
    before, now, unseen
):
    assert may_lie_unseen(before, now) == unseen


def test_of_a_card_that_was_not_seen_in_another_light_nothing_is_said():
    light, burnt = BurntLight(), picture(255, card=255, other=255)
    light.learn(picture(180, card=150, other=150), {OTHER: QUADS[OTHER]}, QUADS.keys())
    assert not light.may_hide(CARD, burnt, QUADS[CARD], QUADS[OTHER][None])
    assert light.may_hide(OTHER, burnt, QUADS[OTHER], QUADS[CARD][None])
    light.forget()
    assert not light.may_hide(OTHER, burnt, QUADS[OTHER], QUADS[CARD][None])


def test_what_was_seen_in_the_burning_light_as_well_is_known_to_be_taken_there():
    light, usual, lit = BurntLight(), picture(180, card=150, other=150), picture(255, card=240, other=240)
    for seen in (usual, lit):
        light.learn(seen, QUADS, QUADS.keys())
    assert not light.may_hide(CARD, picture(255, card=255, other=240), QUADS[CARD], QUADS[OTHER][None])


def test_of_a_card_that_has_left_the_board_nothing_is_remembered():
    light, usual = BurntLight(), picture(180, card=150, other=150)
    light.learn(usual, QUADS, QUADS.keys())
    light.learn(usual, {OTHER: QUADS[OTHER]}, {OTHER})
    assert not light.may_hide(CARD, picture(255, card=255, other=255), QUADS[CARD], QUADS[OTHER][None])


def test_a_card_that_is_read_in_a_burning_light_and_taken_there_is_told_as_taken():
    stage = Stage()
    stage.watch()
    stage.table.lay(CARD, Face.parse("EW"))
    stage.watch()
    watched(stage, light=2.0)
    stage.table.take(CARD)
    told = watched(stage, light=2.0, frames=80)
    assert [word for word in words(told) if len(word) > 1] == [("removed", "1,0:EW")]


def test_a_card_that_vanishes_in_a_lamp_is_not_told_as_taken_and_is_there_when_the_lamp_is_out_again():
    stage = Stage()
    stage.watch()
    stage.table.lay(CARD, Face.parse("EW"))
    stage.watch()
    told = watched(stage, light=4.0, unseen=CARD) + watched(stage, light=1.0)
    assert [word for word in words(told) if len(word) > 1] == []


def watched(stage: Stage, light: float, unseen: Cell | None = None, frames: int = 20) -> list:
    """What is told in such a light, in which the reader takes a card's place for the table."""
    read, told = stage.reader.read, []

    def without(image):
        reading = read(image)
        return type(reading)(reading.calibration, tuple(card for card in reading.cards if card.cell != unseen))

    bare = stage.reader.bare
    stage.reader.read = without
    if unseen is not None:
        stage.reader.bare = lambda image, cards: [card.cell == unseen for card in cards]
    for _ in range(frames):
        frame = next(stage.frames)
        lit = np.clip(frame.image * light, 0, 255).astype(np.uint8)
        told += stage.trigger.see(replace_image(frame, lit))
    stage.reader.read, stage.reader.bare = read, bare
    return told
