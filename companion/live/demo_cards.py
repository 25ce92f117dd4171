"""Where every card of a simulated deck is, and how what happens moves it. Which story it follows: demo_deck."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.editions.cards import Deed, Mark, Tool
from companion.editions.ruleset import Ruleset
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.effects.plays import PLAYS
from companion.state import card_events as k
from companion.state import commands as c
from companion.state import events as e
from companion.state.commands import SeatId

FROM_OUTSIDE = 500  # keys of cards that were not in the deck when it was shuffled: those over chests


@dataclass(frozen=True)
class Card:
    """key : the card's place in the shuffled deck"""

    key: int
    deed: Deed | None  # None: a path card
    face: Face | None = None
    tools: tuple[Tool, ...] = ()


class Cards:
    """before : cards that lie before a seat, by seat and what is on them; laid : path cards in the maze by cell"""

    def __init__(self, seed: str, rules: Ruleset, seats: int) -> None:
        self._seed, self._rules, self._seats = seed, rules, seats
        self.hands: list[list[Card]] = []
        self.pile: list[Card] = []
        self.discards: list[Card] = []
        self.aside: list[Card] = []
        self.laid: dict[Cell, Card] = {}
        self.before: dict[tuple[SeatId, str], Card] = {}
        self.held: c.Command | None = None  # the card that others may veto
        self._seq, self._named, self._outside = 0, frozenset[int](), FROM_OUTSIDE

    def after(self, event: e.Event, seq: int, named: Iterable[int] = ()) -> None:
        """`seq` numbers the step, for what chance decides in it; `named` are the keys that the press chose."""
        self._seq, self._named = seq, frozenset(named)
        follow = _FOLLOW.get(type(event))
        if follow:
            follow(self, event)

    def begin(self, hand: int) -> None:
        """A round: shuffle, put aside, deal."""
        deck = full_deck(self._rules)
        self.chance("deck").shuffle(deck)
        self.pile = [Card(key, card.deed, card.face, card.tools) for key, card in enumerate(deck)]
        self.aside, self.pile = self.pile[: self._rules.set_aside], self.pile[self._rules.set_aside :]
        self.hands = [[self.pile.pop() for _ in range(hand)] for _ in range(self._seats)]
        self.discards, self.laid, self.before, self.held = [], {}, {}, None

    def chance(self, what: str) -> Random:
        return Random(f"{self._seed}/{what}/{self._seq}")

    def play(self, seat: SeatId, deed: Deed | None, tools: Collection[Tool] = (), face: Face | None = None) -> Card:
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

    def draw(self, seat: SeatId, count: int) -> None:
        for _ in range(min(max(0, count), len(self.pile))):
            self.hands[seat].append(self.pile.pop())

    def fresh(self, deed: Deed | None, face: Face | None = None, tools: Collection[Tool] = ()) -> Card:
        """A card that came from outside the deck."""
        self._outside += 1
        return Card(self._outside, deed, face.upright() if face else None, tuple(tools))


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


def fits(card: Card, deed: Deed | None, tools: Collection[Tool] = (), face: Face | None = None) -> bool:
    if deed is not None:
        return card.deed is deed and set(tools) <= set(card.tools)
    return card.face is not None and (face is None or card.face.upright() == face.upright())


def card_for(command: c.Command) -> tuple[Deed | None, tuple[Tool, ...], Face | None] | None:
    """What a card must be to be played so; None for what is no card of a hand."""
    if isinstance(command, c.PlacePath):
        return None, (), command.face
    if isinstance(command, c.Veto):
        return Deed.VETO, (), None
    plays = PLAYS.get(type(command))
    if plays is None:
        return None
    play = plays(command, 0)
    return play.deed, (*play.card, *((play.tool,) if play.tool else ())), None


# ---- what happens ---------------------------------------------------------------------------------------------------


def _midway_laid(cards: Cards, event: k.MidwayLaid) -> None:
    """It was drawn before the hands were dealt: whoever holds it by mistake gets another."""
    for stack in (cards.pile, *cards.hands):
        at = next((at for at, card in enumerate(stack) if fits(card, None, face=event.face)), None)
        if at is not None:
            cards.laid[event.cell] = stack.pop(at)
            if stack is not cards.pile and cards.pile:
                stack.insert(at, cards.pile.pop())
            return
    cards.laid[event.cell] = cards.fresh(None, event.face)


def _path_placed(cards: Cards, event: e.PathPlaced) -> None:
    cards.laid[event.cell] = cards.play(event.seat, None, face=event.face)


def _card_moved(cards: Cards, event: k.CardMoved) -> None:
    cards.discards.append(cards.play(event.seat, Deed.MOVE_LAST))
    cards.laid[event.cell] = _lifted(cards, event.origin, event.face)


def _rock_fell(cards: Cards, event: e.RockFell) -> None:
    cards.discards.append(cards.play(event.seat, Deed.ROCKFALL))
    if event.face is not None:
        cards.discards.append(_lifted(cards, event.cell, event.face))


def _lifted(cards: Cards, cell: Cell, face: Face) -> Card:
    card = cards.laid.pop(cell, None)
    return cards.fresh(None, face) if card is None else card


