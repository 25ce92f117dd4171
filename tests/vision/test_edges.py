"""A card has sides; cloth that looks like a card has none."""

from __future__ import annotations

import numpy as np

from vision.edges import side_contrast
from vision.network import FIND


def patch(inside: int, outside: int, hidden: tuple[str, ...] = ()) -> np.ndarray:
    """A plain card on a plain table; its `hidden` sides go on into the table."""
    picture = np.full((FIND.height, FIND.width, 3), outside, np.uint8)
    west, north = FIND.corners()[0].round().astype(int)
    east, south = FIND.corners()[2].round().astype(int)
    top, bottom = (0 if "N" in hidden else north), (FIND.height if "S" in hidden else south)
    left, right = (0 if "W" in hidden else west), (FIND.width if "E" in hidden else east)
    picture[top:bottom, left:right] = inside
    return picture


def test_a_card_on_another_colour_has_sides():
    assert side_contrast(patch(90, 60)[None], FIND)[0] > 20


def test_bare_table_has_no_sides_however_noisy():
    noise = np.random.default_rng(4).normal(120, 12, (FIND.height, FIND.width, 3)).clip(0, 255).astype(np.uint8)
    assert side_contrast(noise[None], FIND)[0] < 11


def test_one_side_may_be_hidden_but_not_three():
    whole, one, three = side_contrast(np.array([patch(90, 60, sides) for sides in ((), ("N",), ("N", "E", "S"))]), FIND)
    assert one > 0.9 * whole
    assert three < 1


def test_no_patches_have_no_contrast():
    assert side_contrast(np.zeros((0, FIND.height, FIND.width, 3), np.uint8), FIND).shape == (0,)
