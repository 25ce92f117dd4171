"""Hard and papered tops: coarse wood, tiles, printed game mats, newspapers. Drawn from above, float32 BGR."""

from __future__ import annotations

import cv2
import numpy as np

from exam.noise import Rng, Size, clouds, dye, dyes, grid_of, grit, mix

WOODS = ((52, 92, 150), (40, 66, 104), (96, 150, 196), (30, 44, 66), (70, 112, 176), (130, 170, 200))


def coarse_wood(rng: Rng, size: Size, scale: float) -> np.ndarray:
    """Boards with wide rings, knots and cracks."""
    wood = np.array(WOODS[int(rng.integers(len(WOODS)))], np.float32)
    top = np.empty((size[1], size[0], 3), np.float32)
    y = 0
    while y < size[1]:
        tall = min(int(rng.uniform(60, 260) * scale) + 8, size[1] - y)
        top[y : y + tall] = _board(rng, (size[0], tall), scale, wood * rng.uniform(0.8, 1.2))
        top[y : y + max(int(1.5 * scale), 1)] *= 0.35
        y += tall
    if rng.random() < 0.4:
        turned = cv2.rotate(top, cv2.ROTATE_90_CLOCKWISE)
        top = cv2.resize(turned, size, interpolation=cv2.INTER_AREA)
    return top


def _board(rng: Rng, size: Size, scale: float, wood: np.ndarray) -> np.ndarray:
    """Where the saw cut the rings: a cone around the heart, bent by knots."""
    x, y = grid_of(size)
    heart = rng.uniform(-0.4, 1.4) * size[1]
    away = np.hypot((y - heart) * rng.uniform(0.8, 1.6), x * rng.uniform(0.03, 0.14))
    away += clouds(rng, size, 60 * scale, 3, 5.0) * rng.uniform(2, 9) * scale
    for _ in range(int(rng.poisson(size[0] / scale / 400))):
        at, radius = rng.uniform((0, 0), size), rng.uniform(6, 22) * scale
        near = np.exp(-(((x - at[0]) / 2.2) ** 2 + (y - at[1]) ** 2) / (2 * (1.6 * radius) ** 2))
        away += near * radius * rng.uniform(2, 5)
    ring = rng.uniform(3.0, 14.0) * scale
    phase = (away / ring) % 1
    late = np.clip((phase - 0.45) / 0.5, 0, 1) ** 2
    pores = np.clip(clouds(rng, size, 2.2 * scale, 1, 14.0) - 1.2, 0, 1)
    dark = rng.uniform(0.35, 0.75)
    lit = (1 - (1 - dark) * late) * (1 - 0.35 * pores) * (1 + 0.03 * grit(rng, size))
    return wood * lit[..., None].astype(np.float32)


def tiles(rng: Rng, size: Size, scale: float) -> np.ndarray:
    """Square, oblong, six-cornered or starred tiles, each a little different, with their joints."""
    x, y = grid_of(size)
    wide = rng.uniform(28, 150) * scale
    kind = rng.choice(["square", "bond", "hexagon", "star"])
    if kind in ("square", "bond"):
        high = wide * (1.0 if kind == "square" else rng.uniform(0.4, 1.8))
        row = np.floor(y / high)
        column = np.floor(x / wide + (0.5 * (row % 2) if kind == "bond" else 0))
        inside = np.minimum(_to_joint(x / wide + (0.5 * (row % 2) if kind == "bond" else 0)) * wide,
                            _to_joint(y / high) * high)  # fmt: skip
    elif kind == "hexagon":
        row, column, inside = _hexagons(x, y, wide)
    else:
        row, column = np.floor(y / wide), np.floor(x / wide)
        inside = np.minimum(_to_joint(x / wide), _to_joint(y / wide)) * wide
    key = (column * 73 + row * 151).astype(np.int64) % 997
    colours = np.array(dyes(rng, int(rng.integers(1, 5))))
    table = colours[rng.integers(len(colours), size=997)] * rng.normal(1, 0.06, (997, 1))
    picture = table[key].astype(np.float32)
    if kind == "star" or rng.random() < 0.35:
        picture = _ornament(rng, picture, x, y, wide)
    joint = rng.uniform(0.8, 3.0) * scale
    grout = dye(rng, (0.25, 0.9), (0.0, 0.15))
    picture = mix(picture, grout, np.clip(1.2 - inside / joint, 0, 1).astype(np.float32))
    return picture * (1 + 0.03 * clouds(rng, size, 30 * scale))[..., None]


