"""The whole maze as one SVG, drawn from the state: never a photograph. No words but those handed in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from companion.maze.faces import Face
from companion.maze.geometry import START_CELL, Cell, Side
from companion.views.model import CardView, EndView, MazeView
from web.present.card_drawing import (
    HEIGHT,
    WIDTH,
    back_body,
    card_body,
    start_body,
    treasure_body,
    turned,
    turned_box,
    upright,
)
from web.present.figures import chest_body, site_body, toll_body
from web.present.way import way_to_gold

STEP_X, STEP_Y = WIDTH + 4, HEIGHT + 4
THUMB_PX = 58  # the width of a column that a thumb hits at ease; a wider mine is scrolled
FITTING = 7  # columns; so many are shrunk to 48 px on the narrowest common phone instead of being scrolled


@dataclass(frozen=True)
class Marks:
    """What to show on top of the cards.

    picks : cells that can be pressed, with the address each leads to and what it is called
    asked : a proposal's cell with the face it would have; wrong : a refused cell; chosen : picked already;
    glow : what the table talks about; goes : a picked card is taken away, or put right; None: it is only chosen;
    ladders : where only a ladder may lie
    stands : open ends where a dwarf would stand, one of them
    near : only what can be pressed and its surroundings, as far from side to side as that goes
    top : the side that is the top on the table screen, marked as in the picture of the layout
    """

    picks: Mapping[Cell, tuple[str, str]] = field(default_factory=dict)
    asked: Mapping[Cell, str | None] = field(default_factory=dict)
    wrong: frozenset[Cell] = frozenset()
    chosen: Mapping[Cell, str | None] = field(default_factory=dict)
    glow: frozenset[Cell] = frozenset()
    goes: bool | None = False
    ladders: frozenset[Cell] = frozenset()
    stands: tuple[EndView, ...] = ()
    near: bool = False
    top: bool = False


def maze_svg(
    maze: MazeView, title: str, marks: Marks | None = None, *, thumbs: bool = False, quarters: int = 0
) -> Markup:
    """`thumbs`: as large as fingers need, for a box that scrolls; `quarters`: turned to a side of the table."""
    marks = marks or Marks()
    across, down = _extent(maze, marks)
    corner, edges = (across[0] * STEP_X - 18, down[0] * STEP_Y - 18), (len(across) * STEP_X, len(down) * STEP_Y)
    box = turned_box(*corner, edges[0] + 32, edges[1] + 32, quarters)
    wide, high = len(across) * THUMB_PX, len(down) * THUMB_PX * 3 // 2
    wide, high = (high, wide) if quarters % 2 else (wide, high)
    size = f' width="{wide}" height="{high}"' if thumbs else ""
    fits = " fits" if thumbs and wide <= FITTING * THUMB_PX else ""
    top = [_top(down[0])] if marks.top else []
    drawn = "".join([*_lying(maze, marks, quarters), *_marked(maze, marks, quarters), *top])
    return Markup(
        f'<svg class="maze{fits}" viewBox="{box}"{size} role="{"group" if marks.picks else "img"}" '
        f'aria-label="{escape(title)}">{turned(drawn, quarters)}</svg>'
    )


def _extent(maze: MazeView, marks: Marks) -> tuple[range, range]:
    """The columns and the rows that are shown: all that lies there or is marked."""
    cells = [*marks.picks, *marks.asked, *marks.wrong, *marks.chosen, *marks.glow]
    cells += [Cell(maze.x_min, maze.y_min), Cell(maze.x_max, maze.y_max)]
    across = [cell.x for cell in (marks.picks if marks.near and marks.picks else cells)]
    down = [cell.y for cell in cells]
    return range(min(across), max(across) + 1), range(min(down), max(down) + 1)


def _top(row: int) -> str:
    """Above the start card, in the margin."""
    middle, edge = START_CELL.x * STEP_X + WIDTH // 2, row * STEP_Y
    return f'<path class="top" d="M{middle - 18} {edge - 3} L{middle} {edge - 17} L{middle + 18} {edge - 3} Z"/>'


def _lying(maze: MazeView, marks: Marks, quarters: int) -> Iterator[str]:
    """What is there, and where a card may come."""
    yield from (_frontier(cell) for cell in maze.frontier if cell not in marks.picks)
    way = {cell: at for at, cell in enumerate(way_to_gold(maze))}
    yield from (lying_card(card, maze, way.get(card.cell), quarters) for card in maze.cards)
    yield from (_at(toll.front, "shut", '<rect x="8" y="8" width="84" height="134" rx="9"/>') for toll in maze.tolls)
    yield from (_at(toll.cell, f"toll seat-{toll.owner}", toll_body(toll.side)) for toll in maze.tolls)


def _marked(maze: MazeView, marks: Marks, quarters: int) -> Iterator[str]:
    """What is asked, chosen, talked about, refused and to be pressed; the later lies over the earlier."""
    yield from (_ghost(cell, face, "asked", quarters) for cell, face in marks.asked.items())
    yield from (_ghost(cell, face, "chosen", quarters) for cell, face in marks.chosen.items())
    yield from (_glow(cell) for cell in sorted(marks.glow))
    yield from (_at(end.cell, "toll would", toll_body(Side(end.side))) for end in marks.stands[:1])
    yield from (_wrong(cell) for cell in sorted(marks.wrong))
    for cell, (href, name) in sorted(marks.picks.items()):
        yield _pick(cell, href, name, _sign(cell, maze, marks))


def _at(cell: Cell, css: str, inside: str, more: str = "") -> str:
    return f'<g class="{css}"{more} transform="translate({cell.x * STEP_X} {cell.y * STEP_Y})">{inside}</g>'


def lying_card(card: CardView, maze: MazeView, step: int | None = None, quarters: int = 0) -> str:
    """A card, or a site, in its place in the maze. `step`: which card it is of the way to the gold."""
    return _site(card, maze) if card.kind == "site" else _card(card, step, quarters)


def _card(card: CardView, step: int | None, quarters: int) -> str:
    light = "lit" if card.linked or card.kind == "start" else "dark"
    css = f"card {card.kind} {light}{' newest' if card.newest else ''}{' way' if step is not None else ''}"
    key = f' data-key="card-{card.cell.x}-{card.cell.y}"' + (f' data-step="{step}"' if step is not None else "")
    if card.face is None:
        return _at(card.cell, css, back_body(quarters) + (chest_body() if card.chest else "") + _edge(), key)
    middle = start_body() if card.kind == "start" else treasure_body(card.goal.value) if card.goal else ""
    star = '<path class="star" d="M84 4 l4 9 9 1 -7 6 2 9 -8 -5 -8 5 2 -9 -7 -6 9 -1 Z"/>' if card.newest else ""
    body = card_body(card.face.replace("^", "") if card.kind == "start" else card.face)
    return _at(card.cell, css, body + middle + _edge() + star, key)


def _site(card: CardView, maze: MazeView) -> str:
    reached, does = (maze.site.reached, maze.site.does) if maze.site else (True, "new_dwarf")
    return _at(card.cell, f"site{' reached' if reached else ''}", site_body(does))


def _edge() -> str:
    return '<rect class="edge" width="100" height="150" rx="7"/>'


def _frontier(cell: Cell) -> str:
    return _at(cell, "frontier", '<rect x="6" y="6" width="88" height="138" rx="9"/>')


def _glow(cell: Cell) -> str:
    return _at(cell, "glow", '<rect x="-3" y="-3" width="106" height="156" rx="10"/>')


def _ghost(cell: Cell, face: str | None, css: str, quarters: int) -> str:
    """A card that is not there yet, or not for sure."""
    body = card_body(face) if face else '<rect class="nothing" width="100" height="150" rx="7"/>'
    text = f'<text x="82" y="27" text-anchor="middle"{upright(quarters, 82, 18)}>?</text>'
    mark = f'<g class="badge"><circle cx="82" cy="18" r="17"/>{text}</g>'
    return _at(cell, f"card lit ghost {css}", body + _edge() + (mark if css == "asked" else ""))


def _wrong(cell: Cell) -> str:
    return _at(
        cell,
        "wrong",
        '<rect width="100" height="150" rx="7"/><circle cx="50" cy="130" r="26"/>'
        '<path d="M39 119 L61 141 M61 119 L39 141"/>',
    )


_PLUS = '<path d="M50 55 V95 M30 75 H70"/>'
_LADDER = '<path class="thin" d="M40 52 V98 M60 52 V98 M40 62 H60 M40 75 H60 M40 88 H60"/>'
_PEN = '<circle cx="80" cy="128" r="19"/><path d="M73 135 L75 127 L86 116 L92 122 L81 133 Z"/>'
_CROSS = '<circle cx="80" cy="128" r="19"/><path d="M73 121 L87 135 M87 121 L73 135"/>'


def _sign(cell: Cell, maze: MazeView, marks: Marks) -> str:
    """What a press does here, drawn."""
    if any(card.cell == cell for card in maze.cards):
        return {True: _CROSS, False: _PEN, None: ""}[marks.goes]
    if cell in marks.chosen:
        return ""
    return _LADDER if cell in marks.ladders else _PLUS


def _pick(cell: Cell, href: str, name: str, sign: str) -> str:
    inside = f'<rect x="2" y="2" width="96" height="146" rx="9"/>{sign}'
    css = "" if sign in (_PLUS, _LADDER) else " over"
    return (
        f'<a class="pick{css}" href="{escape(href)}" data-key="cell-{cell.x}-{cell.y}" '
        f'aria-label="{escape(name)}" transform="translate({cell.x * STEP_X} {cell.y * STEP_Y})">{inside}</a>'
    )


def fits(maze: MazeView, cell: Cell, faces: Iterable[str]) -> tuple[str, ...]:
    """Those faces whose tunnels meet tunnels and whose rock meets rock at every face-up neighbour."""
    shown = {card.cell: Face.parse(card.face) for card in maze.cards if card.face is not None}
    wanted = {side: side.opposite in shown[cell.beside(side)].open for side in Side if cell.beside(side) in shown}
    return tuple(f for f in faces if all((side in Face.parse(f).open) is is_open for side, is_open in wanted.items()))
