"""Single fields of a form -> the game's own types; what makes no sense is a bad request. No commands: see web.forms."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest

from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from companion.state import commands as c
from web.present.selection import read_cell, read_face, read_number
from web.settings import NAME_LETTERS

Form = MultiDict[str, str]
T = TypeVar("T")


def cell_of(form: Form, name: str = "cell") -> Cell:
    cell = read_cell(form.get(name, ""))
    if cell is None:
        raise BadRequest
    return cell


def face_of(form: Form, name: str = "face") -> Face:
    face = read_face(form.get(name, ""))
    if face is None:
        raise BadRequest
    return Face.parse(face)


def number_of(form: Form, name: str, most: int = 999) -> int:
    number = read_number(form.get(name, "").strip())
    if number is None or number > most:
        raise BadRequest
    return number


def numbers_of(form: Form, name: str) -> tuple[int, ...]:
    """Of several ticked boxes; none may be ticked, which is refused like any wrong number."""
    return tuple(number_of(MultiDict({name: text}), name) for text in form.getlist(name)[:20])


def name_of(form: Form, field: str = "name") -> str:
    return " ".join(form.get(field, "").split())[:NAME_LETTERS]


def seat_of(form: Form, name: str = "seat") -> int:
    return number_of(form, name)


def target_of(form: Form) -> tuple[int, c.Tool]:
    """A button that names player and tool at once: `2:lamp`."""
    seat, _, tool = form.get("target", "").partition(":")
    return number_of(MultiDict({"seat": seat}), "seat"), one_of(c.Tool, tool)


def one_of(kind: Callable[[str], T], text: str) -> T:
    try:
        return kind(text)
    except ValueError as error:
        raise BadRequest from error


def yes_of(form: Form, name: str) -> bool:
    if form.get(name) not in ("0", "1"):
        raise BadRequest
    return form[name] == "1"


def payer_of(form: Form) -> int | None:
    """Who pays a toll dwarf, where one stands."""
    return number_of(form, "payer") if form.get("payer") else None


def end_of(form: Form) -> tuple[Cell, Side]:
    """The open end of a tunnel: `3,-1,E`."""
    where, _, side = form.get("end", "").rpartition(",")
    cell = read_cell(where)
    if cell is None or side not in Side.__members__:
        raise BadRequest
    return cell, Side[side]


def cells_of(form: Form, name: str = "cell") -> tuple[Cell, ...]:
    cells = tuple(read_cell(text) for text in form.getlist(name)[:9])
    if not cells or None in cells:
        raise BadRequest
    return tuple(cell for cell in cells if cell is not None)
