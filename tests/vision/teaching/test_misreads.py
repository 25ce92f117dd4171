"""Tables that the camera misread: kept where people say so, as one file each, with nothing in it that is secret."""

from __future__ import annotations

import errno
import json
import zipfile
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from companion.sight.hints import Hint
from companion.sight.misread import Correction, Misread
from companion.sight.reading import CardKind, SeenCard, quad_px
from vision.capture.picture import picture_of
from vision.teaching import misreads as store
from vision.teaching.misreads import Misreads, members_of

NEXT, BEYOND = Cell(1, 0), Cell(2, 0)
QUAD = quad_px([(10, 10), (60, 10), (60, 90), (10, 90)])


def card(cell: Cell, face: str | None, kind: CardKind = CardKind.PATH, sure: bool = True) -> SeenCard:
    return SeenCard(cell, kind, None if face is None else Face.parse(face), 0.9, not sure, QUAD)


START = card(START_CELL, "NESW^", CardKind.START)
GOALS = tuple(card(cell, None, CardKind.GOAL) for cell in GOAL_CELLS)


class Table(Misreads):
    """Before a camera that has read what it is told, of a game whose maze is what it is told."""

    def __init__(self, folder: Path, *read: SeenCard) -> None:
        self.image = np.random.default_rng(1).integers(0, 255, (120, 160, 3), np.uint8)
        self.read, self.maze = (START, *GOALS, *read), [START, *GOALS]
        super().__init__(folder, lambda: (self.image, self.read), lambda: {one.cell: one for one in self.maze})

    def put_right(self, cell: Cell, face: str | None) -> bool:
        said = [] if face is None else [card(cell, face)]
        self.maze = [one for one in self.maze if one.cell != cell] + said
        return self.corrected(cell, None if face is None else Face.parse(face))

    def next_picture(self) -> None:
        self.image = self.image + np.uint8(1)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """At which a dead end was read as a tunnel."""
    return Table(tmp_path / "misreads", card(NEXT, "EW"))


def facts_of(table: Table) -> dict:
    (one,) = table.kept()
    return json.loads(members_of(next(table.folder.glob("*.zip")))[f"{one.key}.json"])


def test_picture_reading_and_correction_are_kept_as_one_file(table):
    assert table.put_right(NEXT, "E|W")
    assert table.offered() == Misread("", 5, 0, (Correction(NEXT, "EW", "E|W"),))
    assert table.kept() == (), "nobody has said yes"
    assert table.keep() is None
    (one,) = table.kept()
    assert one.corrections == (Correction(NEXT, "EW", "E|W"),)
    assert [file.name for file in table.folder.iterdir()] == [f"{one.key}.table.zip"]
    image = picture_of(table.picture(one.key))
    assert not isinstance(image, Hint)
    assert image.shape == table.image.shape
    true = {(cell["x"], cell["y"]): cell for cell in facts_of(table)["cells"]}
    assert (true[1, 0]["open"], true[1, 0]["links"], true[1, 0]["quad_px"][1]) == ("EW", [], [60.0, 10.0])
    assert "confidence" not in true[1, 0]
    assert len(true) == 5


def test_an_answer_is_for_one_picture_and_asked_for_again_with_the_next(table):
    table.put_right(NEXT, "E|W")
    table.decline()
    assert table.offered() is None
    assert table.keep() == store.GONE
    table.next_picture()
    assert table.put_right(NEXT, "E|W")
    assert table.offered() is not None


def test_whoever_never_wants_to_be_asked_is_not_asked_on_another_evening_either(table):
    table.put_right(NEXT, "E|W")
    table.ask(False)
    assert table.offered() is None
    assert not table.put_right(NEXT, "E|W")
    again = Table(table.folder, card(NEXT, "EW"))
    assert not again.asks
    assert not again.put_right(NEXT, "E|W")
    again.ask(True)
    assert again.put_right(NEXT, "E|W")
    assert Misreads(table.folder).asks


def test_what_was_read_so_without_a_doubt_is_no_correction(table):
    assert not table.put_right(NEXT, "EW")
    table.read = (START, *GOALS, card(NEXT, "EW", sure=False))
    assert table.put_right(NEXT, "EW")


def test_without_a_camera_nothing_is_offered(tmp_path):
    assert not Misreads(tmp_path).corrected(NEXT, Face.parse("EW"))


