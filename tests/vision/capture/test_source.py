"""Where pictures come from, and what happens when they do not."""

import errno
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.sight.hints import Hint
from vision.capture.device import cameras
from vision.capture.picture import load_picture
from vision.capture.source import BROKEN, NO_CAMERA, FolderSource, LiveSource, SourceSettings, VideoSource, open_source
from web.language import in_english

HASTY = SourceSettings(frames_per_s=50.0, opening_s=3.0, silence_s=0.3, retry_s=0.05)
GREY = [60, 120, 180]


def picture(level=128):
    return np.full((48, 64, 3), level, np.uint8)


def levels(frames):
    return [None if frame.image is None else round(float(frame.image.mean()) / 60) * 60 for frame in frames]


def take(source, wanted, most=400):
    """Frames until as many different answers as wanted came, consecutive repeats once."""
    told = []
    for count, frame in enumerate(source.frames()):
        level = levels([frame])[0]
        if not told or told[-1] != level:
            told.append(level)
        if len(told) >= wanted or count > most:
            break
    source.close()
    return told


def test_a_folder_gives_its_pictures_in_name_order_and_passes_other_files_over(tmp_path):
    for number, level in enumerate(GREY):
        cv2.imwrite(str(tmp_path / f"frame_{number}.png"), picture(level))
    (tmp_path / "notes.txt").write_text("milk, eggs")
    (tmp_path / "frame_0.json").write_text("{}")
    (tmp_path / "frame_9.png").mkdir()
    source = open_source(str(tmp_path))
    assert isinstance(source, FolderSource)
    frames = list(source.frames())
    assert levels(frames) == GREY
    assert [frame.number for frame in frames] == [0, 1, 2]


@pytest.mark.parametrize("junk", [b"", b"no picture", b"\xff\xd8\xff\xe0half a jpeg"], ids=["empty", "text", "cut"])
def test_a_broken_picture_is_passed_over_with_its_name(tmp_path, junk):
    cv2.imwrite(str(tmp_path / "a.jpg"), picture(60))
    (tmp_path / "b.jpg").write_bytes(junk)
    cv2.imwrite(str(tmp_path / "c.jpg"), picture(180))
    first, broken, last = open_source(str(tmp_path)).frames()
    assert levels([first, last]) == [60, 180]
    assert broken.image is None
    assert broken.hint.code == BROKEN
    assert broken.hint == Hint("source.broken_picture", {"name": "b.jpg"})


def test_pictures_under_names_of_other_alphabets_are_read(tmp_path):
    file = tmp_path / "Стол №1 ñ.png"
    file.write_bytes(cv2.imencode(".png", picture(120))[1].tobytes())
    assert levels(open_source(str(file)).frames()) == [120]
    assert isinstance(load_picture(tmp_path / "none.png"), Hint)


def test_a_video_file_runs_to_its_end_on_its_own_clock(tmp_path):
    file = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for level in GREY:
        writer.write(picture(level))
    writer.release()
    source = open_source(str(file))
    assert isinstance(source, VideoSource)
    frames = list(source.frames())
    assert levels(frames) == GREY
    assert [round(frame.time_s, 3) for frame in frames] == [0.0, 0.1, 0.2]


@pytest.mark.parametrize("begun", ["file://", "file:", "FILE://localhost"])
def test_a_file_url_names_the_same_pictures_as_its_path(tmp_path, begun):
    """What a browser shows in its address bar was answered as no source."""
    folder = tmp_path / "Стол 1 #ñ 100%"
    folder.mkdir()
    cv2.imwrite(str(tmp_path / "a.png"), picture(120))
    (tmp_path / "a.png").rename(folder / "a b.png")
    for url in (folder.as_uri(), (folder / "a b.png").as_uri()):
        assert levels(open_source(url.replace("file://", begun, 1)).frames()) == [120]


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("file:///C:/Users/Ana/a%20b.mp4", "C:/Users/Ana/a b.mp4"),
        ("file://c:/Users/table.mp4", "c:/Users/table.mp4"),
        ("file://server/films/a%25.mp4", "//server/films/a%.mp4"),
    ],
)
def test_a_file_url_of_windows_names_a_path_there(url, path, monkeypatch):
    asked = []
    monkeypatch.setattr("vision.capture.source._source_of_files", lambda path, settings: asked.append(path))
    open_source(url)
    assert asked == [Path(path)]


