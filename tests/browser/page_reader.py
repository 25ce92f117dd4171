"""What an eye reads off a page in the browser, as values: the maze, the hand, broken tools. It presses nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.editions.compose import compose
from companion.editions.ruleset import Ruleset
from companion.maze.board import Board, Kind, Placement
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from web.present.card_drawing import card_body
from web.present.maze_drawing import STEP_X, STEP_Y


@dataclass(frozen=True)
class Held:
    """A card in the hand that a phone shows. `what`: path, break, repair, rockfall, map."""

    key: int
    what: str
    face: Face | None
    tools: frozenset[str]


def rules() -> Ruleset:
    """Of the edition that the set-up page offers first."""
    found = compose("anniversary-2024", (), ())
    assert isinstance(found, Ruleset)
    return found


def version(page: Any) -> int:
    return int(page.locator("#page").get_attribute("data-version"))


def maze(page: Any) -> Board:
    """The drawn maze; ghosts of cards that are only asked about are not in it."""
    drawn = page.locator("svg.maze").first.evaluate(
        """svg => [...svg.querySelectorAll(':scope > g.card:not(.ghost)')].map(
            g => [g.getAttribute('class'), g.getAttribute('transform'), g.innerHTML])"""
    )
    return Board.of(_placement(*card) for card in drawn)


def _placement(css: str, transform: str, inside: str) -> Placement:
    x, y = (float(number) for number in re.findall(r"-?[\d.]+", transform))
    cell = Cell(round(x / STEP_X), round(y / STEP_Y))
    kind = Kind(css.split()[1])
    if 'class="back"' in inside:
        return Placement(cell, None, kind)
    goal = next((name for name in ("gold", "coal") if f'class="{name}-heap"' in inside), None)
    face = Face.parse("NESW^") if kind is Kind.START else face_of(inside)
    return Placement(cell, face, kind, goal)


def hand(page: Any) -> tuple[Held, ...]:
    """The demo hand, whether it can be played now or not."""
    shown = page.locator("[data-key=hand] [data-key^=hand-]").evaluate_all(
        """cards => cards.map(card => [card.dataset.key, (card.querySelector('svg.card') || card).innerHTML,
            [...card.querySelectorAll('.action-card use')].map(use => use.getAttribute('href').slice(3))])"""
    )
    return tuple(_held(*card) for card in shown)


def _held(key: str, inside: str, icons: list[str]) -> Held:
    number = int(key.removeprefix("hand-"))
    if not icons:
        return Held(number, "path", face_of(inside), frozenset())
    if icons[0] in ("map", "rockfall"):
        return Held(number, icons[0], None, frozenset())
    return Held(number, "break" if "crack" in icons else "repair", None, frozenset(icons) - {"crack"})


def broken(page: Any) -> dict[int, frozenset[str]]:
    """The broken tools before each seat, as the list of players shows them."""
    rows = page.locator(".seat-list li:has(.state)").evaluate_all(
        """rows => rows.map(li => [li.querySelector('.badge').className,
            [...li.querySelectorAll('.tool.broken > svg:first-child use')].map(use => use.getAttribute('href'))])"""
    )
    return {
        int(re.findall(r"seat-(\d+)", badge)[0]): frozenset(icon.removeprefix("#i-") for icon in icons)
        for badge, icons in rows
    }


def on_turn(page: Any) -> int | None:
    """The seat that a list of players marks."""
    marked = page.locator("li.on-turn .badge").evaluate_all("badges => badges.map(one => one.className)")
    return seat_of(marked[0]) if marked else None


def seat_of(badge: str) -> int:
    """The seat whose badge has these classes."""
    return int(re.findall(r"seat-(\d+)", badge)[0])


def face_of(inside: str) -> Face:
    """The face whose drawing this is."""
    body = re.split(r'<rect[^>]* class="edge"|<rect class="edge"|<g class="(?:gold|coal)-heap"', inside)[0]
    return _faces()[_strokes(body)]


@cache
def _faces() -> dict[str, Face]:
    box = rules()
    upright = {*(card.face for card in box.paths), *(card.face for card in box.goals)}
    return {_strokes(card_body(str(way))): way for face in upright for way in (face, face.half_turn())}


def _strokes(svg: str) -> tuple[tuple[str, ...], ...]:
    """What is drawn, however the browser writes its attributes down."""
    return tuple(
        (tag, *sorted(re.findall(r'[\w-]+="[^"]*"', rest))) for tag, rest in re.findall(r"<(\w+)([^>]*)>", svg)
    )
