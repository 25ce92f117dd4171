"""House rules as the set-up page offers them: only what has a sentence can be chosen. What they do: see the rules."""

from __future__ import annotations

from dataclasses import dataclass

from companion.editions.house_rules import HouseRule, house_rules
from companion.editions.options import Group
from companion.views.model import SetupView
from web.language import FALLBACK, Speech

ARGUED_MOST = 3  # what is read at a glance
ARGUED = (  # the rules that people most often learnt differently, most argued about first
    "self_sabotage",
    "skip_sabotaged",
    "saboteur_completer",
    "thief_may_decline",
    "boss_with_saboteurs",
    "round_end",
    "connection_required",
)
Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Offer:
    """One house rule with the words that have a sentence; `chosen` is the default's word where nothing is chosen."""

    name: str
    group: Group
    words: tuple[str, ...]
    default: str
    chosen: str

    @property
    def changed(self) -> bool:
        return self.chosen != self.default


def offers(setup: SetupView) -> tuple[Offer, ...]:
    chosen = dict(setup.options)
    told = ((rule, _told(rule)) for rule in house_rules(setup.edition, setup.modules))
    return tuple(
        Offer(rule.name, rule.group, words, rule.default, chosen.get(rule.name, rule.default))
        for rule, words in told
        if words
    )


def groups(setup: SetupView) -> tuple[tuple[str, tuple[Offer, ...]], ...]:
    """What can be chosen, by what it is about; first the few that tables argue about. Empty groups are left out."""
    found = {one.name: one for one in offers(setup)}
    argued = [found[name] for name in ARGUED if name in found][:ARGUED_MOST]
    rest = [one for one in found.values() if one not in argued]
    grouped = {"argued": argued} | {group.value: [one for one in rest if one.group is group] for group in Group}
    return tuple((group, tuple(some)) for group, some in grouped.items() if some)


def kept(edition: str, modules: tuple[str, ...], options: Options) -> Options:
    """Those of the chosen options that change something here and that somebody could read before choosing them."""
    offered = {rule.name: rule for rule in house_rules(edition, modules)}
    return tuple(
        (name, word)
        for name, word in options
        if name in offered and word in _told(offered[name]) and word != offered[name].default
    )


def _told(rule: HouseRule) -> tuple[str, ...]:
    """The words that have a sentence; none unless there is a choice to be made, and the default can be read too."""
    say = Speech(FALLBACK)
    words = tuple(word for word in rule.words if say.has(f"option.{rule.name}.{word}"))
    return words if say.has(f"option.{rule.name}") and rule.default in words and len(words) > 1 else ()
