"""A table whose cards are small in the picture is found by looking at it larger, and at parts of it."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from turns import LONG

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from exam.strata import still
from scoring import scored

from companion.sight.reading_json import card_json
from vision.detection.answer_places import READING_AT
from vision.detection.card_detector import CardDetector, Detections
from vision.detection.card_network import Temperatures, estimates_from_outputs
from vision.detection.closer_look import CLOSER_LOOK, all_together, closer_looks, is_small, larger_look, turned_look
from vision.detection.pyramid import Pyramid
from vision.reading import table_search as room
from vision.reading.reader import read_picture, read_table
from vision.reading.table_search import TableSearch
from vision.registration.table_clues import NO_TABLE

LARGE, WIDE = (1920, 2560, 3), 800  # start card, goals and maze cover a fortieth of the picture


def in_a_large_picture(image: np.ndarray, left: int, top: int, width: int) -> np.ndarray:
    """The picture, `width` pixels wide, on a plain floor."""
    small = cv2.resize(image, None, fx=width / image.shape[1], fy=width / image.shape[1], interpolation=cv2.INTER_AREA)
    floor = np.random.default_rng(5).normal(90, 3, LARGE)
    whole = np.clip(floor, 0, 255).astype(np.uint8)
    whole[top : top + small.shape[0], left : left + width] = small
    return whole


@pytest.mark.parametrize(("left", "top"), [(60, 40), *([(900, 700), (1640, 1300)] if LONG else [])])
def test_a_table_in_a_fortieth_of_a_large_picture_is_found(film, reader, left, top):
    image, truth = film(31, False, 0, 20)
    whole = in_a_large_picture(image, left, top, WIDE)
    read = read_table(whole, reader=reader)
    assert read.reading.found
    start = next(cell for cell in truth["cells"] if cell["kind"] == "start")
    there = np.array(start["quad_px"]).mean(0) * WIDE / image.shape[1] + (left, top)
    seen = next(card for card in read.reading.cards if card.cell == (0, 0))
    assert np.linalg.norm(np.array(seen.quad_px).mean(0) - there) < 4


class Looked:
    """A detector that remembers what it was shown, and sees one card in the upper left corner of each."""

    def __init__(self) -> None:
        self.shown: list[np.ndarray] = []

    def detect(self, image: np.ndarray, long_side_px: int = 640) -> Detections:
        self.shown.append(image)
        self.long_side_px = long_side_px
        quad = np.array([[[0, 0], [20, 0], [20, 31], [0, 31]]], float)
        return Detections(quad, np.array([[0.1, 0.9, 0, 0, 0]]))


def seen_at(*middles: tuple[float, float]) -> Detections:
    quad = np.array([[-10, -15], [10, -15], [10, 15], [-10, 15]], float)
    quads = np.array([quad + middle for middle in middles]).reshape(-1, 4, 2)
    return Detections(quads, np.tile([0.4, 0.6, 0, 0, 0], (len(quads), 1)))


def test_the_whole_is_looked_at_larger_where_it_need_not_be_enlarged():
    detector = Looked()
    assert larger_look(detector, np.zeros((540, 960, 3), np.uint8))
    assert detector.long_side_px == 960
    assert larger_look(detector, np.zeros((720, 900, 3), np.uint8)) is None


@pytest.mark.parametrize("seed", [4_360_000_024, 4_360_000_127], ids=["none", "not believed from above"])
def test_a_table_that_was_not_found_at_first_is_found_in_the_picture_seen_larger(reader, seed):
    """All three goals lie face up."""
    shown = still("goals-up", seed)
    cards = [card_json(card) for card in read_picture(shown.picture, reader=reader).cards]
    assert scored(shown.truth, {"cells": cards}).exact


def test_the_part_with_most_that_is_like_cards_is_looked_at_first_and_told_in_pixels_of_the_whole():
    detector, image = Looked(), np.zeros(LARGE, np.uint8)
    first = next(closer_looks(detector, image, seen_at((2000, 1500), (2050, 1500), (300, 300))))
    left, top = first.quads[0, 0]
    assert left <= 2000 <= left + 1280
    assert top <= 1500 <= top + 960
    assert detector.shown[0].shape == (960, 1280, 3)


def test_so_many_parts_are_looked_at_and_none_in_which_nothing_was_like_a_card():
    everywhere = seen_at(*((x, y) for x in range(100, 2500, 300) for y in range(100, 1900, 300)))
    assert parts_looked_at(everywhere) == CLOSER_LOOK.most
    assert parts_looked_at(seen_at((30, 40), (60, 40), (90, 40))) == 1
    assert parts_looked_at(seen_at()) == 0


def parts_looked_at(seen: Detections) -> int:
    detector = Looked()
    list(closer_looks(detector, np.zeros(LARGE, np.uint8), seen))
    return len(detector.shown)


def test_all_parts_are_put_together_with_the_whole_as_a_maze_may_lie_in_several():
    seen = seen_at((1280, 960), (1500, 900), (900, 1100))
    parts = list(closer_looks(Looked(), np.zeros(LARGE, np.uint8), seen))
    together = all_together(parts, seen)
    assert len(parts) > 1
    for one in (*parts, seen):
        assert {tuple(quad[0]) for quad in one.quads} <= {tuple(quad[0]) for quad in together.quads}
    assert together.have_traces(seen.quads).all(), "or all beyond the first part would be taken for bare"


def test_a_small_picture_is_not_looked_at_in_parts():
    assert list(closer_looks(Looked(), np.zeros((720, 1240, 3), np.uint8), seen_at((600, 300)))) == []


def test_the_network_sees_in_a_part_what_is_too_small_in_the_whole(film):
    image, truth = film(31, False, 0, 20)
    whole, detector = in_a_large_picture(image, 900, 700, WIDE), CardDetector.load()
    quads = np.array([cell["quad_px"] for cell in truth["cells"]]) * WIDE / image.shape[1] + (900, 700)
    seen = detector.detect(whole)
    closer = next(closer_looks(detector, whole, seen))
    assert seen_surely(seen, quads) < 0.5
    assert seen_surely(closer, quads) == 1


def seen_surely(seen: Detections, quads: np.ndarray) -> float:
    """Of the cards that lie there, those that are surely detected where they lie."""
    sure = seen.quads[seen.presence[:, 0] < 0.5].mean(1)
    off = np.linalg.norm(quads.mean(1)[:, None] - sure[None], axis=2).min(1)
    return float((off < 0.15 * np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)).mean())


def test_where_cards_are_seen_large_no_part_is_looked_at_as_they_would_have_been_found_in_the_whole():
    looked, picture = Looked(), np.zeros(LARGE, np.uint8)
    small = seen_at((200, 100), (250, 100), (300, 100))
    assert list(closer_looks(looked, picture, replace(small, quads=small.quads * 6))) == []
    assert list(closer_looks(looked, picture, small))


@pytest.mark.parametrize(("width_px", "small"), [(20, True), (40, True), (48, False)])
def test_one_small_card_is_enough_to_look_more_closely(width_px, small):
    quad = np.array([[0, 0], [1, 0], [1, 1.55], [0, 1.55]])
    assert is_small(np.array([quad * width_px, quad * 200]), (1280, 720)) == small


class SeesOnItsSide:
    """A detector to which cards show themselves only in a picture that is higher than wide."""

    def __init__(self) -> None:
        self.detector = CardDetector.load()

    def detect(self, image: np.ndarray, long_side_px: int = 640) -> Detections:
        seen, is_upright = self.detector.detect(image, long_side_px), image.shape[0] > image.shape[1]
        return seen if is_upright else replace(seen, quads=seen.quads[:0], presence=seen.presence[:0])


def test_a_picture_of_a_camera_rolled_on_its_side_is_looked_at_upright_and_told_in_its_own_pixels(film, reader):
    """Seen aslant, a table whose far side was at the left or at the right was not found, where its cards were seen
    only upright."""
    image, truth = film(31, False, 0, 20)
    detector = SeesOnItsSide()
    quads = np.array([cell["quad_px"] for cell in truth["cells"]])
    seen = turned_look(detector, image)
    assert seen_surely(seen, quads) == 1
    assert seen.have_traces(quads).all()
    assert not seen.have_traces(quads - (image.shape[1], 0)).any()
    read = read_picture(image, reader=replace(reader, detector=detector))
    score = scored(truth, {"cells": [card_json(card) for card in read.cards]})
    assert score.count == {"right": len(quads)}


class Findings:
    """What register_table says of one part after the other; the first is the picture as a whole."""

    def __init__(self, *tables) -> None:
        self.tables, self.asked = iter(tables), 0

    def __call__(self, *_):
        self.asked += 1
        return next(self.tables, NO_TABLE)


def table_of(
    is_plain: bool,
    doubtful: bool = False,
    wide_px: int = 20,
    proved: float = 3.0,
    start: bool = True,
    misfit: bool = False,
    yields: bool = True,
):
    quads = np.array([[0, 0], [1, 0], [1, 1.55], [0, 1.55]])[None] * wide_px
    sure = start and not doubtful
    proof = SimpleNamespace(has_a_doubtful_start=doubtful, has_a_sure_start=sure, proved=proved, is_misfit=misfit)
    return SimpleNamespace(is_plain=is_plain, quads_px=quads, proof=proof, yields_to=lambda other: yields)


def no_card(patches):
    return estimates_from_outputs(np.zeros((len(patches), READING_AT.answers)), Temperatures())


def first_of(monkeypatch, *tables, closely=None):
    """Which of the tables is taken, and how often one was looked for. closely : what its maze foretells"""
    image = np.zeros((1440, 2560, 3), np.uint8)
    everywhere = seen_at(*((x, y) for x in range(100, 2500, 100) for y in range(100, 1400, 100)))
    detector = SimpleNamespace(detect=lambda image, long_side_px=640: everywhere)
    findings = Findings(*tables)
    monkeypatch.setattr(room, "register_table", findings)
    monkeypatch.setattr(room, "register_closely", lambda *_: closely)
    search = TableSearch(Pyramid(image), detector, SimpleNamespace(estimate=no_card), None)
    taken, _, _ = search.looked_at_closely(search.found_in(everywhere))
    return taken, findings.asked


def test_a_table_whose_cards_fit_it_is_not_looked_for_more_closely(monkeypatch):
    plain = table_of(is_plain=True)
    assert first_of(monkeypatch, plain) == (plain, 1)


@pytest.mark.parametrize("first", [NO_TABLE, table_of(is_plain=False, misfit=True)], ids=["none", "a misfit"])
def test_where_no_table_fits_the_one_that_the_maze_foretells_is_taken_before_any_part_is_looked_at(monkeypatch, first):
    foretold = table_of(is_plain=True)
    assert first_of(monkeypatch, first, closely=foretold) == (foretold, 1)
    stays = [table_of(is_plain=True), table_of(is_plain=True, misfit=True, yields=False)]
    assert all(first_of(monkeypatch, table, closely=foretold)[0] is table for table in stays)


def test_a_plain_table_in_the_whole_seen_larger_is_taken_before_any_part_is_looked_at(monkeypatch):
    plain, without_start = table_of(is_plain=True), table_of(is_plain=True, start=False)
    assert first_of(monkeypatch, NO_TABLE, plain) == (plain, 2)
    assert first_of(monkeypatch, NO_TABLE, without_start) == (NO_TABLE, 4 + CLOSER_LOOK.most)


def test_a_table_of_small_cards_that_do_not_fit_it_is_given_up_for_one_whose_cards_do(monkeypatch):
    doubted, doubted_too = table_of(is_plain=False), table_of(is_plain=False)
    plain, proves_less = table_of(is_plain=True, proved=3.1), table_of(is_plain=True, proved=2.9)
    assert first_of(monkeypatch, doubted, NO_TABLE, doubted_too, plain) == (plain, 4)
    assert first_of(monkeypatch, doubted, proves_less, plain) == (plain, 3)
    assert first_of(monkeypatch, doubted, doubted_too) == (doubted, 2 + CLOSER_LOOK.most)


def test_a_table_of_large_cards_would_be_found_no_better_in_a_part(monkeypatch):
    large = table_of(is_plain=False, wide_px=120)
    assert first_of(monkeypatch, large, table_of(is_plain=True)) == (large, 1)


def test_a_table_found_in_a_part_alone_needs_a_start_card_beyond_doubt(monkeypatch):
    doubted = table_of(is_plain=False)
    assert first_of(monkeypatch, NO_TABLE, table_of(is_plain=False, doubtful=True), doubted) == (doubted, 3)


def test_what_no_part_tells_is_looked_for_in_all_of_them_and_believed_where_a_start_card_is_seen(monkeypatch):
    nowhere = [NO_TABLE] * (2 + CLOSER_LOOK.most)
    goals, doubted, table = table_of(False, start=False), table_of(False, doubtful=True), table_of(False)
    assert first_of(monkeypatch, *nowhere, table) == (table, 3 + CLOSER_LOOK.most)
    for guess in (goals, doubted):
        assert first_of(monkeypatch, *nowhere, guess) == (NO_TABLE, 4 + CLOSER_LOOK.most)
