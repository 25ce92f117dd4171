"""The cards, chests, goals and postcards there are: the only list. Whoever needs something of one asks here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any, TypeGuard

from companion.cards import (
    break_tool,
    free,
    goal_swap,
    hands_off,
    inspect,
    map,
    move_last,
    pioneer,
    repair_tool,
    reverse,
    rockfall,
    swap_hands,
    swap_hats,
    thief,
    trap,
    treasure_finder,
    veto,
)
from companion.cards.card import Card, Happening
from companion.cards.chests import (
    gold,
    look_at_dwarf,
    no_draw,
    no_maps,
    one_more_card,
    search_discards,
    shift_goal,
    take_card,
    three_cards,
    throw_pile,
)
from companion.cards.found import Answer, Chest, Goal, Site
from companion.cards.goals import dragon, sack
from companion.cards.sites import fashion, party
from companion.editions.cards import GoalKind
from companion.editions.ruleset import Ruleset
from companion.maze.geometry import Cell
from companion.state.events import Event
from companion.state.game import Game
from companion.state.pending import OfSeat, Pending
from companion.state.words import Command

AnyCard = Card[Any]
AnyAnswer = Answer[Any, Any]

_CARDS: tuple[AnyCard, ...] = (  # in the order in which pages offer them
    break_tool.CARD,
    repair_tool.CARD,
    thief.CARD,
    hands_off.CARD,
    trap.CARD,
    free.CARD,
    inspect.CARD,
    swap_hats.CARD,
    swap_hands.CARD,
    treasure_finder.CARD,
    reverse.CARD,
    pioneer.CARD,
    veto.CARD,
    rockfall.CARD,
    map.CARD,
    goal_swap.CARD,
    move_last.CARD,
)

_CHESTS = (  # by the number of CHEST-05
    gold.CHEST,
    no_maps.CHEST,
    no_draw.CHEST,
    one_more_card.CHEST,
    shift_goal.CHEST,
    take_card.CHEST,
    three_cards.CHEST,
    look_at_dwarf.CHEST,
    search_discards.CHEST,
    throw_pile.CHEST,
)
_GOALS = (sack.GOAL, dragon.GOAL)
_SITES = (fashion.SITE, party.SITE)


class _Register:
    """The cards, chests, goals and postcards, and how each is found."""

    def __init__(self, cards: tuple[AnyCard, ...]) -> None:
        self.cards = cards
        self.chests = {chest.number: chest for chest in _CHESTS}
        self.goals = {goal.kind: goal for goal in _GOALS}
        self.by_key = {card.key: card for card in cards}
        self.vetoes = frozenset(card.key for card in cards if card.traits.in_anothers_turn)
        self.by_command: dict[type[Command], AnyCard] = {card.command: card for card in cards}
        self.by_event: dict[type[Event], tuple[Happening[Any], ...]] = {}
        happenings = [*(card.events for card in cards), *(chest.events for chest in _CHESTS)]
        for found in chain.from_iterable([*happenings, *(site.events for site in _SITES)]):
            same = self.by_event.get(found.event, ())
            self.by_event[found.event] = same if found in same else (*same, found)
        answers = [chest.answer for chest in _CHESTS if chest.answer is not None]
        self.answers: dict[type[Command], AnyAnswer] = _one_each("command", answers)
        self.asking: dict[type, AnyAnswer] = _one_each("pending", answers)
        commands = dict.fromkeys((*self.by_command, *self.answers))
        self.kinds: tuple[type[Command | Event], ...] = (*commands, *self.by_event)


def _one_each(field: str, answers: Iterable[AnyAnswer]) -> dict[type, AnyAnswer]:
    """The answers by this field of theirs, which no other has; several chests may share an answer."""
    found: dict[type, AnyAnswer] = {}
    for answer in answers:
        kind = getattr(answer, field)
        if found.setdefault(kind, answer) is not answer:
            raise TypeError(f"{kind.__name__} stands in two answers")
    return found


_now = _Register(_CARDS)


@contextmanager
def one_more(card: AnyCard) -> Iterator[None]:
    """As if this card stood in the list too, for whoever tries one out."""
    global _now
    before, _now = _now, _Register((*_now.cards, card))
    try:
        yield
    finally:
        _now = before


def cards() -> tuple[AnyCard, ...]:
    return _now.cards


def card_named(key: str) -> AnyCard:
    """Raises KeyError where a box holds a card that nobody wrote."""
    return _now.by_key[key]


def card_of(command: Command) -> AnyCard | None:
    """The card that this command plays; None for any other command."""
    return _now.by_command.get(type(command))


def card_played(command: Command) -> AnyCard:
    """Likewise, of a command that plays one. Raises TypeError for any other."""
    card = card_of(command)
    if card is None:
        raise TypeError(f"{type(command).__name__} plays no card")
    return card


def vetoes_in(rules: Ruleset) -> int:
    """The cards of the deck that are played in another's turn, and stop what he has played."""
    if not rules.deeds & _now.vetoes:
        return 0
    return sum(card.copies for card in rules.deck_actions if card.deed in _now.vetoes)


