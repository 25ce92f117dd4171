"""Broken tools and repairs (TOOL-01 to TOOL-06)."""

from __future__ import annotations

from companion.rules.effects.play import Effect, Play
from companion.rules.evolve_round import playing
from companion.state.commands import SeatId, Tool
from companion.state.events import Event, ToolBroken, ToolRepaired
from companion.state.game import Game
from companion.state.refusals import Refusal


def judge_break(game: Game, play: Play) -> Refusal | None:
    target, tool = _aim(play)
    if target == play.seat and not game.ruleset.self_sabotage:
        return Refusal("not_on_yourself")  # TOOL-03
    if tool in playing(game).broken[target]:
        return Refusal("tool_already_broken", {"seat": target, "tool": tool.value})  # TOOL-02
    return None


def break_tool(game: Game, play: Play) -> tuple[Event, ...]:
    target, tool = _aim(play)
    return (ToolBroken(play.seat, target, tool),)


def judge_repair(game: Game, play: Play) -> Refusal | None:
    target, tool = _aim(play)
    if play.card and tool not in play.card:
        return Refusal("tool_not_on_card", {"tool": tool.value})  # TOOL-05
    if play.card and not _printed(game, play.card):
        return Refusal("no_such_card")
    if tool not in playing(game).broken[target]:
        return Refusal("no_such_broken_tool", {"seat": target, "tool": tool.value})  # TOOL-06
    return None


def repair_tool(game: Game, play: Play) -> tuple[Event, ...]:
    target, tool = _aim(play)
    return (ToolRepaired(play.seat, target, tool, play.card or (tool,)),)


def _printed(game: Game, card: tuple[Tool, ...]) -> bool:
    return any(sorted(card) == sorted(printed) for printed in game.ruleset.repair_cards)


def _aim(play: Play) -> tuple[SeatId, Tool]:
    if play.target is None or play.tool is None:
        raise ValueError("a tool card needs a player and a tool")
    return play.target, play.tool


BREAK = Effect(judge_break, break_tool)
REPAIR = Effect(judge_repair, repair_tool)
