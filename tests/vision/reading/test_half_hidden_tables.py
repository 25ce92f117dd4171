"""With things over cards, even over the start card, or on a cloth of crossings, a table is not taken for another."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from turns import LONG

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from exam.strata import still
from scoring import scored

from companion.sight.reading_json import card_json
from vision.reading.reader import read_picture

TABLES = {
    "bare cloth passes for the start card of two goals": ("half-hidden", 4_995_000_132),
    "a crossing two rows away does, and the first goal is under a bottle": ("half-hidden", 4_100_000_140),
    "a crossing beside the hidden start card does, and the goals lie a column too far": ("half-hidden", 4_530_000_020),
    "a crossing a cell from the hidden start card passes for it": ("half-hidden", 4_100_000_085),
    "a crossing of rails two columns off does, and the goals were laid far away": ("patterned", 4_550_000_046),
}
if LONG:  # also those that others tell as well, or that tests of a proof tell by themselves
    TABLES |= {
        "a crossing does, and the third goal is beside the part": ("half-hidden", 4_995_000_141),
        "half a card passes for it, and the third goal is under a hand": ("half-hidden", 4_995_000_444),
        "two goals side by side pass for the two beside them": ("half-hidden", 4_100_000_015),
        "a crossing under a coin does, and the third goal is hidden": ("half-hidden", 4_310_000_077),
    }


@pytest.mark.parametrize(("stratum", "seed"), TABLES.values(), ids=TABLES)
def test_a_table_is_not_taken_for_one_elsewhere(reader, stratum, seed):
    """Before, up to a dozen cards were sure where none lie."""
    shown = still(stratum, seed)
    cards = [card_json(card) for card in read_picture(shown.picture, reader=reader).cards]
    count = scored(shown.truth, {"cells": cards}).count
    assert count["right"] > 8
    assert count["phantom"] + count["wrong though sure"] == 0
