"""How a round begins, ends and is paid, and what comes after. Turns: rules.turn; counting gold: rules.share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.editions.cards import GoalKind, Role
from companion.editions.parameters import GoldPick, NextStarter, Scoring
from companion.editions.ruleset import Ruleset
from companion.maze.board import Board, Kind
from companion.rules import pay, purses
from companion.rules.evolve_round import playing
from companion.rules.evolve_score import ended
from companion.rules.share import Shares, best_to_worst, payout, shares, winners_share
from companion.rules.story import Story
from companion.state import events as e
from companion.state.commands import SeatId, Supply
from companion.state.game import Game
from companion.state.seats import left_of
from companion.state.secret import Secret

# ---- beginning ------------------------------------------------------------------------------------------------


def begin_round(story: Story, number: int, starter: SeatId) -> None:
    rules, seats = story.game.ruleset, len(story.game.seats)
    story.tell(
        e.RoundBegan(
            number=number,
            starter=starter,
            direction=rules.turn_direction,
            hand=rules.hand(seats),
            pile=rules.pile(seats),
            start=rules.start,
            goal_cells=rules.goal_cells,
            roles=story.game.roles is Supply.APP,
            goals=story.game.goals is Supply.APP,
            chests=story.game.goals is Supply.APP and bool(rules.chests),
            chest_cells=rules.chest_cells,
            site=rules.site_cell,
        )
    )
    if number == 1:
        for seat in range(seats):
            purses.pay(story, seat, rules.start_nuggets, "start")  # TOLL-01


def next_starter(
    ruleset: Ruleset, seats: int, last_path: SeatId | None, last_card: SeatId | None, starter: SeatId
) -> SeatId:
    """Left of whoever played the last card or path card (NEXT-02); where nobody did, left of the last starter."""
    last = last_path if ruleset.next_starter is NextStarter.LAST_PATH else last_card
    return left_of(starter if last is None else last, seats)


# ---- ending ---------------------------------------------------------------------------------------------------


def gold_is_joined(board: Board) -> bool:
    """An unbroken path joins start and gold (END-10)."""
    return any(card.kind is Kind.GOAL and card.goal == GoalKind.GOLD and board.is_joined(card.cell) for card in board)


def end_round(story: Story, reason: str, finisher: SeatId | None) -> None:
    reached = reason != GoalKind.SPIDER and (reason == GoalKind.GOLD or gold_is_joined(story.round.board))
    if reached and finisher is None:
        finisher = story.round.last_path
    story.tell(e.RoundEnded(reason, reached, finisher if reached else None))
    dealt = story.round.roles
    if dealt is not None:
        show_roles(story, dealt.open_for("all dwarves are turned over at the end of a round"))
    elif story.game.gold_supply is Supply.APP:
        story.tell(e.RolesAsked())
    else:
        score(story)


def show_roles(story: Story, roles: Sequence[str]) -> None:
    story.tell(e.RolesShown(tuple(roles)))
    if story.game.gold_supply is Supply.CARDS:
        score(story)
        return
    if story.game.ruleset.scoring is not Scoring.GOLD_CARDS:
        if not pay.pay(story, roles):
            score(story)
        return
    share = round_shares(story.game, roles)
    cards = min(len(share.order), len(gold_pile(story.game)))  # GOLD-11
    if cards:
        story.tell(e.GoldDue(cards))
        return
    _pay(story, share)
    score(story)


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


def gold_pile(game: Game) -> tuple[int, ...]:
    """The gold cards that nobody owns, by value."""
    owned: Counter[int] = Counter()
    for cards in game.gold:
        owned.update(cards.open_for("what is owned is no longer in the pile"))
    return tuple(sorted((Counter(game.ruleset.gold_values) - owned).elements()))


def _pay(story: Story, share: Shares) -> None:
    owed = [(seat, nuggets) for seat, nuggets in enumerate(share.due) if nuggets]
    paid = payout(gold_pile(story.game), [nuggets for _, nuggets in owed], story.game.ruleset.short_payout)
    for (seat, nuggets), cards in zip(owed, paid, strict=True):
        story.tell(e.GoldPaid(seat, Secret(cards), nuggets))


def deal_gold(story: Story, values: tuple[int, ...]) -> None:
    roles = ended(story.game).shown_roles or ()
    order = round_shares(story.game, roles).order[: len(values)]
    story.tell(e.GoldDealt(Secret(values), order))
    if story.game.ruleset.gold_pick is GoldPick.AUTO_BEST:
        for seat, value in best_to_worst(values, order):
            take_gold(story, seat, value)


def take_gold(story: Story, seat: SeatId, value: int) -> None:
    story.tell(e.GoldTaken(seat, Secret(value)))
    if story.round.draft is None:
        score(story)


def score(story: Story) -> None:
    winners, winning = _winners(story.game)
    story.tell(e.RoundScored(winners, winning))


def _winners(game: Game) -> tuple[str, tuple[SeatId, ...]]:
    ending = ended(game)
    side = Role.MINER if ending.reached else Role.SABOTEUR
    if ending.shown_roles is None:  # of two teams only the dwarf cards tell which
        return "unknown" if game.ruleset.scoring is Scoring.TEAMS else f"{side}s", ()
    roles = ending.shown_roles
    if game.ruleset.scoring is Scoring.TEAMS:
        winning = pay.result_of(game, roles).winners
        return pay.sides(roles, winning), winning
    if ending.reached and ending.finisher is not None and roles[ending.finisher] == Role.GREEDY:
        return Role.GREEDY.value, (ending.finisher,)
    winning = tuple(seat for seat, role in enumerate(roles) if role == side)
    return (f"{side}s" if winning else "nobody"), winning


# ---- after the round ------------------------------------------------------------------------------------------


def after_round(story: Story) -> None:
    now = story.round
    if now.number < story.game.ruleset.rounds:
        seats = len(story.game.seats)
        starter = next_starter(story.game.ruleset, seats, now.last_path, now.last_card, now.starter)
        begin_round(story, now.number + 1, starter)
    elif story.game.gold_supply is Supply.CARDS:
        story.tell(e.GoldAsked())
    else:
        end_game(story, tuple(_counted(story.game, seat) for seat in range(len(story.game.seats))))


def _counted(game: Game, seat: SeatId) -> int:
    """Gold cards and nuggets; where gold is in cards, a table may leave nuggets uncounted (TOLL-05)."""
    cards = sum(game.gold[seat].open_for("all gold is counted at the end of the game"))
    loose = game.ruleset.nuggets_count or game.ruleset.scoring is not Scoring.GOLD_CARDS
    return cards + purses.owned(game, seat) if loose else cards


def end_game(story: Story, nuggets: tuple[int, ...]) -> None:
    story.tell(e.GameEnded(nuggets, winners_share(nuggets)))
