"""Things with a body, painted over the cards of a training picture, and where they hide what is below. No light.

Each is painted in card widths at any scale, casts a shadow (which hides nothing), and tells its mask.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.arrays import Points
from vision.train.dataset.things.painting import PatchScene, fill, fixed_point, outline, tube
from vision.train.dataset.tops.table_tops import any_colour, lay_table

Rng = np.random.Generator
SKINS = ((168, 190, 232), (120, 152, 204), (92, 126, 180), (70, 100, 148), (48, 70, 108), (30, 42, 66))  # BGR
OFTEN = {"limbs": 2, "arm": 2, "rod": 1, "cord": 3, "block": 2, "cup": 1}  # how often each is drawn, of the sum
OFTEN |= {"sheet": 2, "patch": 2, "heap": 2, "coin": 2, "glass": 1, "lump": 1}
KINDS = tuple(kind for kind, times in OFTEN.items() for _ in range(times))


def put_over(scene: PatchScene, at: Points, rng: Rng) -> None:
    """Any of the things. at : canvas pixels (x, y)"""
    turn = rng.uniform(0, 2 * np.pi)
    _DRAW[str(rng.choice(KINDS))](scene, at, np.array([np.cos(turn), np.sin(turn)]), rng)


def _limbs(scene: PatchScene, at: Points, way: Points, rng: Rng) -> None:
    """One to four fingers, or an arm, that reach in from afar; rounded."""
    skin = np.array(SKINS[int(rng.integers(len(SKINS)))]) * rng.uniform(0.8, 1.15) + rng.normal(0, 6, 3)
    tone = skin if rng.random() < 0.75 else np.array(any_colour(rng, 1.0))
    side, count = np.array([-way[1], way[0]]), int(rng.integers(1, 5))
    thick = scene.unit * rng.uniform(0.16, 0.34) * (1.0 if count > 1 or rng.random() < 0.6 else rng.uniform(1.5, 4))
    ends = [
        at + side * thick * 0.95 * (k - (count - 1) / 2) + way * rng.normal(0, 0.12) * scene.unit for k in range(count)
    ]
    root = at + way * scene.unit * rng.uniform(1.2, 2.2)
    for end in ends:
        bent = end + way * scene.unit * 0.55 + side * rng.normal(0, 0.08) * scene.unit
        base = root + (end - at) * rng.uniform(0.6, 1.1)
        tube(scene, np.array([end, bent, base]), thick, tone * rng.uniform(0.94, 1.06), rng)
    if count > 1 or rng.random() < 0.3:
        tube(scene, np.array([root, root + way * scene.unit * 4]), thick * max(count, 2) * 0.9, tone, rng)
    if rng.random() < 0.5:
        sleeve = root + way * scene.unit * rng.uniform(0.3, 1.0)
        cloth = np.array(any_colour(rng, 1.0))
        tube(
            scene,
            np.array([sleeve, sleeve + way * scene.unit * 4]),
            thick * max(count, 2) * rng.uniform(1, 1.6),
            cloth,
            rng,
        )


def _arm(scene: PatchScene, at: Points, way: Points, rng: Rng) -> None:
    """Right through the picture, in a sleeve or bare: of a hand that lies somewhere else."""
    thick = scene.unit * rng.uniform(0.4, 1.6)
    side = np.array([-way[1], way[0]])
    edge = at + side * thick / 2  # one edge of it comes to lie where it was put
    line = np.array(
        [edge - way * scene.unit * 5, edge + side * rng.normal(0, 0.1) * scene.unit, edge + way * scene.unit * 5]
    )
    skin = np.array(SKINS[int(rng.integers(len(SKINS)))]) * rng.uniform(0.8, 1.15) + rng.normal(0, 6, 3)
    tube(scene, line, thick, skin if rng.random() < 0.5 else np.array(any_colour(rng, 1.0)), rng)


def _rod(scene: PatchScene, at: Points, way: Points, rng: Rng) -> None:
    """A pen, a pencil, a chopstick."""
    ends = np.array([at - way * scene.unit * rng.uniform(0.2, 2.5), at + way * scene.unit * rng.uniform(0.2, 2.5)])
    thick, tone = scene.unit * rng.uniform(0.06, 0.2), np.array(any_colour(rng, 1.0))
    tube(scene, ends, thick, tone, rng)
    if rng.random() < 0.5:
        tip = ends[0] + (ends[1] - ends[0]) * rng.uniform(0.05, 0.3)
        tube(scene, np.array([ends[0], tip]), thick, np.array(any_colour(rng, 1.0)), rng)


def _cord(scene: PatchScene, at: Points, way: Points, rng: Rng) -> None:
    """Tangled, or in one wide bend from edge to edge."""
    if rng.random() < 0.5:
        along = np.linspace(-4, 4, 24)[:, None]
        side = np.array([-way[1], way[0]])
        bend = side * (np.sin(along * rng.uniform(0.2, 1.6) + rng.uniform(0, 6)) * rng.uniform(0, 0.5))
        line = at + (way * along + bend) * scene.unit
        tube(scene, line, scene.unit * rng.uniform(0.05, 0.16), np.array(any_colour(rng, 1.0)), rng)
        return
    steps = np.cumsum(rng.standard_normal((16, 2)) * scene.unit * rng.uniform(0.02, 0.16) + way * scene.unit * 0.2, 0)
    tone = np.array(any_colour(rng, 1.0)) if rng.random() < 0.6 else np.full(3, rng.uniform(10, 60))
    tube(scene, at + steps - steps[8], scene.unit * rng.uniform(0.04, 0.13), tone, rng)


def _block(scene: PatchScene, at: Points, way: Points, rng: Rng) -> None:
    """A die, a box, a phone, a book: its top, and sides in other light, as seen aslant."""
    size = scene.unit * (rng.uniform(0.1, 0.3) if rng.random() < 0.5 else rng.uniform(0.4, 1.6))
    along, across = way * size, np.array([-way[1], way[0]]) * size * rng.uniform(0.5, 1.0)
    low = at + np.array([-along - across, along - across, along + across, -along + across])
    lift = rng.normal(0, 1, 2) * size * rng.uniform(0, 0.6)
    tone = np.array(any_colour(rng, 1.0))
    high = low + lift
    for k in rng.permutation(4):
        wall = np.array([low[k], low[(k + 1) % 4], high[(k + 1) % 4], high[k]])
        fill(scene, wall, tone * rng.uniform(0.45, 0.9), rng, shadow=False)
    fill(scene, high, tone, rng)
    _print_on(scene, high, rng)


def _cup(scene: PatchScene, at: Points, way: Points, rng: Rng) -> None:
    """A mug, a bottle, a bowl, a plate: rings that rise towards one side."""
    radius, lift = scene.unit * rng.uniform(0.3, 1.2), way * scene.unit * rng.uniform(0, 1.5)
    tone, steps = np.array(any_colour(rng, 1.0)), 8
    grow = rng.uniform(0.7, 1.3)
    for step in range(steps + 1):
        share = step / steps
        ring = outline(at + lift * share, radius * (1 + (grow - 1) * share), rng)
        fill(scene, ring, tone * rng.uniform(0.85, 1.0), rng, shadow=step == 0)
    top = at + lift
    fill(scene, outline(top, radius * grow, rng), np.minimum(tone * 1.15 + 8, 255), rng, shadow=False)
    inside = outline(top, radius * grow * rng.uniform(0.6, 0.92), rng)
    fill(scene, inside, np.array(any_colour(rng, 0.9)), rng, shadow=False)


def _sheet(scene: PatchScene, at: Points, way: Points, rng: Rng) -> None:
    """Paper, a rulebook, a letter, another game's card: flat, white or printed."""
    size = scene.unit * rng.uniform(0.4, 1.8)
    along, across = way * size, np.array([-way[1], way[0]]) * size * rng.uniform(0.55, 1.0)
    away = at + way * size * rng.uniform(0.3, 1.0)  # an edge of it comes to lie where it was put
    quad = away + np.array([-along - across, along - across, along + across, -along + across])
    white = np.full(3, rng.uniform(190, 250)) + rng.normal(0, 8, 3)
    fill(scene, quad, white if rng.random() < 0.6 else np.array(any_colour(rng, 1.0)), rng)
    _print_on(scene, quad, rng)


