"""One tunnel card as SVG, drawn from its face notation: this project's own picture language. No maze, no words.

A card is 100 wide and 150 high. Colours come from classes in the style sheet, shapes carry every meaning as well.
"""

from __future__ import annotations

from functools import cache

from markupsafe import Markup

from companion.maze.faces import Face, Passage
from companion.maze.geometry import Side
from web.present.figures import chest_body, creature_body

WIDTH, HEIGHT = 100, 150
CENTRE = (50.0, 75.0)
MOUTH = {Side.N: (50.0, -1.0), Side.E: (101.0, 75.0), Side.S: (50.0, 151.0), Side.W: (-1.0, 75.0)}
STUB = {Side.N: (50.0, 36.0), Side.E: (68.0, 75.0), Side.S: (50.0, 114.0), Side.W: (32.0, 75.0)}
LONE_STUB = {Side.N: (50.0, 66.0), Side.E: (58.0, 75.0), Side.S: (50.0, 84.0), Side.W: (42.0, 75.0)}


@cache
def card_body(notation: str) -> str:
    """The inside of a face-up card, without the frame that says whether it is lit or new."""
    face = Face.parse(notation)
    crossing = len(face.links) > 1
    paths = [(passage, _path(passage, crossing, lone=len(face.passages) == 1)) for passage in face.passages]
    if crossing:  # the later tunnel runs over the earlier one
        tunnels = "".join(_walls(d) + _floor(d) for passage, d in sorted(paths, key=lambda p: p[0].sides == (0, 2)))
    else:
        tunnels = "".join(_walls(d) for _, d in paths) + "".join(_floor(d) for _, d in paths)
    ends = "".join(
        _rubble(*(LONE_STUB if len(face.passages) == 1 else STUB)[passage.sides[0]])
        for passage in face.passages
        if passage.is_dead_end and not face.ladder
    )
    return f'<rect class="rock" width="100" height="150" rx="7"/>{tunnels}{ends}{_door(face)}{_extras(face)}'


def card_svg(
    notation: str | None, title: str, css: str = "", treasure: str | None = None, *, quarters: int = 0
) -> Markup:
    """A card by itself, for palettes, hands and proposals. `treasure`: a goal card's kind; `quarters`: see turned."""
    back = back_body(quarters) + (chest_body() if "chest" in css.split() else "")
    inside = back if notation is None else card_body(notation) + (treasure_body(treasure) if treasure else "")
    drawn = f'{inside}<rect class="edge" x="0" y="0" width="100" height="150" rx="7"/>'
    return Markup(
        f'<svg class="card lit {css}" viewBox="{turned_box(-2, -2, 104, 154, quarters)}" role="img" '
        f'aria-label="{Markup.escape(title)}">{turned(drawn, quarters)}</svg>'
    )


def turned(inside: str, quarters: int) -> str:
    """What lies on the table, turned by so many quarter turns, clockwise, around its origin."""
    return f'<g class="turned" transform="rotate({90 * quarters})">{inside}</g>' if quarters else inside


def turned_box(x: float, y: float, width: float, height: float, quarters: int) -> str:
    """The view box of what is `turned`, where it was this one before."""
    for _ in range(quarters):
        x, y, width, height = -y - height, x, height, width
    return f"{x} {y} {width} {height}"


def upright(quarters: int, x: float, y: float) -> str:
    """What keeps a sign around (x, y) upright in a drawing that is `turned`."""
    return f' transform="rotate({-90 * quarters} {x:g} {y:g})"' if quarters else ""


@cache
def back_body(quarters: int = 0) -> str:
    """A card that lies face down."""
    return (
        '<rect class="back" width="100" height="150" rx="7"/>'
        '<rect class="back-frame" x="9" y="9" width="82" height="132" rx="5"/>'
        '<path class="back-gem" d="M50 34 L80 75 L50 116 L20 75 Z"/>'
        f'<text class="back-mark" x="50" y="91" text-anchor="middle"{upright(quarters, *CENTRE)}>?</text>'
    )


