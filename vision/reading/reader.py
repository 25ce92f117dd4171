"""A picture read: from pixels to the table, its cards and the Reading that tells of them.

in     Image: one picture, and what is known of the game and of a taught deck
out    Reading; and KnownTable, from which the tracker goes on
never  remembers a picture, or what was read of it; says what a card is: see card_reading
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TypeAlias

from numpy.typing import ArrayLike

from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from companion.sight.reading import ANY_GAME, Calibration, CardKind, InPlay, Reading
from vision.arrays import Floats, Image, Quad
from vision.capture.picture import as_picture
from vision.detection.card_detector import CardDetector, Detections, detect_from_above
from vision.detection.card_estimates import CardEstimates
from vision.detection.card_network import CardNetwork, FaceNetwork
from vision.detection.card_probe import CardProbes, detection_probe, probes_of, signs_probe
from vision.detection.closer_look import all_together, closer_looks, is_small, larger_look
from vision.detection.cover_network import CoverNetwork, sight_probe
from vision.detection.pyramid import Pyramid, WorkingPicture, birds_eye_of
from vision.geometry.table_pose import TablePose
from vision.reading.card_reading import as_it_came, estimates_of, opinion_of, read_cells, signs_of
from vision.reading.hints import hints_for
from vision.recognition.company import Company
from vision.recognition.deck_matcher import DeckMatcher
from vision.recognition.taught_deck import TaughtDeck
from vision.registration.located_card import LocatedCard, refined_pose, reposed
from vision.registration.maze_growth import grow_maze
from vision.registration.registered_table import (
    RegisteredTable,
    best_explained,
    register_closely,
    register_table,
)
from vision.registration.table_clues import TableClues, clues_in

OF_A_MAZE = (CardKind.START, CardKind.PATH)  # without any, and without a frame, goals tell no table
Corners: TypeAlias = ArrayLike  # (4, 2) pixels (x, y): the play area's outer corners, N-W, N-E, S-E, S-W


@dataclass(frozen=True)
class Reader:
    """All that reading needs and that is loaded once. Not for several threads at once: see CardNetwork."""

    detector: CardDetector
    network: CardNetwork
    cover: CoverNetwork
    faces: FaceNetwork
    deck: DeckMatcher | None = None  # a taught deck's pictures, which decide together with the network
    in_play: InPlay = ANY_GAME

    @classmethod
    def load(cls, deck: TaughtDeck | None = None) -> Reader:
        networks = CardDetector.load(), CardNetwork.load(), CoverNetwork.load(), FaceNetwork.load()
        return cls(*networks, DeckMatcher.of(deck) if deck else None)

    def with_deck(self, deck: TaughtDeck | None) -> Reader:
        return replace(self, deck=DeckMatcher.of(deck) if deck else None)

    def with_game(self, in_play: InPlay) -> Reader:
        return replace(self, in_play=in_play)


@dataclass(frozen=True)
class KnownTable:
    """A table whose cards were read, to go on from; in pixels of the working picture.

    cards : where each lies; estimates : what the networks said of it, one a cell; signs : likewise, see Company
    """

    pose: TablePose
    cards: Mapping[Cell, LocatedCard]
    estimates: Mapping[Cell, CardEstimates]
    signs: Mapping[Cell, Floats] = field(default_factory=dict)


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
    estimates = estimates_of(probes.fine, sight_probe(picture, reader.cover), located)
    company = Company(reader.faces, signs_of(signs_probe(picture, reader.faces), located, estimates))
    cards = read_cells(located, estimates, opinion_of(reader.deck, picture), reader.in_play, company)
    elapsed_s = {"calibrate": middle - begin, "read": time.perf_counter() - middle}
    if registered.how is Calibration.LAYOUT and not any(card.kind in OF_A_MAZE for card in cards):
        return TableReading(Reading(None, (), (clues.if_none,)), elapsed_s=elapsed_s)  # three tiles of a floor
    reading = Reading(registered.how, cards, hints_for(registered.pose, cards, estimates, picture))
    return TableReading(reading, KnownTable(pose, reposed(pose, located), estimates, company.signs), elapsed_s)


_Find: TypeAlias = tuple[RegisteredTable | Hint, Detections, CardProbes]  # in which of the detections, and their probes


def _table_in(image: Image, picture: Pyramid, reader: Reader, clues: TableClues) -> _Find:
    """The table as it was found by what the camera sees, and again by what is seen from above then; one that is not
    believed any more then is looked for in the picture seen larger."""

    @cache
    def larger() -> _Find | None:
        return _seen_larger(image, picture, reader, clues)

    first = _first_found(image, picture, reader, clues, larger)
    find = _from_above(first, picture, reader, clues)
    is_disbelieved = isinstance(find[0], Hint) and not isinstance(first[0], Hint)
    instead = larger() if is_disbelieved else None
    return find if instead is None or instead is first else _from_above(instead, picture, reader, clues)


def _from_above(find: _Find, picture: Pyramid, reader: Reader, clues: TableClues) -> _Find:
    """The find, by what is seen from above as well.

    At 50 degrees the far rows are so flat that they are taken for one, and their cards for the start card.
    """
    first, detections, probes = find
    if isinstance(first, Hint):
        return find
    birds_eye = birds_eye_of(first.pose, detections.quads)
    detections = detect_from_above(reader.detector, picture, birds_eye).merged_with(detections)
    probes = replace(probes, coarse=detection_probe(detections))
    known = first.pose if first.proof.leaves_no_doubt else None  # seen from above a wrong one would speak for itself
    again = register_table(clues, detections, probes, known)
    if first.how is not Calibration.LAYOUT and (isinstance(again, Hint) or again.how is not first.how):
        return first, detections, probes  # what was found from markers or corners, and fits, is no matter of guessing
    finds = [first] if isinstance(again, Hint) else [again, first]
    return best_explained(finds, detections, probes) or clues.if_none, detections, probes


def _first_found(
    image: Image, picture: Pyramid, reader: Reader, clues: TableClues, larger: Callable[[], _Find | None]
) -> _Find:
    """In the whole picture, or else in it seen larger, or else in its parts.

    Also where one was found, but its other cards do not lie in its cells: so in 12 of 642 pictures, in 5 wrongly.
    """
    whole = _found_in(reader.detector.detect(image), picture, reader, clues)
    table, seen, _ = whole
    if not isinstance(table, Hint) and (table.is_plain or not is_small(table.quads_px, picture.size_px)):
        return whole
    found = larger()
    if found and (isinstance(table, Hint) or _proved(found) > table.proof.proved):
        return found
    return _in_parts(closer_looks(reader.detector, image, seen), clues, whole) or whole


def _proved(find: _Find) -> float:
    return 0.0 if isinstance(find[0], Hint) else find[0].proof.proved


def _seen_larger(image: Image, picture: Pyramid, reader: Reader, clues: TableClues) -> _Find | None:
    """A plain table with a start card beyond doubt, in the whole picture seen larger."""
    seen = larger_look(reader.detector, image)
    if seen is None:
        return None
    find = _found_in(seen, picture, reader, clues)
    table = find[0]
    is_sure = not isinstance(table, Hint) and table.is_plain and table.proof.has_a_sure_start
    return find if is_sure else None


def _found_in(seen: Detections, picture: Pyramid, reader: Reader, clues: TableClues) -> _Find:
    """By what was detected; where that finds none, or one whose cards lie as no table's do, by what its maze foretells.

    So markers and corners yield as well, but to a plain maze alone: with corners that were dragged 45 pixels off, 6
    cards of a careless board were not seen, and with its maze all are.
    """
    probes = probes_of(picture, seen, reader.network)
    table = register_table(clues, seen, probes)
    if isinstance(table, Hint) or table.proof.is_misfit:
        closely = register_closely(clues, seen, probes)
        if closely and (isinstance(table, Hint) or table.yields_to(closely)):
            table = closely
    return table, seen, probes


def _in_parts(looks: Iterable[Detections], clues: TableClues, whole: _Find) -> _Find | None:
    """In a part that is looked at more closely, as small things look alike in the whole; or, where nothing was found
    at all, in all parts together, as a maze may lie in several."""
    first, seen, probes = whole
    parts = []
    for detections in looks:
        parts.append(detections)
        closer = replace(probes, coarse=detection_probe(detections.merged_with(seen)))  # a goal may lie beside the part
        found = register_table(clues, detections, closer)
        if isinstance(found, Hint) or found.proof.has_a_doubtful_start:
            continue
        if isinstance(first, Hint) or (found.is_plain and found.proof.proved > first.proof.proved):
            return found, detections, closer
    if not parts or not isinstance(first, Hint):
        return None
    together = all_together(parts, seen)
    closer = replace(probes, coarse=detection_probe(together))
    found = register_table(clues, together, closer)
    if isinstance(found, Hint) or not found.proof.has_a_sure_start:
        return None  # in so much that is like a card, goals alone are found anywhere
    return found, together, closer
