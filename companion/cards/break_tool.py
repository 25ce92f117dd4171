"""Break a tool: nobody with a broken tool may lay path cards (TOOL-01 to TOOL-03)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from companion.cards.asked import TOOL, Way
from companion.cards.card import Card, Happening, Said
from companion.cards.deck import Deck
from companion.cards.liking import Eyes, Ideas, Playable
from companion.editions.cards import Tool
from companion.rules.evolve_round import at, played, playing
from companion.state.commands import SeatId
from companion.state.events import Event
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.words import Command

KEY = "break"


@dataclass(frozen=True)
class BreakTool(Command, word="break_tool"):
    """Break a tool of the target, who then lays no path cards (TOOL-01)."""

    target: SeatId
    tool: Tool


@dataclass(frozen=True)
class ToolBroken(Event, word="tool_broken"):
    seat: SeatId
    target: SeatId
    tool: Tool


def judge(game: Game, seat: SeatId, play: BreakTool) -> Refusal | None:
    if play.target == seat and not game.ruleset.self_sabotage:
        return Refusal("not_on_yourself")  # TOOL-03
    if play.tool in playing(game).broken[play.target]:
        return Refusal("tool_already_broken", {"seat": play.target, "tool": play.tool.value})  # TOOL-02
    return None


def happen(game: Game, seat: SeatId, play: BreakTool) -> tuple[Event, ...]:
    return (ToolBroken(seat, play.target, play.tool),)


def change(game: Game, event: ToolBroken) -> Game:
    broken = playing(game).broken
    more = tuple(sorted({*broken[event.target], event.tool}))
    return played(game, event.seat, 0, broken=at(broken, event.target, more))


def tell(event: ToolBroken, me: SeatId | None) -> Said:
    return "tool_broken", {"seat": event.seat, "target": event.target, "tool": event.tool.value}


def hands(deck: Deck, event: ToolBroken) -> None:
    deck.before[(event.target, event.tool)] = deck.play(event.seat, KEY, (event.tool,))


def liked(card: Playable, eyes: Eyes, ways: Sequence[Way], rng: Random) -> Ideas:
    """A saboteur breaks what he can."""
    ideas: Ideas = []
    for drawn in eyes.held:
        weight = 1.0 + 3 * rng.random() if eyes.digs else 3.0 + 5 * rng.random()
        ideas += [(weight, card.played(way)) for way in ways if way.seat != eyes.me and way.tool in drawn]
    return ideas


CARD = Card(
    KEY, BreakTool, judge, happen,
    asks=(TOOL,),
    events=(Happening(ToolBroken, change, tell, hands),),
    icon="pickaxe",
    cracks=True,
    liked=liked,
    rules=("TOOL-01", "TOOL-02", "TOOL-03"),
    sign="x",
)  # fmt: skip
