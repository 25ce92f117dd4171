"""`read`: pictures of a table, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import click

from companion.door.folders import made
from companion.door.give_up import give_up
from companion.door.named_deck import deck_file
from companion.door.speech import speech
from vision.service.read_lines import read_file
from web.language import in_english


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
    folder = None if overlay is None else made(overlay)
    task = partial(read_file, say=in_english, corners=points, overlay_folder=folder, deck_file=deck_file(deck))
    for line in _each(task, pictures, jobs):
        click.echo(json.dumps(line))


def _points(corners: tuple[str, ...]) -> list[tuple[float, float]]:
    try:
        return [(float(x), float(y)) for x, y in (corner.split(",") for corner in corners)]
    except ValueError:
        give_up(speech()("terminal.corners"))


def _each(task: Callable[[str], dict[str, Any]], pictures: tuple[str, ...], jobs: int) -> Iterator[dict[str, Any]]:
    if jobs == 1 or len(pictures) == 1:
        yield from map(task, pictures)
        return
    with ProcessPoolExecutor(max_workers=min(jobs, len(pictures))) as pool:
        yield from pool.map(task, pictures)
