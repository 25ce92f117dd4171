"""All that people may say of printed cards that the game asks about: which goal it was, who was what. No moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from companion.rules.decide import decide
from companion.state import commands as c
from companion.state import pending as p
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.words import Command


def tellings(game: Game) -> tuple[Command, ...]:
    """Each is one that `decide` accepts; none where nothing printed is asked about."""
    asked = _ASKED.get(type(game.pending))
    told = dict.fromkeys(asked(game, game.pending)) if asked is not None else {}
    return tuple(one for one in told if not isinstance(decide(game, c.ByTable(), one), Refusal))


def _goals(game: Game, pending: p.TellingGoal) -> Iterator[Command]:
    for card in game.ruleset.goals:
        for face in (card.face, card.face.half_turn()):
            yield c.TellGoal(pending.cell, card.kind, face, card.nuggets)


def _chests(game: Game, pending: p.TellingChest) -> Iterator[Command]:
    lying = [game.round.board.at(cell) for cell in game.round.chest_cells] if game.round is not None else []
    told = Counter(card.face.upright() for card in lying if card is not None and card.face is not None)
    for printed in (Counter(face.upright() for face in game.ruleset.chest_paths) - told).elements():
        for face in (printed, printed.half_turn()):
            yield from (c.TellChest(pending.cell, face, effect) for effect in game.ruleset.chest_effects)


def _midway(game: Game, pending: p.LayingMidway) -> Iterator[Command]:
    for card in game.ruleset.paths:
        yield from (c.LayMidway(face) for face in (card.face, card.face.half_turn()))


def _roles(game: Game, pending: p.TellingRoles) -> Iterator[Command]:
    roles = [role.value for role, _ in game.ruleset.pool(len(game.seats))]
    yield from (c.TellRole(seat, role) for seat in pending.seats[:1] for role in roles)
    if not pending.seats:
        yield c.AgreeRoles()


def _gold(game: Game, pending: p.TellingGold) -> Iterator[Command]:
    """Of one player after the other, and together no more than there is."""
    left = game.ruleset.most_owned - sum(own or 0 for own in game.told_gold)
    yield from (c.TellGold(seat, own) for seat in pending.seats[:1] for own in range(left + 1))


_ASKED: dict[type, Callable[[Game, Any], Iterable[Command]]] = {
    p.TellingGoal: _goals,
    p.TellingChest: _chests,
    p.LayingMidway: _midway,
    p.TellingRoles: _roles,
    p.TellingGold: _gold,
}
