"""Cards laid before people or played on them: thief, trap, hats, hands, inspection, veto (S2A, WC19)."""

from __future__ import annotations

from companion.editions.cards import Mark
from companion.editions.parameters import SwapHandsDraw
from companion.rules.effects.play import Effect, Play
from companion.rules.evolve_round import playing
from companion.state.card_events import HandsSwapped, HatSwapped, Inspected
from companion.state.commands import SeatId, Supply
from companion.state.events import CardsDrawn, Event, MarkLaid, MarkTaken
from companion.state.game import Game
from companion.state.refusals import Refusal


def judge_thief(game: Game, play: Play) -> Refusal | None:
    target = _target(play)
    if target != play.seat:
        return Refusal("only_before_yourself")  # S2A-01
    return _one_of_a_kind(game, target, Mark.THIEF)


def judge_trap(game: Game, play: Play) -> Refusal | None:
    target = _target(play)
    if target == play.seat:
        return Refusal("not_on_yourself")  # S2A-05
    return _one_of_a_kind(game, target, Mark.TRAPPED)


def judge_hands_off(game: Game, play: Play) -> Refusal | None:
    return _there(game, play, Mark.THIEF)  # S2A-04


def judge_free(game: Game, play: Play) -> Refusal | None:
    return _there(game, play, Mark.TRAPPED)  # S2A-06


def judge_another(game: Game, play: Play) -> Refusal | None:
    """Inspection and swap hands (S2A-07, S2A-09)."""
    return Refusal("not_on_yourself") if _target(play) == play.seat else None


def judge_anybody(game: Game, play: Play) -> Refusal | None:
    """Swap hats (S2A-08)."""
    return None


NO_CARDS = (None, "pass", "discard2", "toll")  # moves without a card played face up


def judge_veto(game: Game, play: Play) -> Refusal | None:
    if playing(game).turn == play.seat:
        return Refusal("only_in_anothers_turn")  # WC19
    return Refusal("nothing_to_veto") if play.against in NO_CARDS else None


def _one_of_a_kind(game: Game, target: SeatId, mark: Mark) -> Refusal | None:
    if mark in playing(game).marks[target]:
        return Refusal("already_there", {"seat": target, "card": mark})  # S2T-05
    return None


def _there(game: Game, play: Play, mark: Mark) -> Refusal | None:
    target = _target(play)
    if mark not in playing(game).marks[target]:
        return Refusal("not_there", {"seat": target, "card": mark})
    return None


def _target(play: Play) -> SeatId:
    if play.target is None:
        raise ValueError("this card needs a player")
    return play.target


def _lay(mark: Mark) -> Effect:
    judge = judge_thief if mark is Mark.THIEF else judge_trap
    return Effect(judge, lambda game, play: (MarkLaid(play.seat, _target(play), mark),))


def _take(mark: Mark) -> Effect:
    judge = judge_hands_off if mark is Mark.THIEF else judge_free
    return Effect(judge, lambda game, play: (MarkTaken(play.seat, _target(play), mark),))


def inspect(game: Game, play: Play) -> tuple[Event, ...]:
    return (Inspected(play.seat, _target(play), shown=game.roles is Supply.APP),)


def swap_hats(game: Game, play: Play) -> tuple[Event, ...]:
    return (HatSwapped(play.seat, _target(play)),)


def swap_hands(game: Game, play: Play) -> tuple[Event, ...]:
    """Who draws at the end of the turn is in dispute (CON-18)."""
    target, draws = _target(play), game.ruleset.swap_hands_draw
    swapped = HandsSwapped(play.seat, target, drawless=draws is SwapHandsDraw.PARTNER)
    if draws is SwapHandsDraw.PLAYER or not playing(game).pile:
        return (swapped,)
    return (swapped, CardsDrawn(target, 1))


def no_card_of_ones_own(game: Game, play: Play) -> tuple[Event, ...]:
    raise ValueError("a veto is played in another's turn: see rules.veto")


LAY_THIEF = _lay(Mark.THIEF)
TRAP = _lay(Mark.TRAPPED)
HANDS_OFF = _take(Mark.THIEF)
FREE = _take(Mark.TRAPPED)
INSPECT = Effect(judge_another, inspect)
SWAP_HANDS = Effect(judge_another, swap_hands)
SWAP_HATS = Effect(judge_anybody, swap_hats)
VETO = Effect(judge_veto, no_card_of_ones_own)
