"""`watch` pointed at a film, a folder and a phone's stream of the project's own table, through the real reader."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import repeat

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

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
    file = tmp_path / "night.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), RATE, (1280, 720))
    for image in film:
        writer.write(image)
    writer.release()
    lines = list(watch_source(str(file)))
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


@contextmanager
def a_phone(pictures: Callable[[], Iterator[np.ndarray]]) -> Iterator[str]:
    """The address of a phone that streams these."""

    class Phone(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            try:
                for image in pictures():
                    jpeg = cv2.imencode(".jpg", image)[1].tobytes()
                    head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n".encode()
                    self.wfile.write(head + jpeg + b"\r\n")
                    time.sleep(1 / RATE)
            except OSError:  # nobody watches any more
                return

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Phone)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/video"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


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
