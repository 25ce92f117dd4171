"""Who wins a round of teams and doors, and how much (S2R, S2G). Thieves come after: rules.thieves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.editions.cards import Role
from companion.editions.parameters import BossNeeds, Geologist
from companion.editions.ruleset import Ruleset
from companion.maze.board import Board
from companion.maze.faces import Door
from companion.maze.geometry import Cell

TEAMS = (Door.BLUE, Door.GREEN)
MISSED = {Role.SABOTEUR.value, Role.PROFITEER.value}  # S2R-13, S2R-10, S2G-05: who wins without a path to the gold


@dataclass(frozen=True)
class TeamResult:
    """`open`: the teams that no door blocks; winners and nuggets by seat, before thieves."""

    open: tuple[Door, ...]
    winners: tuple[int, ...]
    nuggets: tuple[int, ...]


def open_on(board: Board, gold: Cell) -> tuple[Door, ...]:
    """The teams with a way to the gold past no door of the other colour (S2R-15)."""
    return tuple(team for team in TEAMS if board.is_joined(gold, team))


def crystals_on(board: Board, ruleset: Ruleset) -> int:
    """What geologists are paid for: crystals, or cards with one (CON-15)."""
    found = [card.face.crystals for card in board if card.face is not None]
    return sum(map(bool, found)) if ruleset.geologist is Geologist.CRYSTAL_CARDS else sum(found)


def team_result(
    ruleset: Ruleset,
    roles: Sequence[str],
    trapped: Sequence[bool],
    finisher: int | None,
    unblocked: tuple[Door, ...],
    reached: bool,
    crystals: int,
) -> TeamResult:
    free = [None if out else role for role, out in zip(roles, trapped, strict=True)]  # S2A-05
    if missed(ruleset, unblocked, reached=reached):
        winning = winners_without(ruleset)
    else:
        winning = _winning(ruleset, roles, free, finisher, unblocked)
    winners = tuple(seat for seat, role in enumerate(free) if role in winning)
    nuggets = [ruleset.team_share(len(winners), role) if seat in winners else 0 for seat, role in enumerate(roles)]
    geologists = [seat for seat, role in enumerate(free) if role == Role.GEOLOGIST]
    for seat in geologists:
        nuggets[seat] += crystals // len(geologists)  # S2R-12
    return TeamResult(unblocked if reached else (), winners, tuple(nuggets))


def missed(ruleset: Ruleset, unblocked: tuple[Door, ...], *, reached: bool) -> bool:
    """S2R-13: no path to the gold, or none that counts."""
    return not reached or (ruleset.blocked_saboteurs_win and not unblocked)


def winners_without(ruleset: Ruleset) -> set[str]:
    """The roles that win without a path to the gold."""
    return MISSED | ({Role.BOSS.value} if ruleset.boss_with_saboteurs else set())


def _winning(
    ruleset: Ruleset,
    roles: Sequence[str],
    free: Sequence[str | None],
    finisher: int | None,
    unblocked: tuple[Door, ...],
) -> set[str]:
    by = roles[finisher] if finisher is not None else None
    teams = {team.value for team in _winning_teams(by, unblocked)}
    winning = {Role.PROFITEER.value, *teams}  # S2R-09
    if _team_won(ruleset, roles, free, teams) or (not unblocked and _boss_alone(ruleset, roles, by)):
        winning.add(Role.BOSS)
    return winning


def _team_won(ruleset: Ruleset, roles: Sequence[str], free: Sequence[str | None], teams: set[str]) -> bool:
    """Whether a team won for the boss to win with, as far as the table says that it needs miners for it (S2R-07)."""
    if ruleset.boss_needs_members is BossNeeds.ALWAYS:
        return any(role in teams for role in free)
    if ruleset.boss_needs_members is BossNeeds.WHERE_IN_PLAY and any(role in TEAMS for role in roles):
        return any(role in teams for role in roles)
    return bool(teams)


def _boss_alone(ruleset: Ruleset, roles: Sequence[str], by: str | None) -> bool:
    """Both teams are blocked: he wins without them (S2R-08), beside a profiteer too (S2R-11)."""
    if not ruleset.solo_wins:
        return False
    if not ruleset.boss_beside_profiteer and Role.PROFITEER in roles:
        return False
    return by in (Role.BOSS, Role.PROFITEER)


def _winning_teams(by: str | None, unblocked: tuple[Door, ...]) -> tuple[Door, ...]:
    if by in TEAMS:
        own = Door(by)
        return (own,) if own in unblocked else unblocked  # S2R-04, S2R-06
    return unblocked  # S2R-05
