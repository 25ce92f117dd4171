"""How a round is paid in nuggets: teams and their thieves, or fixed sums. Gold cards: rules.rounds."""

from __future__ import annotations

from collections.abc import Sequence

from companion.editions.cards import GoalKind, Mark, Role
from companion.editions.parameters import Scoring
from companion.maze.board import Kind
from companion.maze.faces import Door
from companion.rules import purses
from companion.rules.evolve import Decision
from companion.rules.evolve_round import playing
from companion.rules.evolve_score import ended
from companion.rules.share import fixed_nuggets
from companion.rules.teams import TeamResult, crystals_on, open_on, team_result
from companion.rules.thieves import order_of_thieves
from companion.state import events as e
from companion.state.commands import SeatId
from companion.state.game import Game


def pay(decision: Decision, roles: Sequence[str]) -> bool:
    """Pay every seat its nuggets. True where thieves choose now whom they rob."""
    if decision.game.ruleset.scoring is Scoring.TEAMS:
        _pay_teams(decision, roles)
        return next_thief(decision)
    ending = ended(decision.game)
    due = fixed_nuggets(roles, ending.finisher, ending.reached, decision.game.ruleset)
    for seat, nuggets in enumerate(due):
        purses.pay(decision, seat, nuggets, "greedy" if roles[seat] == Role.GREEDY else "share")
    return False


# ---- teams ------------------------------------------------------------------------------------------------------


def result_of(game: Game, roles: Sequence[str]) -> TeamResult:
    """Who won this round of teams, and how much, before thieves."""
    now, ending = playing(game), ended(game)
    return team_result(
        game.ruleset,
        roles,
        [Mark.TRAPPED in marks for marks in now.marks],
        ending.finisher,
        unblocked(game),
        ending.reached,
        crystals_on(now.board, game.ruleset),
    )


def can_be_won(game: Game) -> bool:
    """Whatever the dwarves are: whoever is trapped wins nothing (S2A-05)."""
    return not all(Mark.TRAPPED in marks for marks in playing(game).marks)


def unblocked(game: Game) -> tuple[Door, ...]:
    """The teams that had a way to the gold in the round that has ended."""
    board = playing(game).board
    gold = [card.cell for card in board if card.kind is Kind.GOAL and card.goal == GoalKind.GOLD]
    return open_on(board, gold[0]) if ended(game).reached and gold else ()


def _pay_teams(decision: Decision, roles: Sequence[str]) -> None:
    result = result_of(decision.game, roles)
    crystals = crystals_on(decision.round.board, decision.game.ruleset)
    decision.tell(e.TeamsJudged(tuple(team.value for team in result.open), crystals))
    for seat, nuggets in enumerate(result.nuggets):
        purses.pay(decision, seat, nuggets, "crystals" if roles[seat] == Role.GEOLOGIST else "share")


def sides(roles: Sequence[str], winners: Sequence[SeatId]) -> str:
    """In one word: the teams that won, or the saboteurs; else those who won alone."""
    won = {roles[seat] for seat in winners}
    teams = [role.value for role in (Role.BLUE, Role.GREEN) if role in won]
    teams += ["saboteurs"] if Role.SABOTEUR in won else []
    alone = [role.value for role in (Role.BOSS, Role.PROFITEER) if role in won]
    return "_and_".join(teams or alone) or "nobody"


# ---- thieves ----------------------------------------------------------------------------------------------------


def next_thief(decision: Decision) -> bool:
    """The next thief chooses (S2A-02); False when none is left. One who finds nothing is asked like the others."""
    now = decision.round
    played_at = {seat: place for place, seat in enumerate(now.thieves)}
    done = {theft.seat for theft in ended(decision.game).thefts}
    trapped, start = [Mark.TRAPPED in marks for marks in now.marks], decision.game.ruleset.thief_start
    for thief in order_of_thieves(played_at, trapped, start):
        if thief in done:
            continue
        victims = tuple(
            seat for seat in range(len(now.marks)) if seat != thief and purses.owned(decision.game, seat) > 0
        )
        decision.tell(e.TheftDue(thief, victims))
        return True
    return False
