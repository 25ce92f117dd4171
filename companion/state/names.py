"""Whether two names are one to those who read them. Which letters a name may have: see live.tokens."""

from __future__ import annotations

import unicodedata

# The letters of Cyrillic and Greek that look like Latin ones, in that order: the part of Unicode's confusables (UTS 39)
# that keyboards of our guests have. No library for all scripts is well kept (the last release of the most used one is
# of January 2024).
_CYRILLIC = "АВЕЅІЈКМНОРСТУХ" + "аеѕіјорсухԁһԛԝ", "ABESIJKMHOPCTYX" + "aesijopcyxdhqw"
_GREEK = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "αικνορυχ", "ABEZHIKMNOPTYX" + "aikvopux"
_LATIN = str.maketrans("".join((_CYRILLIC[0], _GREEK[0])), "".join((_CYRILLIC[1], _GREEK[1])))


def same_name(one: str, other: str) -> bool:
    """Capitals make no difference, nor does it matter from which script a letter comes that looks like a Latin one."""
    return one.casefold() == other.casefold() or _drawn(one) == _drawn(other)


def _drawn(name: str) -> str:
    """The name in Latin letters, as far as others look like them, with its accents."""
    return unicodedata.normalize("NFKD", name).translate(_LATIN).casefold()
