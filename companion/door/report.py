"""`report`: one archive of the tables that the camera misread and people kept, for a bug report. Nothing is sent."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import click

from companion.door.folders import made, misreads_folder
from companion.door.give_up import give_up
from companion.door.speech import speech
from companion.sight.misread import ARCHIVE_NAME, Correction, Misread
from vision.teaching.misreads import Misreads


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--data", type=click.Path(path_type=Path), help="Folder that keeps the game, as `play` was told it.")
def report(folder: Path, data: Path | None) -> None:
    """Make one archive in FOLDER of the tables that the camera misread, to attach to a bug report."""
    say, misreads = speech(), Misreads(misreads_folder(data))
    kept = misreads.kept()
    if not kept:
        give_up(say("misreads.none"))
    for one in kept:
        click.echo(_line(one))
    file = made(folder) / ARCHIVE_NAME
    try:
        file.write_bytes(misreads.archive())
    except OSError as error:
        with suppress(OSError):
            file.unlink(missing_ok=True)
        give_up(say("terminal.report_not_made", file=file, reason=error.strerror))
    click.echo(say("terminal.report_made", file=file))


def _line(one: Misread) -> str:
    """What is in a picture and its facts, in a script's words."""
    return f"{one.key}: {one.cards} cards; {', '.join(map(_fixed, one.corrections))}"


def _fixed(one: Correction) -> str:
    return f"{one.cell.x},{one.cell.y} read {one.read or '-'} is {one.said or '-'}"
