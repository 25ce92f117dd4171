"""What the cards are that lie in known places: each with its confidence and rivals.

in     a picture, LocatedCards in it and the networks to ask of each; a taught deck, and what is known of the game
out    SeenCards, in the order of their cells, without what is hardly a card; the same in the picture that came
never  finds a card, or looks where none was found: see reader; says when a person is asked: see card_doubt
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from companion.maze.faces import Face
from companion.maze.geometry import START_CELL, Cell
from companion.sight.reading import ANY_GAME, Candidate, CardKind, InPlay, Reading, SeenCard, quad_px
from vision.arrays import Floats, Quads
from vision.detection.card_estimates import UNHEARD, CardEstimates
from vision.detection.card_network import Company, FaceNetwork
from vision.detection.card_probe import NetworkProbe, estimated_with_care, said_of, signs_probe, signs_with_care
from vision.detection.cover_network import CoverNetwork, SightProbe, both_say, sight_probe
from vision.detection.pyramid import Pyramid, WorkingPicture
from vision.reading.card_doubt import believed, certain_from, is_asked_about, occluded
from vision.recognition.deck_matcher import DeckMatcher
from vision.recognition.face_posterior import GOAL_FACES, FacePosterior, faces_on_table, identify
from vision.recognition.fusion import read_with_deck
from vision.recognition.rock_between import with_rock_between
from vision.recognition.table_context import (
    cells_of_none,
    with_mouth_colours,
    with_neighbour_prior,
    with_one_start,
    with_plugs,
)
from vision.registration.located_card import LocatedCard, with_cell_prior, with_likeness

LocatedCards = Mapping[Cell, LocatedCard]
Estimates = Mapping[Cell, CardEstimates]  # what the networks say of each card
Look = Callable[[CardEstimates, Quads], CardEstimates]  # once more at the cards that these are estimates of
Opinion = Callable[[Quads, list[FacePosterior]], list[FacePosterior]]  # of cards, on what the network made of them


@dataclass(frozen=True)
class CardReadingSettings:
    """From faces to cards. When a person is asked: see card_doubt."""

    least_presence: float = 0.75  # of any card, upright and turned together: 465 cards of path-traced tables had 0.9
    # of what the face network says of a card beside the others, the rest is the reading network's. Of 459 development
    # tables 384 are exact without it (32 cards wrong though sure), with 0.5, 0.6 and 0.7 409 (11), 412 (13), 413 (14)
    of_the_company: float = 0.6
    alternatives: int = 3  # a phone shows four candidates
    least_alternative: float = 0.01


CARD_READING = CardReadingSettings()
START_FACE = Face.of("NESW", ladder=True)
PLAIN_CROSSING = Face.of("NESW")


@dataclass(frozen=True)
class CardEvidenceSettings:
    """What a card shows of itself: the sum of both networks' log odds that it is one, and of its colours'."""

    in_sight: float = 0.6  # probability, of every side and the middle; below it something hides a part of the card
    # log odds to its credit: of such one in 20 showed less than 1.7, of those in sight than 9.2. What hides a card is
    # not often of the table's colours: of 68 such cards 4 were, of 12 such places without a card 8 plainly
    hidden: float = 3.0
    most_of_detector: float = 0.98  # probability; nearer to certainty than this the detector's word is not weighed
    most_of_reader: float = 1 - 1e-6  # likewise the reading network's


CARD_EVIDENCE = CardEvidenceSettings()


@dataclass(frozen=True, kw_only=True)
class CardReader:
    """What says what the cards in known places are. Not for several threads at once: see CardNetwork."""

    cover: CoverNetwork
    faces: FaceNetwork
    deck: DeckMatcher | None = None  # a taught deck's pictures, which decide together with the network
    in_play: InPlay = ANY_GAME

    def estimates(self, picture: Pyramid, probe: NetworkProbe, located: LocatedCards) -> dict[Cell, CardEstimates]:
        """See estimates_of."""
        return estimates_of(probe, sight_probe(picture, self.cover), located)

    def signs(self, picture: Pyramid, located: LocatedCards, estimates: Estimates) -> dict[Cell, Floats]:
        """(1 or 2, SIGNS) of the cards in these places, as FaceNetwork.compared wants them."""
        if not located:
            return {}
        quads = np.array([card.quad_px for card in located.values()])
        seen = CardEstimates.of([estimates[cell] for cell in located])
        return dict(zip(located, signs_with_care(signs_probe(picture, self.faces), quads, seen), strict=True))

    def cards(
        self, picture: Pyramid, located: LocatedCards, estimates: Estimates, signs: Mapping[Cell, Floats]
    ) -> tuple[SeenCard, ...]:
        """See read_cells."""
        opinion = partial(read_with_deck, picture, matcher=self.deck) if self.deck else None
        look = partial(with_rock_between, picture)
        return read_cells(located, estimates, opinion, self.in_play, Company(self.faces, signs), look)


def estimates_of(probe: NetworkProbe, sight: SightProbe, located: LocatedCards) -> dict[Cell, CardEstimates]:
    """What the networks say of the cards in these places, one by one; nothing of mouths and joints that are hidden."""
    if not located:
        return {}
    quads = np.array([card.quad_px for card in located.values()])
    seen = estimated_with_care(probe, quads)
    in_sight = sight(quads)
    telling = in_sight.telling(seen.mouths)
    told, both = np.isfinite(telling), both_say(seen.in_sight, telling)  # else the reading network's word holds
    estimates = said_of(
        replace(seen, in_sight=np.where(told, both, seen.in_sight), covered=1 - in_sight.card),
        np.where(told, believed(both), 1),
    )
    return {cell: estimates[number] for number, cell in enumerate(located)}


def read_cells(
    located: LocatedCards,
    estimates: Estimates,
    opinion: Opinion | None = None,
    in_play: InPlay = ANY_GAME,
    company: Company | None = None,
    look: Look | None = None,
) -> tuple[SeenCard, ...]:
    """What the cards are that lie in these places, in the order of their cells. company : by default none is heard"""
    cells = sorted(located)
    if not cells:
        return ()
    quads = np.array([located[cell].quad_px for cell in cells])
    starts = np.array([cell == START_CELL for cell in cells])
    goals = np.array([cell in in_play.goals for cell in cells])
    seen = CardEstimates.of([estimates[cell] for cell in cells])
    word = company.says(cells) if company is not None else UNHEARD
    heard = CARD_READING.of_the_company * np.where(seen.in_picture, believed(seen.in_sight), 0.0)
    seen = word.weighed_into(seen, cells, heard)
    seen = seen if look is None else look(seen, quads)
    seen = with_plugs(with_mouth_colours(seen), starts | goals)
    presence = with_cell_prior(seen.presence, cells, in_play.goals)
    likeness = np.array([located[cell].likeness for cell in cells])  # of a hand, like neither card nor table, about 0
    seen = replace(seen, presence=with_one_start(with_likeness(presence, likeness), starts))
    faces = faces_on_table(seen, in_play.faces)
    network = identify(seen, faces, starts, goals, in_play.goal_faces or GOAL_FACES)
    posteriors = dict(zip(cells, opinion(quads, network) if opinion else network, strict=True))
    beliefs = {cell: _candidates(cell, posterior) for cell, posterior in posteriors.items()}
    none = cells_of_none(beliefs, _evidence(located, estimates), {START_CELL, *in_play.goals})
    if none:  # they would speak for their neighbours, and for a box that nobody has brought
        rest = {cell: card for cell, card in located.items() if cell not in none}
        return read_cells(rest, estimates, opinion, in_play, company, look)
    rows = with_neighbour_prior(beliefs)
    certain = certain_from(seen, cells, [rows[cell][0].face for cell in cells], word).tolist()
    cards = (
        _seen(located[cell], posteriors[cell].on_maze, rows[cell], least, in_play, is_occluded)
        for cell, least, is_occluded in zip(cells, certain, occluded(seen).tolist(), strict=True)
    )
    return tuple(card for card in cards if card is not None)


def _evidence(located: LocatedCards, estimates: Estimates) -> dict[Cell, float]:
    """How plainly a card lies in each cell, log odds."""
    seen = CardEstimates.of([estimates[cell] for cell in located])
    shown = card_evidence(seen, list(located.values()))
    return dict(zip(located, shown.tolist(), strict=True))


def card_evidence(estimates: CardEstimates, cards: Sequence[LocatedCard]) -> Floats:
    """(n,) log odds that a card lies there at all. estimates : of these cards"""
    hidden = estimates.in_sight.min(1) < CARD_EVIDENCE.in_sight
    likeness = np.array([card.likeness for card in cards])
    credit = np.where(hidden, CARD_EVIDENCE.hidden + np.minimum(likeness, 0), likeness)  # a hand is like neither
    reader = _log_odds(estimates.is_card, CARD_EVIDENCE.most_of_reader)
    detector = _log_odds(np.array([card.detected for card in cards]), CARD_EVIDENCE.most_of_detector)
    evidence: Floats = credit + reader + detector
    return evidence


def _log_odds(chance: Floats, most: float) -> Floats:
    within = np.clip(chance.astype(np.float64), 1 - most, most)
    odds: Floats = np.log(within / (1 - within))
    return odds


def _candidates(cell: Cell, posterior: FacePosterior) -> tuple[Candidate, ...]:
    """Ways to read a card, best first. There is one start card, it lies in its cell, and nothing else ever does."""
    shares: dict[Face | None, float] = {}
    for candidate in posterior.candidates:
        face = PLAIN_CROSSING if candidate.face == START_FACE else candidate.face
        shares[face] = shares.get(face, 0.0) + candidate.confidence
    if cell == START_CELL:
        shares = {START_FACE: posterior.start, None: shares.get(None, 0.0)}
        return tuple(Candidate(face, share) for face, share in shares.items())
    return tuple(Candidate(face, share) for face, share in sorted(shares.items(), key=lambda entry: -entry[1]))


def _seen(
    located: LocatedCard, on_maze: float, row: Sequence[Candidate], certain: float, in_play: InPlay, is_occluded: bool
) -> SeenCard | None:
    if on_maze < CARD_READING.least_presence:
        return None
    best = row[0]
    confidence = min(best.confidence * on_maze, 1.0)
    others = tuple(candidate for candidate in row[1:] if candidate.confidence > CARD_READING.least_alternative)
    kind = _kind(located.cell, best.face, in_play.goals)
    return SeenCard(
        located.cell,
        kind,
        best.face,
        confidence,
        is_asked_about(kind, row, confidence, certain, in_play),
        quad_px(located.quad_px),
        others[: CARD_READING.alternatives],
        is_occluded,
    )


def _kind(cell: Cell, face: Face | None, goals: Sequence[Cell]) -> CardKind:
    if cell == START_CELL:
        return CardKind.START
    if cell in goals:
        return CardKind.GOAL
    return CardKind.COVERED if face is None else CardKind.PATH


def as_it_came(reading: Reading, working: WorkingPicture) -> Reading:
    """What was read in the working picture, with corners where they are in the one that came, and with its size."""
    if working.scale == 1:
        return reading
    cards = (replace(card, quad_px=quad_px(working.outward(card.quad_px))) for card in reading.cards)
    size = dict(zip(("width", "height"), working.came_px, strict=True))
    hints = (replace(hint, facts=size) if hint.facts.keys() == size.keys() else hint for hint in reading.hints)
    return replace(reading, cards=tuple(cards), hints=tuple(hints))
