"""From what the network saw to the faces a card may have, best first.

in     CardEstimates, and the faces of the boxes on the table where they are known
out    FacePosterior, one a card
never  sees a picture, or where a card lies
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import numpy as np

from companion.editions.boxes import BASE_GOALS, BASE_PATHS, SECOND_PATHS, START
from companion.maze.faces import Door, Face, Passage
from companion.maze.geometry import Side
from companion.sight.reading import Candidate
from vision.arrays import Flags, Floats, Indices
from vision.detection.card_estimates import SIDE_PAIRS, CardEstimates, Presence


@dataclass(frozen=True)
class FacePosteriorSettings:
    """Choosing a face for what the network saw."""

    second_box_prior: float = 0.5  # a face of Saboteur 2 against one of the base game: on the table less often
    second_box_odds: float = -1.0  # log odds that any card of Saboteur 2 lies there, before anything was seen
    most_evidence: float = 4.0  # for or against it from one card, so that one misread card does not decide
    unprinted_prior: float = 0.06  # a face that no known box holds; with 0.04 a crystal seen at 0.92 was disbelieved
    other_goal_prior: float = 0.1  # where a goal lies, a tunnel that no goal in play has: other boxes' goals have some
    no_goal_prior: float = 0.02  # likewise a dead end, two tunnels or a mark, which no goal that we know of has
    least: float = 1e-4  # probability: no single answer of the network rules a face out for good
    keep: int = 5  # candidates; a phone shows four
    worth_offering: float = 0.01  # confidence of a candidate beside the best


FACE_POSTERIOR = FacePosteriorSettings()
_LEAST = FACE_POSTERIOR.least
GOAL_FACES = frozenset(goal.face.upright() for goal in BASE_GOALS)


@dataclass(frozen=True)
class FacePosterior:
    """What a card may be.

    candidates : best first, their confidences sum to at most 1; face None lies face down
    on_maze : probability that a card of the maze lies here at all; the candidates' confidences are given that one does
    start : probability that it is the start card, given that it is a card
    """

    candidates: tuple[Candidate, ...]
    on_maze: float
    start: float

    @classmethod
    def of(cls, shares: Mapping[Face | None, float], on_maze: float, start: float) -> FacePosterior:
        """shares : the probability of each face, given that a card of the maze lies there"""
        ranked = sorted(shares.items(), key=lambda entry: -entry[1])[: FACE_POSTERIOR.keep]
        best, *others = (Candidate(face, share) for face, share in ranked)
        kept = (best, *(other for other in others if other.confidence >= FACE_POSTERIOR.worth_offering))
        return cls(kept, on_maze, start)

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
    prior: Floats
    mouths: Floats
    links: Indices
    door: Indices
    crystal: Floats
    ladder: Floats


def identify(
    estimates: CardEstimates,
    faces: Faces | None = None,
    starts: Flags | None = None,
    goals: Flags | None = None,
    goal_faces: frozenset[Face] = GOAL_FACES,
) -> list[FacePosterior]:
    """One a card.

    faces : restricts the choice (see faces_on_table); by default it is all_faces
    starts : (n,) bool, which of them may be the start card; by default any
    goals : (n,) bool, which of them lie where a goal does; by default none
    goal_faces : upright, of the goals in play
    """
    faces = all_faces() if faces is None else faces
    presence, probabilities = estimates.presence.copy(), _face_probabilities(estimates, faces)
    if goals is not None:
        probabilities[goals] *= _goal_odds(faces.faces, goal_faces)
        probabilities /= probabilities.sum(1, keepdims=True)
    if starts is not None:
        elsewhere = ~np.asarray(starts, bool)
        presence[elsewhere, Presence.TUNNEL] += presence[elsewhere, Presence.START]
        presence[elsewhere, Presence.START] = 0
        probabilities[np.ix_(elsewhere, np.array([face == START for face in faces.faces], bool))] = 0
        probabilities /= np.maximum(probabilities.sum(1, keepdims=True), _LEAST**2)
    return [_posterior(*row, faces) for row in zip(presence, probabilities, strict=True)]


def _face_probabilities(estimates: CardEstimates, faces: Faces) -> Floats:
    """(n, f) probability of each face, given that a tunnel card lies there face up."""
    scores = _likelihoods(estimates, faces) + np.log(faces.prior)
    powers = np.exp(scores - scores.max(1, keepdims=True))
    probabilities: Floats = powers / powers.sum(1, keepdims=True)
    return probabilities


def faces_on_table(estimates: CardEstimates, held: frozenset[Face] | None = None) -> Faces:
    """The dictionary for these cards, seen together: does anything but the base box explain them better?

    held : the upright faces of the boxes in play where they are known: then nothing has to be guessed

    Cards of one night come from one shelf, so a card that looks like one of Saboteur 2 is doubted where all the
    others are of the base game, and believed where doors, ladders or crystals lie beside it.
    """
    if held is not None:
        return _of_boxes(held)
    if not len(estimates):
        return all_faces()
    alone, both = _boxes(0.0), _boxes(FACE_POSTERIOR.second_box_prior)  # the same faces
    likelihoods = _likelihoods(estimates, both)
    gain = _evidence(likelihoods, both.prior) - _evidence(likelihoods, alone.prior)
    odds = np.clip(gain * estimates.lies_face_up, -FACE_POSTERIOR.most_evidence, FACE_POSTERIOR.most_evidence).sum()
    share = 1.0 / (1.0 + np.exp(-np.clip(odds + FACE_POSTERIOR.second_box_odds, -30, 30)))
    return _boxes(round(float(share), 2) * FACE_POSTERIOR.second_box_prior)


def _evidence(likelihoods: Floats, prior: Floats) -> Floats:
    """(n,) log probability of what was seen, whichever face it is."""
    scores = likelihoods + np.log(prior / prior.sum())
    highest = scores.max(1)
    evidence: Floats = highest + np.log(np.exp(scores - highest[:, None]).sum(1))
    return evidence


def _likelihoods(estimates: CardEstimates, faces: Faces) -> Floats:
    """(n, f) of what was seen, were it each face; logarithms."""
    scores = _binary(estimates.mouths) @ _two_ways(faces.mouths).T
    joined, parted = _logs(estimates.links)
    scores += joined @ (faces.links == 1).T + parted @ (faces.links == 0).T
    scores -= np.log(_partition_mass(estimates, faces))
    scores += np.log(np.maximum(estimates.door, _LEAST))[:, faces.door]
    scores += _binary(estimates.crystal[:, None]) @ _two_ways(faces.crystal[:, None]).T
    scores += _binary(estimates.ladder[:, None]) @ _two_ways(faces.ladder[:, None]).T
    return scores


def all_faces() -> Faces:
    """Both boxes' faces as they can lie, and all others at a prior that only clear sight overcomes."""
    return _boxes(FACE_POSTERIOR.second_box_prior)