@pytest.mark.parametrize("url", ["file:///nowhere/at%20all", "file:///a%00b", "file:///%ff"])
def test_a_file_url_of_nothing_is_told_as_its_path_would_be(url):
    assert open_source(url) == Hint("source.no_file")


@pytest.mark.parametrize(
    ("name", "code"),
    [("nowhere", "source.no_file"), ("empty", "source.no_pictures"), ("text.mp4", "source.no_video")],
)
def test_what_is_no_source_is_answered_with_a_sentence(tmp_path, name, code):
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.mp4").write_text("hello")
    answer = open_source(str(tmp_path / name))
    assert isinstance(answer, Hint)
    assert answer.code == code
    assert in_english(answer).endswith(".")


@pytest.mark.parametrize(("looks", "name"), [("stat", "night"), ("iterdir", "night"), ("open", "night/table.png")])
def test_what_may_not_be_opened_is_told_with_the_reason_and_not_as_missing(tmp_path, monkeypatch, looks, name):
    """Who runs the tests as root may open anything."""

    def forbidden(*_args, **_settings):
        raise PermissionError(errno.EACCES, "Permission denied")

    (tmp_path / "night").mkdir()
    cv2.imwrite(str(tmp_path / "night" / "table.png"), picture())
    with monkeypatch.context() as locked:
        locked.setattr(Path, looks, forbidden)
        answer = open_source(str(tmp_path / name))
    assert answer == Hint("source.forbidden", {"reason": "Permission denied"})
    assert in_english(answer) == "Can’t open the file or folder: Permission denied."


@pytest.mark.parametrize(
    "text", ["x" * 5000, "9" * 5000, "http://" + "h" * 5000, "~nobody-of-this-name/x", "a\0b", "/" * 900]
)
def test_a_name_that_no_file_can_have_is_no_source(text):
    assert isinstance(open_source(text), Hint)


@pytest.mark.parametrize(
    "text", ["", "  ", "ftp://x", "mms://x/y", "banana://x", "http://", "rtsp:// ", "file://", "file:///"]
)
def test_what_can_be_no_stream_is_not_waited_for_and_nothing_is_not_this_folder(text):
    """`watch ''` looked for pictures in the folder it was started in, and `watch ftp://x` waited for a phone."""
    assert open_source(text) == Hint("source.none")


@pytest.mark.parametrize("text", ["http://192.168.1.20:8080/video", "RTSP://cam/1", "udp://@:1234"])
def test_every_address_of_a_stream_is_a_source(text):
    assert isinstance(open_source(text), LiveSource)


def test_the_address_of_a_phone_is_one_also_without_http(tmp_path, monkeypatch):
    """It was refused as no file, and had to be typed once more."""
    monkeypatch.chdir(tmp_path)
    for text in ("192.168.1.20:8080/video", "phone.local:8080"):
        assert isinstance(open_source(text), LiveSource)
    for text in ("192.168.1.20", "C:/table.mp4", "table:1"):
        assert open_source(text) == Hint("source.no_file")


def test_no_thread_is_left_inside_a_camera_when_its_pictures_are_no_longer_wanted():
    source = LiveSource(lambda: FakeCamera(60, 1000), NO_CAMERA)
    frames = source.frames()
    assert next(frames).image is not None
    source.close()
    assert list(frames) == []
    assert [one for one in threading.enumerate() if one.name == "camera"] == []


