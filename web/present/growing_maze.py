"""A round's mine in one drawing that shows any of its moves: each card is drawn once, with the moves while it lay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from markupsafe import Markup, escape

from companion.views.model import CardView, MazeView
from web.present.maze_drawing import STEP_X, STEP_Y, lying_card


def growing_maze_svg(mazes: Sequence[MazeView], title: str) -> Markup:
    """`mazes`: after each move. Every group says from which move (data-from) until which (data-to) it is seen."""
    box = " ".join(map(str, view_box(mazes)))
    groups = "".join(_group(mazes, *spell) for spell in _spells(mazes))
    return Markup(
        f'<svg class="maze" xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(title)}" '
        f'viewBox="{box}">{groups}</svg>'
    )


def view_box(mazes: Sequence[MazeView]) -> tuple[int, int, int, int]:
    """What the drawing shows: left, top, width, height."""
    left, right = min(maze.x_min for maze in mazes), max(maze.x_max for maze in mazes)
    top, bottom = min(maze.y_min for maze in mazes), max(maze.y_max for maze in mazes)
    across, down = (right - left + 1) * STEP_X, (bottom - top + 1) * STEP_Y
    return left * STEP_X - 18, top * STEP_Y - 18, across + 32, down + 32


def _spells(mazes: Sequence[MazeView]) -> Iterator[tuple[CardView, int, int]]:
    """Each card with the move that laid or changed it and the one that ended this."""
    open_since: dict[CardView, int] = {}
    for at, maze in enumerate(mazes):
        lying = {replace(card, newest=False, entry=None) for card in maze.cards}
        for card in sorted(open_since.keys() - lying, key=_place):
            yield card, open_since.pop(card), at
        for card in lying - open_since.keys():
            open_since[card] = at
    yield from ((card, since, len(mazes)) for card, since in sorted(open_since.items(), key=lambda one: _place(one[0])))


def _place(card: CardView) -> tuple[int, int]:
    return card.cell.y, card.cell.x


def _group(mazes: Sequence[MazeView], card: CardView, since: int, until: int) -> str:
    gone = "" if until == len(mazes) else ' class="gone"'
    return f'<g data-from="{since}" data-to="{until}"{gone}>{lying_card(card, mazes[since])}</g>'
