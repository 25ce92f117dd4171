"""Cards that change how turns go: direction, pioneer, treasure finder (WC18, WC20, WC22)."""

from __future__ import annotations

from companion.rules import draws
from companion.rules.effects.play import Effect, Play
from companion.rules.evolve_round import playing
from companion.rules.place import hindrances
from companion.state.card_events import DiscardsSearched, PioneerPlayed, TurnsReversed
from companion.state.events import Event
from companion.state.game import Game
from companion.state.refusals import Refusal


def judge_pioneer(game: Game, play: Play) -> Refusal | None:
    now = playing(game)
    reasons = hindrances(now.broken[play.seat], now.marks[play.seat])
    if reasons:
        return Refusal("may_lay_no_path", {"seat": play.seat}, reasons)
    if now.hands[play.seat] < 2:
        return Refusal("too_few_cards", {"least": 2})
    return None


def _always(game: Game, play: Play) -> Refusal | None:
    return None


def pioneer(game: Game, play: Play) -> tuple[Event, ...]:
    return (PioneerPlayed(play.seat),)


def reverse(game: Game, play: Play) -> tuple[Event, ...]:
    return (TurnsReversed(play.seat, playing(game).direction.reversed),)


def search(game: Game, play: Play) -> tuple[Event, ...]:
    now = playing(game)
    looked, kept, _ = draws.after_search(now.hands[play.seat], now.discards, game.ruleset.cards_searched)
    return (DiscardsSearched(play.seat, looked, kept),)


PIONEER = Effect(judge_pioneer, pioneer)
REVERSE = Effect(_always, reverse)
TREASURE_FINDER = Effect(_always, search)
