"""A camera that stands badly says so through `read`, in plain words and figures: too far, too dark or bright, turned
away."""

from __future__ import annotations

import re
from dataclasses import replace
from math import radians

import cv2
import numpy as np
import pytest
from filmed_tables import filmed_first
from found_tables import read_table

from vision.reading.hints import HINTS
from vision.service.read_lines import read_file
from vision.simulate.camera_stand import DEMO_CAMERA
from web.language import in_english


@pytest.fixture(scope="module")
def read(reader, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pictures")

    def line(image: np.ndarray) -> dict:
        cv2.imwrite(str(folder / "table.png"), image)
        return read_file(folder / "table.png", in_english, reader=reader)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vision.service.read_lines.read_table", read_table)
        yield line


def picture(**camera) -> np.ndarray:
    return filmed_first(replace(DEMO_CAMERA, **camera))


@pytest.fixture(scope="module")
def good() -> np.ndarray:
    return picture()


def shrunk(image: np.ndarray, to: float) -> np.ndarray:
    return cv2.resize(image, None, fx=to, fy=to, interpolation=cv2.INTER_AREA)


@pytest.fixture(scope="module")
def far(read, good):
    """What is said of a picture so many pixels wide."""
    return {width: read(shrunk(good, width / good.shape[1])) for width in (860, 720, 600)}


def farthest_px(line: dict) -> tuple[float, float]:
    """Height and width of the card that is smallest in the picture."""
    quads = [np.array(cell["quad_px"]) for cell in line["cells"]]
    sizes = [(np.linalg.norm(q[3] - q[0]), np.linalg.norm(q[1] - q[0])) for q in quads]
    return min(sizes)


def test_a_camera_that_stands_well_hears_nothing(read, good):
    line = read(good)
    assert line["found"]
    assert line["warnings"] == []


@pytest.mark.parametrize("width", [860, 720, 600], ids=lambda width: f"{width} px")
def test_below_the_size_at_which_doors_can_be_told_it_says_so_with_the_size(far, width):
    line = far[width]
    assert line["found"]
    high, wide = farthest_px(line)
    said = " ".join(line["warnings"])
    assert ("too small to see doors" in said) == (HINTS.small_card_px <= high < HINTS.door_card_px)
    assert ("Move the camera closer" in said) == (high < HINTS.door_card_px)
    told = re.search(r"only (\d+) pixels wide", said)
    assert (told is not None) == (high < HINTS.door_card_px)
    assert told is None or int(told[1]) == round(wide)


def test_the_three_sizes_above_are_on_both_sides_of_the_limits(far):
    """Else the test before this one says nothing."""
    heights = [farthest_px(line)[0] for line in far.values()]
    assert heights[0] > HINTS.door_card_px > heights[1] > HINTS.small_card_px > heights[2]


@pytest.mark.parametrize(
    ("target_mm", "said"),
    [
        ((590.0, 6.0), "Turn the camera a little to the left"),
        ((-125.0, 6.0), "Turn the camera a little to the right"),
        ((227.0, -119.0), "Tilt the camera down a little"),
        ((227.0, 153.0), "Tilt the camera up a little"),
    ],
    ids=["left", "right", "down", "up"],
)
def test_a_camera_that_looks_past_the_table_is_told_which_way_to_turn(read, target_mm, said):
    line = read(picture(target_mm=target_mm, tilt_rad=radians(5)))
    assert line["found"]
    assert [warning for warning in line["warnings"] if said in warning], line["warnings"]


def test_a_dim_room_and_a_dark_one_are_told_apart(read, good):
    dim = read(cv2.convertScaleAbs(good, alpha=0.27))
    assert dim["found"]
    assert any("rather dark" in warning for warning in dim["warnings"])
    dark = read(cv2.convertScaleAbs(good, alpha=0.04))
    assert (dark["found"], dark["cells"]) == (False, [])
    assert any("too dark" in warning for warning in dark["warnings"])


def test_a_bright_room_and_one_too_bright_are_told_apart(read, good):
    bright = read(cv2.convertScaleAbs(good, alpha=3))
    assert bright["found"]
    assert any("The cards are so bright" in warning for warning in bright["warnings"])
    washed_out = read(cv2.convertScaleAbs(good, alpha=6))
    assert (washed_out["found"], washed_out["cells"]) == (False, [])
    (warning,) = washed_out["warnings"]
    assert "too bright" in warning


def test_a_camera_out_of_focus_hears_so(read, good):
    line = read(cv2.GaussianBlur(good, (0, 0), 7))
    assert line["found"]
    assert any("blurred" in warning for warning in line["warnings"])


def test_a_table_too_far_away_to_be_found_asks_for_a_closer_camera(read, good):
    far = shrunk(good, 200 / good.shape[1])
    line = read(cv2.copyMakeBorder(far, 600, 600, 1100, 1100, cv2.BORDER_REPLICATE))
    assert (line["found"], line["cells"]) == (False, [])
    (warning,) = line["warnings"]
    assert "move the camera closer" in warning
