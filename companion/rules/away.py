"""Who is away or has left: how he is passed over, and what is pressed for him so that nobody waits for him.

No rulebook says anything of it, so these are the house's rules:
AWAY-1  Whoever is away is passed over: he draws and discards nothing, and his cards stay as they lie.
AWAY-2  What he is asked is answered as if he did nothing: he lets cards stand, pays no toll, steals from nobody if he
        may, takes the smallest of the gold cards that go round. His dwarf stays secret and is paid like all others.
AWAY-3  A round is also over when only those who are away hold cards.
AWAY-4  Who has left puts his hand face down with the discards, but for a card of his that others are asked about, which
        follows where it is not played; he gets no more cards. The next round is dealt without him, and what he won goes
        back to the box then; after the last round it counts.
"""

from __future__ import annotations

from companion.cards.register import answer_awaited, ways_to_answer
from companion.rules.chests import somebody_left
from companion.rules.course import begin_turn
from companion.rules.evolve import Decision, Outcome
from companion.rules.evolve_round import playing
from companion.rules.flow import settle
from companion.state import commands as c
from companion.state import events as e
from companion.state import pending as p
from companion.state.commands import Actor, Attendance, BySeat, Command, SeatId
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.round import next_seat
from companion.state.secret import Secret


def set_presence(game: Game, by: Actor, command: c.SetPresence) -> Outcome:
    seat, wished = command.seat, command.presence
    if not game.has_seat(seat):
        return Refusal("no_such_seat")
    if isinstance(by, BySeat) and (by.seat != seat or wished is not Attendance.HERE):
        return Refusal("only_the_table")
    if isinstance(game.pending, p.AtLobby | p.Dealing | p.GameOver):
        return Refusal("not_now")
    if game.seats[seat].presence is wished:
        return Decision(game)
    if wished is not Attendance.HERE and not any(one.is_here for at, one in enumerate(game.seats) if at != seat):
        return Refusal("nobody_is_left")
    decision = Decision(game)
    decision.tell(e.PresenceSet(seat, wished))
    settle(decision)
    if wished is Attendance.LEFT:
        somebody_left(decision)
    return decision


def pass_over(decision: Decision) -> None:
    """A turn of who is away ends where it is, also where a card that waited has come back to his hand (AWAY-1)."""
    pending, seats = decision.game.pending, decision.game.seats
    if isinstance(pending, p.Playing) and not seats[pending.seat].is_here:
        begin_turn(decision, next_seat(pending.seat, len(seats), decision.round.direction))


def press_for(game: Game) -> tuple[SeatId, Command] | None:
    """Who is asked although he is away, and what is pressed for him (AWAY-2); the table answers what is left."""
    seat = next((one for one in p.asked_seats(game.pending) if not game.seats[one].is_here), None)
    command = None if seat is None else _answer(game)
    return None if seat is None or command is None else (seat, command)


def _answer(game: Game) -> Command | None:
    match game.pending:
        case p.Vetoing():
            return c.LetStand()
        case p.AskingToll():
            return c.AnswerToll(pays=False)
        case p.Peeking() | p.Inspecting():
            return c.ClosePeek()
        case p.Pioneering():
            return c.StopPioneering()
        case p.ChoosingGoal(cells=cells):
            return c.ChooseGoal(cells[0])
        case p.TurningGoal(cell=cell):
            return c.TurnGoal(cell)
        case p.Robbing(victims=victims):
            return c.Steal(Secret(None if game.ruleset.thief_may_decline or not victims else victims[0]))
        case p.Drafting():
            return _smallest(game)
    asked = answer_awaited(game.pending)
    return next(ways_to_answer(game, game.pending), None) if asked is not None and asked.for_the_away else None


def _smallest(game: Game) -> Command | None:
    draft = playing(game).draft
    if draft is None:
        return None
    values = draft.values.open_for("who is away is given the smallest")
    return c.TakeGold(values.index(min(values)))


def set_pause(game: Game, by: Actor, command: c.SetPause) -> Outcome:
    if isinstance(game.pending, p.AtLobby | p.GameOver):
        return Refusal("not_now")
    return Decision(game) if game.paused is command.paused else Decision(game, e.PauseSet(command.paused))