@cache
def treasure_body(kind: str) -> str:
    """What lies in the middle of a goal card: a heap of gold, or of coal, or what only one box has."""
    if creature_body(kind):
        return creature_body(kind)
    if kind == "gold":
        nuggets = "".join(
            f'<g transform="translate({x} {y})"><path d="M0 10 L4 1 L13 0 L20 6 L18 15 L7 17 Z"/>'
            f'<path class="facet" d="M4 1 L9 8 L20 6 M9 8 L7 17"/></g>'
            for x, y in ((20, 82), (41, 86), (61, 81), (30, 68), (51, 69), (41, 55))
        )
        glint = '<path class="glint" d="M66 46 l2.5 7 7 2.5 -7 2.5 -2.5 7 -2.5 -7 -7 -2.5 7 -2.5 Z"/>'
        return f'<g class="gold-heap">{nuggets}{glint}</g>'
    lumps = "".join(
        f'<g transform="translate({x} {y})"><path d="M0 12 L3 3 L12 0 L21 5 L22 16 L9 20 Z"/>'
        f'<path class="facet" d="M3 3 L11 9 L21 5 M11 9 L9 20"/></g>'
        for x, y in ((27, 78), (50, 79), (38, 60))
    )
    return f'<g class="coal-heap">{lumps}</g>'


@cache
def start_body() -> str:
    """The ladder out of the mine."""
    rungs = "".join(f'<path d="M38 {y} H62"/>' for y in range(48, 110, 11))
    return f'<g class="ladder"><path d="M38 38 V112 M62 38 V112"/>{rungs}</g>'


def _path(passage: Passage, crossing: bool, lone: bool) -> str:
    if passage.is_dead_end:
        side = passage.sides[0]
        return _line(MOUTH[side], (LONE_STUB if lone else STUB)[side])
    if len(passage.sides) == 2:
        a, b = (MOUTH[side] for side in passage.sides)
        if passage.sides[0].opposite == passage.sides[1]:
            return _line(a, b)
        bend = _towards_corner(a, b) if crossing else CENTRE
        return f"M{a[0]:g} {a[1]:g} Q{bend[0]:g} {bend[1]:g} {b[0]:g} {b[1]:g}"
    return " ".join(_line(MOUTH[side], CENTRE) for side in passage.sides)


def _line(a: tuple[float, float], b: tuple[float, float]) -> str:
    return f"M{a[0]:g} {a[1]:g} L{b[0]:g} {b[1]:g}"


def _towards_corner(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    """Two curves on one card keep apart."""
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    return (CENTRE[0] * 0.45 + middle[0] * 0.55, CENTRE[1] * 0.45 + middle[1] * 0.55)


def _walls(d: str) -> str:
    return f'<path class="wall" d="{d}"/>'


def _floor(d: str) -> str:
    return f'<path class="floor" d="{d}"/><path class="track" d="{d}"/>'


def _rubble(x: float, y: float) -> str:
    return (
        f'<g class="rubble"><circle cx="{x - 9:g}" cy="{y + 2:g}" r="8"/><circle cx="{x + 9:g}" cy="{y - 1:g}" r="9"/>'
        f'<circle cx="{x:g}" cy="{y - 9:g}" r="7"/><circle cx="{x + 1:g}" cy="{y + 9:g}" r="8"/></g>'
    )


def _door(face: Face) -> str:
    """Blue doors have a round lock, green doors a cross, so that nobody needs the colour."""
    passage = next((passage for passage in face.passages if passage.door), None)
    if passage is None:
        return ""
    upright = Side.N in passage.sides and Side.S in passage.sides
    turn = ' transform="rotate(90 50 75)"' if upright else ""
    lock = '<circle cx="50" cy="75" r="5"/>' if passage.door == "blue" else '<path d="M44 69 L56 81 M56 69 L44 81"/>'
    return (
        f'<g class="door door-{passage.door.value if passage.door else ""}"{turn}>'
        f'<rect x="41" y="50" width="18" height="50" rx="3"/>{lock}</g>'
    )


def _extras(face: Face) -> str:
    ladder = start_body() if face.ladder else ""
    gems = "".join(
        f'<path class="crystal" d="M{72 - 22 * i} 104 l10 -14 10 14 -10 24 Z"/>' for i in range(min(face.crystals, 3))
    )
    return ladder + gems
