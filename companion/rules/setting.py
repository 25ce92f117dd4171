"""Setting the table before a round: the list of what people lay out with their own cards, and when it is done.

Which cards the app deals and which are shuffled by hand differs with the three supplies. The sentences are the pages'.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.editions.ruleset import Ruleset
from companion.rules.evolve import Decision, Outcome
from companion.rules.evolve_round import playing
from companion.rules.flow import settle
from companion.state import commands as c
from companion.state import events as e
from companion.state.commands import Actor, Supply
from companion.state.game import Game
from companion.state.pending import SettingTable
from companion.state.refusals import Refusal


@dataclass(frozen=True)
class Line:
    """One thing to do. `key` names its sentence, `number` goes into it."""

    key: str
    number: int = 0


CLEARED, START, GOALS, CHESTS = "collect", "start", "goals", "chests"  # those that a camera can see


@dataclass(frozen=True)
class Supplies:
    """Who brings what, in one round after the other. `again`: a round was played before."""

    roles: Supply = Supply.APP
    goals: Supply = Supply.APP
    gold: Supply = Supply.APP
    again: bool = False


def lines_of(game: Game) -> tuple[Line, ...]:
    """The list for the round that is being set or played."""
    supplies = Supplies(game.roles_supply, game.goals_supply, game.gold_supply, playing(game).number > 1)
    return tuple(lines(game.ruleset, supplies, len(game.seats)))


def lines(rules: Ruleset, by: Supplies, players: int) -> Iterator[Line]:
    """In the order in which it is done."""
    if by.again:
        yield Line(CLEARED)
    yield Line(START)
    yield Line(GOALS, rules.goals_laid)
    if rules.chests:
        yield Line(CHESTS, rules.chests)
    if rules.site_cell:
        yield Line("site")
    if by.roles is Supply.CARDS:
        yield Line("dwarves")
    if not by.again:
        yield from _left_in_box(rules, by)
    yield from _deck(rules, players, again=by.again)
    if rules.toll_dwarves:
        yield Line("tolls", rules.toll_dwarves)
    if rules.start_nuggets and not by.again and by.gold is Supply.CARDS:
        yield Line("nuggets", rules.start_nuggets)


def _left_in_box(rules: Ruleset, by: Supplies) -> Iterator[Line]:
    """What nobody needs tonight: cards that the app deals, and those that these rules do without."""
    stay = [name for name, supply in (("roles", by.roles), ("gold", by.gold)) if supply is Supply.APP]
    if stay:
        yield Line(f"in_box_{'_'.join(stay)}")
    yield from (Line(f"without_{deed}", number) for deed, number in rules.left_in_box)


def _deck(rules: Ruleset, players: int, *, again: bool) -> Iterator[Line]:
    if rules.midway:
        yield Line("midway")
        yield Line("shuffle_rest", rules.deck)
    else:
        yield Line("shuffle_again" if again else "shuffle", rules.deck)
    if rules.set_aside:
        yield Line("aside", rules.set_aside)
    yield Line("deal", rules.hand(players))


def tick_line(game: Game, by: Actor, command: c.TickLine) -> Outcome:
    """Once every line is ticked the table is set, and nobody has to press more."""
    pending = game.pending
    if not isinstance(pending, SettingTable):
        return Refusal("not_now")
    if command.line not in (line.key for line in lines_of(game)):
        return Refusal("not_among_these")
    if (command.line in pending.ticked) is command.done:
        return Decision(game)
    decision = Decision(game, e.LineTicked(command.line, command.done))
    if not left_to_do(decision.game):
        _go_on(decision)
    return decision


def set_table(game: Game, by: Actor, command: c.SetTable) -> Outcome:
    if not isinstance(game.pending, SettingTable):
        return Refusal("not_now")
    decision = Decision(game)
    _go_on(decision)
    return decision


def begin_amid(game: Game, maze: e.Resynced) -> Decision:
    """The table is set with the maze of a round that was begun elsewhere."""
    decision = Decision(game, maze)
    _go_on(decision)
    return decision


def _go_on(decision: Decision) -> None:
    decision.tell(e.TableSet())
    settle(decision)


def left_to_do(game: Game) -> frozenset[str]:
    """The keys of the lines that nobody has ticked."""
    ticked = game.pending.ticked if isinstance(game.pending, SettingTable) else ()
    return frozenset(line.key for line in lines_of(game)) - frozenset(ticked)