def _cover_laid(cards: Cards, event: k.CoverLaid) -> None:
    cards.laid[event.cell] = cards.fresh(None, event.face)


def _tool_broken(cards: Cards, event: e.ToolBroken) -> None:
    cards.before[(event.target, event.tool)] = cards.play(event.seat, Deed.BREAK, (event.tool,))


def _tool_repaired(cards: Cards, event: e.ToolRepaired) -> None:
    cards.discards.append(cards.play(event.seat, Deed.REPAIR, (event.tool, *event.card)))
    _away(cards, event.target, event.tool)


def _mark_laid(cards: Cards, event: e.MarkLaid) -> None:
    deed = Deed.THIEF if event.mark == Mark.THIEF else Deed.TRAP
    cards.before[(event.target, event.mark)] = cards.play(event.seat, deed)


def _mark_taken(cards: Cards, event: e.MarkTaken) -> None:
    cards.discards.append(cards.play(event.seat, Deed.HANDS_OFF if event.mark == Mark.THIEF else Deed.FREE))
    _away(cards, event.target, event.mark)


def _traded(cards: Cards, event: k.CardsTraded) -> None:
    cards.throw(event.seat, 2)
    _away(cards, event.seat, event.tool or event.mark or "")


def _away(cards: Cards, seat: SeatId, what: str) -> None:
    card = cards.before.pop((seat, what), None)
    if card is not None:
        cards.discards.append(card)


def _hands_swapped(cards: Cards, event: k.HandsSwapped) -> None:
    cards.discards.append(cards.play(event.seat, Deed.SWAP_HANDS))
    one, other = event.seat, event.target
    cards.hands[one], cards.hands[other] = cards.hands[other], cards.hands[one]


def _card_taken(cards: Cards, event: k.CardTaken) -> None:
    """Unseen: any of them."""
    hand = cards.hands[event.target]
    if hand:
        cards.hands[event.seat].append(hand.pop(cards.chance("taken").randrange(len(hand))))


def _searched(cards: Cards, event: k.DiscardsSearched) -> None:
    finder = [cards.play(event.seat, Deed.TREASURE_FINDER)] if event.card else []
    if not event.card:
        cards.chance("searched").shuffle(cards.discards)
    for _ in range(event.kept):
        best = max(cards.discards[-event.looked :], key=worth, default=None)
        if best is not None:
            cards.discards.remove(best)
            cards.hands[event.seat].append(best)
    cards.discards += finder


def _pile_thrown(cards: Cards, event: k.PileThrown) -> None:
    for _ in range(min(event.cards, len(cards.pile))):
        cards.discards.append(cards.pile.pop())


def _held(cards: Cards, event: k.CardPlayed) -> None:
    cards.held = event.command


def _vetoed(cards: Cards, event: k.CardVetoed) -> None:
    wanted = card_for(cards.held) if cards.held else None
    if wanted is not None:
        cards.discards.append(cards.play(event.seat, *wanted))
    cards.discards.append(cards.play(event.by, Deed.VETO))


def _hand_set(cards: Cards, event: e.HandSet) -> None:
    cards.draw(event.seat, event.cards - len(cards.hands[event.seat]))
    cards.aside += cards.hands[event.seat][event.cards :]
    del cards.hands[event.seat][event.cards :]


def _spent(deed: Deed) -> Callable[[Cards, Any], None]:
    """A card that is discarded once it was played."""

    def follow(cards: Cards, event: Any) -> None:
        if getattr(event, "card", True):  # else the maze did it
            cards.discards.append(cards.play(event.seat, deed))

    return follow


_FOLLOW: dict[type, Callable[[Cards, Any], None]] = {
    e.RoundBegan: lambda cards, event: cards.begin(event.hand),
    e.CardsDrawn: lambda cards, event: cards.draw(event.seat, event.cards),
    e.HandSet: _hand_set,
    e.PathPlaced: _path_placed,
    e.ToolBroken: _tool_broken,
    e.ToolRepaired: _tool_repaired,
    e.RockFell: _rock_fell,
    e.MapUsed: _spent(Deed.MAP),
    e.Passed: lambda cards, event: cards.throw(event.seat, event.discards),
    e.MarkLaid: _mark_laid,
    e.MarkTaken: _mark_taken,
    k.MidwayLaid: _midway_laid,
    k.CardsTraded: _traded,
    k.Inspected: _spent(Deed.INSPECT),
    k.HatSwapped: _spent(Deed.SWAP_HATS),
    k.HandsSwapped: _hands_swapped,
    k.CardTaken: _card_taken,
    k.CardPlayed: _held,
    k.CardVetoed: _vetoed,
    k.GoalsSwapped: _spent(Deed.GOAL_SWAP),
    k.DiscardsSearched: _searched,
    k.TurnsReversed: _spent(Deed.REVERSE),
    k.PioneerPlayed: _spent(Deed.PIONEER),
    k.CardMoved: _card_moved,
    k.TollSet: lambda cards, event: cards.throw(event.seat, 1),
    k.CoverLaid: _cover_laid,
    k.CardsThrown: lambda cards, event: cards.throw(event.seat, event.cards),
    k.PileThrown: _pile_thrown,
}
