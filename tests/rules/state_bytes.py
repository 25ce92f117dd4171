"""A whole game as bytes, secrets opened: two games are the same only where these are."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from enum import Enum

from companion.state.game import Game
from companion.state.secret import Secret


def state_bytes(game: Game) -> bytes:
    return json.dumps(_plain(game), sort_keys=True).encode()


def _plain(value: object) -> object:
    if isinstance(value, Secret):
        return {"secret": _plain(value.open_for("a test compares whole games"))}
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if is_dataclass(value):
        return {"is": type(value).__name__} | {part.name: _plain(getattr(value, part.name)) for part in fields(value)}
    if isinstance(value, dict):
        return [[_plain(key), _plain(one)] for key, one in value.items()]
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    raise TypeError(f"no game holds a {type(value).__name__}")
