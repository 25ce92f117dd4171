"""The camera of the evening: one source after the other, and what is told of it between them."""

from __future__ import annotations

from pathlib import Path
from threading import Event, Thread, current_thread
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from companion.sight.hints import Hint
from companion.sight.reading import AgreedMaze, Calibration, Reading
from companion.sight.settled_board import Photographed
from vision.capture.source import Frame
from vision.service.camera_service import ANOTHER_CAME, CameraService
from vision.service.camera_thread import STOPPED, CameraThread

PICTURE = str(Path(__file__).parents[3] / "fixtures" / "pictures" / "table.png")


def test_between_two_sources_no_camera_looks_so_that_nothing_of_the_first_is_taken_for_the_second():
    states: list[str] = []
    camera = CameraService(lambda seen: None, lambda state, hints, has_picture: states.append(state))
    camera.use(PICTURE)
    first = len(states)
    camera.use(PICTURE)
    camera.use(None)
    camera.close()
    assert states[0] == "off" and "off" in states[first:-1] and states[-1] == "off"
    assert set(states) > {"off"}


class Remembering:
    """Photographs that were read of one table since it was last forgotten."""

    def __init__(self, reader: object = None) -> None:
        self.read_since, self.counts = 0, []

    def forget(self) -> None:
        self.read_since = 0

    def read(self, image, in_game):
        self.read_since += 1
        self.counts.append(self.read_since)
        return Photographed(Reading(None, ()))


def test_a_rounds_first_photograph_is_compared_with_none_of_the_round_before(monkeypatch):
    photographs = Remembering()
    monkeypatch.setattr("vision.service.camera_service.Photographs", lambda reader: photographs)
    rounds = iter((1, 1, 2, 2))
    file = cv2.imencode(".png", np.zeros((90, 160, 3), np.uint8))[1].tobytes()
    camera = CameraService(lambda seen: None, lambda *state: None, lambda: AgreedMaze(next(rounds), {}))
    try:
        for _ in range(4):
            camera.photograph(file)
    finally:
        camera.close()
    assert photographs.counts == [1, 2, 1, 2]


@pytest.mark.parametrize("is_found", [False, True])
def test_a_folders_picture_is_shown_only_where_a_table_is_found_in_it(is_found, tmp_path, monkeypatch):
    monkeypatch.setattr("vision.capture.photo_folder.PhotoFolder.photos", lambda folder: [tmp_path / "one.png"])
    cv2.imwrite(str(tmp_path / "one.png"), np.zeros((90, 160, 3), np.uint8))
    reading = Reading(Calibration.LAYOUT, ()) if is_found else Reading(None, (), (Hint("table.not_found"),))
    photographs = SimpleNamespace(read=lambda image, in_game: Photographed(reading))
    monkeypatch.setattr("vision.service.camera_service.Photographs", lambda reader: photographs)
    read, told = Event(), []

    def report(state: str, hints: tuple[Hint, ...], has_picture: bool) -> None:
        told.append((hints, has_picture))
        if has_picture or hints:
            read.set()

    camera = CameraService(lambda seen: None, report)
    try:
        camera.use(str(tmp_path))
        assert read.wait(60)
        assert told[-1] == (reading.hints, is_found)
        assert (camera.photo() is not None) == (camera.picture() is not None) == is_found
    finally:
        camera.close()


def test_a_tap_is_read_in_its_own_photograph_only_as_long_as_that_is_the_last(monkeypatch):
    nothing = Photographed(Reading(None, (), (Hint("table.not_found"),)))
    taps = []

    def around(image, tap, in_game):
        taps.append((image.shape, tap))
        return image, nothing

    photographs = SimpleNamespace(read=lambda image, in_game: nothing, read_around=around)
    monkeypatch.setattr("vision.service.camera_service.Photographs", lambda reader: photographs)
    small, large = (cv2.imencode(".png", np.zeros((90, wide, 3), np.uint8))[1].tobytes() for wide in (160, 200))
    camera = CameraService(lambda seen: None, lambda *state: None)
    try:
        anas, bos = camera.photograph(small), camera.photograph(large)
        assert camera.photograph_around((0.5, 0.5), anas.number) == ANOTHER_CAME and not taps
        again = camera.photograph_around((0.5, 0.5), bos.number)
        camera.photograph_around((0.6, 0.5), again.number)
    finally:
        camera.close()
    assert taps == [((90, 200, 3), (0.5, 0.5)), ((90, 200, 3), (0.6, 0.5))]


class Endless:
    """A camera that shows the same grey until it is let go."""

    timed, newest = True, None

    def __init__(self) -> None:
        self.asked, self.let_go = Event(), Event()

    def frames(self):
        self.asked.set()
        while not self.let_go.wait(0.02):
            yield Frame(0, 0.0, np.full((90, 160, 3), 90, np.uint8))

    def close(self):
        self.let_go.set()


class LetGoInBetween(CameraService):
    """Another camera is chosen between any two looks at which one it is."""

    _now: CameraThread | None = None

    @property
    def _thread(self) -> CameraThread | None:
        now, self._now = self._now, None
        return now

    @_thread.setter
    def _thread(self, thread: CameraThread | None) -> None:
        self._now = thread


def silent(camera: type[CameraService] = CameraService) -> CameraService:
    return camera(lambda seen: None, lambda *state: None)


def test_the_board_is_asked_for_while_another_camera_is_chosen():
    """It ended the thread that tells the reader of the game, or answered the host with an error."""
    camera, source = silent(LetGoInBetween), Endless()
    camera._closed.set()  # nobody else asks which camera it is
    camera._reporting.join()
    camera._thread = watch = CameraThread(source, lambda seen: None)
    camera.read_again()
    assert watch._ask_board.is_set()


def test_after_the_end_no_camera_is_chosen_any_more():
    camera, source = silent(), Endless()
    camera.close()
    assert camera.use(source) is STOPPED
    assert not source.asked.is_set()


def test_a_camera_that_is_being_chosen_at_the_end_is_let_go():
    """It was opened after everything had been closed, and looked on."""
    source, choosing, goes_on = Endless(), Event(), Event()

    def report(*state) -> None:
        if current_thread() is chooses:
            choosing.set()
            goes_on.wait(20)

    camera = CameraService(lambda seen: None, report)
    chooses, ends = Thread(target=camera.use, args=(source,)), Thread(target=camera.close)
    chooses.start()
    assert choosing.wait(20)
    ends.start()
    ends.join(0.2)
    goes_on.set()
    for thread in (chooses, ends):
        thread.join(20)
    assert source.let_go.is_set() and camera.frame() is None
