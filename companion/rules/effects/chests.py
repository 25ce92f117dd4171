"""The ten things that are found in chests, one function each, found through a table (CHEST-05)."""

from __future__ import annotations

from collections.abc import Callable

from companion.editions.parameters import Scoring
from companion.maze.board import Kind
from companion.maze.geometry import Cell, Side
from companion.rules import purses
from companion.rules.rounds import gold_pile
from companion.rules.story import Story
from companion.state import card_events as e
from companion.state.commands import SeatId, Supply
from companion.state.events import CardsDrawn, GoldPaid
from companion.state.secret import Secret


def gold(story: Story, seat: SeatId) -> None:
    """A nugget; with gold cards one of that value, while there is one."""
    game = story.game
    cards = game.ruleset.scoring is Scoring.GOLD_CARDS and game.gold_supply is Supply.APP
    if cards and 1 in gold_pile(game):
        story.tell(GoldPaid(seat, Secret((1,)), 1))
    else:
        purses.pay(story, seat, 1, "chest")
    if game.gold_supply is Supply.CARDS:
        story.tell(e.ChoreAsked(seat, "take_gold", 1))


def bar_maps(story: Story, seat: SeatId) -> None:
    story.tell(e.MapsBarred(seat))


def draw_nothing(story: Story, seat: SeatId) -> None:
    story.tell(e.DrawsChanged(seat, off=True))
    if story.round.pile:
        story.tell(e.ChoreAsked(seat, "draw_nothing", 0))


def draw_one_more(story: Story, seat: SeatId) -> None:
    story.tell(e.DrawsChanged(seat, off=False, more=1))
    if story.round.pile:
        story.tell(e.ChoreAsked(seat, "draw_more", 1))


def shift_a_goal(story: Story, seat: SeatId) -> None:
    """One that lies face down, with nothing behind it; else nothing happens."""
    board, tolled = story.round.board, story.round.tolled
    down = (card.cell for card in board.of_kind(Kind.GOAL) if card.face is None)
    cells = tuple(sorted(cell for cell in down if shifted(cell) not in board and shifted(cell) not in tolled))
    if cells:
        story.tell(e.ShiftAsked(seat, cells))


def shifted(cell: Cell) -> Cell:
    """One space farther from the start."""
    return cell.beside(Side.E)


def take_a_card(story: Story, seat: SeatId) -> None:
    """Instead of drawing, where anybody else holds a card."""
    targets = tuple(other for other, cards in enumerate(story.round.hands) if cards and other != seat)
    if targets:
        story.tell(e.CardAsked(seat, targets))


def choose_of_three(story: Story, seat: SeatId) -> None:
    cards = min(3, story.round.pile)
    if cards:
        story.tell(CardsDrawn(seat, cards))
    if cards > 1:
        story.tell(e.CardsThrown(seat, cards - 1))
    story.tell(e.DrawsChanged(seat, off=True))
    if cards:
        story.tell(e.ChoreAsked(seat, "keep_drawn", cards))


def look_at_a_dwarf(story: Story, seat: SeatId) -> None:
    story.tell(e.DwarfAsked(seat, tuple(other for other in range(len(story.game.seats)) if other != seat)))


def search_shuffled_discards(story: Story, seat: SeatId) -> None:
    looked = min(story.game.ruleset.cards_searched, story.round.discards)
    story.tell(e.DiscardsSearched(seat, looked, min(1, looked), card=False))
    if looked or story.round.pile:
        story.tell(e.ChoreAsked(seat, "keep_discarded", looked))


def throw_the_pile(story: Story, seat: SeatId) -> None:
    cards = min(story.game.ruleset.cards_searched, story.round.pile)
    if cards:
        story.tell(e.PileThrown(cards))
        story.tell(e.ChoreAsked(seat, "throw_pile", cards))


CHEST_EFFECTS: dict[int, Callable[[Story, SeatId], None]] = {
    1: gold,
    2: bar_maps,
    3: draw_nothing,
    4: draw_one_more,
    5: shift_a_goal,
    6: take_a_card,
    7: choose_of_three,
    8: look_at_a_dwarf,
    9: search_shuffled_discards,
    10: throw_the_pile,
}
