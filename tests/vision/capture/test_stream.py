"""Streams and films as phones, small cameras and camcorders make them, made here by a server or by FFmpeg."""

import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import repeat
from threading import Event

import cv2
import numpy as np
import pytest
from phone_streams import a_phone

from companion.sight.hints import Hint
from vision.capture.source import FolderSource, LiveSource, SourceSettings, VideoSource, open_source
from web.language import in_english

HASTY = SourceSettings(frames_per_s=50.0, opening_s=5.0, slow_opening_s=10.0, silence_s=0.3, retry_s=0.05)
IMPATIENT = SourceSettings(frames_per_s=50.0, opening_s=0.3, slow_opening_s=10.0, silence_s=0.2, retry_s=0.05)
LONG_S = 0.8  # more than any of these waits for a picture that is due

with_ffmpeg = pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="FFmpeg makes these films")


def grey(level=120, size=(64, 48)):
    return np.full((size[1], size[0], 3), level, np.uint8)


def first_of(source):
    with closing(source.frames()) as frames:
        return next(frames)


def told_of(address, settings=IMPATIENT):
    """The sentence for who watches it."""
    source = open_source(address, settings)
    return in_english(first_of(source).hint)


# ---- what takes its time ---------------------------------------------------------------------------------------------


def test_a_phone_that_starts_its_camera_when_somebody_connects_is_waited_for():
    """It was given up after the time in which a running stream counts as silent, and opened again for ever."""
    with a_phone(lambda: repeat(grey()), begins_after_s=LONG_S) as address:
        assert first_of(open_source(address, HASTY)).image is not None


@with_ffmpeg
def test_a_stream_is_waited_for_until_its_next_key_frame():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        free.bind(("127.0.0.1", 0))
        address = f"udp://127.0.0.1:{free.getsockname()[1]}"
    with ffmpeg("-re -f lavfi -i testsrc2=s=320x240:r=20 -c:v libx264 -preset ultrafast -g 40 -f mpegts", address):
        assert first_of(open_source(address, HASTY)).image is not None


def test_a_camera_that_is_being_opened_is_waited_for_longer_than_one_that_is_not_there():
    opened = Event()

    def slowly():
        opened.wait(LONG_S)
        return Giving(grey())

    assert first_of(LiveSource(slowly, Hint("source.no_camera"), IMPATIENT)).image is not None
    assert first_of(LiveSource(lambda: None, Hint("source.no_camera"), IMPATIENT)).image is None


def test_a_camera_whose_first_pictures_are_empty_is_not_opened_again():
    cameras = [Giving(None, None, None, grey())]
    assert first_of(LiveSource(cameras.pop, Hint("source.no_camera"), IMPATIENT)).image is not None


class Giving:
    """A camera that gives these, and the last for ever."""

    def __init__(self, *pictures):
        self.pictures = list(pictures)

    def read(self):
        picture = self.pictures.pop(0) if len(self.pictures) > 1 else self.pictures[0]
        return picture is not None, picture

    def release(self):
        pass


@contextmanager
def ffmpeg(command: str, to) -> Iterator[None]:
    running = subprocess.Popen(["ffmpeg", "-loglevel", "error", *command.split(), str(to)], stdin=subprocess.DEVNULL)
    try:
        yield
    finally:
        running.kill()
        running.wait()


def made(command: str, file):
    subprocess.run(["ffmpeg", "-loglevel", "error", "-y", *command.split(), str(file)], check=True)
    return str(file)


# ---- what changes its shape ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("later", [(48, 64), (96, 72), (32, 24)])
def test_pictures_of_a_stream_come_in_the_size_they_have_then(later):
    """OpenCV pressed those of a phone that was turned into the size of the first."""

    def pictures():
        yield from repeat(grey(), 3)
        yield from repeat(grey(size=later))

    with a_phone(pictures, per_s=50.0) as address, closing(open_source(address, HASTY).frames()) as frames:
        sizes = {frame.image.shape[1::-1] for frame, _ in zip(frames, range(20), strict=False)}
    assert {later} <= sizes <= {(64, 48), later}


# ---- how it is written -----------------------------------------------------------------------------------------------


def test_a_stream_without_its_first_boundary_is_read():
    """So an ESP32 begins, and FFmpeg takes none of it."""
    with a_phone(lambda: repeat(grey()), first_boundary=False) as address:
        assert first_of(open_source(address, HASTY)).image.shape == (48, 64, 3)


