"""Gold going round and how rounds and games ended, as one viewer may know it. Part of views.project.

Secrets are opened here, each time for the one viewer who may know it. What came from the bank was handed over openly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.editions.parameters import Scoring, Visibility
from companion.maze.board import Board, Kind
from companion.maze.faces import Door
from companion.maze.geometry import Cell, Side
from companion.rules.ending import is_told
from companion.rules.evolve_round import changed
from companion.rules.teams import TEAMS
from companion.state import pending as p
from companion.state.commands import GoalCard, GoalKind, SeatId, Supply
from companion.state.game import Game, RoundResult
from companion.state.round import Theft
from companion.state.secret import Secret
from companion.views import model as m
from companion.views.project_account import account_of
from companion.views.project_maze import crystals_of, goals_shown


def draft_of(game: Game, me: SeatId | None) -> m.DraftView | None:
    if not isinstance(game.pending, p.Drafting) or game.round is None or game.round.draft is None:
        return None
    draft, seat = game.round.draft, game.pending.seat
    cards = draft.values.open_for("the seat that chooses holds them; how many they are is seen by everybody")
    return m.DraftView(seat, len(cards), draft.order, cards if seat == me else None)


def result_of(game: Game, *, over: bool = False) -> m.ResultView | None:
    """As everybody sees it: of thefts, that there were any, see with_own_thefts. over : see goals_shown"""
    if not game.results or not isinstance(game.pending, p.RoundOver | p.TellingGold | p.GameOver):
        return None
    last = game.results[-1]
    if not _same_people(game, last):
        return None
    board = game.round.board if game.round else Board()
    teams = game.ruleset.scoring is Scoring.TEAMS
    goals = goals_shown(game, over=over)
    return m.ResultView(
        last.number,
        "unknown" if teams and last.roles is None and last.winners != "nobody" else last.winners,
        last.reason,
        tuple(_score(game, last, seat) for seat in range(len(game.seats))),
        last.finisher,
        tuple(_team(board, team) for team in TEAMS) if teams else (),
        crystals_of(game, board) if teams else None,
        _earned(last),
        tuple(theft_of(theft, None) for theft in last.thefts),
        account_of(game),
        _gold_row(goals),
        len(goals),
        aside_of(game, over=over),
    )


def _gold_row(goals: Mapping[Cell, GoalCard]) -> int | None:
    """From the left, as seen from the start."""
    rows = sorted(goals, key=lambda cell: (cell.y, cell.x))
    return next((row for row, cell in enumerate(rows) if goals[cell].kind is GoalKind.GOLD), None)


def aside_of(game: Game, *, over: bool = False) -> tuple[str, ...]:
    """The dwarves that nobody had, once all are turned up. They are what the others leave of the pool; by name, as
    their order was nobody's to know. over : see goals_shown"""
    now = game.round
    if now is None or now.aside is None or now.ending is None or not (over or is_told(game)):
        return ()
    return tuple(sorted(now.aside.open_for("the round is over, and all dwarves are turned up")))


def _same_people(game: Game, last: RoundResult) -> bool:
    """Nobody has sat down or was taken out since: else the round as it stood has other seats than the table."""
    played = len(game.round.hands) if game.round else len(last.paid)
    return played == len(last.paid) == len(game.seats)


def _score(game: Game, last: RoundResult, seat: SeatId) -> m.ScoreView:
    role = last.roles[seat] if last.roles else None
    return m.ScoreView(seat, _won(game, last, seat), seat in last.winning, role)


def with_own_thefts(shown: m.ResultView | None, game: Game, me: SeatId | None) -> m.ResultView | None:
    """The same with what this viewer knows of the thefts. shown : of the last round, as everybody sees it"""
    if shown is None or not shown.thefts:
        return shown
    return replace(shown, thefts=tuple(theft_of(theft, me) for theft in game.results[-1].thefts))


def last_result_of(game: Game) -> m.ResultView | None:
    """The round before, as it was shown when it ended; while this one's own result is shown, that is enough."""
    if game.before is None or not game.results or game.results[-1].number != game.before.number:
        return None
    return result_of(changed(game, round=game.before, pending=p.RoundOver()), over=True)


def final_of(game: Game) -> tuple[m.ScoreView, ...]:
    if not isinstance(game.pending, p.GameOver):
        return ()
    return tuple(m.ScoreView(seat, nuggets, seat in game.winners) for seat, nuggets in enumerate(game.nuggets))


def rounds_of(game: Game) -> tuple[m.RoundLineView, ...]:
    """Every round of the game; while it goes on, gold may still be secret. Who was not there yet has none."""
    if not isinstance(game.pending, p.GameOver):
        return ()
    return tuple(
        m.RoundLineView(one.number, one.winners, tuple(_won(game, one, seat) for seat in range(len(game.seats))))
        for one in game.results
    )


def theft_of(theft: Theft, me: SeatId | None) -> m.TheftView:
    victim = theft.victim.open_for("thief and victim know of it, and nobody else is told")
    if me is not None and me in (theft.seat, victim):
        return m.TheftView(theft.seat, True, victim)
    return m.TheftView(theft.seat)


# ---- how it came about ----------------------------------------------------------------------------------------


def _won(game: Game, last: RoundResult, seat: SeatId) -> int | None:
    """Nuggets of this round without thefts: gold cards are secret until the end, what the bank paid was seen."""
    if seat >= len(last.paid) or (game.gold_supply is Supply.CARDS and game.ruleset.scoring is Scoring.GOLD_CARDS):
        return None  # he sat down later; or printed cards were handed out, and only people have counted them
    bank = sum(line.nuggets for line in last.earned if line.seat == seat)
    if game.gold_supply is Supply.CARDS:  # of those the app only knows what the bank paid, not that it was nothing
        return bank or None
    open_gold = game.ruleset.gold_visibility is Visibility.OPEN or isinstance(game.pending, p.GameOver)
    if open_gold:
        return bank + sum(last.paid[seat].open_for("gold is shown, in this edition or at the end"))
    return bank if game.ruleset.scoring is not Scoring.GOLD_CARDS else None


def _earned(last: RoundResult) -> tuple[m.EarningView, ...]:
    lines = [m.EarningView(line.seat, line.why, line.nuggets) for line in last.earned]
    cards = [(seat, _count(paid)) for seat, paid in enumerate(last.paid)]
    return (*lines, *(m.EarningView(seat, "cards", cards=count) for seat, count in cards if count))


def _count(cards: Secret[tuple[int, ...]]) -> int:
    return len(cards.open_for("how many cards lie before a player is seen by everybody"))


def _team(board: Board, team: Door) -> m.TeamView:
    gold = next((card.cell for card in board.of_kind(Kind.GOAL) if card.goal == GoalKind.GOLD), None)
    if gold is None or not board.is_joined(gold):
        return m.TeamView(team.value, open=False)
    is_open = board.is_joined(gold, team)
    return m.TeamView(team.value, is_open, () if is_open else doors_before(board, team))


def doors_before(board: Board, team: Door) -> tuple[Cell, ...]:
    """The other team's doors that this team reaches and cannot pass, where tunnels lead on behind them."""
    walked, all_ways = board.reach_for(team).tunnels, board.reach.tunnels
    found = []
    for card in board:
        if card.face is None or card.face.door in (None, team):
            continue
        beyond = all_ways.get(card.cell, 0) & ~walked.get(card.cell, 0)
        arrives = any(walked.get(card.cell.beside(side), 0) >> side.opposite & 1 for side in Side if beyond >> side & 1)
        if arrives:
            found.append(card.cell)
    return tuple(sorted(found))
