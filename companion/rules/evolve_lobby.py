"""How events of the lobby change the game. Entered through rules.evolve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.rules.evolve_round import forget_looked
from companion.state.changed import changed
from companion.state.events import (
    LobbyOpened,
    SeatAdded,
    SeatMoved,
    SeatRemoved,
    SeatRenamed,
    SeatTakenOver,
)
from companion.state.game import Game
from companion.state.seats import Seat


def _seat_added(game: Game, event: SeatAdded) -> Game:
    return changed(game, seats=(*game.seats, Seat(event.name, event.simulated)))


def _seat_renamed(game: Game, event: SeatRenamed) -> Game:
    return _with_seat(game, event.seat, changed(game.seats[event.seat], name=event.name))


def _seat_removed(game: Game, event: SeatRemoved) -> Game:
    return changed(game, seats=game.seats[: event.seat] + game.seats[event.seat + 1 :])


def _seat_moved(game: Game, event: SeatMoved) -> Game:
    seats = list(game.seats)
    seats.insert(event.to, seats.pop(event.seat))
    return changed(game, seats=tuple(seats))


def _seat_taken_over(game: Game, event: SeatTakenOver) -> Game:
    taken = _with_seat(game, event.seat, Seat(event.name, event.simulated))
    return forget_looked(taken, event.seat) if game.round else taken


def _lobby_opened(game: Game, event: LobbyOpened) -> Game:
    return Game(game.ruleset, game.roles, game.goals, game.gold_supply, game.seats)


def _with_seat(game: Game, number: int, seat: Seat) -> Game:
    return changed(game, seats=(*game.seats[:number], seat, *game.seats[number + 1 :]))


APPLY: dict[type, Callable[[Game, Any], Game]] = {
    SeatAdded: _seat_added,
    SeatRenamed: _seat_renamed,
    SeatRemoved: _seat_removed,
    SeatMoved: _seat_moved,
    SeatTakenOver: _seat_taken_over,
    LobbyOpened: _lobby_opened,
}
