"""The door says in one sentence of the reader's language why an evening cannot begin, and it begins in good order."""

from __future__ import annotations

import errno
import shutil
import socket
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

import companion.door.play as door
from companion.demo.app_holds import AppHolds
from companion.demo.players import Players
from companion.door import speech
from companion.door.commands import commands
from companion.door.pages import FILMING
from companion.editions.boxes import BASE_GOALS, CHALLENGE_GOALS
from companion.live.journal import FILE_NAME
from companion.live.session import Session
from companion.live.tell_game import tell_game
from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, Cell
from companion.sight.hints import Hint
from companion.state.commands import AddSeat, ByTable, Configure, StartGame
from companion.views.model import TableViewer
from vision.service.camera_service import CameraService, Report
from web.filming import Filming

BRIDGE = Face.parse("NS|EW")


@pytest.fixture
def play(monkeypatch, tmp_path):
    monkeypatch.setattr(door, "camera_answers", lambda: False)
    monkeypatch.setattr(speech, "system_languages", lambda: ["es_ES"])

    def start(*arguments: str, data: Path = tmp_path / "night") -> Result:
        return CliRunner().invoke(commands, ["play", "--no-browser", "--data", str(data), *arguments])

    return start


def sentence(result: Result) -> str:
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return result.output


def test_a_camera_that_is_no_picture_is_told_in_the_readers_language(play, tmp_path):
    (tmp_path / "letter.txt").write_text("no picture at all")
    assert sentence(play("--camera", str(tmp_path / "letter.txt"))) == "Ese archivo no es un vídeo que se pueda leer.\n"
    nothing = sentence(play("--camera", str(tmp_path / "nothing")))
    assert nothing == "No hay ninguna imagen, vídeo ni carpeta con ese nombre.\n"


def test_a_file_where_the_folder_should_be_is_told(play, tmp_path):
    (tmp_path / "file").write_text("x")
    for data in (tmp_path / "file", tmp_path / "file" / "below"):
        told = sentence(play(data=data))  # and then why, in the words of the system
        assert told.startswith(f"No se puede usar la carpeta {data}: ")
        assert "exists" not in told


def test_a_folder_that_cannot_be_used_is_told_before_a_camera_is_waited_for_or_anything_asked(
    play, monkeypatch, tmp_path
):
    monkeypatch.setattr(door, "camera_answers", lambda: pytest.fail("the folder comes first"))
    (tmp_path / "file").write_text("x")
    sentence(play(data=tmp_path / "file"))
    monkeypatch.setattr("os.access", lambda *_: False)  # whoever runs the tests as root may write anywhere
    locked = tmp_path / "locked"
    assert sentence(play(data=locked)).startswith(f"No se puede usar la carpeta {locked}: ")


def test_our_own_folder_that_cannot_be_used_is_told_as_soon_as_one_that_was_named(monkeypatch, tmp_path):
    monkeypatch.setattr(door, "camera_answers", lambda: pytest.fail("the folder comes first"))
    monkeypatch.setattr(speech, "system_languages", lambda: ["es_ES"])
    monkeypatch.setattr("companion.door.folders.user_data_path", lambda *_, **__: tmp_path / "ours")
    (tmp_path / "ours").write_text("a file lies where the folder should be")
    for mode, name in (((), "game"), (("--demo",), "demo")):
        told = sentence(CliRunner().invoke(commands, ["play", "--no-browser", *mode]))
        assert told.startswith(f"No se puede usar la carpeta {tmp_path / 'ours' / name}: ")


def test_who_declines_the_demo_is_looked_for_a_camera_once_more(play, monkeypatch):
    """On a Mac the first evening begins with a question of the system, and the camera answers after it."""
    answers, used = [False, True], []
    monkeypatch.setattr(door, "camera_answers", lambda: answers.pop(0))
    monkeypatch.setattr(door, "_wants_demo", lambda say: False)
    monkeypatch.setattr(door, "sys", SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True)), raising=False)

    def look_through(session, source, say):
        used.append(source)
        raise KeyboardInterrupt

    monkeypatch.setattr(door, "open_camera", look_through)
    play()
    assert used == ["0"]


def test_a_second_start_on_the_same_folder_is_told(play, monkeypatch, tmp_path):
    session = Session.open(tmp_path / "night")
    monkeypatch.setattr(door, "camera_answers", lambda: pytest.fail("the other program has the camera, too"))
    assert "Otro programa ya usa la carpeta" in sentence(play())
    session.close()
    again = Session.open(tmp_path / "night")
    assert isinstance(again, Session)
    again.close()


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        (
            OSError(errno.ENOSPC, "full"),
            "El disco está lleno: la partida no se puede guardar en {folder}. Libera espacio",
        ),
        (OSError(errno.EROFS, "read-only"), "No se puede escribir en la partida de la carpeta {folder}. Permite"),
        (sqlite3.OperationalError("disk I/O error"), "No se puede abrir la partida de la carpeta {folder}. Revisa"),
    ],
)
def test_a_disk_that_keeps_no_game_is_told_with_what_helps_and_nobody_is_to_press_again(
    play, monkeypatch, tmp_path, trouble, told
):
    def fail(*_: object, **__: object) -> None:
        raise trouble

    monkeypatch.setattr("companion.live.journal.insert", fail)
    said = sentence(play()).splitlines()[-1]
    assert said.startswith(told.format(folder=tmp_path / "night"))
    assert "arranca otra vez, o elige" in said and "--data" in said


