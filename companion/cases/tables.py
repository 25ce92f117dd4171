"""Cases about what is on the table before the first card: roles, hands, layout, components, players, combinations."""

from __future__ import annotations

from collections import Counter
from typing import Any

from companion.cases.read import CaseError, Json, ruleset_of
from companion.editions import EDITIONS, MODULES
from companion.editions.boxes import BASE_ACTIONS, BASE_PATHS
from companion.editions.cards import ActionCards, Deed, PathCards, Role
from companion.editions.compose import compose
from companion.editions.edition import Family, Module
from companion.editions.ruleset import Conflict, Ruleset
from companion.maze.geometry import START_CELL


def table(case: Json) -> dict[str, Any]:
    what = WHAT.get(case["what"])
    if what is None:
        raise CaseError(f"no table says: {case['what']}")
    return what(case)


def _roles(case: Json) -> dict[str, Any]:
    ruleset, players = ruleset_of(case), case["n"]
    pool = {role.value: count for role, count in ruleset.pool(players)}
    return {**pool, "spare": ruleset.spare(players), "dwarves": sum(pool.values()), **_hands(ruleset, players)}


def _hand(case: Json) -> dict[str, Any]:
    ruleset, players = ruleset_of(case), case["n"]
    dwarves = sum(count for _, count in ruleset.pool(players))
    return {**_hands(ruleset, players), "dwarves": dwarves, "spare": ruleset.spare(players)}


def _hands(ruleset: Ruleset, players: int) -> dict[str, int]:
    return {"hand": ruleset.hand(players), "deck": ruleset.pile(players), "set_aside": ruleset.set_aside}


def _layout(case: Json) -> dict[str, Any]:
    ruleset = ruleset_of(case)
    midway = list(ruleset.midway) if ruleset.midway else None
    goals = [list(cell) for cell in ruleset.goal_cells]
    return {"start": list(START_CELL), "goals": goals, "area": list(ruleset.area), "midway": midway}


def _players(case: Json) -> dict[str, Any]:
    ruleset = ruleset_of(case)
    return {"allowed": ruleset.least <= case["n"] <= ruleset.most}


def _saboteurs(case: Json) -> dict[str, Any]:
    """SETUP-04: what is put aside may be saboteurs."""
    ruleset, players = ruleset_of(case), case["n"]
    most = dict(ruleset.pool(players)).get(Role.SABOTEUR, 0)
    return {"min": max(0, most - ruleset.spare(players)), "max": min(most, players)}


def _combine(case: Json) -> dict[str, Any]:
    ruleset = ruleset_of({key: value for key, value in case.items() if key != "variant"})
    variants = case["variant"]
    wanted = (variants,) if isinstance(variants, str) else tuple(variants)
    found = compose(ruleset.edition, (*ruleset.modules, *wanted))
    if isinstance(found, Conflict) and found.code.startswith("unknown"):
        raise CaseError(f"{found.code.replace('_', ' ')}: {found.name}")
    return {"allowed": not isinstance(found, Conflict)}


# ---- components: what is in the edition's own box ---------------------------------------------------------------


def _components(case: Json) -> dict[str, Any]:
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
    if card.deed is Deed.BREAK:
        return "broken"
    if card.deed is Deed.REPAIR:
        return f"repair{len(card.tools)}"
    return card.deed.value


WHAT = {
    "roles": _roles,
    "hand": _hand,
    "layout": _layout,
    "players": _players,
    "saboteurs_in_play": _saboteurs,
    "combine": _combine,
    "components": _components,
}
