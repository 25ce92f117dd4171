"""What a person could mend is said in plain words: how far, which way, how bright."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from codes_said import said

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from companion.sight.reading import CardKind, SeenCard
from vision.detection.answer_places import READING_AT
from vision.detection.card_estimates import CardEstimates
from vision.detection.card_network import Temperatures, estimates_from_outputs
from vision.detection.pyramid import Pyramid
from vision.geometry.table_pose import TablePose
from vision.reading.hints import OF_LOOK, PASSING, hints_for, hints_of_look, sharpness
from web.language import in_english

POSE = TablePose((0.0, 0.0, 0.0), (-232.0, 0.0, 900.0), 1500.0, 0.0, (1920, 1080))
GREY = np.full((1080, 1920, 3), 120, np.uint8)
PRINTED = cv2.resize(  # a table as full of fine lines as a card
    np.random.default_rng(3).integers(60, 180, (270, 480, 3), np.uint8), (1920, 1080), interpolation=cv2.INTER_NEAREST
)


def card(width: float) -> SeenCard:
    high = width * 87 / 56
    quad = ((100.0, 100.0), (100.0 + width, 100.0), (100.0 + width, 100.0 + high), (100.0, 100.0 + high))
    return SeenCard(Cell(0, 0), CardKind.START, Face.parse("NESW^"), 0.9, False, quad)


def seen(north: float = 1.0, in_picture: bool = True) -> dict[Cell, CardEstimates]:
    """What the network says of the card: its north is in sight as far as that, and in the picture or not."""
    estimates = estimates_from_outputs(np.zeros((1, READING_AT.answers), np.float32), Temperatures())
    in_sight, whole = np.array([[north, 1, 1, 1, 1]], np.float32), np.array([[in_picture, True, True, True, True]])
    return {Cell(0, 0): replace(estimates, in_sight=in_sight, in_picture=whole)}


def codes(
    pose: TablePose = POSE, width: float = 60, image: np.ndarray = PRINTED, north: float = 1.0, down: float = 0.0
) -> list[str]:
    """Those of the light and the sharpness are among OF_LOOK, or a tracker would go on telling them."""
    cards = [moved(card(80), down), moved(card(width), down)]
    assert all(hint in OF_LOOK for hint in hints_of_look(Pyramid(image), cards))
    return [hint.code for hint in hints_for(pose, cards, seen(north, in_picture=down == 0), Pyramid(image))]


def moved(card: SeenCard, down: float) -> SeenCard:
    return replace(card, quad_px=tuple((x, y + down) for x, y in card.quad_px))


def test_a_good_place_needs_no_hint():
    assert codes() == []


@pytest.mark.parametrize(("width", "code"), [(31, "table.doors_small"), (25, "table.small")])
def test_far_cards_are_told_with_their_width(width, code):
    hint = hints_for(POSE, [card(80), card(width)], seen(), Pyramid(PRINTED))[0]
    assert hint == Hint(code, {"width": width})
    assert f"only {width} pixels wide" in in_english(hint)
    assert ("doors" in in_english(hint)) == (code == "table.doors_small")


@pytest.mark.parametrize(
    ("shift", "code"),
    [((-600, 0), "left"), ((120, 0), "right"), ((-232, -130), "up"), ((-232, 130), "down")],
)
def test_the_camera_is_told_which_way_to_turn(shift, code):
    assert codes(replace(POSE, shift_mm=(*map(float, shift), 900.0))) == [f"table.turn_{code}"]


def test_something_that_lies_over_a_card_is_told():
    assert codes(north=0.1) == ["table.covered"]
    assert codes(north=0.9) == []


@pytest.mark.parametrize(("shift", "codes"), [((-232, 0), ["table.covered"]), ((-600, 0), ["table.turn_left"])])
def test_something_lies_over_a_start_card_that_is_not_seen_though_its_place_is_in_the_picture(shift, codes):
    pose = replace(POSE, shift_mm=(*map(float, shift), 900.0))
    beside = [replace(card(80), cell=Cell(1, 0), kind=CardKind.PATH)]
    estimates = {Cell(1, 0): seen()[Cell(0, 0)]}
    assert [hint.code for hint in hints_for(pose, beside, estimates, Pyramid(PRINTED))] == codes


def test_nothing_lies_over_a_side_that_is_beyond_the_picture():
    assert codes(north=0.1, down=-150) == ["table.turn_up"]


@pytest.mark.parametrize(
    ("place", "code"), [((1860, 400), "right"), ((-50, 400), "left"), ((900, 980), "down"), ((900, -60), "up")]
)
def test_a_card_laid_beyond_the_play_area_and_cut_off_by_the_pictures_edge_is_told(place, code):
    cut_off = replace(card(80), quad_px=tuple((x + place[0], y + place[1]) for x, y in at_origin(card(80))))
    told = hints_for(POSE, [card(80), cut_off], seen(), Pyramid(PRINTED))
    assert Hint(f"table.turn_{code}") in told


def at_origin(card: SeenCard) -> list[tuple[float, float]]:
    left, top = card.quad_px[0]
    return [(x - left, y - top) for x, y in card.quad_px]


def test_a_camera_too_near_is_told_to_move_back():
    assert codes(replace(POSE, shift_mm=(-232.0, 0.0, 500.0))) == ["table.cut_off"]


def test_too_little_light_and_too_much_are_told():
    assert codes(image=PRINTED // 3) == ["table.dim"]
    blinded = cv2.rectangle(PRINTED.copy(), (400, 0), (1300, 500), (255, 255, 255), -1)
    assert codes(image=blinded) == ["table.glare"]


def test_cards_of_which_the_light_has_left_little_are_told_even_where_the_table_is_dark():
    burnt = cv2.rectangle(GREY // 3, (100, 100), (180, 224), (255, 255, 255), -1)
    cv2.circle(burnt, (140, 160), 20, (90, 90, 90), -1)
    assert codes(image=burnt) == ["table.burnt"]


def test_blurred_cards_are_told_by_their_size_not_by_the_pictures():
    assert codes(image=PRINTED) == []
    assert codes(image=cv2.GaussianBlur(PRINTED, (0, 0), 8)) == ["table.blurred"]
    assert codes(image=cv2.GaussianBlur(PRINTED, (0, 0), 1)) == []


def test_blur_does_not_depend_on_how_strong_the_print_is():
    patch = cv2.GaussianBlur(PRINTED, (0, 0), 3)[:96, :64]
    assert sharpness(patch // 2 + 60) == pytest.approx(sharpness(patch), rel=0.05)


def test_every_hint_is_told_anew_or_passes_or_tells_of_where_camera_and_cards_are():
    """One about light that a tracker does not know as such would be told for ever."""
    told = {code for one in said("Hint", "vision/reading") for code in one.codes}
    of_place = {f"table.{word}" for word in ("small", "doors_small", "cut_off")} | {
        code for code in told if "turn" in code
    }
    assert told - of_place == {hint.code for hint in (*OF_LOOK, *PASSING)}


def test_of_small_cards_only_their_size_is_told():
    assert codes(image=cv2.GaussianBlur(PRINTED, (0, 0), 8), width=25) == ["table.small"]
