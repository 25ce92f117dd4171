"""Apply an event. Total: every event can be applied to every game it was decided for, and nothing is judged."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

from companion.cards.register import happening
from companion.editions.compose import compose
from companion.editions.ruleset import Conflict
from companion.rules import (
    evolve_corrections,
    evolve_lobby,
    evolve_maze,
    evolve_nuggets,
    evolve_people,
    evolve_round,
    evolve_score,
)
from companion.state.changed import changed
from companion.state.events import Configured, Event
from companion.state.game import Game


def evolve(game: Game, event: Event) -> Game:
    """The game after the event."""
    apply = _APPLY.get(type(event))
    return apply(game, event) if apply else _by_its_card(game, event)


def _by_its_card(game: Game, event: Event) -> Game:
    found = happening(event)
    if found is None:
        raise TypeError(f"nobody says what changes by a {type(event).__name__}")
    after: Game = found.change(game, event)
    return after


def fold(game: Game, events: Iterable[Event]) -> Game:
    return reduce(evolve, events, game)


def _configured(game: Game, event: Configured) -> Game:
    ruleset = compose(event.edition, event.modules, event.options)
    if isinstance(ruleset, Conflict):
        raise ValueError(f"an event of another time: {ruleset}")
    return changed(game, ruleset=ruleset, roles=event.roles, goals=event.goals, gold_supply=event.gold)


_APPLY: dict[type, Callable[[Game, Any], Game]] = {
    Configured: _configured,
    **evolve_lobby.APPLY,
    **evolve_round.APPLY,
    **evolve_score.APPLY,
    **evolve_corrections.APPLY,
    **evolve_people.APPLY,
    **evolve_maze.APPLY,
    **evolve_nuggets.APPLY,
}
