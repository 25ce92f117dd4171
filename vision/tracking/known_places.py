"""What happened in the places of the board's cards: taken, covered, never there; or it was the camera that moved.

in     a settled board, as cards by cell; a Reading, or the picture's size; and the small pictures of a ChangeDetector
out    shares of a card's place that changed or are bare; whether the camera moved, and the board as it is seen then
never  says when to read, or what to believe
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace

import numpy as np

from companion.maze.geometry import START_CELL, Cell
from companion.sight.reading import CardKind, Reading, SeenCard
from vision.arrays import Flags, Mask, Quad, Quads
from vision.tracking.change_detector import ChangeDetector
from vision.tracking.picture_alignment import carried_along
from vision.tracking.picture_difference import covered
from vision.tracking.pixel_memory import BareTable, BurntLight

CardsByCell = dict[Cell, SeenCard]
SizePx = tuple[int, int]  # across and down


@dataclass(frozen=True)
class CameraShiftSettings:
    """Telling from the cards that are seen in their old cells whether it was the camera."""

    bumped: float = 0.3  # of a card's width: all cards moved so far together, so it was the camera
    noticed: float = 0.02  # of a card's width: nearer, a picture lies where it lay
    least_in_common: int = 3  # cards seen in their old cells; of two, one may be misread


CAMERA_SHIFT = CameraShiftSettings()


def enough_in_common(board: CardsByCell, reading: Reading) -> bool:
    """Whether so many cards are seen in their old cells that they tell where the others must be."""
    return sum(card.cell in board for card in reading.cards) >= CAMERA_SHIFT.least_in_common


def is_bumped(board: CardsByCell, reading: Reading) -> bool:
    """Whether the cards seen in their old cells lie so far from where they lay that it was the camera."""
    return enough_in_common(board, reading) and is_carried_far(board, {card.cell: card for card in reading.cards})


def is_completed(board: CardsByCell, reading: Reading) -> bool:
    """Whether a goal is seen that the board lacked, and as many cards as it had: what was known was taken askew."""
    goals = {card.cell for card in reading.cards if card.kind is CardKind.GOAL}
    return bool(goals - board.keys()) and len(reading.cards) >= len(board)


def is_carried_far(before: CardsByCell, now: CardsByCell) -> bool:
    """So far that it was no mere tremble: somebody bumped the camera."""
    return moved_by(before, now) > CAMERA_SHIFT.bumped


def moved_by(before: CardsByCell, now: CardsByCell) -> float:
    """How far the cards in the cells of both moved in the picture, as a share of a card's width (their median); 0 if
    none is in both."""
    shifts = []
    for cell in before.keys() & now.keys():
        there, here = np.array(before[cell].quad_px), np.array(now[cell].quad_px)
        wide = max(float(np.linalg.norm(here[1] - here[0])), 1.0)
        shifts.append(float(np.linalg.norm(here.mean(0) - there.mean(0))) / wide)
    return float(np.median(shifts)) if shifts else 0.0


@dataclass(frozen=True)
class KnownPlacesSettings:
    """Shares of a card's place, or of the cards."""

    all_changed: float = 0.12  # of the middle card's place: a bump changes them all so far, a hand but a few
    hidden: float = 0.5  # looks otherwise than the bare table: more is no table, whatever it looks like
    overhung: float = 0.2  # of the table around a place: heads over it 0.5 at least, cards taken from it 0.00
    # Of 30 cards taken from places that were never seen bare 0.75 and more of the place changed and nothing around it;
    # things on cards, where what they hide was in doubt, changed 0.09 and more around them, mostly 0.2 to 1.0.
    changed_wholly: float = 0.6
    cut_out: float = 0.04  # changed around a place, at most, where a card was taken
    laid_over: float = 0.2  # likewise at least, where a thing lies over it
    # Of what 5 cards under glasses hid of the table 0.23 and more shows again where they were taken, 0.06 where 70 lay.
    shows_again: float = 0.15
    foreign_hole: float = 0.5  # of where a card lay, in no colour of the table: 19 holes 0.27 at most, 22 things 0.71
    changed_partly: float = 0.3  # of the place of these 0.37 and more; a die or a chip of the cloth's colour hides less
    untouched: float = 0.05  # looks otherwise than when the board was settled, at most, where no card was taken
    touched: float = 0.12  # looks otherwise than when the board was settled; less a neighbour's shadow changes as well
    foreign: float = 0.25  # of what is new on a card, in colours no card had: of 6 things 0.5 and more, of cards 0.06
    sure: float = 0.9  # confidence of a card that was overlooked before, and of few that are none
    least_goals: int = 3  # of a round's first table; with fewer it may be another one, taken askew


KNOWN_PLACES = KnownPlacesSettings()
_NEVER_TAKEN = (CardKind.START, CardKind.GOAL)  # by the rules; of no other place is it certain that a card lies there


