"""The photograph's page on a phone: taken, looked at, and where no table was found, touched at its start card."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from sample_views import PHONE_VIEWS
from screens import IN_SIGHT, PHONE, ROOM, SCREEN, SMALL

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from companion.sight.reading import Calibration, CardKind, Reading, SeenCard
from companion.sight.settled_board import Photographed, SettledBoard
from companion.views.model import CameraView
from web.config import WebConfig

pytestmark = pytest.mark.browser
CELL = Cell(1, 0)
CARD = SeenCard(CELL, CardKind.PATH, Face.parse("EW"), 0.97, False, ((0, 0), (1, 0), (1, 1), (0, 1)))
FOUND = Photographed(Reading(Calibration.LAYOUT, (CARD,)), SettledBoard(2, {CELL: CARD}, photo=True), (CELL,))
NO_TABLE = Photographed(Reading(None, (), (Hint("table.not_found"),)))


@pytest.fixture
def taps() -> list[tuple[float, float]]:
    return []


@pytest.fixture
def reads() -> list[Photographed]:
    """Of each photograph what is read of it."""
    return [NO_TABLE]


@pytest.fixture
def config(taps: list[tuple[float, float]], reads: list[Photographed]) -> WebConfig:
    def around(tap: tuple[float, float], number: int) -> Photographed:
        taps.append(tap)
        return FOUND

    room = np.random.default_rng(1).integers(0, 255, (6, 8, 3), np.uint8)
    photo = cv2.imencode(".jpg", cv2.resize(room, (960, 720), interpolation=cv2.INTER_NEAREST))[1].tobytes()
    return WebConfig(0, photograph=lambda file: reads[-1], photograph_around=around, photo=lambda: photo, demo=False)


@pytest.mark.parametrize("size", [SMALL, PHONE], ids=["small", "usual"])
def test_a_tap_on_the_photograph_says_where_the_start_card_is(
    visit: Any, fake: Any, taps: list[tuple[float, float]], size: dict[str, int], tmp_path: Any
) -> None:
    view = replace(PHONE_VIEWS["play"], camera=CameraView("photos"), hand_cards=None)
    fake.tokens, fake.phones = {"token-of-one": view.viewer.seat}, {view.viewer.seat: view}
    page = visit("/photo", size=size)
    file = tmp_path / "photo.png"
    cv2.imwrite(str(file), np.full((300, 400, 3), 90, np.uint8))
    page.locator("input[type=file]").first.set_input_files(str(file))
    page.wait_for_selector("[data-tap]")
    picture = page.locator("[data-tap]")
    page.wait_for_function("() => document.querySelector('[data-tap]').getBoundingClientRect().height > 100")
    assert page.evaluate(ROOM) == {"wide": 0, "small": [], "cut": []}
    box = picture.bounding_box()
    assert box["width"] > 0.8 * size["width"]
    assert abs(box["height"] / box["width"] - 720 / 960) < 0.02  # no rim around it, as the tap is told from its corner
    picture.click(position={"x": box["width"] / 4, "y": box["height"] / 2})
    page.wait_for_url("**/photo?answer")
    page.wait_for_selector("text=This one is new")
    ((x, y),) = taps
    assert (x, y) == pytest.approx((0.25, 0.375), abs=0.01)


def test_on_the_table_screen_a_photograph_leaves_the_way_back_in_sight(
    visit: Any, reads: list[Photographed], tmp_path: Any
) -> None:
    reads.append(FOUND)
    page = visit("/table?key=the-host", size=SCREEN)
    page.goto(page.url.split("/table")[0] + "/table/photo")
    upright = tmp_path / "photo.png"
    cv2.imwrite(str(upright), np.full((400, 300, 3), 90, np.uint8))
    page.locator("input[type=file]").first.set_input_files(str(upright))
    page.wait_for_function("() => document.querySelector('.picture')?.naturalHeight")
    assert page.evaluate(IN_SIGHT, ".picture, [data-key=read] .primary")
