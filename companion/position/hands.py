"""The cards of each hand, where they are known: dealt by a seed, or typed. What an unknown pile gives is not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from companion.cards.deck import DeckCard
from companion.cards.register import answer_of
from companion.editions.cards import Tool
from companion.editions.ruleset import Ruleset
from companion.live.stacks import Stacks, card_for, fits
from companion.maze.faces import Face
from companion.position.notation import same_card
from companion.state import events as e
from companion.state.commands import Command, SeatId
from companion.state.game import Game
from companion.views.project_moves import card_word


class Hands(Stacks):
    """dealt : every card is known; else those that were typed, until they are played"""

    def __init__(self, seed: str, rules: Ruleset, seats: int, *, dealt: bool) -> None:
        super().__init__(seed, rules, seats)
        self.dealt = dealt
        self.thrown = 0  # cards that the last move threw away

    @classmethod
    def typed(cls, rules: Ruleset, hands: Sequence[Sequence[DeckCard]]) -> Hands:
        known = cls("", rules, len(hands), dealt=False)
        known.hands = [[*hand] for hand in hands]
        return known

    def begin(self, hand: int) -> None:
        if self.dealt:
            super().begin(hand)
        else:
            self.hands, self.before, self.laid = [[] for _ in self.hands], {}, {}

    def play(self, seat: SeatId, deed: str | None, tools: Collection[Tool] = (), face: Face | None = None) -> DeckCard:
        """Of a hand that is known in part, what was not known may have been played."""
        if self.dealt or any(fits(card, deed, tools, face) for card in self.hands[seat]):
            return super().play(seat, deed, tools, face)
        return self.fresh(deed, face, tools)

    def throw(self, seat: SeatId, count: int) -> None:
        """Which cards of a hand that is not dealt were thrown away is known where they were named."""
        self.thrown += min(count, len(self.hands[seat]))
        if self.dealt:
            super().throw(seat, count)
        else:
            kept = [card for card in self.hands[seat] if card.key not in self._named]
            self.hands[seat] = kept if len(self.hands[seat]) - len(kept) == count else []

    def hand(self, seat: SeatId, cards: int) -> tuple[DeckCard, ...] | None:
        """The hand, where all its `cards` are known."""
        return tuple(self.hands[seat]) if len(self.hands[seat]) == cards else None

    def after_all(self, events: Iterable[e.Event], number: int, named: Iterable[int] = ()) -> Hands:
        """The hands once these have happened."""
        now = self.copy()
        now.thrown = 0
        for event in events:
            now.after(event, number, named)
        return now

    def named(self, seat: SeatId, words: Iterable[str]) -> tuple[int, ...]:
        """The keys of these cards. Raises ValueError where the hand does not hold one."""
        left, keys = list(self.hands[seat]), []
        for word in words:
            card = next((card for card in left if same_card(card, word)), None)
            if card is None:
                raise ValueError(f"{word} is not in this hand: {' '.join(map(card_word, self.hands[seat]))}")
            left.remove(card)
            keys.append(card.key)
        return tuple(keys)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hands) and self._all() == other._all()

    __hash__ = None  # type: ignore[assignment]

    def _all(self) -> tuple[object, ...]:
        return self.dealt, self.hands, self.pile, self.discards, self.aside


def may_be_played(game: Game, command: Command, hand: Iterable[DeckCard]) -> bool:
    """Whether a hand holds the card for it; what plays no card, such as what a chest asks for, anybody may do."""
    answer = answer_of(command)
    asked = answer is not None and isinstance(game.pending, answer.pending)
    wanted = None if asked else card_for(command)
    return wanted is None or any(fits(card, *wanted) for card in hand)


def deeds_of(hand: Iterable[DeckCard]) -> frozenset[str]:
    return frozenset(card.deed for card in hand if card.deed is not None)


def keyed(hands: Mapping[SeatId, Sequence[DeckCard]], seats: int) -> list[list[DeckCard]]:
    """Typed hands by seat, every card with a key of its own."""
    count, found = 0, []
    for seat in range(seats):
        cards = hands.get(seat, ())
        found.append([DeckCard(count + at, card.deed, card.face, card.tools) for at, card in enumerate(cards)])
        count += len(cards)
    return found
