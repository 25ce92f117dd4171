"""Which kind of JSON a case has under which key. What a value says is read elsewhere; here is only whether it can be.

A key that is not in here may hold anything: nobody reads it, or who reads it says what is wrong with it.
"""

from __future__ import annotations

import re
from typing import Any

TEXT, NUMBER, TRUTH, LIST, OBJECT, NULL = "text", "number", "truth", "list", "object", "null"

_KEYS = {  # the last key of a place, or its last two; [] is an entry of a list
    TEXT: """edition direction goal move open role shape side tool true_open use what links[] order[] routes[][]
        true_links[]""",
    NUMBER: """actor connections[] crystals deck discard discards hand hands[] n other owner payer played_at round
        rounds seat thieves[].gold value x y""",
    TRUTH: "face_down ladder rotated reached reversed sideways",
    LIST: "board.cards board.dwarves cards cells goal_cell last links routes routes[] thieves true_links",
    OBJECT: """action board board.cards[] board.dwarves[] candidate choices input options player players[] state
        thieves[] to""",
}
KINDS: dict[str, tuple[str, ...]] = {
    **{name: (kind,) for kind, names in _KEYS.items() for name in names.split()},
    "players": (LIST, NUMBER),
    "finisher": (NUMBER, NULL),
}
OR_NULL = ("options", "links", "true_links")  # there null is the same as no such key


def wrong_kind(value: Any, place: str) -> tuple[tuple[str, ...], str] | None:
    """The kinds that may stand at this place of a case, and the one that does; None where it may.

    place : such as `board.cards[2].open`. A text or a yes that is not given may be null, and 1 is as good as true.
    """
    parts = re.sub(r"\d+", "", place).split(".")
    wanted = next((KINDS[name] for name in (".".join(parts[-2:]), parts[-1]) if name in KINDS), None)
    found = kind_of(value)
    if wanted is None or found in wanted:
        return None
    if found == NULL and (parts[-1] in OR_NULL or wanted in ((TEXT,), (TRUTH,))):
        return None
    return None if found == NUMBER and wanted == (TRUTH,) else (wanted, found)


def kind_of(value: Any) -> str:
    if value is None:
        return NULL
    kinds = {bool: TRUTH, int: NUMBER, float: NUMBER, str: TEXT, list: LIST}
    return kinds.get(type(value), OBJECT)
