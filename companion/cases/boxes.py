"""Cases about what is in a box, counted by the names that the rulebooks give. Nothing is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from companion.cases.read import CaseData, ruleset_of
from companion.editions import EDITIONS, MODULES
from companion.editions.boxes import BASE_ACTIONS, BASE_PATHS
from companion.editions.cards import ActionCards, PathCards, Role
from companion.editions.edition import Family, Module
from companion.editions.ruleset import Ruleset


def _components(case: CaseData) -> dict[str, Any]:
    ruleset = ruleset_of(case)
    module = next((found for found in MODULES if found.key == case["edition"]), None)
    if module:
        return _module_box(module)
    family = next(box.family for box in EDITIONS if box.key == ruleset.edition)
    return _second_box(ruleset) if family is Family.SECOND else _base_box(ruleset)


def _base_box(ruleset: Ruleset) -> dict[str, Any]:
    gold = Counter(ruleset.gold_values)
    pools = [dict(pool) for _, pool in ruleset.pools]
    tunnels = sum(card.copies for card in ruleset.paths)
    return {
        **_actions(ruleset.deck_actions),
        "path": tunnels + 1 + len(ruleset.goals),
        "start": 1,
        "goals": len(ruleset.goals),
        "tunnels": tunnels,
        "gold_cards": gold.total(),
        **{f"gold{value}": gold[value] for value in range(4)},
        "nuggets": sum(ruleset.gold_values),
        "miners": max(pool.get(Role.MINER, 0) for pool in pools),
        "saboteurs": max(pool.get(Role.SABOTEUR, 0) for pool in pools),
        "dwarves": sum(max(pool.get(role, 0) for pool in pools) for role in Role),
    }


def _second_box(ruleset: Ruleset) -> dict[str, Any]:
    paths = ruleset.paths[len(BASE_PATHS) :]
    dwarves = {role.value: count for role, count in ruleset.pools[0][1]}
    return {
        **_actions(ruleset.actions[len(BASE_ACTIONS) :]),
        **_special(paths),
        "path": sum(card.copies for card in paths),
        "dwarves": sum(dwarves.values()),
        **dwarves,
    }


def _special(paths: tuple[PathCards, ...]) -> dict[str, int]:
    def count(test: Any) -> int:
        return sum(card.copies for card in paths if test(card.face))

    doors = {f"door_{colour}": count(lambda face, colour=colour: face.door == colour) for colour in ("blue", "green")}
    straight = count(lambda face: str(face) == "NS|EW")
    return {
        "bridge": straight,
        "double_curve": count(lambda face: len(face.links) == 2) - straight,
        "ladder": count(lambda face: face.ladder),
        "crystal": count(lambda face: face.crystals > 0),
        "doors": sum(doors.values()),
        **doors,
    }


def _module_box(module: Module) -> dict[str, Any]:
    """Parts by the names that the rulebooks give them; a few have two."""
    parts = dict(module.box)
    also = {name: parts[part] for part, name in ALSO_CALLED.items() if part in parts}
    actions = _actions(module.adds_actions)
    return {**actions, **parts, **also, "cards": actions["action"] + sum(parts.values())}


ALSO_CALLED = {"toll_dwarves": "dwarves", "chests": "chest"}


def _actions(cards: tuple[ActionCards, ...]) -> dict[str, int]:
    counts = Counter({"action": sum(card.copies for card in cards)})
    for card in cards:
        counts[_action_name(card)] += card.copies
    return dict(counts) | {name: counts[deed] for deed, name in CARDS_CALLED.items() if deed in counts}


CARDS_CALLED = {"trap": "trapped", "free": "freedom", "inspect": "inspection"}  # on the cards themselves


def _action_name(card: ActionCards) -> str:
    if card.deed == "break":
        return "broken"
    if card.deed == "repair":
        return f"repair{len(card.tools)}"
    return card.deed


WHAT: Mapping[str, Callable[[CaseData], dict[str, Any]]] = {"components": _components}
