"""How events of the lobby and of seats change the game. Entered through rules.evolve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from companion.rules.evolve_round import at, changed, forget_looked, playing, waited_for, with_round
from companion.state.commands import Attendance, SeatId
from companion.state.events import (
    LobbyOpened,
    PauseSet,
    PresenceSet,
    ResultSeen,
    SeatAdded,
    SeatingSet,
    SeatMoved,
    SeatRemoved,
    SeatRenamed,
    SeatTakenOver,
)
from companion.state.game import Game, RoundResult
from companion.state.pending import AskingToll, RoundOver, Vetoing
from companion.state.round import COLOURS, Seat
from companion.state.secret import Secret

T = TypeVar("T")


def _seat_added(game: Game, event: SeatAdded) -> Game:
    """In a game that has begun, whoever sits down owns nothing yet; he has no place in the rounds before."""
    seats = (*game.seats, Seat(event.name, _free_colour(game, event.name), event.simulated))
    if game.round is None:
        return changed(game, seats=seats)
    return changed(game, seats=seats, gold=(*game.gold, Secret(())), purses=(*game.purses, Secret(0)))


def _free_colour(game: Game, name: str) -> int:
    """That which he had before he left, or the first that nobody has or may come back for; at the worst, any that
    nobody at the table has. It stays with its seat, wherever that is moved and whoever leaves."""
    taken = {seat.colour for seat in game.seats}
    free = [colour for colour in range(max(COLOURS, len(taken) + 1)) if colour not in taken]
    his = {seat.name.casefold(): seat.colour for seat in game.left if seat.colour in free}
    others = [colour for colour in free if colour not in his.values()]
    return his.get(name.casefold(), (others or free)[0])


def _seat_renamed(game: Game, event: SeatRenamed) -> Game:
    return _with_seat(game, event.seat, changed(game.seats[event.seat], name=event.name))


def _seat_removed(game: Game, event: SeatRemoved) -> Game:
    """In a game that has begun, his gold is in the pile again, and the rounds before are told of those who stay."""
    gone, seats = game.seats[event.seat], _without(game.seats, event.seat)
    game = changed(game, left=(*(seat for seat in game.left if seat.name.casefold() != gone.name.casefold()), gone))
    if game.round is None:
        place = None if game.seating is None else game.seating - (event.seat < game.seating)
        return changed(game, seats=seats, seating=None if place is None or place + 1 >= len(seats) else place)
    purse = game.purses[event.seat].open_for("the nuggets of who has left go back to the bank")
    gold, purses = _without(game.gold, event.seat), _without(game.purses, event.seat)
    results = tuple(_result_without(one, event.seat) for one in game.results)
    after = changed(game, seats=seats, gold=gold, purses=purses, bank=game.bank - purse, results=results)
    owned = ((toll, number_without(toll.owner, event.seat)) for toll in game.round.tolls)
    return with_round(after, tolls=tuple(changed(toll, owner=number) for toll, number in owned if number is not None))


def _result_without(result: RoundResult, gone: SeatId) -> RoundResult:
    """The others by their new numbers. Thefts were told to thief and victim while the round's result was shown."""
    winning = (number_without(seat, gone) for seat in result.winning)
    earned = ((line, number_without(line.seat, gone)) for line in result.earned)
    return changed(
        result,
        finisher=None if result.finisher is None else number_without(result.finisher, gone),
        winning=tuple(number for number in winning if number is not None),
        roles=None if result.roles is None else _without(result.roles, gone),
        paid=_without(result.paid, gone),
        earned=tuple(changed(line, seat=number) for line, number in earned if number is not None),
        thefts=(),
    )


def number_without(seat: SeatId, gone: SeatId) -> SeatId | None:
    """The number of this seat when that one is taken out; None where it is the same."""
    return None if seat == gone else seat - (seat > gone)


def _seat_moved(game: Game, event: SeatMoved) -> Game:
    seats = list(game.seats)
    seats.insert(event.to, seats.pop(event.seat))
    return changed(game, seats=tuple(seats))


def _seating_set(game: Game, event: SeatingSet) -> Game:
    return changed(game, seating=event.place)


def _seat_taken_over(game: Game, event: SeatTakenOver) -> Game:
    seat = Seat(event.name, game.seats[event.seat].colour, event.simulated)
    taken = _with_seat(game, event.seat, seat)
    return forget_looked(taken, event.seat) if game.round else taken


def _lobby_opened(game: Game, event: LobbyOpened) -> Game:
    seats = tuple(changed(seat, presence=Attendance.HERE) for seat in game.seats)
    return Game(
        game.ruleset,
        game.roles_supply,
        game.goals_supply,
        game.gold_supply,
        seats,
        turn_time_s=game.turn_time_s,
        left=game.left,
    )


def _presence_set(game: Game, event: PresenceSet) -> Game:
    after = _with_seat(game, event.seat, changed(game.seats[event.seat], presence=event.presence))
    if event.presence is Attendance.LEFT:
        now, kept = playing(after), int(_has_card_out(game, event.seat))
        discards = now.discards + now.hands[event.seat] - kept
        after = with_round(after, hands=at(now.hands, event.seat, kept), discards=discards)
    return waited_for(after)


def _has_card_out(game: Game, seat: SeatId) -> bool:
    """A card of this seat lies on the table until others have answered, and counts as in its hand."""
    return isinstance(game.pending, Vetoing | AskingToll) and game.pending.seat == seat


def _pause_set(game: Game, event: PauseSet) -> Game:
    return changed(game, paused=event.paused)


def _result_seen(game: Game, event: ResultSeen) -> Game:
    """Of a result that was taken back nothing was seen."""
    if not isinstance(game.pending, RoundOver):
        return game
    return changed(game, pending=RoundOver((*game.pending.seen, event.seat)))


def _without(values: tuple[T, ...], index: int) -> tuple[T, ...]:
    return values[:index] + values[index + 1 :]


def _with_seat(game: Game, number: int, seat: Seat) -> Game:
    return changed(game, seats=(*game.seats[:number], seat, *game.seats[number + 1 :]))


APPLY: dict[type, Callable[[Game, Any], Game]] = {
    SeatAdded: _seat_added,
    SeatRenamed: _seat_renamed,
    SeatRemoved: _seat_removed,
    SeatMoved: _seat_moved,
    SeatingSet: _seating_set,
    SeatTakenOver: _seat_taken_over,
    LobbyOpened: _lobby_opened,
    PresenceSet: _presence_set,
    PauseSet: _pause_set,
    ResultSeen: _result_seen,
}
