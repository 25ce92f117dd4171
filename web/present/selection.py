"""The steps of an action that are chosen but not sent yet: they live in the page's address, so that every step works
without a script and survives a refresh. No commands: see web.forms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import TypedDict, Unpack
from urllib.parse import urlencode

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from web.present.panels import panels
from web.settings import DIGITS, FACE_LETTERS, FARTHEST, KEY_LETTERS

TASKS = ("story", "maze", "fix", "me", "correct", "force", "camera", "phone", "prepare")


class SelectionParts(TypedDict, total=False):
    """What another step selects, in the words of Selection."""

    do: str
    cell: Cell | None
    face: str | None
    hand: int | None
    turned: bool
    about: str
    other: Cell | None
    seat: int | None


@dataclass(frozen=True)
class Selection:
    """`do` names the open panel; `hand` is the index of a card held by the app; `about` a proposal.

    other : a second cell, where two are taken; seat : a player, where a card asks for more than him
    """

    do: str = ""
    cell: Cell | None = None
    face: str | None = None
    hand: int | None = None
    turned: bool = False
    about: str = ""
    other: Cell | None = None
    seat: int | None = None

    def href(self, path: str = "", **change: Unpack[SelectionParts]) -> str:
        """The address of this selection with some of it changed."""
        new = replace(self, **change)
        written = {field.name: _written(getattr(new, field.name)) for field in fields(new)}
        query = urlencode({name: text for name, text in written.items() if text})
        return f"{path}?{query}" if query else path or "?"


def _written(value: str | int | Cell | None) -> str:
    """As an address has it; empty where it says nothing."""
    if isinstance(value, Cell):
        return f"{value.x},{value.y}"
    if isinstance(value, bool):
        return "1" if value else ""
    return "" if value is None else str(value)


def read_selection(args: Mapping[str, str]) -> Selection:
    """What the address says, without what makes no sense: an address can be typed or be old."""
    return Selection(
        do=args.get("do", "") if args.get("do", "").split("-")[0] in (*panels(), *TASKS) else "",
        cell=read_cell(args.get("cell", "")),
        face=read_face(args.get("face", "")),
        hand=read_number(args.get("hand", "")),
        turned=args.get("turned") == "1",
        about=args.get("about", "")[:KEY_LETTERS],
        other=read_cell(args.get("other", "")),
        seat=read_number(args.get("seat", "")),
    )


def read_number(text: str) -> int | None:
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= DIGITS else None


def read_cell(text: str) -> Cell | None:
    x, _, y = text.partition(",")
    try:
        cell = Cell(int(x), int(y))
    except ValueError:
        return None
    return cell if max(abs(cell.x), abs(cell.y)) <= FARTHEST else None


def read_face(text: str) -> str | None:
    """Canonical notation, or None."""
    if not text or len(text) > FACE_LETTERS:
        return None
    try:
        return str(Face.parse(text))
    except ValueError:
        return None
