"""The moment after a card was played in which the others may veto it (WC19). What it does then: rules.decide.

All with a card in hand are asked alike, also at the demo table, whose hands the app deals: a question for the holder
only, or a pause only where there is a holder, would tell the others that a veto is about.
"""

from __future__ import annotations

from companion.editions.cards import Deed
from companion.rules.course import begin_turn, draw, next_seat
from companion.rules.effects import EFFECTS, Play
from companion.rules.evolve_round import playing
from companion.rules.story import Story
from companion.state import card_events as e
from companion.state import commands as c
from companion.state.commands import Actor, BySeat, ByTable, Command, SeatId
from companion.state.events import Event
from companion.state.game import Game
from companion.state.pending import Pioneering, Playing, Vetoing
from companion.state.refusals import Refusal

Answer = tuple[Event, ...] | Refusal

CARDS = (  # path and action cards; not a pass, nor what is done with cards thrown away
    c.PlacePath, c.BreakTool, c.RepairTool, c.Rockfall, c.UseMap,
    c.LayThief, c.HandsOff, c.Trap, c.Free, c.Inspect, c.SwapHats, c.SwapHands,
    c.SwapGoals, c.SearchDiscards, c.ReverseTurns, c.Pioneer, c.MoveLast,
)  # fmt: skip
AGAIN = (Deed.TREASURE_FINDER,)  # cards that may bring a veto back out of the discards


def may_come(game: Game, command: Command) -> tuple[SeatId, ...]:
    """Who could veto this card: everybody else with a card in hand, while a veto may still be about."""
    pending, rules = game.pending, game.ruleset
    if not rules.vetoes or not isinstance(command, CARDS) or not isinstance(pending, Playing | Pioneering):
        return ()
    now = playing(game)
    comes_back = rules.chests > 0 or any(deed in rules.deeds for deed in AGAIN)
    if now.vetoes >= rules.vetoes and not comes_back:
        return ()
    return tuple(seat for seat, cards in enumerate(now.hands) if cards and seat != pending.seat)


def hold(game: Game, by: Actor, command: Command, waiting: tuple[SeatId, ...]) -> tuple[Event, ...]:
    return (e.CardPlayed(playing(game).turn, command, waiting, by_table=isinstance(by, ByTable)),)


def let_stand(game: Game, by: Actor, command: c.LetStand) -> Answer:
    """Everybody has let it stand where the last event is `CardStood`."""
    window = game.pending
    if not isinstance(window, Vetoing):
        return Refusal("not_now")
    if isinstance(by, BySeat) and by.seat not in window.waiting:
        return Refusal("not_now")
    if isinstance(by, BySeat) and len(window.waiting) > 1:
        return (e.VetoDeclined(by.seat),)
    return (e.CardStood(window.seat),)


def veto(game: Game, by: Actor, command: c.Veto) -> Answer:
    window = game.pending
    if not isinstance(window, Vetoing):
        return Refusal("not_now")
    if isinstance(by, BySeat) and by.seat != command.seat:
        return Refusal("only_the_table")
    if not 0 <= command.seat < len(game.seats):
        return Refusal("no_such_seat")
    refusal = EFFECTS[Deed.VETO].judge(game, Play(Deed.VETO, command.seat, against="card"))
    if refusal or command.seat not in window.waiting:
        return refusal or Refusal("not_now")
    story = Story(game)
    story.tell(e.CardVetoed(window.seat, command.seat))
    draw(story, window.seat, story.round.progress.laid + 1)
    draw(story, command.seat, 1)
    begin_turn(story, next_seat(window.seat, len(game.seats), story.round.direction))
    return story.events
