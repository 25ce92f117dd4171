"""Hands at the demo table: they lay the cards that people and simulated players hold, before the simulated camera.

What a hand has laid is not played yet: the camera has to see it and the rules to accept it, as at a real table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import NamedTuple

from companion.cards.deck import DeckCard
from companion.cards.register import answer_of
from companion.demo.hand_table import HandTable
from companion.demo.shuffled_deck import ShuffledDeck
from companion.live.holder import SealedHands
from companion.live.stacks import card_for, fits
from companion.live.story import Story
from companion.maze.geometry import Cell
from companion.sight.reading import CardKind
from companion.state import commands as c
from companion.state.pending import AtLobby, Pending
from companion.state.refusals import Refusal


class WaitingCard(NamedTuple):
    """A card that was laid, or is held over its place, and is neither in the game nor taken back.

    key : of the card, as its hand names it
    """

    seat: c.SeatId
    key: int
    x: int
    y: int
    turned: bool
    round: int

    @property
    def cell(self) -> Cell:
        return Cell(self.x, self.y)


class Hands:
    """Not thread-safe: the session calls it under its own lock. `table`: on which they lay, once it stands there.

    A card that is laid where another still goes is held over the table until the camera has seen the hole: a slow one
    would take the new card for the old.
    """

    def __init__(self) -> None:
        self.deck = ShuffledDeck()
        self.table: HandTable | None = None
        self._laid: dict[Cell, WaitingCard] = {}
        self._down: set[Cell] = set()  # where they lie on the table, of these
        self._round = 0
        self._pending: Pending = AtLobby()  # what the game waits for

    @property
    def lying(self) -> frozenset[Cell]:
        """Cells of cards that lie on the table and are neither in the game nor taken back."""
        return frozenset(self._down)

    def laid_by(self, seat: c.SeatId) -> tuple[Cell, ...]:
        """The cells of such cards of this seat, held ones too: one at most, as a hand lays one after the other."""
        return tuple(cell for cell, card in self._laid.items() if card.seat == seat)

    @property
    def waiting_cards(self) -> tuple[WaitingCard, ...]:
        """In the order in which they were laid."""
        return tuple(self._laid.values())

    def follow(self, story: Story) -> None:
        self.deck.follow(story)
        round_ = story.game.round
        self._pending = story.game.pending
        if round_ is None or round_.number != self._round:
            self._laid.clear()
            self._round = round_.number if round_ else 0
        self._laid = {cell: card for cell, card in self._laid.items() if self._still_lies(story, card)}
        self._down &= self._laid.keys()

    def _still_lies(self, story: Story, lying: WaitingCard) -> bool:
        """It is not part of the maze, nor lost to whoever laid it by a veto or with the whole hand."""
        round_ = story.game.round
        held = any(card.key == lying.key for card in self.deck.hand(lying.seat))
        return held and (round_ is None or lying.cell not in round_.board)

    def views(self) -> SealedHands:
        return self.deck.views((card.seat, card.key) for card in self._laid.values())

    def holds(self, seat: c.SeatId, keys: tuple[int, ...]) -> bool:
        """Whether these cards are in the hand; one that lies before the camera is not."""
        return len(set(keys)) == len(keys) > 0 and all(self._held(seat, key) for key in keys)

    def lay(self, seat: c.SeatId, key: int, cell: Cell, *, turned: bool, goes: bool = False) -> Refusal | None:
        """The hand of this seat holds one of its path cards over the table, allowed there or not: see put_down.

        goes : what lies there is being taken away
        """
        card = self._held(seat, key)
        if card is None or card.face is None or self.table is None:
            return Refusal("not_in_hand")
        if self.laid_by(seat):
            return Refusal("card_lies_there")
        if cell in self._laid or (self.table.planned.card(cell) is not None and not goes):
            return Refusal("occupied", cell=cell)
        if not self.table.holds(cell):
            return Refusal("out_of_sight", cell=cell)
        self._laid[cell] = WaitingCard(seat, key, *cell, turned, self._round)
        return None

    def put_down(self, sees: Callable[[Cell], bool]) -> None:
        """Every card that is held over a place where none lies or is seen is laid on the table."""
        for cell, waiting in self._laid.items():
            card = self._card(waiting.seat, waiting.key)
            if self.table is None or cell in self._down or sees(cell) or card is None or card.face is None:
                continue
            with suppress(ValueError):  # another card lies there still
                self.table.lay(
                    cell, card.face.half_turn() if waiting.turned else card.face, CardKind.PATH, waiting.seat
                )
                self._down.add(cell)

    def lay_again(self, cards: Iterable[WaitingCard]) -> None:
        """What lay on a table that stands no more, as far as it is still held and there is room."""
        for card in cards:
            if card.round == self._round:
                self.lay(card.seat, card.key, card.cell, turned=card.turned)

    def take_back(self, cell: Cell) -> None:
        """Whoever laid the card takes it into his hand again."""
        card, lies = self._laid.pop(cell, None), cell in self._down
        self._down.discard(cell)
        if self.table is not None and lies:
            with suppress(ValueError):  # another hand was faster
                self.table.take(cell, card.seat if card else 0)

    def lacks(self, by: c.Actor, command: c.Command) -> Refusal | None:
        """Why a phone may not play this: its hand holds no such card. The table may; it knows better.

        What a chest asks may be answered as with a card, and needs none.
        """
        wanted, question = card_for(command), answer_of(command)
        answers = question is not None and isinstance(self._pending, question.pending)
        if wanted is None or answers or not isinstance(by, c.BySeat):
            return None
        held = any(fits(card, *wanted) for card in self.deck.hand(by.seat))
        return None if held else Refusal("not_in_hand")

    def _held(self, seat: c.SeatId, key: int) -> DeckCard | None:
        laid = {card.key for card in self._laid.values() if card.seat == seat}
        return None if key in laid else self._card(seat, key)

    def _card(self, seat: c.SeatId, key: int) -> DeckCard | None:
        return next((card for card in self.deck.hand(seat) if card.key == key), None)
