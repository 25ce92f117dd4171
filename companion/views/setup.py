"""What the table may choose before the game and what it has chosen, in the window's words. Editions decide it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from companion.editions import EDITIONS
from companion.editions.cards import Deed, Role
from companion.editions.compose import OPTIONS, choices, compose
from companion.editions.parameters import Scoring
from companion.editions.ruleset import Ruleset
from companion.rules.lobby import may_start, playable
from companion.state.game import Game
from companion.state.pending import AtLobby
from companion.views.model import EditionView, HouseRuleView, SetupView


def setup_of(game: Game) -> SetupView:
    rules = game.ruleset
    problem = may_start(game)
    return SetupView(
        edition=rules.edition,
        modules=rules.modules,
        options=rules.options,
        roles=game.roles,
        goals=game.goals,
        gold=game.gold_supply,
        editions=_editions(),
        may_start=isinstance(game.pending, AtLobby) and problem is None,
        problem=problem if isinstance(game.pending, AtLobby) else None,
        house_rules=house_rules(rules.edition, rules.modules, rules.options),
    )


@lru_cache(maxsize=1)
def _editions() -> tuple[EditionView, ...]:
    composed = [compose(box.key) for box in EDITIONS if playable(box.key)]
    return tuple(EditionView(one.edition, one.least, one.most) for one in composed if isinstance(one, Ruleset))


# ---- house rules ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def house_rules(
    edition: str, modules: tuple[str, ...] = (), options: tuple[tuple[str, str], ...] = ()
) -> tuple[HouseRuleView, ...]:
    """Every option that matters to these boxes, as the table plays it and as it is played without a choice."""
    usual, chosen = compose(edition, modules), compose(edition, modules, options)
    if not isinstance(usual, Ruleset) or not isinstance(chosen, Ruleset):
        return ()
    return tuple(
        HouseRuleView(name, _word(chosen, name), _word(usual, name), choices(name))
        for name in OPTIONS
        if _MATTERS[name](usual)
    )


def _word(rules: Ruleset, name: str) -> str:
    value = getattr(rules, name)
    if isinstance(value, bool):
        return "true" if value else "false"
    return "none" if value is None else str(value)


def _always(rules: Ruleset) -> bool:
    return True


def _gold_cards(rules: Ruleset) -> bool:
    return rules.scoring is Scoring.GOLD_CARDS


def _teams(rules: Ruleset) -> bool:
    return rules.scoring is Scoring.TEAMS


def _holds(deed: Deed) -> Callable[[Ruleset], bool]:
    return lambda rules: deed in rules.deeds


def _greedy(rules: Ruleset) -> bool:
    return rules.greedy_dwarves > 0 or any(role is Role.GREEDY for _, pool in rules.pools for role, _ in pool)


_MATTERS: dict[str, Callable[[Ruleset], bool]] = {
    "turn_direction": _always,
    "hand_size": _always,
    "maps": _always,
    "set_aside": _teams,
    "connection_required": _always,
    "self_sabotage": _always,
    "gold_draw": _gold_cards,
    "gold_cap_10": lambda rules: _gold_cards(rules) and rules.most >= 10,
    "gold_pick": _gold_cards,
    "saboteur_completer": _gold_cards,
    "gold_deal": _gold_cards,
    "round_end": _always,
    "next_starter": _always,
    "pass_counts_as_last_card": _always,
    "skip_sabotaged": _gold_cards,
    "gold_deck": _gold_cards,
    "gold_visibility": _always,
    "geologist": _teams,
    "s2_discard2_scope": lambda rules: rules.most_discards > 1 and Deed.THIEF in rules.deeds,
    "thief_start": _holds(Deed.THIEF),
    "greedy_reward": _greedy,
    "goal_cascade": _always,
    "ladder_wall_touch_ok": lambda rules: any(card.face.ladder for card in rules.paths),
    "second_actions": _teams,
    "swap_hands_draw": _holds(Deed.SWAP_HANDS),
    "boss_with_saboteurs": _teams,
    "solo_wins": _teams,
    "blocked_saboteurs_win": _teams,
    "thief_may_decline": _holds(Deed.THIEF),
    "completer_whoever": lambda rules: rules.scoring is Scoring.FIXED,
    "setter_passes_free": lambda rules: rules.toll_dwarves > 0,
    "site": lambda rules: rules.site_cell is not None,
}