@lru_cache(maxsize=128)
def _boxes(second_prior: float) -> Faces:
    base, second = (card.face for card in BASE_PATHS), (card.face for card in SECOND_PATHS)
    return _faces_in_play(base, second, second_prior=max(second_prior, FACE_POSTERIOR.unprinted_prior))


@lru_cache(maxsize=8)
def _of_boxes(held: frozenset[Face]) -> Faces:
    """Others are believed where they are plainly seen: strange boxes exist, and doubt is raised elsewhere."""
    second = {card.face.upright() for card in SECOND_PATHS}
    return _faces_in_play(sorted(held - second, key=str), sorted(held & second, key=str))


def _faces_in_play(
    base: Iterable[Face],
    second: Iterable[Face] = (),
    second_prior: float = FACE_POSTERIOR.second_box_prior,
) -> Faces:
    """The dictionary for the decks on the table. Goals, the start card and all that can be drawn are always in it."""
    prior: dict[Face, float] = {START: 1.0}
    for goal in GOAL_FACES:
        prior |= {goal: 1.0, goal.half_turn(): 1.0}
    for share, listed in ((second_prior, second), (1.0, base)):
        for face in listed:
            prior |= {face: share, face.half_turn(): share}
    return numbered(dict.fromkeys(_drawable(), FACE_POSTERIOR.unprinted_prior) | prior)


def _posterior(presence: Floats, probabilities: Floats, faces: Faces) -> FacePosterior:
    tunnel, start, back = (float(presence[kind]) for kind in (Presence.TUNNEL, Presence.START, Presence.BACK))
    card = max(tunnel + start + back, _LEAST)
    order = np.argsort(-probabilities)[: FACE_POSTERIOR.keep]
    shares: dict[Face | None, float] = {faces.faces[i]: float(probabilities[i]) * tunnel / card for i in order}
    shares[START] = shares.get(START, 0.0) + start / card
    shares[None] = back / card
    return FacePosterior.of(shares, card, start / card)


def _partition_mass(estimates: CardEstimates, faces: Faces) -> Floats:
    """(n, f) what the links of every consistent way to join a face's open sides sum to, so that they compare fairly."""
    joined, parted = _logs(estimates.links)
    mass = np.ones((len(estimates), 1 << len(Side)))
    for sides in range(1, 1 << len(Side)):
        together, apart = _ways_to_join(sides)
        mass[:, sides] = np.exp(joined @ together + parted @ apart).sum(1)
    return mass[:, faces.mouths.astype(int) @ (1 << np.arange(len(Side)))]


@cache
def _ways_to_join(sides: int) -> tuple[Floats, Floats]:
    """(6, ways) whether a pair of sides is joined, and whether it is parted, for these open sides, one a bit."""
    ways = np.array([_links_of(groups) for groups in _partitions([i for i in range(4) if sides >> i & 1])])
    return (ways.T == 1).astype(float), (ways.T == 0).astype(float)


def numbered(prior: dict[Face, float]) -> Faces:
    """These faces, each with its prior, as numbers."""
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


@lru_cache(maxsize=128)
def _goal_odds(faces: tuple[Face, ...], goals: frozenset[Face]) -> Floats:
    """(f,) how much likelier than elsewhere each face is where a goal lies. goals : of those in play, upright"""
    other, none = FACE_POSTERIOR.other_goal_prior, FACE_POSTERIOR.no_goal_prior
    return np.array([1.0 if face.upright() in goals else other if face.is_one_tunnel else none for face in faces])


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


def _logs(probabilities: Floats) -> tuple[Floats, Floats]:
    return np.log(np.maximum(probabilities, _LEAST)), np.log(np.maximum(1 - probabilities, _LEAST))


def _binary(probabilities: Floats) -> Floats:
    return np.concatenate(_logs(probabilities), 1)


def _two_ways(truth: Floats) -> Floats:
    return np.concatenate([truth, 1 - truth], 1)
