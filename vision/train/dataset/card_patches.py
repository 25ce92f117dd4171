"""Training patches: drawn cards laid, lit and filmed, each with what there is to learn from it. No learning.

Labels of a patch, one row of LABELS numbers: 0 presence; 1..8 corner offsets in card widths; 9 their weight; 10..22 the
face (see face_labels.face_numbers); 23 its weight; 24 the card's height in camera pixels; 25 its share in sight; 26..30
the share in sight of the places where its tunnels would be: N, E, S, W and the middle; 31 whether a plug closes all of
its tunnels in the middle.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.arrays import Flags, Floats, Image, Images, Matrix
from vision.detection.card_estimates import Presence
from vision.detection.pyramid import WIDE_PATCH
from vision.train.dataset.drawn_deck import ANY_DECK, CARD_PX, HELD_OUT, DeckPlan, DrawnCard, DrawnDeck, pick
from vision.train.dataset.face_labels import (
    CORNERS_AT,
    CORNERS_WEIGHT_AT,
    FACE_AT,
    HEIGHT_AT,
    IN_SIGHT_AT,
    LABELS,
    PLUG_AT,
    PRESENCE_AT,
    SEEN_AT,
    WEIGHT_AT,
    face_numbers,
)
from vision.train.dataset.imaging import light_and_camera
from vision.train.dataset.patch_views import TALL, UNIT_CORNERS, ZONES, PatchView, look, pose_at, project, share_in
from vision.train.dataset.things.loose_things import put_thing
from vision.train.dataset.tops.table_tops import lay_table, table_top

Rng = np.random.Generator
COVERED, CUT_OFF = 0.34, 0.04  # of the patches
MOSTLY_HIDDEN = 0.6  # of a card: it cannot be recognised
DECKS, TABLES = 10, 30  # at a time
MakePatch = Callable[[DrawnDeck, DrawnDeck, Image, Rng], tuple[Image, Floats]]  # a deck, a foreign one, and a table


def make_patches(seed: int, count: int, held_out: bool = False) -> tuple[Images, Floats]:
    """`count` patches (n, h, w, 3) uint8 and their labels (n, LABELS) float32. The same seed gives the same shard."""
    return drawn_shard(make_patch, seed, count, held_out)


def drawn_shard(
    make: MakePatch, seed: int, count: int, held_out: bool, plan: DeckPlan = ANY_DECK
) -> tuple[Images, Floats]:
    """`count` patches with their labels, of decks and tables that change on the way."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng([seed, int(held_out)])
    first = (HELD_OUT if held_out else 0) + seed * 10_000
    decks = [DrawnDeck(first + i, plan=plan) for i in range(DECKS)]
    tables = [table_top(rng) for _ in range(TABLES)]
    drawn = []
    for i in range(count):
        if i % 80 == 79:
            decks[(i // 80) % len(decks)] = DrawnDeck(first + len(decks) + i // 80, plan=plan)
            tables[int(rng.integers(len(tables)))] = table_top(rng)
        drawn.append(make(pick(decks, rng), pick(decks, rng), pick(tables, rng), rng))
    return np.stack([patch for patch, _ in drawn]), np.stack([labels for _, labels in drawn])


def make_patch(deck: DrawnDeck, foreign: DrawnDeck, table: Image, rng: Rng) -> tuple[Image, Floats]:
    """One patch of a table laid with `deck`; `foreign` lends the odd card of another game."""
    view = look(rng)
    canvas = bare_table(view, table, rng)
    labels = np.zeros(LABELS, np.float32)
    labels[HEIGHT_AT] = view.unit_px * TALL
    draw = rng.random()
    if draw < 0.8:
        group = deck.fronts if draw < 0.63 else deck.starts if draw < 0.69 else deck.backs
        centre = pick(group, rng)
        lay_all(canvas, view, deck, (centre, np.eye(3)), rng)
        learn_card(labels, view, centre)
    elif draw < 0.87:
        lay_all(canvas, view, deck, None, rng)
        labels[PRESENCE_AT] = Presence.NOTHING
    elif draw < 0.91:
        _lay_beside_a_seam(canvas, view, deck, rng)
        labels[PRESENCE_AT] = Presence.NOTHING
    else:
        lay_all(canvas, view, deck, loose_card(deck, foreign, rng), rng)
        labels[PRESENCE_AT] = Presence.OTHER
    hide_some(canvas, labels, view, rng)
    return _filmed(canvas, view, rng), labels


def make_bare_patch(deck: DrawnDeck, table: Image, rng: Rng) -> Image:
    """A place of a table where no card lies, perhaps beside some."""
    view = look(rng)
    canvas = bare_table(view, table, rng)
    if rng.random() < 0.5:
        lay_all(canvas, view, deck, None, rng)
    return _filmed(canvas, view, rng)


def bare_table(view: PatchView, table: Image, rng: Rng) -> Image:
    canvas = np.empty((view.size[1], view.size[0], 3), np.uint8)
    lay_table(canvas, table, view.unit_px, rng)
    return canvas


def _filmed(canvas: Image, view: PatchView, rng: Rng) -> Image:
    return as_wide_patch(light_and_camera(canvas, view.unit_px, rng))


def as_wide_patch(picture: Image) -> Image:
    """The picture at the size of a WIDE_PATCH, however many planes it has."""
    shrinks = picture.shape[0] > 1.6 * WIDE_PATCH.height
    how = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, (WIDE_PATCH.width, WIDE_PATCH.height), interpolation=how), np.uint8)


