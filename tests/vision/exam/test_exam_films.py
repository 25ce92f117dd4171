"""The films that examine live reading: a faultless reader is told nothing wrong, and what is told is judged rightly."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest
from turns import LONG

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import films
from exam import DEVELOPMENT
from exam.film_scores import FilmScore, board_of, happened_in, judged, wrong_cells
from exam.obstacles import OBSTACLES
from exam.rounds import FILMS, PLANS, Act, round_of

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.reading import Calibration, CardKind, Reading, SeenCard
from companion.sight.reading_json import card_json
from vision.simulate.scene.table_scene import TableScene, lay, starting_table, take


class TrueReader:
    """Reads a filmed table as it lies now."""

    def __init__(self, table):
        self.table = table

    def read(self, image):
        cards = []
        for card in sorted(self.table.scene.cards, key=lambda card: card.cell):
            quad = tuple((float(x), float(y)) for x, y in self.table.lens.project(np.array(card.corners_mm())))
            cards.append(SeenCard(card.cell, card.kind, card.face, 1.0, False, quad))
        return Reading(Calibration.LAYOUT, tuple(cards))

    def bare(self, image, cards):
        return [self.table.scene.card(card.cell) is None for card in cards]

    def doubt(self):
        pass


REST = films.REST // 2  # frames, in which whoever need not look again has told all


def play(stratum, acts, monkeypatch):
    game = round_of(stratum, DEVELOPMENT)
    monkeypatch.setattr(films, "Tracker", lambda reader: TrueReader(game.table))
    monkeypatch.setattr(films, "REST", REST)
    monkeypatch.setattr(films, "FIRST_REST", REST)
    return films.Watching(game, None).play(acts)


@pytest.mark.parametrize("stratum", ["crowded", *(["rockfalls", "calm"] if LONG else [])])
def test_a_faultless_reader_is_right_about_every_change(stratum, monkeypatch):
    score = play(stratum, 4, monkeypatch)
    outcomes = {name: score.count[name] for name in ("unsure", "wrong though sure", "missed", "spurious")}
    assert not any(outcomes.values()), score.notes
    assert score.count["right"] >= 3
    assert score.count["settled right"] == score.count["settled"] > 0
    assert score.healed == []


@pytest.mark.parametrize("stratum", FILMS if LONG else ("bumps", "things"))
def test_every_stratum_plays_what_it_says(stratum):
    assert FILMS[stratum].acts.keys() <= PLANS.keys()
    game = round_of(stratum, DEVELOPMENT)
    before = game.scene
    (act,) = game.acts(1)
    pictures = list(act.play())
    assert {picture.shape for picture in pictures} == {(720, 1280, 3)}
    assert game.scene == act.after != before
    assert any(not np.array_equal(pictures[0], picture) for picture in pictures)


def test_a_cheap_camera_films_the_same_round_in_a_light_and_focus_of_its_own():
    own, cheap = (round_of("calm", DEVELOPMENT, cheap=cheap).table for cheap in (False, True))
    taken = [(own.frame(), cheap.frame()) for _ in range(3)]
    assert own.scene == cheap.scene
    for sharp, worse in taken:
        assert 0.4 < np.abs(cv2.blur(sharp, (9, 9)).astype(float) - cv2.blur(worse, (9, 9))).mean() < 12
    again = round_of("calm", DEVELOPMENT, cheap=True).table
    assert all(np.array_equal(worse, again.frame()) for _, worse in taken)


def test_a_card_that_comes_is_drawn_where_the_truth_says_and_nowhere_else():
    game = round_of("calm", DEVELOPMENT)
    table = game.table
    bare = table._still.copy()
    after = lay(table.scene, Cell(1, 0), Face.parse("EW"))
    table.show(after)
    changed = np.abs(table._still.astype(int) - bare).max(2) > 12
    quad = table.lens.project(np.array(after.cards[-1].corners_mm()))
    rows, columns = np.nonzero(changed)
    assert quad.min(axis=0) - 12 == pytest.approx([columns.min(), rows.min()], abs=16)
    assert quad.max(axis=0) + 12 == pytest.approx([columns.max(), rows.max()], abs=16)
    table.show(take(after, Cell(1, 0)))
    assert np.abs(table._still.astype(int) - bare).max() <= 8, "nothing of it is left"


def test_of_a_card_under_a_rulebook_nothing_is_expected_until_it_is_seen_again(monkeypatch):
    game = round_of("calm", DEVELOPMENT)
    table = game.table
    reader = TrueReader(table)
    monkeypatch.setattr(films, "Tracker", lambda _: reader)
    watching = films.Watching(game, None)
    watching._rest(films.FIRST_REST)
    before, after = table.scene, lay(table.scene, Cell(1, 0), Face.parse("EW"))
    at = (after.cards[-1].x_mm, after.cards[-1].y_mm)
    table.put("book", OBSTACLES["slab"](np.random.default_rng(1), table.lens, at))
    shown = reader.read(None)
    table.show(after)
    reader.read = lambda image: shown
    watching._act(Act("lay", lambda: iter(()), before, after))
    assert (watching.score.count["hidden"], watching.score.count["missed"]) == (1, 0)
    assert watching._wrong() == set()
    table.put("book", None)
    assert watching._wrong() == {Cell(1, 0)}


def test_that_a_card_was_taken_from_under_a_rulebook_is_not_expected_to_be_known_while_it_lies_there(monkeypatch):
    game = round_of("calm", DEVELOPMENT)
    table = game.table
    with_card = lay(table.scene, Cell(1, 0), Face.parse("EW"))
    table.show(with_card)
    reader = TrueReader(table)
    monkeypatch.setattr(films, "Tracker", lambda _: reader)
    watching = films.Watching(game, None)
    watching._rest(films.FIRST_REST)
    (card,) = set(with_card.cards) - set(take(with_card, Cell(1, 0)).cards)
    table.put("book", OBSTACLES["slab"](np.random.default_rng(1), table.lens, (card.x_mm, card.y_mm)))
    shown = reader.read(None)
    reader.read = lambda image: shown
    without = take(with_card, Cell(1, 0))
    for before, after in ((with_card, without), (without, without)):  # also in the acts that follow
        table.show(after)
        watching._act(Act("take", lambda: iter(()), before, after))
        assert watching._wrong() == set()
    assert watching.score.count["settled right"] == watching.score.count["settled"] > 0
    table.put("book", None)
    assert watching._wrong() == {Cell(1, 0)}


def told(change, event=None, frame=7, **about):
    return {"frame": frame, "event": event or change.kind.value, "cell": {**card_json(change.card), **about}}


@pytest.fixture
def tables():
    first = starting_table(TableScene(seed=2))
    second = lay(first, Cell(1, 0), Face.parse("EW"))
    return first, second, lay(take(second, Cell(1, 0)), Cell(0, 1), Face.parse("EW"))


def test_a_change_is_right_unsure_wrong_or_missed(tables):
    first, second, _ = tables
    (change,) = happened_in(first, second)
    other = card_json(SeenCard(change.card.cell, CardKind.PATH, Face.parse("NS"), 1.0, False, change.card.quad_px))
    for line, outcome in ((told(change), "right"), (told(change, uncertain=True), "unsure"),
                          (told(change) | {"cell": other}, "wrong though sure"), (None, "missed")):  # fmt: skip
        assert judged([change], [line] if line else [], set())[0] == {Cell(1, 0): outcome}
    assert judged([change], [told(change), told(change) | {"cell": other}], set())[0] == {
        Cell(1, 0): "wrong though sure"
    }


def test_a_moved_card_may_be_told_as_one_removed_and_one_laid(tables):
    _, second, third = tables
    (move,) = happened_in(second, third)
    assert move.came_from == Cell(1, 0)
    (old,) = happened_in(second, take(second, Cell(1, 0)))
    outcomes, _, spurious = judged([move], [told(old), told(move, "laid")], set())
    assert outcomes == {Cell(0, 1): "right"}
    assert spurious == []


def test_what_mends_a_board_is_not_spurious(tables):
    first, second, _ = tables
    (change,) = happened_in(first, second)
    assert judged([], [told(change)], set())[2] == [told(change)]
    assert judged([], [told(change)], {Cell(1, 0)})[2] == []


def test_a_board_is_wrong_where_a_card_is_too_many_too_few_or_another(tables):
    first, second, third = (board_of(scene) for scene in tables)
    assert wrong_cells(second, second) == set()
    assert wrong_cells(first, second) == {Cell(1, 0)}
    assert wrong_cells(second, third) == {Cell(1, 0), Cell(0, 1)}


def test_the_rows_of_figures_can_be_read():
    score = FilmScore(Counter(rounds=1, right=4, missed=1, settled=5), [2, 3], [1], [4], [0.002, 0.004])
    text = "\n".join(films.rows("calm", score))
    assert "right 4 of 5 = 80.0 %" in text
    assert "median 3.0" in text
