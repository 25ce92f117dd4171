"""`print`: the sheet with the four markers, as a file to be printed."""

from __future__ import annotations

from pathlib import Path

import click

from companion.door.give_up import give_up
from companion.door.speech import speech
from vision.service.marker_sheet import marker_sheet_svg


@click.command(name="print")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--to", type=click.Path(path_type=Path, dir_okay=False), default=Path("markers.svg"), show_default=True)
def print_markers(paper: str, to: Path) -> None:
    """Write the sheet with the four markers: print it at 100 %, cut it, lay one at each corner of the play area."""
    if to.suffix.lower() not in ("", ".svg"):
        give_up(speech()("terminal.sheet_is_svg", file=to.with_suffix(".svg")))
    try:
        say = speech()
        to.write_text(marker_sheet_svg(paper, say("print.start"), say("print.goals")), encoding="utf-8")
    except OSError as error:
        give_up(speech()("terminal.sheet_not_written", file=to, reason=error.strerror))
    click.echo(speech()("terminal.sheet_written", file=to))
