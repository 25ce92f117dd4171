"""Which faces the network is taught, how often, and as which numbers. No pictures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from companion.editions.boxes import BASE_PATHS, SECOND_PATHS
from companion.editions.cards import PathCards
from companion.maze.faces import Face
from companion.maze.geometry import Side
from vision.arrays import Floats
from vision.detection.card_estimates import SIDE_PAIRS, pairs_of


def _both_turns(cards: Iterable[PathCards]) -> tuple[Face, ...]:
    return tuple(dict.fromkeys(face for card in cards for face in (card.face, card.face.half_turn())))


PLAIN = _both_turns(BASE_PATHS)
MARKED = _both_turns(SECOND_PATHS)
MORE_CRYSTALS = 0.15  # on faces that have none in print: they are a few pixels large and slow to be learnt
BRIDGE = 0.04  # of all faces, besides those of the second box: printers draw it in many manners
# Of the lessons on straight tunnels, which have a head of their own: the rest is any face
STRAIGHT = {"NS|EW": 0.46, "NS|E|W": 0.17, "EW|N|S": 0.17, "N|E|S|W": 0.08}
PARTED = 0.5  # of the lessons on plugs: tunnels of which none is joined to another; the rest is any face
LABELS = 32
PRESENCE_AT, CORNERS_AT, CORNERS_WEIGHT_AT = 0, slice(1, 9), 9
FACE_AT, MOUTHS_AT, LINKS_AT, DOOR_AT, CRYSTAL_AT, LADDER_AT = slice(10, 23), slice(10, 14), slice(14, 20), 20, 21, 22
WEIGHT_AT, HEIGHT_AT, SEEN_AT, IN_SIGHT_AT, PLUG_AT = 23, 24, 25, slice(26, 31), 31


def sample_face(rng: np.random.Generator) -> Face:
    """Printed faces of both boxes, about evenly, and others that no box holds, so that parts are learnt, not cards."""
    face = _one_face(rng)
    return replace(face, crystals=1) if rng.random() < MORE_CRYSTALS and not face.ladder else face


def _one_face(rng: np.random.Generator) -> Face:
    draw = rng.random()
    if draw > 1 - BRIDGE:
        return Face.parse("NS|EW")
    if draw < 0.42:
        return PLAIN[int(rng.integers(len(PLAIN)))]
    if draw < 0.74:
        return MARKED[int(rng.integers(len(MARKED)))]
    return random_face(rng)


def straight_face(rng: np.random.Generator) -> Face:
    """A bridge half of the time, else mostly what looks like one."""
    shares = [*STRAIGHT.values(), 1 - sum(STRAIGHT.values())]
    text = [*STRAIGHT, ""][int(rng.choice(len(shares), p=shares))]
    return Face.parse(text) if text else sample_face(rng)


def parted_face(rng: np.random.Generator) -> Face:
    """Half of the time two tunnels or more, none of them joined to another; else any face."""
    if rng.random() > PARTED:
        return sample_face(rng)
    sides = rng.permutation(list("NESW"))[: int(rng.integers(2, 5))]
    face = Face.parse("|".join(sides))
    return replace(face, crystals=1) if rng.random() < MORE_CRYSTALS else face


def random_face(rng: np.random.Generator) -> Face:
    """Any consistent topology, sometimes with a door, a crystal or a ladder."""
    sides = [side for side in Side if rng.random() < 0.72] or [Side(int(rng.integers(4)))]
    names = [side.name for side in sides]
    groups: list[str] = []
    join = rng.uniform(0, 1)
    for name in names:
        if groups and rng.random() < join:
            at = int(rng.integers(len(groups)))
            groups[at] = "".join(letter for letter in "NESW" if letter in groups[at] + name)
        else:
            groups.append(name)
    linked = [i for i, group in enumerate(groups) if len(group) > 1]
    mark = rng.random()
    if mark < 0.18 and linked:
        at = int(rng.choice(linked))
        groups[at] += str(rng.choice(["b", "g"]))
    tail = "^" if 0.18 <= mark < 0.26 and len(groups) == 1 else "*" if 0.26 <= mark < 0.4 else ""
    return Face.parse("|".join(groups) + tail)


def face_numbers(face: Face) -> Floats:
    """13 numbers: mouths 4, links 6 (-1 where a side of the pair is shut), door, crystal, ladder."""
    numbers = np.zeros(13, np.float32)
    for side in face.open:
        numbers[side] = 1
    for i, (a, b) in enumerate(SIDE_PAIRS):
        first = face.passage_at(Side(a))
        both = first is not None and face.passage_at(Side(b)) is not None
        numbers[4 + i] = -1 if not both else float(first == face.passage_at(Side(b)))
    numbers[10] = {None: 0, "blue": 1, "green": 2}[face.door]
    numbers[11] = float(face.crystals > 0)
    numbers[12] = float(face.ladder)
    return numbers


MIRROR_SIDES = {"across": [0, 3, 2, 1], "down": [2, 1, 0, 3]}  # west and east change places; north and south do
MIRROR_CORNERS = {"across": [1, 0, 3, 2], "down": [3, 2, 1, 0]}


def mirrored(labels: Floats, way: str) -> Floats:
    """Labels (n, LABELS) of the same patches seen in a mirror."""
    out = labels.copy()
    sides, corners = MIRROR_SIDES[way], MIRROR_CORNERS[way]
    out[:, MOUTHS_AT] = labels[:, MOUTHS_AT][:, sides]
    out[:, LINKS_AT] = labels[:, LINKS_AT][:, pairs_of(sides)]
    points = labels[:, CORNERS_AT].reshape(-1, 4, 2)[:, corners]
    points = points * ((-1, 1) if way == "across" else (1, -1))
    out[:, CORNERS_AT] = points.reshape(-1, 8)
    out[:, IN_SIGHT_AT] = labels[:, IN_SIGHT_AT][:, [*sides, len(sides)]]
    return out
