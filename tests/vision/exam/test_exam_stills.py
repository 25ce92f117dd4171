"""The stills that examine the reader: each stratum is drawn, its truth fits its picture, its figures add up."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import stills
from exam import DEVELOPMENT, EXAM
from exam.framing import Pose, box_of, framed, photographed
from exam.lens import Lens, Sensor
from exam.mazes import goals_up, maze, with_holes
from exam.press import Press
from exam.room import Room, in_sight, paint_table, photograph
from exam.scans import ScannedDeck
from exam.solids import Balls, Stage
from exam.strata import STRATA, still
from scoring import Score, scored
from turns import LONG

from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, Cell
from companion.sight.reading import CardKind
from vision.simulate.art.card_art import draw_card
from vision.simulate.art.style import house_style
from vision.simulate.scene.table_scene import CASUAL, SceneCard, TableScene, fits

LEAST = {"large": 40, "plain": 4, "photo": 4}


def test_examining_seeds_are_far_from_those_of_training_and_strangers():
    assert EXAM >= 3_000_000_000
    assert DEVELOPMENT >= 4_000_000_000


def in_small(stratum, seed):
    """A still with a ninth of its pixels: twelve million take eight seconds."""
    recipe = STRATA[stratum]

    def smaller(rng):
        pose = recipe.pose(rng)
        return replace(pose, size_px=(pose.size_px[0] // 3, pose.size_px[1] // 3))

    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(STRATA, stratum, replace(recipe, pose=smaller))
        return still(stratum, seed)


@cache
def drawn_once(stratum):
    return in_small(stratum, DEVELOPMENT + 1)


@pytest.mark.parametrize("stratum", STRATA if LONG else ("patterned", "half-hidden", "printed-bridges", "photo"))
def test_a_still_of_each_stratum_is_drawn_with_its_truth(stratum):
    one = drawn_once(stratum)
    cells = one.truth["cells"]
    assert len(cells) >= LEAST.get(stratum, 10)
    assert [cell["kind"] for cell in cells].count("start") == 1
    size = np.array(one.picture.shape[1::-1])
    for cell in cells:
        assert (np.array(cell["quad_px"]) > 0).all()
        assert (np.array(cell["quad_px"]) < size).all()


@pytest.mark.parametrize("seed", range(4))
def test_a_photo_has_twelve_megapixels_and_the_maze_a_small_share_of_them(seed):
    rng = np.random.default_rng(DEVELOPMENT + seed)
    pose = STRATA["photo"].pose(rng)
    cards = maze(rng, TableScene(seed=seed), 12).cards
    lens = photographed(rng, box_of(cards), pose)
    assert lens.width_px * lens.height_px > 12_000_000
    corners = lens.project(np.array([corner for card in cards for corner in card.corners_mm()]))
    assert (corners > 0).all() and (corners < (lens.width_px, lens.height_px)).all()
    assert np.ptp(corners, axis=0).prod() < 0.4 * lens.width_px * lens.height_px


def test_the_same_seed_draws_the_same_and_another_one_something_else():
    one, again, other = drawn_once("goals-up"), *(in_small("goals-up", DEVELOPMENT + by) for by in (1, 2))
    assert np.array_equal(one.jpeg, again.jpeg)
    assert one.truth == again.truth
    assert one.truth["cells"] != other.truth["cells"]


@pytest.fixture
def scanned(tmp_path):
    """Scans of a deck of our own: two fronts, of which one is cut off, the start card, a goal and two backs."""
    style, rng = house_style(), np.random.default_rng(1)
    labels = {
        "path_nes.png": {"kind": "path", "open": "NES", "links": ["NES"]},
        "path_ew_cut.png": {"kind": "path", "open": "EW", "links": ["EW"]},
        "start.png": {"kind": "start", "open": "NESW", "links": ["NESW"]},
        "goal.png": {"kind": "goal", "open": "ES", "links": ["ES"]},
        "back_goal.png": {"kind": "back"},
        "back_path.png": {"kind": "back"},
    }
    for name, label in labels.items():
        face = Face.of(label["open"], label["links"]) if "open" in label else None
        kind = CardKind.GOAL if "goal" in name else CardKind.PATH
        cv2.imwrite(str(tmp_path / name), draw_card(face, kind, style, 120, rng, "coal" if face else None))
    (tmp_path / "labels.json").write_text(json.dumps(labels), encoding="utf-8")
    return ScannedDeck.load(tmp_path), lambda name: cv2.imread(str(tmp_path / name))


@pytest.mark.parametrize(
    ("kind", "face", "scan", "turned"),
    [
        (CardKind.PATH, "NES", "path_nes.png", False),
        (CardKind.PATH, "NSW", "path_nes.png", True),
        (CardKind.START, "NESW^", "start.png", False),
        (CardKind.GOAL, "NW", "goal.png", True),
        (CardKind.GOAL, None, "back_goal.png", False),
        (CardKind.PATH, None, "back_path.png", False),
    ],
)
def test_a_card_of_a_scanned_deck_is_the_scan_of_its_face_as_it_lies(scanned, kind, face, scan, turned):
    deck, picture = scanned
    card = SceneCard(Cell(1, 0), kind, Face.parse(face) if face else None, 0.0, 0.0, 0.0, 0)
    expected = cv2.rotate(picture(scan), cv2.ROTATE_180) if turned else picture(scan)
    assert np.array_equal(deck.picture(card, np.random.default_rng(1)), expected)


def test_of_a_scanned_deck_only_what_was_scanned_whole_is_laid(scanned):
    deck, _ = scanned
    assert {Face.parse(text) for text in deck.box} <= {Face.parse("NES"), Face.parse("NSW")}
    assert deck.box


def test_where_the_truth_says_that_a_card_lies_it_can_be_seen():
    rng = np.random.default_rng(DEVELOPMENT)
    scene = maze(rng, TableScene(neatness=CASUAL, seed=3), 8)
    bounds = (-400.0, -400.0, 900.0, 400.0)
    lens = framed(rng, box_of(scene.cards), Pose(0.5, 0.8))
    press = Press(house_style(), 2.0)
    table = (paint_table(rng, "felt", bounds, press.scale), bounds)
    one = photograph(rng, scene, press, table, lens, Room(), Sensor(noise=0))
    for card, cell in zip(sorted(scene.cards, key=lambda card: card.cell), one.truth["cells"], strict=True):
        seed = card.seed if card.face else 0
        drawn = draw_card(card.face, card.kind, house_style(), 174, np.random.default_rng([seed, 17]), card.goal)
        high, wide = drawn.shape[:2]
        corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
        upright = cv2.getPerspectiveTransform(np.array(cell["quad_px"], np.float32), corners)
        seen = cv2.warpPerspective(one.picture, upright, (wide, high))
        inner = (slice(8, -8), slice(8, -8))
        alike = np.corrcoef(seen[inner].mean(2).ravel(), drawn[inner].mean(2).ravel())[0, 1]
        assert alike > 0.75, cell


def test_a_maze_fits_and_is_as_large_as_asked_with_holes_and_goals_up():
    rng = np.random.default_rng(DEVELOPMENT)
    scene = maze(rng, TableScene(seed=5), 44)
    assert len(scene.cards) == 48
    assert all(fits(scene, card.cell, card.face) for card in scene.cards if card.face)
    scene = goals_up(rng, with_holes(rng, scene, 3), 2)
    assert len(scene.cards) == 45
    assert sorted(scene.card(cell).face is None for cell in GOAL_CELLS) == [False, False, True]


def test_what_lies_over_half_a_card_leaves_half_of_it_in_sight():
    lens = Lens((0.0, 1.0, 800.0), (0.0, 0.0), 1.0)
    hidden = np.zeros((lens.height_px, lens.width_px), np.uint8)
    quad = lens.project(np.array([[-28, -43], [28, -43], [28, 43], [-28, 43]]))
    assert in_sight(quad, hidden) == pytest.approx(1.0, abs=0.02)
    hidden[:, : lens.width_px // 2] = 255
    assert in_sight(quad, hidden) == pytest.approx(0.5, abs=0.05)
    assert in_sight(quad - 5000, hidden) == 0.0


def test_a_thing_hides_where_it_stands_and_its_shadow_hides_nothing():
    lens = Lens((0.0, 1.0, 800.0), (0.0, 0.0), 1.0)
    stage = Stage(lens, (2.0, 0.0))
    stage.add([Balls(np.array([[0.0, 0.0, 30.0]]), np.array([20.0]), (90, 90, 90))])
    grey = np.full((lens.height_px, lens.width_px, 3), 200, np.uint8)
    picture, hidden = stage.drawn(grey, soft_px=1.0)
    at, shadow = (tuple(np.int32(lens.project(np.array([point])))[0][::-1]) for point in ((0.0, 0.0), (60.0, 0.0)))
    assert hidden[at] == 255
    assert hidden[shadow] == 0
    assert picture[shadow].max() < 150


def test_a_lens_shows_east_to_the_right_and_finds_its_points_again():
    lens = Lens((300.0, 500.0, 900.0), (200.0, 0.0), 1.1, bend=(-0.04, 0.01, 0.001, -0.001, 0.0), roll_rad=0.1)
    west, east = lens.project(np.array([[0.0, 0.0], [400.0, 0.0]]))
    assert east[0] > west[0] + 300
    x, y = np.int32(np.round(west))
    assert lens.table_mm[y, x] == pytest.approx([0, 0], abs=1.5)


def cell(x, y, **about):
    said = {"open": "EW", "links": ["EW"], "face_down": False, "kind": "path", "uncertain": False}
    return {"x": x, "y": y, **said, **about}


def test_outcomes_are_counted_as_the_report_counts_them():
    truth = {
        "cells": [
            cell(0, 0, kind="start"), cell(1, 0), cell(2, 0), cell(3, 0), cell(4, 0),
            cell(5, 0, visible_fraction=0.3), cell(6, 0, visible_fraction=0.3),
        ]
    }  # fmt: skip
    said = {
        "cells": [
            cell(0, 0, kind="start"), cell(1, 0), cell(2, 0, open="NS", links=["NS"]), cell(3, 0, uncertain=True),
            cell(5, 0, open="NS", links=["NS"]), cell(9, 9), cell(9, 8, uncertain=True),
        ]
    }  # fmt: skip
    score = scored(truth, said)
    assert score.count == {"right": 2, "wrong though sure": 1, "unsure": 1, "missed": 1,
                           "phantom": 1, "phantom, unsure": 1}  # fmt: skip
    assert not score.exact
    assert scored({"cells": truth["cells"][:2]}, {"cells": said["cells"][:2]}).exact
    assert scored({"cells": [cell(5, 0, visible_fraction=0.3)]}, {"cells": []}).exact


def test_the_cards_that_a_stratum_is_about_are_counted_by_themselves():
    true = [cell(1, 0, visible_fraction=0.5), cell(2, 0, visible_fraction=0.2), cell(3, 0, visible_fraction=1.0)]
    assert stills.of_special_note("half-hidden", true, [cell(1, 0), cell(3, 0)]) == {"right": 1, "missed": 1}
    bridge = cell(4, 0, open="NESW", links=["NS", "EW"])
    back = {"x": 8, "y": 0, "kind": "goal", "face_down": True}
    assert stills.of_special_note("printed-bridges", [*true, bridge, back], [cell(4, 0)]) == {"wrong though sure": 1}
    assert stills.of_special_note("plain", true, []) == {}


def test_a_row_of_figures_says_how_many_boards_were_exact():
    right, wrong = Counter(right=4), Counter({"right": 2, "missed": 1, "phantom": 1})
    boards = [
        stills.Board(1, Score(right, ()), True, Counter(), 0.5),
        stills.Board(2, Score(wrong, (scored({"cells": [cell(1, 0)]}, {"cells": []}).cases)), False, Counter(), 0.9),
    ]
    (row,) = stills.lines("plain", boards)
    assert row.split() == ["plain", "2", "50.0", "(9.5-90.5)", "7", "85.7", "(48.7-97.4)", "0.0", "(0.0-35.4)",
                           "0.0", "(0.0-35.4)", "14.3", "(2.6-51.3)", "0.50", "0.00", "1", "0.70", "0.90"]  # fmt: skip
