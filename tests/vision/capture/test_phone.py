"""A phone that sends pictures as a camera: the newest is looked at, silence is told, and nothing else gets in."""

from __future__ import annotations

from contextlib import closing

import cv2
import numpy as np
import pytest
from sent_files import claiming, jpeg, of_many_scans

from companion.sight.hints import FILM_OVER, Hint
from vision.capture.jpeg_file import jpeg_size_px
from vision.capture.phone import NO_PHONE, TOO_LARGE, PhoneSource
from vision.capture.picture import NO_PICTURE
from vision.capture.source import SourceSettings

HASTY = SourceSettings(frames_per_s=50.0, opening_s=0.3, slow_opening_s=0.3, silence_s=0.2, retry_s=0.05)


def test_pictures_come_as_they_are_sent_and_each_in_its_own_size():
    with closing(PhoneSource(HASTY)) as phone:
        frames = phone.frames()
        for level, size in ((60, (64, 48)), (180, (48, 64))):
            assert phone.take(jpeg(level, size)) is None
            image = next(
                frame.image for frame in frames if frame.image is not None and abs(frame.image.mean() - level) < 3
            )
            assert image.shape == (size[1], size[0], 3)
            assert phone.newest is not None


def test_a_silent_phone_is_told_and_goes_on_by_itself():
    with closing(PhoneSource(HASTY)) as phone:
        frames = phone.frames()
        phone.take(jpeg())
        assert next(frames).image is not None
        silent = next(frame for frame in frames if frame.image is None)
        assert silent.hint == NO_PHONE
        phone.take(jpeg())
        assert next(frame for frame in frames if frame.image is not None)


def test_a_phone_that_never_sends_is_told_as_well():
    with closing(PhoneSource(HASTY)) as phone:
        assert next(phone.frames()).hint == NO_PHONE


def test_where_nobody_looks_any_more_the_phone_is_told():
    phone = PhoneSource(HASTY)
    phone.close()
    assert phone.take(jpeg()) == FILM_OVER
    assert list(phone.frames()) == []


@pytest.mark.parametrize(
    ("sent", "trouble"),
    [
        (b"", NO_PICTURE),
        (b"hello", NO_PICTURE),
        (cv2.imencode(".png", np.zeros((9, 9, 3), np.uint8))[1].tobytes(), NO_PICTURE),
        (jpeg()[:-2], NO_PICTURE),
        (b"\xff\xd8\xff\xd9", NO_PICTURE),
        (b"\xff\xd8\xff" + bytes(100) + b"\xff\xd9", NO_PICTURE),
        (claiming(0, 48), NO_PICTURE),
        (claiming(20000, 10000), TOO_LARGE),
        (of_many_scans(), TOO_LARGE),
    ],
)
def test_what_is_no_picture_or_too_large_is_told_and_not_unpacked(sent: bytes, trouble: Hint, monkeypatch):
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("unpacked"))
    with closing(PhoneSource(HASTY)) as phone:
        assert phone.take(sent) == trouble


def test_a_picture_that_cannot_be_unpacked_is_passed_over():
    damaged = jpeg()[:100] + bytes(200) + b"\xff\xd9"
    damaged = damaged.replace(b"\xff\xdb", b"\xff\xfe")  # without the tables that it needs
    with closing(PhoneSource(HASTY)) as phone:
        frames = phone.frames()
        phone.take(damaged)
        assert next(frames).image is None
        phone.take(jpeg())
        assert next(frame for frame in frames if frame.image is not None)


@pytest.mark.parametrize("progressive", [0, 1])
def test_the_size_stands_in_the_files_head(progressive):
    assert jpeg_size_px(jpeg(1, (640, 480), cv2.IMWRITE_JPEG_PROGRESSIVE, progressive)) == (640, 480)
