"""A table screen at a real session with a real reader, under a camera that shows whatever picture a test lays there."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from find_chromium import CALM, UNPAINTED

from companion.live.session import Session
from companion.live.tell_game import agreed_cards
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from companion.sight.reading import SeenCard
from companion.views.model import TableViewer
from vision.capture.source import Frame
from vision.registration.dragged_corners import corners_px
from vision.service.camera_service import CameraService
from vision.simulate.demo_table import DemoTable
from vision.simulate.scene.table_scene import lay
from vision.teaching.deck_store import DeckStore
from vision.teaching.lesson import Lesson
from vision.teaching.misreads import Misreads
from web import create_app
from web.config import WebConfig
from web.serve import start

PICTURES = os.environ.get("PICTURES_OF_TEACHING")  # a folder, to look at the pages afterwards
PATIENCE_MS = 60_000  # the real reader, on a busy machine


class Desk:
    """A camera before which lies what it is told; None pulls its plug."""

    timed = True
    newest = None

    def __init__(self, picture: np.ndarray | None) -> None:
        self.picture, self._closed = picture, False

    def frames(self) -> Iterator[Frame]:
        number = 0
        while not self._closed:
            yield Frame(number, time.monotonic(), self.picture)
            number += 1
            time.sleep(0.1)

    def close(self) -> None:
        self._closed = True


Corners = Sequence[Sequence[float]] | np.ndarray  # shares of the picture


class Onlooker:
    """In the reader's place where a test is about the page: it is told where the table lies (`there`) and keeps what it
    `was_told`. What can be no table the product says itself."""

    def __init__(self, tell: object, report: Callable[[str, tuple[Hint, ...], bool], None]) -> None:
        self._report = report
        self.there: Corners | None = None
        self.was_told: Corners | None = None

    def use(self, desk: Desk) -> None:
        self._desk = desk
        self._report("seeing", (), True)

    def frame(self) -> np.ndarray | None:
        return self._desk.picture

    def picture(self) -> bytes | None:
        return cv2.imencode(".jpg", self._desk.picture)[1].tobytes()

    def picture_of(self, cell: Cell) -> None:
        return None

    def board(self) -> tuple[SeenCard, ...]:
        return ()

    def settled(self) -> None:
        return None

    def learn(self, deck: object) -> None:
        pass

    def aim(self, corners: Corners) -> Hint | None:
        height, width = self._desk.picture.shape[:2]
        dragged = corners_px(corners, (width, height))
        if isinstance(dragged, Hint):
            return dragged
        self.was_told = corners
        return None

    def corners(self) -> Corners | None:
        return self.there

    def close(self) -> None:
        self._desk.close()


class UnderACamera:
    """A host's browser at a table screen; `desk` is what the camera sees, `reader` who looks through it."""

    def __init__(self, chromium, folder: Path, picture: np.ndarray | None, reader: type = CameraService) -> None:
        self.chromium, self.desk = chromium, Desk(picture)
        self.session = Session.open(folder / "game", seed="teaching")
        self.camera = reader(self.session.observe, self.session.camera)
        self.camera.use(self.desk)
        self.decks = DeckStore(folder / "decks")
        school = Lesson(self.decks, self.camera.frame, self.camera.board, self.camera.learn)
        self.misreads = Misreads(
            folder / "misreads", self.camera.settled, lambda: agreed_cards(self.session.view(TableViewer()))
        )
        config = WebConfig(
            0,
            latest_jpeg=self.camera.picture,
            card_jpeg=self.camera.picture_of,
            use_camera=self.camera.use,
            aim=self.camera.aim,
            corners=self.camera.corners,
            school=school,
            misreads=self.misreads,
        )
        self.server = start(create_app(self.session, config), "127.0.0.1", 0)
        self.base = f"http://127.0.0.1:{self.server.port}"
        self.contexts = []

    def visit(self, path: str, size: dict[str, int], language: str = "en", touch: bool = False):
        """A page in a browser of its own that holds the host's key."""
        context = self.chromium.new_context(
            viewport=size, locale=language, has_touch=touch, accept_downloads=True, **CALM
        )
        context.set_default_timeout(PATIENCE_MS)
        if not PICTURES:
            context.add_init_script(UNPAINTED)
        self.contexts.append(context)
        context.request.get(f"{self.base}/table?key={self.session.host_token()}")  # leaves its cookie
        page = context.new_page()
        page.goto(self.base + path)
        return page

    def photograph(self, page, name: str) -> None:
        if PICTURES:
            page.screenshot(path=f"{PICTURES}/{name}.png")

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        self.camera.close()
        self.session.close()  # ends the streams, or the server waits for them
        self.server.close()


MAZE = {Cell(1, 0): "EW", Cell(2, 0): "NESW", Cell(2, -1): "ES", Cell(3, 0): "NSW", Cell(3, 1): "N|E|S|W"}


def laid_table() -> DemoTable:
    """The demo's table with a few cards of a maze on it."""
    table = DemoTable(paced=False)
    scene = table.scene
    for cell, face in MAZE.items():
        scene = lay(scene, cell, Face.parse(face))
    table.show(scene)
    return table


def picture_of(table: DemoTable) -> np.ndarray:
    image = next(table.frames()).image
    assert image is not None
    return image


def faces(cards: Iterable[SeenCard]) -> dict[Cell, Face | None]:
    return {card.cell: card.face for card in cards}


def wait_for(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_MS / 1000
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)
