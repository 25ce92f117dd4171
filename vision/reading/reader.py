"""A picture read: from pixels to a Reading, each card with its confidence and rivals.

in     Image: one picture, and what is known of the game and of a taught deck
out    Reading; and KnownTable, from which the tracker goes on
never  remembers a picture, or what was read of it
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from companion.maze.faces import Face
from companion.maze.geometry import START_CELL, Cell
from companion.sight.hints import Hint
from companion.sight.reading import ANY_GAME, Calibration, Candidate, CardKind, InPlay, Reading, SeenCard, quad_px
from vision.arrays import Floats, Image, Quad, Quads
from vision.capture.picture import as_picture
from vision.detection.birds_eye import birds_eye_of, detect_from_above
from vision.detection.card_detector import CardDetector, Detections
from vision.detection.card_network import CardEstimates, CardNetwork, Presence
from vision.detection.card_probe import CardProbes, NetworkProbe, detection_probe, estimated_with_care, probes_of
from vision.detection.closer_look import closer_looks, is_small
from vision.detection.pyramid import Pyramid, WorkingPicture
from vision.geometry.table_pose import TablePose
from vision.reading.hints import hints_for
from vision.recognition.deck_matcher import DeckMatcher
from vision.recognition.face_posterior import FacePosterior, faces_on_table, identify
from vision.recognition.fusion import read_with_deck
from vision.recognition.mouth_colours import with_mouth_colours
from vision.recognition.neighbour_prior import cells_of_none, with_neighbour_prior
from vision.recognition.taught_deck import TaughtDeck
from vision.registration.located_card import (
    LocatedCard,
    card_evidence,
    refined_pose,
    reposed,
    with_cell_prior,
    with_likeness,
)
from vision.registration.maze_growth import grow_maze
from vision.registration.registered_table import (
    RegisteredTable,
    TableClues,
    better_explained,
    clues_in,
    register_table,
)

Corners: TypeAlias = ArrayLike  # (4, 2) pixels (x, y): the play area's outer corners, N-W, N-E, S-E, S-W
Opinion = Callable[[Quads, list[FacePosterior]], list[FacePosterior]]  # of cards, on what the network made of them


@dataclass(frozen=True)
class ReaderSettings:
    """From faces to cards, and when to be unsure."""

    least_presence: float = 0.75  # of any card, upright and turned together: 465 cards of path-traced tables had 0.9
    # Where every side and the middle are in sight with this probability, below this confidence a person is asked. Of 13
    # cards that only the second asks about 5 were wrong, of 23 that only the third does 7.
    certain: tuple[tuple[float, float], ...] = ((0.95, 0.6), (0.8, 0.7), (0.0, 0.85))
    clear_of_next: float = 1.5  # nor may the runner-up, after the neighbours were heard, come nearer than this
    alternatives: int = 3  # a phone shows four candidates
    least_alternative: float = 0.01


READER = ReaderSettings()
START_FACE = Face.of("NESW", ladder=True)
PLAIN_CROSSING = Face.of("NESW")


@dataclass(frozen=True)
class Reader:
    """All that reading needs and that is loaded once. Not for several threads at once: see CardNetwork."""

    detector: CardDetector
    network: CardNetwork
    deck: DeckMatcher | None = None  # a taught deck's pictures, which decide together with the network
    in_play: InPlay = ANY_GAME

    @classmethod
    def load(cls, deck: TaughtDeck | None = None) -> Reader:
        return cls(CardDetector.load(), CardNetwork.load(), DeckMatcher.of(deck) if deck else None)

    def with_deck(self, deck: TaughtDeck | None) -> Reader:
        return replace(self, deck=DeckMatcher.of(deck) if deck else None)

    def with_game(self, in_play: InPlay) -> Reader:
        return replace(self, in_play=in_play)

    def opinion(self, picture: Pyramid) -> Opinion | None:
        """The taught deck's word on cards in this picture."""
        return partial(read_with_deck, picture, matcher=self.deck) if self.deck else None


@dataclass(frozen=True)
class KnownTable:
    """A table whose cards were read, to go on from; in pixels of the working picture.

    cards : where each lies; estimates : what the network said of it, one a cell
    """

    pose: TablePose
    cards: Mapping[Cell, LocatedCard]
    estimates: Mapping[Cell, CardEstimates]


