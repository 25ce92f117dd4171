"""`watch` pointed at a film, a folder and a phone's stream of the project's own table, through the real reader."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from contextlib import closing
from itertools import repeat

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from phone_streams import a_phone

from companion.door.speech import speech
from companion.door.watch import watch
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from vision.service.watch_lines import NoTableSeen, watch_source
from vision.simulate.demo_table import DemoTable

RATE = 8.0


@pytest.fixture(scope="module")
def film():
    """A card is laid: the pictures, and how many of them there are before the hand comes."""
    table = DemoTable(paced=False, frames_per_s=RATE)
    frames = table.frames()
    images = [next(frames).image for _ in range(14)]
    table.lay(Cell(1, 0), Face.parse("NESW"), seat=1)
    while not table.resting:
        images.append(next(frames).image)
    return images + [next(frames).image for _ in range(10)]


def told(lines):
    return [line["event"] for line in lines if line["event"] not in {"covered", "clear"}]


def laid(line):
    cell = line["cell"]
    return (cell["x"], cell["y"], cell["open"], cell["links"], cell["uncertain"])


CARD = (1, 0, "NESW", ["NESW"], False)


def test_a_film(film, tmp_path):
    lines = list(watch_source(written(tmp_path / "night.avi", film)))
    assert told(lines) == ["board", "laid"]
    assert laid(lines[-1]) == CARD
    assert all(json.dumps(line) for line in lines)


@pytest.mark.parametrize("broken", ["", "0.jpg", "004b.jpg", "9.jpg"])
def test_a_folder_of_pictures_among_other_files(film, tmp_path, broken):
    """A broken picture is passed over; as the first one it had the last word."""
    (tmp_path / (broken or "notes.txt")).write_text("milk")
    for number, image in enumerate([*film[:2], *film[15:-8:3], *film[-3:]]):
        cv2.imwrite(str(tmp_path / f"{number:03}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 90])
    lines = list(watch_source(str(tmp_path)))
    assert told(lines) == ["board", "laid"]
    assert laid(lines[-1]) == CARD


def test_a_phones_stream(film):
    """The hand comes once the table was read, however slow the reader is, and the last picture stays."""
    read = threading.Event()

    def pictures():
        while not read.is_set():
            yield film[0]
        yield from film[14:]
        yield from repeat(film[-1])

    with a_phone(pictures) as address, closing(watch_source(address)) as lines:
        assert next(lines)["event"] == "board"
        read.set()
        card = next(line for line in lines if line["event"] not in {"covered", "clear"})
        assert (card["event"], laid(card)) == ("laid", CARD)


def test_a_phone_that_is_turned_is_lost_and_found_and_the_game_goes_on(film):
    """Its pictures were pressed into the size of the first, and the table was covered for ever."""
    read, found = threading.Event(), threading.Event()

    def pictures():
        while not read.is_set():
            yield film[0]
        while not found.is_set():
            yield upright(film[0])
        yield from map(upright, film[14:])
        yield from repeat(upright(film[-1]))

    with a_phone(pictures) as address, closing(watch_source(address)) as lines:
        assert next(lines)["event"] == "board"
        read.set()
        assert [next(lines)["event"], next(lines)["event"]] == ["lost", "found"]
        found.set()
        card = next(line for line in lines if line["event"] not in {"covered", "clear"})
        assert (card["event"], laid(card)) == ("laid", CARD)


def upright(image):
    """The table as a phone sees it that is held upright: the whole of it, and more above and below."""
    wide, high = image.shape[0], image.shape[1]
    table = cv2.resize(image, (wide, round(wide * wide / high)), interpolation=cv2.INTER_AREA)
    above = (high - table.shape[0]) // 2
    return cv2.copyMakeBorder(table, above, high - table.shape[0] - above, 0, 0, cv2.BORDER_REPLICATE)


@pytest.mark.skipif(sys.platform == "win32", reason="a closed pipe is told there only to who writes")
def test_where_nobody_reads_any_more_a_table_on_which_nothing_happens_is_not_watched_on(film):
    """`watch LIVE | head -1` ended with the next card."""
    with a_phone(lambda: repeat(film[0])) as address:
        start = [sys.executable, "-m", "companion", "watch", address]
        program = subprocess.Popen(start, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            assert json.loads(program.stdout.readline())["event"] == "board"
            program.stdout.close()
            assert (program.wait(timeout=60), program.stderr.read()) == (0, b"")
        finally:
            program.kill()
            program.stderr.close()


def test_what_lies_there_as_a_film_ends_is_told(film, tmp_path):
    """Films that end before the first look were said to show no table, though nothing was looked at."""
    for name, images in {"short.avi": film[:3], "one.avi": film[:1]}.items():
        assert told(watch_source(written(tmp_path / name, images))) == ["board"]
    lines = list(watch_source(written(tmp_path / "laid.avi", film[:-8])))
    assert told(lines) == ["board", "laid"]
    assert laid(lines[-1]) == CARD


@pytest.mark.parametrize("per_s", [500.0, 1000.0])
def test_a_film_whose_header_claims_hundreds_of_pictures_a_second_is_read_as_filmed(film, tmp_path, per_s):
    """Its night was over within the moment that is waited for before the first look."""
    lines = list(watch_source(written(tmp_path / "night.avi", film, per_s)))
    assert told(lines) == ["board", "laid"]
    assert laid(lines[-1]) == CARD


def written(file, images, per_s=RATE):
    """The name of a film of these pictures."""
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), per_s, (1280, 720))
    for image in images:
        writer.write(image)
    writer.release()
    return str(file)


def test_a_film_without_a_table_is_not_said_to_hide_one_before_it_was_looked_at(tmp_path):
    with pytest.raises(NoTableSeen) as none:
        list(watch_source(written(tmp_path / "dark.avi", [np.zeros((720, 1280, 3), np.uint8)] * 2)))
    assert none.value.hint.code == "table.too_dark"


def test_a_source_that_ends_without_a_table_says_why(tmp_path):
    cv2.imwrite(str(tmp_path / "table.png"), np.zeros((480, 640, 3)))
    (tmp_path / "broken.png").write_bytes(b"milk")
    with pytest.raises(NoTableSeen) as none:
        list(watch_source(str(tmp_path)))
    assert none.value.hint.code == "table.too_dark"


@pytest.mark.parametrize("where", ["table.png", "."])
@pytest.mark.parametrize("content", [b"", b"milk"])
def test_a_source_without_a_picture_that_can_be_read_is_unusable_as_any_other(tmp_path, content, where):
    """It ended as if all were well."""
    (tmp_path / "table.png").write_bytes(content)
    said = CliRunner().invoke(watch, [str(tmp_path / where)])
    assert (said.exit_code, said.stdout) == (2, "")
    assert said.stderr.strip() == speech().hint(Hint("source.none_readable", {"name": "table.png"}))


def test_the_command_says_so_in_one_sentence_and_ends_as_ever(tmp_path):
    cv2.imwrite(str(tmp_path / "night.png"), np.zeros((480, 640, 3)))
    said = CliRunner().invoke(watch, [str(tmp_path)])
    assert (said.exit_code, said.stdout) == (0, "")
    assert said.stderr.strip() == speech().hint(Hint("table.too_dark"))
