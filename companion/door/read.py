"""`read`: pictures of a table, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

from companion.door.folders import made
from companion.door.give_up import give_up
from companion.door.named_deck import deck_file
from companion.door.side_by_side import side_by_side
from companion.door.speech import speech
from vision.service.read_lines import overlay_names, read_file
from web.language import in_english

Line = dict[str, Any]
Overlays = Sequence[Path | None]  # for each picture the file that shows what was read, where one is wanted


@click.command()
@click.argument("pictures", nargs=-1, required=True)
@click.option("--deck", help="A taught deck: its name, its file, or a folder of labelled scans.")
@click.option("--corners", nargs=4, metavar="X,Y X,Y X,Y X,Y", help="Outer corners of the play area: NW NE SE SW.")
@click.option(
    "--overlay", type=click.Path(path_type=Path, file_okay=False), help="Folder for pictures with what was read."
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Pictures read at the same time.")
def read(
    pictures: tuple[str, ...], deck: str | None, corners: tuple[str, ...] | None, overlay: Path | None, jobs: int
) -> None:
    """Read pictures of a table; one JSON object a line."""
    points = _points(corners) if corners else None
    overlays = _overlays(None if overlay is None else made(overlay), pictures)
    task = partial(_read, corners=points, deck_file=deck_file(deck))
    for line in _each(task, pictures, overlays, jobs):
        click.echo(json.dumps(line))


def _read(picture: str, overlay: Path | None, **how: Any) -> Line:
    return read_file(picture, in_english, overlay=overlay, **how)


def _overlays(folder: Path | None, pictures: Sequence[str]) -> Overlays:
    return [None] * len(pictures) if folder is None else [folder / name for name in overlay_names(pictures)]


def _points(corners: tuple[str, ...]) -> list[tuple[float, float]]:
    try:
        return [(float(x), float(y)) for x, y in (corner.split(",") for corner in corners)]
    except ValueError:
        give_up(speech()("terminal.corners"))


def _each(task: Callable[..., Line], pictures: Sequence[str], overlays: Overlays, jobs: int) -> Iterator[Line]:
    if jobs == 1 or len(pictures) == 1:
        yield from map(task, pictures, overlays)
    else:
        yield from side_by_side(task, pictures, overlays, processes=min(jobs, len(pictures)))
