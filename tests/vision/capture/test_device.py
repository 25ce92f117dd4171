"""What is asked of a camera as it is opened, on each kind of computer."""

import cv2
import pytest

from vision.capture import device

MJPG = (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))


class Camera:
    """cv2.VideoCapture with a backend of this name; `asked`: what was set, in order."""

    def __init__(self, backend):
        self.backend, self.asked, self.released = backend, [], False

    def isOpened(self):
        return True

    def getBackendName(self):
        return self.backend

    def set(self, what, value):
        self.asked.append((what, value))
        return True

    def release(self):
        self.released = True


def test_on_linux_a_camera_is_asked_for_compressed_pictures_before_their_size(monkeypatch):
    """Of uncompressed ones a USB camera gives five a second, and many none of the size in which a door can be told."""
    camera = Camera("V4L2")
    monkeypatch.setattr(cv2, "VideoCapture", lambda name: camera)
    assert device.open_camera(0) is camera
    assert camera.asked[:2] == [MJPG, (cv2.CAP_PROP_FRAME_WIDTH, 1920)]


@pytest.mark.parametrize("backend", ["MSMF", "DSHOW", "AVFOUNDATION"])
def test_elsewhere_the_system_chooses_the_format(backend, monkeypatch):
    """Windows takes ten seconds more to open a camera that is asked for one."""
    camera = Camera(backend)
    monkeypatch.setattr(cv2, "VideoCapture", lambda name: camera)
    device.open_camera(0)
    assert camera.asked[0] == (cv2.CAP_PROP_FRAME_WIDTH, 1920)


@pytest.mark.parametrize(
    ("system", "source", "opened"),
    [("darwin", None, [0]), ("darwin", "1", [1]), ("darwin", "http://192.168.1.20:8080/video", []), ("linux", "0", [])],
)
def test_on_a_mac_the_first_thread_opens_the_camera_so_that_the_system_asks_whether_it_may(
    system, source, opened, monkeypatch
):
    """Only threads did, and were refused: the question was never shown."""
    cameras = {}
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr(device, "open_camera", lambda number: cameras.setdefault(number, Camera("AVFOUNDATION")))
    device.ask_leave(source)
    assert list(cameras) == opened and all(camera.released for camera in cameras.values())