def lay_all(canvas: Image, view: PatchView, deck: DrawnDeck, centre: tuple[DrawnCard, Matrix] | None, rng: Rng) -> None:
    """The neighbours and the middle card, in any order, so that either may lie on top by a few millimetres."""
    crowd = rng.choice([0.0, 0.35, 0.75, 1.0], p=[0.14, 0.36, 0.35, 0.15])
    gap = rng.choice([rng.uniform(-0.03, 0.02), rng.uniform(0.0, 0.08), rng.uniform(0.05, 0.2)], p=[0.4, 0.42, 0.18])
    mess = rng.uniform(0, 0.06)
    laid: list[tuple[DrawnCard, Matrix]] = []
    for column in (-1, 0, 1):
        for row in (-1, 0, 1):
            if (column, row) != (0, 0) and rng.random() < crowd:
                at = np.array([column * (1 + gap), row * (TALL + gap)]) + rng.normal(0, mess, 2)
                laid.append((deck.any_card(rng), pose_at(at, rng.normal(0, 0.03))))
    if centre is not None:
        laid.append(centre)
    for index in rng.permutation(len(laid)):
        card, pose = laid[index]
        lay(canvas, card, view.to_canvas @ pose, view.unit_px, rng)


def _lay_beside_a_seam(canvas: Image, view: PatchView, deck: DrawnDeck, rng: Rng) -> None:
    """Cards that meet where one is looked for: half of each is no card."""
    across, down = [(0.5, 0.0), (0.0, 0.5), (0.5, 0.5)][int(rng.choice(3, p=[0.45, 0.35, 0.2]))]
    mess = rng.uniform(0, 0.06)
    for column in (-1, 0, 1):
        for row in (-1, 0, 1):
            middle = np.array([column + across, (row + down) * TALL]) + rng.normal(0, mess, 2)
            needed = abs(column + across) < 0.6 and abs(row + down) < 0.6
            if needed or rng.random() < 0.6:
                lay(
                    canvas, deck.any_card(rng), view.to_canvas @ pose_at(middle, rng.normal(0, 0.03)), view.unit_px, rng
                )


def lay(canvas: Image, card: DrawnCard, to_canvas: Matrix, unit_px: float, rng: Rng) -> None:
    picture = card.small if unit_px * TALL < 0.62 * CARD_PX else card.picture
    height, width = picture.shape[:2]
    fit = np.array([[1 / width, 0, 0.5 / width - 0.5], [0, TALL / height, 0.5 * TALL / height - TALL / 2], [0, 0, 1]])
    h, w = canvas.shape[:2]
    corners = project(to_canvas, UNIT_CORNERS)
    low = np.maximum(np.floor(corners.min(0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(corners.max(0)).astype(int) + 3, (w, h))
    if (high <= low).any():
        return
    move = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]])
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    warped = cv2.warpPerspective(picture, move @ to_canvas @ fit, size, flags=cv2.INTER_LINEAR)
    part = canvas[low[1] : high[1], low[0] : high[0]]
    alpha = warped[..., 3:].astype(np.float32) / 255
    under = part.astype(np.float32)
    if rng.random() < 0.4:  # a contact shadow
        dark = cv2.blur(np.roll(alpha[..., 0], (1, 1), (0, 1)), (5, 5))
        under *= 1 - 0.45 * dark[..., None]
    part[:] = (under + alpha * (warped[..., :3] - under)).astype(np.uint8)


