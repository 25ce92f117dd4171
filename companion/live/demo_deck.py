"""The cards that people at the demo table hold, where nobody has real ones: shuffled, dealt, played and drawn.

The hands follow from the night's story and a seed alone, so that they are the same after a restart and after a step
was taken back. Nobody but the holder sees them; the rules know how many cards there are, not which.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from companion.editions.cards import Deed
from companion.editions.ruleset import Ruleset
from companion.live.story import Story
from companion.maze.faces import Face
from companion.state import events as e
from companion.state.commands import SeatId, Tool
from companion.state.secret import Secret
from companion.views.model import HandCardView

Hands = dict[SeatId, Secret[tuple[HandCardView, ...]]]


@dataclass(frozen=True)
class Card:
    """key : the card's place in the shuffled deck"""

    key: int
    deed: Deed | None  # None: a path card
    face: Face | None = None
    tools: tuple[Tool, ...] = ()

    def view(self) -> HandCardView:
        what = "path" if self.deed is None else self.deed.value
        return HandCardView(self.key, what, None if self.face is None else str(self.face), self.tools)


class DemoDeck:
    """chosen : the cards that a press named, by the number of its step: which one was laid or thrown away"""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._story: Story | None = None
        self._hands: list[list[Card]] = []
        self._pile: list[Card] = []
        self.chosen: dict[int, tuple[int, ...]] = {}

    def follow(self, story: Story) -> None:
        """Fold the story again where it has changed."""
        if story is self._story:
            return
        self._hands, self._pile = [], []
        for step in story.steps:
            for event in step.events:
                self._after(event, story.game.ruleset, len(story.game.seats), step.seq)
        self._story = story

    def hand(self, seat: SeatId) -> tuple[Card, ...]:
        return tuple(self._hands[seat]) if seat < len(self._hands) else ()

    def views(self, lying: Iterable[tuple[SeatId, int]]) -> Hands:
        """Each seat's hand for its own window; `lying` are cards that are on the table but not in the game yet."""
        out = set(lying)
        return {
            seat: Secret(tuple(card.view() for card in hand if (seat, card.key) not in out))
            for seat, hand in enumerate(self._hands)
        }

    def _after(self, event: e.Event, rules: Ruleset, seats: int, seq: int) -> None:
        match event:
            case e.RoundBegan():
                self._pile = full_deck(rules)
                Random(f"{self._seed}/deck/{seq}").shuffle(self._pile)
                self._pile = [Card(key, card.deed, card.face, card.tools) for key, card in enumerate(self._pile)]
                self._hands = [[self._pile.pop() for _ in range(event.hand)] for _ in range(seats)]
            case e.LobbyOpened():
                self._hands, self._pile = [], []
            case e.CardsDrawn(seat, cards):
                self._draw(seat, cards)
            case e.HandSet(seat, cards):
                self._draw(seat, cards - len(self._hands[seat]))
                del self._hands[seat][cards:]
            case e.PathPlaced(seat=seat, face=face):
                self._play(seat, seq, [card for card in self._hands[seat] if card.face and _same(card.face, face)])
            case e.ToolBroken(seat=seat, tool=tool):
                self._play(seat, seq, self._actions(seat, Deed.BREAK, tool))
            case e.ToolRepaired(seat=seat, tool=tool):
                self._play(seat, seq, self._actions(seat, Deed.REPAIR, tool))
            case e.RockFell(seat=seat):
                self._play(seat, seq, self._actions(seat, Deed.ROCKFALL))
            case e.MapUsed(seat=seat):
                self._play(seat, seq, self._actions(seat, Deed.MAP))
            case e.Passed(seat, discards):
                for _ in range(discards):
                    self._play(seat, seq, sorted(self._hands[seat], key=worth))

    def _actions(self, seat: SeatId, deed: Deed, tool: Tool | None = None) -> list[Card]:
        found = [card for card in self._hands[seat] if card.deed is deed and (tool is None or tool in card.tools)]
        return sorted(found, key=lambda card: len(card.tools))  # a double repair is kept where a single one does

    def _play(self, seat: SeatId, seq: int, fitting: list[Card]) -> None:
        """A card leaves the hand: the one that was named, else the first that fits, else the least useful one."""
        hand = self._hands[seat]
        named = [card for card in hand if card.key in self.chosen.get(seq, ())]
        card = next(iter([*named, *fitting, *sorted(hand, key=worth)]), None)
        if card is not None:
            hand.remove(card)

    def _draw(self, seat: SeatId, cards: int) -> None:
        for _ in range(max(0, cards)):
            if self._pile:
                self._hands[seat].append(self._pile.pop())


def full_deck(rules: Ruleset) -> list[Card]:
    """Every card of the box that is shuffled, unshuffled."""
    paths = [Card(0, None, card.face) for card in rules.paths for _ in range(card.copies)]
    actions = [Card(0, card.deed, None, card.tools) for card in rules.deck_actions for _ in range(card.copies)]
    return paths + actions


def worth(card: Card) -> tuple[int, int]:
    """How loath one is to throw a card away: dead ends go first, open tunnels last."""
    if card.face is not None:
        return (2 if card.face.links else 0, len(card.face.open))
    return (1, card.key)


def _same(one: Face, other: Face) -> bool:
    return one.upright() == other.upright()
