"""Somebody has another dwarf: the top of the spare pile; his own goes to its bottom. No card of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.cards.card import Happening, Said
from companion.cards.deck import Deck
from companion.rules.evolve_round import at, played, playing, with_round
from companion.state.commands import SeatId, Supply
from companion.state.events import Event
from companion.state.game import Game
from companion.state.secret import Secret


@dataclass(frozen=True)
class HatSwapped(Event, word="hat_swapped"):
    """`target` has the dwarf from the top of the spare pile now. `card`: by a card, else by the maze."""

    seat: SeatId
    target: SeatId
    card: bool = True


def change(game: Game, event: HatSwapped) -> Game:
    swapped = played(game, event.seat, 1) if event.card else game
    now = playing(swapped)
    if now.roles is None or now.aside is None:
        return swapped
    roles = now.roles.open_for("one dwarf goes to the bottom of the spare pile")
    spare = now.aside.open_for("and the one on top of it comes")
    if not spare:
        return swapped
    seen = tuple(seat for seat in now.seen_role if seat != event.target)
    return with_round(
        swapped,
        roles=Secret(at(roles, event.target, spare[0])),
        aside=Secret((*spare[1:], roles[event.target])),
        seen_role=seen,
    )


def tell(event: HatSwapped, me: SeatId | None) -> Said:
    if event.target == me:
        return "hat_is_new", {}
    return "hat_swapped", {"seat": event.seat, "target": event.target}


def shows(game: Game, event: HatSwapped) -> bool:
    return game.roles_supply is Supply.APP


def new_dwarf(hands: Callable[[Deck, HatSwapped], None]) -> Happening[HatSwapped]:
    """By a card of a hand."""
    return Happening(HatSwapped, change, tell, hands, shows=shows, when=lambda event: event.card)


BY_THE_MAZE = Happening(HatSwapped, change, tell, shows=shows, when=lambda event: not event.card)
