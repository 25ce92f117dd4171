"""Where every card of a simulated deck is, and how what happens moves it. Which story it follows: shuffled_deck."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from copy import copy
from random import Random
from typing import Any, Self

from companion.cards.deck import DeckCard, taken_away, worth
from companion.cards.register import card_of, happening
from companion.editions.cards import Tool
from companion.editions.ruleset import Ruleset
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state import events as e
from companion.state.commands import Attendance, SeatId

Wanted = tuple[str | None, tuple[Tool, ...], Face | None]  # an action card's key and tools, or a path card
FROM_OUTSIDE = 500  # keys of cards that were not in the deck when it was shuffled: those over chests


class Stacks:
    """before : cards that lie before a seat, by seat and what is on them; laid : path cards in the maze by cell"""

    def __init__(self, seed: str, rules: Ruleset, seats: int) -> None:
        self._seed, self._rules, self._seats = seed, rules, seats
        self.hands: list[list[DeckCard]] = []
        self.pile: list[DeckCard] = []
        self.discards: list[DeckCard] = []
        self.aside: list[DeckCard] = []
        self.laid: dict[Cell, DeckCard] = {}
        self.before: dict[tuple[SeatId, str], DeckCard] = {}
        self.held: Wanted | None = None  # the card that waits until others have answered
        self._holder: SeatId | None = None  # who played it
        self._seq, self._named, self._outside = 0, frozenset[int](), FROM_OUTSIDE

    def after(self, event: e.Event, seq: int, named: Iterable[int] = ()) -> None:
        """`seq` numbers the step, for what chance decides in it; `named` are the keys that the press chose."""
        self._seq, self._named = seq, frozenset(named)
        of_a_card = happening(event)
        if of_a_card is not None and of_a_card.hands is not None:
            of_a_card.hands(self, event)
        elif type(event) in _FOLLOW:
            _FOLLOW[type(event)](self, event)

    def hold(self, seat: SeatId, command: c.Command) -> None:
        """It stays in the hand until others have answered."""
        self.held, self._holder = card_for(command), seat

    def begin(self, hand: int) -> None:
        """A round: shuffle, put aside, deal."""
        deck = full_deck(self._rules)
        self.chance("deck").shuffle(deck)
        self.pile = [DeckCard(key, card.deed, card.face, card.tools) for key, card in enumerate(deck)]
        self.aside, self.pile = self.pile[: self._rules.set_aside], self.pile[self._rules.set_aside :]
        self.hands = [[self.pile.pop() for _ in range(hand)] for _ in range(self._seats)]
        self.discards, self.laid, self.before, self.held = [], {}, {}, None

    def seat(self, more: int) -> None:
        """So many more sit at the table from the next round on."""
        self._seats += more

    def copy(self) -> Self:
        """The same cards in stacks of their own."""
        other = copy(self)
        other.hands = [list(hand) for hand in self.hands]
        other.pile, other.discards, other.aside = list(self.pile), list(self.discards), list(self.aside)
        other.laid, other.before = dict(self.laid), dict(self.before)
        return other

    def chance(self, what: str) -> Random:
        return Random(f"{self._seed}/{what}/{self._seq}")

    def play(self, seat: SeatId, deed: str | None, tools: Collection[Tool] = (), face: Face | None = None) -> DeckCard:
        """A card leaves the hand: one that was named, else the first that fits, else the least useful one."""
        hand = self.hands[seat]
        fitting = [card for card in hand if fits(card, deed, tools, face)]
        fitting.sort(key=lambda card: len(card.tools))  # a double repair is kept where a single one does
        named = [card for card in hand if card.key in self._named]
        card = next(iter([*named, *fitting, *sorted(hand, key=worth)]), None)
        if card is None:
            return self.fresh(deed, face, tools)
        hand.remove(card)
        return card

    def throw(self, seat: SeatId, count: int) -> None:
        for _ in range(min(count, len(self.hands[seat]))):
            dull = sorted(self.hands[seat], key=lambda card: (card.key not in self._named, worth(card)))[0]
            self.hands[seat].remove(dull)
            self.discards.append(dull)

    def leave(self, seat: SeatId) -> None:
        """All but the card that waits."""
        waits = [self.play(seat, *self.held)] if seat == self._holder and self.held is not None else []
        self.throw(seat, len(self.hands[seat]))
        self.hands[seat] += waits

    def draw(self, seat: SeatId, count: int) -> None:
        for _ in range(min(max(0, count), len(self.pile))):
            self.hands[seat].append(self.pile.pop())

    def fresh(self, deed: str | None, face: Face | None = None, tools: Collection[Tool] = ()) -> DeckCard:
        """A card that came from outside the deck."""
        self._outside += 1
        return DeckCard(self._outside, deed, face.upright() if face else None, tuple(tools))


def full_deck(rules: Ruleset) -> list[DeckCard]:
    """Every card of the box that is shuffled, unshuffled."""
    paths = [DeckCard(0, None, card.face) for card in rules.paths for _ in range(card.copies)]
    actions = [DeckCard(0, card.deed, None, card.tools) for card in rules.deck_actions for _ in range(card.copies)]
    return paths + actions


def fits(card: DeckCard, deed: str | None, tools: Collection[Tool] = (), face: Face | None = None) -> bool:
    if deed is not None:
        return card.deed == deed and set(tools) <= set(card.tools)
    return card.face is not None and (face is None or card.face.upright() == face.upright())


def card_for(command: c.Command) -> Wanted | None:
    """What a card must be to be played so; None for what is no card of a hand."""
    if isinstance(command, c.PlacePath):
        return None, (), command.face
    card = card_of(command)
    return None if card is None else (card.key, card.tools_of(command), None)


# ---- what happens ---------------------------------------------------------------------------------------------------


def _midway_laid(stacks: Stacks, event: e.MidwayLaid) -> None:
    """It was drawn before the hands were dealt: whoever holds it by mistake gets another."""
    for stack in (stacks.pile, *stacks.hands):
        at = next((at for at, card in enumerate(stack) if fits(card, None, face=event.face)), None)
        if at is not None:
            stacks.laid[event.cell] = stack.pop(at)
            if stack is not stacks.pile and stacks.pile:
                stack.insert(at, stacks.pile.pop())
            return
    stacks.laid[event.cell] = stacks.fresh(None, event.face)


def _path_placed(stacks: Stacks, event: e.PathPlaced) -> None:
    stacks.laid[event.cell] = stacks.play(event.seat, None, face=event.face)


def _cover_laid(stacks: Stacks, event: e.CoverLaid) -> None:
    stacks.laid[event.cell] = stacks.fresh(None, event.face)


def _traded(stacks: Stacks, event: e.CardsTraded) -> None:
    stacks.throw(event.seat, 2)
    taken_away(stacks, event.seat, event.tool or event.mark or "")


def _hand_set(stacks: Stacks, event: e.HandSet) -> None:
    stacks.draw(event.seat, event.cards - len(stacks.hands[event.seat]))
    stacks.aside += stacks.hands[event.seat][event.cards :]
    del stacks.hands[event.seat][event.cards :]


def _presence_set(stacks: Stacks, event: e.PresenceSet) -> None:
    if event.presence is Attendance.LEFT:
        stacks.leave(event.seat)


def _answered(stacks: Stacks, event: e.CardStood | e.TollPaid | e.TollRefused) -> None:
    """The card waits no more. A card that stops it says so itself."""
    stacks.held = None


_FOLLOW: dict[type, Callable[[Stacks, Any], None]] = {
    e.SeatAdded: lambda stacks, event: stacks.seat(1),
    e.SeatRemoved: lambda stacks, event: stacks.seat(-1),
    e.PresenceSet: _presence_set,
    e.RoundBegan: lambda stacks, event: stacks.begin(event.hand),
    e.CardsDrawn: lambda stacks, event: stacks.draw(event.seat, event.cards),
    e.HandSet: _hand_set,
    e.PathPlaced: _path_placed,
    e.Passed: lambda stacks, event: stacks.throw(event.seat, event.discards),
    e.MidwayLaid: _midway_laid,
    e.CardsTraded: _traded,
    e.CardPlayed: lambda stacks, event: stacks.hold(event.seat, event.command),
    e.TollAsked: lambda stacks, event: stacks.hold(event.seat, event.command),
    e.CardStood: _answered,
    e.TollPaid: _answered,
    e.TollRefused: _answered,
    e.TollSet: lambda stacks, event: stacks.throw(event.seat, 1),
    e.CoverLaid: _cover_laid,
}
