"""What an evening begins with: the game in its folder and the camera before the table, or a sentence why not."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import click

from companion.door.give_up import give_up
from companion.live.holder import Holder
from companion.live.journal import trouble_with
from companion.live.session import Session
from companion.live.tell_game import agreed_maze
from companion.sight.hints import NO_PICTURE, NOTHING_SEEN, Hint
from companion.state.refusals import Refusal
from companion.views.model import TableViewer
from vision.service.camera_service import CameraService, Report
from web.language import Speech

_AT_THE_START = ("journal_put_aside", "journal_mended")  # whoever starts the evening misses the story's first line


def expect_free(folder: Path, say: Speech) -> None:
    """No other program plays in it: told before a camera is waited for, which that program may have, too."""
    trouble = trouble_with(folder)
    if trouble is not None:
        give_up(_why_not(trouble, folder, say))


def open_session(folder: Path, holder: Holder | None, seed: str | None, say: Speech) -> Session:
    session = Session.open(folder, holder=holder, seed=seed)
    if isinstance(session, Refusal):
        give_up(_why_not(session, folder, say))
    for line in session.view(TableViewer()).lines:
        if line.code in _AT_THE_START:
            click.echo(say(f"line.{line.code}", **line.facts))
    return session


def _why_not(refusal: Refusal, folder: Path, say: Speech) -> str:
    """Whoever stands at the terminal has nothing to press again."""
    match refusal.code:
        case "disk_full":
            return say("terminal.disk_full", folder=folder)
        case "folder_read_only":
            return say("terminal.folder_read_only", folder=folder)
        case "folder_unusable" | "disk_trouble" | "journal_damaged":
            return say("terminal.folder_closed", folder=folder)
    return say(f"refusal.{refusal.code}", **{"folder": folder, **refusal.facts})


def open_camera(session: Session, source: str | None, say: Speech) -> CameraService:
    camera = CameraService(
        session.observe, _and_aloud(session.camera, say), lambda: agreed_maze(session.view(TableViewer()))
    )
    trouble = camera.use(source)
    if trouble is not None:
        camera.close()
        session.close()
        give_up(say.hint(trouble))
    return camera


def _and_aloud(report: Report, say: Speech) -> Report:
    """The same report; and in the terminal in which the camera was chosen why no picture comes, once until one does."""
    said = set[str]()

    def tell(state: str, hints: tuple[Hint, ...], has_picture: bool) -> None:
        report(state, hints, has_picture)
        if state == "seeing":
            said.clear()
        ended = any(hint.code == NOTHING_SEEN for hint in hints)
        for hint in hints:
            if (ended or hint.code in NO_PICTURE) and hint.code not in said:
                said.add(hint.code)
                with suppress(OSError, ValueError):  # nobody reads the terminal any more; the pages are still told
                    click.echo(say.hint(hint))

    return tell