def happening(event: Event) -> Happening[Any] | None:
    """What a card says of its event; None for any other event."""
    found = _now.by_event.get(type(event))
    return None if found is None else next((one for one in found if one.when(event)), None)


def chest(number: int) -> Chest:
    """What lies in a chest."""
    return _now.chests[number]


def goal(kind: GoalKind) -> Goal | None:
    """A goal that does something when it is turned over."""
    return _now.goals.get(kind)


def site(rules: Ruleset) -> Site | None:
    """The postcard that is played with."""
    return next((found for found in _SITES if found.lies(rules)), None)


def answers() -> tuple[AnyAnswer, ...]:
    return tuple(_now.answers.values())


def answer_named(key: str) -> AnyAnswer | None:
    """What is said to a question of a chest, by the key of the question; None where no chest asks it."""
    return next((answer for answer in answers() if answer.key == key), None)


def chest_asks(pending: Pending) -> TypeGuard[OfSeat]:
    """Whether the game waits for what a chest asks in the middle of a turn."""
    return type(pending) in _now.asking


def answer_awaited(pending: Pending) -> AnyAnswer | None:
    """What is said to a chest that the game waits for; None where no chest asks."""
    return _now.asking.get(type(pending))


def answer_of(command: Command) -> AnyAnswer | None:
    """The question in the middle of a turn that this command may answer; some cards do, too."""
    return _now.answers.get(type(command))


def ways_to_answer(game: Game, pending: Pending) -> Iterator[Any]:
    """All commands that answer a question in the middle of a turn; none where no card asks."""
    answer = answer_awaited(pending)
    return iter(answer.ways(game, pending) if answer is not None else ())


def answer_to(question: type) -> Callable[..., Command]:
    """The command that answers this kind of question in the middle of a turn."""
    return _now.asking[question].command


def lifted_by(event: Event) -> Cell | None:
    """From where a card took a card of the maze."""
    found = happening(event)
    return found.lifts(event) if found is not None and found.lifts is not None else None


def removed_by(event: Event) -> Cell | None:
    """From where a card took a card of the maze away, to lay it nowhere."""
    found = happening(event)
    return lifted_by(event) if found is not None and found.removes else None


def laid_by(event: Event) -> Cell | None:
    """Where a card put a card of the maze."""
    found = happening(event)
    return found.lays(event) if found is not None and found.lays is not None else None


def looked_at(event: Event) -> Cell | None:
    """The goal or chest that this program showed to whoever played the card."""
    found = happening(event)
    return found.looks(event) if found is not None else None


def goal_moved_by(event: Event) -> tuple[Cell, Cell] | None:
    """A goal lies elsewhere: from where, to where."""
    found = happening(event)
    return found.moves_goal(event) if found is not None and found.moves_goal is not None else None


def opens_look(event: Event) -> bool:
    """Somebody is shown something on his own phone until he has seen enough."""
    found = happening(event)
    return found is not None and found.opens_look


def kinds() -> tuple[type[Command | Event], ...]:
    """All commands and events of cards: words that a journal may hold."""
    return _now.kinds