class FakeCamera:
    """A camera that gives so many pictures and then falls silent."""

    def __init__(self, level, pictures):
        self.level, self.left = level, pictures
        self.released = False

    def read(self):
        time.sleep(0.01)
        self.left -= 1
        return (True, picture(self.level)) if self.left >= 0 else (False, None)

    def release(self):
        self.released = True


def test_an_unplugged_camera_is_said_to_be_gone_and_comes_back_by_itself():
    cameras = [FakeCamera(60, 10), None, None, FakeCamera(180, 1000)]
    plugged = list(cameras)
    gone = Hint("source.no_camera")
    quick = SourceSettings(frames_per_s=50.0, opening_s=3.0, silence_s=0.2, retry_s=0.2)
    source = LiveSource(lambda: plugged.pop(0) if plugged else None, gone, quick)
    assert take(source, 3) == [60, None, 180]
    assert cameras[0].released


def test_the_newest_picture_wins_when_the_reader_is_slow():
    later = threading.Event()  # twenty pictures after the first one that was looked at

    class Counting(FakeCamera):
        first = None

        def read(self):
            time.sleep(0.005)
            self.level += 1
            if Counting.first is not None and self.level > Counting.first + 20:
                later.set()
            return True, picture(min(self.level, 250))

    source = LiveSource(lambda: Counting(0, 0), Hint("source.no_camera"), HASTY)
    frames = source.frames()
    Counting.first = first = int(next(frames).image[0, 0, 0])
    assert later.wait(20)
    second = int(next(frames).image[0, 0, 0])
    source.close()
    assert second >= first + 20


def test_a_camera_that_is_not_there_gives_a_sentence_and_no_picture():
    source = LiveSource(lambda: None, Hint("source.no_camera"), SourceSettings(opening_s=0.1))
    frame = next(source.frames())
    source.close()
    assert frame.image is None
    assert frame.hint.code == "source.no_camera"


def test_a_number_that_no_camera_can_have_is_a_camera_that_is_not_there():
    source = open_source("9" * 30, SourceSettings(opening_s=0.2, retry_s=0.05))
    assert next(source.frames()).hint.code == "source.no_camera"
    source.close()


def test_only_cameras_that_give_a_picture_are_listed(monkeypatch):
    plugged = {0: FakeCamera(60, 5), 2: FakeCamera(120, 0)}
    monkeypatch.setattr("vision.capture.device.open_camera", lambda number: plugged.get(number))
    assert cameras() == (0,)
    assert all(camera.released for camera in plugged.values())


def test_the_camera_in_use_is_listed_and_left_alone(monkeypatch):
    """Some systems give a camera to one program at a time, and then it was missing from its own list."""
    opened = []
    monkeypatch.setattr("vision.capture.device.open_camera", lambda number: opened.append(number))
    assert cameras(in_use=2) == (2,)
    assert opened == [0, 1, 3]
    assert cameras(in_use=7) == (7,)


class Streamer(BaseHTTPRequestHandler):
    """Motion JPEG as phone apps serve it. The server's `levels` holds one list of pictures a connection."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        script = self.server.levels
        for level in script.pop(0) if script else []:
            jpeg = cv2.imencode(".jpg", picture(level))[1].tobytes()
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n".encode()
            try:
                self.wfile.write(head + jpeg + b"\r\n")
            except OSError:
                return
            time.sleep(0.02)

    def log_message(self, *args):
        pass


@pytest.fixture
def streamer():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Streamer)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def test_motion_jpeg_over_http_is_followed_through_a_break(streamer):
    streamer.levels = [[60] * 20, [], [180] * 40]
    source = open_source(f"http://127.0.0.1:{streamer.server_port}/video", HASTY)
    assert [level for level in take(source, 3) if level] == [60, 180]


def test_an_address_without_a_stream_gives_a_sentence():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    source = open_source(f"http://127.0.0.1:{port}/", SourceSettings(opening_s=0.5, retry_s=0.1))
    frame = next(source.frames())
    source.close()
    assert frame.image is None
    assert frame.hint.code == "source.no_stream"
