"""What has just happened at the table, as words in the page that its script compares with those before. No drawing.

Each is a function of the View alone, so that no page can tell more by moving, sounding or buzzing than by what it says.
Which moments there are, and what becomes of each on a page, is said here alone; static/moments.js draws them, and
static/sounds.js has their tones, under these names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from companion.maze.geometry import Cell
from companion.views.model import Stage, View

OPEN_TURNS = frozenset({Stage.PLAY, Stage.GOAL})  # everybody sees who is asked; nothing is looked at
AFTER = frozenset({Stage.DRAFT, Stage.ROUND_OVER})


class PageMoment(StrEnum):
    """In the order in which they are shown: who was what comes before the gold."""

    FELL = "fell"
    LAID = "laid"
    GOAL = "goal"
    UNMASK = "unmask"
    GOLD = "gold"
    END = "end"
    TURN = "turn"


VEILING = (PageMoment.UNMASK,)  # the page would tell how it ends: it stays covered until this is over
ON_PHONES = (PageMoment.GOLD, PageMoment.END, PageMoment.TURN)  # the others are heard from the table screen
BUZZING = (PageMoment.TURN,)


def moments_of(view: View, mine: bool) -> tuple[str, ...]:
    """`moment:key` or `moment:key:where` each; one without a key comes again after it was gone. `mine`: this phone is
    waited for."""
    called = (PageMoment.TURN,) if mine and view.stage in OPEN_TURNS else ()
    return (*_in_the_maze(view), *_after_the_round(view), *called)


def for_script(words: Iterable[str], *, phone: bool) -> dict[str, str]:
    """The page's attributes: what has happened, and of all moments, whatever has happened, what becomes of them."""
    lists: dict[str, Iterable[str]] = {
        "data-moments": words,
        "data-veiling": VEILING,
        "data-heard": ON_PHONES if phone else PageMoment,
        "data-buzzing": BUZZING if phone else (),
    }
    return {name: " ".join(said) for name, said in lists.items()}


def _in_the_maze(view: View) -> Iterator[str]:
    for line in view.lines[-3:]:
        if line.gone is not None:
            yield f"{PageMoment.FELL}:{view.round}.{line.number}:{_at(line.gone)}"
    for card in view.maze.cards if view.maze else ():
        if card.kind == "path" and card.newest:
            yield f"{PageMoment.LAID}:{view.round}.{card.face}:{_at(card.cell)}"
    for card in view.maze.cards if view.maze else ():
        if card.goal is not None:
            yield f"{PageMoment.GOAL}:{view.round}.{card.goal}:{_at(card.cell)}"
    if view.goal and view.goal.task == "lay":  # everybody hears what it is; once it is laid, this is nothing new
        yield f"{PageMoment.GOAL}:{view.round}.{view.goal.kind}:{_at(view.goal.cells[0])}"


def _after_the_round(view: View) -> Iterator[str]:
    if view.stage in AFTER and any(seat.role for seat in view.seats):
        yield f"{PageMoment.UNMASK}:{view.round}"
    if view.stage is Stage.ROUND_OVER and view.result:
        yield f"{PageMoment.GOLD}:{view.round}"
    if view.final:
        yield f"{PageMoment.END}:{view.round}"


def _at(cell: Cell) -> str:
    return f"{cell.x},{cell.y}"
