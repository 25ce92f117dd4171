"""Where the reader does not find the table itself, four corners are dragged over its picture, by mouse or by thumb."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from under_a_camera import Onlooker, UnderACamera, faces, laid_table, picture_of, wait_for

from companion.sight.reading import Calibration
from vision.geometry.dimensions import PLAY_AREA_MIDDLE_MM, PLAY_AREA_SIZE_MM, corners_mm
from vision.simulate.camera_stand import DEMO_CAMERA
from vision.simulate.demo_table import DemoTable

pytestmark = pytest.mark.browser

SCREEN = {"width": 1280, "height": 800}
LARGE_SCREEN = {"width": 1920, "height": 1080}
PHONE = {"width": 390, "height": 844}
PUSHED_MM = (DEMO_CAMERA.target_mm[0] + 60.0, DEMO_CAMERA.target_mm[1] + 30.0)


@pytest.fixture(scope="module")
def table():
    return laid_table()


@pytest.fixture(scope="module")
def picture(table):
    return picture_of(table)


@pytest.fixture
def room(chromium, tmp_path, picture):
    made = UnderACamera(chromium, tmp_path, picture)
    yield made
    made.close()


@pytest.fixture
def looked_at(chromium, tmp_path, picture):
    """A room whose pictures nobody reads, for what the page does by itself."""
    made = UnderACamera(chromium, tmp_path, picture, Onlooker)
    yield made
    made.close()


def true_corners(camera=DEMO_CAMERA):
    """Of the play area, as shares of the picture; N-W, N-E, S-E, S-W."""
    places = corners_mm(*PLAY_AREA_SIZE_MM) + PLAY_AREA_MIDDLE_MM
    return camera.project(places) / (camera.width_px, camera.height_px)


def open_page(room, size, touch=False):
    page = room.visit("/table", size, touch=touch)
    page.get_by_role("link", name="Mark the corners yourself").click()
    page.wait_for_selector("#aim img")
    return page


def put_corners(page):
    """Shares of the picture, as the form would send them."""
    return np.array([[float(share) for share in pair.split(",")] for pair in page.input_value("#aim-corners").split()])


def wait_until_fetched_anew(page):
    """The page as it is now, and what was on its way before."""
    for _ in range(2):
        with page.expect_response(lambda answer: answer.url.endswith("/table/aim")):
            pass


def by_mouse(page, handle, x, y):
    box = handle.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(x, y, steps=4)
    page.mouse.up()


def by_thumb(page, handle, x, y):
    """A thumb takes hold a little beside the middle, as thumbs do; the corner follows without a jump."""
    box = handle.bounding_box()
    grip = np.array([box["x"] + box["width"] / 2 + 9, box["y"] + box["height"] / 2 - 7])
    thumb = page.context.new_cdp_session(page)

    def touch(kind, *at):
        thumb.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": a, "y": b} for a, b in at]})

    touch("touchStart", tuple(grip))
    for step in (0.3, 0.7, 1.0):
        touch("touchMove", tuple(grip + (np.array([x + 9, y - 7]) - grip) * step))
    touch("touchEnd")


def drag(page, corners, how):
    picture = page.locator("#aim img")
    picture.scroll_into_view_if_needed()
    page.locator(".aim-handle").first.press("ArrowLeft")  # from now on they do not follow the table
    for handle, (x, y) in zip(page.locator(".aim-handle").all(), corners, strict=True):
        frame = picture.bounding_box()
        how(page, handle, frame["x"] + x * frame["width"], frame["y"] + y * frame["height"])


def drag_all_and_send(room, size, how):
    page = open_page(room, size, touch=how is by_thumb)
    room.photograph(page, f"aim-{how.__name__}-1")
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    drag(page, true_corners(), how)
    assert np.abs(put_corners(page) - true_corners()).max() < 0.006  # a pixel or two
    room.photograph(page, f"aim-{how.__name__}-2")
    page.get_by_role("button", name="Corners are right").click()
    page.wait_for_selector("text=The camera sees the table")
    page.wait_for_selector("img.picture")
    room.photograph(page, f"aim-{how.__name__}-3")


def test_the_reader_follows_corners_that_are_dragged(room, table):
    drag_all_and_send(room, SCREEN, by_mouse)
    wait_for(lambda: faces(room.camera.board()) == faces(table.truth().cards))
    assert room.camera._tracker._last.reading.calibration is Calibration.CORNERS


def test_a_thumb_drags_them_as_a_mouse_does(looked_at):
    drag_all_and_send(looked_at, PHONE, by_thumb)
    assert np.abs(np.array(looked_at.camera.was_told) - true_corners()).max() < 0.006


def test_the_corners_are_dragged_from_where_the_table_is_seen(room, picture):
    """They lay at the same places in every picture, and all four had to be dragged anew."""
    for cards in (9, 4):  # amid a round, and where one begins
        room.desk.picture = picture_of(DemoTable(paced=False)) if cards == 4 else picture
        wait_for(lambda cards=cards: len(room.camera.board()) == cards)
        page = open_page(room, SCREEN)
        assert np.abs(put_corners(page) - np.clip(true_corners(), 0, 1)).max() < 0.03


def test_whoever_says_that_corners_are_right_hears_what_is_seen_there(chromium, tmp_path, picture):
    """Over a bare table nothing was said; corners turned half round were dropped without a word."""
    bare = cv2.GaussianBlur(np.random.default_rng(5).integers(60, 110, (1080, 1920, 3)).astype(np.uint8), (0, 0), 3)
    room = UnderACamera(chromium, tmp_path, bare)
    try:
        page = open_page(room, SCREEN)
        page.get_by_role("button", name="Corners are right").click()
        page.wait_for_selector("#notice >> text=The camera doesn’t see the start card and the goal cards in this area")
        room.photograph(page, "aim-bare")
        room.desk.picture = picture
        wait_for(lambda: room.camera.board())
        turned = room.visit("/table/aim", SCREEN)
        drag(turned, np.roll(true_corners(), 2, 0), by_mouse)
        turned.get_by_role("button", name="Corners are right").click()
        turned.wait_for_selector("#notice >> text=No table found between these corners")
    finally:
        room.close()


@pytest.mark.parametrize("camera", [(640, 360), (640, 480)])
def test_the_picture_of_a_small_camera_has_the_page_s_width_too_and_its_corners_lie_where_they_were_put(
    chromium, tmp_path, picture, camera
):
    """On a large screen it was 640 pixels wide, and a corner of the table hard to hit."""
    small = cv2.resize(picture, camera, interpolation=cv2.INTER_AREA)
    room = UnderACamera(chromium, tmp_path, small, Onlooker)
    try:
        page = open_page(room, LARGE_SCREEN)
        wait_for(lambda: page.locator("#aim img").evaluate("picture => picture.complete"))
        frame = page.locator("#aim img").bounding_box()
        assert abs(frame["width"] / frame["height"] - camera[0] / camera[1]) < 0.01
        assert frame["width"] > 900
        assert frame["y"] + frame["height"] < LARGE_SCREEN["height"]
        drag(page, true_corners(), by_mouse)
        assert np.abs(put_corners(page) - true_corners()).max() < 0.002
    finally:
        room.close()


@pytest.mark.parametrize(
    ("order", "shrink", "said"), [((0, 2, 1, 3), 1.0, "form a table"), ((0, 1, 2, 3), 0.15, "too small")]
)
def test_corners_that_are_no_tables_are_answered_and_stay_where_they_were_put(looked_at, order, shrink, said):
    room = looked_at
    page = open_page(room, SCREEN)
    corners = (true_corners()[list(order)] - 0.5) * shrink + 0.5
    drag(page, corners, by_mouse)
    put = page.input_value("#aim-corners")
    page.get_by_role("button", name="Corners are right").click()
    page.wait_for_selector(f"#notice >> text={said}")
    room.photograph(page, f"aim-{said}")
    assert page.input_value("#aim-corners") == put
    wait_until_fetched_anew(page)
    assert said in page.inner_text("#notice")
    page.locator("#notice a").click()
    page.wait_for_selector("#notice .notice", state="detached")
    assert page.input_value("#aim-corners") == put


def test_a_camera_that_is_pushed_takes_the_corners_along_until_somebody_has_dragged_one(looked_at, table, picture):
    """Picture and corners were those of the moment at which the page was opened."""
    looked_at.camera.there = np.clip(true_corners(), 0, 1)
    page = open_page(looked_at, SCREEN)
    first, before = page.locator(".aim-handle").first, put_corners(page)
    first.focus()
    pushed = DemoTable(camera=replace(DEMO_CAMERA, target_mm=PUSHED_MM), paced=False)
    pushed.show(table.scene)
    looked_at.desk.picture, looked_at.camera.there = picture_of(pushed), true_corners(pushed.camera)
    wait_for(lambda: np.abs(put_corners(page) - before).max(1).min() > 0.01)
    looked_at.photograph(page, "aim-pushed")
    assert first.evaluate("one => one === document.activeElement")
    frame = page.locator("#aim img").bounding_box()
    by_mouse(page, first, frame["x"] + 0.3 * frame["width"], frame["y"] + 0.4 * frame["height"])
    page.get_by_role("button", name="Start card is on another side").click()
    put = put_corners(page)
    looked_at.desk.picture, looked_at.camera.there = picture, true_corners()
    wait_until_fetched_anew(page)
    assert np.array_equal(put_corners(page), put)
    assert np.abs(put[1] - (0.3, 0.4)).max() < 0.02  # turned on by one


def test_the_page_says_when_the_pictures_stop_and_goes_on_by_itself_when_they_come_back(room, picture):
    """It went on saying that the camera sees the table; opened meanwhile, it never noticed that pictures came back."""
    page = open_page(room, SCREEN)
    drag(page, true_corners(), by_mouse)
    put = page.input_value("#aim-corners")
    room.desk.picture = None
    page.wait_for_selector("#aim", state="detached")
    assert "It will appear here" in page.inner_text("main")
    assert "sees the table" not in page.inner_text("main")
    other = room.visit("/table/aim", SCREEN)
    assert other.locator("#aim").count() == 0
    room.desk.picture = picture
    for one in (page, other):
        one.wait_for_selector("text=The camera sees the table")
        wait_for(lambda one=one: one.locator("#aim img").evaluate("picture => picture.naturalWidth > 0"))
    assert page.input_value("#aim-corners") == put
    drag(other, true_corners(), by_mouse)
    assert np.abs(put_corners(other) - true_corners()).max() < 0.006


@pytest.mark.parametrize("meanwhile", ["waits", "turns to a link"])
def test_the_keys_move_the_same_corner_after_the_pictures_came_back(room, picture, meanwhile):
    """They were at the heading, and the corner had to be looked for with Tab; whoever had gone on is left there."""
    page = open_page(room, SCREEN)
    page.locator(".aim-handle").nth(2).press("ArrowLeft")
    room.desk.picture = None
    page.wait_for_selector("#aim", state="detached")
    if meanwhile != "waits":
        page.get_by_role("link", name="Choose a camera").focus()
    room.desk.picture = picture
    page.wait_for_selector("#aim img")
    put = put_corners(page)
    page.keyboard.press("ArrowUp")
    moved = np.abs(put_corners(page) - put).max(1) > 0
    assert moved.tolist() == ([False, False, True, False] if meanwhile == "waits" else [False] * 4)


def test_a_camera_that_was_pulled_out_has_no_dead_picture_to_aim_at(room):
    room.desk.picture = None
    page = room.visit("/table/aim", PHONE)
    wait_for(lambda: "lost" in page.reload().text() and page.locator("#aim").count() == 0)
    room.photograph(page, "aim-no-picture")
    page.get_by_role("link", name="Choose a camera").click()
    page.wait_for_selector("[data-key=choose-camera]")
