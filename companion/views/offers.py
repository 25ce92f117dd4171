"""What a viewer may do now and what the table may choose before the game, in the window's words. Rules decide it."""

from __future__ import annotations

from functools import lru_cache

from companion.editions import EDITIONS
from companion.editions.compose import compose
from companion.editions.ruleset import Ruleset
from companion.rules.lobby import may_start, playable
from companion.rules.options import Target, options
from companion.state.commands import SeatId
from companion.state.game import Game
from companion.state.pending import AtLobby
from companion.views.model import EditionView, OffersView, SetupView, TargetView


def offers_for(game: Game, me: SeatId | None, *, undo: bool) -> OffersView:
    now = options(game, me)
    return OffersView(
        place=now.place,
        break_tool=_targets(now.break_tool),
        repair=_targets(now.repair),
        rockfall=now.rockfall,
        map=now.map,
        discards=now.discards,
        choose_goal=now.choose_goal,
        end_round=now.end_round,
        next_round=now.next_round,
        undo=undo,
    )


def setup_of(game: Game) -> SetupView:
    rules = game.ruleset
    problem = may_start(game)
    return SetupView(
        edition=rules.edition,
        modules=rules.modules,
        options=rules.options,
        roles=game.roles,
        goals=game.goals,
        gold=game.gold_supply,
        editions=_editions(),
        may_start=isinstance(game.pending, AtLobby) and problem is None,
        problem=problem if isinstance(game.pending, AtLobby) else None,
    )


@lru_cache(maxsize=1)
def _editions() -> tuple[EditionView, ...]:
    composed = [compose(box.key) for box in EDITIONS if playable(box.key)]
    return tuple(EditionView(one.edition, one.least, one.most) for one in composed if isinstance(one, Ruleset))


def _targets(targets: tuple[Target, ...]) -> tuple[TargetView, ...]:
    return tuple(TargetView(target.seat, target.tools) for target in targets)
