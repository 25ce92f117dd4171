"""The house rules that a table may choose, a row each, in the order in which each group of them is offered.

What an option is without a choice: see Ruleset, which has a field of its name, and the editions. What it does is asked
where that is played. It is offered on a page where web/translations has sentences for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.editions.cards import Role
from companion.editions.parameters import Scoring
from companion.editions.ruleset import Ruleset

Matters = Callable[[Ruleset], bool]


class Group(StrEnum):
    """Under which heading people look for it, in the order of the page."""

    TURN = "turn"
    MINE = "mine"
    GOLD = "gold"
    BOXES = "boxes"  # what a box or module brought along


@dataclass(frozen=True)
class Option:
    """One house rule.

    name : of a field of Ruleset
    sources : where rulebooks contradict each other (CON), leave something open or differ: what it decides
    matters : whether it changes anything under these rules
    numbers : where its field is a number, the words it may be set to; any number where `or_any`
    """

    name: str
    sources: tuple[str, ...]
    group: Group
    matters: Matters = lambda rules: True
    numbers: tuple[str, ...] = ()
    or_any: bool = False


def _gold_cards(rules: Ruleset) -> bool:
    return rules.scoring is Scoring.GOLD_CARDS


def _teams(rules: Ruleset) -> bool:
    return rules.scoring is Scoring.TEAMS


def _nuggets_beside(rules: Ruleset) -> bool:
    return _gold_cards(rules) and rules.has_nuggets


def _fixed(rules: Ruleset) -> bool:
    return rules.scoring is Scoring.FIXED


def _ladders(rules: Ruleset) -> bool:
    return any(face.ladder for face in rules.copies)


def _second_discard(rules: Ruleset) -> bool:
    return rules.most_discards > 1


def _goals_aside(rules: Ruleset) -> bool:
    return rules.goals_in_box > rules.goals_laid


def _chests(rules: Ruleset) -> bool:
    return bool(rules.chests)


def _tolls(rules: Ruleset) -> bool:
    return bool(rules.toll_dwarves)


def _site(rules: Ruleset) -> bool:
    return rules.site_cell is not None


def _greedy_beside(rules: Ruleset) -> bool:
    return bool(rules.greedy_dwarves)


def _greedy(rules: Ruleset) -> bool:
    return _greedy_beside(rules) or Role.GREEDY in _roles(rules)


def _solo(rules: Ruleset) -> bool:
    return bool({Role.BOSS, Role.PROFITEER} & _roles(rules))


def _with(*deeds: str) -> Matters:
    return lambda rules: rules.deeds.issuperset(deeds)


def _dealt(*roles: Role) -> Matters:
    return lambda rules: set(roles) <= _roles(rules)


def _roles(rules: Ruleset) -> set[Role]:
    return {role for _, pool in rules.pools for role, _ in pool}


_TURN, _MINE, _GOLD, _BOXES = Group.TURN, Group.MINE, Group.GOLD, Group.BOXES
HOUSE_RULES = (
    Option("turn_direction", ("CON-05",), _TURN),
    Option("hand_size", ("CON-07",), _TURN),
    Option("maps", ("CON-08",), _TURN, _with("map"), numbers=("5", "6")),
    Option("set_aside", ("CON-17",), _TURN, numbers=("0", "10")),
    Option("connection_required", ("CON-06",), _MINE),
    Option("self_sabotage", ("CON-09",), _TURN, _with("break")),
    Option("gold_draw", ("CON-01", "BGA-04"), _GOLD, _gold_cards),
    Option("gold_cap_10", ("CON-10", "GOLD-11"), _GOLD, _gold_cards, numbers=("9", "none")),
    Option("gold_pick", ("CON-11",), _GOLD, _gold_cards),
    Option("saboteur_completer", ("CON-02",), _GOLD, _gold_cards),
    Option("gold_deal", ("GOLD-04",), _GOLD, _gold_cards),
    Option("round_end", ("CON-03",), _TURN),
    Option("next_starter", ("CON-04",), _TURN),
    Option("pass_counts_as_last_card", ("NEXT-04",), _TURN),
    Option("skip_sabotaged", ("CON-12",), _GOLD, _gold_cards),
    Option("gold_deck", ("BGA-02",), _GOLD, _gold_cards),
    Option("gold_visibility", ("GOLD-08",), _GOLD),
    Option("geologist", ("CON-15",), _GOLD, _dealt(Role.GEOLOGIST)),
    Option("s2_discard2_scope", ("CON-19",), _TURN, _second_discard),
    Option("thief_start", ("CON-20",), _GOLD, _with("thief")),
    Option("greedy_reward", ("CON-13", "BGA-05"), _GOLD, _greedy, numbers=("2", "3", "4", "5", "6"), or_any=True),
    Option("goal_cascade", ("END-07",), _MINE),
    Option("ladder_wall_touch_ok", ("S2P-03",), _MINE, _ladders),
    Option("second_actions", ("CON-14",), _TURN, _teams, numbers=("20", "21")),
    Option("swap_hands_draw", ("CON-18", "S2A-09"), _TURN, _with("swap_hands")),
    Option("boss_with_saboteurs", ("CON-22", "S2G-05"), _GOLD, _dealt(Role.BOSS)),
    Option("solo_wins", ("CON-21",), _GOLD, _solo),
    Option("blocked_saboteurs_win", ("S2R-13",), _GOLD, _teams),
    Option("thief_may_decline", ("S2A-03",), _GOLD, _with("thief")),
    Option("completer_whoever", ("CON-24", "TOUR-05"), _GOLD, _fixed),
    Option("setter_passes_free", ("TOLL-04",), _BOXES, _tolls),
    Option("site", ("FASH-01",), _BOXES, _site),
    Option("boss_needs_members", ("S2R-07",), _GOLD, _dealt(Role.BOSS)),
    Option("boss_beside_profiteer", ("S2R-11",), _GOLD, _dealt(Role.BOSS, Role.PROFITEER)),
    Option("goal_order", ("END-05",), _MINE),
    Option("goal_must_be_touched", ("END-06",), _MINE),
    Option("short_payout", ("GOLD-10",), _GOLD, _gold_cards),
    Option("fallen_toll", ("TOLL-06",), _BOXES, _tolls),
    Option("nuggets_count", ("TOLL-05",), _GOLD, _nuggets_beside),
    Option("cover_tie", ("CHEST-06",), _BOXES, _chests),
    Option("later_goals", ("CON-16",), _BOXES, _goals_aside),
    Option("greedy_replaces_miner", ("CON-13", "BGA-05"), _BOXES, _greedy_beside),
    Option("map_face_up", ("MAP-01",), _TURN, _with("map")),
    Option("covers_touch", ("PLACE-01", "CHEST-01"), _BOXES, _chests),
    Option("cover_fit", ("CHEST-02",), _BOXES, _chests),
    Option("goal_shift", ("CHEST-05",), _BOXES, _chests),
    Option("sixth_chest_draws", ("CHEST-05",), _BOXES, _chests),
    Option("setter_pays_for_others", ("TOLL-03",), _BOXES, _tolls),
    Option("pioneer_draws", ("WC22",), _BOXES, _with("pioneer")),
    Option("hands_off_own", ("S2A-04",), _TURN, _with("hands_off")),
    Option("pioneer_vetoed", ("WC19", "WC22"), _BOXES, _with("pioneer", "veto")),
    Option("pioneer_chest", ("WC22", "CHEST-05"), _BOXES, lambda rules: _chests(rules) and "pioneer" in rules.deeds),
)
OPTIONS: Mapping[str, Option] = {one.name: one for one in HOUSE_RULES}

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
