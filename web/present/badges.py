"""What stands on each player's badge: letters of the name that tell it apart from all others."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping
from itertools import count


def badges(names: Mapping[int, str]) -> Mapping[int, str]:
    """By the badge's colour, in the order of the seats: the first letter, or it with another one, as three are too
    small to be read from across the table; the seat's place where all of these are others'."""
    ways = {colour: _ways(name) for colour, name in names.items()}
    shared = Counter(way for some in ways.values() for way in some)
    found = {colour: next((way for way in some if shared[way] == 1), "") for colour, some in ways.items()}
    for place, (colour, some) in enumerate(ways.items(), start=1):
        given = set(found.values())
        found[colour] = found[colour] or next((way for way in some if way not in given), _free(place, given))
    return found


def _free(place: int, given: set[str]) -> str:
    """That place, or where a name is a number the next one that nobody has."""
    return next(number for number in map(str, count(place)) if number not in given)


def _ways(name: str) -> tuple[str, ...]:
    """The likeliest to be understood first, each once; what joins the parts of an emoji is not seen."""
    first = _first(name)
    seen = [letter for letter in name[len(first) :] if letter.isalnum()]
    return tuple(dict.fromkeys([first.capitalize(), *((first + letter).capitalize() for letter in seen)]))


def _first(name: str) -> str:
    """The first letter with the accents and vowels that are written on it, a flag, or an emoji in its colour."""
    end = 2 if len(name) > 1 and all(letter in _FLAG_LETTERS for letter in name[:2]) else 1
    while end < len(name) and (name[end] in _SKIN_COLOURS or unicodedata.category(name[end])[0] == "M"):
        end += 1
    return name[:end]


_FLAG_LETTERS = tuple(map(chr, range(0x1F1E6, 0x1F200)))  # two of them are a flag, one is half of it
_SKIN_COLOURS = tuple(map(chr, range(0x1F3FB, 0x1F400)))
