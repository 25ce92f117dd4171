"""A cloth with a pattern of few colours is seen as if it had one, and what lies on it is seen still."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

from scoring import scored
from strangers import strange_table

from companion.sight.reading_json import card_json
from vision.arrays import Image
from vision.detection.plain_cloth import with_plain_cloth
from vision.reading.reader import read_picture
from vision.simulate.scene.surface import SURFACES

CARD = slice(300, 420), slice(500, 580)  # rows, columns
WHITE, GREEN = (235, 240, 240), (60, 140, 70)


def checked(light: float = 0.0) -> Image:
    """A checked cloth and a green card. light : by how much brighter the right side is than the left one"""
    rng = np.random.default_rng(4)
    cloth = SURFACES["cloth"](1280, 720, 1.0, rng, "")
    cloth[CARD] = GREEN
    cloth *= np.linspace(1 - light, 1, 1280)[:, None]
    return np.clip(cloth + rng.normal(0, 3, cloth.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("light", [0.0, 0.35], ids=["evenly lit", "lit from the right"])
def test_squares_vanish_and_a_card_is_left(light):
    plain = with_plain_cloth(checked(light))
    assert plain.shape == (720, 1280, 3)
    bare = np.ones((720, 1280), bool)
    bare[280:440, 480:600] = False
    assert np.median(np.abs(plain[bare].astype(int) - np.median(plain[bare], 0))) == 0
    assert plain[bare].std(0).max() < 0.5 * checked(light)[bare].std(0).max()
    inner = plain[310:410, 510:570]
    assert np.abs(inner.mean((0, 1)) - checked(light)[310:410, 510:570].mean((0, 1))).max() < 10


@pytest.mark.parametrize("surface", ["felt", "wood", "plain"])
def test_a_table_without_such_a_pattern_is_left_as_it_is(surface):
    top = SURFACES[surface](960, 540, 1.0, np.random.default_rng(3), "")
    picture = np.clip(top, 0, 255).astype(np.uint8)
    picture[100:190, 400:460] = WHITE
    assert with_plain_cloth(picture) is None


@pytest.mark.parametrize("picture", [np.zeros((1, 2000, 3), np.uint8), np.zeros((2, 1, 3), np.uint8)])
def test_a_sliver_or_a_speck_has_no_pattern(picture):
    assert with_plain_cloth(picture) is None


def test_a_table_that_was_taken_for_another_as_squares_pass_for_cards_is_read(reader):
    picture, truth = strange_table(1936)
    reading = read_picture(picture, reader=reader)
    score = scored(truth, {"cells": [card_json(card) for card in reading.cards]})
    assert score.exact
