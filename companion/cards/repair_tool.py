"""Repair: one broken tool is mended, with a card on which it is drawn, alone or beside others (TOOL-04 to TOOL-06)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from companion.cards.asked import TOOL, Way
from companion.cards.card import Card, Happening, Said
from companion.cards.deck import Deck, taken_away
from companion.cards.liking import Eyes, Ideas, Playable
from companion.editions.cards import Tool
from companion.rules.evolve_round import at, played, playing
from companion.state.commands import SeatId
from companion.state.events import Event
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.words import Command

KEY = "repair"


@dataclass(frozen=True)
class RepairTool(Command, word="repair_tool"):
    """`card` is the set of tools drawn on the repair card: one tool, or two on a double repair (TOOL-05)."""

    target: SeatId
    tool: Tool
    card: tuple[Tool, ...] = ()


@dataclass(frozen=True)
class ToolRepaired(Event, word="tool_repaired"):
    seat: SeatId
    target: SeatId
    tool: Tool
    card: tuple[Tool, ...]


def judge(game: Game, seat: SeatId, play: RepairTool) -> Refusal | None:
    if play.card and play.tool not in play.card:
        return Refusal("tool_not_on_card", {"tool": play.tool.value})  # TOOL-05
    if play.card and not any(sorted(play.card) == sorted(printed) for printed in game.ruleset.repair_cards):
        return Refusal("no_such_card")
    if play.tool not in playing(game).broken[play.target]:
        return Refusal("no_such_broken_tool", {"seat": play.target, "tool": play.tool.value})  # TOOL-06
    return None


def happen(game: Game, seat: SeatId, play: RepairTool) -> tuple[Event, ...]:
    return (ToolRepaired(seat, play.target, play.tool, play.card or (play.tool,)),)


def change(game: Game, event: ToolRepaired) -> Game:
    broken = playing(game).broken
    left = tuple(tool for tool in broken[event.target] if tool != event.tool)
    return played(game, event.seat, 2, broken=at(broken, event.target, left))


def tell(event: ToolRepaired, me: SeatId | None) -> Said:
    return "tool_repaired", {"seat": event.seat, "target": event.target, "tool": event.tool.value}


def hands(deck: Deck, event: ToolRepaired) -> None:
    deck.discards.append(deck.play(event.seat, KEY, (event.tool, *event.card)))
    taken_away(deck, event.target, event.tool)


def liked(card: Playable, eyes: Eyes, ways: Sequence[Way], rng: Random) -> Ideas:
    """Oneself first; a digger mends others now and then."""
    ideas: Ideas = []
    for drawn in eyes.held:
        for seat in dict.fromkeys(way.seat for way in ways if way.seat is not None):
            weight = 9.0 if seat == eyes.me else 3.0 + 2 * rng.random() if eyes.digs else 0.0
            mended = [way.tool for way in ways if way.seat == seat and way.tool in drawn]
            ideas += [(weight, RepairTool(seat, tool, drawn)) for tool in mended]
    return ideas


CARD = Card(
    KEY, RepairTool, judge, happen,
    asks=(TOOL,),
    events=(Happening(ToolRepaired, change, tell, hands),),
    icon="wrench",
    liked=liked,
    rules=("TOOL-04", "TOOL-05", "TOOL-06"),
    sign="+",
)  # fmt: skip
