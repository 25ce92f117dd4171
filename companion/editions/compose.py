"""Put an edition, its modules and house rules together, once, or say why they do not go together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from enum import StrEnum
from functools import lru_cache
from types import NoneType
from typing import Any, get_args, get_type_hints

from companion.editions import EDITIONS, MODULES
from companion.editions.edition import Edition, Module
from companion.editions.options import OPTIONS
from companion.editions.ruleset import Conflict, Ruleset


@lru_cache(maxsize=256)
def compose(
    edition: str, modules: tuple[str, ...] = (), options: tuple[tuple[str, str], ...] = ()
) -> Ruleset | Conflict:
    """The rules of this table. Options are names of OPTIONS with their values as words: true, false, numbers."""
    box = next((found for found in EDITIONS if found.key == edition), None)
    if box is None:
        return Conflict("unknown_edition", edition)
    chosen = []
    for key in modules:
        module = next((found for found in MODULES if found.key == key), None)
        if module is None:
            return Conflict("unknown_module", key)
        chosen.append(module)
    ordered = tuple(module for module in MODULES if module in chosen)
    clash = _clash(box, ordered)
    if clash:
        return clash
    ruleset = Ruleset(edition, tuple(module.key for module in ordered), **box.sets)
    for module in ordered:
        ruleset = _added(ruleset, module)
    return _with_options(ruleset, options)


def conflict_of(edition: str, modules: tuple[str, ...]) -> Conflict | None:
    """Why these do not go together; None where they do."""
    found = compose(edition, modules)
    return found if isinstance(found, Conflict) else None


def choices(option: str) -> tuple[str, ...]:
    """The words an option may be set to; empty where any whole number does."""
    kind = _kinds()[option]
    if kind is bool:
        return ("true", "false")
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return tuple(kind)
    return () if OPTIONS[option].or_any else OPTIONS[option].numbers


def _clash(box: Edition, modules: tuple[Module, ...]) -> Conflict | None:
    keys = [module.key for module in modules]
    for module in modules:
        if box.family not in module.families and box.key not in module.only_on:
            return Conflict("excludes", module.key, box.key)
        if module.only_on and box.key not in module.only_on:
            return Conflict("needs_edition", module.key, box.key, module.only_on)
        if box.only_with is not None and module.key not in box.only_with:
            return Conflict("excludes", module.key, box.key)
        for other in module.excludes:
            if other in keys:
                return Conflict("excludes", module.key, other)
        for other in module.requires:
            if other not in keys:
                return Conflict("needs", module.key, other)
    return None


def _added(ruleset: Ruleset, module: Module) -> Ruleset:
    return replace(
        ruleset,
        paths=ruleset.paths + module.adds_paths,
        actions=ruleset.actions + module.adds_actions,
        **module.sets,
    )


def _with_options(ruleset: Ruleset, options: tuple[tuple[str, str], ...]) -> Ruleset | Conflict:
    changes: dict[str, Any] = {}
    for name, word in options:
        if name not in OPTIONS:
            return Conflict("unknown_option", name)
        if choices(name) and word not in choices(name):
            return Conflict("bad_option", name, word, choices(name))
        try:
            changes[name] = _read(_kinds()[name], word)
        except ValueError:
            return Conflict("bad_option", name, word)
    return replace(ruleset, options=tuple(sorted(options)), **changes)


def _read(kind: Any, word: str) -> Any:
    if kind is bool:
        return word == "true"
    if NoneType in get_args(kind):
        return None if word == "none" else int(word)
    return kind(word)


@lru_cache(maxsize=1)
def _kinds() -> Mapping[str, Any]:
    hints = get_type_hints(Ruleset)
    return {field.name: hints[field.name] for field in fields(Ruleset)}
