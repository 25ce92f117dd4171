"""What a seat owns in nuggets, and how one is spent. Gold cards and who wins them: rules.share, rules.rounds."""

from __future__ import annotations

from companion.rules.story import Story
from companion.state.card_events import GoldChanged, NuggetsPaid
from companion.state.commands import SeatId, Supply
from companion.state.game import Game
from companion.state.secret import Secret


def owned(game: Game, seat: SeatId) -> int:
    """Nuggets, without gold cards."""
    return game.purses[seat].open_for("whoever pays or is robbed must own something")


def may_spend(game: Game, seat: SeatId) -> bool:
    """Owns a nugget, or a gold card that can be changed for some; with printed gold only the table knows."""
    return game.gold_supply is Supply.CARDS or owned(game, seat) > 0 or bool(_cards(game, seat))


def pay(story: Story, seat: SeatId, nuggets: int, why: str) -> None:
    """From the bank, or to it where negative."""
    if nuggets and story.game.gold_supply is Supply.APP:
        story.tell(NuggetsPaid(seat, nuggets, why))


def change_a_card(story: Story, seat: SeatId) -> None:
    """Before a nugget is spent by somebody who owns gold cards only."""
    cards = _cards(story.game, seat)
    if story.game.gold_supply is Supply.APP and not owned(story.game, seat) and cards:
        story.tell(GoldChanged(seat, Secret(min(cards))))


def _cards(game: Game, seat: SeatId) -> list[int]:
    return [value for value in game.gold[seat].open_for("a card may be changed for nuggets") if value > 0]
