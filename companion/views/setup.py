"""What the table may choose before the game and what it has chosen, in the window's words. Editions decide it."""

from __future__ import annotations

from functools import lru_cache

from companion.editions import EDITIONS
from companion.editions.compose import compose
from companion.editions.ruleset import Ruleset
from companion.rules.lobby import may_start
from companion.state.game import Game
from companion.state.pending import AtLobby
from companion.views.model import EditionView, SetupView


def setup_of(game: Game) -> SetupView:
    rules = game.ruleset
    problem = may_start(game)
    return SetupView(
        edition=rules.edition,
        modules=rules.modules,
        options=rules.options,
        roles=game.roles_supply,
        goals=game.goals_supply,
        gold=game.gold_supply,
        turn_time_s=game.turn_time_s,
        editions=_editions(),
        may_start=isinstance(game.pending, AtLobby) and problem is None,
        problem=problem if isinstance(game.pending, AtLobby) else None,
    )


@lru_cache(maxsize=1)
def _editions() -> tuple[EditionView, ...]:
    composed = [compose(box.key) for box in EDITIONS]
    return tuple(EditionView(one.edition, one.least, one.most) for one in composed if isinstance(one, Ruleset))
