"""Every box with every module and every house rule, as texts: what they come to, or why they do not go together."""

from __future__ import annotations

from dataclasses import fields
from itertools import combinations
from typing import Any

from game_text import digest, said, text

from companion.cards.register import vetoes_in
from companion.editions import DEFAULT_EDITION, EDITIONS, MODULES
from companion.editions.compose import choices, compose, conflict_of
from companion.editions.house_rules import house_rules
from companion.editions.options import OPTIONS
from companion.editions.ruleset import Conflict, Ruleset

LONG = 60  # letters; what is longer is a digest
WORDS = ("3", "nonsense")  # tried beside those that it may have


def boxes() -> dict[str, Any]:
    plain = {box.key: _facts(compose(box.key)) for box in EDITIONS}
    alone = [module.key for module in MODULES]
    return {
        "boxes": plain,
        "modules": {box: {one: _changes(facts, box, (one,)) for one in alone} for box, facts in plain.items()},
        "pairs": {f"{box} {one}": _pairs(box, one) for box in plain for one in alone},
        "house_rules": {f"{box} {one}": _offered(box, one) for box in plain for one in ("", *alone)},
        "options": {name: _words(plain[DEFAULT_EDITION], name) for name in OPTIONS},
        "unknown": [said(compose("chess")), said(compose(DEFAULT_EDITION, ("chess",))), said(_with("chess", "true"))],
        "sources": {name: text(option.sources) for name, option in OPTIONS.items()},
    }


def _facts(rules: Ruleset | Conflict) -> Any:
    """All that the rules may ask; a conflict as one line."""
    if isinstance(rules, Conflict):
        return f"{rules.code} {text(rules.facts)}"
    found = {part.name: text(getattr(rules, part.name)) for part in fields(rules)}
    seats = range(rules.least, rules.most + 1)
    found |= {
        "pool": text([rules.pool(count) for count in seats]),
        "spare": text([rules.spare(count) for count in seats]),
        "hand": text([rules.hand(count) for count in seats]),
        "pile": text([rules.pile(count) for count in seats]),
        "cards": text([rules.deck, vetoes_in(rules), rules.unused_goals, rules.has_nuggets, rules.site_cell]),
        "deck_actions": text(rules.deck_actions),
        "deeds": text(rules.deeds),
        "gold": text([rules.gold_cards, rules.gold_values]),
        "copies": text(sorted(f"{face} {count}" for face, count in rules.copies.items())),
        "repair_cards": text(rules.repair_cards),
    }
    return {name: one if len(one) <= LONG else digest(one) for name, one in found.items()}


def _changes(plain: Any, edition: str, modules: tuple[str, ...], options: tuple[tuple[str, str], ...] = ()) -> Any:
    """Only what is otherwise than without them."""
    facts = _facts(compose(edition, modules, options))
    if isinstance(facts, str) or isinstance(plain, str):
        return facts
    return {name: one for name, one in facts.items() if plain[name] != one}


def _pairs(edition: str, first: str) -> str:
    """Which others do not go with this module, and why."""
    found = [conflict_of(edition, two) for two in combinations([module.key for module in MODULES], 2) if first in two]
    clash = [said(one) for one in found if one is not None]
    return f"{len(clash)} of {len(found)} do not, {digest(' '.join(clash))}"


def _offered(edition: str, module: str) -> str:
    rules = house_rules(edition, (module,) if module else ())
    lines = [f"{rule.name} {rule.default} {text(rule.words)}" for rule in rules]
    return f"{len(rules)} {digest(' '.join(lines))}"


def _words(plain: Any, name: str) -> dict[str, Any]:
    return {word: _changes(plain, DEFAULT_EDITION, (), ((name, word),)) for word in (*map(str, choices(name)), *WORDS)}


def _with(name: str, word: str) -> Ruleset | Conflict:
    return compose(DEFAULT_EDITION, (), ((name, word),))
