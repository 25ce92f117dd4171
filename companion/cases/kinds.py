"""Which kind of JSON a case has under which key, which words where there are few, and which numbers. What it says is
read elsewhere.

A number is whole, written 4 or 4.0: of a cell from -999 to 999, any other from 0, as it counts something.

A key that is not in here may hold anything: nobody reads it, or who reads it says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
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
    NUMBER: """actor cards[] cells[][] connections[] crystals deck discard discards goal_cell[] hand hands[]
        input.amount input.effect input.laid input.players input.sack input.starter input.take input.taken last[] n
        nuggets[] other owner payer played_at players[].gold round rounds seat target[] targets[][] thieves[].gold
        value x y""",
    TRUTH: "face_down ladder rotated reached reversed sideways",
    LIST: """board.cards board.dwarves cards cells goal_cell last links player.broken players routes routes[]
        state.broken state.broken[] thieves tools true_links""",
    OBJECT: """action board board.cards[] board.dwarves[] candidate choices input options player players[] state
        thieves[] to""",
}
KINDS: dict[str, tuple[str, ...]] = {
    **{name: (kind,) for kind, names in _KEYS.items() for name in names.split()},
    "players[].broken": (NUMBER, TRUTH),
    **dict.fromkeys(("choices.", "finisher", "last_card", "last_pass", "last_path"), (NUMBER, NULL)),
    "nuggets": (NUMBER, LIST),
    "action.target": (NUMBER, LIST, OBJECT, NULL),  # a seat or a cell
    **dict.fromkeys(("cells[]", "target", "targets[]"), (LIST, OBJECT)),
    "targets": (LIST, NULL),
}
WORDS: dict[str, Collection[str]] = {
    **dict.fromkeys(("broken[][]", "player.broken[]", "tool", "tools[]", "use"), tuple(Tool)),
    "cards[].goal": tuple(GoalKind),
    "direction": tuple(Direction),
    **dict.fromkeys(("door", "routes[][]"), tuple(Door)),
    "kind": CARD_KINDS,
    "side": tuple(side.name for side in Side),
}
OF_A_CELL = ("x", "y", "last[]", "goal_cell[]", "target[]", "targets[][]", "cells[][]")
MOST = 999  # more than anything at a table, and played in less than half a second
REMEMBERED = 4096  # places: those of a file of cases recur with each of them
MOST_AT = {"players[].broken": len(Tool)}
OR_NULL = ("options", "links", "true_links")  # there null is the same as no such key


def wrong_kind(value: Any, place: str) -> tuple[tuple[str, ...], str] | None:
    """The kinds that may stand at this place of a case, and the one that does; None where it may.

    place : such as `board.cards[2].open`. A text or a yes that is not given may be null, and 1 is as good as true.
    """
    wanted = _kinds(place)
    found = kind_of(value)
    if not wanted or found in wanted:
        return None
    may_lack = wanted in ((TEXT,), (TRUTH,)) and not place.endswith("]")
    if found == NULL and (_names(place)[-1] in OR_NULL or may_lack):
        return None
    return None if found == NUMBER and wanted == (TRUTH,) else (wanted, found)


def other_words(value: Any, place: str) -> Collection[str]:
    """The words of which one has to stand at this place, where another text does; empty where it may."""
    words = next((WORDS[name] for name in _names(place) if name in WORDS), ())
    return () if not isinstance(value, str) or value in words else words


def whole(value: Any) -> Any:
    """The same, where it is a whole number as an int: in JSON 4.0 is 4."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def bounds_broken(value: Any, place: str) -> tuple[int, int] | None:
    """The least and the most that may stand at this place, where another number does, or one that is not whole."""
    if kind_of(value) != NUMBER or NUMBER not in _kinds(place):
        return None
    names = _names(place)
    most = next((MOST_AT[name] for name in names if name in MOST_AT), MOST)
    least = -MOST if names[-1] in OF_A_CELL else 0
    return None if isinstance(value, int) and least <= value <= most else (least, most)


@lru_cache(REMEMBERED)
def _kinds(place: str) -> tuple[str, ...]:
    """Those that may stand there; none where anything may."""
    return next((KINDS[name] for name in _names(place) if name in KINDS), ())


@lru_cache(REMEMBERED)
def _names(place: str) -> tuple[str, str]:
    """Under which a place of a case is listed here: its last two keys, then its last."""
    parts = re.sub(r"\d+", "", place).split(".")
    return ".".join(parts[-2:]), parts[-1]


def kind_of(value: Any) -> str:
    if value is None:
        return NULL
    kinds = {bool: TRUTH, int: NUMBER, float: NUMBER, str: TEXT, list: LIST}
    return kinds.get(type(value), OBJECT)
