"""The steps of an action that are chosen but not sent yet: they live in the page's address, so that every step works
without a script and survives a refresh. No commands: see web.forms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from web.present.actions import PANELS

TASKS = (*PANELS, "story", "maze", "fix", "me", "correct", "force", "camera")


@dataclass(frozen=True)
class Choice:
    """`do` names the open panel; `hand` is the index of a card held by the app; `about` a proposal.

    other : a second cell, where two are taken
    """

    do: str = ""
    cell: Cell | None = None
    face: str | None = None
    hand: int | None = None
    turned: bool = False
    about: str = ""
    other: Cell | None = None

    def href(self, path: str = "", **change: object) -> str:
        """The address of this choice with some of it changed."""
        new = replace(self, **change)  # type: ignore[arg-type]
        parts = {
            "do": new.do,
            "cell": f"{new.cell.x},{new.cell.y}" if new.cell is not None else "",
            "face": new.face or "",
            "hand": "" if new.hand is None else str(new.hand),
            "turned": "1" if new.turned else "",
            "about": new.about,
            "other": f"{new.other.x},{new.other.y}" if new.other is not None else "",
        }
        query = urlencode({name: value for name, value in parts.items() if value})
        return f"{path}?{query}" if query else path or "?"


def read_choice(args: Mapping[str, str]) -> Choice:
    """What the address says, without what makes no sense: an address can be typed or be old."""
    return Choice(
        do=args.get("do", "") if args.get("do", "").split("-")[0] in TASKS else "",
        cell=read_cell(args.get("cell", "")),
        face=read_face(args.get("face", "")),
        hand=_number(args.get("hand", "")),
        turned=args.get("turned") == "1",
        about=args.get("about", "")[:64],
        other=read_cell(args.get("other", "")),
    )


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= 3 else None


def read_cell(text: str) -> Cell | None:
    x, _, y = text.partition(",")
    try:
        cell = Cell(int(x), int(y))
    except ValueError:
        return None
    return cell if abs(cell.x) <= 99 and abs(cell.y) <= 99 else None


def read_face(text: str) -> str | None:
    """Canonical notation, or None."""
    if not text or len(text) > 24:
        return None
    try:
        return str(Face.parse(text))
    except ValueError:
        return None
