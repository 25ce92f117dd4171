"""Commands, events and actors as JSON-able values and back, for the journal's file and nothing else. No list of kinds.

The only place beside rules, cards and views that opens secrets: a journal has to keep them, and nobody reads it during
a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state.secret import Secret
from companion.state.words import Command, Event, Json, Upgrade, Word

Coder = tuple[Callable[[Any], Any], Callable[[Any], Any]]  # a value written, and read again


class Codec:
    """The words of one program.

    older : readers of whole shapes, by the version of the shape; a journal that names no version is of version 0
    """

    def __init__(self, kinds: Iterable[type[Word]], older: dict[int, Upgrade]) -> None:
        self._kinds: dict[str, type[Word]] = {}
        for kind in kinds:
            if not kind.WORD or self._kinds.setdefault(_key(kind), kind) is not kind:
                raise ValueError(f"{kind.__name__} has no word of its own")
        self._older = older
        self._ways: dict[Any, Coder] = {}

    def encode(self, thing: Word) -> Json:
        """`{"is": word, "v": version, field: value ...}`, with nothing in it that `json.dumps` does not know."""
        kind = type(thing)
        write, _ = self._way(kind)
        return {"is": kind.WORD, "v": kind.VERSION, **write(thing)}

    def decode(self, data: Json, base: type[Word]) -> Any:
        """A command, an event or an actor. Raises ValueError where the text is none of this program."""
        data = dict(data)
        for version in sorted(self._older):
            data = self._older[version](data) if data.get("v", 0) == version else data
        kind = self._kinds.get(f"{base.__name__} {data.get('is')}")
        if kind is None or data["v"] > kind.VERSION:
            raise ValueError(f"not known here: {data.get('is')!r} {data.get('v')!r}")
        try:
            for version in range(data["v"], kind.VERSION):
                data = kind.READERS[version](data) if version in kind.READERS else data
            return self._way(kind)[1](data)
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"not a {kind.__name__}: {error!r}") from error

    def _way(self, hint: Any) -> Coder:
        """How a value of this type is written and read; found out once."""
        if hint not in self._ways:
            self._ways[hint] = self._way_of(hint)
        return self._ways[hint]

    def _record(self, kind: Any) -> Coder:
        """How a dataclass is written as an object and read again, field by field."""
        hints = get_type_hints(kind)
        parts = [(part.name, *self._way(hints[part.name])) for part in fields(kind)]

        def write(thing: Any) -> Json:
            return {name: put(getattr(thing, name)) for name, put, _ in parts}

        def read(data: Json) -> Any:
            return kind(**{name: get(data[name]) for name, _, get in parts if name in data})

        return write, read

    def _way_of(self, hint: Any) -> Coder:
        origin, inside = get_origin(hint), get_args(hint)
        if origin is Secret:
            write, read = self._way(inside[0])
            return lambda secret: write(secret.open_for("the journal keeps it")), lambda data: Secret(read(data))
        if origin in (Union, UnionType):
            return self._optional(inside)
        if origin is tuple:
            return self._tuple(inside)
        if hint is Face:
            return str, Face.parse
        if hint is Cell:
            return list, lambda data: Cell(*data)
        if isinstance(hint, type) and issubclass(hint, Command) and not hint.WORD:  # any of these
            return self.encode, lambda data: self.decode(data, Command)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return lambda value: value.value, hint
        if is_dataclass(hint):
            return self._record(hint)
        if hint in (str, int, bool):
            return _same, _same
        raise TypeError(f"the journal has no way to write {hint!r}")

    def _optional(self, inside: tuple[Any, ...]) -> Coder:
        kinds = [part for part in inside if part is not NoneType]
        if len(kinds) != 1:
            raise TypeError(f"the journal cannot tell {kinds} apart")
        write, read = self._way(kinds[0])
        return (
            lambda value: None if value is None else write(value),
            lambda data: None if data is None else read(data),
        )

    def _tuple(self, inside: tuple[Any, ...]) -> Coder:
        if inside[-1] is Ellipsis:
            write, read = self._way(inside[0])
            return (
                lambda values: [write(value) for value in values],
                lambda data: tuple(read(value) for value in data),
            )
        ways = [self._way(part) for part in inside]
        return (
            lambda values: [write(value) for (write, _), value in zip(ways, values, strict=True)],
            lambda data: tuple(read(value) for (_, read), value in zip(ways, data, strict=True)),
        )


def _key(kind: type[Word]) -> str:
    """Commands, events and actors each have words of their own."""
    base = next((base for base in (Command, Event) if issubclass(kind, base)), Word)
    return f"{base.__name__} {kind.WORD}"


def _same(value: Any) -> Any:
    return value
