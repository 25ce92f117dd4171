"""A whole game as bytes, secrets opened: two games are the same only where these are."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache

from companion.state.game import Game
from companion.state.secret import Secret


def state_bytes(game: Game) -> bytes:
    return json.dumps(_plain(game)).encode()


def _plain(value: object) -> object:
    kind = type(value)
    if value is None or kind in (str, int, float, bool):
        return value
    if kind in (tuple, list):
        return [_plain(one) for one in value]  # type: ignore[attr-defined]
    if isinstance(value, Secret):
        return {"secret": _plain(value.open_for("a test compares whole games"))}
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(kind):
        held = vars(value)
        return [kind.__name__, *(_plain(held[name]) for name in _names(kind))]
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return [[_plain(key), _plain(one)] for key, one in value.items()]
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    raise TypeError(f"no game holds a {kind.__name__}")


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(part.name for part in fields(kind))
