"""Which house rules a table may choose from: the options that matter to what is played, and what each is without them.

All options, and where each matters: see options. What they do to the rules: see compose.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.editions.compose import choices, compose
from companion.editions.options import OPTIONS, Group
from companion.editions.ruleset import Ruleset


@dataclass(frozen=True)
class HouseRule:
    """`words`: what it may be set to; `default`: what the edition and its modules say."""

    name: str
    group: Group
    words: tuple[str, ...]
    default: str


def house_rules(edition: str, modules: tuple[str, ...] = ()) -> tuple[HouseRule, ...]:
    """Those that change something here; none where edition and modules do not go together."""
    rules = compose(edition, modules)
    if not isinstance(rules, Ruleset):
        return ()
    return tuple(
        HouseRule(option.name, option.group, option.numbers or choices(option.name), _word(getattr(rules, option.name)))
        for option in OPTIONS.values()
        if option.matters(rules)
    )


def _word(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.value if isinstance(value, StrEnum) else str(value)
