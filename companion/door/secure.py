"""The secure door of an evening's pages, through which a phone films: its certificate and its ports. No pages."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock

from companion.door.give_up import give_up
from companion.sight.hints import Hint
from web.certificate import certificate_file
from web.language import Speech
from web.serve import Server

PORTS_TRIED = 20
SECURE_PORT = 8443
_OPENING = Lock()  # pages ask in threads

Files = tuple[Path, Path]  # the certificate, with those that vouch for it, and its key; PEM
Certificate = Callable[[Sequence[str]], tuple[Path, Path | None]]  # for these names and addresses of the computer


def certificate_for(folder: Path, own: Files | None, say: Speech) -> Certificate:
    """The one that is made in this folder when it is asked for; or files of one's own, which are tried at once."""
    if own is None:
        return lambda names: (certificate_file(folder, names), None)
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(*own, password="")
    except OSError as error:
        give_up(say("terminal.certificate_unusable", file=own[0], other=own[1], reason=_reason(error)))
    return lambda names: own


def open_secure_door(
    server: Server, address: str, certificate: Certificate, names: Callable[[], Sequence[str]]
) -> int | Hint:
    """Return the port of the door, which is open from now on, or why it cannot be."""
    try:
        with _OPENING:
            return _opened(server, address, certificate(names()))
    except OSError as error:
        return Hint("film.door_shut", {"reason": _reason(error)})


def _opened(server: Server, address: str, files: tuple[Path, Path | None]) -> int:
    ports = (*range(SECURE_PORT, SECURE_PORT + PORTS_TRIED), 0)
    return server.open_secure_door(address, ports, *files)


def _reason(error: OSError) -> str:
    """In the words of the system."""
    return error.strerror or type(error).__name__
