"""Table tops with patterns about as large as cards: carpets, kilims, tiles, papers, mats, coarse wood.

They teach what is no card: whatever a card has, an outline, a picture, ways that cross, is found on some cloth.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import cv2
import numpy as np

from vision.arrays import FloatImage, Floats, Plane
from vision.train.dataset.tops.motifs import any_motif, ink_of, pixel

Rng = np.random.Generator
Palette = Floats  # (n, 3) blue, green, red


def carpet(size: int, dyes: Palette, rng: Rng) -> FloatImage:
    """A field of flowers in a lattice, medallions, and a border of bands; the same to the left and the right."""
    half = size // 2
    picture = np.full((half, half, 3), dyes[0], np.float32)
    step = rng.uniform(14, 60)
    motif = any_motif(rng)
    for row in range(int(half / step) + 2):
        for column in range(int(half / step) + 2):
            at = np.array([column + 0.5 * (row % 2), row]) * step
            motif(picture, at, step * 0.42, dyes[1 + (row + column) % (len(dyes) - 1)], dyes[-1], rng)
    for ring, share in enumerate(np.sort(rng.uniform(0.1, 0.9, int(rng.integers(0, 4))))[::-1]):  # about the corner
        _medallion(picture, np.zeros(2), share * half, dyes[ring % len(dyes)], dyes[(ring + 2) % len(dyes)], rng)
    inner = int(half * rng.uniform(0.5, 0.95))
    for _ in range(int(rng.integers(0, 5))):
        wide = int(rng.uniform(4, 30))
        _border(picture, inner, wide, dyes[int(rng.integers(len(dyes)))], dyes[int(rng.integers(len(dyes)))], rng)
        inner += wide
    return _mirrored_both_ways(picture, size)


def kilim(size: int, dyes: Palette, rng: Rng) -> FloatImage:
    """Bands of stepped lozenges, hooks, zigzags and crosses, woven in coarse squares."""
    threads = int(size / rng.uniform(2.0, 6.0))
    woven = np.zeros((threads, threads), int)
    top = 0
    while top < threads:
        tall = int(rng.uniform(4, 30))
        rows, columns = np.mgrid[0:tall, 0:threads]
        period = max(int(tall * rng.choice([0.7, 1.0, 1.5, 2.0])), 3)
        across, down = np.abs(columns % period - period / 2) / (period / 2), np.abs(rows - tall / 2) / (tall / 2)
        measure = _KILIM[int(rng.integers(len(_KILIM)))](across, down)
        steps = int(rng.integers(2, 5))
        inks = rng.integers(0, len(dyes), steps)
        band = inks[np.clip((measure * steps).astype(int), 0, steps - 1)]
        woven[top : top + tall] = band[: threads - top]
        top += tall
    picture = dyes[woven].astype(np.float32)
    if rng.random() < 0.5:
        picture = picture.transpose(1, 0, 2)
    how = cv2.INTER_NEAREST if rng.random() < 0.6 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(np.ascontiguousarray(picture), (size, size), interpolation=how), np.float32)


_KILIM: tuple[Callable[[Plane, Plane], Plane], ...] = (
    lambda across, down: (across + down) / 2,  # lozenges
    lambda across, down: np.maximum(across, down),  # frames
    lambda across, down: np.minimum(across, down),  # crosses
    lambda across, down: np.abs(across - down),  # hourglasses
    lambda across, down: np.mod(across + down * 2, 1),  # zigzags
    lambda across, down: down,  # bands
)


def tiles(size: int, dyes: Palette, rng: Rng) -> FloatImage:
    """Square or oblong tiles with one picture each, turned by turns: arcs, ways, crosses; some with a seam."""
    wide = int(rng.uniform(16, 90))
    tall = int(wide * rng.choice([1.0, 1.0, rng.uniform(0.6, 1.6)]))
    painted = [_tile(wide, tall, dyes, rng) for _ in range(int(rng.integers(1, 4)))]
    picture = np.empty((size + tall, size + wide, 3), np.float32)
    turned = str(rng.choice(["none", "chance", "turns"]))
    for row, top in enumerate(range(0, size, tall)):
        for column, left in enumerate(range(0, size, wide)):
            tile = painted[int(rng.integers(len(painted)))]
            flips = {"none": 0, "chance": int(rng.integers(4)), "turns": row % 2 * 2 + column % 2}[turned]
            tile = tile[:: -1 if flips & 2 else 1, :: -1 if flips & 1 else 1]
            picture[top : top + tall, left : left + wide] = tile[: picture.shape[0] - top, : picture.shape[1] - left]
    return np.ascontiguousarray(picture[:size, :size])


def _tile(wide: int, tall: int, dyes: Palette, rng: Rng) -> FloatImage:
    tile = np.full((tall, wide, 3), dyes[int(rng.integers(len(dyes)))], np.float32)
    middle, reach = np.array([wide, tall]) / 2, min(wide, tall)
    for _ in range(int(rng.integers(1, 4))):
        ink = ink_of(dyes[int(rng.integers(len(dyes)))])
        kind, thick = int(rng.integers(5)), max(int(reach * rng.uniform(0.05, 0.35)), 1)
        if kind == 0:  # arcs about two corners, as ways that bend
            for corner in ((0, 0), (wide, tall)):
                cv2.circle(tile, corner, int(reach / 2), ink, thick, cv2.LINE_AA)
        elif kind == 1:  # ways from side to side
            for a, b in (((0, middle[1]), (wide, middle[1])), ((middle[0], 0), (middle[0], tall)))[: 1 + thick % 2]:
                cv2.line(tile, pixel(a), pixel(b), ink, thick, cv2.LINE_AA)
        elif kind == 2:
            any_motif(rng)(tile, middle, reach * rng.uniform(0.2, 0.5), np.array(ink), dyes[0], rng)
        elif kind == 3:  # corners of another colour
            for x, y in ((0, 0), (wide, 0), (0, tall), (wide, tall)):
                cv2.circle(tile, (x, y), int(reach * rng.uniform(0.15, 0.4)), ink, -1, cv2.LINE_AA)
        else:
            inset = int(reach * rng.uniform(0.03, 0.2))
            cv2.rectangle(tile, (inset, inset), (wide - inset, tall - inset), ink, max(thick // 3, 1))
    if rng.random() < 0.5:
        seam = int(rng.integers(1, 4))
        tile[:seam], tile[:, :seam] = dyes[-1], dyes[-1]
    return tile


def newspaper(size: int, dyes: Palette, rng: Rng) -> FloatImage:
    """Columns of print, headlines, framed pictures."""
    paper = np.array([200, 215, 222], np.float32) * rng.uniform(0.7, 1.1)
    picture = np.broadcast_to(paper, (size, size, 3)).copy()
    columns, line = int(rng.integers(2, 6)), rng.uniform(2.5, 9)
    wide = size / columns
    for column in range(columns):
        left, right = int(column * wide + 3), int((column + 1) * wide - 3)
        y = rng.uniform(0, 20)
        while y < size:
            draw = rng.random()
            if draw < 0.04:
                tall = rng.uniform(20, 110)
                _photograph(picture[int(y) : int(y + tall), left:right], rng)
                y += tall + line
            elif draw < 0.09:
                cv2.line(picture, (left, int(y)), (right, int(y)), (40, 40, 40), max(int(line * 1.3), 2))
                y += line * 2.5
            else:
                _line_of_print(picture, left, right, y, line, rng)
                y += line
    return picture


def _line_of_print(picture: FloatImage, left: int, right: int, y: float, line: float, rng: Rng) -> None:
    x = float(left)
    while x < right:
        word = rng.uniform(1, 5) * line * 0.5
        cv2.line(picture, pixel((x, y)), pixel((min(x + word, right), y)), (70, 70, 70), max(int(line * 0.45), 1))
        x += word + line * 0.35


def _photograph(part: FloatImage, rng: Rng) -> None:
    if part.shape[0] < 3 or part.shape[1] < 3:
        return
    blots = rng.normal(0.5, 0.3, (int(rng.integers(3, 9)), int(rng.integers(3, 9)), 1)).astype(np.float32)
    part[:] = cv2.resize(blots, part.shape[1::-1], interpolation=cv2.INTER_CUBIC)[..., None].clip(0, 1) * 230
    cv2.rectangle(part, (0, 0), (part.shape[1] - 1, part.shape[0] - 1), (20, 20, 20), 1)


def game_mat(size: int, dyes: Palette, rng: Rng) -> FloatImage:
    """Places for cards, printed: outlines and filled oblongs in rows, with rounded corners and a sign in some."""
    picture = np.full((size, size, 3), dyes[0], np.float32)
    wide = rng.uniform(30, 80)
    tall, gap = wide * rng.choice([1.5, 0.66, rng.uniform(0.6, 1.7)]), rng.uniform(2, 30)
    fill, rim = ink_of(dyes[1]), ink_of(dyes[2])
    filled, thick = rng.random() < 0.5, int(rng.integers(1, 5))
    rounded = rng.uniform(0, 0.2) * wide
    motif = any_motif(rng) if rng.random() < 0.7 else None
    for top in np.arange(rng.uniform(-tall, 0), size, tall + gap):
        for left in np.arange(rng.uniform(-wide, 0), size, wide + gap):
            box = _rounded((left, top), (left + wide, top + tall), rounded)
            if filled:
                cv2.fillConvexPoly(picture, box, fill, cv2.LINE_AA)
            cv2.polylines(picture, [box], True, rim, thick, cv2.LINE_AA)
            if motif and rng.random() < 0.8:
                motif(
                    picture, np.array([left + wide / 2, top + tall / 2]), min(wide, tall) * 0.35, dyes[-1], dyes[2], rng
                )
    return picture


def coarse_wood(size: int, dyes: Palette, rng: Rng) -> FloatImage:
    """Old planks: strong grain around knots, gaps between boards."""
    rows, columns = np.mgrid[0:size, 0:size].astype(np.float32)
    bend = np.zeros((size, size), np.float32)
    for _ in range(int(rng.integers(0, 6))):  # the grain runs around a knot
        x, y, reach = rng.uniform(0, size), rng.uniform(0, size), rng.uniform(6, 30)
        near = np.exp(-(((columns - x) / (reach * 2.5)) ** 2) - ((rows - y) / reach) ** 2)
        bend += near * np.sign(rows - y) * reach
    coarse = rng.standard_normal((int(rng.uniform(3, 20)), 4)).astype(np.float32)
    wave = cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC) * rng.uniform(2, 14)
    rings = 0.5 + 0.5 * np.sin((rows - bend + wave) * rng.uniform(0.1, 0.7))
    mix = (rings ** rng.uniform(0.5, 3))[..., None] * rng.uniform(0.2, 0.9)
    light = dyes[0] * 0.5 + np.array([90, 130, 160])
    picture = light * (1 - mix) + light * rng.uniform(0.25, 0.7) * mix
    board = rng.uniform(25, 120)
    for y in np.arange(rng.uniform(0, board), size, board):
        picture[int(y) : int(y) + int(rng.integers(1, 6))] *= rng.uniform(0.2, 0.7)
    return np.asarray(picture, np.float32)


def flowers(size: int, dyes: Palette, rng: Rng) -> FloatImage:
    """An oilcloth: things of two or three sorts strewn about, some of them joined by stalks."""
    picture = np.full((size, size, 3), dyes[0], np.float32)
    motifs = [any_motif(rng) for _ in range(int(rng.integers(1, 4)))]
    reach = rng.uniform(8, 45)
    spots = rng.uniform(0, size, (int((size / reach) ** 2 * rng.uniform(0.15, 0.5)), 2))
    if rng.random() < 0.5:
        for one, other in pairwise(spots):
            if np.linalg.norm(one - other) < 6 * reach:
                cv2.line(picture, pixel(one), pixel(other), ink_of(dyes[1]), max(int(reach * 0.15), 1), cv2.LINE_AA)
    for spot in spots:
        motif = motifs[int(rng.integers(len(motifs)))]
        ink, second = dyes[int(rng.integers(1, len(dyes)))], dyes[int(rng.integers(1, len(dyes)))]
        motif(picture, spot, reach * rng.uniform(0.6, 1.1), ink, second, rng)
    return picture


def knotwork(size: int, dyes: Palette, rng: Rng) -> FloatImage:
    """Broad ribbons that cross, with lighter rims: as ways do that run over many cards."""
    picture = np.full((size, size, 3), dyes[0], np.float32)
    step, thick = rng.uniform(20, 70), rng.uniform(0.15, 0.5)
    for which in range(2):
        ink, rim = ink_of(dyes[1 + which % (len(dyes) - 1)]), ink_of(dyes[-1])
        for at in np.arange(-size, 2 * size, step):
            swing = rng.uniform(0, 0.3) * step
            along = np.arange(-step, size + step, step / 4)
            across = at + swing * np.sin(along * 2 * np.pi / step / rng.choice([1, 2]))
            points = np.stack([along, across] if which else [across, along], 1).astype(np.int32)
            cv2.polylines(picture, [points], False, rim, int(step * thick) + 4, cv2.LINE_AA)
            cv2.polylines(picture, [points], False, ink, max(int(step * thick), 1), cv2.LINE_AA)
    return picture


def _medallion(picture: FloatImage, at: Floats, reach: float, ink: Floats, rim: Floats, rng: Rng) -> None:
    angles = np.linspace(0, 2 * np.pi, 97)
    lobes, deep = int(rng.choice([2, 4, 6, 8, 12])), rng.uniform(0, 0.25)
    radius = reach * (1 - deep + deep * np.abs(np.cos(angles * lobes / 2)))
    squeeze = rng.uniform(0.6, 1.0)
    ends = (at + radius[:, None] * np.stack([np.cos(angles) * squeeze, np.sin(angles)], 1)).astype(np.int32)
    cv2.fillPoly(picture, [ends], ink_of(ink), cv2.LINE_AA)
    cv2.polylines(picture, [ends], True, ink_of(rim), max(int(reach * 0.06), 1), cv2.LINE_AA)


def _border(picture: FloatImage, at: int, wide: int, ink: Floats, second: Floats, rng: Rng) -> None:
    """One band of the frame on both sides of the quarter, with a row of motifs."""
    picture[at : at + wide] = ink
    picture[:, at : at + wide] = ink
    motif, step = any_motif(rng), max(wide * rng.uniform(0.8, 2), 6)
    for along in np.arange(0, at + wide, step):
        for spot in ((along, at + wide / 2), (at + wide / 2, along)):
            motif(picture, np.array(spot), wide * 0.4, second, ink, rng)


def _mirrored_both_ways(quarter: FloatImage, size: int) -> FloatImage:
    half = np.concatenate([quarter[:, ::-1], quarter], 1)
    return np.ascontiguousarray(np.concatenate([half[::-1], half], 0)[:size, :size])


def _rounded(low: tuple[float, float], high: tuple[float, float], radius: float) -> np.ndarray:
    angles = np.arange(16) * np.pi / 8 + np.pi / 16
    way = np.stack([np.cos(angles), np.sin(angles)], 1)
    middle, half = (np.array(low) + high) / 2, (np.array(high) - low) / 2 - radius
    return np.asarray(middle + np.sign(way) * half + way * radius).astype(np.int32)