@dataclass(frozen=True)
class TableReading:
    """table : None where none was found. elapsed_s : seconds of each step"""

    reading: Reading
    table: KnownTable | None = None
    elapsed_s: Mapping[str, float] = field(default_factory=dict)


def read_picture(image: Image, *, reader: Reader, corners: Corners | None = None) -> Reading:
    """corners : where they were given by hand; else the table is found"""
    return read_table(image, reader=reader, corners=corners).reading


def read_table(image: Image, *, reader: Reader, corners: Corners | None = None) -> TableReading:
    """As read_picture, with what was found out on the way."""
    sound = as_picture(image)
    if isinstance(sound, Hint):
        return TableReading(Reading(None, (), (sound,)))
    working = WorkingPicture.of(sound)
    by_hand = None if corners is None else working.inward(corners)
    read = _read_working(working.image, reader, by_hand)
    return replace(read, reading=as_it_came(read.reading, working))


def as_it_came(reading: Reading, working: WorkingPicture) -> Reading:
    """What was read in the working picture, with corners where they are in the one that came."""
    if working.scale == 1:
        return reading
    cards = (replace(card, quad_px=quad_px(working.outward(card.quad_px))) for card in reading.cards)
    return replace(reading, cards=tuple(cards))


def _read_working(image: Image, reader: Reader, by_hand: Quad | None) -> TableReading:
    begin = time.perf_counter()
    clues = clues_in(image, by_hand, reader.in_play.goals)
    if isinstance(clues, Hint):
        return TableReading(Reading(None, (), (clues,)))
    picture = Pyramid(image)
    registered, detections, probes = _table_in(image, picture, reader, clues)
    middle = time.perf_counter()
    if isinstance(registered, Hint):
        return TableReading(Reading(None, (), (registered,)), elapsed_s={"calibrate": middle - begin, "read": 0.0})
    located = grow_maze(probes, registered.pose, registered.cards, closely=detections.have_traces)
    pose = refined_pose(registered.pose, list(located.values()))
    estimates = estimates_of(probes.fine, located)
    cards = read_cells(located, estimates, reader.opinion(picture), reader.in_play)
    elapsed_s = {"calibrate": middle - begin, "read": time.perf_counter() - middle}
    reading = Reading(registered.how, cards, hints_for(registered.pose, cards, estimates, image))
    return TableReading(reading, KnownTable(pose, reposed(pose, located), estimates), elapsed_s)


def _table_in(
    image: Image, picture: Pyramid, reader: Reader, clues: TableClues
) -> tuple[RegisteredTable | Hint, Detections, CardProbes]:
    """The table as it was found by what the camera sees, and again by what is seen from above then.

    At 50 degrees the far rows are so flat that they are taken for one, and their cards for the start card.
    """
    first, detections, probes = _first_found(image, picture, reader, clues)
    if isinstance(first, Hint):
        return first, detections, probes
    birds_eye = birds_eye_of(first.pose, detections.quads)
    detections = detect_from_above(reader.detector, picture, birds_eye).merged_with(detections)
    probes = replace(probes, coarse=detection_probe(detections))
    known = first.pose if first.leaves_no_doubt else None  # seen from above a wrong one would speak for itself
    again = register_table(clues, detections, probes, known)
    if isinstance(again, Hint) or (again.how is not first.how and first.how is not Calibration.LAYOUT):
        return first, detections, probes  # what was found from markers or corners is no matter of guessing
    return better_explained(again, first, detections, probes), detections, probes


def _first_found(
    image: Image, picture: Pyramid, reader: Reader, clues: TableClues
) -> tuple[RegisteredTable | Hint, Detections, CardProbes]:
    """In the whole picture, or else in a part of it that is looked at more closely: small things look alike there.

    Also where one was found, but its other cards do not lie in its cells: so in 12 of 642 pictures, in 5 wrongly.
    """
    seen = reader.detector.detect(image)
    probes = probes_of(picture, seen, reader.network)
    first = register_table(clues, seen, probes)
    if not isinstance(first, Hint) and (first.is_plain or not is_small(first.quads_px, picture.size_px)):
        return first, seen, probes
    for detections in closer_looks(reader.detector, image, seen):
        closer = replace(probes, coarse=detection_probe(detections))
        found = register_table(clues, detections, closer)
        if isinstance(found, Hint) or found.has_a_doubtful_start:
            continue
        if isinstance(first, Hint) or (found.is_plain and found.proved > first.proved):
            return found, detections, closer
    return first, seen, probes


