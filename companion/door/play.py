"""`play`: the game night, from the first sentence in the terminal to "good night"."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from threading import Event, Thread

import click

from companion.demo.app_holds import AppHolds
from companion.demo.players import Players, sit_down
from companion.door import ctrl_c
from companion.door.demo_evening import coming_camera, run_demo
from companion.door.evening import expect_free, open_camera, open_session
from companion.door.folders import (
    data_folder,
    decks_folder,
    expect_writable,
    film_folder,
    misreads_folder,
    past_nights_file,
    wifi_file,
)
from companion.door.pages import DEFAULT_PORT, FILMING, go_on_filming, serve
from companion.door.secure import Files, certificate_for
from companion.door.speech import speech
from companion.live.guest_wifi import GuestWifi
from companion.live.past_nights import PastNights, keep_nights
from companion.live.session import Session
from companion.live.tell_game import tell_game
from vision.capture.device import ask_leave
from vision.capture.source import PUMP
from vision.service.camera_service import camera_answers
from vision.teaching.deck_store import DeckStore
from web.filming import Filming
from web.invite import invitation, open_table
from web.language import Speech


@click.command()
@click.option("--camera", "source", help="Camera number, stream address, film, or folder that gets photographs.")
@click.option("--data", "folder", type=click.Path(path_type=Path), help="Folder that keeps the game.")
@click.option("--port", type=click.IntRange(0, 65535), help=f"Port of the pages; {DEFAULT_PORT} or the next free one.")
@click.option("--host", "address", default="0.0.0.0", show_default=True, help="Address to listen on.")
@click.option("--demo", is_flag=True, help="A simulated table: no camera and no cards needed.")
@click.option(
    "--certificate",
    "own_certificate",
    nargs=2,
    metavar="CERTIFICATE KEY",
    type=click.Path(path_type=Path),
    help="Your own files (PEM) for the secure door, through which a phone films.",
)
@click.option("--no-browser", is_flag=True, help="Do not open the table screen.")
@click.option("--seed", hidden=True, help="Deal a new game like this one; whoever knows it knows every card.")
@click.option("--pace", type=click.FloatRange(0.5, 8), default=1.0, hidden=True, help="Haste of the simulated table.")
def play(
    source: str | None,
    folder: Path | None,
    port: int | None,
    address: str,
    demo: bool,
    own_certificate: Files | None,
    no_browser: bool,
    seed: str | None,
    pace: float,
) -> None:
    """Start the game night: the table screen here, a page on every guest's phone."""
    say = speech()
    expect_writable(folder or data_folder(demo=demo))  # told before a camera is waited for, and a question asked
    expect_free(folder or data_folder(demo=demo), say)
    certificate = certificate_for(film_folder(folder), own_certificate, say)
    filming = Filming(film_folder(folder) / FILMING)
    if source is not None:
        filming.end()
    goes_on_filming = filming.phone is not None and not demo  # the program was started again in the same evening
    if not demo and not goes_on_filming:
        ask_leave(source)
    if source is None and not demo and not goes_on_filming:
        source = "0" if camera_answers() else None
        demo = source is None and _wants_demo(say)
        if source is None and not demo and sys.stdin.isatty() and camera_answers():
            source = "0"  # it was plugged in, or allowed, while the question was read
    holder = AppHolds() if demo else None
    session = open_session(folder or data_folder(demo=demo), holder, seed, say)
    camera = coming_camera(session) if demo else open_camera(session, source, say)
    stop = Event()
    Thread(target=tell_game, args=(session, camera.play, stop), name="game", daemon=True).start()
    nights = None if demo else PastNights(past_nights_file(folder))  # a demo's night is none of anybody's
    if nights:
        Thread(target=keep_nights, args=(session, nights, stop), name="nights", daemon=True).start()
    try:
        ctrl_c.interrupt()
        if holder:
            sit_down(session, say("demo.names").split())  # before the first phone can come in
        decks, wifi = DeckStore(decks_folder(folder)), GuestWifi(wifi_file(folder))
        misreads = None if demo else misreads_folder(folder)  # a demo's table is painted
        server, config = serve(
            session, camera, address, port, demo, say, decks, filming, certificate, nights, wifi, misreads
        )
        if goes_on_filming:
            go_on_filming(config)
        if holder:
            show = (session, holder, camera, Players(seed), stop, pace)
            Thread(target=run_demo, args=show, name="demo", daemon=True).start()
        click.echo(invitation(config, session.host_token(), say))
        if not no_browser:
            open_table(config, session.host_token())
        server.wait()
    except KeyboardInterrupt:
        ctrl_c.ignore()
        _say_good_night(session, folder or data_folder(demo=demo), say)
    finally:
        ctrl_c.ignore()
        stop.set()
        camera.close()
        session.close()
        _leave_a_stuck_camera()


def _say_good_night(session: Session, folder: Path, say: Speech) -> None:
    """Once the game is on the disk, or cannot be put there."""
    lost = session.close() is not None
    click.echo(say("terminal.not_kept", folder=folder) if lost else say("terminal.good_night"))


def _leave_a_stuck_camera() -> None:
    """A thread that a silent camera holds inside OpenCV would crash Python's own end: everything is kept by now."""
    if any(thread.name == PUMP for thread in threading.enumerate()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def _wants_demo(say: Speech) -> bool:
    """No camera answered: the host may want to see the demo table instead. Nobody is asked where nobody can answer."""
    click.echo(say("terminal.no_camera"))
    return sys.stdin.isatty() and click.confirm(say("terminal.offer_demo"), default=True)
