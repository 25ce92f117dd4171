"""Where games, decks and pictures lie on this computer."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path

from companion.door.give_up import give_up
from companion.door.speech import speech
from companion.live.past_nights import FILE_NAME


def data_folder(*, demo: bool) -> Path:
    """Where this system keeps a user's data; the demo never touches the real game."""
    return _ours() / ("demo" if demo else "game")


def decks_folder(data: Path | None = None) -> Path:
    """The taught decks of this computer, for any game; a data folder of one's own has its own."""
    return (data or _ours()) / "decks"


def past_nights_file(data: Path | None = None) -> Path:
    """What is kept of finished games, beside the game's folder; a data folder of one's own has its own."""
    return (data or _ours()) / FILE_NAME


def _ours() -> Path:
    return user_data_path("saboteur-companion", appauthor=False)


def made(folder: Path) -> Path:
    """This folder, which is there from now on."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        give_up(speech()("terminal.folder_unusable", folder=folder, reason=error.strerror))
    return folder
