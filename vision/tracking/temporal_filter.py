"""Readings over time become a settled board.

in     Reading after Reading of a table at rest, and the cells that were seen bare
out    SettledBoard, once they agree
never  says when the table is to be read: see read_trigger, early_reading
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.reading import Candidate, CardKind, Reading, SeenCard
from companion.sight.settled_board import SettledBoard
from vision.tracking.known_places import CardsByCell


@dataclass(frozen=True)
class TemporalFilterSettings:
    """When readings become facts. Live sources are timed, folders and files are counted."""

    readings_live: int = 2  # that must agree; the second catches a hand that paused
    readings_file: int = 1  # pictures in a folder are far apart and few
    readings_bare: int = 3  # before a card counts as removed, live: taking is rarer than hiding
    readings_most: int = 6  # that do not agree become one uncertain reading
    readings_kept: int = 12  # of a card that came out uncertain, the last ones: seven sure ones then make it sure
    changed_face: float = 0.12  # of a card's place; its neighbour's shadow and a nudge change less, another face more
    changed_laid: float = 0.05  # likewise for a card that came or went: mostly a dark card on dark cloth changes more
    changed_plain: float = 0.025  # likewise for one that came and is read surely: grey rock on grey cloth changed 0.038
    # confidence of a tunnel card that is handed over live: with less somebody is asked. Of 755 cards in 48 filmed
    # rounds five ever had less, among them all three that were wrong though sure, of which one began with 0.83
    least_confidence: float = 0.8
    kept_face: float = 0.1  # confidence in a known card's face, though another is likelier: a thing may hide the rest
    odd_times: int = 3  # settled alike so often, a card that nobody was seen to lay, or another face, was there before


TEMPORAL_FILTER = TemporalFilterSettings()


@dataclass(frozen=True)
class Observation:
    """One reading of a still table.

    bare : cells that were seen as plain table; a cell neither bare nor with a card was hidden or doubtful
    """

    cards: CardsByCell
    bare: frozenset[Cell]


def _wholly(card: SeenCard) -> float:
    return 1.0


class TemporalFilter:
    """Gathers readings of a table that does not change meanwhile, until they agree on a board."""

    def __init__(self, *, timed: bool) -> None:
        """timed : a live source or a film, of which many pictures come; else pictures are few and far apart"""
        self._timed = timed
        self._needed = TEMPORAL_FILTER.readings_live if timed else TEMPORAL_FILTER.readings_file
        self._needed_bare = TEMPORAL_FILTER.readings_bare if timed else TEMPORAL_FILTER.readings_file
        self._observations: list[Observation] = []
        self._doubted: dict[Cell, list[SeenCard]] = {}  # what was read of cards that came out uncertain
        self._odd: Counter[Cell] = Counter()  # how often a cell came out otherwise though nothing changed there
        self._leaving: set[Cell] = set()  # of these, as the table settled last: whose cards looked gone
        self._under: set[Cell] = set()  # things lie on these cells' cards
        self._ever_sure: set[Cell] = set()  # cells whose cards came out sure once
        self._cleared: set[Cell] = set()  # cells whose cards were in doubt when what lay over them was taken away
        self.board: CardsByCell | None = None

    def add(self, reading: Reading, bare: Iterable[Cell] = ()) -> None:
        self._observations.append(Observation({card.cell: card for card in reading.cards}, frozenset(bare)))

    def disturb(self) -> None:
        """Something moved: readings from before and after do not belong together."""
        self._observations.clear()

    def missing(self, reading: Reading) -> tuple[SeenCard, ...]:
        """Cards of the board that a reading does not show: hidden, or gone. Uncertain are those never sure yet."""
        shown = {card.cell for card in reading.cards}
        cards = [card for cell, card in (self.board or {}).items() if cell not in shown]
        return tuple(replace(card, uncertain=card.cell not in self._ever_sure) for card in cards)

    @property
    def doubts_a_card(self) -> bool:
        """One looked gone as the table settled last, though nothing changed in its place: not often enough yet to be
        believed."""
        return bool(self._leaving)

    def settle(
        self,
        frame: int,
        *,
        changed: Callable[[SeenCard], float] = _wholly,
        laid_over: Mapping[Cell, bool] = MappingProxyType({}),
        force: bool = False,
    ) -> SettledBoard | None:
        """The whole board as it lies now; None while the readings do not agree.

        changed : the share of a card's place that looks different than when the board was last settled
        laid_over : of the tunnel cards that look so, whether a thing lies on them now
        force : decide now, as no further reading will come
        """
        if not self._observations or not (force or self._agreed()):
            return None
        before = self.board
        self._under = (self._under - laid_over.keys()) | {cell for cell, is_thing in laid_over.items() if is_thing}
        now = self._verdict(changed)
        self._observations.clear()
        self._ever_sure = {c for c in now if not now[c].uncertain or (before is not None and c in self._ever_sure)}
        self.board = now
        told, told_before = self.as_told(now), before and self.as_told(before)
        return _handed_over(frame, told_before, told, self._bared(told_before or {}, told, changed))

    def _bared(self, before: CardsByCell, now: CardsByCell, changed: Callable[[SeenCard], float]) -> set[Cell]:
        """Whose cards were in doubt and are sure, as what lay over them is gone: perhaps some looks ago."""
        doubted = {cell for cell in before.keys() & now.keys() if before[cell].uncertain}
        self._cleared = {
            cell for cell in doubted if cell in self._cleared or _is_cleared(before[cell], now[cell], changed)
        }
        return {cell for cell in self._cleared if not now[cell].uncertain}

    def as_told(self, board: CardsByCell) -> CardsByCell:
        """A board as it is handed over: what is not plain is uncertain, live. To the filter it stays what it was, or a
        flicker would pass for news, and the card for what never was one."""
        weak = [card for card in board.values() if self._timed and self._is_weak(card)]
        return {**board, **{card.cell: replace(card, uncertain=True) for card in weak}}

    def _is_weak(self, card: SeenCard) -> bool:
        return card.kind is CardKind.PATH and card.confidence < TEMPORAL_FILTER.least_confidence

    def _agreed(self) -> bool:
        count = len(self._observations)
        if count >= TEMPORAL_FILTER.readings_most:
            return True
        if count < self._needed:
            return False
        if any(len({_vote(one, cell) for one in self._observations}) > 1 for cell in self._cells()):
            return False
        gone = any(all(cell in one.bare for one in self._observations) for cell in self.board or ())
        return not gone or count >= self._needed_bare

    def _cells(self) -> set[Cell]:
        return set(self.board or ()).union(*(one.cards for one in self._observations))

    def _verdict(self, changed: Callable[[SeenCard], float]) -> CardsByCell:
        self._leaving = set()
        verdicts = {cell: self._card(cell, changed) for cell in self._cells()}
        self._odd = +self._odd
        return {cell: card for cell, card in verdicts.items() if card is not None}

    def _card(self, cell: Cell, changed: Callable[[SeenCard], float]) -> SeenCard | None:
        old = (self.board or {}).get(cell)
        new = self._seen(cell, old, changed)
        came_or_went = old or new
        if self.board is None or came_or_went is None:
            self._odd[cell] = 0
            return new
        if old is not None and new is not None:
            return self._same_place(old, new, changed)
        if new is not None and new.kind is CardKind.GOAL and not new.uncertain:
            return new  # by the rules it has lain there from the beginning, and was overlooked
        is_plain = new is not None and not new.uncertain
        if changed(came_or_went) < (TEMPORAL_FILTER.changed_plain if is_plain else TEMPORAL_FILTER.changed_laid):
            self._odd[cell] += new is None or is_plain
            if self._odd[cell] < TEMPORAL_FILTER.odd_times:
                self._leaving |= {cell} if new is None else set()
                return old
        self._odd[cell] = 0
        return new

    def _seen(self, cell: Cell, old: SeenCard | None, changed: Callable[[SeenCard], float]) -> SeenCard | None:
        """What the readings say of a cell; a hidden card is still where it was.

        An uncertain one that nobody touched is judged by all that was read of it: two readings of a flicker that happen
        to agree make nothing sure.
        """
        cards = [one.cards[cell] for one in self._observations if cell in one.cards]
        if 2 * len(cards) > len(self._observations):
            now, before = cards[-1], self._doubted.pop(cell, [])
            if old is not None and old.uncertain and changed(old) <= TEMPORAL_FILTER.changed_face:
                cards = [*before, *cards][-TEMPORAL_FILTER.readings_kept :]
            card = replace(merged(cards), quad_px=now.quad_px)
            if card.uncertain:
                self._doubted[cell] = cards
            return card
        bare = sum(cell in one.bare for one in self._observations)
        return None if 2 * bare > len(self._observations) else old

    def _same_place(self, old: SeenCard, new: SeenCard, changed: Callable[[SeenCard], float]) -> SeenCard:
        """A card in sight surely shows another face; one that may as well show its old one, or any, is half hidden.

        Where nothing changed it shows another one only if it does so again and again, surely or not: then it was
        misread before, when less of the table was known to read it by.
        """
        cell, new, as_before = old.cell, replace(new, kind=_kind(old, new)), replace(old, quad_px=new.quad_px)
        if cell in self._under & self._ever_sure:  # else it may be a knot in the wood, and what lies there the card
            return as_before
        if new.face == old.face or (old.uncertain and not new.uncertain):
            self._odd[cell] = 0
            return new
        as_well = any(one.face == old.face and one.confidence > TEMPORAL_FILTER.kept_face for one in new.alternatives)
        if changed(old) > TEMPORAL_FILTER.changed_face:
            self._odd[cell] = 0
            may_be_hidden = (new.uncertain or as_well) and not old.uncertain and old.face is not None
            return as_before if may_be_hidden else new
        self._odd[cell] += not (new.uncertain and old.uncertain)
        if self._odd[cell] < TEMPORAL_FILTER.odd_times:
            return as_before
        self._odd[cell] = 0
        return new


def _handed_over(frame: int, before: CardsByCell | None, now: CardsByCell, bared: set[Cell]) -> SettledBoard:
    board = MappingProxyType({cell: now[cell] for cell in sorted(now)})
    if before is None:
        return SettledBoard(frame, board, anew=True)
    other = {cell for cell in before.keys() & now.keys() if before[cell].face != now[cell].face}
    came_or_went = before.keys() ^ now.keys()
    return SettledBoard(frame, board, frozenset(before.keys() - now.keys()), frozenset(came_or_went | other | bared))


def _is_cleared(before: SeenCard, now: SeenCard, changed: Callable[[SeenCard], float]) -> bool:
    """What lay over a card was taken away, or the card was put straight."""
    return (before.occluded and not now.occluded) or changed(before) > TEMPORAL_FILTER.changed_face


def merged(cards: list[SeenCard]) -> SeenCard:
    """Several readings of one card as one: the mean of their evidence."""
    weight: dict[Face | None, float] = defaultdict(float)
    for card in cards:
        weight[card.face] += card.confidence / len(cards)
        for other in card.alternatives:
            weight[other.face] += other.confidence / len(cards)
    order = sorted(weight, key=lambda face: -weight[face])
    best = order[0]
    doubts = sum(card.uncertain or card.face != best for card in cards)
    return replace(
        next((card for card in reversed(cards) if card.face == best), cards[-1]),
        kind=Counter(card.kind for card in cards).most_common(1)[0][0],
        face=best,
        confidence=min(weight[best], 1.0),
        uncertain=2 * doubts >= len(cards),
        alternatives=tuple(Candidate(face, weight[face]) for face in order[1:4]),
    )


def _kind(old: SeenCard, new: SeenCard) -> CardKind:
    """What a cell's card is stays, except that a covered card turned up is a tunnel card."""
    if old.kind is CardKind.COVERED and new.face is not None:
        return CardKind.PATH
    return old.kind


def _vote(one: Observation, cell: Cell) -> str:
    card = one.cards.get(cell)
    return f"{card.face}" if card else "bare" if cell in one.bare else "hidden"
