"""How a round's gold is shared out: who takes cards in which order, and what the saboteurs are paid. No events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from companion.editions.cards import Role
from companion.editions.parameters import Completer, Direction, GoldDeal, GoldDraw, ShortPayout, SkipSabotaged
from companion.editions.ruleset import Ruleset
from companion.state.round import next_seat


@dataclass(frozen=True)
class Shares:
    """order : who takes one of the drawn gold cards after the other; due : nuggets paid from the pile, by seat."""

    order: tuple[int, ...]
    due: tuple[int, ...]


def shares(
    ruleset: Ruleset,
    roles: Sequence[str],
    sabotaged: Sequence[bool],
    finisher: int | None,
    reached: bool,
    *,
    turned_round: bool = False,
) -> Shares:
    """`sabotaged`: has a broken tool before him; `turned_round`: the direction was reversed (WC20)."""
    nothing = (0,) * len(roles)
    if not reached:
        return Shares((), _saboteurs_due(ruleset, roles))
    if finisher is not None and roles[finisher] == Role.GREEDY:
        due = tuple(ruleset.greedy_reward if seat == finisher else 0 for seat in range(len(roles)))
        return Shares((), due)  # WC16-02
    return Shares(_order(ruleset, roles, sabotaged, finisher, turned_round), nothing)


def possible_miners(ruleset: Ruleset, seats: int) -> Iterator[frozenset[int]]:
    """Who may be the miners, beside the dwarves put aside (SETUP-03)."""
    most = dict(ruleset.pool(seats)).get(Role.MINER, 0)
    for miners in range(max(1, most - ruleset.spare(seats)), min(most, seats) + 1):
        yield from map(frozenset, combinations(range(seats), miners))


def best_to_worst(values: Sequence[int], order: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Each in turn takes the highest card left (GOLD-06): (seat, value). Stops when either runs out."""
    return tuple(zip(order, sorted(values, reverse=True), strict=False))


def payout(
    pile: Sequence[int], due: Sequence[int], short: ShortPayout = ShortPayout.BEST_POSSIBLE
) -> tuple[tuple[int, ...], ...]:
    """Gold cards from the pile worth what is due to each (GOLD-10), few cards rather than many.

    Where the pile cannot pay everybody exactly, each is paid the most below what is due, or the least above it where
    the table says so, one after the other.
    """
    counts = Counter(value for value in pile if value > 0)
    left = tuple(sorted(counts.items(), reverse=True))
    return _exactly(left, tuple(due)) or _as_near(left, due, higher=short is ShortPayout.NEXT_HIGHER)


def fixed_nuggets(roles: Sequence[str], finisher: int | None, reached: bool, ruleset: Ruleset) -> tuple[int, ...]:
    """Fixed nuggets: three to the miner who completes, two to the others (TOUR-04, TOUR-05)."""
    if not reached:
        return _saboteurs_due(ruleset, roles)
    if finisher is not None and roles[finisher] == Role.GREEDY:
        return tuple(ruleset.greedy_reward if seat == finisher else 0 for seat in range(len(roles)))
    paid = [ruleset.miner_reward if role == Role.MINER else 0 for role in roles]
    if finisher is not None and (roles[finisher] == Role.MINER or ruleset.completer_whoever):  # CON-24
        paid[finisher] = ruleset.completer_reward
    return tuple(paid)


def winners_share(nuggets: Sequence[int]) -> tuple[int, ...]:
    """The seats with the most nuggets; ties share (NEXT-03)."""
    best = max(nuggets)
    return tuple(seat for seat, own in enumerate(nuggets) if own == best)


def _saboteurs_due(ruleset: Ruleset, roles: Sequence[str]) -> tuple[int, ...]:
    each = ruleset.reward(sum(role == Role.SABOTEUR for role in roles))  # GOLD-07
    return tuple(each if role == Role.SABOTEUR else 0 for role in roles)


def _order(
    ruleset: Ruleset, roles: Sequence[str], sabotaged: Sequence[bool], finisher: int | None, turned_round: bool
) -> tuple[int, ...]:
    """Who takes the first card, who the next; a miner more than once where there are more cards than miners."""
    miners = [role == Role.MINER for role in roles]
    served = [
        miner and (ruleset.skip_sabotaged is SkipSabotaged.NONE or not out)
        for miner, out in zip(miners, sabotaged, strict=True)
    ]
    counted = served if ruleset.skip_sabotaged is SkipSabotaged.UNCOUNTED else miners
    circle = _circle(served, finisher or 0, turned_round)
    if not circle:
        return ()
    takes = ruleset.saboteur_completer is Completer.TAKES  # CON-02
    ahead = [finisher] if takes and finisher is not None and not miners[finisher] else []
    drawn = cards_drawn(ruleset, len(roles), sum(counted))
    if ruleset.gold_deal is GoldDeal.ONCE_EACH and ruleset.skip_sabotaged is not SkipSabotaged.SKIP:
        drawn = min(drawn, len(ahead) + len(circle))  # GOLD-04; with SABD-01 others may get more
    rest = drawn - len(ahead)
    return tuple(ahead + [circle[turn % len(circle)] for turn in range(rest)])


def _circle(served: Sequence[bool], first: int, turned_round: bool) -> list[int]:
    """The seats that are served, in the order in which the cards go round the table."""
    direction = Direction.CW if turned_round else Direction.CCW  # GOLD-03, WC20
    round_table = [first]
    while len(round_table) < len(served):
        round_table.append(next_seat(round_table[-1], len(served), direction))
    return [seat for seat in round_table if served[seat]]


def cards_drawn(ruleset: Ruleset, seats: int, miners: int) -> int:
    """Gold cards drawn (GOLD-01), nine at most where the rulebook says so for ten players, and more (GOLD-02)."""
    cards = seats if ruleset.gold_draw is GoldDraw.PLAYERS else miners
    return min(cards, ruleset.gold_cap_10) if ruleset.gold_cap_10 else cards


Pile = tuple[tuple[int, int], ...]  # (value, copies), highest value first


def _exactly(pile: Pile, due: tuple[int, ...]) -> tuple[tuple[int, ...], ...] | None:
    if not due:
        return ()
    for cards in _sums(pile, due[0]):
        rest = _exactly(_without(pile, cards), due[1:])
        if rest is not None:
            return (cards, *rest)
    return None


def _as_near(pile: Pile, due: Sequence[int], *, higher: bool) -> tuple[tuple[int, ...], ...]:
    paid = []
    for nuggets in due:
        above = range(nuggets, sum(value * copies for value, copies in pile) + 1) if higher else range(0)
        cards = next(cards for sum_ in (*above, *range(nuggets, -1, -1)) for cards in _sums(pile, sum_))
        paid.append(cards)
        pile = _without(pile, cards)
    return tuple(paid)


@lru_cache(maxsize=1024)
def _sums(pile: Pile, nuggets: int) -> tuple[tuple[int, ...], ...]:
    """Every way to make the sum from the pile, high cards first."""
    if nuggets == 0:
        return ((),)
    return tuple(
        (value, *rest)
        for place, (value, copies) in enumerate(pile)
        if copies and value <= nuggets
        for rest in _sums(((value, copies - 1), *pile[place + 1 :]), nuggets - value)
    )


def _without(pile: Pile, cards: tuple[int, ...]) -> Pile:
    gone = Counter(cards)
    return tuple((value, copies - gone[value]) for value, copies in pile)
