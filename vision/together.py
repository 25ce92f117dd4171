"""The network's opinion and a taught deck's, brought together. Pure: it sees no picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from companion.editions.boxes import START
from companion.live.observe import Candidate
from companion.maze.faces import Face
from vision.gallery import Gallery, Likeness
from vision.identify import Identity
from vision.network import Pyramid
from vision.settings import DECK, IDENTIFY


def read_with_deck(
    picture: Pyramid, quads_px: np.ndarray, identities: Sequence[Identity], gallery: Gallery
) -> list[Identity]:
    """What the network made of the cards in `quads_px`, with the deck's word on each."""
    if not len(identities) or not gallery.faces:
        return list(identities)
    likeness = gallery.compare(picture, quads_px)
    level = own_level(identities, likeness)
    if level < DECK.own_deck:
        return list(identities)
    untaught = max(level - DECK.untaught_below, DECK.untaught)
    return [together(identity, scores_of(likeness, row), untaught) for row, identity in enumerate(identities)]


def own_level(identities: Sequence[Identity], likeness: Likeness) -> float:
    """How like the deck's pictures the cards on the table are: its own ones are 0.9, those of another printing 0.7.

    Some cards may be untaught, hidden or none at all, so the upper quarter is what counts.
    """
    up = [row for row, identity in enumerate(identities) if identity.best.face is not None]
    return float(np.percentile(likeness.scores[up].max(1), 75)) if up else 0.0


def scores_of(likeness: Likeness, row: int) -> dict[Face | None, float]:
    return dict(zip(likeness.faces, map(float, likeness.scores[row]), strict=True))


def together(identity: Identity, scores: Mapping[Face | None, float], untaught: float = DECK.untaught) -> Identity:
    """One opinion from two. Where both are clear and differ, neither wins: the candidates share the confidence.

    scores : likeness of the card to each taught face as it may lie, -1 to 1
    untaught : what counts as the likeness to a face that was not taught
    """
    network = _shares(identity)
    untaught = min(untaught, max(scores.values(), default=untaught))  # a hidden card is like nothing, taught or not
    evidence = {face: _evidence(scores.get(face, untaught)) for face in {*network, *scores}}
    highest = max(evidence.values())
    weights = {
        face: network.get(face, DECK.unnamed) * np.exp(max(log - highest, -DECK.most_evidence))
        for face, log in evidence.items()
    }
    total = sum(weights.values())
    shares = {face: float(weight / total) for face, weight in weights.items()}
    on_maze = _on_maze(identity, scores)
    ranked = sorted(shares.items(), key=lambda entry: -entry[1])[: IDENTIFY.keep]
    candidates = [Candidate(face, share) for face, share in ranked]
    kept = [candidates[0], *(one for one in candidates[1:] if one.confidence >= IDENTIFY.worth_offering)]
    runner_up = candidates[1].confidence if len(candidates) > 1 else 0.0
    unsure = kept[0].confidence < max(IDENTIFY.sure, IDENTIFY.clear_of_next * runner_up)
    return Identity(tuple(kept), on_maze, shares.get(START, 0.0), unsure)


def _shares(identity: Identity) -> dict[Face | None, float]:
    shares = {candidate.face: candidate.confidence for candidate in identity.candidates}
    shares[START] = max(identity.start, DECK.unnamed)
    return shares


def _evidence(score: float) -> float:
    """Logarithm of how much a likeness speaks for a face."""
    return DECK.weight * float(np.arctanh(np.clip(score, -DECK.clearest, DECK.clearest)))


def _on_maze(identity: Identity, scores: Mapping[Face | None, float]) -> float:
    """Whether a card lies there at all: what looks like a taught front is one, what looks like none is doubted."""
    best = max(scores.values(), default=DECK.card_even)
    log = float(np.clip(DECK.card_slope * (best - DECK.card_even), -DECK.card_against, DECK.card_for))
    if log < 0:
        down = next((one.confidence for one in identity.candidates if one.face is None), 0.0)
        log *= (1 - down) * min(len(scores) / DECK.whole_deck, 1.0)
    odds = np.exp(log) * identity.on_maze / max(1 - identity.on_maze, 1e-6)
    return float(odds / (1 + odds))
