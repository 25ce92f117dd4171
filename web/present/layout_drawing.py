"""How the cards are laid out before a round, seen from above and measured in cards. No words but those handed in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup, escape

from companion.maze.geometry import START_CELL, Cell
from companion.views.model import CardView, MazeView
from web.present.card_drawing import HEIGHT, WIDTH, back_body, card_body, start_body
from web.present.figures import chest_body, site_body

_OUT, _TEXT = 46, 54  # from the cards to a measure; how high its letters are
_LAID_FACE_DOWN = ("goal", "covered")


@dataclass(frozen=True)
class Measures:
    """How far the goals lie: from the start card in card widths, from each other in card heights."""

    across: int
    down: int


@dataclass(frozen=True)
class LayoutWords:
    """`across` and `down` are the measures with their units."""

    title: str
    across: str
    down: str
    top: str


def measures_of(maze: MazeView) -> Measures:
    goals = _goals(maze)
    rows = sorted(cell.y for cell in goals)
    gaps = [lower - upper - 1 for upper, lower in pairwise(rows)]
    return Measures(min(cell.x for cell in goals) - 1, min(gaps, default=0))


def layout_svg(maze: MazeView, midway: Cell | None, words: LayoutWords) -> Markup:
    """`midway`: where a card comes that is drawn for it."""
    cells = [card.cell for card in maze.cards if card.kind != "path"]
    top, bottom = min(cell.y for cell in cells) * HEIGHT, (max(cell.y for cell in cells) + 1) * HEIGHT
    right = (max(cell.x for cell in cells) + 1) * WIDTH
    box = f"-130 {top - 100} {right + 130 + _OUT + 90} {bottom - top + 100 + _OUT + 90}"
    parts = [*_ghosts(maze), *_lying(maze, midway), *_measured(maze, words, right, bottom), _top(words.top, top), _EYE]
    return Markup(
        f'<svg class="layout" viewBox="{box}" role="img" aria-label="{escape(words.title)}">{"".join(parts)}</svg>'
    )


def _goals(maze: MazeView) -> list[Cell]:
    return sorted(card.cell for card in maze.cards if card.kind == "goal")


def _at(cell: Cell, css: str, inside: str) -> str:
    return f'<g class="{css}" transform="translate({cell.x * WIDTH} {cell.y * HEIGHT})">{inside}</g>'


def _ghosts(maze: MazeView) -> Iterator[str]:
    """The cards that would lie between start card and goals, and between goals: what is measured can be counted."""
    rows = [cell.y for cell in _goals(maze)]
    column = min(cell.x for cell in _goals(maze))
    between = [Cell(x, START_CELL.y) for x in range(START_CELL.x + 1, column)]
    between += [Cell(column, y) for y in range(min(rows), max(rows)) if y not in rows]
    yield from (_at(cell, "between", '<rect x="3" y="3" width="94" height="144" rx="7"/>') for cell in between)


def _lying(maze: MazeView, midway: Cell | None) -> Iterator[str]:
    yield from (_card(card, maze) for card in maze.cards if card.kind != "path")
    if midway is not None:
        yield _at(midway, "card lit", card_body("EW") + _EDGE)


_EDGE = f'<rect class="edge" width="{WIDTH}" height="{HEIGHT}" rx="7"/>'


def _card(card: CardView, maze: MazeView) -> str:
    if card.kind == "site":
        return _at(card.cell, "site", site_body(maze.site.does if maze.site else "new_dwarf"))
    if card.kind in _LAID_FACE_DOWN:
        return _at(card.cell, "card dark", back_body() + (chest_body() if card.kind == "covered" else "") + _EDGE)
    return _at(card.cell, "card lit", card_body((card.face or "").replace("^", "")) + start_body() + _EDGE)


def _measured(maze: MazeView, words: LayoutWords, right: int, bottom: int) -> Iterator[str]:
    """As on a plan: a line beside the cards with what it says, and thin lines from its ends to what is measured."""
    goals = _goals(maze)
    start, column, y = (START_CELL.x + 1) * WIDTH, goals[0].x * WIDTH, bottom + _OUT
    yield f'<path class="thin" d="M{start} {HEIGHT} V{y + 12} M{column} {bottom} V{y + 12}"/>'
    yield f'<path class="measure" d="M{start} {y} H{column} {_tips(start, y, column, y)}"/>'
    yield f'<text x="{(start + column) // 2}" y="{y + _TEXT + 8}" text-anchor="middle">{escape(words.across)}</text>'
    if len(goals) > 1:
        x, upper, lower = right + _OUT, (goals[0].y + 1) * HEIGHT, goals[1].y * HEIGHT
        middle = (upper + lower) // 2
        yield f'<path class="thin" d="M{right} {upper} H{x + 12} M{right} {lower} H{x + 12}"/>'
        yield f'<path class="measure" d="M{x} {upper} V{lower} {_tips(x, upper, x, lower)}"/>'
        yield (
            f'<text x="{x + _TEXT + 20}" y="{middle}" text-anchor="middle" '
            f'transform="rotate(-90 {x + _TEXT + 20} {middle})">{escape(words.down)}</text>'
        )


def _tips(x1: int, y1: int, x2: int, y2: int) -> str:
    """An arrow's tip at each end of a level or an upright line."""
    if y1 == y2:
        return f"M{x1 + 16} {y1 - 9} L{x1} {y1} L{x1 + 16} {y1 + 9} M{x2 - 16} {y1 - 9} L{x2} {y1} L{x2 - 16} {y1 + 9}"
    return f"M{x1 - 9} {y1 + 16} L{x1} {y1} L{x1 + 9} {y1 + 16} M{x1 - 9} {y2 - 16} L{x1} {y2} L{x1 + 9} {y2 - 16}"


def _top(word: str, top: int) -> str:
    """The mark of the side that is the top on this screen."""
    return (
        f'<g class="top" transform="translate({WIDTH // 2} {top - 24})"><path d="M-26 0 L0 -40 L26 0 Z"/>'
        f'<text x="42" y="-4">{escape(word)}</text></g>'
    )


# whoever looks from the start card towards the goals
_EYE = (
    '<g class="looks" transform="translate(-68 75)"><path d="M-46 0 Q-14 -34 18 0 Q-14 34 -46 0 Z"/>'
    '<circle cx="-14" cy="0" r="11"/><path d="M26 0 H56 M44 -11 L56 0 L44 11"/></g>'
)
