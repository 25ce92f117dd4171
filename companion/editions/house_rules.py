"""Which house rules a table may choose from: the options that matter to what is played, and what each is without them.

What an option may be set to and what it does to the rules: see compose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.editions.cards import Deed, Role
from companion.editions.compose import OPTIONS, choices, compose
from companion.editions.parameters import Scoring
from companion.editions.ruleset import Ruleset


@dataclass(frozen=True)
class HouseRule:
    """`words`: what it may be set to; `default`: what the edition and its modules say."""

    name: str
    words: tuple[str, ...]
    default: str


def house_rules(edition: str, modules: tuple[str, ...] = ()) -> tuple[HouseRule, ...]:
    """Those that change something here; none where edition and modules do not go together."""
    rules = compose(edition, modules)
    if not isinstance(rules, Ruleset):
        return ()
    return tuple(
        HouseRule(name, choices(name), _word(getattr(rules, name)))
        for name in OPTIONS
        if len(choices(name)) > 1 and _MATTERS.get(name, _always)(rules)
    )


def _word(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.value if isinstance(value, StrEnum) else str(value)


def _always(rules: Ruleset) -> bool:
    return True


def _gold_cards(rules: Ruleset) -> bool:
    return rules.scoring is Scoring.GOLD_CARDS


def _teams(rules: Ruleset) -> bool:
    return rules.scoring is Scoring.TEAMS


def _with(deed: Deed) -> Callable[[Ruleset], bool]:
    return lambda rules: deed in rules.deeds


def _roles(rules: Ruleset) -> set[Role]:
    return {role for _, pool in rules.pools for role, _ in pool}


_MATTERS: Mapping[str, Callable[[Ruleset], bool]] = {  # any option that is not named here matters always
    "maps": _with(Deed.MAP),
    "self_sabotage": _with(Deed.BREAK),
    "gold_draw": _gold_cards,
    "gold_cap_10": _gold_cards,
    "gold_pick": _gold_cards,
    "saboteur_completer": _gold_cards,
    "gold_deal": _gold_cards,
    "skip_sabotaged": _gold_cards,
    "gold_deck": _gold_cards,
    "geologist": lambda rules: Role.GEOLOGIST in _roles(rules),
    "s2_discard2_scope": lambda rules: rules.most_discards > 1,
    "thief_start": _with(Deed.THIEF),
    "ladder_wall_touch_ok": lambda rules: any(face.ladder for face in rules.copies),
    "second_actions": _teams,
    "swap_hands_draw": _with(Deed.SWAP_HANDS),
    "boss_with_saboteurs": lambda rules: Role.BOSS in _roles(rules),
    "solo_wins": lambda rules: bool({Role.BOSS, Role.PROFITEER} & _roles(rules)),
    "blocked_saboteurs_win": _teams,
    "thief_may_decline": _with(Deed.THIEF),
    "completer_whoever": lambda rules: rules.scoring is Scoring.FIXED,
    "setter_passes_free": lambda rules: rules.toll_dwarves > 0,
    "site": lambda rules: rules.site_cell is not None,
}
