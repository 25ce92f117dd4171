"""Two goals are taken and put back, in each other's place or not: only the player knows which (WC17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from companion.cards.asked import TWO_GOALS, Ask, Way, What
from companion.cards.card import Card, Happening, Traits, to_all
from companion.cards.deck import spent
from companion.cards.liking import Eyes, Ideas, Playable
from companion.maze.board import Kind
from companion.maze.geometry import Cell
from companion.rules.evolve_round import at, played, playing
from companion.state.commands import SeatId
from companion.state.events import Event
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.secret import Secret
from companion.state.words import Command

KEY = "goal_swap"


@dataclass(frozen=True)
class SwapGoals(Command, word="swap_goals"):
    """Two goals are taken and put back, in each other's place or not: only the player knows which (WC17)."""

    cells: tuple[Cell, ...]
    swapped: Secret[bool]


@dataclass(frozen=True)
class GoalsSwapped(Event, word="goals_swapped"):
    seat: SeatId
    cells: tuple[Cell, ...]
    swapped: Secret[bool]


def judge(game: Game, seat: SeatId, play: SwapGoals) -> Refusal | None:
    board = playing(game).board
    if len(set(play.cells)) != 2:
        return Refusal("two_goals_needed")  # WC17
    for cell in play.cells:
        card = board.at(cell)
        if card is None or card.kind is not Kind.GOAL:
            return Refusal("not_a_goal", cell=cell)
        if card.face is not None:
            return Refusal("goal_not_face_down", cell=cell)
    return None


def happen(game: Game, seat: SeatId, play: SwapGoals) -> tuple[Event, ...]:
    return (GoalsSwapped(seat, play.cells, play.swapped),)


def change(game: Game, event: GoalsSwapped) -> Game:
    now = playing(game)
    goals = now.goals
    if goals is not None and event.swapped.open_for("the goals lie where the player put them"):
        cards = goals.open_for("two goals change places")
        one, other = (now.goal_cells.index(cell) for cell in event.cells)
        goals = Secret(at(at(cards, one, cards[other]), other, cards[one]))
    return played(game, event.seat, 1, goals=goals)


def liked(card: Playable, eyes: Eyes, ways: Sequence[Way], rng: Random) -> Ideas:
    if not ways:
        return []
    cells = tuple(rng.sample(sorted({cell for way in ways for cell in way.cells}), 2))
    return [(2.5 + 3 * rng.random(), SwapGoals(cells, Secret(rng.random() < 0.6)))]


CARD = Card(
    KEY, SwapGoals, judge, happen,
    asks=(TWO_GOALS, Ask(What.EITHER, "swapped")),
    events=(Happening(GoalsSwapped, change, to_all("goals_swapped", "seat", "cells"), spent(KEY)),),
    traits=Traits(private=True),
    liked=liked,
    rules=("WC17",),
)  # fmt: skip
