"""What an edition and a module are: names, parameters and cards, with no behaviour. Putting them together: compose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.editions.cards import ActionCards, PathCards


class Family(StrEnum):
    """Which game an edition is; modules say which of them they go with."""

    BASE = "base"
    SECOND = "second"  # Saboteur 2
    TOURNAMENT = "tournament"


class ModuleGroup(StrEnum):
    """Under which heading people look for a module, in the order of the page."""

    VARIANTS = "variants"
    CHAMPIONSHIP = "championship"
    MINI = "mini"


@dataclass(frozen=True)
class Edition:
    """`sets` are parameters of Ruleset; what it does not set is as most rulebooks print it.

    only_with : the only modules that go with it, where it says so
    """

    key: str
    sets: Mapping[str, Any] = field(default_factory=dict)
    family: Family = Family.BASE
    only_with: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Module:
    """Something added to an edition.

    families : which games it goes with; only_on : only these editions, where it says so
    excludes : modules that contradict it; requires : modules that it needs
    """

    key: str
    group: ModuleGroup
    sets: Mapping[str, Any] = field(default_factory=dict)
    adds_paths: tuple[PathCards, ...] = ()
    adds_actions: tuple[ActionCards, ...] = ()
    families: tuple[Family, ...] = (Family.BASE,)
    only_on: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    box: tuple[tuple[str, int], ...] = ()  # parts by name that are neither path nor action cards
