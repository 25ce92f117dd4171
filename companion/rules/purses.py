"""What a seat owns in nuggets, and how one is spent. Gold cards and who wins them: rules.share, rules.rounds."""

from __future__ import annotations

from collections import Counter

from companion.cards.found import Telling
from companion.state.commands import SeatId, Supply
from companion.state.events import GoldChanged, NuggetsPaid
from companion.state.game import Game
from companion.state.secret import Secret


def owned(game: Game, seat: SeatId) -> int:
    """Nuggets, without gold cards."""
    return game.purses[seat].open_for("whoever pays or is robbed must own something")


def may_spend(game: Game, seat: SeatId) -> bool:
    """Owns a nugget, or a gold card that can be changed for some; with printed gold only the table knows."""
    return game.gold_supply is Supply.CARDS or owned(game, seat) > 0 or bool(_cards(game, seat))


def pay(decision: Telling, seat: SeatId, nuggets: int, why: str) -> None:
    """From the bank, or to it where negative."""
    if nuggets and decision.game.gold_supply is Supply.APP:
        decision.tell(NuggetsPaid(seat, nuggets, why))


def change_a_card(decision: Telling, seat: SeatId) -> None:
    """Before a nugget is spent by somebody who owns gold cards only."""
    cards = _cards(decision.game, seat)
    if decision.game.gold_supply is Supply.APP and not owned(decision.game, seat) and cards:
        decision.tell(GoldChanged(seat, Secret(min(cards))))


def gold_pile(game: Game) -> tuple[int, ...]:
    """The gold cards that nobody owns, by value."""
    owned: Counter[int] = Counter()
    for cards in game.gold:
        owned.update(cards.open_for("what is owned is no longer in the pile"))
    return tuple(sorted((Counter(game.ruleset.gold_values) - owned).elements()))


def _cards(game: Game, seat: SeatId) -> list[int]:
    return [value for value in game.gold[seat].open_for("a card may be changed for nuggets") if value > 0]