def test_a_port_in_use_and_an_address_of_somebody_else_are_told_apart(play):
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"El puerto {port} está ocupado" in sentence(play("--port", port))
    for address in ("203.0.113.9", "nonsense.invalid"):
        assert f"no puede usar la dirección {address}" in sentence(play("--host", address))


def test_no_camera_is_no_reason_not_to_play(play, monkeypatch):
    seen = []

    def serve(session: Session, *_: object) -> None:
        seen.append(session.view(TableViewer()).camera.state)
        raise KeyboardInterrupt

    monkeypatch.setattr(door, "serve", serve)
    result = play()
    assert (result.exit_code, seen) == (0, ["off"])
    assert "No hay ninguna cámara." in result.output


def test_a_phone_that_filmed_before_the_start_is_let_in_again_and_no_camera_is_looked_for(play, monkeypatch, tmp_path):
    filming = Filming(tmp_path / "data" / FILMING)
    (tmp_path / "data").mkdir()
    filming.accept(filming.invite(), "iPhone")
    went_on = []
    monkeypatch.setattr(door, "camera_answers", lambda: pytest.fail("looked for a camera"))
    monkeypatch.setattr(door, "serve", lambda *_: (None, "the pages"))
    monkeypatch.setattr(door, "go_on_filming", lambda config: pressed_after(lambda: went_on.append(config))())
    assert play("--data", str(tmp_path / "data")).exit_code == 0
    assert went_on == ["the pages"]
    play("--data", str(tmp_path / "data"), "--camera", "no such thing")
    assert Filming(tmp_path / "data" / FILMING).phone is None


def test_files_that_are_no_certificate_are_told_before_anything_begins(play, tmp_path):
    for name in ("mine.pem", "mine.key"):
        (tmp_path / name).write_text("nothing")
    told = sentence(play("--certificate", str(tmp_path / "mine.pem"), str(tmp_path / "mine.key")))
    assert "mine.pem" in told and "mine.key" in told
    assert "nowhere.pem" in sentence(play("--certificate", "nowhere.pem", str(tmp_path / "mine.key")))


def test_a_camera_that_gives_no_picture_is_told_in_the_terminal_once_until_it_gives_one(play, monkeypatch):
    """`--camera 9` was told on the page only, where nobody looks who waits at the terminal."""

    def dark(_tell: object, report: Report, agreed: object) -> SimpleNamespace:
        idle = dict.fromkeys(("use", "play", "close"), lambda *_: None)
        return SimpleNamespace(report=report, **idle)

    def serve(session: Session, camera: SimpleNamespace, *_: object) -> None:
        for _time in range(3):
            camera.report("lost", (Hint("source.no_camera"), Hint("table.dim")), False)
        camera.report("seeing", (), True)
        camera.report("lost", (Hint("source.no_camera"),), False)
        assert session.view(TableViewer()).camera.hints[0] == Hint("source.no_camera")
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.door.evening.CameraService", dark)
    monkeypatch.setattr(door, "serve", serve)
    *told, good_night = play("--camera", "9").output.splitlines()
    asked = "¿Está conectada? ¿La usa otro programa? ¿Lo permiten los ajustes de privacidad del equipo?"
    assert told == [f"La cámara no da imagen. {asked}"] * 2 and "noches" in good_night


def test_a_picture_in_which_no_table_is_seen_is_told_in_the_terminal_with_the_reason(play, monkeypatch, tmp_path):
    cv2.imwrite(str(tmp_path / "night.png"), np.zeros((480, 640, 3), np.uint8))

    def serve(session: Session, *_: object) -> None:
        until = time.monotonic() + 60
        while len((view := session.view(TableViewer())).camera.hints) < 2 and time.monotonic() < until:
            session.wait(view.version, 1.0)
        raise KeyboardInterrupt

    monkeypatch.setattr(door, "serve", serve)
    ended, why, good_night = play("--camera", str(tmp_path / "night.png")).output.splitlines()
    assert ended == "Esa era la última imagen. En ninguna se ve una mesa."
    assert why == "Está demasiado oscuro para ver la mesa." and "noches" in good_night


def pressed_after(act: Callable[[], object]) -> Callable[..., None]:
    """Ctrl-C, right after this."""

    def serve(*_: object) -> None:
        act()
        raise KeyboardInterrupt

    return serve


def test_ctrl_c_writes_a_game_again_whose_folder_is_gone(play, monkeypatch, tmp_path):
    """It said that the game is kept, and it was gone."""
    monkeypatch.setattr(door, "serve", pressed_after(lambda: shutil.rmtree(tmp_path / "night")))
    assert play().output.endswith("La partida está guardada; abre el programa otra vez para seguir.\n")
    assert (tmp_path / "night" / FILE_NAME).stat().st_size