def loose_card(deck: DrawnDeck, foreign: DrawnDeck, rng: Rng) -> tuple[DrawnCard, Matrix]:
    """A card that is not part of the maze: crosswise, askew, beside its place, or of another kind."""
    draw = rng.random()
    if draw < 0.3:
        return pick(deck.others, rng), pose_at(rng.normal(0, 0.08, 2), rng.normal(0, 0.1))
    card = deck.any_card(rng) if draw < 0.8 else pick(foreign.others, rng)
    turn = rng.choice([-1, 1]) * rng.uniform(0.45, np.pi - 0.45)
    return card, pose_at(rng.normal(0, 0.2, 2), turn)


def hide_some(canvas: Image, labels: Floats, view: PatchView, rng: Rng) -> None:
    """Things over a share of the patches, a few cut off; labels tell what is left in sight."""
    count = int(rng.integers(1, 3)) if rng.random() < COVERED else 0
    hide(labels, flat_things(canvas, view, rng, count) | cut_off(canvas, labels, rng), view)


def flat_things(canvas: Image, view: PatchView, rng: Rng, count: int) -> Flags:
    """(rows, columns) where `count` things were laid over the scene."""
    covered = np.zeros(canvas.shape[:2], bool)
    for _ in range(count):
        at = np.array(view.size) * rng.uniform(-0.1, 1.1, 2)
        covered |= put_thing(canvas, at, view.unit_px, rng)
    return covered


def cut_off(canvas: Image, labels: Floats, rng: Rng) -> Flags:
    """(rows, columns) beyond the end of the picture, on a few patches; its last row or column is repeated."""
    beyond = np.zeros(canvas.shape[:2], bool)
    if rng.random() > CUT_OFF or labels[PRESENCE_AT] == Presence.OTHER:
        return beyond
    share = rng.uniform(0.05, 0.5)
    line, gone = (canvas, beyond) if rng.random() < 0.5 else (canvas.transpose(1, 0, 2), beyond.T)
    line, gone = (line, gone) if rng.random() < 0.5 else (line[::-1], gone[::-1])
    kept = max(int(len(line) * (1 - share)), 1)
    line[kept:], gone[kept:] = line[kept - 1 : kept], True
    return beyond


def hide(labels: Floats, hidden: Flags, view: PatchView) -> None:
    """What is out of sight is not to be told, and a card that mostly is, is none that could be recognised."""
    shares = [share_in(hidden, view.to_canvas, zone) for zone in (UNIT_CORNERS, *ZONES)]
    labels[SEEN_AT], labels[IN_SIGHT_AT] = 1 - shares[0], 1 - np.array(shares[1:])
    if shares[0] > MOSTLY_HIDDEN:
        labels[PRESENCE_AT], labels[CORNERS_WEIGHT_AT], labels[WEIGHT_AT] = Presence.OTHER, 0, 0
    elif labels[PRESENCE_AT] == Presence.NOTHING and shares[0] > 0.35:
        labels[PRESENCE_AT] = Presence.OTHER


def learn_card(labels: Floats, view: PatchView, card: DrawnCard) -> None:
    labels[PRESENCE_AT] = card.presence
    off_px = project(view.to_patch, UNIT_CORNERS) - WIDE_PATCH.corners()
    labels[CORNERS_AT] = (off_px / WIDE_PATCH.card_width_px).ravel()
    labels[CORNERS_WEIGHT_AT] = 1
    if card.face is not None:
        labels[FACE_AT] = face_numbers(card.face)
        labels[WEIGHT_AT] = 1
        labels[PLUG_AT] = card.is_plugged
