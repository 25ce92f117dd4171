"""A round that nobody films: after each turn a phone sends a photograph from where its player sits, to the real app."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from math import radians
from pathlib import Path
from threading import Event, Thread

import cv2
import numpy as np
import pytest
from at_table import NAMES, done, maze, opened, table_view
from filmed_tables import OneSensor, OnFewTables

from companion.door.evening import open_camera
from companion.door.pages import serve
from companion.door.secure import certificate_for
from companion.live.session import Session
from companion.live.tell_game import tell_game
from companion.maze.faces import Face
from companion.maze.geometry import START_CELL, Cell
from companion.state import commands as c
from companion.views.model import Stage
from vision.geometry.table_pose import play_area_mm
from vision.simulate.scene.table_scene import CASUAL, TableScene, lay, starting_table, turn_goal
from vision.simulate.webcam import Camera
from vision.teaching.deck_store import DeckStore
from web.filming import Filming
from web.language import Speech
from web.serve import Server

PLAYERS = 3
GOLD_IN_THE_MIDDLE = 2  # a seed
WAY = tuple((Cell(x, 0), face) for x, face in enumerate(("EW", "NESW", "ESW", "EW", "NEW", "NESW", "EW"), 1))
STORED = {1: None, 3: cv2.ROTATE_180, 6: cv2.ROTATE_90_COUNTERCLOCKWISE, 8: cv2.ROTATE_90_CLOCKWISE}  # by EXIF's tag
TAKEN = (  # from where: degrees round the table and from straight above, of the frame's width or height, EXIF's tag
    (0, 10, 0.95, 1),
    (70, 35, 0.8, 6),
    (180, 25, 0.6, 3),
    (250, 50, 0.9, 8),
    (20, 55, 0.7, 6),
    (120, 45, 0.5, 1),
    (300, 0, 0.45, 8),
    (200, 40, 1.0, 3),
    (340, 30, 0.75, 6),
)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    session = opened(tmp_path / "game", seed=GOLD_IN_THE_MIDDLE)
    yield session
    session.close()


@pytest.fixture
def server(session: Session, tmp_path: Path) -> Iterator[Server]:
    """As `play` puts it together, without a camera."""
    say, stop = Speech("en"), Event()
    camera = open_camera(session, None, say)
    Thread(target=tell_game, args=(session, camera.play, stop), daemon=True).start()
    decks, certificate = DeckStore(tmp_path / "decks"), certificate_for(tmp_path, None, say)
    server, _ = serve(session, camera, "127.0.0.1", 0, False, say, decks, Filming(), certificate)
    yield server
    stop.set()
    camera.close()
    session.close()
    server.close()


def photograph(painter: OnFewTables, scene: TableScene, number: int) -> bytes:
    """The file that a phone makes of the table, from the place with this number."""
    side, tilt, fill, tag = TAKEN[number]
    size = (1600, 1200) if number % 2 else (1200, 1600)
    stands = Camera(
        azimuth_rad=radians(side), tilt_rad=radians(tilt), width_px=size[0], height_px=size[1], height_mm=500
    )
    while np.abs(stands.project(play_area_mm()) / size - 0.5).max() > fill / 2:
        stands = replace(stands, height_mm=1.02 * stands.height_mm)
    upright = OneSensor(stands, painter, number).look(painter.paint(scene))
    stored = upright if STORED[tag] is None else cv2.rotate(upright, STORED[tag])
    jpeg = cv2.imencode(".jpg", stored, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()
    note = b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0" + bytes([tag]) + bytes(6)
    return jpeg[:2] + b"\xff\xe1" + (len(note) + 2).to_bytes(2, "big") + note + jpeg[2:]


class Phone:
    """A browser with the cookie of a seat's phone."""

    def __init__(self, server: Server, cookie: str) -> None:
        self._port, self._cookie = server.port, cookie

    def send(self, photo: bytes) -> str:
        """What the page says that comes after it."""
        head = b'--b\r\nContent-Disposition: form-data; name="photo"; filename="IMG_1.jpg"\r\n\r\n'
        kind = {"Content-Type": "multipart/form-data; boundary=b"}
        status, there, _ = self._ask("POST", "/photo", head + photo + b"\r\n--b--\r\n", kind)
        assert (status, there) == (303, "/photo?answer")
        return self._ask("GET", there)[2]

    def _ask(
        self, method: str, path: str, body: bytes | None = None, more: dict[str, str] | None = None
    ) -> tuple[int, str, str]:
        with closing(http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)) as line:
            headers = {"Origin": f"http://127.0.0.1:{self._port}", "Cookie": self._cookie, **(more or {})}
            line.request(method, path, body, headers)
            answer = line.getresponse()
            return answer.status, answer.headers.get("Location", ""), answer.read().decode()


@pytest.fixture
def phones(session: Session, server: Server) -> list[Phone]:
    """Of a round that has begun; the first is on turn."""
    tokens = [session.join(name).token for name in NAMES[:PLAYERS]]
    done(session.submit(c.ByTable(), c.StartGame(0)))
    for seat in range(PLAYERS):
        done(session.submit(c.BySeat(seat), c.RoleSeen()))
    return [Phone(server, f"seat-{session.night}={token}") for token in tokens]


def test_a_round_is_played_to_the_gold_by_photographs_alone(session: Session, phones: list[Phone]) -> None:
    painter, scene = OnFewTables(), starting_table(TableScene(neatness=CASUAL, seed=1))
    assert "cards read" in phones[0].send(photograph(painter, scene, 0))
    for number, (cell, face) in enumerate(WAY, 1):
        turn = table_view(session).turn
        scene = lay(scene, cell, Face.parse(face))
        assert turn is not None and "This one is new" in phones[turn].send(photograph(painter, scene, number))
        laid = {cell: face for cell, face in maze(session).items() if face and cell != START_CELL}
        assert laid == dict(WAY[:number]) and not table_view(session).proposals
    gold = table_view(session).goal
    assert gold is not None and gold.kind == "gold"
    scene = turn_goal(scene, gold.cells[0], Face.parse(gold.faces[0]), "gold")
    phones[gold.seat].send(photograph(painter, scene, len(TAKEN) - 1))
    assert table_view(session).stage not in (Stage.PLAY, Stage.GOAL)
