"""Training groups: cards of one deck, on one table, in one light, filmed by one camera. Never learns.

A network that sees the cards of a table together learns from them how that deck draws a tunnel, a door or a plug. So
the manner is common to a group; what is printed, where things and shadows lie over it, and the noise are each card's
own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np

from companion.editions.boxes import BASE_PATHS, SECOND_PATHS
from companion.editions.cards import PathCards
from companion.maze.faces import Face
from vision.arrays import Flags, Floats, Image, Images
from vision.train.dataset.card_patches import (
    as_wide_patch,
    bare_table,
    cut_off,
    flat_things,
    hide,
    lay_all,
    learn_card,
)
from vision.train.dataset.drawn_deck import HELD_OUT, DeckPlan, DrawnCard, DrawnDeck, more_plugs, pick
from vision.train.dataset.face_labels import HEIGHT_AT, LABELS, parted_face, sample_face, straight_face
from vision.train.dataset.imaging import film, light, mild_camera
from vision.train.dataset.patch_views import TALL, CardScale, PatchView, any_scale, look
from vision.train.dataset.things.covering_things import put_over
from vision.train.dataset.things.painting import PatchScene
from vision.train.dataset.tops.table_tops import table_top

Rng = np.random.Generator
CARDS = 30  # of a group: 27 fronts, a goal's front, a start card and a back
GROUPS_OF_A_DECK = 2
DECKS_FROM = 500_000_000  # seeds of decks: no patch shows one of these
STREAM = 77  # of chance, apart from what draws the deck
BASE, BOTH, SECOND, STRAIGHT, PARTED = 0.34, 0.28, 0.09, 0.07, 0.07  # of the decks: what they hold; the rest any faces
STRAIGHT_FACES, PARTED_FACES = 0.6, 0.7  # of the cards of such decks; the rest any faces
PLUGGED = 0.1  # of the decks, besides those that happen to close dead ends by plugs
COVERED = (0.0, 0.1, 0.34)  # of a group's cards, one as often as another
WITH_A_BODY = 0.5  # of the covered cards lie under such a thing, the others under flat ones
MILD = 0.4  # of the groups are filmed in an even light, as on most tables
SOME_APART, APART = 0.6, 0.35  # of the groups have cards in a light of their own; of the cards of these


@dataclass(frozen=True)
class GroupScene:
    """What the cards of a group have in common.

    covered, apart : shares of the cards under things, and in a light of their own; lit, filmed : seeds
    """

    table: Image
    scale: CardScale
    covered: float
    mild: bool
    apart: float
    lit: int
    filmed: int


def make_groups(seed: int, count: int, held_out: bool = False) -> tuple[Images, Floats]:
    """`count` groups (n, CARDS, h, w, 3) uint8 and their labels (n, CARDS, LABELS). The same seed gives the same."""
    cv2.setNumThreads(1)
    first = (HELD_OUT if held_out else 0) + DECKS_FROM + seed * 10_000
    drawn: list[tuple[Images, Floats]] = []
    for number in range(first, first + -(-count // GROUPS_OF_A_DECK)):
        rng = np.random.default_rng([STREAM, number])
        deck = DrawnDeck(number, plan=DeckPlan(front=_fronts(rng), style=partial(more_plugs, share=PLUGGED)))
        drawn += [make_group(deck, rng) for _ in range(GROUPS_OF_A_DECK)]
    return np.stack([pictures for pictures, _ in drawn[:count]]), np.stack([labels for _, labels in drawn[:count]])


def make_group(deck: DrawnDeck, rng: Rng) -> tuple[Images, Floats]:
    """One group (CARDS, h, w, 3) and its labels (CARDS, LABELS)."""
    scene = _scene(rng)
    fronts = [deck.fronts[i] for i in rng.permutation(CARDS)[: CARDS - 3]]
    goal = deck.fronts[CARDS + int(rng.integers(len(deck.fronts) - CARDS))]
    cards = [*fronts, goal, pick(deck.starts, rng), pick(deck.backs, rng)]
    drawn = [_card(card, deck, scene, rng) for card in cards]
    return np.stack([picture for picture, _ in drawn]), np.stack([labels for _, labels in drawn])


def _scene(rng: Rng) -> GroupScene:
    return GroupScene(
        table_top(rng),
        any_scale(rng),
        covered=float(rng.choice(COVERED)),
        mild=bool(rng.random() < MILD),
        apart=APART if rng.random() < SOME_APART else 0.0,
        lit=int(rng.integers(1 << 60)),
        filmed=int(rng.integers(1 << 60)),
    )


def _card(card: DrawnCard, deck: DrawnDeck, scene: GroupScene, rng: Rng) -> tuple[Image, Floats]:
    view = look(rng, near=True, scale=scene.scale)
    canvas = bare_table(view, scene.table, rng)
    labels = np.zeros(LABELS, np.float32)
    labels[HEIGHT_AT] = view.unit_px * TALL
    lay_all(canvas, view, deck, (card, np.eye(3)), rng)
    learn_card(labels, view, card)
    hide(labels, _covered(canvas, view, scene, rng) | cut_off(canvas, labels, rng), view)
    if scene.mild:
        taken = mild_camera(canvas, view.unit_px, np.random.default_rng(scene.lit), rng)
    else:
        lamp = rng if rng.random() < scene.apart else np.random.default_rng(scene.lit)
        taken = film(light(canvas, lamp, rng), view.unit_px, np.random.default_rng(scene.filmed), rng)
    return as_wide_patch(taken), labels


def _covered(canvas: Image, view: PatchView, scene: GroupScene, rng: Rng) -> Flags:
    """(rows, columns) where things lie over the card, if any do."""
    if rng.random() >= scene.covered:
        return np.zeros(canvas.shape[:2], bool)
    count = int(rng.integers(1, 3))
    if rng.random() >= WITH_A_BODY:
        return flat_things(canvas, view, rng, count)
    hidden = np.zeros(canvas.shape[:2], np.uint8)
    for _ in range(count):
        put_over(PatchScene(canvas, hidden, [scene.table], view.unit_px), np.array(view.size) * rng.random(2), rng)
    covered: Flags = hidden > 0
    return covered


def _fronts(rng: Rng) -> Callable[[Rng], Face]:
    """What is printed on the cards of one deck: a box's cards as often as it holds them, or faces for a lesson."""
    shares = [BASE, BOTH, SECOND, STRAIGHT, PARTED]
    choices: list[Callable[[Rng], Face]] = [
        _of_box(BASE_PATHS),
        _of_box((*BASE_PATHS, *SECOND_PATHS)),
        _of_box(SECOND_PATHS),
        _mostly(straight_face, STRAIGHT_FACES),
        _mostly(parted_face, PARTED_FACES),
        sample_face,
    ]
    return choices[int(rng.choice(len(choices), p=[*shares, 1 - sum(shares)]))]


def _of_box(cards: Iterable[PathCards]) -> Callable[[Rng], Face]:
    faces = [card.face for card in cards for _ in range(card.copies)]

    def front(rng: Rng) -> Face:
        face = pick(faces, rng)
        return face.half_turn() if rng.random() < 0.5 else face

    return front


def _mostly(lesson: Callable[[Rng], Face], share: float) -> Callable[[Rng], Face]:
    return lambda rng: lesson(rng) if rng.random() < share else sample_face(rng)
