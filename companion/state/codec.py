"""Commands, events and actors as JSON-able values and back, for the journal's file and nothing else.

The only place beside rules and views that opens secrets: a journal has to keep them, and nobody reads it during a game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state.commands import Actor, Command
from companion.state.events import Event
from companion.state.secret import Secret

Json = dict[str, Any]


def encode(thing: Command | Event | Actor) -> Json:
    """`{"is": class name, field: value ...}`, with nothing in it that `json.dumps` does not know."""
    kind: Any = type(thing)
    write, _ = _record(kind)
    return {"is": kind.__name__, **write(thing)}


def decode_event(data: Json) -> Event:
    """Raises ValueError where the text is not an event of this program."""
    event: Event = _decode(data, Event)
    return event


def decode_command(data: Json) -> Command:
    command: Command = _decode(data, Command)
    return command


def decode_actor(data: Json) -> Actor:
    actor: Actor = _decode(data, Actor)
    return actor


def _decode(data: Json, union: Any) -> Any:
    kind = _names(union).get(data.get("is", ""))
    if kind is None:
        raise ValueError(f"not known here: {data.get('is')!r}")
    try:
        return _record(kind)[1](data)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not a {kind.__name__}: {error!r}") from error


@lru_cache(maxsize=8)
def _names(union: Any) -> dict[str, type]:
    return {kind.__name__: kind for kind in get_args(union)}


Writer = Callable[[Any], Any]
Reader = Callable[[Any], Any]


@lru_cache(maxsize=256)
def _record(kind: type) -> tuple[Writer, Reader]:
    """How a dataclass is written as an object and read again, field by field."""
    hints = get_type_hints(kind)
    parts = [(part.name, *_way(hints[part.name])) for part in fields(kind)]

    def write(thing: Any) -> Json:
        return {name: put(getattr(thing, name)) for name, put, _ in parts}

    def read(data: Json) -> Any:
        return kind(**{name: get(data[name]) for name, _, get in parts if name in data})

    return write, read


@lru_cache(maxsize=256)
def _way(hint: Any) -> tuple[Writer, Reader]:
    """How a value of this type is written and read."""
    kind: Any = hint
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Secret:
        write, read = _way(inside[0])
        return lambda secret: write(secret.open_for("the journal keeps it")), lambda data: Secret(read(data))
    if origin in (Union, UnionType):
        return _optional(inside)
    if origin is tuple:
        return _tuple(inside)
    if hint is Face:
        return str, Face.parse
    if hint is Cell:
        return list, lambda data: Cell(*data)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return lambda value: value.value, hint
    if is_dataclass(hint):
        return _record(kind)
    if hint in (str, int, bool):
        return _same, _same
    raise TypeError(f"the journal has no way to write {hint!r}")


def _optional(inside: tuple[Any, ...]) -> tuple[Writer, Reader]:
    kinds = tuple(part for part in inside if part is not NoneType)
    if len(kinds) > 1:
        return encode, lambda data: _read_one_of(kinds, data)
    write, read = _way(kinds[0])
    return (
        lambda value: None if value is None else write(value),
        lambda data: None if data is None else read(data),
    )


def _read_one_of(kinds: tuple[type, ...], data: Json) -> Any:
    """One of several dataclasses, by the name it was written with."""
    kind = next((one for one in kinds if one.__name__ == data["is"]), None)
    if kind is None:
        raise ValueError(f"not known here: {data['is']!r}")
    return _record(kind)[1](data)


def _tuple(inside: tuple[Any, ...]) -> tuple[Writer, Reader]:
    if inside[-1] is Ellipsis:
        write, read = _way(inside[0])
        return (
            lambda values: [write(value) for value in values],
            lambda data: tuple(read(value) for value in data),
        )
    ways = [_way(part) for part in inside]
    return (
        lambda values: [write(value) for (write, _), value in zip(ways, values, strict=True)],
        lambda data: tuple(read(value) for (_, read), value in zip(ways, data, strict=True)),
    )


def _same(value: Any) -> Any:
    return value
