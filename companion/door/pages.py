"""The pages of an evening: what the camera gives them, and the port on which they are served."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from flask import Flask

from companion.door.give_up import give_up
from companion.door.secure import PORTS_TRIED, Certificate, open_secure_door
from companion.live.guest_wifi import GuestWifi
from companion.live.past_nights import PastNights
from companion.live.session import Session
from companion.live.tell_game import agreed_cards
from companion.views.model import TableViewer
from vision.capture.device import cameras
from vision.service.camera_service import CameraService
from vision.service.phone_film import PhoneFilm
from vision.teaching.deck_store import DeckStore
from vision.teaching.lesson import Lesson
from vision.teaching.misreads import Misreads
from web import create_app
from web.app_state import state_of
from web.config import WebConfig
from web.filming import Filming
from web.language import Speech
from web.remember import Remembered
from web.serve import Server, can_listen, local_addresses, start

DEFAULT_PORT = 8080
ADDRESSES_KEPT_S = 20.0  # looking them up can take seconds in a network without a name server
FILMING = "filming.json"  # the file that remembers which phone films
CAMERAS_KEPT_S = 15.0  # asking opens each of them, and a page comes anew with every change


def serve(
    session: Session,
    camera: CameraService,
    address: str,
    port: int | None,
    demo: bool,
    say: Speech,
    decks: DeckStore,
    filming: Filming,
    certificate: Certificate,
    nights: PastNights | None = None,
    wifi: GuestWifi | None = None,
    misreads: Path | None = None,
) -> tuple[Server, WebConfig]:
    """The pages on the port that was asked for; if none was, on the usual one or the next that is free.

    misreads : the folder for what the camera misread; None where nothing is kept
    """
    if not can_listen(address):
        give_up(say("terminal.address_unusable", address=address))
    agreed = lambda: agreed_cards(session.view(TableViewer()))  # noqa: E731
    anywhere = address in ("0.0.0.0", "::")
    addresses = Remembered(local_addresses, ADDRESSES_KEPT_S) if anywhere else lambda: (address,)
    config = WebConfig(
        0,
        addresses,
        latest_jpeg=camera.picture,
        card_jpeg=camera.picture_of,
        read_again=camera.read_again,
        cameras=Remembered(lambda: cameras(camera.camera), CAMERAS_KEPT_S),
        camera_address=lambda: camera.address,
        use_camera=None if demo else camera.use,
        school=Lesson(decks, camera.frame, camera.board, camera.learn),
        misreads=None if misreads is None else Misreads(misreads, camera.settled, agreed),
        photograph=None if demo else camera.photograph,
        photograph_around=camera.photograph_around,
        photo=camera.photo,
        aim=camera.aim,
        corners=camera.corners,
        film=None if demo else PhoneFilm(camera),
        demo=demo,
        nights=nights,
        wifi=wifi,
        night=session.night,
        here="127.0.0.1" if anywhere else address,
    )
    ports = range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED) if port is None else (port,)
    served = next((one for number in ports if (one := _listen(session, config, address, number))), None)
    if served is None:
        give_up(say("terminal.port_in_use", port=ports[0]))
    server, app = served
    config = replace(  # 0 stands for any free port
        config, port=server.port, open_secure_door=partial(open_secure_door, server, address, certificate, addresses)
    )
    state_of(app).config, state_of(app).filming = config, filming
    return server, config


def _listen(session: Session, config: WebConfig, address: str, port: int) -> tuple[Server, Flask] | None:
    """None where the port is somebody else's."""
    app = create_app(session, replace(config, port=port))
    try:
        return start(app, address, port), app
    except OSError:
        return None


def go_on_filming(config: WebConfig) -> None:
    """Let the phone in again that filmed until the program ended; where that fails, the host shows it the way anew."""
    if config.film is not None and config.open_secure_door is not None:
        config.open_secure_door()
        config.film.begin()
