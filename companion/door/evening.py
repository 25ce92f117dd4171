"""What an evening begins with: the game in its folder and the camera before the table, or a sentence why not."""

from __future__ import annotations

from pathlib import Path

import click

from companion.door.give_up import give_up
from companion.live.holder import Holder
from companion.live.session import Session
from companion.state.refusals import Refusal
from companion.views.model import TableViewer
from vision.service.camera_service import CameraService
from web.language import Speech

_AT_THE_START = ("journal_put_aside", "journal_mended")  # whoever starts the evening misses the story's first line


def open_session(folder: Path, holder: Holder | None, seed: str | None, say: Speech) -> Session:
    session = Session.open(folder, holder=holder, seed=seed)
    if isinstance(session, Refusal):
        give_up(say(f"refusal.{session.code}", **{"folder": folder, **session.facts}))
    for line in session.view(TableViewer()).lines:
        if line.code in _AT_THE_START:
            click.echo(say(f"line.{line.code}", **line.facts))
    return session


def open_camera(session: Session, source: str | None, say: Speech) -> CameraService:
    camera = CameraService(session.observe, session.camera)
    trouble = camera.use(source)
    if trouble is not None:
        camera.close()
        session.close()
        give_up(say.hint(trouble))
    return camera
