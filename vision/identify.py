"""From what the network saw to the faces a card may have, best first. It sees no picture and no table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import numpy as np

from companion.editions.boxes import BASE_GOALS, BASE_PATHS, SECOND_PATHS, START
from companion.live.observe import Candidate
from companion.maze.faces import Door, Face, Passage
from companion.maze.geometry import Side
from vision.network import SIDE_PAIRS, Looks, Presence
from vision.settings import IDENTIFY

_LEAST = 1e-4  # no single answer of the network rules a face out for good


@dataclass(frozen=True)
class Identity:
    """What a card may be.

    candidates : best first, their confidences sum to at most 1; face None lies face down
    on_maze : probability that a card of the maze lies here at all; the candidates' confidences are given that one does
    start : probability that it is the start card, given that it is a card
    """

    candidates: tuple[Candidate, ...]
    on_maze: float
    start: float
    uncertain: bool

    @property
    def best(self) -> Candidate:
        return self.candidates[0]


@dataclass(frozen=True)
class Faces:
    """The faces to choose from, each with its prior, and the same as numbers.

    mouths : (f, 4) 0 or 1
    links : (f, 6) 0, 1, or -1 where a side of the pair is shut
    door : (f,) 0 none, 1 blue, 2 green
    """

    faces: tuple[Face, ...]
    prior: np.ndarray
    mouths: np.ndarray
    links: np.ndarray
    door: np.ndarray
    crystal: np.ndarray
    ladder: np.ndarray


def identify(looks: Looks, faces: Faces | None = None, starts: np.ndarray | None = None) -> list[Identity]:
    """One Identity a look.

    faces : restricts the choice (see faces_in_play); by default it is all_faces
    starts : (n,) bool, which of them may be the start card; by default any
    """
    faces = all_faces() if faces is None else faces
    presence, probabilities = looks.presence.copy(), face_probabilities(looks, faces)
    if starts is not None:
        elsewhere = ~np.asarray(starts, bool)
        presence[elsewhere, Presence.TUNNEL] += presence[elsewhere, Presence.START]
        presence[elsewhere, Presence.START] = 0
        probabilities[np.ix_(elsewhere, [face == START for face in faces.faces])] = 0
        probabilities /= np.maximum(probabilities.sum(1, keepdims=True), _LEAST**2)
    return [_identity(*row, faces) for row in zip(presence, probabilities, strict=True)]


def face_probabilities(looks: Looks, faces: Faces) -> np.ndarray:
    """(n, f) probability of each face, given that a tunnel card lies there face up."""
    scores = _scores(looks, faces)
    powers = np.exp(scores - scores.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def faces_on_table(looks: Looks, held: frozenset[Face] | None = None) -> Faces:
    """The dictionary for these cards, seen together: does anything but the base box explain them better?

    held : the upright faces of the boxes in play where they are known: then nothing has to be guessed

    Cards of one night come from one shelf, so a card that looks like one of Saboteur 2 is doubted where all the
    others are of the base game, and believed where doors, ladders or crystals lie beside it.
    """
    if held is not None:
        return _of_boxes(held)
    if not len(looks):
        return all_faces()
    alone, both = _boxes(0.0), _boxes(IDENTIFY.second_box_prior)
    gain = _evidence(looks, both) - _evidence(looks, alone)
    odds = np.clip(gain * looks.lies_face_up, -IDENTIFY.most_evidence, IDENTIFY.most_evidence).sum()
    share = 1.0 / (1.0 + np.exp(-np.clip(odds + IDENTIFY.second_box_odds, -30, 30)))
    return _boxes(round(float(share), 2) * IDENTIFY.second_box_prior)


def _evidence(looks: Looks, faces: Faces) -> np.ndarray:
    """(n,) log probability of what was seen, whichever face it is."""
    scores = _scores(looks, faces) - np.log(faces.prior.sum())
    highest = scores.max(1)
    return highest + np.log(np.exp(scores - highest[:, None]).sum(1))


def _scores(looks: Looks, faces: Faces) -> np.ndarray:
    """(n, f) log likelihood of each face, with its prior."""
    scores = _binary(looks.mouths) @ _two_ways(faces.mouths).T
    joined, parted = _logs(looks.links)
    scores += joined @ (faces.links == 1).T + parted @ (faces.links == 0).T
    scores -= np.log(_partition_mass(looks, faces))
    scores += np.log(np.maximum(looks.door, _LEAST))[:, faces.door]
    scores += _binary(looks.crystal[:, None]) @ _two_ways(faces.crystal[:, None]).T
    scores += _binary(looks.ladder[:, None]) @ _two_ways(faces.ladder[:, None]).T
    return scores / IDENTIFY.temperature + np.log(faces.prior)


def all_faces() -> Faces:
    """Both boxes' faces as they can lie, and all others at a prior that only clear sight overcomes."""
    return _boxes(IDENTIFY.second_box_prior)


@lru_cache(maxsize=128)
def _boxes(second_prior: float) -> Faces:
    base, second = (card.face for card in BASE_PATHS), (card.face for card in SECOND_PATHS)
    return faces_in_play(base, second, second_prior=max(second_prior, IDENTIFY.unprinted_prior))