@pytest.mark.parametrize("first_boundary", [True, False])
def test_a_password_of_special_letters_is_sent_as_it_was_typed(first_boundary):
    with a_phone(lambda: repeat(grey()), login="ana:p@ss/w#r?d%", first_boundary=first_boundary) as address:
        typed = address.replace("http://", "HTTP://ana:p@ss/w#r?d%@")
        for one in (typed, typed.removeprefix("HTTP://")):
            assert first_of(open_source(one, HASTY)).image is not None


def test_a_camera_that_wants_a_password_is_told_and_how_to_write_it():
    with a_phone(lambda: repeat(grey()), login="ana:milk") as address:
        for one in (address, address.replace("//", "//ana:beer@")):
            assert "http://name:password@" in told_of(one)


def test_the_page_of_a_camera_is_not_taken_for_its_pictures():
    with a_phone(lambda: repeat(grey()), page=b"<html><body>IP Webcam</body></html>") as address:
        assert "web page" in told_of(address)


# ---- what cannot be decoded ------------------------------------------------------------------------------------------

INTERLACED = {
    "dv.avi": "-f lavfi -i testsrc2=s=720x576:r=50:d=1 -vf tinterlace=interleave_top,fieldorder=tff -c:v dvvideo",
    "dvd.mpg": "-f lavfi -i testsrc2=s=720x576:r=50:d=1 -vf tinterlace=interleave_top -c:v mpeg2video"
    " -flags +ilme+ildct",
    "avchd.ts": "-f lavfi -i testsrc2=s=640x480:r=50:d=1 -vf tinterlace=interleave_top -c:v libx264 -flags +ilme+ildct"
    " -pix_fmt yuv420p",
}


@with_ffmpeg
@pytest.mark.parametrize("name", INTERLACED)
def test_an_interlaced_film_is_told_as_such_and_never_read(name, tmp_path):
    """OpenCV hands over what the memory held before, perhaps another film."""
    played = made("-f lavfi -i testsrc2=s=720x576:r=25:d=0.2 -pix_fmt yuv420p -c:v libx264", tmp_path / "before.mp4")
    film = made(INTERLACED[name], tmp_path / name)
    for _ in range(3):
        assert isinstance(open_source(played), VideoSource)
        assert open_source(film) == Hint("source.interlaced")
    assert "1080p" in in_english(open_source(film))


@with_ffmpeg
@pytest.mark.parametrize(
    "codec",
    ["libx264 -pix_fmt yuv420p", "libx264 -pix_fmt yuv422p10le", "mjpeg", "mpeg2video"],
)
@pytest.mark.parametrize("colour", ["black", "white", "gray"])
def test_a_still_film_is_not_taken_for_an_interlaced_one(codec, colour, tmp_path):
    film = made(f"-f lavfi -i color={colour}:s=320x240:r=25:d=2 -c:v {codec}", tmp_path / "film.mkv")
    assert isinstance(open_source(film), VideoSource)


@with_ffmpeg
def test_the_pictures_of_a_film_of_variable_rate_have_the_times_of_their_recording(tmp_path):
    """They were counted as if each lasted as long, and a film whose header lies was over at once."""
    film = made(
        "-f lavfi -i testsrc2=s=64x48:r=10:d=3 -vf settb=1/1000,setpts=if(lt(N\\,10)\\,N*100\\,1000+(N-10)*300)"
        " -vsync vfr -c:v libvpx",
        tmp_path / "film.webm",
    )
    times = [frame.time_s for frame in open_source(film).frames()]
    assert times[:10] == pytest.approx([number / 10 for number in range(10)])
    assert times[10:] == pytest.approx([1 + number * 0.3 for number in range(20)])


# ---- pictures of phones ----------------------------------------------------------------------------------------------


def test_of_pictures_that_only_a_phone_can_open_it_is_told_what_to_set_there(tmp_path):
    heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(100)
    (tmp_path / "IMG_1.HEIC").write_bytes(heic)
    (tmp_path / "IMG_2.heic").write_bytes(heic)
    for name in ("IMG_1.HEIC", "."):
        assert "JPEG" in in_english(open_source(str(tmp_path / name)))
    cv2.imwrite(str(tmp_path / "table.jpg"), grey())
    source = open_source(str(tmp_path))
    assert isinstance(source, FolderSource)
    assert [frame.image is None for frame in source.frames()] == [True, True, False]
