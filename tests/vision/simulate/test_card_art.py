"""Drawn cards show the topology they are drawn from, in any style."""

import cv2
import numpy as np
import pytest
from disk_cache import cached
from turns import LONG

from companion.editions.boxes import BASE_PATHS, SECOND_PATHS, START
from companion.maze.faces import Face
from companion.maze.geometry import Side
from companion.sight.reading import CardKind
from vision.simulate.art.backs import draw_action, draw_back, draw_gold
from vision.simulate.art.card_art import card_alpha, draw_card
from vision.simulate.art.curves import HEIGHT
from vision.simulate.art.style import Style, house_style
from vision.simulate.art.tunnel_layout import is_bridge, lay_tunnels, plugged_together
from vision.simulate.random_decks import random_style

PRINTED = sorted({face for card in BASE_PATHS + SECOND_PATHS for face in (card.face, card.face.half_turn())}, key=str)
MOUTH = {Side.N: (0.5, 0.03), Side.E: (0.97, HEIGHT / 2), Side.S: (0.5, HEIGHT - 0.03), Side.W: (0.03, HEIGHT / 2)}


def any_style(seed: int) -> Style:
    return random_style(np.random.default_rng(seed))


def bands(face: Face, seed: int, style: Style) -> np.ndarray:
    """Return the tunnels' floors as a mask, 200 pixels a card's width."""
    mask = np.zeros((int(200 * HEIGHT), 200), np.uint8)
    for tunnel in lay_tunnels(face, style, np.random.default_rng(seed)):
        for run in tunnel.runs:
            points = (run.points * 200).astype(int)
            for first, second, radius in zip(points[:-1], points[1:], run.radii[:-1], strict=True):
                cv2.line(mask, tuple(first), tuple(second), 1, max(int(radius * 400), 1))
    return mask


@cached
def tunnels(seed: int) -> dict[Face, tuple[int, set[Side]]]:
    """Return, for each printed face in a random style, how many tunnels do not touch, and the edges that they reach."""
    style, found = any_style(seed), {}
    for face in PRINTED:
        band = bands(face, seed, style)
        edges = {Side.N: band[0], Side.E: band[:, -1], Side.S: band[-1], Side.W: band[:, 0]}
        count, _ = cv2.connectedComponents(band)
        found[face] = count - 1, {side for side, line in edges.items() if line.any()}
    return found


@cached
def sides_with_floor(face: Face) -> set[Side]:
    """Return the sides at which a card of the house deck shows floor rather than rock."""
    style = house_style()
    card = draw_card(face, CardKind.PATH, style, 300, np.random.default_rng(11)).astype(int)
    unit, found = card.shape[1], set()
    for side, (x, y) in MOUTH.items():
        spot = card[int(y * unit) - 3 : int(y * unit) + 4, int(x * unit) - 3 : int(x * unit) + 4].reshape(-1, 3)
        to_floor, to_rock = (np.abs(np.median(spot, 0) - colour).sum() for colour in (style.tunnel, style.rock))
        if to_floor < to_rock:
            found.add(side)
    return found


@cached
def shapes_of_a_whole_deck(seed: int) -> set[tuple[int, ...]]:
    """Draw every card of a random deck, 60 pixels high."""
    rng = np.random.default_rng(seed)
    style = random_style(rng)
    pictures = [draw_card(face, CardKind.PATH, style, 60, rng) for face in PRINTED]
    pictures.append(draw_card(START, CardKind.START, style, 60, rng))
    pictures.append(draw_card(Face.of("NESW"), CardKind.GOAL, style, 60, rng, goal="gold"))
    pictures.append(draw_card(Face.of("NE"), CardKind.GOAL, style, 60, rng, goal="coal"))
    pictures += [draw_back(style, which, 60, rng) for which in ("path", "goal", "gold", "role")]
    pictures += [draw_action(style, 60, rng), draw_gold(style, 60, rng), card_alpha(style, 60)]
    return {picture.shape for picture in pictures}


def test_the_same_seed_draws_the_same_card():
    first, second = (draw_card(START, CardKind.START, house_style(), 120, np.random.default_rng(3)) for _ in range(2))
    assert first.shape == (120, 77, 3)
    assert np.array_equal(first, second)


def test_two_cards_of_one_face_differ_in_their_decoration():
    rng = np.random.default_rng(3)
    first, second = (draw_card(Face.of("NS"), CardKind.PATH, house_style(), 120, rng) for _ in range(2))
    assert not np.array_equal(first, second)


@pytest.mark.parametrize("face", PRINTED, ids=str)
def test_the_house_deck_shows_floor_at_open_sides_and_rock_at_shut_ones(face):
    assert sides_with_floor(face) == set(face.open)


@pytest.mark.parametrize("seed", range(40))
def test_tunnels_touch_inside_a_card_exactly_where_they_are_joined(seed):
    style = any_style(seed)
    for face, (count, _) in tunnels(seed).items():
        if not (is_bridge(face) or plugged_together(face, style)):
            assert count == len(face.passages), f"{face} in style {seed}"


@pytest.mark.parametrize("seed", range(12 if LONG else 6))
def test_any_deck_can_be_drawn_with_all_its_cards(seed):
    assert shapes_of_a_whole_deck(seed) == {(60, 39, 3), (60, 39)}


def test_a_face_down_goal_and_a_face_down_tunnel_card_have_different_backs():
    rng, style = np.random.default_rng(0), house_style()
    goal = draw_card(None, CardKind.GOAL, style, 90, rng)
    covered = draw_card(None, CardKind.COVERED, style, 90, rng)
    assert np.abs(goal.mean((0, 1)) - covered.mean((0, 1))).max() > 20


@pytest.mark.parametrize("seed", range(40))
def test_a_tunnel_reaches_the_edge_of_the_card_at_its_mouths_and_nowhere_else(seed):
    for face, (_, sides) in tunnels(seed).items():
        assert sides == set(face.open), f"{face} in style {seed}"
