"""Readings over time become a board, and its changes. No pictures and no clock: see attend for when to look."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from companion.live.observe import Candidate, CardKind, Reading, Seen, SeenCard, SeenKind
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from vision.settings import SETTLE, SettleSettings

Board = dict[Cell, SeenCard]


@dataclass(frozen=True)
class Look:
    """One reading of a still table.

    bare : cells that were seen as plain table; a cell neither bare nor with a card was hidden or doubtful
    """

    cards: Board
    bare: frozenset[Cell]


def _wholly(card: SeenCard) -> float:
    return 1.0


class Settle:
    """Gathers looks at a table that does not change meanwhile, until they agree, and says what is new."""

    def __init__(self, looks: int, looks_bare: int, settings: SettleSettings = SETTLE) -> None:
        self._needed, self._needed_bare, self._settings = looks, looks_bare, settings
        self._looks: list[Look] = []
        self._odd: Counter[Cell] = Counter()  # how often a cell came out otherwise though nothing changed there
        self.board: Board | None = None

    @property
    def has_looks(self) -> bool:
        return bool(self._looks)

    def add(self, reading: Reading, bare: Iterable[Cell] = ()) -> None:
        self._looks.append(Look({card.cell: card for card in reading.cards}, frozenset(bare)))

    def disturb(self) -> None:
        """Something moved: looks from before and after do not belong together."""
        self._looks.clear()

    def missing(self, reading: Reading) -> tuple[SeenCard, ...]:
        """Cards of the board that a reading does not show: hidden, or gone."""
        shown = {card.cell for card in reading.cards}
        return tuple(card for cell, card in (self.board or {}).items() if cell not in shown)

    def settle(
        self, frame: int, *, changed: Callable[[SeenCard], float] = _wholly, force: bool = False
    ) -> list[Seen] | None:
        """What is new since the last time: removed, moved, turned, laid; None while the looks do not agree.

        changed : the share of a card's place that looks different than when the board was last settled
        force : decide now, as no further look will come
        """
        if not self._looks or not (force or self._agreed()):
            return None
        before, now = self.board, self._verdict(changed)
        self._looks.clear()
        self.board = now
        if before is None:
            return [Seen(frame, SeenKind.BOARD, tuple(now[cell] for cell in sorted(now)))]
        found = changes(before, now)
        return [Seen(frame, *change, more=number < len(found)) for number, change in enumerate(found, start=1)]

    def _agreed(self) -> bool:
        count = len(self._looks)
        if count >= self._settings.looks_most:
            return True
        if count < self._needed:
            return False
        if any(len({_vote(look, cell) for look in self._looks}) > 1 for cell in self._cells()):
            return False
        gone = any(all(cell in look.bare for look in self._looks) for cell in self.board or ())
        return not gone or count >= self._needed_bare

    def _cells(self) -> set[Cell]:
        return set(self.board or ()).union(*(look.cards for look in self._looks))

    def _verdict(self, changed: Callable[[SeenCard], float]) -> Board:
        verdicts = {cell: self._card(cell, changed) for cell in self._cells()}
        self._odd = +self._odd
        return {cell: card for cell, card in verdicts.items() if card is not None}

    def _card(self, cell: Cell, changed: Callable[[SeenCard], float]) -> SeenCard | None:
        old = (self.board or {}).get(cell)
        new = self._seen(cell, old)
        if self.board is None or (old is None) == (new is None):
            self._odd[cell] = 0
            return new if old is None or new is None else self._same_place(old, new, changed)
        came_or_went = old or new
        assert came_or_went is not None
        if changed(came_or_went) < self._settings.changed_laid:
            self._odd[cell] += new is None or not new.uncertain
            if self._odd[cell] < self._settings.odd_times:
                return old
        self._odd[cell] = 0
        return new

    def _seen(self, cell: Cell, old: SeenCard | None) -> SeenCard | None:
        """What the looks say of a cell; a hidden card is still where it was."""
        cards = [look.cards[cell] for look in self._looks if cell in look.cards]
        if 2 * len(cards) > len(self._looks):
            return merged(cards)
        bare = sum(cell in look.bare for look in self._looks)
        return None if 2 * bare > len(self._looks) else old

    def _same_place(self, old: SeenCard, new: SeenCard, changed: Callable[[SeenCard], float]) -> SeenCard:
        new = replace(new, kind=_kind(old, new))
        if new.face == old.face or changed(old) > self._settings.changed_face or (old.uncertain and not new.uncertain):
            return new
        return replace(old, quad_px=new.quad_px)


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


def changes(before: Board, now: Board) -> list[tuple[SeenKind, tuple[SeenCard, ...]]]:
    """From one board to the next. A card that left one cell for another has moved: (as it lies now, as it lay)."""
    turned = [cell for cell in before if cell in now and _is_turned(before[cell], now[cell])]
    other = [cell for cell in before if cell in now and before[cell].face != now[cell].face and cell not in turned]
    gone = sorted([cell for cell in before if cell not in now] + other)
    new = sorted([cell for cell in now if cell not in before] + other)
    moved = _moves(before, now, gone, new)
    gone = [cell for cell in gone if cell not in moved.values()]
    new = [cell for cell in new if cell not in moved]
    return (
        [(SeenKind.REMOVED, (before[cell],)) for cell in gone]
        + [(SeenKind.MOVED, (now[to], before[came])) for to, came in moved.items()]
        + [(SeenKind.TURNED, (now[cell],)) for cell in sorted(turned)]
        + [(SeenKind.LAID, (now[cell],)) for cell in new]
    )


def _moves(before: Board, now: Board, gone: list[Cell], new: list[Cell]) -> dict[Cell, Cell]:
    """New cell to old cell, where one card alone can have gone from there to here."""
    moves = {}
    for cell in new:
        same = [old for old in gone if before[old].face is not None and before[old].face == now[cell].face]
        rivals = [other for other in new if now[other].face == now[cell].face]
        if len(same) == 1 and len(rivals) == 1:
            moves[cell] = same[0]
    return moves


def _is_turned(old: SeenCard, new: SeenCard) -> bool:
    """The same card shows another side or lies the other way up; a goal always stays the same card."""
    if old.face == new.face:
        return False
    if old.face is None or new.face is None or CardKind.GOAL in (old.kind, new.kind) or old.uncertain:
        return True
    return old.face.half_turn() == new.face


def _kind(old: SeenCard, new: SeenCard) -> CardKind:
    """What a cell's card is stays, except that a covered card turned up is a tunnel card."""
    if old.kind is CardKind.COVERED and new.face is not None:
        return CardKind.PATH
    return old.kind


def _vote(look: Look, cell: Cell) -> str:
    card = look.cards.get(cell)
    return f"{card.face}" if card else "bare" if cell in look.bare else "hidden"
