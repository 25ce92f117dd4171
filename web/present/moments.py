"""What has just happened at the table, as words in the page that its script compares with those before. No drawing.

Each is a function of the View alone, so that no page can tell more by moving, sounding or buzzing than by what it says.
The order is that in which they are shown: who was what comes before the gold.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.views.model import Stage, View

OPEN_TURNS = frozenset({Stage.PLAY, Stage.GOAL})  # everybody sees who is asked; nothing is looked at
AFTER = frozenset({Stage.DRAFT, Stage.ROUND_OVER})


def moments_of(view: View, mine: bool) -> tuple[str, ...]:
    """`kind:key` or `kind:key:where` each; `mine`: this phone is waited for."""
    return (*_in_the_maze(view), *_after_the_round(view), *(("turn",) if mine and view.stage in OPEN_TURNS else ()))


def _in_the_maze(view: View) -> Iterator[str]:
    for line in view.lines[-3:]:
        if line.code == "rock_fell":
            yield f"fell:{view.round}.{line.number}:{_at(line.facts['cell'])}"
    for card in view.maze.cards if view.maze else ():
        if card.kind == "path" and card.newest:
            yield f"laid:{view.round}.{card.face}:{_at(card.cell)}"
    for card in view.maze.cards if view.maze else ():
        if card.goal is not None:
            yield f"goal:{view.round}.{card.goal}:{_at(card.cell)}"


def _after_the_round(view: View) -> Iterator[str]:
    if view.stage in AFTER and any(seat.role for seat in view.seats):
        yield f"unmask:{view.round}"
    if view.stage is Stage.ROUND_OVER and view.result:
        yield f"gold:{view.round}"
    if view.final:
        yield f"end:{view.round}"


def _at(cell: object) -> str:
    return f"{getattr(cell, 'x', '')},{getattr(cell, 'y', '')}"
