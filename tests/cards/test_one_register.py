"""The register is the only list of cards: nobody else names two of them, and every card of every box is in it."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from companion.cards import register
from companion.cards.register import AnyCard, card_named, cards, chest, kinds
from companion.editions import EDITIONS, MODULES
from companion.editions.boxes import BASE_ACTIONS
from companion.editions.compose import compose
from web.language import languages

ROOT = Path(__file__).parents[2]
LISTS = ("companion/cards/", "companion/editions/")  # the register, the cards themselves, and the boxes
CASES = "companion/cases/"  # plays published cases with the cards that they name
SOURCES = [path for top in ("companion", "web") for kind in ("*.py", "*.html") for path in (ROOT / top).rglob(kind)]


def names_of(card: AnyCard) -> set[str]:
    """How code would name it: its key as a string, its command and its events, as a journal writes them, too."""
    events = [one.event for one in card.events]
    words = (card.key, *(event.WORD for event in events))
    return {*(f"{quote}{word}{quote}" for word in words for quote in "\"'"), card.command.__name__,
            *(event.__name__ for event in events)}  # fmt: skip


def names_besides() -> dict[str, set[str]]:
    """The same of what chests, goals and postcards ask and bring about, one by one, as several chests share some."""
    known = set().union(*map(names_of, cards()))
    return {kind.__name__: {kind.__name__} for kind in kinds() if kind.__name__ not in known}


@cache
def keys_of_names() -> dict[str, list[str]]:
    """Return for each name the cards, or commands and events of what lies in the maze, that it stands for."""
    found: dict[str, list[str]] = {}
    for key, names in [*((card.key, names_of(card)) for card in cards()), *names_besides().items()]:
        for name in names:
            found.setdefault(name, []).append(key)
    return found


@cache
def any_name() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, keys_of_names()))})(?!\w)")


def named_in(text: str) -> set[str]:
    """Return every card, and every command and event of what lies in the maze, that a text names."""
    return {key for name in any_name().findall(text) for key in keys_of_names()[name]}


def test_nobody_but_the_register_and_the_boxes_lists_cards() -> None:
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in SOURCES}
    named = {where: named_in(text) for where, text in texts.items() if not where.startswith((*LISTS, CASES))}
    assert {where: cards for where, cards in named.items() if len(cards) > 1} == {}


ASK_THE_REGISTER = (
    "rules/decide", "rules/evolve", "rules/turn", "rules/playable", "rules/options", "live/undo", "live/store",
    "live/story", "live/handling", "state/codec", "views/lines", "views/offers", "rules/moves", "rules/away",
    "demo/policy", "live/stacks", "live/propose", "live/proposal",
)  # fmt: skip


def test_who_asks_the_register_names_no_card() -> None:
    named = {room: named_in((ROOT / f"companion/{room}.py").read_text(encoding="utf-8")) for room in ASK_THE_REGISTER}
    assert {room: cards for room, cards in named.items() if cards} == {}


def test_who_tells_of_questions_names_only_the_one_that_is_called_like_its_card() -> None:
    """Whether anybody vetoes is asked whatever card says so: the pages' word for it is that of today's only one."""
    for room in ("views/project_asks", "demo/policy_cards"):
        assert named_in((ROOT / f"companion/{room}.py").read_text(encoding="utf-8")) == {"veto"}, room


def test_forms_panels_and_moments_name_no_card() -> None:
    for room in ("card_verbs", "forms", "answers", "present/panels", "present/drawings", "present/moments"):
        assert named_in((ROOT / f"web/{room}.py").read_text(encoding="utf-8")) == set(), room


def test_a_module_of_a_card_names_no_other_but_what_they_share() -> None:
    for card in cards():
        path = next(path for path in (ROOT / "companion/cards").glob("*.py") if defines(path, card))
        assert named_in(path.read_text(encoding="utf-8")) <= {card.key, *sharing(card)}, path.name


def defines(path: Path, card: AnyCard) -> bool:
    return re.search(rf"class {card.command.__name__}\(", path.read_text(encoding="utf-8")) is not None


def sharing(card: AnyCard) -> set[str]:
    """Cards that bring about the same kind of event."""
    events = {one.event for one in card.events}
    return {other.key for other in cards() if events & {one.event for one in other.events}}


def test_every_card_of_every_box_is_in_the_register() -> None:
    modules = [card.deed for module in MODULES for card in module.adds_actions]
    boxes = [card.deed for box in EDITIONS for card in compose(box.key).actions]
    assert {card_named(deed).key for deed in (*modules, *boxes)} == {card.key for card in cards()}


@pytest.mark.parametrize("field", ["pending", "command"])
def test_a_question_that_two_answers_claim_is_refused_where_the_register_is_made(field: str, monkeypatch) -> None:
    """The last of them won silently."""
    answer = chest(6).answer
    assert answer is not None
    other = {"pending": "command", "command": "pending"}[field]
    twice = replace(chest(6), number=11, answer=replace(answer, **{other: getattr(chest(8).answer, other)}))
    monkeypatch.setattr(register, "_CHESTS", (chest(6), twice))
    kind = getattr(answer, field).__name__
    with pytest.raises(TypeError, match=f"{kind} stands in two answers"), register.one_more(card_named("map")):
        pass


def test_every_card_says_which_rules_it_carries_out() -> None:
    assert all(card.rules for card in cards())


def test_no_two_kinds_of_cards_share_a_word() -> None:
    words = [(kind.__mro__[1], kind.WORD) for kind in kinds()]
    assert len(words) == len(set(words))


def test_what_a_card_touches_is_its_module_its_line_its_box_its_picture_and_its_texts() -> None:
    said = subprocess.run(
        ["git", "grep", "-l", "-I", "-i", "-e", "swap_hats", "-e", "SwapHats", "--", "companion", "web"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert sorted(said.stdout.split()) == [
        "companion/cards/register.py",
        "companion/cards/swap_hats.py",
        "companion/editions/boxes.py",
        "web/templates/symbols_boxes.html",
        *(f"web/translations/{language}/LC_MESSAGES/web.po" for language in languages()),
    ]


def test_digests_of_what_is_played_are_those_of_old_journals() -> None:
    """A night that an older program kept is not told that the rules have changed because a name has another type."""
    assert repr(BASE_ACTIONS[0]).startswith("ActionCards(deed=<Deed.BREAK: 'break'>, copies=3, tools=")
