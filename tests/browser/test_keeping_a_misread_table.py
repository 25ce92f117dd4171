"""A host puts right what the real reader read, keeps the picture with one press, looks at it and saves the archive."""

from __future__ import annotations

import zipfile

import pytest
from under_a_camera import UnderACamera, picture_of, wait_for

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.misread import Correction
from companion.state import commands as c
from companion.views.model import TableViewer
from vision.simulate.demo_table import DemoTable
from vision.simulate.scene.table_scene import lay

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1280, "height": 720}
LAID, SAID = Cell(1, 0), "E|W"


@pytest.fixture
def room(chromium, tmp_path):
    """In the middle of a game, in which the camera has just told the first card."""
    table = DemoTable(paced=False)
    made = UnderACamera(chromium, tmp_path, picture_of(table))
    session = made.session
    for name in ("Ana", "Bo", "Cy"):
        session.join(name)
    session.submit(c.ByTable(), c.StartGame(0, False))
    for seat in range(3):
        session.submit(c.BySeat(seat), c.RoleSeen())
    wait_for(lambda: len(made.camera.board()) == 4)
    table.show(lay(table.scene, LAID, Face.parse("EW")))
    made.desk.picture = picture_of(table)
    wait_for(lambda: any(card.cell == LAID for card in session.view(TableViewer()).maze.cards))
    yield made
    made.close()


def test_a_misread_table_is_kept_with_one_press_and_saved_as_an_archive(room, tmp_path):
    page = room.visit(f"/table?do=fix-cell&cell={LAID.x},{LAID.y}", LAPTOP)
    room.photograph(page, "misread-0-cell")
    page.locator(f"form[action='/table/cell'] button[value='{SAID}']").first.click()
    page.get_by_role("link", name="Done").click()
    keep = page.get_by_role("button", name="Keep it")
    keep.wait_for()
    room.photograph(page, "misread-1-offer")
    box = keep.bounding_box()
    assert box["y"] + box["height"] <= LAPTOP["height"], "it is pressed without scrolling"
    keep.click()
    keep.wait_for(state="detached")
    (one,) = room.misreads.kept()
    assert one.corrections == (Correction(LAID, "EW", SAID),)
    assert one.unclear == 0, "all else was read as the game knows it, the start card too"
    page.goto(f"{room.base}/table/decks")
    page.get_by_role("link", name="Pictures you kept").click()
    picture = page.locator("img.misread")
    picture.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('img.misread').naturalWidth > 0")
    room.photograph(page, "misread-2-page")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save all as one file").click()
    saved.value.save_as(tmp_path / "x.zip")
    assert zipfile.ZipFile(tmp_path / "x.zip").namelist() == [f"{one.key}.jpg", f"{one.key}.json"]
    page.get_by_role("button", name="Delete").click()
    page.get_by_text("No pictures kept yet").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
