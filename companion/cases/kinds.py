"""Which kind of JSON a case has under which key, which words where there are few, and what is counted. What it says is
read elsewhere.

A key that is not in here may hold anything: nobody reads it, or who reads it says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from companion.cases.read import CARD_KINDS
from companion.editions.cards import GoalKind, Tool
from companion.editions.parameters import Direction
from companion.maze.faces import Door
from companion.maze.geometry import Side

TEXT, NUMBER, TRUTH, LIST, OBJECT, NULL = "text", "number", "truth", "list", "object", "null"

_KEYS = {  # the last key of a place, or its last two; [] is an entry of a list
    TEXT: """action.card broken[][] direction door edition goal kind move open player.broken[] role side tool tools[]
        true_open use what links[] order[] routes[][] true_links[]""",
    NUMBER: """actor connections[] crystals deck discard discards hand hands[] input.players n other owner payer
        played_at players[].gold round rounds seat thieves[].gold value x y""",
    TRUTH: "face_down ladder rotated reached reversed sideways",
    LIST: """board.cards board.dwarves cards cells goal_cell last links player.broken players routes routes[]
        state.broken state.broken[] thieves tools true_links""",
    OBJECT: """action board board.cards[] board.dwarves[] candidate choices input options player players[] state
        thieves[] to""",
}
KINDS: dict[str, tuple[str, ...]] = {
    **{name: (kind,) for kind, names in _KEYS.items() for name in names.split()},
    "players[].broken": (NUMBER, TRUTH),
    "finisher": (NUMBER, NULL),
}
WORDS: dict[str, Collection[str]] = {
    **dict.fromkeys(("broken[][]", "player.broken[]", "tool", "tools[]", "use"), tuple(Tool)),
    "cards[].goal": tuple(GoalKind),
    "direction": tuple(Direction),
    **dict.fromkeys(("door", "routes[][]"), tuple(Door)),
    "kind": CARD_KINDS,
    "side": tuple(side.name for side in Side),
}
NO_COUNTS = ("x", "y")  # of a cell; every other number counts something
MOST = {"players[].broken": len(Tool)}
OR_NULL = ("options", "links", "true_links")  # there null is the same as no such key


def wrong_kind(value: Any, place: str) -> tuple[tuple[str, ...], str] | None:
    """The kinds that may stand at this place of a case, and the one that does; None where it may.

    place : such as `board.cards[2].open`. A text or a yes that is not given may be null, and 1 is as good as true.
    """
    names = _names(place)
    wanted = next((KINDS[name] for name in names if name in KINDS), None)
    found = kind_of(value)
    if wanted is None or found in wanted:
        return None
    may_lack = wanted in ((TEXT,), (TRUTH,)) and not place.endswith("]")
    if found == NULL and (names[-1] in OR_NULL or may_lack):
        return None
    return None if found == NUMBER and wanted == (TRUTH,) else (wanted, found)


def other_words(value: Any, place: str) -> Collection[str]:
    """The words of which one has to stand at this place, where another text does; empty where it may."""
    words = next((WORDS[name] for name in _names(place) if name in WORDS), ())
    return () if not isinstance(value, str) or value in words else words


def no_count(value: Any, place: str) -> bool:
    """A number stands at this place with which nothing can be counted: negative, not whole or beyond the most."""
    names = _names(place)
    counts = any(NUMBER in KINDS.get(name, ()) for name in names) and names[-1] not in NO_COUNTS
    if not counts or kind_of(value) != NUMBER:
        return False
    most = most_at(place)
    return isinstance(value, float) or value < 0 or (most is not None and value > most)


def most_at(place: str) -> int | None:
    """The highest number that may stand at this place; None where there is no end."""
    return next((MOST[name] for name in _names(place) if name in MOST), None)


def _names(place: str) -> tuple[str, str]:
    """Under which a place of a case is listed here: its last two keys, then its last."""
    parts = re.sub(r"\d+", "", place).split(".")
    return ".".join(parts[-2:]), parts[-1]


def kind_of(value: Any) -> str:
    if value is None:
        return NULL
    kinds = {bool: TRUTH, int: NUMBER, float: NUMBER, str: TEXT, list: LIST}
    return kinds.get(type(value), OBJECT)
