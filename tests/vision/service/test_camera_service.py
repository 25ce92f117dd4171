"""The camera of the evening: one source after the other, and what is told of it between them."""

from __future__ import annotations

from pathlib import Path
from threading import Event, Thread, current_thread

import numpy as np

from vision.capture.source import Frame
from vision.service.camera_service import CameraService
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
