"""Cases about action cards: the card is played by its command, and what lies before everybody is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from companion.cards.asked import What
from companion.cards.break_tool import BreakTool
from companion.cards.chests.no_maps import MapsBarred
from companion.cards.register import AnyCard, card_named
from companion.cases.case_game import CaseGame, Layout, with_card
from companion.cases.read import CaseData, CaseError, cell_of, ruleset_of
from companion.editions.cards import Deed, GoalKind, Mark, Tool
from companion.editions.ruleset import Ruleset
from companion.maze.board import Board, Kind, Placement
from companion.maze.faces import Face
from companion.maze.geometry import START_CELL, Cell, Side
from companion.state import commands as c
from companion.state.secret import Secret


def action(case: CaseData) -> dict[str, Any]:
    done, state = case["action"], case.get("state") or {}
    try:
        card = card_named(done["card"])
    except KeyError as error:
        raise CaseError("unknown_card", {"card": done["card"]}) from error
    tools = tuple(Tool(tool) for tool in done.get("tools", ()))
    game = _table(case, with_card(ruleset_of(case), Deed(card.key), tools))
    if card.traits.in_anothers_turn:
        refused = _veto(game, card, done)
    else:
        refused = game.play(_command(card, done, tools), done["actor"]) is not None
    if refused:
        return {"legal": False}
    after = _after(game, state)
    return {"legal": True, "after": after} if after else {"legal": True}


def _target(done: CaseData) -> int:
    if not isinstance(done.get("target"), int):
        raise CaseError("no_player", {"card": done["card"]})
    return int(done["target"])


def _cells(done: CaseData) -> tuple[Cell, ...]:
    return tuple(cell_of(cell) for cell in done.get("targets") or [done["target"]])


def _tool(done: CaseData) -> dict[str, Any]:
    """A repair names the tools that are drawn on the card, and which of them is mended where there are more."""
    tools = tuple(Tool(tool) for tool in done.get("tools", ()))
    only = tools[0] if len(tools) == 1 else None
    tool = done.get("use", done.get("tool", only))
    if tool is None:
        raise CaseError("no_tool")
    return {"target": _target(done), "tool": Tool(tool)}


READ: Mapping[What, Callable[[CaseData], dict[str, Any]]] = {
    What.PLAYER: lambda done: {"target": _target(done)},
    What.TOOL: _tool,
    What.CELL: lambda done: {"cell": _cells(done)[0]},
    What.GOAL: lambda done: {"cell": _cells(done)[0]},
    What.GOALS: lambda done: {"cells": _cells(done)},
    What.WAY: lambda done: {"cell": _cells(done)[0], "turned": bool(done.get("rotated", False))},
}


def _command(card: AnyCard, done: CaseData, tools: tuple[Tool, ...]) -> c.Command:
    values: dict[str, Any] = {}
    for ask in card.asks:
        values |= {ask.name: Secret(bool(done.get(ask.name, True)))} if ask.name else READ[ask.what](done)
    if any(part.name == "card" for part in fields(card.command)):
        values["card"] = tools
    command: c.Command = card.command(**values)
    return command


def _veto(game: CaseGame, card: AnyCard, done: CaseData) -> bool:
    """The other seat makes the move that is answered, where it can; True where the veto is refused."""
    actor = done["actor"]
    other = done.get("target", 1 - actor)
    game.say(c.SetTurn(other))
    moves: dict[str, c.Command] = {
        "path": c.PlacePath(Cell(1, 0), Face.parse("EW"), forced=True),
        "action": BreakTool(actor if actor != other else 1 - actor, _whole(game, actor)),
        "pass": c.Pass(),
        "discard2": c.TradeTwo(tool=Tool.LAMP),
        "toll": c.SetToll(START_CELL, Side.S),
    }
    if done.get("against") in moves:
        game.ask(moves[done["against"]], c.ByTable())
    return game.ask(card.command(actor), actor) is not None


def _whole(game: CaseGame, seat: int) -> Tool:
    return next((tool for tool in Tool if tool not in game.now.broken[seat]), Tool.LAMP)


def _table(case: CaseData, rules: Ruleset) -> CaseGame:
    done, state = case["action"], case.get("state") or {}
    target = done.get("target")
    named = [done["actor"] + 1, target + 1 if isinstance(target, int) else 0]
    seats = max([2, *named, *(len(state.get(name, ())) for name in ("broken", *Mark))])
    game = CaseGame.amid(rules, Layout(_board(state), seats, turn=done["actor"]))
    for seat in range(seats):
        broken = state["broken"][seat] if seat < len(state.get("broken", ())) else ()
        marks = [mark for mark in Mark if seat < len(state.get(mark, ())) and state[mark][seat]]
        game.before(seat, broken, marks)
    if state.get("maps_barred"):
        game.happened(MapsBarred(done["actor"]))
    return game


def _board(state: CaseData) -> Board:
    stone = Face.parse("NW")
    goals = [
        Placement(_cell(text), stone if lies == "up" else None, Kind.GOAL, GoalKind.COAL if lies == "up" else None)
        for text, lies in state.get("goals", {}).items()
    ]
    chests = [Placement(_cell(text), None, Kind.COVERED) for text in state.get("chests", ())]
    return Board.of([*goals, *chests])


def _cell(text: str) -> Cell:
    return cell_of([int(number) for number in text.split(",")])


def _after(game: CaseGame, state: CaseData) -> dict[str, Any]:
    now = game.now
    after: dict[str, Any] = {"broken": [[tool.value for tool in tools] for tools in now.broken]}
    after |= {mark.value: [mark in held for held in now.marks] for mark in Mark}
    return {key: value for key, value in after.items() if key in state}
