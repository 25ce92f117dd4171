"""A picture read: from pixels to the table, its cards and the Reading that tells of them.

in     Image: one picture, and what is known of the game and of a taught deck
out    Reading; and KnownTable, from which the tracker goes on; which places of cards that lay there show plain table
never  remembers a picture, or what was read of it; says what a card is: see card_reading
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from companion.maze.geometry import START_CELL, Cell
from companion.sight.hints import Hint
from companion.sight.reading import Calibration, InPlay, Reading, SeenCard
from vision.arrays import Floats, Image, Quad
from vision.capture.picture import as_picture
from vision.detection.card_detector import CardDetector
from vision.detection.card_estimates import Presence
from vision.detection.card_network import CardNetwork, FaceNetwork
from vision.detection.card_probe import colour_probe, network_probe
from vision.detection.cover_network import CoverNetwork
from vision.detection.pyramid import Pyramid, WorkingPicture
from vision.geometry.table_pose import TablePose
from vision.reading.card_reading import CardReader, Estimates, LocatedCards, as_it_came
from vision.reading.hints import hints_for
from vision.reading.table_search import TableSearch
from vision.recognition.deck_matcher import DeckMatcher
from vision.recognition.table_context import few_are_sure, without_tiles
from vision.recognition.taught_deck import TaughtDeck
from vision.registration.located_card import refined_pose, reposed, show_table, with_rare_backs
from vision.registration.maze_growth import grow_maze, stock_of
from vision.registration.proof.place_proof import may_lie_beside, may_lie_beside_among_markers
from vision.registration.table_clues import clues_in


@dataclass(frozen=True)
class ReaderSettings:
    """When what was read is a table."""

    most: int = 90  # cards; both boxes hold 70 tunnel cards and 10 more were printed, a tiled floor passed for 103


READER = ReaderSettings()
Corners: TypeAlias = ArrayLike  # (4, 2) pixels (x, y): the play area's outer corners, N-W, N-E, S-E, S-W


@dataclass(frozen=True)
class Reader(CardReader):
    """All that reading needs and that is loaded once: what finds the cards, beside what says what they are."""

    detector: CardDetector
    network: CardNetwork

    @classmethod
    def load(cls, deck: TaughtDeck | None = None) -> Reader:
        cover, faces = CoverNetwork.load(), FaceNetwork.load()
        taught = DeckMatcher.of(deck) if deck else None
        return cls(CardDetector.load(), CardNetwork.load(), cover=cover, faces=faces, deck=taught)

    def with_deck(self, deck: TaughtDeck | None) -> Reader:
        return replace(self, deck=DeckMatcher.of(deck) if deck else None)

    def with_game(self, in_play: InPlay) -> Reader:
        return replace(self, in_play=in_play)


@dataclass(frozen=True)
class KnownTable:
    """A table whose cards were read, to go on from; in pixels of the working picture.

    cards : where each lies; estimates : what the networks said of it, one a cell
    signs : what the face network did, see CardReader; from an earlier picture where a card looks as it did
    """

    pose: TablePose
    cards: LocatedCards
    estimates: Estimates
    signs: Mapping[Cell, Floats]


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


def show_bare(
    image: Image, cards: Sequence[SeenCard], *, reader: Reader, known: KnownTable | None = None
) -> list[bool]:
    """For each card's place in the picture: it is in sight and shows plain table, also by the known one's colours.

    What looks like a back is one where a card lay face down; elsewhere it is rather the hole that a card left. What
    is uncertain was never surely a card: it is table where it has the table's colours, whatever is drawn on it.
    """
    quads = np.array([card.quad_px for card in cards], np.float32)
    presence = network_probe(Pyramid(image), reader.network)(quads).presence
    face_up = np.array([card.face is not None for card in cards], bool)
    presence[face_up] = with_rare_backs(presence[face_up])
    working = WorkingPicture.of(image)
    odds: Floats = np.zeros(len(cards))
    if known is not None and known.pose.size_px == working.size_px:
        stock = stock_of(colour_probe(Pyramid(working.image)), known.pose, known.cards)
        odds = stock.log_odds(working.inward(quads))
    doubted = face_up & np.array([card.uncertain for card in cards], bool)
    return [bool(plain) for plain in show_table(presence, odds, doubted)]


def _read_working(image: Image, reader: Reader, by_hand: Quad | None) -> TableReading:
    begin = time.perf_counter()
    clues = clues_in(image, by_hand, reader.in_play.goals)
    if isinstance(clues, Hint):
        return TableReading(Reading(None, (), (clues,)))
    picture = Pyramid(image)
    registered, detections, probes = TableSearch(picture, reader.detector, reader.network, clues).find()
    middle = time.perf_counter()
    if isinstance(registered, Hint):
        return TableReading(Reading(None, (), (registered,)), elapsed_s={"calibrate": middle - begin, "read": 0.0})
    located = grow_maze(probes, registered.pose, registered.cards, closely=detections.have_traces)
    pose = refined_pose(registered.pose, list(located.values()))
    estimates = reader.estimates(picture, probes.fine, located)
    signs = reader.signs(picture, located, estimates)
    cards = reader.cards(picture, located, estimates, signs)
    cards = without_tiles(cards) if registered.proof.is_plain_throughout else cards
    is_told = _is_told(registered.how, pose, cards, located, estimates)
    elapsed_s = {"calibrate": middle - begin, "read": time.perf_counter() - middle}
    if not is_told:
        return TableReading(Reading(None, (), (clues.if_none,)), elapsed_s=elapsed_s)
    reading = Reading(registered.how, cards, hints_for(registered.pose, cards, estimates, picture))
    return TableReading(reading, KnownTable(pose, reposed(pose, located), estimates, signs), elapsed_s)


def _is_told(
    how: Calibration, pose: TablePose, cards: Sequence[SeenCard], located: LocatedCards, estimates: Estimates
) -> bool:
    """Goals, and what may be cards beside them, are found among the tiles of a floor; and by goals that were laid
    badly, or are none, a maze in the wrong cells. Whoever dragged the corners has said where the table is."""
    if how is Calibration.CORNERS:
        return True
    lying, start = [located[card.cell] for card in cards], _start_in(estimates)
    if how is Calibration.MARKERS:
        return not may_lie_beside_among_markers(pose, lying, start)
    return len(cards) <= READER.most and not few_are_sure(cards) and not may_lie_beside(pose, lying, start)


def _start_in(estimates: Estimates) -> float:
    """How surely what lies in the start card's cell is that card, as the network saw it."""
    seen = estimates.get(START_CELL)
    return 0.0 if seen is None else float(seen.presence[0, Presence.START])
