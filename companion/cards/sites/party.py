"""A postcard that has all dwarves dealt again (PARTY-01)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cards.card import Happening, Said, silent
from companion.cards.found import Site, Telling
from companion.rules.evolve_round import changed, playing, with_round
from companion.state.commands import SeatId
from companion.state.events import Event
from companion.state.game import Game
from companion.state.pending import Playing, Redealing
from companion.state.secret import Secret


@dataclass(frozen=True)
class RedealAsked(Event, word="redeal_asked"):
    """Chance shuffles the dwarves in play."""

    seat: SeatId


@dataclass(frozen=True)
class RolesRedealt(Event, word="roles_redealt"):
    """`roles`: None where people shuffle and deal their printed dwarves."""

    roles: Secret[tuple[str, ...]] | None


def reached(decision: Telling, seat: SeatId) -> bool:
    if decision.round.roles is None:
        decision.tell(RolesRedealt(None))
        return False
    decision.tell(RedealAsked(seat))
    return True


def ask(game: Game, event: RedealAsked) -> Game:
    return changed(game, pending=Redealing(event.seat))


def change(game: Game, event: RolesRedealt) -> Game:
    if event.roles is None:
        return game
    return with_round(game, Playing(playing(game).turn), roles=event.roles, seen_role=())


def tell(event: RolesRedealt, me: SeatId | None) -> Said:
    return ("roles_redealt" if event.roles is not None else "roles_redealt_printed"), {}


SITE = Site(
    "redeal", lambda rules: rules.redeals > 0, reached,
    (
        Happening(RedealAsked, ask, silent),
        Happening(RolesRedealt, change, tell, shows=lambda game, event: event.roles is not None),
    ),
)  # fmt: skip
