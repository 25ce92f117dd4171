"""Between two rounds: who has seen the result, who has left, who is a newcomer, and who begins the next one."""

from __future__ import annotations

from companion.rules import lobby, purses, rounds
from companion.rules.evolve import Decision, Outcome
from companion.rules.flow import settle
from companion.state import commands as c
from companion.state import events as e
from companion.state.commands import Actor, BySeat, SeatId
from companion.state.game import Game
from companion.state.pending import RoundOver
from companion.state.refusals import Refusal


def see_result(game: Game, by: BySeat, command: c.SeeResult) -> Outcome:
    if not isinstance(game.pending, RoundOver):
        return Refusal("not_now")
    return Decision(game) if by.seat in game.pending.seen else Decision(game, e.ResultSeen(by.seat))


def next_round(game: Game, by: Actor, command: c.NextRound) -> Outcome:
    if not isinstance(game.pending, RoundOver):
        return Refusal("not_now")
    decision = Decision(game)
    if decision.round.number >= game.ruleset.rounds:
        rounds.after_last_round(decision)
        return decision
    starter = _without_who_left(decision, rounds.starter_after(decision), newcomers=len(command.joining))
    refusal = _with_newcomers(decision, command.joining)
    if refusal:
        return refusal
    before = decision.round
    rounds.begin_round(decision, before.number + 1, starter, at_table=before.at_table)
    settle(decision)
    return decision


def _without_who_left(decision: Decision, starter: SeatId, newcomers: int) -> SeatId:
    """Who begins, after those who have left were taken out, as long as the box can be played by so few (AWAY-4).

    newcomers : how many sit down then
    """
    gone = [seat for seat, one in enumerate(decision.game.seats) if one.has_left]
    for seat in reversed(gone):
        if len(decision.game.seats) + newcomers <= decision.game.ruleset.least:
            break
        decision.tell(e.SeatRemoved(seat))
        if starter > seat:
            starter -= 1
        elif starter == seat:
            starter = seat % len(decision.game.seats)  # who sat next clockwise has his number now
    return starter


def _with_newcomers(decision: Decision, names: tuple[str, ...]) -> Refusal | None:
    """Each sits down at the end of the clockwise order, with what everybody had at the beginning (TOLL-01)."""
    for name in names:
        refusal = lobby.may_join(decision.game, name)
        if refusal:
            return refusal
        decision.tell(e.SeatAdded(name, simulated=False))
        purses.pay(decision, len(decision.game.seats) - 1, decision.game.ruleset.start_nuggets, "start")
    return None