def _patch(scene: PatchScene, at: Points, way: Points, rng: Rng) -> None:
    """Cloth, a sleeve, a bag, a mat: any outline, of a table top's texture."""
    ring = outline(at + way * scene.unit * rng.uniform(0.2, 1.0), scene.unit * rng.uniform(0.3, 1.2), rng, 0.3)
    stuff = np.empty_like(scene.canvas)
    lay_table(stuff, scene.tables[int(rng.integers(len(scene.tables)))], scene.unit * rng.uniform(0.4, 2), rng)
    fill(scene, ring, stuff.astype(np.float32), rng)


def _heap(scene: PatchScene, at: Points, way: Points, rng: Rng) -> None:
    """Coins, nuggets, tokens, sweets, crumbs."""
    tone = np.array(any_colour(rng, 1.0))
    for _ in range(int(rng.integers(1, 9))):
        middle = at + rng.normal(0, 0.25, 2) * scene.unit
        radius = scene.unit * rng.uniform(0.05, 0.18)
        dark, rough = tone * rng.uniform(0.6, 1.1), float(rng.choice([0.0, 0.15]))
        fill(scene, outline(middle, radius, rng, rough), dark, rng)
        fill(
            scene,
            outline(middle - radius * 0.15, radius * 0.65, rng, rough),
            np.minimum(dark * 1.3 + 10, 255),
            rng,
            shadow=False,
        )


