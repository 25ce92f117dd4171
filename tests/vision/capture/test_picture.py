"""A picture's file that breaks off, or was changed on its way, is told in our own words and in nobody else's."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from sent_files import claiming, jpeg, of_many_scans

from companion.sight.hints import Hint
from vision.capture.picture import EMPTY, FILM, HEIC, INCOMPLETE, NO_MEMORY, NO_PICTURE, load_picture, photograph_of
from vision.capture.png_file import SIGNATURE, is_sound_png

LOAD = "import sys, pathlib, vision.capture.picture as p; [p.load_picture(pathlib.Path(f)) for f in sys.argv[1:]]"
NO_WORDS_OF_OPENCV = {name: value for name, value in os.environ.items() if name != "OPENCV_LOG_LEVEL"}


def picture() -> np.ndarray:
    noise = np.random.default_rng(7).integers(0, 256, (90, 120, 3), dtype=np.uint8)
    return cv2.GaussianBlur(noise, (9, 9), 0)


def png() -> np.ndarray:
    return cv2.imencode(".png", picture())[1].ravel()


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".bmp", ".webp", ".tif"])
def test_nobody_mutters_beside_our_own_sentence_about_a_picture_that_breaks_off(tmp_path: Path, suffix: str) -> None:
    data = cv2.imencode(suffix, picture())[1].tobytes()
    files = [tmp_path / f"{share}{suffix}" for share in (1, 50, 99)]
    for file, share in zip(files, (0.01, 0.5, 0.99), strict=True):
        file.write_bytes(data[: int(len(data) * share)])
    loaded = subprocess.run(
        [sys.executable, "-c", LOAD, *files], capture_output=True, text=True, env=NO_WORDS_OF_OPENCV, check=True
    )
    assert loaded.stderr == ""


def test_a_png_is_sound_from_its_first_part_to_its_last_and_what_follows_does_not_matter() -> None:
    whole = png()
    assert is_sound_png(whole)
    assert is_sound_png(np.append(whole, np.frombuffer(b"more", np.uint8)))


@pytest.mark.parametrize("kept", [8, 9, 20, 33, 40, 500, -13, -12, -5, -1])
def test_a_png_that_ends_anywhere_before_its_end_is_not_sound(kept: int) -> None:
    assert not is_sound_png(png()[:kept])


@pytest.mark.parametrize("at", [12, 20, 29, 45, 700, -20, -6])
def test_a_png_in_which_one_byte_was_changed_is_told_and_nothing_mutters(
    tmp_path: Path, at: int, capfd: pytest.CaptureFixture[str]
) -> None:
    data = png()
    data[at] ^= 0x01
    data.tofile(tmp_path / "changed.png")
    assert load_picture(tmp_path / "changed.png") == INCOMPLETE
    assert capfd.readouterr().err == ""


def test_a_note_beside_the_pixels_whose_checksum_is_wrong_costs_no_picture(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    data = png().tobytes()
    note = len(b"a\0b").to_bytes(4, "big") + b"tEXt" + b"a\0b" + b"oops"
    (tmp_path / "noted.png").write_bytes(data[:33] + note + data[33:])
    assert np.array_equal(np.asarray(load_picture(tmp_path / "noted.png")), picture())
    capfd.readouterr()  # libpng tells it, and opens the picture all the same


NOTE = b"\xff\xfe\x00\x04\xff\xd9"  # in which the end of a picture seems to stand
CLAIMS_MUCH = SIGNATURE + b"\0\0\0\rIHDR" + struct.pack(">II", 20000, 10000) + bytes(40)


@pytest.mark.parametrize(
    ("sent", "trouble"),
    [
        (b"", EMPTY),
        (b"hello", NO_PICTURE),
        (b"\xff\xd8\xff" + bytes(100), INCOMPLETE),
        (cv2.imencode(".webp", picture())[1].tobytes(), NO_PICTURE),
        (b"\0\0\0\x18ftypheic" + bytes(40), HEIC),
        (b"\0\0\0\x18ftypmp42" + bytes(40), FILM),
        (claiming(20000, 10000), NO_MEMORY),
        (CLAIMS_MUCH, NO_MEMORY),
        (of_many_scans(), NO_MEMORY),
        (of_many_scans(b"beside the point"), NO_MEMORY),
        (of_many_scans(NOTE), NO_MEMORY),
        (b"\xff\xd8" + b"\xff\xfe\x00\x02" * 100_000 + jpeg()[2:], INCOMPLETE),
    ],
)
def test_a_photograph_that_would_keep_the_computer_busy_is_told_and_not_unpacked(
    sent: bytes, trouble: Hint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("unpacked"))
    assert photograph_of(sent) == trouble


@pytest.mark.parametrize("more", [b"", bytes(range(256)) * 4 + b"\xff\xda" * 50])
@pytest.mark.parametrize("progressive", [0, 1])
def test_a_phones_photograph_is_opened_also_where_a_film_follows_it(progressive: int, more: bytes) -> None:
    sent = jpeg(90, (64, 48), cv2.IMWRITE_JPEG_PROGRESSIVE, progressive) + more
    assert np.asarray(photograph_of(sent)).shape == (48, 64, 3)
    assert np.array_equal(np.asarray(photograph_of(png().tobytes())), picture())
