"""Hands and arms over the table, and heads that lean in: built of joints with a height, for exam.solids."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from exam.noise import Rng, dye
from exam.solids import Balls, Part, limb

SKINS = ((168, 190, 232), (140, 170, 216), (110, 142, 198), (84, 118, 172), (58, 84, 128), (40, 58, 92), (28, 40, 66))
SPREAD = (-33.0, -11.0, 11.0, 31.0)  # of the knuckles across the hand, from the forefinger
LENGTHS = (72.0, 80.0, 74.0, 58.0)
At = Callable[[float, float, float], np.ndarray]  # back from the fingertips, across, up
POSES = ("flat", "pointing", "pinching", "fist")


def hand(rng: Rng, tip_mm: tuple[float, float], from_rad: float, z_mm: float = 0.0, pose: str = "") -> list[Part]:
    """tip_mm: where the fingertips are; from_rad: whither the arm leads away from them; z_mm: above the table."""
    pose = pose or str(rng.choice(POSES))
    skin = np.array(SKINS[int(rng.integers(len(SKINS)))], float) * rng.uniform(0.92, 1.06)
    side = rng.choice([-1.0, 1.0])  # a left hand or a right one
    away = np.array([np.cos(from_rad), np.sin(from_rad)])
    across = np.array([-away[1], away[0]]) * side

    def at(back: float, beside: float, up: float) -> np.ndarray:
        return np.array([*(np.array(tip_mm) + away * back + across * beside), up + z_mm])

    parts: list[Part] = [_arm(at, skin), *_sleeve(rng, at), *_palm(at, skin)]
    parts += [_finger(rng, number, pose, at, skin) for number in (3, 2, 1, 0)]
    thumb = [at(128, -30, 26), at(92, -52, 24), at(66, -48 if pose != "pinching" else -34, 16), at(44, -36, 9)]
    parts.append(limb(thumb, [15, 12.5, 11, 9], skin))
    return parts


def _finger(rng: Rng, number: int, pose: str, at: At, skin: np.ndarray) -> Part:
    beside, long = SPREAD[number], LENGTHS[number]
    curled = pose == "fist" or (pose == "pointing" and number > 0)
    if curled:
        joints = [at(80, beside, 36), at(52, beside * 0.95, 44), at(50, beside * 0.9, 22), at(66, beside * 0.85, 12)]
    else:
        draw_in = 0.35 if pose == "pinching" else 1.0
        reach = 80 - long + rng.normal(0, 4)
        knuckle_up, tip = 40 if pose != "flat" else 26, at(reach, beside * (0.25 + 0.8 * draw_in), 8)
        middle = at(80 - long * 0.45, beside * (0.4 + 0.65 * draw_in), knuckle_up)
        joints = [at(80, beside, 36), middle, at(reach + long * 0.22, beside * (0.3 + 0.75 * draw_in), 22), tip]
    return limb(joints, [11, 9.5, 8.5, 7.5], skin * rng.uniform(0.97, 1.03))


def _palm(at: At, skin: np.ndarray) -> list[Part]:
    return [limb([at(84, beside, 32), at(160, beside * 0.62, 28)], [15, 17], skin) for beside in SPREAD]


def _arm(at: At, skin: np.ndarray) -> Part:
    return limb([at(150, 0, 30), at(200, 0, 36), at(420, 0, 70), at(900, 0, 160)], [27, 27, 40, 52], skin)


def _sleeve(rng: Rng, at: At) -> list[Part]:
    """Over most of the arm, wide or tight; sometimes the arm is bare."""
    if rng.random() < 0.2:
        return []
    tone, begin, wide = dye(rng, (0.05, 0.95), (0.0, 0.8)), rng.uniform(195, 330), rng.uniform(6, 26)
    cuff = limb([at(begin, 0, 42), at(begin + 14, 0, 44)], [34 + wide, 35 + wide], tone * 0.85)
    cloth = limb([at(begin + 10, 0, 44), at(460, 0, 80), at(950, 0, 170)], [33 + wide, 45 + wide, 66 + wide], tone)
    folds = [
        limb([at(back, -24, 74 + back / 8), at(back + 30, 22, 72 + back / 8)], [5, 5], tone * rng.uniform(0.75, 1.15))
        for back in np.arange(begin + 50, 700, rng.uniform(45, 90))
    ]
    return [cuff, cloth, *folds]


def head(rng: Rng, at_mm: tuple[float, float], z_mm: float = 300.0) -> list[Part]:
    """Somebody leans over the table: hair, an ear on each side, shoulders behind."""
    hair, skin = dye(rng, (0.05, 0.7), (0.0, 0.6)), np.array(SKINS[int(rng.integers(len(SKINS)))], float)
    x, y = at_mm
    turn = rng.uniform(0, 2 * np.pi)
    beside = 78 * np.array([np.cos(turn), np.sin(turn)])
    ears = np.array([[x + beside[0], y + beside[1], z_mm - 20], [x - beside[0], y - beside[1], z_mm - 20]])
    return [
        Balls(ears, np.array([16.0, 16.0]), skin),
        limb([[x - 14, y - 10, z_mm], [x + 14, y + 10, z_mm + 8]], [82, 86], hair),
    ]
