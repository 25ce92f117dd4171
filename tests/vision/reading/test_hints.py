"""What a person could mend is said in plain words: how far, which way, how bright."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from companion.sight.reading import CardKind, SeenCard
from vision.geometry.table_pose import TablePose
from vision.reading.hints import hints_for
from web.language import in_english

POSE = TablePose((0.0, 0.0, 0.0), (-232.0, 0.0, 900.0), 1500.0, 0.0, (1920, 1080))
GREY = np.full((1080, 1920, 3), 120, np.uint8)


def card(width: float) -> SeenCard:
    high = width * 87 / 56
    quad = ((100.0, 100.0), (100.0 + width, 100.0), (100.0 + width, 100.0 + high), (100.0, 100.0 + high))
    return SeenCard(Cell(0, 0), CardKind.START, Face.parse("NESW^"), 0.9, False, quad)


def codes(pose: TablePose = POSE, width: float = 60, image: np.ndarray = GREY) -> list[str]:
    return [hint.code for hint in hints_for(pose, [card(80), card(width)], image)]


def test_a_good_place_needs_no_hint():
    assert codes() == []


@pytest.mark.parametrize(("width", "code"), [(31, "table.doors_small"), (25, "table.small")])
def test_far_cards_are_told_with_their_width(width, code):
    hint = hints_for(POSE, [card(80), card(width)], GREY)[0]
    assert hint == Hint(code, {"width": width})
    assert f"only {width} pixels wide" in in_english(hint)
    assert ("doors" in in_english(hint)) == (code == "table.doors_small")


@pytest.mark.parametrize(
    ("shift", "code"),
    [((-600, 0), "left"), ((120, 0), "right"), ((-232, -130), "up"), ((-232, 130), "down")],
)
def test_the_camera_is_told_which_way_to_turn(shift, code):
    assert codes(replace(POSE, shift_mm=(*map(float, shift), 900.0))) == [f"table.turn_{code}"]


def test_a_camera_too_near_is_told_to_move_back():
    assert codes(replace(POSE, shift_mm=(-232.0, 0.0, 500.0))) == ["table.cut_off"]


def test_too_little_light_and_too_much_are_told():
    assert codes(image=GREY // 3) == ["table.dim"]
    blinded = cv2.rectangle(GREY.copy(), (0, 0), (900, 500), (255, 255, 255), -1)
    assert codes(image=blinded) == ["table.glare"]
