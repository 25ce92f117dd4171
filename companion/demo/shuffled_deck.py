"""The cards that people at the demo table hold, where nobody has real ones: shuffled, dealt, played and drawn.

The hands follow from the night's story and a seed alone, so that they are the same after a restart and after a step
was taken back. Nobody but the holder sees them; the rules know how many cards there are, not which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.cards.deck import DeckCard
from companion.editions.ruleset import Ruleset
from companion.live.holder import SealedHands
from companion.live.stacks import Stacks
from companion.live.story import Step, Story
from companion.state import events as e
from companion.state.commands import SeatId
from companion.state.secret import Secret
from companion.views.model import HandCardView

_CHOSEN = "chosen:"  # the names of the settings that keep which cards a step threw away, before its number


class ShuffledDeck:
    """chosen : the cards that a press named, by the number of its step: which one was laid or thrown away"""

    def __init__(self) -> None:
        self._seed = ""
        self._folded: tuple[Step, ...] = ()  # the steps that the stacks follow from
        self._rules: Ruleset | None = None  # likewise the rules
        self.stacks: Stacks | None = None
        self.chosen: dict[int, tuple[int, ...]] = {}

    def take_up(self, seed: str, kept: Mapping[str, str]) -> None:
        """Before any story: the night's seed, and what its journal keeps of cards that were thrown away."""
        self._seed = seed
        for name, value in kept.items():
            if name.startswith(_CHOSEN):
                self.chosen[int(name.removeprefix(_CHOSEN))] = tuple(int(key) for key in value.split(","))

    def follow(self, story: Story) -> None:
        """Fold what was added to the story, or all of it where it is another; earlier games at this table are over."""
        steps, rules = story.steps, story.game.ruleset
        opened = [at for at, step in enumerate(steps) if any(isinstance(x, e.LobbyOpened) for x in step.events)]
        steps = steps[opened[-1] if opened else 0 :]
        if self.stacks is None or rules is not self._rules or steps[: len(self._folded)] != self._folded:
            self.stacks = Stacks(self._seed, rules, len(story.game.seats) - _sat_down_since(steps))
            self._folded = ()
        for step in steps[len(self._folded) :]:
            for event in step.events:
                self.stacks.after(event, step.seq, self.chosen.get(step.seq, ()))
        self._folded, self._rules = steps, rules

    def hand(self, seat: SeatId) -> tuple[DeckCard, ...]:
        hands = self.stacks.hands if self.stacks else []
        return tuple(hands[seat]) if 0 <= seat < len(hands) else ()

    def views(self, lying: Iterable[tuple[SeatId, int]]) -> SealedHands:
        """Each seat's hand for its own window; `lying` are cards that are on the table but not in the game yet."""
        out = set(lying)
        return {
            seat: Secret(tuple(_view(card) for card in hand if (seat, card.key) not in out))
            for seat, hand in enumerate(self.stacks.hands if self.stacks else [])
        }


def _sat_down_since(steps: Iterable[Step]) -> int:
    """So many seats more than before these steps."""
    changes = Counter(type(event) for step in steps for event in step.events)
    return changes[e.SeatAdded] - changes[e.SeatRemoved]


def thrown_away(seq: int, keys: tuple[int, ...]) -> dict[str, str]:
    """The setting that keeps which cards of a hand the step throws away."""
    return {f"{_CHOSEN}{seq}": ",".join(map(str, keys))}


def _view(card: DeckCard) -> HandCardView:
    what = "path" if card.deed is None else card.deed
    return HandCardView(card.key, what, None if card.face is None else str(card.face), card.tools)
