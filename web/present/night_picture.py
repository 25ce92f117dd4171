"""The game night as one picture to show around: podium, rounds and the last maze, as PNG.

Shapes are the drawings of the pages; letters come from OpenCV's own fonts, so that no font of this computer matters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

from companion.views.keepsake import KeptRound
from web.present.growing_maze import growing_maze_svg, view_box
from web.present.page import Page

WIDTH_PX, MARGIN_PX = 1080, 60  # as wide as phones show and send a picture without making it smaller
MAZE_MOST_PX = 900  # high
STEP_PX = {1: 170, 2: 120, 3: 80}  # how high who has which place stands
LETTERS_PX, SMALL_PX, TITLE_PX = 34, 28, 58
LEAST_LETTERS_PX = 14  # a long line is written smaller, down to this
NIGHT, PANEL, STONE, LAMP, WHITE, DIM = "#150e09", "#261a12", "#46331f", "#ffc24b", "#fdf3e2", "#dcc7a8"


@dataclass(frozen=True)
class _Line:
    """`x`, `y`: where its foot is, px; `room`: how wide it may be, px; `middle`: `x` is its middle, else its left."""

    text: str
    x: int
    y: int
    room: int
    size: int = LETTERS_PX
    colour: str = WHITE
    middle: bool = True

    @property
    def weight(self) -> int:
        """Of a variable font, 100 to 900."""
        return 400 if self.size <= SMALL_PX else 600


def night_picture(page: Page, rounds: Sequence[KeptRound], style: str, day: str) -> bytes:
    """Return the PNG of a game that is over.

    page : of the table; rounds : of `Session.keepsake`, the last one with a maze; style : the style sheet of cards;
    day : when it was, as a title
    """
    maze, maze_height = _maze(rounds[-1])
    podium_foot = 200 + max(STEP_PX.values()) + 2 * LETTERS_PX
    told = list(_rounds(page, podium_foot + 110))
    maze_top = (told[-1].y if told else podium_foot + LETTERS_PX) + 60
    height = maze_top + maze_height + MARGIN_PX
    shapes = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH_PX}" height="{height}"><style>{style}</style>'
        f'<rect width="100%" height="100%" fill="{NIGHT}"/>'
        f'<rect x="{MARGIN_PX - 20}" y="{maze_top - 20}" width="{WIDTH_PX - 2 * MARGIN_PX + 40}" '
        f'height="{maze_height + 40}" rx="20" fill="{PANEL}"/>'
        f'<svg x="{MARGIN_PX}" y="{maze_top}" width="{WIDTH_PX - 2 * MARGIN_PX}" height="{maze_height}"'
        f"{maze}{''.join(_steps(page, podium_foot))}</svg>"
    )
    return _lettered(resvg_py.svg_to_bytes(svg_string=shapes), (*_title(page, day), *_names(page, podium_foot), *told))


def _maze(last: KeptRound) -> tuple[str, int]:
    """The rest of the drawing behind `<svg `, and how high it is in the width that it gets, px."""
    mazes = [last.moves[-1].maze]
    _, _, across, down = view_box(mazes)
    height = min(MAZE_MOST_PX, round((WIDTH_PX - 2 * MARGIN_PX) * down / across))
    return str(growing_maze_svg(mazes, "")).removeprefix("<svg"), height


def _title(page: Page, day: str) -> Iterator[_Line]:
    middle, room = WIDTH_PX // 2, WIDTH_PX - 2 * MARGIN_PX
    yield _Line(day, middle, 62, room, SMALL_PX, DIM)
    yield _Line(page.words.winners(page.standing.champions), middle, 132, room, TITLE_PX, LAMP)


def _columns(page: Page) -> Iterator[tuple[int, int, int, int]]:
    """(seat, place, x of its middle, width) on the podium, from left to right."""
    people = page.standing.podium
    wide = min(260, (WIDTH_PX - 2 * MARGIN_PX) // max(1, len(people)))
    left = (WIDTH_PX - wide * len(people)) // 2
    for at, (place, score) in enumerate(people):
        yield score.seat, place, left + wide * at + wide // 2, wide - 12


def _steps(page: Page, foot: int) -> Iterator[str]:
    for _, place, middle, wide in _columns(page):
        high = STEP_PX[place]
        colour = LAMP if place == 1 else STONE
        left = middle - wide // 2
        yield f'<rect x="{left}" y="{foot - high}" width="{wide}" height="{high}" rx="10" fill="{colour}"/>'


def _names(page: Page, foot: int) -> Iterator[_Line]:
    nuggets = {score.seat: score.nuggets for score in page.standing.final}
    for seat, place, middle, wide in _columns(page):
        top = foot - STEP_PX[place]
        yield _Line(page.words.name(seat), middle, top - 16, wide)
        yield _Line(str(place), middle, (top + foot) // 2 + 16, wide, 44, NIGHT if place == 1 else WHITE)
        gold = page.say.many("keepsake.nuggets", nuggets[seat] or 0)
        yield _Line(gold, middle, foot + LETTERS_PX + 4, wide, SMALL_PX, DIM)


def _rounds(page: Page, top: int) -> Iterator[_Line]:
    """Who won each round, and below it who was given gold for it."""
    y = top
    for played in page.view.rounds_played:
        title = page.say.first(f"winners.title.{played.winners}", "winners.title.other")
        yield _Line(f"{played.number}.  {title}", MARGIN_PX, y, WIDTH_PX - 2 * MARGIN_PX, colour=LAMP, middle=False)
        paid = [(seat, sum_) for seat, sum_ in enumerate(played.nuggets) if sum_]
        if paid:
            y += LETTERS_PX + 8
            text = "  ·  ".join(f"{page.words.name(seat)}: {sum_}" for seat, sum_ in paid)
            yield _Line(text, MARGIN_PX + 40, y, WIDTH_PX - 2 * MARGIN_PX - 40, SMALL_PX, WHITE, middle=False)
        y += LETTERS_PX + 20


def _lettered(png: bytes, lines: Sequence[_Line]) -> bytes:
    """The picture with these lines on it."""
    picture = np.asarray(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    for line in lines:
        _write(picture, line)
    return cv2.imencode(".png", picture)[1].tobytes()


def _write(picture: NDArray[np.uint8], line: _Line) -> None:
    """In smaller letters where it is long."""
    face = cv2.FontFace("sans")
    wide = cv2.getTextSize((0, 0), line.text, (0, 0), face, line.size, line.weight)[2]
    size = max(LEAST_LETTERS_PX, min(line.size, line.size * line.room // max(1, wide)))
    wide = cv2.getTextSize((0, 0), line.text, (0, 0), face, size, line.weight)[2]
    left = line.x - wide // 2 if line.middle else line.x
    red, green, blue = bytes.fromhex(line.colour.removeprefix("#"))
    cv2.putText(picture, line.text, (left, line.y), (blue, green, red), face, size, line.weight)
