"""Pictures without a table, and files that are no pictures, are answered kindly: no exception, no card."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest
from found_tables import read_picture, read_table

from companion.sight.reading import Calibration
from vision.capture.picture import PictureSettings, load_picture
from vision.detection.card_probe import probes_of
from vision.detection.pyramid import Pyramid
from vision.geometry.table_pose import play_area_mm
from vision.registration.registered_table import register_table
from vision.registration.table_clues import clues_in
from vision.service.read_lines import read_file
from web.language import in_english


def _noise(height: int, width: int) -> np.ndarray:
    return np.random.default_rng(3).integers(0, 256, (height, width, 3), dtype=np.uint8)


def _meadow() -> np.ndarray:
    """Something with shapes and shades that is no table."""
    rng = np.random.default_rng(5)
    picture = np.full((720, 1280, 3), (200, 160, 120), np.uint8)
    for _ in range(400):
        x, y, size = rng.integers(0, 1280), rng.integers(0, 720), rng.integers(8, 90)
        colour = tuple(int(value) for value in rng.integers(0, 256, 3))
        if rng.random() < 0.5:
            cv2.rectangle(picture, (int(x), int(y)), (int(x + size), int(y + size * 3 // 2)), colour, -1)
        else:
            cv2.circle(picture, (int(x), int(y)), int(size), colour, -1)
    return picture


STRANGE = {
    "black": np.zeros((720, 1280, 3), np.uint8),
    "white": np.full((720, 1280, 3), 255, np.uint8),
    "noise": _noise(720, 1280),
    "one pixel": _noise(1, 1),
    "tiny": _noise(6, 9),
    "a strip": _noise(12, 3000),
    "huge": _noise(3000, 4500),
    "a meadow of shapes": _meadow(),
    "checkered": np.kron(np.indices((18, 32)).sum(0) % 2 * 255, np.ones((40, 40)))[..., None]
    .repeat(3, 2)
    .astype(np.uint8),
}


@pytest.mark.parametrize("name", STRANGE)
def test_a_picture_without_a_table_says_so(reader, name):
    reading = read_picture(STRANGE[name], reader=reader)
    assert not reading.found
    assert reading.cards == ()
    assert in_english(reading.hints[0])


def test_a_picture_that_is_too_small_is_told_in_its_own_size(reader):
    """Of one of 9000 x 2 the size was told in which it had been looked at: 2560 x 1."""
    (hint,) = read_picture(np.zeros((2, 9000, 3), np.uint8), reader=reader).hints
    assert in_english(hint) == "The picture is only 9000 x 2 pixels."


@pytest.mark.parametrize(
    "corners",
    [
        [(0, 0), (0, 0), (0, 0), (0, 0)],
        [(0, 0), (10, 10), (20, 20), (30, 30)],
        [(1200, 0), (0, 0), (0, 700), (1200, 700)],
        [(1e9, 0), (0, -1e9), (0, 1e9), (5, 5)],
    ],
)
def test_corners_that_no_table_has_do_not_matter(film, reader, corners):
    image, truth = film(700, True, 0, 12, "tidy", 18)
    reading = read_picture(image, reader=reader, corners=corners)
    assert not reading.found or len(reading.cards) >= len(truth["cells"]) - 1


def test_corners_where_no_table_lies_are_told_last(tmp_path, film, reader):
    """They were passed over without a word, whether the table was found elsewhere or not at all."""
    image, _ = film(700, True, 0, 12, "tidy", 18)
    pictures = {"table.png": image, "tiles.png": STRANGE["checkered"]}
    for name, picture in pictures.items():
        cv2.imwrite(str(tmp_path / name), picture)
        line = read_file(tmp_path / name, in_english, reader=reader, corners=[(5, 5), (60, 5), (60, 60), (5, 60)])
        assert line["warnings"][-1] == "No table found between these corners, so they weren’t used.", name
        assert line["found"] == (name == "table.png")


def test_corners_dragged_amiss_yield_to_the_maze_where_its_cards_lie_as_no_tables_do(film, reader):
    """Or six cards of this board, laid carelessly, would not be seen."""
    image, truth = film(31, False, 20, 20, "sloppy")
    found = read_table(image, reader=reader).table
    away = np.random.default_rng(31 + 45).normal(size=(4, 2))
    amiss = found.pose.project(play_area_mm()) + 45 * away / np.linalg.norm(away, axis=1, keepdims=True)
    seen = reader.detector.detect(image)
    in_frame = register_table(clues_in(image, amiss), seen, probes_of(Pyramid(image), seen, reader.network))
    assert in_frame.proof.is_misfit
    reading = read_picture(image, reader=reader, corners=amiss)
    assert reading.calibration == Calibration.LAYOUT
    assert {(card.cell.x, card.cell.y) for card in reading.cards} == {(cell["x"], cell["y"]) for cell in truth["cells"]}


def test_corners_that_were_used_are_not_told(tmp_path, film, reader):
    image, _ = film(700, True, 0, 12, "tidy", 18)
    cv2.imwrite(str(tmp_path / "table.png"), image)
    pose = read_table(image, reader=reader).table.pose
    line = read_file(tmp_path / "table.png", in_english, reader=reader, corners=pose.project(play_area_mm()) + 8)
    assert line["calibration"] == "corners"
    assert not any("corners" in warning for warning in line["warnings"])


def test_a_file_that_is_no_picture_is_told_by_its_reason(tmp_path, reader):
    for name, data in {
        "empty.jpg": b"",
        "text.png": b"hello" * 99,
        "cut.png": b"\x89PNG\r\n\x1a\n" + b"\0" * 40,
    }.items():
        (tmp_path / name).write_bytes(data)
        line = read_file(tmp_path / name, in_english, reader=reader)
        assert line["found"] is False
        assert line["image"] == name
        assert line["cells"] == []
        assert line["warnings"][0]
    assert "Can’t open" in read_file(tmp_path / "nowhere.jpg", in_english, reader=reader)["warnings"][0]
    assert "can’t be opened" in read_file(tmp_path, in_english, reader=reader)["warnings"][0]


def test_a_truncated_picture_raises_nothing(tmp_path, film, reader, capfd):
    image, _ = film(700, True, 0, 12, "tidy", 18)
    data = cv2.imencode(".jpg", image)[1].tobytes()
    for share in (0.02, 0.3, 0.7, 0.99):
        (tmp_path / "cut.jpg").write_bytes(data[: int(len(data) * share)])
        line = read_file(tmp_path / "cut.jpg", in_english, reader=reader)
        assert line["found"] or line["warnings"]
        json.dumps(line)
    capfd.readouterr()


WAYS_TO_KEEP_A_PICTURE = (".jpg", ".png", ".bmp", ".webp", ".tif")
BREAKS_OFF = "The picture looks incomplete or damaged, or its type can’t be opened. Copy the file again, or use a JPG."
TEXTS = (b"hello" * 99, b"BMW and RIFF are no pictures", b"\xff", b"RIFF1234WAVEfmt ")


@pytest.mark.parametrize("suffix", WAYS_TO_KEEP_A_PICTURE)
def test_a_picture_that_breaks_off_is_told_from_an_empty_file_and_from_no_picture(tmp_path, reader, suffix, capfd):
    data = cv2.imencode(suffix, _meadow())[1].tobytes()
    incomplete = [data[: int(len(data) * share)] for share in (0.01, 0.5, 0.99)]
    file = tmp_path / f"picture{suffix}"
    for content, sentence in [
        (b"", "The file is empty."),
        *((text, "This file isn’t a readable picture.") for text in TEXTS),
        *((part, BREAKS_OFF) for part in incomplete),
    ]:
        file.write_bytes(content)
        assert read_file(file, in_english, reader=reader)["warnings"] == [sentence], (len(content), len(data))
    capfd.readouterr()


@pytest.mark.parametrize(("name", "codec"), [("film.mp4", "mp4v"), ("film.avi", "MJPG"), ("film.mkv", "MJPG")])
def test_a_film_is_sent_to_the_command_that_reads_films(tmp_path, reader, name, codec):
    film = cv2.VideoWriter(str(tmp_path / name), cv2.VideoWriter.fourcc(*codec), 10, (1280, 720))
    film.write(_meadow())
    film.release()
    line = read_file(tmp_path / name, in_english, reader=reader)
    assert line["warnings"] == ["A video can’t be opened as a picture. Use “watch”, which reads videos."]


def test_even_a_film_that_is_too_large_for_a_picture_is_told_as_a_film(tmp_path, reader, monkeypatch):
    monkeypatch.setattr("vision.capture.picture.PICTURE", PictureSettings(largest_file_bytes=10))
    (tmp_path / "long.mp4").write_bytes(b"\0\0\0\x20ftypisom" + b"\0" * 20)
    assert "Use “watch”" in read_file(tmp_path / "long.mp4", in_english, reader=reader)["warnings"][0]


@pytest.mark.parametrize("brand", [b"heic", b"heix", b"mif1", b"msf1", b"avif", b"crx ", b"jxl "])
def test_a_picture_that_is_packed_like_a_film_is_told_as_none(tmp_path, reader, brand):
    """A phone's newest kind of picture begins as its films do, and so does what a camera kept raw."""
    (tmp_path / "phone.heic").write_bytes(b"\0\0\0\x20ftyp" + brand + b"\0" * 20)
    (told,) = read_file(tmp_path / "phone.heic", in_english, reader=reader)["warnings"]
    is_heic = brand in (b"heic", b"heix", b"mif1", b"msf1")
    assert told.startswith("HEIC pictures can’t be opened." if is_heic else "This file isn’t a readable picture.")


