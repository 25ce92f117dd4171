"""What lies or stands about on a game table, and over its cards: parts for exam.solids. Hands: see exam.limbs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from exam.lens import Lens
from exam.noise import Rng, dye
from exam.solids import Balls, Part, Sheet, limb, ring, wall

Place = tuple[float, float]
Draw = Callable[[Rng, Lens, Place], list[Part]]


def mug(rng: Rng, lens: Lens, at: Place) -> list[Part]:
    tone, radius, high = dye(rng, (0.3, 0.95), (0.0, 0.7)), rng.uniform(34, 46), rng.uniform(75, 110)
    turn = rng.uniform(0, 2 * np.pi)
    bend = np.linspace(-1.2, 1.2, 12)
    out = radius + 24 * np.cos(bend)
    ear = np.column_stack([at[0] + out * np.cos(turn), at[1] + out * np.sin(turn), high * (0.5 + 0.33 * np.sin(bend))])
    drink = dye(rng, (0.1, 0.5), (0.3, 0.9))
    return [
        *wall(lens, ring(*at, 0, radius * 0.92), ring(*at, high, radius), tone),
        limb(ear, np.full(12, 6.0), tone * 0.9),
        Sheet(ring(*at, high, radius), np.minimum(tone * 1.1, 255)),
        Sheet(ring(*at, high, radius - 4), tone * 0.55),
        Sheet(ring(at[0], at[1], high * 0.8, radius - 6), drink),
    ]


def tumbler(rng: Rng, lens: Lens, at: Place) -> list[Part]:
    """A drinking glass, half full: what is below can be guessed."""
    radius, high = rng.uniform(28, 38), rng.uniform(90, 140)
    pale, drink = np.array([225, 228, 226.0]), dye(rng, (0.3, 0.8), (0.2, 0.9))
    return [
        Sheet(ring(*at, 2, radius), drink * 0.8, 0.15),
        *wall(lens, ring(*at, 0, radius * 0.85), ring(*at, high, radius), pale, 0.93),
        Sheet(ring(*at, high * 0.5, radius * 0.93), drink, 0.2),
        limb(ring(*at, high, radius), np.full(40, 1.3), pale),
    ]


def bottle(rng: Rng, lens: Lens, at: Place) -> list[Part]:
    tone, radius = dye(rng, (0.15, 0.5), (0.4, 0.9)), rng.uniform(30, 38)
    return [
        *wall(lens, ring(*at, 0, radius), ring(*at, 150, radius), tone),
        *wall(lens, ring(*at, 55, radius + 0.5), ring(*at, 115, radius + 0.5), dye(rng, (0.6, 0.95))),
        *wall(lens, ring(*at, 150, radius), ring(*at, 200, 14), tone),
        *wall(lens, ring(*at, 200, 14), ring(*at, 250, 13), tone * 1.1),
        Sheet(ring(*at, 250, 14), dye(rng, (0.3, 0.9))),
    ]


def die(rng: Rng, lens: Lens, at: Place) -> list[Part]:
    """A cube, its spots, or a larger die with more sides."""
    side, turn = rng.uniform(12, 26), rng.uniform(0, np.pi)
    tone = dye(rng, (0.2, 0.98))
    spots = np.full(3, 20.0 if tone.mean() > 110 else 235.0)
    low, top = ring(*at, 0, side * 0.7, 4, turn), ring(*at, side, side * 0.7, 4, turn)
    parts: list[Part] = [*wall(lens, low, top, tone * 0.85), Sheet(top, tone)]
    u, v = (top[1] - top[0]) / 2, (top[3] - top[0]) / 2
    middle = top.mean(axis=0)
    faces = {1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)], 5: [(0, 0), (1, 1), (-1, 1)]}
    for a, b in faces[int(rng.choice(list(faces)))] + ([(-1, -1), (1, -1)] if rng.random() < 0.5 else []):
        spot = middle + 0.55 * a * u + 0.55 * b * v
        parts.append(Sheet(ring(*spot, side * 0.1, 14), spots, throws=False))
    return parts


def bowl(rng: Rng, lens: Lens, at: Place) -> list[Part]:
    radius, tone = rng.uniform(55, 95), dye(rng, (0.4, 0.95), (0.0, 0.6))
    snack = dye(rng, (0.5, 0.9), (0.4, 0.9))
    parts: list[Part] = [
        *wall(lens, ring(*at, 0, radius * 0.6), ring(*at, 45, radius), tone),
        Sheet(ring(*at, 45, radius), tone),
        Sheet(ring(*at, 38, radius - 5), tone * 0.6),
    ]
    for _ in range(40):
        away, angle = radius * 0.8 * np.sqrt(rng.random()), rng.uniform(0, 2 * np.pi)
        spot = np.array([[at[0] + away * np.cos(angle), at[1] + away * np.sin(angle), 42.0]])
        parts.append(Balls(spot, np.array([rng.uniform(6, 12)]), snack * rng.uniform(0.8, 1.15)))
    return parts


def plate(rng: Rng, lens: Lens, at: Place) -> list[Part]:
    radius, tone = rng.uniform(80, 120), dye(rng, (0.7, 0.97), (0.0, 0.2))
    parts: list[Part] = [Sheet(ring(*at, 12, radius), tone), Sheet(ring(*at, 8, radius * 0.7), tone * 0.93)]
    for _ in range(int(rng.integers(1, 5))):
        x, y = at[0] + rng.normal(0, radius * 0.3), at[1] + rng.normal(0, radius * 0.3)
        parts += wall(lens, ring(x, y, 8, 24, 7), ring(x, y, 30, 22, 7), dye(rng, (0.3, 0.8)))
        parts.append(Sheet(ring(x, y, 30, 22, 7), dye(rng, (0.4, 0.9))))
    return parts


def slab(rng: Rng, lens: Lens, at: Place) -> list[Part]:
    """A telephone, a box, a book: an oblong thing with something on its face."""
    wide, long, high = [(72, 150, 8), (150, 210, 25), (95, 95, 40), (60, 88, 20)][int(rng.integers(4))]
    turn, tone = rng.uniform(0, np.pi), dye(rng, (0.05, 0.8))
    low, top = _oblong(at, wide, long, 0, turn), _oblong(at, wide, long, high, turn)
    face = dye(rng, (0.05, 0.95))
    parts: list[Part] = [*wall(lens, low, top, tone), Sheet(top, tone)]
    parts.append(Sheet(_oblong(at, wide * 0.9, long * 0.9, high, turn), face, throws=False))
    for share in rng.uniform(-0.35, 0.35, int(rng.integers(0, 5))):
        x, y = at[0] - share * long * np.sin(turn), at[1] + share * long * np.cos(turn)
        parts.append(Sheet(_oblong((x, y), wide * 0.7, 6, high, turn), dye(rng, (0.1, 0.9)), throws=False))
    return parts


def paper(rng: Rng, lens: Lens, at: Place) -> list[Part]:
    """A score sheet or the rules, with lines on it."""
    turn, wide, long = rng.uniform(0, np.pi), rng.uniform(70, 150), rng.uniform(90, 210)
    parts: list[Part] = [Sheet(_oblong(at, wide, long, 0.5, turn), np.full(3, rng.uniform(200, 245)))]
    for share in np.arange(-0.42, 0.42, 9 / long):
        x, y = at[0] - share * long * np.sin(turn), at[1] + share * long * np.cos(turn)
        ink = np.full(3, rng.uniform(60, 170))
        parts.append(Sheet(_oblong((x, y), wide * rng.uniform(0.3, 0.85), 1.6, 0.5, turn), ink, throws=False))
    return parts


def pencil(rng: Rng, lens: Lens, at: Place) -> list[Part]:
    turn, reach = rng.uniform(0, np.pi), rng.uniform(55, 85)
    way = np.array([np.cos(turn), np.sin(turn), 0]) * reach
    middle = np.array([*at, 4.0])
    tone = dye(rng, (0.3, 0.9))
    point = limb([middle + way, middle + 1.13 * way], [4, 1], (120, 170, 200))
    return [limb([middle - way, middle + way], [4, 4], tone), point]


def cable(rng: Rng, lens: Lens, at: Place) -> list[Part]:
    steps = np.cumsum(rng.normal(0, 0.25, 26))
    heading = rng.uniform(0, 2 * np.pi) + steps
    line = np.cumsum(np.column_stack([np.cos(heading), np.sin(heading)]) * 16, axis=0)
    line = line - line[13] + np.array(at)
    return [limb(np.column_stack([line, np.full(26, 3.0)]), np.full(26, 2.6), dye(rng, (0.05, 0.9), (0.0, 0.4)))]


def nuggets(rng: Rng, lens: Lens, at: Place) -> list[Part]:
    spots = np.column_stack([rng.normal(at, 17, (8, 2)), np.full(8, 6.0)])
    gold = np.array([50, 175, 225.0])
    return [Balls(spots[[number]], rng.uniform(5, 9, 1), gold * rng.uniform(0.7, 1.1)) for number in range(8)]


def coins(rng: Rng, lens: Lens, at: Place) -> list[Part]:
    parts: list[Part] = []
    for x, y in rng.normal(at, 22, (5, 2)):
        radius, metal = rng.uniform(9, 13), np.array(((150, 158, 160), (70, 140, 185))[int(rng.integers(2))], float)
        parts += [Sheet(ring(x, y, 2, radius), metal), Sheet(ring(x, y, 2, radius * 0.8), metal * 0.85, throws=False)]
    return parts


def napkin(rng: Rng, lens: Lens, at: Place) -> list[Part]:
    """Crumpled: overlapping pale flaps."""
    tone = dye(rng, (0.7, 0.98), (0.0, 0.5))
    parts: list[Part] = []
    for number in range(7):
        x, y = rng.normal(at, 14, 2)
        flap = ring(x, y, 4 + 3 * number, rng.uniform(22, 48), int(rng.integers(4, 7)), rng.uniform(0, 3))
        parts.append(Sheet(flap, np.minimum(tone * rng.uniform(0.82, 1.05), 255)))
    return parts


def _oblong(at: Place, wide: float, long: float, z: float, turn: float) -> np.ndarray:
    c, s = np.cos(turn), np.sin(turn)
    corners = np.array([[-wide, -long], [wide, -long], [wide, long], [-wide, long]]) / 2
    flat = corners @ np.array([[c, s], [-s, c]]) + np.array(at)
    return np.column_stack([flat, np.full(4, z)])


OBSTACLES: dict[str, Draw] = {
    "mug": mug, "tumbler": tumbler, "bottle": bottle, "die": die, "bowl": bowl, "plate": plate, "slab": slab,
    "paper": paper, "pencil": pencil, "cable": cable, "nuggets": nuggets, "coins": coins, "napkin": napkin,
}  # fmt: skip
LIE_OVER_CARDS = ("mug", "tumbler", "die", "die", "pencil", "cable", "nuggets", "coins", "napkin", "slab", "paper")
