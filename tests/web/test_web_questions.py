"""Whoever adds a question in the middle of a turn reads here what it still lacks, and where that goes."""

from __future__ import annotations

import re
from dataclasses import MISSING, dataclass, fields, replace
from pathlib import Path
from random import Random

import pytest
from killed_questions import QUESTIONS as NIGHTS
from random_cards import MORE_MOVES
from sample_card_views import ASK_OFFERS, ASKS
from sample_views import PHONE_VIEWS, TABLE

from companion.cards import register
from companion.cards.found import Answer
from companion.cards.register import AnyAnswer, answer_named, answers, card_named, chest, one_more
from companion.demo import policy_cards
from companion.demo.mind import Mind
from companion.state.words import Command
from companion.views.model import AskView, OffersView
from companion.views.project_asks import QUESTIONS, TOLD
from web.answers import ANSWERS
from web.card_verbs import verb_of_answer
from web.language import FALLBACK, Speech
from web.present.page import Page
from web.present.selection import Selection

TEMPLATES = Path(__file__).parents[2] / "web" / "templates"
SYMBOLS = set(re.findall(r'id="i-(\w+)"', "".join(one.read_text("utf-8") for one in TEMPLATES.glob("symbols*.html"))))
NOT_IN_THE_DEMO = ("midway", "tell_chest")  # of printed cards, and of one that chance lays
CHEST = 8  # which asks something


def needs(key: str) -> dict[str, bool]:
    """What every question needs, with its place, and whether it is there."""
    say = Speech(FALLBACK)
    page = Page(replace(TABLE, ask=AskView(key, 0, (0,), mine=True)), say, Selection(), "/")
    answer = answer_named(key)
    sentences = (f"asked.{key}", f"turn.mine.ask.{key}", f"turn.other.ask.{key}")
    return {
        **{f"web/translations: {one}": say.has(one) for one in sentences},
        f"web/templates/symbols_boxes.html: i-{page.ask_icon}, or the icon of another": page.ask_icon in SYMBOLS,
        f"web/templates: {page.ask_template}": (TEMPLATES / page.ask_template).exists(),
        f"tests/web/sample_card_views.py: {key}": key in ASKS,
        f"companion/demo/policy_cards.py: {key}": key in NOT_IN_THE_DEMO or is_answered_in_the_demo(key),
        **(needs_of_a_chest(key, answer) if answer else {}),
    }


def needs_of_a_chest(key: str, answer: AnyAnswer) -> dict[str, bool]:
    asked, verb = answer.pending.__name__, verb_of_answer(answer)
    more = {field.name for field in fields(answer.pending)} - {"seat", "targets"}
    filled = {name for ask in answer.asks for name in ask.fields}
    said = {field.name for field in fields(answer.command) if field.default is MISSING}
    return {
        f"companion/views/project_asks.py: {asked}": answer.pending in TOLD or not more,
        f"web/answers.py: {verb}": verb in ANSWERS or said <= filled,
        f"tests/rules/random_cards.py: {asked}": answer.pending in MORE_MOVES,
        f"tests/live/killed_questions.py: {key}": key in NIGHTS,
    }


def is_answered_in_the_demo(key: str) -> bool:
    """By a simulated player who is asked as in the sample view."""
    if key not in ASKS:
        return False
    view = replace(PHONE_VIEWS["play"], ask=ASKS[key], offers=ASK_OFFERS.get(key, OffersView()))
    try:
        return policy_cards.answer(view, Mind(Random(key))) is not None
    except TypeError:  # the command wants more than is said
        return False


def lacks(key: str) -> list[str]:
    return [what for what, is_there in needs(key).items() if not is_there]


@pytest.mark.parametrize("key", [*QUESTIONS.values(), *(answer.key for answer in answers())])
def test_a_question_in_the_middle_of_a_turn_has_all_that_it_needs(key: str) -> None:
    assert lacks(key) == []


@dataclass(frozen=True)
class Guessing:
    """One of these numbers is to be guessed."""

    seat: int
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Guess(Command, word="guess"):
    number: int


def test_of_a_new_question_all_is_told_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    guess: AnyAnswer = Answer("guess", Guess, Guessing, lambda game, pending, command: (), lambda game, pending: ())
    monkeypatch.setattr(register, "_CHESTS", (replace(chest(CHEST), answer=guess),))
    with one_more(card_named("map")):
        assert lacks("guess") == [
            "web/translations: asked.guess",
            "web/translations: turn.mine.ask.guess",
            "web/translations: turn.other.ask.guess",
            "web/templates/symbols_boxes.html: i-guess, or the icon of another",
            "web/templates: asked/guess.html",
            "tests/web/sample_card_views.py: guess",
            "companion/demo/policy_cards.py: guess",
            "companion/views/project_asks.py: Guessing",
            "web/answers.py: guess",
            "tests/rules/random_cards.py: Guessing",
            "tests/live/killed_questions.py: guess",
        ]
