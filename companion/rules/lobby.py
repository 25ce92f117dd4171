"""Before the game: the box, the house rules and who sits where."""

from __future__ import annotations

from functools import cache

from companion.editions import EDITIONS
from companion.editions.compose import compose
from companion.editions.ruleset import Conflict, Ruleset
from companion.rules.evolve import Decision, Outcome
from companion.rules.rounds import begin_round
from companion.state import commands as c
from companion.state import events as e
from companion.state.commands import Actor, BySeat
from companion.state.game import Game
from companion.state.names import same_name
from companion.state.pending import AtLobby
from companion.state.refusals import Refusal
from companion.state.round import LONGEST_NAME

TURN_TIME_S = range(15, 601)  # less would hurry people, and nobody looks at a line for more than ten minutes


def configure(game: Game, by: Actor, command: c.Configure) -> Outcome:
    if not isinstance(game.pending, AtLobby):
        return Refusal("not_now")
    found = compose(command.edition, command.modules, tuple(sorted(command.options)))
    if isinstance(found, Conflict):
        return Refusal(found.code, found.facts)
    if command.turn_time_s and command.turn_time_s not in TURN_TIME_S:
        return Refusal("bad_turn_time", {"least": TURN_TIME_S[0], "most": TURN_TIME_S[-1]})
    supplies = command.roles, command.goals, command.gold
    return Decision(game, e.Configured(found.edition, found.modules, found.options, *supplies, command.turn_time_s))


@cache
def most_of_all() -> int:
    """Guests sit down before it is settled what is played; whether they are too many for that, `may_start` says."""
    found = [compose(box.key) for box in EDITIONS]
    return max(rules.most for rules in found if isinstance(rules, Ruleset))


def add_seat(game: Game, by: Actor, command: c.AddSeat) -> Outcome:
    if not isinstance(game.pending, AtLobby):
        return Refusal("not_now")
    if len(game.seats) >= most_of_all():
        return Refusal("table_full", {"most": most_of_all()})
    name = _name(game, command.name, None)
    return name if isinstance(name, Refusal) else Decision(game, e.SeatAdded(name, command.simulated))


def rename_seat(game: Game, by: Actor, command: c.RenameSeat) -> Outcome:
    if not game.has_seat(command.seat):
        return Refusal("no_such_seat")
    if isinstance(by, BySeat) and by.seat != command.seat:
        return Refusal("only_the_table")
    name = _name(game, command.name, command.seat)
    return name if isinstance(name, Refusal) else Decision(game, e.SeatRenamed(command.seat, name))


def remove_seat(game: Game, by: Actor, command: c.RemoveSeat) -> Outcome:
    if not isinstance(game.pending, AtLobby):
        return Refusal("not_now")
    if not game.has_seat(command.seat):
        return Refusal("no_such_seat")
    if isinstance(by, BySeat) and by.seat != command.seat:
        return Refusal("only_the_table")
    return Decision(game, e.SeatRemoved(command.seat))


def move_seat(game: Game, by: Actor, command: c.MoveSeat) -> Outcome:
    if not isinstance(game.pending, AtLobby):
        return Refusal("not_now")
    if not game.has_seat(command.seat) or not game.has_seat(command.to):
        return Refusal("no_such_seat")
    moved = Decision(game, e.SeatMoved(command.seat, command.to))
    if game.seating is not None:
        moved.tell(e.SeatingSet(None))
    return moved


def set_seating(game: Game, by: Actor, command: c.SetSeating) -> Outcome:
    if not isinstance(game.pending, AtLobby) or (command.on and len(game.seats) < 2):
        return Refusal("not_now")
    return Decision(game, e.SeatingSet(0 if command.on else None))


def sit_next(game: Game, by: Actor, command: c.SitNext) -> Outcome:
    """The last one needs not press: one place is left."""
    place = game.seating
    if not isinstance(game.pending, AtLobby) or place is None:
        return Refusal("not_now")
    if not game.has_seat(command.seat):
        return Refusal("no_such_seat")
    if isinstance(by, BySeat) and by.seat != command.seat:
        return Refusal("only_the_table")
    if command.seat < place:
        return Refusal("not_now")
    is_done = place + 2 >= len(game.seats)
    return Decision(game, e.SeatMoved(command.seat, place), e.SeatingSet(None if is_done else place + 1))


def take_over_seat(game: Game, by: Actor, command: c.TakeOverSeat) -> Outcome:
    if not game.has_seat(command.seat):
        return Refusal("no_such_seat")
    name = _name(game, command.name, command.seat)
    return name if isinstance(name, Refusal) else Decision(game, e.SeatTakenOver(command.seat, command.simulated, name))


def may_join(game: Game, name: str, before: int = 0) -> Refusal | None:
    """Why nobody of this name can sit down between two rounds, after so many others."""
    if len(game.seats) + before >= game.ruleset.most:
        return Refusal("too_many_players", {"most": game.ruleset.most})
    tidy = _name(game, name, None)
    return tidy if isinstance(tidy, Refusal) else None


def may_start(game: Game) -> Refusal | None:
    """Why the game cannot start with the people and the box at the table; None where it can."""
    seats = len(game.seats)
    if seats < game.ruleset.least:
        return Refusal("too_few_players", {"least": game.ruleset.least, "players": seats})
    if seats > game.ruleset.most:
        return Refusal("too_many_players", {"most": game.ruleset.most, "players": seats})
    return None


def start_game(game: Game, by: Actor, command: c.StartGame) -> Outcome:
    if not isinstance(game.pending, AtLobby):
        return Refusal("not_now")
    refusal = may_start(game)
    if refusal:
        return refusal
    if not game.has_seat(command.starter):
        return Refusal("no_such_seat")
    decision = Decision(game)
    begin_round(decision, 1, command.starter, at_table=command.at_table)
    return decision


def _name(game: Game, name: str, own: int | None) -> str | Refusal:
    """The name without needless blanks, if it is one and nobody else's."""
    tidy = " ".join(name.split())
    if not tidy:
        return Refusal("name_empty")
    if len(tidy) > LONGEST_NAME:
        return Refusal("name_too_long", {"most": LONGEST_NAME})
    taken = any(same_name(tidy, seat.name) for number, seat in enumerate(game.seats) if number != own)
    return Refusal("names_taken", {"name": tidy}) if taken else tidy
