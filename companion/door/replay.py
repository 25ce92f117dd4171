"""`replay`: a game that was written down, move by move as text, or its mine as a picture. How it is read: position."""

from __future__ import annotations

from pathlib import Path

import click

from companion.door.give_up import give_up
from companion.door.speech import speech
from companion.position import Position
from companion.views.project_moves import move_line, player_of


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "--svg", metavar="PICTURE.svg", type=click.Path(path_type=Path), help="Draw the mine as it lies at the end."
)
def replay(file: Path, svg: Path | None) -> None:
    """Show a game that was written down, move by move."""
    last = _read(file)
    click.echo(str(last.line()[0]))
    for number, at in enumerate(last.line()[1:], 1):
        if at.before is None or at.made is None:
            continue
        who = player_of(at.made.by, at.made.command)
        click.echo(f"\n{number}. {move_line(at.before.game, at.made.by, at.made.command, who)}")
        if at.board != at.before.board:
            click.echo(str(at.board))
    if last.result is not None:
        owned = zip(last.players, last.result.nuggets, strict=True)
        click.echo("\n" + ", ".join(f"{name} {own}" for name, own in owned))
    if svg is not None:
        _draw(last, svg)


def _read(file: Path) -> Position:
    try:
        return Position.from_record(file.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        give_up(speech()("terminal.file_unreadable", file=file, reason=error.strerror))
    except ValueError as error:
        give_up(speech()("terminal.not_a_record", file=file, reason=error))


def _draw(at: Position, file: Path) -> None:
    from web.keepsake import mine_svg

    maze = at.view().maze
    if maze is not None:
        try:
            file.write_text(mine_svg(maze, speech()("maze.title")), encoding="utf-8")
        except OSError as error:
            give_up(speech()("terminal.file_unwritable", file=file, reason=error.strerror))
