"""Every sentence is there in every language."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from catalogues import CATALOGUES, EVERY, names

from companion.editions import EDITIONS, MODULES
from companion.editions.cards import Mark
from companion.live.proposal import ProposalKind, WaitsFor
from companion.state.events import CardsTraded
from companion.views import lines
from web.language import FOLDER, Speech, fill, languages, pick

WEB = FOLDER.parent
COMPANION = WEB.parent / "companion"


@pytest.mark.parametrize("language", EVERY)
def test_a_catalogue_has_every_sentence_and_no_other(language):
    assert EVERY[language].keys() == EVERY["en"].keys()
    assert [key for key, texts in EVERY[language].items() if not all(texts)] == []


@pytest.mark.parametrize("language", EVERY)
def test_a_translated_sentence_uses_the_same_facts(language):
    def facts(texts: tuple[str, ...]) -> set[str]:
        return {name for text in texts for name in re.findall(r"{(\w+)}", text)} - {"count"}

    assert {key: facts(texts) for key, texts in EVERY[language].items()} == {
        key: facts(texts) for key, texts in EVERY["en"].items()
    }


@pytest.mark.parametrize("po", CATALOGUES, ids=names)
def test_no_key_is_written_twice(po):
    keys = Counter(re.findall(r'^msgid "(.+)"$', po.read_text("utf-8"), re.M))
    assert [key for key, times in keys.items() if times > 1] == []


@pytest.mark.parametrize(("language", "other"), [("en", r"discard(?!s\b| pile\b)"), ("es", r"\btir(ar|and|a\b|as\b)")])
def test_there_is_one_word_for_throwing_a_card_away(language, other):
    """A discard lies on the discard pile; the deed is to throw a card away, in Spanish descartar."""
    texts = {key: text for key, texts in EVERY[language].items() for text in texts}
    assert [key for key, text in texts.items() if re.search(other, text, re.I)] == []


PORTUGALS = r"\b(monitor|ecrã|telemóvel|câmara|ficheiro|equipa|já não|meia-volta|revistas|à espera|a contar)\b"


def test_portuguese_is_brazils_throughout():
    """It began a round of Brazil's and turned a goal round as in Portugal."""
    texts = [(key, text) for key, all_ in EVERY["pt"].items() for text in all_]
    assert [key for key, text in texts if re.search(PORTUGALS, text, re.I)] == []


@pytest.mark.parametrize(
    ("language", "other"), [("en", r"\bha(ve you|s {name})\?|dealt with you|\bdo not do it"), ("es", "quitada")]
)
def test_nobody_is_asked_or_told_stiffly(language, other):
    texts = [(key, text) for key, all_ in EVERY[language].items() for text in all_]
    assert [key for key, text in texts if re.search(other, text, re.I)] == []


def used_keys() -> set[str]:
    """Keys written out in templates and code; those put together from codes are checked below."""
    texts = [
        path.read_text("utf-8")
        for path in [*WEB.rglob("*.html"), *WEB.rglob("*.py"), *(COMPANION / "door").glob("*.py")]
    ]
    calls = re.findall(r"""(?:say|speech\(\))(?:\.many|\.first)?\(\s*['"]([\w.]+)['"]\s*[,)]""", "\n".join(texts))
    return {key for key in calls if "." in key}


def test_no_french_line_begins_with_a_mark_that_belongs_to_the_word_before():
    loose = re.compile(r" [:;?!»]|« ")
    assert [key for key, texts in EVERY["fr"].items() if any(map(loose.search, texts))] == []


def test_no_page_puts_a_mark_behind_a_sentence_by_itself():
    """Before a colon French has a space: "Règles: Saboteur 2" was read on the table screen."""
    marked = {
        path.name for path in WEB.rglob("*.html") if re.search(r"}}(</\w+>)?\s*[:;?!][\s<]", path.read_text("utf-8"))
    }
    assert marked == set()


def test_every_sentence_that_a_page_asks_for_exists():
    assert used_keys() - EVERY["en"].keys() == set()
    assert len(used_keys()) > 100


def test_the_terminal_has_no_sentence_that_nobody_says():
    said = {key for key in used_keys() if key.startswith("terminal.")}
    assert said == {key for key in EVERY["en"] if key.startswith("terminal.")}


def codes(pattern: str, *folders: str) -> set[str]:
    texts = [path.read_text("utf-8") for name in folders for path in (COMPANION / name).rglob("*.py")]
    return set(re.findall(pattern, "\n".join(texts)))


def test_every_line_of_the_story_has_a_sentence():
    told = set(
        re.findall(r'"([a-z_]+)", (?:\{|facts|dict)|_seat\("([a-z_]+)"\)', Path(lines.__file__).read_text("utf-8"))
    )
    signed = {f"{code}_by_{who}" for code in codes(r'_signed\(\s*"([a-z_]+)"', "live") for who in ("seat", "table")}
    asked = {one or other for one, other in told} | codes(r'Note\(\s*"([a-z_]+)"', "live", "demo") | signed
    assert len(asked) > 35
    assert {code for code in asked if f"line.{code}" not in EVERY["en"]} == set()


def test_a_card_before_a_player_that_is_traded_is_told_by_its_own_name():
    codes = [lines.line_for(CardsTraded(0, None, mark), None, entry=1)[0] for mark in (*Mark, "asleep")]
    assert codes == [*(f"traded_{mark}" for mark in Mark), "traded_asleep"]
    assert {code for code in codes[:-1] if f"line.{code}" not in EVERY["en"]} == set()


def test_every_edition_and_variant_is_explained():
    keys = [one.key for one in (*EDITIONS, *MODULES)]
    assert [key for key in keys for part in ("name", "about") if f"edition.{key}.{part}" not in EVERY["en"]] == []


def test_every_question_of_the_camera_has_words():
    assert {what for what in ProposalKind if f"proposal.{what}" not in EVERY["en"]} == set()


def test_every_doubt_of_the_camera_has_a_sentence():
    assert {why for why in WaitsFor if f"problem.{why}" not in EVERY["en"]} == {
        WaitsFor.ILLEGAL
    }  # its headline says it


@pytest.mark.parametrize(("wish", "accepted", "language"), [
    (None, ["es-MX", "en"], "es"), (None, ["qaa", "qab"], "en"), ("es", ["en"], "es"), ("xx", ["es"], "es"),
    (None, [], "en"), (None, ["en-GB", "es"], "en"), ("../../etc", ["es"], "es"),
])  # fmt: skip
def test_the_reader_gets_the_best_language_there_is(wish, accepted, language):
    assert pick(wish, accepted) == language


def test_each_language_is_called_by_its_own_name():
    assert languages() == {
        "de": "Deutsch", "en": "English", "es": "Español", "fr": "Français", "it": "Italiano", "pt": "Português",
    }  # fmt: skip


def test_a_fact_that_is_missing_does_not_break_the_page():
    assert fill("{name} has {gold}", {"name": "Ana"}) == "Ana has …"


def test_many_follows_the_grammar_of_the_language():
    assert Speech("es").many("nuggets", 1) == "1 pepita"
    assert Speech("es").many("nuggets", 3) == "3 pepitas"
    assert Speech("fr").many("nuggets", 0) == "0 pépite"
