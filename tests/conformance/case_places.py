"""The places of a case's values: the way to each, how it is told, and the case with another value there."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any


def places(part: Any) -> list[tuple[Any, ...]]:
    """The way to every value in it."""
    entries = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    return [(key, *rest) for key, value in entries for rest in ((), *places(value))]


def dotted(at: tuple[Any, ...]) -> str:
    """The way as it is told: board.cards[1].x."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in at).removeprefix(".")


def value_at(part: Any, at: tuple[Any, ...]) -> Any:
    return value_at(part[at[0]], at[1:]) if at else part


def with_value(part: Any, at: tuple[Any, ...], value: object) -> Any:
    changed_part = copy.copy(part)
    changed_part[at[0]] = with_value(part[at[0]], at[1:], value) if at[1:] else value
    return changed_part


def first_places(
    files: Iterable[Path], wanted: Callable[[Any], bool] = lambda value: True
) -> dict[str, tuple[dict[str, Any], tuple[Any, ...]]]:
    """Return every place of every type of case, by its name: the first case that has it, and the way to it."""
    found: dict[str, tuple[dict[str, Any], tuple[Any, ...]]] = {}
    for path in sorted(files):
        for case in json.loads(path.read_text("utf-8"))["cases"]:
            bare = {key: value for key, value in case.items() if key != "expected"}
            for at in places(bare):
                name = " ".join([case["type"], case.get("what", ""), re.sub(r"\d+", "", dotted(at))])
                if name not in found and wanted(value_at(bare, at)):
                    found[name] = bare, at
    return found
