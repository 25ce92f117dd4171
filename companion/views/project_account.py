"""How the gold of a round came about, line by line: who was kept from it, who got how much for what, which thief when.

All of it is open once the dwarves are turned over. What thieves took is not among it: see project_score. Printed gold
is still to be handed out: there the lines say what people draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType

from companion.editions.cards import Mark, Role
from companion.editions.parameters import Completer, GoldDeal, GoldDraw, Scoring, SkipSabotaged
from companion.rules import pay
from companion.rules.evolve_round import playing
from companion.rules.rounds import round_shares
from companion.rules.share import cards_drawn, fixed_nuggets
from companion.rules.teams import TeamResult, crystals_on
from companion.rules.thieves import order_of_thieves
from companion.state.commands import SeatId, Supply
from companion.state.game import Game
from companion.state.refusals import Fact
from companion.views.model_score import AccountView


def account_of(game: Game) -> tuple[AccountView, ...]:
    """Where the dwarves were not told the app does not know who wins, only what is drawn for those who do."""
    roles = game.results[-1].roles
    if game.round is None or game.round.ending is None:
        return ()
    if roles is None:
        return tuple(_to_draw(game))
    if game.ruleset.scoring is Scoring.TEAMS:
        lines = _of_teams(game, roles)
    else:
        lines = _of_fixed_sums(game, roles) if game.ruleset.scoring is Scoring.FIXED else _of_gold_cards(game, roles)
    return (*_trapped(game), *lines, *_thieves(game))


def _line(code: str, **facts: Fact) -> AccountView:
    return AccountView(code, MappingProxyType(facts))


def _seats(seats: Sequence[SeatId]) -> tuple[str, ...]:
    return tuple(str(seat) for seat in seats)


def _each(code: str, paid: Sequence[tuple[SeatId, int]]) -> Iterator[AccountView]:
    """One line for all who are paid alike."""
    for nuggets in sorted({nuggets for _, nuggets in paid if nuggets}, reverse=True):
        yield _line(code, seats=_seats([seat for seat, own in paid if own == nuggets]), nuggets=nuggets)


# ---- teams ------------------------------------------------------------------------------------------------------


def _trapped(game: Game) -> Iterator[AccountView]:
    """S2A-05"""
    for seat, marks in enumerate(playing(game).marks):
        if Mark.TRAPPED in marks:
            yield _line("trapped", seat=seat)


def _of_teams(game: Game, roles: Sequence[str]) -> Iterator[AccountView]:
    result = pay.result_of(game, roles)
    if not result.winners:
        yield _line("nobody_won")
    else:
        each = game.ruleset.team_share(len(result.winners), "")
        alone = len(result.winners) == 1
        who: dict[str, Fact] = {"seat": result.winners[0]} if alone else {"seats": _seats(result.winners)}
        yield _line("winner" if alone else "winners", **who, nuggets=each)
        yield from _less(game, roles, result, each)
    yield from _crystals(game, roles)


def _less(game: Game, roles: Sequence[str], result: TeamResult, each: int) -> Iterator[AccountView]:
    """S2G-03: what boss and profiteer get less, never below none."""
    for seat in result.winners:
        nuggets = game.ruleset.team_share(len(result.winners), roles[seat])
        if nuggets != each:
            yield _line(f"less_{roles[seat]}", seat=seat, less=each - nuggets, nuggets=nuggets)


def _crystals(game: Game, roles: Sequence[str]) -> Iterator[AccountView]:
    """S2R-12: geologists who are not trapped share, rounding down."""
    now = playing(game)
    free = [seat for seat, role in enumerate(roles) if role == Role.GEOLOGIST and Mark.TRAPPED not in now.marks[seat]]
    crystals = crystals_on(now.board, game.ruleset)
    if len(free) == 1:
        yield _line("crystals", seat=free[0], nuggets=crystals)
    elif free:
        yield _line("crystals_shared", seats=_seats(free), crystals=crystals, nuggets=crystals // len(free))


def _thieves(game: Game) -> Iterator[AccountView]:
    """S2A-02: the one played last begins; a trapped thief stays away."""
    now = playing(game)
    trapped = [Mark.TRAPPED in marks for marks in now.marks]
    for seat in now.thieves:
        if trapped[seat]:
            yield _line("thief_trapped", seat=seat)
    played_at = {seat: place for place, seat in enumerate(now.thieves)}
    order = order_of_thieves(played_at, trapped, game.ruleset.thief_start)
    if len(order) > 1:
        yield _line("thieves_order", seats=_seats(order))


# ---- fixed nuggets and gold cards -------------------------------------------------------------------------------


def _of_fixed_sums(game: Game, roles: Sequence[str]) -> Iterator[AccountView]:
    ending = playing(game).ending
    assert ending is not None
    paid = list(enumerate(fixed_nuggets(roles, ending.finisher, ending.reached, game.ruleset)))
    finisher = [one for one in paid if one[0] == ending.finisher]
    yield from _each("completer", finisher)
    yield from _each("others" if ending.reached else "saboteurs", [one for one in paid if one not in finisher])


def _of_gold_cards(game: Game, roles: Sequence[str]) -> Iterator[AccountView]:
    """Who took one of the drawn cards after the other (GOLD-03), and who was passed over for a broken tool."""
    now, shares = playing(game), round_shares(game, roles)
    reached = now.ending is not None and now.ending.reached
    if reached and shares.order and game.ruleset.skip_sabotaged is not SkipSabotaged.NONE:
        out = [seat for seat, tools in enumerate(now.broken) if tools and roles[seat] == Role.MINER]
        yield from (_line("sabotaged", seat=seat) for seat in out)
    if shares.order and game.gold_supply is Supply.CARDS:
        yield _line("draw", seats=_seats(shares.order), cards=len(shares.order))
    elif shares.order and now.ending:
        yield _line("cards_round", seats=_seats(shares.order[: now.ending.to_take]))
    yield from _each("completer" if reached else "saboteurs", list(enumerate(shares.due)))


def _to_draw(game: Game) -> Iterator[AccountView]:
    """How many cards people draw, and from whom they go round: GOLD-01, GOLD-03. With rules that ask for more than who
    laid the last card, the app cannot tell."""
    now, rules, seats = playing(game), game.ruleset, len(game.seats)
    if now.ending is None or not now.ending.reached or now.ending.finisher is None or not _goes_to_miners(game):
        return
    finisher = now.ending.finisher
    if rules.gold_draw is GoldDraw.PLAYERS and rules.gold_deal is GoldDeal.UNTIL_GONE:
        yield _line("draw_players", seat=finisher, players=cards_drawn(rules, seats, 0))
    else:
        yield _line("draw_miners", seat=finisher)


def _goes_to_miners(game: Game) -> bool:
    """To every miner and to nobody else, counter-clockwise."""
    rules = game.ruleset
    if rules.scoring is not Scoring.GOLD_CARDS or Role.GREEDY in dict(rules.pool(len(game.seats))):
        return False
    plain = rules.skip_sabotaged is SkipSabotaged.NONE and rules.saboteur_completer is Completer.SKIPPED
    return plain and playing(game).direction is rules.turn_direction
