"""The network's opinion and a taught deck's, brought together.

in     FacePosterior, one a card, and how like each is to the deck's pictures
out    FacePosterior again
never  compares pictures itself: see deck_matcher
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.editions.boxes import START
from companion.maze.faces import Face
from vision.arrays import Quads
from vision.detection.pyramid import Pyramid
from vision.recognition.deck_matcher import DeckMatcher, Likeness
from vision.recognition.face_posterior import FacePosterior


@dataclass(frozen=True)
class FusionSettings:
    """Weights were fitted on 40 decks of the project's own drawings, 4,400 cards, before any other."""

    weight: float = 10.0  # of a likeness as arctanh: of the cards it calls 97 % sure, 99 % were right
    clearest: float = 0.95  # a likeness beyond it says no more
    own_share: float = 75.0  # percentile: some cards may be untaught, hidden or none at all
    own_deck: float = 0.82  # its likeness then: 0.90 and more on tables with the deck, 0.80 at most without
    untaught_below: float = 0.25  # that level: as like as a card is to the nearest picture of a deck without it
    untaught: float = 0.4  # at least
    most_evidence: float = 12.0  # for one face over another, natural logarithm
    unnamed: float = 0.002  # probability that the network leaves for a face that is not among its five
    card_slope: float = 8.4  # log odds that it is a card at all, for a likeness of 1 over one of 0
    card_even: float = 0.55  # a likeness that says nothing: three in four that had it were cards, as of all
    card_for: float = 5.0  # log odds, at most
    card_against: float = 2.0  # a covered card, or an untaught one, is like nothing either
    whole_deck: int = 30  # faces as they can lie; with so many, what is like none of them is doubted fully


FUSION = FusionSettings()


def read_with_deck(
    picture: Pyramid, quads_px: Quads, posteriors: Sequence[FacePosterior], matcher: DeckMatcher
) -> list[FacePosterior]:
    """What the network made of the cards in `quads_px`, with the deck's word on each."""
    if not len(posteriors) or not matcher.faces:
        return list(posteriors)
    likeness = matcher.compare(picture, quads_px)
    level = own_level(posteriors, likeness)
    if level < FUSION.own_deck:
        return list(posteriors)
    untaught = max(level - FUSION.untaught_below, FUSION.untaught)
    return [fused(posterior, scores_of(likeness, row), untaught) for row, posterior in enumerate(posteriors)]


def own_level(posteriors: Sequence[FacePosterior], likeness: Likeness) -> float:
    """How like the deck's pictures the cards on the table are: its own ones are 0.9, those of another printing 0.7.

    Some cards may be untaught, hidden or none at all, so the upper quarter is what counts.
    """
    up = [row for row, posterior in enumerate(posteriors) if posterior.best.face is not None]
    return float(np.percentile(likeness.scores[up].max(1), FUSION.own_share)) if up else 0.0


def scores_of(likeness: Likeness, row: int) -> dict[Face | None, float]:
    return dict(zip(likeness.faces, map(float, likeness.scores[row]), strict=True))


def fused(
    posterior: FacePosterior, scores: Mapping[Face | None, float], untaught: float = FUSION.untaught
) -> FacePosterior:
    """One opinion from two. Where both are clear and differ, neither wins: the candidates share the confidence.

    scores : likeness of the card to each taught face as it may lie, -1 to 1
    untaught : what counts as the likeness to a face that was not taught
    """
    network = _shares(posterior)
    untaught = min(untaught, max(scores.values(), default=untaught))  # a hidden card is like nothing, taught or not
    evidence = {face: _evidence(scores.get(face, untaught)) for face in {*network, *scores}}
    highest = max(evidence.values())
    weights = {
        face: network.get(face, FUSION.unnamed) * np.exp(max(log - highest, -FUSION.most_evidence))
        for face, log in evidence.items()
    }
    total = sum(weights.values())
    shares = {face: float(weight / total) for face, weight in weights.items()}
    return FacePosterior.of(shares, _on_maze(posterior, scores), shares.get(START, 0.0))


def _shares(posterior: FacePosterior) -> dict[Face | None, float]:
    shares = {candidate.face: candidate.confidence for candidate in posterior.candidates}
    shares[START] = max(posterior.start, FUSION.unnamed)
    return shares


def _evidence(score: float) -> float:
    """Logarithm of how much a likeness speaks for a face."""
    return FUSION.weight * float(np.arctanh(np.clip(score, -FUSION.clearest, FUSION.clearest)))


def _on_maze(posterior: FacePosterior, scores: Mapping[Face | None, float]) -> float:
    """Whether a card lies there at all: what looks like a taught front is one, what looks like none is doubted."""
    best = max(scores.values(), default=FUSION.card_even)
    log = float(np.clip(FUSION.card_slope * (best - FUSION.card_even), -FUSION.card_against, FUSION.card_for))
    if log < 0:
        down = next((one.confidence for one in posterior.candidates if one.face is None), 0.0)
        log *= (1 - down) * min(len(scores) / FUSION.whole_deck, 1.0)
    odds = np.exp(log) * posterior.on_maze / max(1 - posterior.on_maze, 1e-6)
    return float(odds / (1 + odds))
