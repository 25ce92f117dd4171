"""The door: the command line, and the one place where camera and pages meet. No rules, no pictures, no pages."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import click

DEFAULT_PORT = 8080


def _give_up(sentence: str) -> NoReturn:
    """One clear sentence on standard error, and exit code 2."""
    click.echo(sentence, err=True)
    raise SystemExit(2)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """A companion for a game night with Saboteur. `play` is all you need; the rest serves scripts."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]


@main.command()
@click.option("--camera", "source", help="Camera number, stream address, video file or folder of pictures.")
@click.option("--data", type=click.Path(path_type=Path, file_okay=True), help="Folder that keeps the game.")
@click.option("--port", type=click.IntRange(0, 65535), help=f"Port of the pages; {DEFAULT_PORT} or the next free one.")
@click.option("--host", "address", default="0.0.0.0", show_default=True, help="Address to listen on.")
@click.option("--demo", is_flag=True, help="A simulated table: no camera and no cards needed.")
@click.option("--no-browser", is_flag=True, help="Do not open the table screen.")
def play(source: str | None, data: Path | None, port: int | None, address: str, demo: bool, no_browser: bool) -> None:
    """Start the game night: the table screen here, a page on every guest's phone."""
    from companion.evening import NightError, run_evening

    try:
        run_evening(source=source, folder=data, port=port, address=address, demo=demo, open_browser=not no_browser)
    except NightError as error:
        _give_up(str(error))


@main.command()
@click.argument("pictures", nargs=-1, required=True)
@click.option("--deck", help="A taught deck's name.")
@click.option("--corners", nargs=4, metavar="X,Y X,Y X,Y X,Y", help="Outer corners of the play area: NW NE SE SW.")
@click.option(
    "--overlay", type=click.Path(path_type=Path, file_okay=False), help="Folder for pictures with what was read."
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Pictures read at the same time.")
def read(
    pictures: tuple[str, ...], deck: str | None, corners: tuple[str, ...] | None, overlay: Path | None, jobs: int
) -> None:
    """Read pictures of a table; one JSON object a line."""
    from vision.read import read_file

    if deck:
        _give_up(f"There is no taught deck called {deck!r}.")
    task = partial(read_file, corners=_points(corners) if corners else None, overlay_folder=_folder(overlay))
    for line in _each(task, pictures, jobs):
        click.echo(json.dumps(line))


@main.command()
@click.argument("source")
@click.option("--deck", help="A taught deck's name.")
def watch(source: str, deck: str | None) -> None:
    """Read a live source without the game; one JSON object a line for each settled change."""
    from vision.watch import SourceError, watch_source

    if deck:
        _give_up(f"There is no taught deck called {deck!r}.")
    try:
        for line in watch_source(source):
            click.echo(json.dumps(line))
            sys.stdout.flush()
    except SourceError as error:
        _give_up(str(error))
    except KeyboardInterrupt:
        raise SystemExit(0) from None


@main.command()
@click.argument("board", type=click.Path(path_type=Path, dir_okay=False))
def check(board: Path) -> None:
    """Judge a case of type placement, placements, connectivity or rockfall."""
    _judge(board, {"placement", "placements", "connectivity", "rockfall"})


@main.command()
@click.argument("round_file", metavar="ROUND.json", type=click.Path(path_type=Path, dir_okay=False))
def gold(round_file: Path) -> None:
    """Divide the gold of a case of type gold_base, s2_result, thieves or tournament_gold."""
    _judge(round_file, {"gold_base", "s2_result", "thieves", "tournament_gold"})


@main.command(name="print")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--to", type=click.Path(path_type=Path, dir_okay=False), default=Path("markers.svg"), show_default=True)
def print_markers(paper: str, to: Path) -> None:
    """Write the sheet with the four markers: print it at 100 %, cut it, lay one at each corner of the play area."""
    from vision.sheet import marker_sheet_svg

    try:
        to.write_text(marker_sheet_svg(paper), encoding="utf-8")
    except OSError as error:
        _give_up(f"The sheet could not be written to {to}: {error.strerror}.")
    click.echo(f"Wrote {to}. Open it in a browser and print it at 100 % (the line on it must measure 100 mm).")


def _judge(path: Path, types: set[str]) -> None:
    from companion.rules.cases import CaseError, outcome

    case = _json(path)
    if not isinstance(case, dict) or case.get("type") not in types:
        _give_up(f"{path} holds no case of type {', '.join(sorted(types))}.")
    try:
        click.echo(json.dumps(outcome(case)))
    except CaseError as error:
        _give_up(f"{path}: {error}")


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        _give_up(f"{path} cannot be read: {error.strerror}.")
    except ValueError as error:
        _give_up(f"{path} is not JSON: {error}.")


def _points(corners: tuple[str, ...]) -> list[tuple[float, float]]:
    try:
        return [(float(x), float(y)) for x, y in (corner.split(",") for corner in corners)]
    except ValueError:
        _give_up("--corners takes four points in pixels, such as 100,80 1800,80 1800,1000 100,1000.")


def _folder(folder: Path | None) -> Path | None:
    if folder is None:
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        _give_up(f"The folder {folder} cannot be used: {error.strerror}.")
    return folder


def _each(task: partial[Any], items: tuple[str, ...], jobs: int) -> Iterator[Any]:
    if jobs == 1 or len(items) == 1:
        yield from map(task, items)
        return
    with ProcessPoolExecutor(max_workers=min(jobs, len(items))) as pool:
        yield from pool.map(task, items)


if __name__ == "__main__":
    main()
