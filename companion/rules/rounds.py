"""How a round begins, ends and is paid, and what comes after. Turns: rules.turn; counting gold: rules.share."""

from __future__ import annotations

from collections.abc import Sequence

from companion.editions.cards import GoalKind, Role
from companion.editions.parameters import Direction, GoldPick, NextStarter, Scoring
from companion.editions.ruleset import Ruleset
from companion.maze.board import Board, Kind
from companion.rules import pay, purses
from companion.rules.evolve import Decision
from companion.rules.evolve_round import playing
from companion.rules.evolve_score import ended
from companion.rules.share import Shares, best_to_worst, payout, shares, winners_share
from companion.state import events as e
from companion.state.commands import SeatId, Supply
from companion.state.game import Game
from companion.state.round import next_seat
from companion.state.secret import Secret

# ---- beginning ------------------------------------------------------------------------------------------------


def begin_round(decision: Decision, number: int, starter: SeatId, *, at_table: bool) -> None:
    rules, seats = decision.game.ruleset, len(decision.game.seats)
    decision.tell(
        e.RoundBegan(
            number=number,
            starter=starter,
            direction=rules.turn_direction,
            hand=rules.hand(seats),
            pile=rules.pile(seats),
            start=rules.start,
            goal_cells=rules.goal_cells,
            roles=decision.game.roles_supply is Supply.APP,
            goals=decision.game.goals_supply is Supply.APP,
            chests=decision.game.goals_supply is Supply.APP and bool(rules.chests),
            chest_cells=decision.round.chest_cells if number > 1 else rules.chest_cells,
            site=rules.site_cell,
            at_table=at_table,
        )
    )
    if number == 1:
        for seat in range(seats):
            purses.pay(decision, seat, rules.start_nuggets, "start")  # TOLL-01


def next_starter(
    ruleset: Ruleset, seats: int, last_path: SeatId | None, last_card: SeatId | None, starter: SeatId
) -> SeatId:
    """Left of whoever played the last card or path card (NEXT-02); where nobody did, left of the last starter."""
    last = last_path if ruleset.next_starter is NextStarter.LAST_PATH else last_card
    return next_seat(starter if last is None else last, seats, Direction.CW)


# ---- ending ---------------------------------------------------------------------------------------------------


def gold_is_joined(board: Board) -> bool:
    """An unbroken path joins start and gold (END-10)."""
    return any(card.kind is Kind.GOAL and card.goal == GoalKind.GOLD and board.is_joined(card.cell) for card in board)


def end_round(decision: Decision, reason: str, finisher: SeatId | None) -> None:
    reached = reason != GoalKind.SPIDER and (reason == GoalKind.GOLD or gold_is_joined(decision.round.board))
    if reached and finisher is None:
        finisher = decision.round.last_path
    decision.tell(e.RoundEnded(reason, reached, finisher if reached else None))
    dealt = decision.round.roles
    if dealt is not None:
        show_roles(decision, dealt.open_for("all dwarves are turned over at the end of a round"))
    elif decision.game.gold_supply is Supply.APP:
        decision.tell(e.RolesAsked())
    else:
        score(decision)


def show_roles(decision: Decision, roles: Sequence[str]) -> None:
    decision.tell(e.RolesShown(tuple(roles)))
    if decision.game.gold_supply is Supply.CARDS:
        score(decision)
        return
    if decision.game.ruleset.scoring is not Scoring.GOLD_CARDS:
        if not pay.pay(decision, roles):
            score(decision)
        return
    share = round_shares(decision.game, roles)
    cards = min(len(share.order), len(purses.gold_pile(decision.game)))  # GOLD-11
    if cards:
        decision.tell(e.GoldDue(cards))
        return
    _pay(decision, share)
    score(decision)


def round_shares(game: Game, roles: Sequence[str]) -> Shares:
    now, ending = playing(game), ended(game)
    return shares(
        game.ruleset,
        roles,
        [bool(tools) for tools in now.broken],
        ending.finisher,
        ending.reached,
        turned_round=now.direction is not game.ruleset.turn_direction,
    )


def _pay(decision: Decision, share: Shares) -> None:
    owed = [(seat, nuggets) for seat, nuggets in enumerate(share.due) if nuggets]
    paid = payout(purses.gold_pile(decision.game), [nuggets for _, nuggets in owed], decision.game.ruleset.short_payout)
    for (seat, nuggets), cards in zip(owed, paid, strict=True):
        decision.tell(e.GoldPaid(seat, Secret(cards), nuggets))


def deal_gold(decision: Decision, values: tuple[int, ...]) -> None:
    roles = ended(decision.game).shown_roles or ()
    order = round_shares(decision.game, roles).order[: len(values)]
    decision.tell(e.GoldDealt(Secret(values), order))
    if decision.game.ruleset.gold_pick is GoldPick.AUTO_BEST:
        for seat, value in best_to_worst(values, order):
            take_gold(decision, seat, value)


def take_gold(decision: Decision, seat: SeatId, value: int) -> None:
    decision.tell(e.GoldTaken(seat, Secret(value)))
    if decision.round.draft is None:
        score(decision)


def score(decision: Decision) -> None:
    winners, winning = _winners(decision.game)
    decision.tell(e.RoundScored(winners, winning))


def _winners(game: Game) -> tuple[str, tuple[SeatId, ...]]:
    ending = ended(game)
    side = Role.MINER if ending.reached else Role.SABOTEUR
    if ending.shown_roles is None and game.ruleset.scoring is Scoring.TEAMS:  # only the dwarf cards tell which team
        return "unknown" if pay.can_be_won(game) else "nobody", ()
    if ending.shown_roles is None:
        return f"{side}s", ()
    roles = ending.shown_roles
    if game.ruleset.scoring is Scoring.TEAMS:
        winning = pay.result_of(game, roles).winners
        return pay.sides(roles, winning), winning
    if ending.reached and ending.finisher is not None and roles[ending.finisher] == Role.GREEDY:
        return Role.GREEDY.value, (ending.finisher,)
    winning = tuple(seat for seat, role in enumerate(roles) if role == side)
    return (f"{side}s" if winning else "nobody"), winning


# ---- after the round ------------------------------------------------------------------------------------------


def starter_after(decision: Decision) -> SeatId:
    """Who begins the round after this one."""
    now, seats = decision.round, len(decision.game.seats)
    return next_starter(decision.game.ruleset, seats, now.last_path, now.last_card, now.starter)


def after_last_round(decision: Decision) -> None:
    if decision.game.gold_supply is Supply.CARDS:
        decision.tell(e.GoldAsked())
    else:
        end_game(decision, tuple(_counted(decision.game, seat) for seat in range(len(decision.game.seats))))


def _counted(game: Game, seat: SeatId) -> int:
    """Gold cards and nuggets; where gold is in cards, a table may leave nuggets uncounted (TOLL-05)."""
    cards = sum(game.gold[seat].open_for("all gold is counted at the end of the game"))
    loose = game.ruleset.nuggets_count or game.ruleset.scoring is not Scoring.GOLD_CARDS
    return cards + purses.owned(game, seat) if loose else cards


def end_game(decision: Decision, nuggets: tuple[int, ...]) -> None:
    decision.tell(e.GameEnded(nuggets, winners_share(nuggets)))
