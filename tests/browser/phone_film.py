"""A table that a phone films through the secure door: a real session, reader and server; and a browser whose camera
shows the drawn table."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
from find_chromium import OPTIONS, executable
from under_a_camera import picture_of

from companion.live.session import Session
from companion.live.tell_game import tell_game
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.settled_board import Seen, SettledBoard
from vision.service.camera_service import CameraService
from vision.service.phone_film import PhoneFilm
from vision.simulate.demo_table import DemoTable
from vision.simulate.scene.table_scene import TableScene, lay, turn_goal
from web import create_app
from web.app_state import state_of
from web.certificate import certificate_file
from web.config import WebConfig
from web.filming import Filming
from web.serve import Server, start

NAME = "table.test"  # no browser trusts it as its own machine; all traffic stays there
PER_S = 10  # pictures of the camera
WITH_WARNING, SHELL = ("chromium", "google-chrome", "google-chrome-stable"), "headless-shell"
PATIENCE_MS = 60_000  # the real reader, on a busy machine


class Lens:
    """What a browser takes for its camera: a film of one picture, overwritten with what lies on the table now."""

    def __init__(self, file: Path) -> None:
        self.file, self._drawn = file, DemoTable(paced=False)
        self._show(self._drawn.scene)

    def lay(self, x: int, y: int, face: str) -> None:
        self._show(lay(self._drawn.scene, Cell(x, y), Face.parse(face)))

    def turn(self, cell: Cell, face: str, goal: str) -> None:
        self._show(turn_goal(self._drawn.scene, cell, Face.parse(face), goal))

    def _show(self, scene: TableScene) -> None:
        """In the same file, as the browser has opened it."""
        self._drawn.show(scene)
        image = picture_of(self._drawn)
        head = f"YUV4MPEG2 W{image.shape[1]} H{image.shape[0]} F{PER_S}:1 Ip A1:1 C420mpeg2\nFRAME\n"
        with self.file.open("r+b" if self.file.exists() else "wb", buffering=0) as out:
            out.write(head.encode() + cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420).tobytes())


@contextmanager
def browser_filming(kind: Any, file: Path) -> Iterator[Any]:
    """A browser that has this film for a camera. Chromium's shell without windows has no warning to go past."""
    options = [
        *OPTIONS,
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={file}",
        f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
    ]
    whole = next((name for name in WITH_WARNING if shutil.which(name)), None)
    path = os.environ.get("CHROMIUM") or whole or executable(SimpleNamespace(chromium=kind))
    warns = SHELL not in str(path)
    options = [*options, "--headless=new"] if warns else options
    browser = kind.launch(executable_path=shutil.which(str(path)), args=options)
    try:
        browser.warns = warns
        yield browser
    finally:
        browser.close()


class FilmedTable:
    """`told`: the mazes that the camera has told, one after the other; `pictures`: how many a phone has sent."""

    def __init__(self, session: Session, folder: Path) -> None:
        self.session, self.folder = session, folder
        self.told: list[dict[Cell, Face | None]] = []
        self.camera = CameraService(self._tell, session.camera)
        self._film = PhoneFilm(self.camera)
        self.pictures = 0
        take = self._film.take
        self._film.take = lambda jpeg: self._count() or take(jpeg)  # type: ignore[method-assign]
        self._stop = threading.Event()
        threading.Thread(target=tell_game, args=(session, self.camera.play, self._stop), daemon=True).start()
        self._port = self._secure_port = 0  # any free one; after a start the same
        self.server = self._served()

    def _count(self) -> None:
        self.pictures += 1

    def _tell(self, seen: Seen) -> None:
        if isinstance(seen, SettledBoard):
            board = {cell: card.face for cell, card in seen.board.items() if card.kind.value == "path"}
            if not self.told or self.told[-1] != board:
                self.told.append(board)
        self.session.observe(seen)

    def _served(self) -> Server:
        config = WebConfig(
            self._port,
            addresses=lambda: (NAME, "127.0.0.1"),
            latest_jpeg=self.camera.picture,
            use_camera=self.camera.use,
            corners=self.camera.corners,
            film=self._film,
        )
        app = create_app(self.session, config)
        server = start(app, "127.0.0.1", self._port)
        self._port = server.port
        state_of(app).config = replace(config, port=server.port, open_secure_door=self.open_secure_door)
        state_of(app).filming = self.filming = Filming(self.folder / "filming.json")
        return server

    def open_secure_door(self) -> int:
        certificate = certificate_file(self.folder, (NAME, "127.0.0.1"))
        self._secure_port = self.server.open_secure_door("127.0.0.1", [self._secure_port], certificate)
        return self._secure_port

    def start_again(self) -> None:
        """As when the program was stopped and started: the phone is let in again."""
        self.server.close()
        self.server = self._served()
        self.open_secure_door()

    def link(self, host: Any) -> str:
        """What the host's press shows as a code."""
        host.goto(f"http://{NAME}:{self.server.port}/table?key={self.session.host_token()}")
        host.goto(f"http://{NAME}:{self.server.port}/table/film")
        host.locator("form[action='/table/film'] button").click()
        host.wait_for_selector(".film-code .qr")
        assert self.filming.link
        return f"https://{NAME}:{self._secure_port}/film#{self.filming.link}"

    def close(self) -> None:
        self._stop.set()
        self.camera.close()
        self.session.close()
        self.server.close()
