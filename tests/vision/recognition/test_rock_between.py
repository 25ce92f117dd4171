"""A straight tunnel with a closed stub on either side of it is no bridge: plain rock shows between them."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from told_cards import tunnel_east_and_west

from companion.maze.faces import Face
from companion.maze.geometry import Side
from vision.detection.pyramid import Pyramid
from vision.recognition.face_posterior import identify
from vision.recognition.rock_between import with_rock_between

WIDE, HIGH = 240, 372  # pixels that a card is drawn with
MIDDLE = (WIDE // 2, HIGH // 2)
MOUTHS = {Side.N: (WIDE // 2, 0), Side.E: (WIDE, HIGH // 2), Side.S: (WIDE // 2, HIGH), Side.W: (0, HIGH // 2)}
ACROSS = {"NS": (Side.E, Side.W), "EW": (Side.N, Side.S)}
INK = (30, 30, 30)
SEEDS = range(40)


def card(through, rng, are_stubs):
    """A flat card: what comes in beside the tunnel `through` stops short of it, or goes under it."""
    rock, pale = int(rng.integers(60, 130)), int(rng.integers(190, 250))
    half, gap = round(WIDE * rng.uniform(0.1, 0.15)), round(WIDE * rng.uniform(0.12, 0.18))
    picture = np.full((HIGH, WIDE, 3), (rock, rock - 4, rock + 4), np.uint8)
    for side in ACROSS[through]:
        end = np.array(MOUTHS[side])
        inward = np.sign(np.array(MIDDLE) - end)
        band(picture, end, np.array(MIDDLE) - inward * (half + gap if are_stubs else 0), half, pale)
    ends = [MOUTHS[side] for side in Side if side not in ACROSS[through]]
    band(picture, *ends, half + WIDE // 30, INK[0])
    band(picture, *ends, half, pale)
    return picture


def band(picture, begin, end, half, grey):
    """A tunnel from a side's middle inward, or from side to side."""
    (x0, y0), (x1, y1) = np.minimum(begin, end), np.maximum(begin, end)
    across = (half, 0) if x0 == x1 else (0, half)
    cv2.rectangle(picture, (x0 - across[0], y0 - across[1]), (x1 + across[0], y1 + across[1]), (grey,) * 3, -1)


def photographed(picture, rng):
    """The card lies somewhat turned on a cloth, and small: the picture, and where the card lies in it."""
    wide, turn = rng.uniform(70, 110), rng.uniform(-0.5, 0.5)
    cos, sin = wide * np.cos(turn) / WIDE, wide * np.sin(turn) / WIDE
    way = np.array([[cos, -sin, 100.0], [sin, cos, 80.0]])
    small = cv2.warpAffine(picture, way, (320, 320), flags=cv2.INTER_AREA, borderValue=(60, 90, 60))
    corners = np.array([[0, 0, 1], [WIDE, 0, 1], [WIDE, HIGH, 1], [0, HIGH, 1]], float)
    noisy = cv2.GaussianBlur(small, (0, 0), 0.6).astype(float) + rng.normal(0, 2, small.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8), (corners @ way.T)[None]


def read(through, seed, are_stubs):
    """The face of a card that the networks take for a bridge."""
    rng = np.random.default_rng(seed)
    image, quads = photographed(card(through, rng, are_stubs), rng)
    crossed = np.array([[0.01, 0.999, 0.01, 0.01, 0.999, 0.01]])
    bridge = replace(tunnel_east_and_west(1.0, 1.0), mouths=np.full((1, 4), 0.999), links=crossed)
    return identify(with_rock_between(Pyramid(image), bridge, quads))[0].best.face


@pytest.mark.parametrize("through", ACROSS)
def test_stubs_beside_a_through_tunnel_are_no_bridge_where_plain_rock_shows_between(through):
    stubs = Face.of("NESW", (through,))
    assert [read(through, seed, are_stubs=True) for seed in SEEDS] == [stubs] * len(SEEDS)


@pytest.mark.parametrize("through", ACROSS)
def test_a_bridge_stays_one_whose_lower_tunnel_goes_in_under_its_walls(through):
    assert {read(through, seed, are_stubs=False) for seed in SEEDS} == {Face.of("NESW", ("NS", "EW"))}
