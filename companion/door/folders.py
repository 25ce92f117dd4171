"""Where games, decks and pictures lie on this computer."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import NoReturn

from platformdirs import user_data_path

from companion.door.give_up import give_up
from companion.door.speech import speech
from companion.live import guest_wifi, past_nights


def data_folder(*, demo: bool) -> Path:
    """Where this system keeps a user's data; the demo never touches the real game."""
    return _ours() / ("demo" if demo else "game")


def decks_folder(data: Path | None = None) -> Path:
    """The taught decks of this computer, for any game; a data folder of one's own has its own."""
    return (data or _ours()) / "decks"


def misreads_folder(data: Path | None = None) -> Path:
    """Tables that the camera misread, where people kept them; a data folder of one's own has its own."""
    return (data or _ours()) / "misreads"


def past_nights_file(data: Path | None = None) -> Path:
    """What is kept of finished games, beside the game's folder; a data folder of one's own has its own."""
    return (data or _ours()) / past_nights.FILE_NAME


def wifi_file(data: Path | None = None) -> Path:
    """The Wi-Fi that guests are shown on every evening, of a demo too; a data folder of one's own has its own."""
    return (data or _ours()) / guest_wifi.FILE_NAME


def film_folder(data: Path | None = None) -> Path:
    """The certificate of this computer's secure door, and which phone films; a data folder of one's own has its own."""
    return data or _ours()


def _ours() -> Path:
    return user_data_path("saboteur-companion", appauthor=False)


def made(folder: Path) -> Path:
    """This folder, which is there from now on."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        _give_up_on(folder, os.strerror(errno.ENOTDIR))
    except OSError as error:
        _give_up_on(folder, error.strerror)
    return folder


def expect_writable(folder: Path) -> None:
    """It is there from now on, and files can be written into it; Windows tells the latter only when one is."""
    if not os.access(made(folder), os.W_OK | os.X_OK):
        _give_up_on(folder, os.strerror(errno.EACCES))


def _give_up_on(folder: Path, reason: str | None) -> NoReturn:
    give_up(speech()("terminal.folder_unusable", folder=folder, reason=reason))
