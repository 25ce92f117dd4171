"""How wide a label's longest word is, so that it can be written small enough never to break. No markup."""

from __future__ import annotations

from math import ceil

# In ems, rounded up, of a bold sans serif as wide as any that phones have; measured in DejaVu Sans Bold.
_NARROW, _THIN, _LEAN, _USUAL, _WIDE = 0.39, 0.5, 0.6, 0.72, 1.05
_WIDTHS_EM = {
    **dict.fromkeys("ijlíìîïI!¡.,'’", _NARROW),
    **dict.fromkeys("ftrJ-", _THIN),
    **dict.fromkeys("csz", _LEAN),
    **dict.fromkeys("mwœMWŒ", _WIDE),
}
_CAPITAL = 0.84
LEAST, MOST = 6, 26  # half ems; the style sheet has a size for each


def fit(text: str) -> str:
    """The class that gives a label the size at which its longest word fits its card or button."""
    widest = max((_width_em(word) for word in text.replace("-", "- ").split()), default=0.0)
    return f"em-{min(MOST, max(LEAST, ceil(widest * 2)))}"


def _width_em(word: str) -> float:
    return sum(_WIDTHS_EM.get(letter, _CAPITAL if letter.isupper() else _USUAL) for letter in word)