def _coin(scene: PatchScene, at: Points, way: Points, rng: Rng) -> None:
    """One or two that are flat and round, with a rim, a stamp or nothing."""
    for number in range(int(rng.integers(1, 3))):
        middle = at + way * number * scene.unit * rng.uniform(0.3, 0.9)
        radius, tone = scene.unit * rng.uniform(0.12, 0.3), np.array(any_colour(rng, 1.0))
        fill(scene, outline(middle, radius, rng), tone, rng)
        if rng.random() < 0.6:
            face = np.clip(tone * rng.uniform(0.7, 1.3), 0, 255)
            fill(scene, outline(middle, radius * rng.uniform(0.6, 0.9), rng), face, rng, shadow=False)
        if rng.random() < 0.4:
            stamp = np.clip(tone * rng.uniform(0.5, 1.5), 0, 255)
            fill(scene, outline(middle, radius * rng.uniform(0.2, 0.5), rng, 0.25), stamp, rng, shadow=False)


def _glass(scene: PatchScene, at: Points, way: Points, rng: Rng) -> None:
    """What is below can be guessed, or not."""
    inside = outline(at, scene.unit * rng.uniform(0.3, 0.9), rng)
    fill(scene, inside, np.array(any_colour(rng, 1.0)), rng, opacity=rng.uniform(0.15, 0.95))
    tube(scene, outline(at, scene.unit * rng.uniform(0.3, 0.9), rng), scene.unit * 0.05, np.full(3, 225.0), rng)


def _lump(scene: PatchScene, at: Points, way: Points, rng: Rng) -> None:
    ring = outline(at, scene.unit * rng.uniform(0.12, 0.6), rng, 0.25)
    tone = np.array(any_colour(rng, 1.0))
    fill(scene, ring, tone, rng)
    for _ in range(int(rng.integers(0, 4))):
        smaller = ring.mean(0) + (ring - ring.mean(0)) * rng.uniform(0.2, 0.8) + rng.normal(0, 0.03, 2) * scene.unit
        fill(scene, smaller, np.clip(tone * rng.uniform(0.7, 1.4), 0, 255), rng, shadow=False)


_DRAW: dict[str, Callable[[PatchScene, Points, Points, Rng], None]] = {
    "limbs": _limbs,
    "arm": _arm,
    "rod": _rod,
    "cord": _cord,
    "block": _block,
    "cup": _cup,
    "sheet": _sheet,
    "patch": _patch,
    "heap": _heap,
    "coin": _coin,
    "glass": _glass,
    "lump": _lump,
}


def _print_on(scene: PatchScene, quad: Points, rng: Rng) -> None:
    """Spots, lines of writing, pictures, or nothing."""
    corner, across, down = quad[0], quad[1] - quad[0], quad[3] - quad[0]
    draw, tone = rng.random(), np.array(any_colour(rng, 1.0))
    if draw < 0.3:
        return
    if draw < 0.55:
        for _ in range(int(rng.integers(1, 7))):
            u, v = rng.uniform(0.15, 0.85, 2)
            radius = max(float(np.linalg.norm(across)) * 0.08, 0.7)
            fill(scene, outline(corner + across * u + down * v, radius, rng), tone, rng, shadow=False)
        return
    if draw < 0.8:
        rows = int(rng.integers(3, 14))
        for row in range(rows):
            begin, end = rng.uniform(0.05, 0.2), rng.uniform(0.5, 0.95)
            line = np.array([corner + across * u + down * (row + 0.5) / rows for u in (begin, end)])
            cv2.polylines(scene.canvas, [fixed_point(line)], False, tone.tolist(), 1, cv2.LINE_AA, 4)
        return
    for _ in range(int(rng.integers(1, 4))):
        u, v, wide, tall = rng.uniform(0, 0.6, 2).tolist() + rng.uniform(0.1, 0.4, 2).tolist()
        box = corner + np.array(
            [across * a + down * b for a, b in ((u, v), (u + wide, v), (u + wide, v + tall), (u, v + tall))]
        )
        fill(scene, box, np.array(any_colour(rng, 1.0)), rng, shadow=False)
