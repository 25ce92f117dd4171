"""What the set-up page offers: editions on their shelf, modules in their group, each with why it does not go along."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.editions import EDITIONS, MODULES
from companion.editions.compose import conflict_of
from companion.editions.edition import Family, Module, ModuleGroup
from companion.editions.ruleset import Conflict
from companion.views.model import EditionView, SetupView

SHELVES = tuple(Family)


@dataclass(frozen=True)
class ModuleOffer:
    """A module and what keeps it from being chosen now; None where it goes with the rest.

    never : the edition itself speaks against it, not another module
    """

    key: str
    chosen: bool
    problem: Conflict | None = None
    never: bool = False


def shelves(setup: SetupView) -> tuple[tuple[str, tuple[EditionView, ...]], ...]:
    """The editions, by the game they are of."""
    family = {box.key: box.family for box in EDITIONS}
    found = ((shelf.value, tuple(one for one in setup.editions if family.get(one.key) is shelf)) for shelf in SHELVES)
    return tuple((shelf, editions) for shelf, editions in found if editions)


def offers(setup: SetupView, modules: tuple[Module, ...] = MODULES) -> tuple[tuple[str, tuple[ModuleOffer, ...]], ...]:
    """Every module, by group; groups without any are left out."""
    groups: dict[ModuleGroup, list[ModuleOffer]] = {group: [] for group in ModuleGroup}
    for module in modules:
        groups[module.group].append(_offer(setup, module.key))
    return tuple((group.value, tuple(found)) for group, found in groups.items() if found)


def fitting(edition: str, modules: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the modules that go with this edition and with those before them."""
    kept: tuple[str, ...] = ()
    for key in modules:
        if conflict_of(edition, (*kept, key)) is None:
            kept = (*kept, key)
    return kept


def left_behind(setup: SetupView, keys: tuple[str, ...]) -> tuple[ModuleOffer, ...]:
    """Those of the modules that do not go with what is chosen."""
    known = (module.key for module in MODULES if module.key in keys)
    return tuple(one for one in (_offer(setup, key) for key in known) if one.problem is not None)


def _offer(setup: SetupView, key: str) -> ModuleOffer:
    if key in setup.modules:
        return ModuleOffer(key, True)
    alone = conflict_of(setup.edition, (key,))
    together = alone or conflict_of(setup.edition, (*setup.modules, key))
    if together is not None and together.name != key:  # the other one speaks against this one
        together = replace(together, name=key, other=together.name)
    return ModuleOffer(key, False, together, never=alone is not None and alone.code != "needs")