def test_a_folder_is_sent_to_the_command_that_reads_folders(tmp_path, reader):
    told = "A folder can’t be opened as a picture. Name the pictures in it, or use “watch”, which reads whole folders."
    assert read_file(tmp_path, in_english, reader=reader)["warnings"] == [told]


def test_a_picture_lying_on_its_side_is_turned_by_its_own_note(tmp_path):
    picture = np.zeros((40, 80, 3), np.uint8)
    data = cv2.imencode(".jpg", picture)[1].tobytes()
    note = b"\xff\xe1\x00\x22Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06"
    note += b"\x00\x00\x00\x00\x00\x00"
    (tmp_path / "side.jpg").write_bytes(data[:2] + note + data[2:])
    image = load_picture(tmp_path / "side.jpg")
    assert isinstance(image, np.ndarray), image
    assert image.shape == (80, 40, 3)


def test_a_line_has_the_words_that_scripts_rely_on(tmp_path, film, reader):
    image, truth = film(700, True, 0, 12, "tidy", 18)
    cv2.imwrite(str(tmp_path / "table.png"), image)
    line = read_file(str(tmp_path / "table.png"), in_english, reader=reader, overlay=tmp_path / "seen" / "table.png")
    assert list(line) == ["image", "found", "calibration", "cells", "warnings", "elapsed_s"]
    assert line["calibration"] == "markers"
    assert set(line["elapsed_s"]) == {"decode", "calibrate", "read"}
    assert len(line["cells"]) == len(truth["cells"])
    assert cv2.imread(str(tmp_path / "seen" / "table.png")).shape == image.shape
    json.dumps(line)