@lru_cache(maxsize=8)
def _of_boxes(held: frozenset[Face]) -> Faces:
    """Others are believed where they are plainly seen: strange boxes exist, and doubt is raised elsewhere."""
    second = {card.face.upright() for card in SECOND_PATHS}
    return faces_in_play(sorted(held - second, key=str), sorted(held & second, key=str))


def faces_in_play(
    base: Iterable[Face],
    second: Iterable[Face] = (),
    unprinted: bool = True,
    second_prior: float = IDENTIFY.second_box_prior,
) -> Faces:
    """The dictionary for the decks on the table. Goals and the start card are always in it."""
    prior: dict[Face, float] = {START: 1.0}
    for goal in BASE_GOALS:
        prior |= {goal.face: 1.0, goal.face.half_turn(): 1.0}
    for share, listed in ((second_prior, second), (1.0, base)):
        for face in listed:
            prior |= {face: share, face.half_turn(): share}
    if unprinted:
        prior = dict.fromkeys(_drawable(), IDENTIFY.unprinted_prior) | prior
    return _numbered(prior)


def _identity(presence: np.ndarray, probabilities: np.ndarray, faces: Faces) -> Identity:
    tunnel, start, back = (float(presence[kind]) for kind in (Presence.TUNNEL, Presence.START, Presence.BACK))
    card = max(tunnel + start + back, _LEAST)
    order = np.argsort(-probabilities)[: IDENTIFY.keep]
    found = {faces.faces[i]: float(probabilities[i]) * tunnel / card for i in order}
    found[START] = found.get(START, 0.0) + start / card
    ranked = [Candidate(face, share) for face, share in found.items()] + [Candidate(None, back / card)]
    ranked = sorted(ranked, key=lambda candidate: -candidate.confidence)[: IDENTIFY.keep]
    kept = [ranked[0]] + [other for other in ranked[1:] if other.confidence >= IDENTIFY.worth_offering]
    runner_up = ranked[1].confidence
    unsure = ranked[0].confidence < IDENTIFY.sure or ranked[0].confidence < IDENTIFY.clear_of_next * runner_up
    return Identity(tuple(kept), card, start / card, unsure)


def _partition_mass(looks: Looks, faces: Faces) -> np.ndarray:
    """(n, f) what the links of every consistent way to join a face's open sides sum to, so that they compare fairly."""
    joined, parted = _logs(looks.links)
    mass = np.ones((len(looks), 1 << len(Side)))
    for sides in range(1, 1 << len(Side)):
        together, apart = _ways_to_join(sides)
        mass[:, sides] = np.exp(joined @ together + parted @ apart).sum(1)
    return mass[:, faces.mouths.astype(int) @ (1 << np.arange(len(Side)))]


@cache
def _ways_to_join(sides: int) -> tuple[np.ndarray, np.ndarray]:
    """(6, ways) whether a pair of sides is joined, and whether it is parted, for these open sides, one a bit."""
    ways = np.array([_links_of(groups) for groups in _partitions([i for i in range(4) if sides >> i & 1])])
    return (ways.T == 1).astype(float), (ways.T == 0).astype(float)


def _numbered(prior: dict[Face, float]) -> Faces:
    faces = tuple(prior)
    mouths = np.array([[side in face.open for side in Side] for face in faces], float)
    links = np.array([_links_of([list(passage.sides) for passage in face.passages]) for face in faces])
    return Faces(
        faces,
        np.array([prior[face] for face in faces]),
        mouths,
        links,
        np.array([{None: 0, Door.BLUE: 1, Door.GREEN: 2}[face.door] for face in faces]),
        np.array([float(face.crystals > 0) for face in faces]),
        np.array([float(face.ladder) for face in faces]),
    )


def _links_of(groups: list[list[int]]) -> list[int]:
    group_of = {side: i for i, group in enumerate(groups) for side in group}
    both = [(group_of.get(a), group_of.get(b)) for a, b in SIDE_PAIRS]
    return [-1 if a is None or b is None else int(a == b) for a, b in both]


@cache
def _drawable() -> tuple[Face, ...]:
    """Every way to join the sides of a card, with and without a door on one tunnel, a crystal, a ladder."""
    plain = [
        tuple(Passage(tuple(Side(side) for side in group)) for group in groups)
        for bits in range(1, 16)
        for groups in _partitions([side for side in range(4) if bits >> side & 1])
    ]
    with_doors = list(plain)
    for passages in plain:
        for i, passage in enumerate(passages):
            if not passage.is_dead_end:
                with_doors += [(*passages[:i], replace(passage, door=door), *passages[i + 1 :]) for door in Door]
    marks = ((False, 0), (False, 1), (True, 0))
    return tuple(Face(passages, ladder, crystals) for passages in with_doors for ladder, crystals in marks)


def _partitions(sides: list[int]) -> Iterator[list[list[int]]]:
    if not sides:
        yield []
        return
    first, rest = sides[0], sides[1:]
    for groups in _partitions(rest):
        yield [[first], *groups]
        for i, group in enumerate(groups):
            yield [*groups[:i], sorted([first, *group]), *groups[i + 1 :]]


def _logs(probabilities: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return np.log(np.maximum(probabilities, _LEAST)), np.log(np.maximum(1 - probabilities, _LEAST))


def _binary(probabilities: np.ndarray) -> np.ndarray:
    return np.concatenate(_logs(probabilities), 1)


def _two_ways(truth: np.ndarray) -> np.ndarray:
    return np.concatenate([truth, 1 - truth], 1)
