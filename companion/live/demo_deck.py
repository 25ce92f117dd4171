"""The cards that people at the demo table hold, where nobody has real ones: shuffled, dealt, played and drawn.

The hands follow from the night's story and a seed alone, so that they are the same after a restart and after a step
was taken back. Nobody but the holder sees them; the rules know how many cards there are, not which.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.live.demo_cards import Card, Cards
from companion.live.story import Story
from companion.state import events as e
from companion.state.commands import SeatId
from companion.state.secret import Secret
from companion.views.model import HandCardView

Hands = dict[SeatId, Secret[tuple[HandCardView, ...]]]


class DemoDeck:
    """chosen : the cards that a press named, by the number of its step: which one was laid or thrown away"""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._story: Story | None = None
        self.cards: Cards | None = None
        self.chosen: dict[int, tuple[int, ...]] = {}

    def follow(self, story: Story) -> None:
        """Fold the story again where it has changed; earlier games at this table are over."""
        if story is self._story:
            return
        steps = story.steps
        opened = [at for at, step in enumerate(steps) if any(isinstance(x, e.LobbyOpened) for x in step.events)]
        self.cards = Cards(self._seed, story.game.ruleset, len(story.game.seats))
        for step in steps[opened[-1] if opened else 0 :]:
            for event in step.events:
                self.cards.after(event, step.seq, self.chosen.get(step.seq, ()))
        self._story = story

    def hand(self, seat: SeatId) -> tuple[Card, ...]:
        hands = self.cards.hands if self.cards else []
        return tuple(hands[seat]) if 0 <= seat < len(hands) else ()

    def views(self, lying: Iterable[tuple[SeatId, int]]) -> Hands:
        """Each seat's hand for its own window; `lying` are cards that are on the table but not in the game yet."""
        out = set(lying)
        return {
            seat: Secret(tuple(_view(card) for card in hand if (seat, card.key) not in out))
            for seat, hand in enumerate(self.cards.hands if self.cards else [])
        }


def _view(card: Card) -> HandCardView:
    what = "path" if card.deed is None else card.deed.value
    return HandCardView(card.key, what, None if card.face is None else str(card.face), card.tools)
