"""Whether a seat may play an action card, and all the ways in which it may. What the card does: its module in cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations, product

from companion.cards.asked import Ask, Way, What
from companion.cards.register import AnyCard
from companion.editions.cards import Tool
from companion.maze.board import Kind
from companion.maze.geometry import Cell
from companion.rules.evolve_round import playing
from companion.rules.place import hindrances
from companion.state.commands import SeatId
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.words import Command


def why_not(game: Game, seat: SeatId, card: AnyCard, command: Command) -> Refusal | None:
    """Why this seat may not play the card so, whoever's turn it is; None where it may."""
    aim = card.way_of(command).seat
    if card.key in game.ruleset.deeds and aim is not None and not game.has_seat(aim):
        return Refusal("no_such_seat")
    refusal: Refusal | None = _why_never(game, seat, card) or card.judge(game, seat, command)
    return refusal


def _why_never(game: Game, seat: SeatId, card: AnyCard) -> Refusal | None:
    """Why it may not play the card at all."""
    if card.key not in game.ruleset.deeds:
        return Refusal("no_such_card")
    now = playing(game)
    reasons = () if card.traits.while_broken else hindrances(now.broken[seat], now.marks[seat])
    return Refusal("may_lay_no_path", {"seat": seat}, reasons) if reasons else None


def ways_to_play(game: Game, seat: SeatId, card: AnyCard) -> tuple[Way, ...]:
    """All that the rules allow, of a card that is in the box; with a payer where one is needed."""
    if card.key not in game.ruleset.deeds or card.traits.in_anothers_turn or _why_never(game, seat, card) is not None:
        return ()
    if card.ways is not None:
        return tuple(card.ways(game, seat))
    return tuple(way for way in _all_ways(game, card.asks) if card.judge(game, seat, card.played(way)) is None)


def _all_ways(game: Game, asks: tuple[Ask, ...]) -> Iterable[Way]:
    """Everything that could be said to what the card asks, the last question varying fastest."""
    choices = [_CHOICES[ask.what](game) for ask in asks if ask.what in _CHOICES]
    return choices[0] if len(choices) == 1 else (_both(parts) for parts in product(*choices))


def _both(parts: tuple[Way, ...]) -> Way:
    """One answer made of the answers to each question."""
    return Way(
        seat=next((part.seat for part in parts if part.seat is not None), None),
        tool=next((part.tool for part in parts if part.tool is not None), None),
        cells=tuple(cell for part in parts for cell in part.cells),
    )


def _players(game: Game) -> Iterable[Way]:
    return _on_players(len(game.seats))


@lru_cache(maxsize=16)
def _on_players(seats: int) -> tuple[Way, ...]:
    return tuple(Way(seat=seat) for seat in range(seats))


def _tools(game: Game) -> Iterable[Way]:
    return _on_tools(len(game.seats))


@lru_cache(maxsize=16)
def _on_tools(seats: int) -> tuple[Way, ...]:
    return tuple(Way(seat=seat, tool=tool) for seat in range(seats) for tool in Tool)


def _cells(game: Game) -> Iterable[Way]:
    return map(_in_cell, sorted(playing(game).board.cards))


@lru_cache(maxsize=4096)
def _in_cell(cell: Cell) -> Way:
    return Way(cells=(cell,))


def _covered(game: Game) -> Iterable[Way]:
    """Goals and chests; some may lie open."""
    cards = (card for card in playing(game).board if card.kind in (Kind.GOAL, Kind.COVERED))
    return (Way(cells=(cell,)) for cell in sorted(card.cell for card in cards))


def _goals(game: Game) -> Iterable[Way]:
    """Two that lie face down."""
    down = sorted(card.cell for card in playing(game).board.of_kind(Kind.GOAL) if card.face is None)
    return (Way(cells=pair) for pair in combinations(down, 2))


_CHOICES: dict[What, Callable[[Game], Iterable[Way]]] = {
    What.PLAYER: _players,
    What.TOOL: _tools,
    What.CELL: _cells,
    What.GOAL: _covered,
    What.GOALS: _goals,
}
