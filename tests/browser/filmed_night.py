"""A night of cards on a table that is drawn and filmed: people move its cards, an MJPEG stream shows it, and the real
reader looks at the stream. What people press is in card_night."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

import cv2
from card_night import CardNight, Deal
from under_a_camera import picture_of, wait_for

from companion.live.tell_game import in_play
from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from companion.sight.reading import CardKind
from companion.views.model import TableViewer
from vision.service.camera_service import CameraService
from vision.simulate.demo_table import DemoTable
from vision.simulate.scene.table_scene import TableScene, lay, take, turn_goal
from web.config import WebConfig

FRAME_S = 0.1
START_FACE = Face.parse("NESW^")
GOALS_SHOWN = ".maze .gold-heap, .maze .coal-heap"  # the drawing of a goal that lies open in a page's mine


class FilmedTable:
    """A drawn table, empty at first, and the stream that shows it as it lies now."""

    def __init__(self) -> None:
        self._drawn, self._closed = DemoTable(paced=False), Event()
        self._show(_emptied(self._drawn.scene))
        table = self

        class Stream(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                for picture in table._pictures():
                    try:
                        self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n\r\n" + picture + b"\r\n")
                    except OSError:  # nobody looks any more
                        return

            def log_message(self, *_: object) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
        self._server.daemon_threads = True
        Thread(target=self._server.serve_forever, name="filmed table", daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/table.mjpg"

    def close(self) -> None:
        self._closed.set()
        self._server.shutdown()
        self._server.server_close()

    # ---- what people do with the cards ----------------------------------------------------------------------------

    def lay_start(self) -> None:
        self._show(lay(self._drawn.scene, START_CELL, START_FACE, CardKind.START))

    def lay_goals(self, *cells: Cell) -> None:
        """Face down."""
        scene = self._drawn.scene
        for cell in cells or GOAL_CELLS:
            scene = lay(scene, cell, None, CardKind.GOAL)
        self._show(scene)

    def lay(self, *cards: tuple[int, int, str]) -> None:
        scene = self._drawn.scene
        for x, y, face in cards:
            scene = lay(scene, Cell(x, y), Face.parse(face))
        self._show(scene)

    def take(self, *cells: tuple[int, int]) -> None:
        scene = self._drawn.scene
        for cell in cells:
            scene = take(scene, Cell(*cell))
        self._show(scene)

    def turn(self, cell: Cell, face: Face, goal: str) -> None:
        """A goal lies open then."""
        self._show(turn_goal(self._drawn.scene, cell, face, goal))

    def _show(self, scene: TableScene) -> None:
        self._drawn.show(scene)
        self._picture = cv2.imencode(".jpg", picture_of(self._drawn), [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()

    def _pictures(self) -> Iterator[bytes]:
        while not self._closed.wait(FRAME_S):
            yield self._picture


def _emptied(scene: TableScene) -> TableScene:
    for card in scene.cards:
        scene = take(scene, card.cell)
    return scene


class FilmedNight(CardNight):
    """`film` is what lies on the table."""

    def __init__(self, browser: Any, folder: Path, deal: Deal, *, players: int, seed: int | None = 7) -> None:
        self.film = FilmedTable()
        super().__init__(browser, folder, deal, players=players, seed=seed)
        playing = in_play(self.session.view(TableViewer()))
        if playing is not None:
            self.camera.play(playing)
        assert self.camera.use(self.film.address) is None

    def config(self) -> WebConfig:
        self.camera = CameraService(self.session.observe, self.session.camera)
        return WebConfig(
            0,
            latest_jpeg=self.camera.picture,
            card_jpeg=self.camera.picture_of,
            use_camera=self.camera.use,
            read_again=self.camera.read_again,
        )

    def until(self, true: Callable[[], bool]) -> None:
        """The reader has looked, on a machine that may be busy."""
        wait_for(true)

    def pictures(self, name: str) -> None:
        """Of every screen that is open."""
        for screen in self.screens:
            screen.picture(f"{name}-{screen.name}")

    def goals_shown(self) -> set[str]:
        """On whose pages a goal lies open, as the browser shows them and as the server sends them now."""
        kinds = ("gold-heap", "coal-heap")
        return {one.name for one in self.screens if one.shows(GOALS_SHOWN) or any(kind in one.raw() for kind in kinds)}

    def close(self) -> None:
        self.camera.close()
        super().close()
        self.film.close()
