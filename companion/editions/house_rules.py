"""Which house rules a table may choose from: the options that matter to what is played, and what each is without them.

What an option may be set to and what it does to the rules: see compose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.editions.cards import Role
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
        HouseRule(name, _offered(name), _word(getattr(rules, name)))
        for name in OPTIONS
        if _MATTERS.get(name, _always)(rules)
    )


def _offered(option: str) -> tuple[str, ...]:
    return choices(option) or _NUMBERS.get(option, ())


_NUMBERS = {"greedy_reward": ("2", "3", "4", "5", "6")}  # of what may be any number, those that a table is offered


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


def _with(deed: str) -> Callable[[Ruleset], bool]:
    return lambda rules: deed in rules.deeds


def _roles(rules: Ruleset) -> set[Role]:
    return {role for _, pool in rules.pools for role, _ in pool}


_MATTERS: Mapping[str, Callable[[Ruleset], bool]] = {  # any option that is not named here matters always
    "maps": _with("map"),
    "self_sabotage": _with("break"),
    "gold_draw": _gold_cards,
    "gold_cap_10": _gold_cards,
    "gold_pick": _gold_cards,
    "saboteur_completer": _gold_cards,
    "gold_deal": _gold_cards,
    "skip_sabotaged": _gold_cards,
    "gold_deck": _gold_cards,
    "geologist": lambda rules: Role.GEOLOGIST in _roles(rules),
    "s2_discard2_scope": lambda rules: rules.most_discards > 1,
    "thief_start": _with("thief"),
    "ladder_wall_touch_ok": lambda rules: any(face.ladder for face in rules.copies),
    "second_actions": _teams,
    "swap_hands_draw": _with("swap_hands"),
    "boss_with_saboteurs": lambda rules: Role.BOSS in _roles(rules),
    "solo_wins": lambda rules: bool({Role.BOSS, Role.PROFITEER} & _roles(rules)),
    "blocked_saboteurs_win": _teams,
    "thief_may_decline": _with("thief"),
    "completer_whoever": lambda rules: rules.scoring is Scoring.FIXED,
    "setter_passes_free": lambda rules: rules.toll_dwarves > 0,
    "site": lambda rules: rules.site_cell is not None,
    "greedy_reward": lambda rules: Role.GREEDY in _roles(rules) or rules.greedy_dwarves > 0,
    "boss_needs_members": lambda rules: Role.BOSS in _roles(rules),
    "boss_beside_profiteer": lambda rules: {Role.BOSS, Role.PROFITEER} <= _roles(rules),
    "short_payout": _gold_cards,
    "fallen_toll": lambda rules: rules.toll_dwarves > 0,
    "nuggets_count": lambda rules: _gold_cards(rules) and rules.has_nuggets,
    "cover_tie": lambda rules: rules.chests > 0,
    "later_goals": lambda rules: rules.goals_in_box > rules.goals_laid,
    "greedy_replaces_miner": lambda rules: rules.greedy_dwarves > 0,
    "map_face_up": _with("map"),
    "covers_touch": lambda rules: rules.chests > 0,
    "cover_fit": lambda rules: rules.chests > 0,
    "goal_shift": lambda rules: rules.chests > 0,
    "sixth_chest_draws": lambda rules: rules.chests > 0,
    "setter_pays_for_others": lambda rules: rules.toll_dwarves > 0,
    "pioneer_draws": _with("pioneer"),
}

# Where rulebooks contradict each other (CON), leave something open or differ: the option that
# decides it. Its default is the recommended reading; each edition sets what it prints.
SOURCES: Mapping[str, tuple[str, ...]] = {
    "turn_direction": ("CON-05",),
    "hand_size": ("CON-07",),
    "maps": ("CON-08",),
    "set_aside": ("CON-17",),
    "connection_required": ("CON-06",),
    "self_sabotage": ("CON-09",),
    "gold_draw": ("CON-01", "BGA-04"),
    "gold_cap_10": ("CON-10", "GOLD-11"),
    "gold_pick": ("CON-11",),
    "saboteur_completer": ("CON-02",),
    "gold_deal": ("GOLD-04",),
    "round_end": ("CON-03",),
    "next_starter": ("CON-04",),
    "pass_counts_as_last_card": ("NEXT-04",),
    "skip_sabotaged": ("CON-12",),
    "gold_deck": ("BGA-02",),
    "gold_visibility": ("GOLD-08",),
    "geologist": ("CON-15",),
    "s2_discard2_scope": ("CON-19",),
    "thief_start": ("CON-20",),
    "greedy_reward": ("CON-13", "BGA-05"),
    "greedy_replaces_miner": ("CON-13", "BGA-05"),
    "goal_cascade": ("END-07",),
    "goal_order": ("END-05",),
    "goal_must_be_touched": ("END-06",),
    "ladder_wall_touch_ok": ("S2P-03",),
    "second_actions": ("CON-14",),
    "swap_hands_draw": ("CON-18", "S2A-09"),
    "boss_with_saboteurs": ("CON-22", "S2G-05"),
    "solo_wins": ("CON-21",),
    "boss_needs_members": ("S2R-07",),
    "boss_beside_profiteer": ("S2R-11",),
    "blocked_saboteurs_win": ("S2R-13",),
    "thief_may_decline": ("S2A-03",),
    "completer_whoever": ("CON-24", "TOUR-05"),
    "setter_passes_free": ("TOLL-04",),
    "fallen_toll": ("TOLL-06",),
    "nuggets_count": ("TOLL-05",),
    "cover_tie": ("CHEST-06",),
    "later_goals": ("CON-16",),
    "short_payout": ("GOLD-10",),
    "map_face_up": ("MAP-01",),
    "site": ("FASH-01",),
    "covers_touch": ("PLACE-01", "CHEST-01"),
    "cover_fit": ("CHEST-02",),
    "goal_shift": ("CHEST-05",),
    "sixth_chest_draws": ("CHEST-05",),
    "setter_pays_for_others": ("TOLL-03",),
    "pioneer_draws": ("WC22",),
}

SETTLED: Mapping[str, str] = {  # what is open on paper and needs no house rule
    "PLACE-08": "what lies face down has no sides to compare, so that no other reading can be played",
    "ROCK-05": "who finds nothing to remove passes with the card and draws as well",
    "S2R-14": "saboteurs never gain from reaching the gold, so that doors are nothing to them",
    "S2A-10": "fifteen dwarves for twelve players: the spare pile is never empty",
    "WC23": "who finds the last card gone passes with this one and draws as well",
    "TOUR-02": "whoever lays the card half-way tells how it lies: either way is taken",
    "CON-23": "how many may play is what each edition says: they are other boxes",
    "CON-25": "where a rockfall lies until the turn is over changes nothing",
}
