"""The demo's evening: the simulated table before the real reader, and who plays at it."""

from __future__ import annotations

from functools import partial
from threading import Event, Thread

from companion.demo.app_holds import AppHolds
from companion.demo.players import Players
from companion.demo.tidy import laid_out
from companion.live.session import Session
from companion.live.tell_game import in_play, tell_game
from companion.sight.hints import Hint
from companion.sight.reading import InPlay
from companion.views.model import TableViewer
from vision.service.camera_service import CameraService
from vision.simulate.demo_table import DemoTable

GESTURE_S = 1.2  # a hand over the simulated table, from its coming to its going
PAUSE_S = 1.0  # between two hands, so that the first card can be read before the next one comes


def coming_camera(session: Session) -> CameraService:
    """The camera before there is a simulated table: nobody plays without one here, so until it films it is starting."""

    def tell(state: str, hints: tuple[Hint, ...], has_picture: bool) -> None:
        session.camera("starting" if state == "off" else state, hints, has_picture)

    camera = CameraService(session.observe, tell)
    camera.use(None)
    return camera


def run_demo(
    session: Session, holder: AppHolds, camera: CameraService, players: Players, stop: Event, pace: float
) -> None:
    """Until stopped, with simulated players in the seats that nobody took; for a thread of its own."""
    try:
        table = _simulated_table(session, holder, pace)
        Thread(target=tell_game, args=(session, table.play, stop), name="demo camera", daemon=True).start()
        camera.use(table)
    except Exception:
        camera.close()  # it would say for ever that it is starting
        session.camera("lost", (Hint("demo.stopped"),))
        raise
    players.play_on(session, table, stop, pace)


def _simulated_table(session: Session, holder: AppHolds, pace: float) -> DemoTable:
    """As the game stands, with the app's hands at it."""
    view = session.view(TableViewer())
    goals = (in_play(view) or InPlay()).goals
    table = DemoTable(gesture_s=GESTURE_S / pace, pause_s=PAUSE_S / pace, goals=goals)
    if view.maze is not None:
        table.lay_out(laid_out(view))
    session.undisturbed(partial(holder.sit_at, table))
    return table
