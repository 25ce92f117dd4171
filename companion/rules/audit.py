"""What must always be true of a game, whatever was played: cards and gold are neither made nor lost.

A correction by the table (a hand or pile that was counted anew) may end the conservation of cards, by its nature.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.editions.cards import Mark
from companion.maze.board import Kind
from companion.rules.purses import gold_pile
from companion.state.commands import Supply
from companion.state.game import Game
from companion.state.round import Round


def audit(game: Game) -> tuple[str, ...]:
    """What is wrong, in words for programmers; empty where all is well."""
    return tuple(_wrong(game))


def _wrong(game: Game) -> Iterator[str]:
    now = game.round
    if now is None:
        return
    cards = cards_in_play(now) + game.ruleset.set_aside
    if cards != game.ruleset.deck + now.extra:
        yield f"{cards} cards instead of {game.ruleset.deck + now.extra}"
    if min(now.hands) < 0 or now.pile < 0:
        yield "a negative number of cards"
    if now.board.of_kind(Kind.START) == () or len(now.board.of_kind(Kind.GOAL)) != len(now.goal_cells):
        yield "the start or a goal is missing"
    if sorted(now.thieves) != [seat for seat, marks in enumerate(now.marks) if Mark.THIEF in marks]:
        yield "the order of thieves is not that of those who lie there"
    yield from _wrong_roles(game, now)
    yield from _wrong_gold(game, now)


def cards_in_play(now: Round) -> int:
    """Path and action cards: in hands, in the pile, discarded, before players and in the maze."""
    before = sum(len(tools) for tools in now.broken) + sum(len(marks) for marks in now.marks)
    return sum(now.hands) + now.pile + now.discards + before + len(now.board.of_kind(Kind.PATH))


def _wrong_roles(game: Game, now: Round) -> Iterator[str]:
    if now.roles is None or now.aside is None:
        return
    dealt = Counter(now.roles.open_for("dwarves are counted") + now.aside.open_for("dwarves are counted"))
    if dealt != Counter({role.value: count for role, count in game.ruleset.pool(len(game.seats))}):
        yield "the dwarves are not the pool"


def _wrong_gold(game: Game, now: Round) -> Iterator[str]:
    if game.gold_supply is Supply.CARDS:
        return
    purses = [purse.open_for("nuggets are counted") for purse in game.purses]
    if sum(purses) != game.bank or min(purses) < 0:
        yield "nuggets were made or lost"
    owned = [value for cards in game.gold for value in cards.open_for("gold is counted")]
    drafted = list(now.draft.values.open_for("gold is counted")) if now.draft else []
    pile = Counter(gold_pile(game))
    if Counter(owned) + pile != Counter(game.ruleset.gold_values):
        yield "gold cards were made or lost"
    if Counter(drafted) - pile:
        yield "gold cards go round that are not in the pile"
