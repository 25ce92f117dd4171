"""Which house rules a table may choose from: the options that matter to what is played, and what each is without them.

All options, and where each matters: see options. What they do to the rules: see compose.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.editions.compose import choices, compose
from companion.editions.options import OPTIONS, About
from companion.editions.ruleset import Ruleset


@dataclass(frozen=True)
class HouseRule:
    """`words`: what it may be set to; `default`: what the edition and its modules say."""

    name: str
    about: About
    words: tuple[str, ...]
    default: str


def house_rules(edition: str, modules: tuple[str, ...] = ()) -> tuple[HouseRule, ...]:
    """Those that change something here; none where edition and modules do not go together."""
    rules = compose(edition, modules)
    if not isinstance(rules, Ruleset):
        return ()
    return tuple(
        HouseRule(option.name, option.about, option.numbers or choices(option.name), _word(getattr(rules, option.name)))
        for option in OPTIONS.values()
        if option.matters(rules)
    )


def _word(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.value if isinstance(value, StrEnum) else str(value)


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