def test_a_very_large_picture_is_read_in_its_own_pixels(film, reader):
    image, truth = film(700, True, 0, 12, "tidy", 18)
    large = cv2.resize(image, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    cards = {(card.cell.x, card.cell.y): card for card in read_picture(large, reader=reader).cards}
    start = next(cell for cell in truth["cells"] if cell["kind"] == "start")
    assert np.abs(np.array(cards[0, 0].quad_px) / 3 - start["quad_px"]).max() < 6


def test_a_card_seen_from_its_other_end_or_in_a_mirror_has_its_sides_exchanged(film, reader):
    from vision.detection.card_probe import network_probe
    from vision.detection.pyramid import Pyramid

    image, truth = film(700, True, 0, 12, "tidy", 18)
    quads = np.array([cell["quad_px"] for cell in truth["cells"] if not cell["face_down"]])
    eye = network_probe(Pyramid(image), reader.network)
    upright = eye(quads).estimates
    for other in (eye(np.roll(quads, 2, 1)).estimates.half_turned(), eye(quads, mirrored=True).estimates):
        assert np.mean((upright.mouths > 0.5) == (other.mouths > 0.5)) > 0.95
        assert np.abs(upright.corners - other.corners).mean() < 0.05
        assert np.nanmax(np.abs(upright.rims - other.rims)) < 0.3
