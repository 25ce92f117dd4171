"""Whether two names are one to those who read them. Which letters a name may have: see live.tokens."""

from __future__ import annotations

import unicodedata

# The letters of Cyrillic and Greek that look like Latin ones, in that order: the part of Unicode's confusables (UTS 39)
# that keyboards of our guests have. No library for all scripts is well kept (the last release of the most used one is
# of January 2024).
_LATIN = {
    **str.maketrans("АВЕЅІЈКМНОРСТУХаеѕіјорсухԁһԛԝ", "ABESIJKMHOPCTYXaesijopcyxdhqw"),
    **str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχ", "ABEZHIKMNOPTYXaikvopux"),
}
_ANY = "\0"  # a letter that may look like any


def same_name(one: str, other: str) -> bool:
    """Tell whether two names read the same, whatever their capitals and the scripts of letters that look like Latin."""
    return one.casefold() == other.casefold() or _look_alike(_drawn(one), _drawn(other))


def _drawn(name: str) -> str:
    """Return the name in small Latin letters, as far as others look like them, with its accents. Of a word with Latin
    letters, any other letter that has capitals may look like any."""
    latin = unicodedata.normalize("NFKD", name).translate(_LATIN).casefold().translate(_LATIN)
    return " ".join(_doubted(word) for word in latin.split())


def _doubted(word: str) -> str:
    if not any(map(_is_latin, word)):
        return word
    return "".join(_ANY if letter.lower() != letter.upper() and not _is_latin(letter) else letter for letter in word)


def _is_latin(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith("LATIN")


def _look_alike(one: str, other: str) -> bool:
    return len(one) == len(other) and all(a == b or _ANY in (a, b) for a, b in zip(one, other, strict=True))
