"""Sentences in the reader's language, from gettext catalogues keyed by code. No game, no templates."""

from __future__ import annotations

import gettext
import io
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import polib
from flask import Request

from companion.sight.hints import Hint

FOLDER = Path(__file__).parent / "translations"
FALLBACK = "en"
COOKIE = "lang"


@cache
def languages() -> dict[str, str]:
    """Code -> its own name, for every catalogue that is installed."""
    return {code: _catalogue(code).gettext("language.name") for code in _codes()}


@cache
def _codes() -> tuple[str, ...]:
    """Every catalogue that is installed, none of which need be read for that."""
    return tuple(sorted(path.parent.parent.name for path in FOLDER.glob("*/LC_MESSAGES/web.po")))


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    """The sentences as they are written, without a compiled file beside them: some 20 ms a language, once."""
    written = polib.pofile(str(FOLDER / code / "LC_MESSAGES" / "web.po"), encoding="utf-8")
    main = gettext.GNUTranslations(io.BytesIO(written.to_binary()))
    if code != FALLBACK:
        main.add_fallback(_catalogue(FALLBACK))
    return main


def pick(wish: str | None, accepted: list[str]) -> str:
    """The language to answer in: what this phone chose, else what its browser asks for, else English."""
    known = _codes()
    if wish in known:
        return wish
    for tag in accepted:
        code = tag.split("-")[0].split("_")[0].lower()
        if tag in known or code in known:
            return tag if tag in known else code
    return FALLBACK


def speech_of(request: Request) -> Speech:
    """In the language of whoever asks."""
    return Speech(pick(request.cookies.get(COOKIE), list(request.accept_languages.values())))


class Speech:
    """One language. Calling it with a key and facts gives a sentence."""

    def __init__(self, code: str) -> None:
        self.code = code
        self._texts = _catalogue(code)

    def __call__(self, key: str, **facts: object) -> str:
        return fill(self._texts.gettext(key), facts)

    def many(self, key: str, count: int, **facts: object) -> str:
        return fill(self._texts.ngettext(key, key, count), {"count": count, **facts})

    def hint(self, hint: Hint) -> str:
        return self(f"hint.{hint.code}", **hint.facts)

    def has(self, key: str) -> bool:
        return self._texts.gettext(key) != key

    def has_many(self, key: str) -> bool:
        return self._texts.ngettext(key, key, 1) != key

    def first(self, *keys: str, **facts: object) -> str:
        """The sentence of the first key that has one."""
        return self(next((key for key in keys if self.has(key)), keys[-1]), **facts)

    def join(self, parts: list[str]) -> str:
        """`a, b and c`."""
        if len(parts) < 2:
            return "".join(parts)
        return self("list.and", rest=", ".join(parts[:-1]), last=parts[-1])

    def either(self, parts: list[str]) -> str:
        """`a, b or c`."""
        if len(parts) < 2:
            return "".join(parts)
        return self("list.or", rest=", ".join(parts[:-1]), last=parts[-1])


def in_english(hint: Hint) -> str:
    """For JSON that scripts rely on, whatever the computer's language; it travels to other processes."""
    return Speech(FALLBACK).hint(hint)


def fill(text: str, facts: Mapping[str, object]) -> str:
    """Put facts into a sentence; an unknown name stays readable instead of breaking a page in the middle of a game."""
    return text.format_map(_Facts(facts)) if "{" in text else text


class _Facts(dict[str, object]):
    def __missing__(self, name: str) -> str:
        return "…"
