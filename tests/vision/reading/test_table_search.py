"""When a table that was found without its cloth's pattern is taken instead of the one that was found as usual."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from companion.sight.reading import Calibration
from vision.detection.pyramid import Pyramid
from vision.reading import table_search
from vision.reading.table_search import TABLE_SEARCH, TableSearch
from vision.registration.table_clues import NO_TABLE

FROM_ABOVE = TableSearch._from_above
LAYOUT, MARKERS, CORNERS = Calibration.LAYOUT, Calibration.MARKERS, Calibration.CORNERS


def table_of(value: float = 4.0, how=LAYOUT, no_doubt: bool = False, plain: bool = True, start: bool = True):
    proof = SimpleNamespace(
        value=value, leaves_no_doubt=no_doubt, has_a_sure_start=start, is_misfit=False, pose=None, proved=value
    )
    return SimpleNamespace(how=how, proof=proof, is_plain=plain, quads_px=np.full((1, 4, 2), 90.0), pose=None)


@pytest.fixture
def search(monkeypatch) -> TableSearch:
    """Of a picture with a pattern; what is seen from above and more closely changes nothing."""
    detector = SimpleNamespace(detect=lambda image, long_side_px=640: SimpleNamespace(quads=np.empty((0, 4, 2))))
    for name in ("probes_of", "detection_probe", "birds_eye_of"):
        monkeypatch.setattr(table_search, name, lambda *_: None)
    monkeypatch.setattr(table_search, "replace", lambda probes, **_: probes)
    monkeypatch.setattr(table_search, "register_closely", lambda *_: None)
    monkeypatch.setattr(table_search, "with_plain_cloth", lambda image: image)
    seen = SimpleNamespace(merged_with=lambda more: more)
    monkeypatch.setattr(table_search, "detect_from_above", lambda *_: seen)
    monkeypatch.setattr(TableSearch, "_from_above", lambda self, find, shown: find)
    monkeypatch.setattr(TableSearch, "looked_at_closely", lambda self, whole: whole)
    monkeypatch.setattr(TableSearch, "_may_be_too_small", lambda self, whole: whole[0] is NO_TABLE)
    return TableSearch(Pyramid(np.zeros((72, 128, 3), np.uint8)), detector, SimpleNamespace(), SimpleNamespace())


@pytest.fixture
def found(search, monkeypatch):
    """Which is taken of two tables, found as usual and without the pattern; the second may be looked for in vain."""

    def taken(usual, plain):
        tables = iter([usual, plain])
        monkeypatch.setattr(table_search, "register_table", lambda *_: next(tables))
        return search.find()[0], next(tables, None) is None

    return taken


def test_a_picture_that_was_looked_at_in_vain_is_tried_with_the_likeliest_guesses_alone(search, monkeypatch):
    """Where its table is seen at all, it is among them: of a floor of tiles a hundred were tried in each look."""
    tries = []
    monkeypatch.setattr(table_search, "register_table", lambda *asked: tries.append(asked[4]) or NO_TABLE)
    search.find()
    assert tries == [None, TABLE_SEARCH.try_again]


@pytest.mark.parametrize("no_doubt", [False, True])
def test_what_left_a_doubt_and_is_not_found_again_from_above_is_no_table(search, monkeypatch, no_doubt):
    """In the parts of a picture of 38 cards a table was found that was none: 16 were sure in cells that are not theirs,
    and 7 were made up."""
    table = table_of(no_doubt=no_doubt)
    monkeypatch.setattr(table_search, "register_table", lambda *_: NO_TABLE)
    monkeypatch.setattr(table_search, "best_explained", lambda finds, *_: finds[0])
    find = (table, SimpleNamespace(quads=np.empty((0, 4, 2))), None)
    assert FROM_ABOVE(search, find, search.picture)[0] is (table if no_doubt else NO_TABLE)


def test_where_no_doubt_is_left_the_pattern_stays(found):
    usual, plain = table_of(no_doubt=True), table_of(value=9.0)
    assert found(usual, plain) == (usual, False)


@pytest.mark.parametrize(
    ("usual", "plain", "is_taken"),
    [
        (NO_TABLE, table_of(), True),
        (NO_TABLE, table_of(start=False), False),
        (NO_TABLE, table_of(plain=False), False),
        (NO_TABLE, NO_TABLE, False),
        (table_of(4.0), table_of(4.1), True),
        (table_of(4.0), table_of(3.9), False),
        (table_of(4.0, MARKERS), table_of(9.0), False),
        (table_of(4.0, CORNERS), table_of(9.0), False),
        (table_of(4.0, MARKERS), table_of(4.1, MARKERS), True),
    ],
)
def test_one_without_the_pattern_is_taken_where_it_is_sure_and_worth_more_and_no_frame_is_given_up(
    found, usual, plain, is_taken
):
    assert found(usual, plain) == (plain if is_taken else usual, True)