class KnownPlaces:
    """size_px : of the full picture, across and down; all quads are in its pixels"""

    def __init__(self, changes: ChangeDetector) -> None:
        self._changes = changes
        self._bare, self._burnt = BareTable(), BurntLight()
        self._since_the_start = False  # what looks bare looks as it did before the first card was laid
        self._held: frozenset[Cell] = frozenset()  # of the board as it settled last
        self._overlooked: Set[Cell] = self._held  # of these, where one came to what looked bare; or it is none
        self.size_px: SizePx = (0, 0)

    def forget(self) -> None:
        """How the table looks bare: who looks now looks from elsewhere."""
        self._bare.forget()
        self._burnt.forget()
        self._since_the_start = False
        self._held = self._overlooked = frozenset()

    def learn(self, board: CardsByCell, reading: Reading) -> None:
        """The board has settled; what lies beside it is bare table, unless a card was read there all the same."""
        self._changes.remember()
        lay_there = {cell for cell in board.keys() - self._held if self._shows_bare(board[cell], board)}
        self._overlooked = lay_there | (self._overlooked & board.keys())
        self._held = frozenset(board)
        seen_px = {card.cell: self._small([card])[0] for card in reading.cards}
        self._burnt.learn(self._changes.small, seen_px, board.keys())
        holds_on = self._bare.learn(self._changes.small, self._small([*board.values(), *reading.cards]))
        self._since_the_start = self._is_fresh(board) or (self._since_the_start and holds_on)

    def _is_fresh(self, board: CardsByCell) -> bool:
        """Whether this is how a round begins: the start card, all goals and nothing else."""
        goals = sum(card.kind is CardKind.GOAL for card in board.values())
        return START_CELL in board and goals == len(board) - 1 >= KNOWN_PLACES.least_goals

    def all_changed(self, board: CardsByCell) -> bool:
        """Whether the cards' places look different than when the board was settled."""
        changed = np.median(self._changes.shares_changed(_quads(board.values()), self.size_px))
        return float(changed) > KNOWN_PLACES.all_changed

    def redrawn(self, board: CardsByCell) -> bool:
        """Whether what is drawn in one of the cards' places differs, whatever the light."""
        return self._changes.redraws_any(list(_quads(board.values())), self.size_px)

    def is_cleared(self) -> bool:
        """Whether what seems to reach in is but the bare table, where something lay that is gone."""
        return self._bare.shows_in(self._changes.small, self._changes.reaching)

    def looks_bare(self, card: SeenCard, reading: Reading) -> bool | None:
        """Whether a card's place looks as it did when it was bare; None where that cannot be told.

        It does not where something else is seen there, or over the table around it, that hides the place as well; nor
        where a card lies for certain, if the place was never seen bare: a thing that looks like plain table lies on it.
        Learnt as bare with a card on it that was overlooked, it looks like something else without the card.
        """
        place, others = self._place_and_others(card, reading.cards)
        share = self._bare.share_otherwise(self._changes.small, place, others)
        hidden = share is not None and share >= KNOWN_PLACES.hidden
        if not hidden and self._bare.is_shown(self._changes.small, place, others):
            return True
        around = self._bare.share_around(self._changes.small, place, others)
        overhung = card.kind in _NEVER_TAKEN or (around is not None and around > KNOWN_PLACES.overhung)
        return False if overhung or (hidden and card.cell not in self._overlooked) else None

    def have_left(self, missing: Sequence[SeenCard], reading: Reading, board: CardsByCell) -> dict[Cell, bool | None]:
        """Whether each of the cards that are not seen any more was taken away; None where that cannot be told.
        board : before"""
        came_or_went = [*missing, *(card for card in reading.cards if card.cell not in board)]
        return {card.cell: self._has_left(card, reading, came_or_went) for card in missing}

    def _has_left(self, card: SeenCard, reading: Reading, came_or_went: Sequence[SeenCard]) -> bool | None:
        place = self._changes.small, *self._place_and_others(card, reading.cards)
        if self._burnt.may_hide(card.cell, *place):
            return False  # so bright now that the card may lie there, unseen
        bare = self.looks_bare(card, reading)
        if bare or card.kind in _NEVER_TAKEN:
            return bare
        if bare is None and self._bare.is_bared(*place):
            return True
        shows_again = self._bare.share_bared(*place) >= KNOWN_PLACES.shows_again
        cut_out = self._is_cut_out(card, came_or_went, shows_again)
        if bare is not None:
            return bool(cut_out and shows_again)
        is_thing = not shows_again and self._bare.share_foreign(*place) > KNOWN_PLACES.foreign_hole
        return None if cut_out and is_thing else cut_out

    def _is_cut_out(self, card: SeenCard, came_or_went: Sequence[SeenCard], shows_again: bool) -> bool | None:
        """Whether just what the card covered looks otherwise, as where it was taken; not so where a thing lies over it
        and what is around it. None where neither is plain. shows_again : the table, in a part of it"""
        place, explained = _quads([card])[0], _quads(one for one in came_or_went if one.cell != card.cell)
        unexplained = self._changes.share_changed_around(place, explained, self.size_px)
        if unexplained is not None and unexplained >= KNOWN_PLACES.laid_over:
            return False
        around = self._changes.share_changed_around(place, _quads(()), self.size_px)
        if around is None or around > KNOWN_PLACES.cut_out:
            return None
        least = KNOWN_PLACES.changed_partly if shows_again else KNOWN_PLACES.changed_wholly
        return True if self.looks_otherwise(card) >= least else None

    def are_open(self, cards: Iterable[SeenCard], open_: Mask) -> Flags:
        """(n,) whether the cards lie wholly there. open_ : of the small picture"""
        return np.array([open_[covered(open_.shape, quad[None], 0)].all() for quad in self._small(cards)], bool)

    def without_phantoms(self, reading: Reading, board: CardsByCell) -> Reading:
        """The reading, but for new cards in places that look as they did when they were bare, and for what is hardly
        read in a hole that a card has left: a knot in the wood.

        One that is read surely was overlooked then; no tunnel was that looks as before the first was laid.
        """
        may_be_hole, may_lie = self._may_be_hole, self._may_lie_in_bare
        doubtful = [one for one in reading.cards if (may_be_hole(one) if one.cell in board else not may_lie(one))]
        phantoms = {card.cell for card in doubtful if self.looks_bare(card, reading)}
        return replace(reading, cards=tuple(card for card in reading.cards if card.cell not in phantoms))

    def _may_lie_in_bare(self, card: SeenCard) -> bool:
        was_laid = card.kind not in _NEVER_TAKEN
        return card.confidence >= KNOWN_PLACES.sure and not (was_laid and self._since_the_start)

    def _may_be_hole(self, card: SeenCard) -> bool:
        """Whether what is read in a known card's place may be the table, as a card was taken from it."""
        may_go = card.uncertain and card.kind not in _NEVER_TAKEN
        return may_go and self.looks_otherwise(card) > KNOWN_PLACES.untouched

    def share_changed(self, card: SeenCard, reading: Reading, board: CardsByCell) -> float:
        """The share of a card's place that looks otherwise than before it came or went. board : before"""
        if self.looks_bare(card, reading):
            return 1.0 if card.cell in board else 0.0
        return self.looks_otherwise(card)

    def looks_otherwise(self, card: SeenCard) -> float:
        """The share of a card's place that looks otherwise than when the board was settled."""
        return float(self._changes.shares_changed(_quads([card]), self.size_px)[0])

    def laid_over(self, board: CardsByCell) -> dict[Cell, bool]:
        """The tunnel cards that look otherwise than when the board was settled: whether a thing lies on them now.

        One does if what is new there has colours that none of them had.
        """
        tunnels = [card for card in board.values() if card.face is not None and card.kind is CardKind.PATH]
        quads = _quads(tunnels)
        changed = self._changes.shares_changed(quads, self.size_px) > KNOWN_PLACES.touched
        foreign = {n: self._changes.share_foreign(quads[n], quads, self.size_px) for n in np.flatnonzero(changed)}
        return {tunnels[number].cell: share > KNOWN_PLACES.foreign for number, share in foreign.items()}

    def follow_camera(self, board: CardsByCell) -> CardsByCell | None:
        """Where the picture shows the same from elsewhere, the board as it lies there; None where it does not.

        What is remembered is carried along: nothing seems to lie over the table then, and only what changed is told.
        """
        if not board or not self.all_changed(board):
            return None
        way = self._changes.camera_shift(_quads(board.values()), self.size_px)
        if way is None or moved_by(board, there := carried_along(board, way)) < CAMERA_SHIFT.noticed:
            return None
        self._changes.carry_along(way, self.size_px)
        self._bare.carry_along(self._changes.in_small(way, self.size_px))
        return there

    def _shows_bare(self, card: SeenCard, board: CardsByCell) -> bool:
        """Whether a card lies where what is in the open looks as it did when it was bare."""
        return self._bare.is_shown(self._changes.small, *self._place_and_others(card, board.values()))

    def _place_and_others(self, card: SeenCard, cards: Iterable[SeenCard]) -> tuple[Quad, Quads]:
        """In the small picture. cards : among them those that may lie over its place"""
        return self._small([card])[0], self._small(one for one in cards if one.cell != card.cell)

    def _small(self, cards: Iterable[SeenCard]) -> Quads:
        return _quads(cards) * self._changes.scale_of(self.size_px)


def _quads(cards: Iterable[SeenCard]) -> Quads:
    return np.array([card.quad_px for card in cards], float).reshape((-1, 4, 2))
