"""Commands, events, refusals and views as short texts, the same on every machine: what recorded games are made of.

What is as usual is left out (a field that has its default, or that no repr has), and of an event what its command has
said already. So a field that is only added changes no recorded text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import blake2b
from typing import Any

from companion.live.store import decode_actor, decode_command, encode
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state.refusals import Refusal
from companion.state.secret import Secret
from companion.state.words import Command, Word

WHY = "a test compares whole games"
Json = dict[str, Any]


def digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=3).hexdigest()


# ---- as text ------------------------------------------------------------------------------------------------------


def text(value: Any) -> str:
    """Any value that a game, a refusal or a view holds, secrets opened."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, str | int | float | Face):
        return str(value)
    if isinstance(value, Secret):
        return text(value.open_for(WHY))
    if isinstance(value, Cell):
        return f"{value.x},{value.y}"
    if isinstance(value, tuple | list):
        return f"[{' '.join(map(text, value))}]"
    if isinstance(value, frozenset | set):
        return f"[{' '.join(sorted(map(text, value)))}]"
    if isinstance(value, Mapping):
        return f"[{' '.join(f'{text(key)}:{text(one)}' for key, one in value.items())}]"
    if is_dataclass(value):
        return f"({said(value)})"
    raise TypeError(f"nobody writes a {type(value).__name__}")


def said(thing: Any, beside: object = None) -> str:
    """The word of a command or event and its fields; without those that `beside` holds with the same value."""
    parts = [thing.WORD] if isinstance(thing, Word) else []
    for name, default in _parts(type(thing)):
        value = getattr(thing, name)
        usual = getattr(beside, name, default)
        if isinstance(value, Mapping) and not value:
            continue
        if not _same(value, usual):
            parts.append(f"{name}={text(value)}")
    return " ".join(parts)


def _same(value: Any, usual: Any) -> bool:
    """A secret can be compared with a secret only."""
    return type(value) is type(usual) and bool(value == usual)


@cache
def _parts(kind: type) -> tuple[tuple[str, Any], ...]:
    return tuple((part.name, part.default) for part in fields(kind) if part.repr)


def answered(command: Command, answer: tuple[Any, ...] | Refusal) -> str:
    """What was decided, in one line."""
    if isinstance(answer, Refusal):
        return f"refused: {said(answer)}".replace("code=", "", 1)
    return "; ".join(said(event, command) for event in answer) or "nothing"


# ---- as JSON and back ---------------------------------------------------------------------------------------------


def to_json(command: Command) -> Json:
    """In the words of the save format, without what is as usual."""
    data = encode(command)
    usual = {name for name, default in _parts(type(command)) if _same(getattr(command, name), default)}
    return {name: value for name, value in data.items() if name not in usual and (name, value) != ("v", 1)}


def from_json(data: Json) -> Command:
    return decode_command({"v": 1, **data})


def by_json(by: c.Actor) -> str | int:
    return by.seat if isinstance(by, c.BySeat) else by.WORD.removeprefix("by_")


def from_by(said: str | int) -> c.Actor:
    if isinstance(said, int):
        return c.BySeat(said)
    return decode_actor({"is": f"by_{said}", "v": 1})
