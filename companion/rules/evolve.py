"""Apply events, one by one or while a decision is being told. Nothing is judged.

Total: every event can be applied to every game it was decided for.
"""

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
from companion.rules.evolve_round import changed, playing
from companion.state.events import Configured, Event
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.round import Round


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


class Decision:
    """The events of one decision, with the game as it stands after each, so that a rule can ask what is now."""

    def __init__(self, game: Game, *events: Event) -> None:
        self.game = game
        self._told: list[Event] = []
        self.tell(*events)

    def tell(self, *events: Event) -> None:
        for event in events:
            self.game = evolve(self.game, event)
            self._told.append(event)

    def follow(self, more: Decision) -> None:
        """What was decided of the game as it stands here comes next."""
        self.game = more.game
        self._told += more.events

    @property
    def round(self) -> Round:
        return playing(self.game)

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(self._told)


Outcome = Decision | Refusal  # what happens now, or why nothing does


def _configured(game: Game, event: Configured) -> Game:
    ruleset = compose(event.edition, event.modules, event.options)
    if isinstance(ruleset, Conflict):
        raise ValueError(f"an event of another time: {ruleset}")
    supplies = {"roles_supply": event.roles, "goals_supply": event.goals, "gold_supply": event.gold}
    return changed(game, ruleset=ruleset, turn_time_s=event.turn_time_s, **supplies)


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