def test_several_corrections_of_one_picture_are_in_one_file(table):
    table.read = (*table.read, card(BEYOND, "NS"))
    table.put_right(NEXT, "E|W")
    assert table.offered().unclear == 1, "the card beside it is not in the game, and nobody has said so yet"
    table.keep()
    table.put_right(BEYOND, None)
    table.keep()
    (one,) = table.kept()
    assert one.unclear == 0
    assert one.corrections == (Correction(NEXT, "EW", "E|W"), Correction(BEYOND, "NS", None))


def test_a_card_that_the_camera_overlooked_has_no_place_in_the_picture(table):
    table.put_right(BEYOND, "EW")
    table.keep()
    (one,) = table.kept()
    assert one.corrections == (Correction(BEYOND, None, "EW"),)
    assert "quad_px" not in next(cell for cell in facts_of(table)["cells"] if cell["x"] == 2)
    assert facts_of(table)["unclear"] == [[1, 0]]


def test_a_picture_in_which_somebody_lifts_a_goal_is_not_kept(table):
    """Who peeks knows what lies there, and no file may tell it: neither the picture nor the reading."""
    lifted = card(GOAL_CELLS[0], "NESW", CardKind.GOAL)
    table.read = (START, lifted, *GOALS[1:], card(NEXT, "EW"))
    assert not table.put_right(NEXT, "E|W")
    assert table.offered() is None


def test_the_oldest_make_room(table, monkeypatch):
    monkeypatch.setattr(store, "MISREADS", store.MisreadSettings(most_tables=2))
    keys = []
    for _ in range(3):
        table.next_picture()
        table.put_right(NEXT, "E|W")
        table.keep()
        keys.append(next(one.key for one in table.kept() if one.key not in keys))
    assert {one.key for one in table.kept()} == set(keys[1:])


def test_all_that_is_kept_fits_into_a_bug_report(table, monkeypatch):
    table.put_right(NEXT, "E|W")
    table.keep()
    size = next(table.folder.glob("*.zip")).stat().st_size
    monkeypatch.setattr(store, "MISREADS", store.MisreadSettings(most_bytes=round(1.5 * size)))
    table.next_picture()
    table.put_right(NEXT, "E|W")
    table.keep()
    assert len(table.kept()) == 1


def test_a_full_disk_is_told_and_leaves_no_half_file(table, monkeypatch):
    table.put_right(NEXT, "E|W")
    table.keep()
    whole = table.archive()

    def full(self: Path, data: bytes) -> None:
        self.touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    table.next_picture()
    table.put_right(NEXT, "E|W")
    with monkeypatch.context() as disk:
        disk.setattr(Path, "write_bytes", full)
        assert table.keep() == store.NOT_KEPT
    assert len(list(table.folder.iterdir())) == 1
    assert table.archive() == whole
    assert table.keep() is None, "once there is room it can be kept"


def test_what_somebody_would_rather_not_show_is_removed(table):
    table.put_right(NEXT, "E|W")
    table.keep()
    (one,) = table.kept()
    for other in ("table-00000000", "../secret", ""):
        assert table.remove(other) is None
        assert table.picture(other) is None
    assert len(table.kept()) == 1
    table.remove(one.key)
    assert table.kept() == ()


@pytest.mark.parametrize("data", [b"", b"no zip", b"PK\x05\x06" + b"\0" * 18])
def test_a_file_that_is_none_is_passed_over(table, data):
    table.put_right(NEXT, "E|W")
    table.keep()
    (table.folder / "table-01234567.table.zip").write_bytes(data)
    assert len(table.kept()) == 1
    assert len(zipfile.ZipFile(BytesIO(table.archive())).namelist()) == 2


def test_of_a_strangers_archive_only_pictures_with_their_facts_are_unpacked(tmp_path):
    archive = tmp_path / "x.zip"
    names = ["table-0123abcd.jpg", "table-0123abcd.json", "../table-0123abcd.jpg", "other.jpg", "table-0123abcd.py"]
    with zipfile.ZipFile(archive, "w") as opened:
        for name in names:
            opened.writestr(name, b"x")
        opened.writestr("table-9999ffff.json", b" " * 400_001)
    assert list(members_of(archive)) == names[:2]