def _to_joint(place: np.ndarray) -> np.ndarray:
    return 0.5 - np.abs(place % 1 - 0.5)


def _hexagons(x: np.ndarray, y: np.ndarray, wide: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Row, column and the distance to the joint, of the nearest of two lattices' middles."""
    high = wide * np.sqrt(3)
    best = None
    for shift in (0.0, 0.5):
        column, row = np.round(x / wide - shift), np.round(y / high - shift)
        dx, dy = x - (column + shift) * wide, y - (row + shift) * high
        away = np.maximum(np.abs(dx), np.abs(dx) / 2 + np.abs(dy) * np.sqrt(3) / 2)
        now = (row + 500 * shift, column, wide / 2 - away)
        best = now if best is None else tuple(np.where(now[2] > best[2], a, b) for a, b in zip(now, best, strict=True))
    assert best is not None
    return best[0], best[1], best[2]


def _ornament(rng: Rng, picture: np.ndarray, x: np.ndarray, y: np.ndarray, wide: float) -> np.ndarray:
    """The same star, rosette or quarter circles on every tile, as cement tiles have them."""
    u, v = x / wide % 1 - 0.5, y / wide % 1 - 0.5
    radius, angle = np.hypot(u, v), np.arctan2(v, u)
    points = int(rng.choice([4, 6, 8, 12]))
    star = radius < rng.uniform(0.26, 0.42) * (0.72 + 0.28 * np.cos(points * angle))
    corner = np.hypot(0.5 - np.abs(u), 0.5 - np.abs(v))
    band = np.abs(corner - rng.uniform(0.25, 0.5)) < rng.uniform(0.03, 0.11)
    for shape in ([star], [band], [star, band])[int(rng.integers(3))]:
        picture = mix(picture, dye(rng), shape.astype(np.float32))
    return picture


def game_mat(rng: Rng, size: Size, scale: float) -> np.ndarray:
    """Neoprene with a painted landscape, a grid or printed places for cards, and a stitched hem."""
    height = clouds(rng, size, rng.uniform(90, 300) * scale, 6)
    colours = np.array(dyes(rng, 5))
    level = np.clip((height + 1.6) / 3.2 * 4, 0, 3.999)
    low = level.astype(np.int64)
    mat = mix(colours[low], colours[low + 1], (level - low).astype(np.float32) ** rng.uniform(0.5, 6))
    slope = cv2.Sobel(cv2.GaussianBlur(height, (0, 0), scale), cv2.CV_32F, 1, 1, ksize=3)
    mat = mat * np.clip(1 + slope / max(float(np.abs(slope).max()), 1e-6) * 0.9, 0.3, 1.7)[..., None]
    ink, x, y = dye(rng, (0.05, 0.95)), *grid_of(size)
    kind, wide = rng.choice(["none", "squares", "hexagons", "places"]), rng.uniform(22, 60) * scale
    if kind == "squares":
        line = np.minimum(_to_joint(x / wide), _to_joint(y / wide)) * wide < 0.8 * scale
        mat = mix(mat, ink, line.astype(np.float32) * 0.7)
    elif kind == "hexagons":
        mat = mix(mat, ink, (_hexagons(x, y, wide)[2] < 0.8 * scale).astype(np.float32) * 0.7)
    elif kind == "places":
        wide, high = 66 * scale, 94 * scale
        across, down = _to_joint(x / wide) * wide, _to_joint(y / high) * high
        line = np.abs(np.minimum(across, down) - 3.5 * scale) < 0.7 * scale
        mat = mix(mat, ink, line.astype(np.float32) * 0.8)
    rim = np.minimum(np.minimum(x, size[0] - x), np.minimum(y, size[1] - y))
    mat[rim < 6 * scale] = ink
    return mat * (1 + 0.02 * grit(rng, size))[..., None]


def newspaper(rng: Rng, size: Size, scale: float) -> np.ndarray:
    """Sheets laid over each other at any angle."""
    top = np.empty((size[1], size[0], 3), np.float32)
    top[:] = dye(rng, (0.3, 0.8), (0.0, 0.3))
    spread = 250 * scale
    for cx in np.arange(0, size[0] + spread, spread):
        for cy in np.arange(0, size[1] + spread, spread * 1.2):
            sheet = _sheet(rng, scale)
            middle = np.array([cx, cy]) + rng.normal(0, 0.15 * spread, 2)
            turn = float(rng.choice([0, 90, 180, 270]) + rng.normal(0, 12))
            _paste(top, sheet, middle, turn)
    return top * (1 + 0.03 * clouds(rng, size, 120 * scale, 3))[..., None]


def _paste(top: np.ndarray, sheet: np.ndarray, middle: np.ndarray, turn_deg: float) -> None:
    high, wide = sheet.shape[:2]
    warp = cv2.getRotationMatrix2D((wide / 2, high / 2), turn_deg, 1.0)
    warp[:, 2] += middle - (wide / 2, high / 2)
    size = (top.shape[1], top.shape[0])
    mask = cv2.warpAffine(np.ones((high, wide), np.float32), warp, size)
    shade = cv2.GaussianBlur(mask, (0, 0), 3) * 0.3
    top *= 1 - shade[..., None]
    top[:] = mix(top, cv2.warpAffine(sheet, warp, size), mask)


def _sheet(rng: Rng, scale: float) -> np.ndarray:
    """Headlines, columns of lines, a photograph or two in coarse grey."""
    wide, high = int(280 * scale), int(400 * scale)
    paper = np.empty((high, wide, 3), np.float32)
    paper[:] = np.array([205, 218, 224]) * rng.uniform(0.85, 1.08)
    columns = int(rng.integers(3, 7))
    step = (wide - 16 * scale) / columns
    for column in range(columns):
        left, y = 8 * scale + column * step, 10 * scale
        while y < high - 8 * scale:
            kind = rng.random()
            tall = (rng.uniform(5, 14) if kind < 0.02 else rng.uniform(30, 80) if kind < 0.028 else 2.6) * scale
            box = (slice(int(y), int(y + tall)), slice(int(left), int(left + step * 0.93)))
            if kind < 0.02:
                _words(paper[box], rng, tall, 30)
            elif kind < 0.028:
                _photograph(paper[box], rng)
            else:
                _words(paper[int(y) : int(y + tall * 0.62), box[1]], rng, 1.6 * scale, 70)
            y += tall + (3 * scale if kind < 0.028 else 0)
    return paper


def _words(box: np.ndarray, rng: Rng, letter_px: float, ink: float) -> None:
    x = 0.0
    while x < box.shape[1]:
        word = rng.uniform(1.5, 7) * letter_px * 0.6
        tone = rng.uniform(0.8, 1.6) * ink
        letters = box[:, int(x) : int(x + word)]
        letters[:] = tone + 60 * rng.random((1, letters.shape[1], 1))
        x += word + letter_px * 0.5


def _photograph(box: np.ndarray, rng: Rng) -> None:
    if min(box.shape[:2]) < 4:
        return
    grey = 120 + 55 * clouds(rng, (box.shape[1], box.shape[0]), min(box.shape[:2]) / 2.5, 4)
    box[:] = np.clip(grey, 25, 225)[..., None]
