"""Hands at the demo table: they lay the cards that people and simulated players hold, before the simulated camera.

What a hand has laid is not played yet: the camera has to see it and the rules to accept it, as at a real table.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Protocol

from companion.live.demo_cards import Card, card_for, fits
from companion.live.demo_deck import DemoDeck, Hands
from companion.live.observe import CardKind
from companion.live.story import Story
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state.pending import ChoosingDwarf
from companion.state.refusals import Refusal


class LyingCard(Protocol):
    @property
    def cell(self) -> Cell: ...
    @property
    def kind(self) -> CardKind: ...
    @property
    def face(self) -> Face | None: ...


class Scene(Protocol):
    @property
    def cards(self) -> Iterable[LyingCard]: ...
    def card(self, cell: Cell) -> LyingCard | None: ...


class HandTable(Protocol):
    """The simulated table as hands use it. `planned`: how it lies once every hand has done what it was asked to."""

    @property
    def planned(self) -> Scene: ...
    @property
    def resting(self) -> bool: ...
    def holds(self, cell: Cell) -> bool: ...
    def lay(self, cell: Cell, face: Face | None, kind: CardKind = ..., seat: int = ...) -> None: ...
    def take(self, cell: Cell, seat: int = ...) -> None: ...
    def turn(self, cell: Cell, face: Face, goal: str | None = ..., seat: int = ...) -> None: ...
    def clear(self, goals: tuple[Cell, ...], seat: int = ...) -> None: ...


class DemoHands:
    """Not thread-safe: the session calls it under its own lock."""

    def __init__(self, deck: DemoDeck) -> None:
        self.deck = deck
        self.table: HandTable | None = None
        self._lying: dict[Cell, tuple[c.SeatId, int]] = {}
        self._round = 0
        self._free_look = False  # a chest lets somebody look at a dwarf without a card

    @property
    def lying(self) -> frozenset[Cell]:
        """Cells of cards that were laid and are neither in the game nor taken back."""
        return frozenset(self._lying)

    def laid_by(self, seat: c.SeatId) -> tuple[Cell, ...]:
        """The cells of such cards of this seat: one at most, as a hand lays one after the other."""
        return tuple(cell for cell, (owner, _) in self._lying.items() if owner == seat)

    def follow(self, story: Story) -> None:
        self.deck.follow(story)
        round_ = story.game.round
        self._free_look = isinstance(story.game.pending, ChoosingDwarf)
        if round_ is None or round_.number != self._round:
            self._lying.clear()
            self._round = round_.number if round_ else 0
        self._lying = {cell: card for cell, card in self._lying.items() if self._still_lies(story, cell, *card)}

    def _still_lies(self, story: Story, cell: Cell, seat: c.SeatId, key: int) -> bool:
        """It is not part of the maze, nor lost to whoever laid it by a veto or with the whole hand."""
        round_ = story.game.round
        held = any(card.key == key for card in self.deck.hand(seat))
        return held and (round_ is None or cell not in round_.board)

    def views(self) -> Hands:
        return self.deck.views(self._lying.values())

    def holds(self, seat: c.SeatId, keys: tuple[int, ...]) -> bool:
        """Whether these cards are in the hand; one that lies before the camera is not."""
        return len(set(keys)) == len(keys) > 0 and all(self._held(seat, key) for key in keys)

    def lay(self, seat: c.SeatId, key: int, cell: Cell, *, turned: bool) -> Refusal | None:
        """The hand of this seat lays one of its path cards, allowed or not. None where the hand is on its way."""
        card = self._held(seat, key)
        if card is None or card.face is None or self.table is None:
            return Refusal("not_in_hand")
        if self.laid_by(seat):
            return Refusal("card_lies_there")
        if self.table.planned.card(cell) is not None:
            return Refusal("occupied", cell=cell)
        if not self.table.holds(cell):
            return Refusal("out_of_sight", cell=cell)
        try:
            self.table.lay(cell, card.face.half_turn() if turned else card.face, CardKind.PATH, seat)
        except ValueError:  # another hand was faster
            return Refusal("occupied", cell=cell)
        self._lying[cell] = (seat, key)
        return None

    def take_back(self, cell: Cell) -> None:
        """Whoever laid the card takes it into his hand again."""
        seat, _ = self._lying.pop(cell, (0, 0))
        if self.table is not None:
            with suppress(ValueError):  # another hand was faster
                self.table.take(cell, seat)

    def lacks(self, by: c.Actor, command: c.Command) -> Refusal | None:
        """Why a phone may not play this: its hand holds no such card. The table may; it knows better."""
        wanted = card_for(command)
        free = self._free_look and isinstance(command, c.Inspect)
        if wanted is None or free or not isinstance(by, c.BySeat):
            return None
        held = any(fits(card, *wanted) for card in self.deck.hand(by.seat))
        return None if held else Refusal("not_in_hand")

    def _held(self, seat: c.SeatId, key: int) -> Card | None:
        lying = {card for owner, card in self._lying.values() if owner == seat}
        return next((card for card in self.deck.hand(seat) if card.key == key and key not in lying), None)
