"""Whether the table may say that a round is over, and whether it is over for good. What follows: rules.rounds."""

from __future__ import annotations

from companion.cards.register import chest_asks
from companion.editions.parameters import RoundEnd
from companion.rules import rounds
from companion.rules.evolve import Decision, Outcome
from companion.rules.evolve_round import playing
from companion.state import commands as c
from companion.state.commands import Actor
from companion.state.game import Game
from companion.state.pending import (
    AmidTurn,
    AskingToll,
    Dealing,
    LayingMidway,
    LookingAtRoles,
    Pending,
    Pioneering,
    Playing,
    Redealing,
    RoundOver,
    SettingTable,
    TellingRoles,
    Vetoing,
)
from companion.state.refusals import Refusal


def end_round(game: Game, by: Actor, command: c.EndRound) -> Outcome:
    refusal = why_not_over(game)
    if refusal and not (command.forced and refusal.can_force):
        return refusal
    decision = Decision(game)
    rounds.end_round(decision, "table" if refusal else "no_playable", None)
    return decision


def may_be_ended(game: Game) -> bool:
    """The table may say that the round is over, perhaps against what the rules think."""
    refusal = why_not_over(game)
    return refusal is None or refusal.can_force


def why_not_over(game: Game) -> Refusal | None:
    """Why the round may not end although the table says that nobody has a playable card."""
    return _amid(game.pending) or _cards_left(game)


def is_told(game: Game) -> bool:
    """The round is over and its secrets are on the table: it cannot be played on as if they were not.

    Printed dwarves that nobody has told the app are no secrets of its own: until the next round begins, it can be.
    """
    if game.round is None or game.round.ending is None:
        return False
    return game.round.ending.shown_roles is not None or not isinstance(game.pending, TellingRoles | RoundOver)


def _amid(pending: Pending) -> Refusal | None:
    """What is still to be done. A card that waits for an answer is in hand until then, and may stay there."""
    if isinstance(pending, Playing):
        return None
    if isinstance(pending, Vetoing | AskingToll):
        return Refusal("card_waits", {"seat": pending.seat}, can_force=True)
    if isinstance(pending, Pioneering):
        return Refusal("turn_not_over", {"seat": pending.seat}, can_force=True)
    if isinstance(pending, Dealing | SettingTable | LookingAtRoles | LayingMidway):
        return Refusal("round_not_begun")
    if isinstance(pending, AmidTurn | Redealing) or chest_asks(pending):
        return Refusal("turn_not_over", {"seat": pending.seat})
    return Refusal("not_now")


def _cards_left(game: Game) -> Refusal | None:
    """What the box wants to be empty first (END-08, CON-03)."""
    now = playing(game)
    if now.pile:
        return Refusal("pile_not_empty", {"cards": now.pile}, can_force=True)
    if game.ruleset.round_end is RoundEnd.HANDS_EMPTY and any(now.hands):
        return Refusal("hands_not_empty", {"cards": sum(now.hands)}, can_force=True)
    return None
