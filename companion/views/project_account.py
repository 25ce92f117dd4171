"""How the gold of a round came about, line by line: who was kept from it, who got how much for what, which thief when.

All of it is open once the dwarves are turned over. What thieves took is not among it: see project_score. Printed gold
is still to be handed out: there the lines say what people draw.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import count, islice
from types import MappingProxyType

from companion.editions.cards import Mark, Role
from companion.editions.parameters import Scoring, SkipSabotaged
from companion.rules import pay
from companion.rules.evolve_round import playing
from companion.rules.rounds import round_shares
from companion.rules.share import fixed_nuggets, possible_miners
from companion.rules.teams import TeamResult, crystals_on, missed, winners_without
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
        return tuple(_to_hand_out(game))
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
    """S2A-02: the one played last begins; a trapped thief stays away. Of printed gold they are still to take."""
    now = playing(game)
    trapped = [Mark.TRAPPED in marks for marks in now.marks]
    for seat in now.thieves:
        if trapped[seat]:
            yield _line("thief_trapped", seat=seat)
    played_at = {seat: place for place, seat in enumerate(now.thieves)}
    order = order_of_thieves(played_at, trapped, game.ruleset.thief_start)
    if len(order) > 1:
        yield _line("thieves_take" if game.gold_supply is Supply.CARDS else "thieves_order", seats=_seats(order))
    elif order and game.gold_supply is Supply.CARDS:
        yield _line("thief_takes", seat=order[0])


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


# ---- printed gold, and nobody told the dwarves ------------------------------------------------------------------


def _to_hand_out(game: Game) -> Iterator[AccountView]:
    """What goes to each of such a dwarf, where need be by how many of them there are: people turn them over."""
    ending = playing(game).ending
    assert ending is not None
    if game.ruleset.scoring is Scoring.TEAMS:
        yield from _trapped(game)
        yield from _to_winners(game, reached=ending.reached) if pay.can_be_won(game) else (_line("nobody_won"),)
        yield from _thieves(game)
    elif not ending.reached:
        yield from _to_saboteurs(game)
    elif ending.finisher is not None:
        fixed = game.ruleset.scoring is Scoring.FIXED
        yield from _fixed_to_miners(game, ending.finisher) if fixed else _to_draw(game, ending.finisher)


def _scale(code: str, least: int, sums: Sequence[int]) -> AccountView:
    """sums : for so many people, from `least` on, what each of them gets"""
    found: list[tuple[int, int, int]] = []  # from how many people, up to how many, the sum
    for people, each in enumerate(sums, least):
        first = found.pop()[0] if found and found[-1][2] == each else people
        found.append((first, people, each))
    people_of = tuple(str(first) if first == last else f"{first}\N{EN DASH}{last}" for first, last, _ in found)
    return _line(code, people=people_of, sums=tuple(str(each) for _, _, each in found))


def _to_saboteurs(game: Game) -> Iterator[AccountView]:
    """GOLD-07, by how many saboteurs there may be beside the dwarves put aside (SETUP-04)."""
    rules, seats = game.ruleset, len(game.seats)
    all_ = dict(rules.pool(seats)).get(Role.SABOTEUR, 0)
    least = max(1, all_ - rules.spare(seats))
    sums = [rules.reward(saboteurs) for saboteurs in range(least, min(all_, seats) + 1)]
    if len(set(sums)) == 1:
        yield _line("each_saboteur", nuggets=sums[0])
    elif sums:
        yield _scale("scale_saboteurs", least, sums)


def _to_winners(game: Game, *, reached: bool) -> Iterator[AccountView]:
    """S2G-02, S2G-03, S2R-12. Which teams win hangs on the dwarf of whoever laid the last card, and on the doors."""
    now, rules, pool = playing(game), game.ruleset, dict(game.ruleset.pool(len(game.seats)))
    roles: list[Role] = [role for role in pool if role not in (Role.SABOTEUR, Role.GEOLOGIST)]
    if missed(rules, pay.unblocked(game), reached=reached):
        roles = [role for role in pool if role.value in winners_without(rules)]
        yield _line("win_without_gold", role=tuple(role.value for role in roles))
    free = sum(Mark.TRAPPED not in marks for marks in now.marks)
    most = min(free, sum(pool[role] for role in roles))
    yield _scale("scale_winners", 1, [rules.team_share(winners, "") for winners in range(1, most + 1)])
    for role, less in rules.gets_less:
        if role in roles:
            yield _line("less", role=role.value, less=less)
    crystals = crystals_on(now.board, rules)
    if crystals and Role.GEOLOGIST in pool:
        yield _line("crystals_all", nuggets=crystals)


def _fixed_to_miners(game: Game, finisher: SeatId) -> Iterator[AccountView]:
    """TOUR-04, TOUR-05, CON-24"""
    rules = game.ruleset
    yield _line("miners_each", nuggets=rules.miner_reward)
    code = "completer_whoever" if rules.completer_whoever else "completer_if_miner"
    yield _line(code, seat=finisher, nuggets=rules.completer_reward)
    yield from _greedy(game, finisher)


def _greedy(game: Game, finisher: SeatId) -> Iterator[AccountView]:
    """WC16-02"""
    if Role.GREEDY in dict(game.ruleset.pool(len(game.seats))):
        yield _line("greedy_alone", seat=finisher, nuggets=game.ruleset.greedy_reward)


def _to_draw(game: Game, finisher: SeatId) -> Iterator[AccountView]:
    """How many cards people draw, and from whom they go round: GOLD-01, GOLD-03. Where they do not go from miner to
    miner whoever these are, a broken tool counts, or nobody knows how many are drawn, the app cannot tell."""
    seats = range(len(game.seats))
    if game.ruleset.skip_sabotaged is not SkipSabotaged.NONE:
        return
    orders = {
        miners: round_shares(game, [Role.MINER if seat in miners else Role.SABOTEUR for seat in seats]).order
        for miners in possible_miners(game.ruleset, len(seats))
    }
    if any(order != _from_miner_to_miner(finisher, seats, miners, len(order)) for miners, order in orders.items()):
        return
    drawn = {len(order) for order in orders.values()}
    if all(len(order) == len(miners) for miners, order in orders.items()):
        yield _line("draw_miners", seat=finisher)
    elif len(drawn) == 1:
        yield _line("draw_players", seat=finisher, players=drawn.pop())
    else:
        return
    yield from _greedy(game, finisher)


def _from_miner_to_miner(
    first: SeatId, seats: Sequence[SeatId], miners: Collection[SeatId], cards: int
) -> tuple[SeatId, ...]:
    """Who takes so many cards, counter-clockwise."""
    circle = (seats[(first - step) % len(seats)] for step in count())
    return tuple(islice((seat for seat in circle if seat in miners), cards))