def test_ctrl_c_does_not_say_that_a_game_is_kept_which_is_not(play, monkeypatch, tmp_path):
    def in_the_way() -> None:
        (tmp_path / "night").rename(tmp_path / "elsewhere")
        (tmp_path / "night").write_text("somebody's letter")

    monkeypatch.setattr(door, "serve", pressed_after(in_the_way))
    told = play().output.splitlines()[-1]
    assert told.startswith("La partida no se pudo guardar") and str(tmp_path / "night") in told


def test_simulated_players_sit_before_the_first_phone_can_come_in(play, monkeypatch):
    """A phone that was faster found an empty demo table, and stayed alone at it."""
    seats = []

    def serve(session: Session, *_: object) -> None:
        seats.extend(session.view(TableViewer()).seats)
        raise KeyboardInterrupt

    monkeypatch.setattr(door, "serve", serve)
    play("--demo")
    assert len(seats) >= 3
    assert all(seat.simulated for seat in seats)


def test_the_demo_goes_on_after_a_hand_that_stumbled(monkeypatch, tmp_path, caplog):
    """Two hands reached for one card: the thread of all simulated players ended, and the table stood still."""
    holder = AppHolds()
    session, stop, steps = Session.open(tmp_path, holder=holder), threading.Event(), []

    def step(*_: object) -> None:
        steps.append(len(steps))
        if len(steps) == 3:
            stop.set()
        raise ValueError("no card lies there")

    monkeypatch.setattr("companion.door.demo_evening.DemoTable", lambda **_: SimpleNamespace(play=lambda game: None))
    camera, players = SimpleNamespace(use=lambda table: None), Players()
    monkeypatch.setattr(players, "step", step)
    door.run_demo(session, holder, camera, players, stop, 1000.0)
    session.close()
    assert steps == [0, 1, 2]
    assert "stumbled" in caplog.text


@pytest.mark.parametrize(("name", "language"), [
    ("es_ES", "es"), ("Spanish_Mexico", "es"), ("English_United Kingdom", "en"), (None, "en"), ("C", "en"),
])  # fmt: skip
def test_each_system_names_its_language_in_its_own_way(monkeypatch, name, language):
    from web.language import pick

    monkeypatch.setattr("locale.getlocale", lambda: (name, "UTF-8"))
    assert pick(None, speech.system_languages()) == language


def test_a_camera_that_cannot_be_used_says_why_and_the_one_in_use_is_known():
    camera = CameraService(lambda seen: None, lambda *state: None)
    try:
        assert camera.use("no such film.mp4") == Hint("source.no_file")
        assert camera.camera is None
        assert camera.use("3") is None
        assert camera.camera == 3
        assert camera.use(None) is None
        assert camera.camera is None
    finally:
        camera.close()


def test_the_reader_hears_which_boxes_are_in_play_and_where_the_goals_lie(tmp_path):
    session, stop, told = Session.open(tmp_path, seed="boxes"), threading.Event(), Told()
    reader = threading.Thread(target=tell_game, args=(session, told.append, stop))
    reader.start()
    try:
        assert told.hears(lambda game: game.goals == GOAL_CELLS and not game.may_hold(BRIDGE))
        assert told[-1].goal_faces == {goal.face.upright() for goal in BASE_GOALS}
        session.submit(ByTable(), Configure("s2-anniversary", ("new-challenges",)))
        five = tuple(Cell(8, y) for y in (-4, -2, 0, 2, 4))
        assert told.hears(lambda game: game.goals == five and game.may_hold(BRIDGE))
        assert told[-1].goal_faces == {goal.face.upright() for goal in CHALLENGE_GOALS}
        assert all(told[-1].may_hold(face) for face in (None, Face.parse("NESW^"), Face.parse("SW")))
        for name in ("Ana", "Bo", "Cleo"):
            session.submit(ByTable(), AddSeat(name))
        session.submit(ByTable(), StartGame(0))
        assert len(told) == 2, "nothing that matters to the reader has changed"
    finally:
        stop.set()
        session.close()
        reader.join(10)


def test_the_reader_hears_of_the_game_after_an_error_when_it_was_told(monkeypatch, tmp_path, caplog):
    """The thread was dead for the rest of the evening, and the camera looked for the goals of an old game."""
    monkeypatch.setattr("companion.live.tell_game.GAME_TOLD_S", 0.05)
    session, stop, told = Session.open(tmp_path), threading.Event(), []

    def tell(game):
        told.append(game)
        if len(told) < 3:
            raise AttributeError("no camera")
        stop.set()

    tell_game(session, tell, stop)
    session.close()
    assert told[0] == told[2]
    (said,) = caplog.messages
    assert said.startswith("The camera was not told of the game: AttributeError at ")


class Told(list):
    """What a thread has told, and a wait for it."""

    def __init__(self):
        super().__init__()
        self._more = threading.Condition()

    def append(self, game):
        with self._more:
            super().append(game)
            self._more.notify_all()

    def hears(self, true):
        with self._more:
            return self._more.wait_for(lambda: self and true(self[-1]), timeout=20)