def estimates_of(probe: NetworkProbe, located: Mapping[Cell, LocatedCard]) -> dict[Cell, CardEstimates]:
    """What the network says of the cards in these places, one by one."""
    if not located:
        return {}
    estimates = estimated_with_care(probe, np.array([card.quad_px for card in located.values()]))
    return {cell: estimates[number] for number, cell in enumerate(located)}


def read_cells(
    located: Mapping[Cell, LocatedCard],
    estimates: Mapping[Cell, CardEstimates],
    opinion: Opinion | None = None,
    in_play: InPlay = ANY_GAME,
) -> tuple[SeenCard, ...]:
    """What the cards are that lie in these places, in the order of their cells."""
    cells = sorted(located)
    if not cells:
        return ()
    quads = np.array([located[cell].quad_px for cell in cells])
    seen = with_mouth_colours(CardEstimates.of([estimates[cell] for cell in cells]))
    presence = with_cell_prior(seen.presence, cells, in_play.goals)
    likeness = np.array([located[cell].likeness for cell in cells])  # of a hand, like neither card nor table, about 0
    seen = replace(seen, presence=with_likeness(presence, likeness))
    starts = np.array([cell == START_CELL for cell in cells])
    network = identify(seen, faces_on_table(seen, in_play.faces), starts)
    posteriors = dict(zip(cells, opinion(quads, network) if opinion else network, strict=True))
    beliefs = {cell: _candidates(cell, posterior) for cell, posterior in posteriors.items()}
    none = cells_of_none(beliefs, _evidence(located, estimates), {START_CELL, *in_play.goals})
    if none:  # they would speak for their neighbours, and for a box that nobody has brought
        rest = {cell: card for cell, card in located.items() if cell not in none}
        return read_cells(rest, estimates, opinion, in_play)
    believed = with_neighbour_prior(beliefs)
    certain = dict(zip(cells, _certain(seen), strict=True))
    cards = (
        _seen(located[cell], posteriors[cell].on_maze, row, certain[cell], in_play) for cell, row in believed.items()
    )
    return tuple(card for card in cards if card is not None)


def _certain(seen: CardEstimates) -> Floats:
    """(n,) the confidence from which a card is not asked about; on a back there is nothing to be hidden."""
    in_sight = np.where(seen.presence[:, Presence.BACK] > 0.5, 1.0, seen.in_sight.min(1))
    least, confidence = zip(*READER.certain, strict=True)
    return np.select([in_sight >= share for share in least], confidence)


def _evidence(located: Mapping[Cell, LocatedCard], estimates: Mapping[Cell, CardEstimates]) -> dict[Cell, float]:
    """How plainly a card lies in each cell, log odds."""
    seen = CardEstimates.of([estimates[cell] for cell in located])
    shown = card_evidence(seen, list(located.values()))
    return dict(zip(located, shown.tolist(), strict=True))


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
    located: LocatedCard, on_maze: float, row: Sequence[Candidate], certain: float, in_play: InPlay
) -> SeenCard | None:
    if on_maze < READER.least_presence:
        return None
    best = row[0]
    confidence = min(best.confidence * on_maze, 1.0)
    runner_up = max((candidate.confidence for candidate in row[1:]), default=0.0)
    clear = confidence >= certain and best.confidence >= READER.clear_of_next * runner_up
    others = tuple(candidate for candidate in row[1:] if candidate.confidence > READER.least_alternative)
    return SeenCard(
        located.cell,
        _kind(located.cell, best.face, in_play.goals),
        best.face,
        confidence,
        not clear or not in_play.may_hold(best.face),
        quad_px(located.quad_px),
        others[: READER.alternatives],
    )


def _kind(cell: Cell, face: Face | None, goals: Sequence[Cell]) -> CardKind:
    if cell == START_CELL:
        return CardKind.START
    if cell in goals:
        return CardKind.GOAL
    return CardKind.COVERED if face is None else CardKind.PATH
