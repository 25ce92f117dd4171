"""The story of the night, one line for what happened, as this viewer may hear it. The default is silence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from companion.state import events as e
from companion.state.commands import SeatId
from companion.state.refusals import Fact
from companion.views.card_lines import CARD_LINES

Facts = dict[str, Fact]
Said = tuple[str, Facts]


@dataclass(frozen=True)
class Note:
    """Something worth a line that is no event of the game: a step taken back, a misread put right."""

    code: str
    facts: Mapping[str, Fact] = field(default_factory=lambda: MappingProxyType({}))


def line_for(event: e.Event | Note, seat: SeatId | None, *, entry: int) -> Said | None:
    """Code and facts of the line that the viewer in `seat` hears (None: the table), or None where he hears nothing.

    entry : the journal's number of the step, which a placement's line carries so that it can be amended
    """
    if isinstance(event, Note):
        return event.code, dict(event.facts)
    if isinstance(event, e.PathPlaced):
        return _path_placed(event, entry)
    if isinstance(event, e.PeekClosed) and event.seat == seat:
        return "peek_over", {"cell": event.cell}
    if type(event) in CARD_LINES:
        return CARD_LINES[type(event)](event, seat)
    tell = _LINES.get(type(event))
    return tell(event) if tell else None


def opening(chosen: e.Configured) -> tuple[Said, ...]:
    """What is played, and every house rule that the table chose: told before the first round of a game."""
    code = "played_with" if chosen.modules else "played"
    played: Said = code, {"edition": chosen.edition, "modules": chosen.modules}
    rules: list[Said] = [("house_rule", {"option": name, "rule": f"{name}.{word}"}) for name, word in chosen.options]
    return (played, *rules)


def _path_placed(event: e.PathPlaced, entry: int) -> Said:
    facts: Facts = {"seat": event.seat, "cell": event.cell, "face": str(event.face), "entry": entry}
    if event.reasons:
        return "path_forced", {**facts, "reasons": event.reasons}
    return "path_over" if event.over else "path_placed", facts


def _goals_reached(event: e.GoalsReached) -> Said | None:
    """Where it is chests only, each says so when it is turned."""
    goals = tuple(cell for cell in event.cells if cell not in event.chests)
    return ("goals_reached", {"seat": event.seat, "cells": goals}) if goals else None


def _seat(code: str) -> Callable[[Any], Said]:
    return lambda event: (code, {"seat": event.seat})


_LINES: dict[type, Callable[[Any], Said | None]] = {
    e.SeatAdded: lambda x: ("seat_added", {"name": x.name}),
    e.SeatTakenOver: lambda x: ("seat_left" if x.simulated else "seat_taken", {"seat": x.seat, "name": x.name}),
    e.RoundBegan: lambda x: ("round_began", {"number": x.number, "seat": x.starter}),
    e.RolesDealt: lambda x: ("roles_dealt", {}),
    e.PlayBegan: lambda x: ("play_began", {}),
    e.ToolBroken: lambda x: ("tool_broken", {"seat": x.seat, "target": x.target, "tool": x.tool.value}),
    e.ToolRepaired: lambda x: ("tool_repaired", {"seat": x.seat, "target": x.target, "tool": x.tool.value}),
    e.RockFell: lambda x: ("rock_fell", {"seat": x.seat, "cell": x.cell}),
    e.MapUsed: lambda x: ("map_used", {"seat": x.seat, "cell": x.cell}),
    e.Passed: lambda x: ("passed", {"seat": x.seat, "cards": x.discards}),
    e.SeatSkipped: _seat("skipped"),
    e.GoalsReached: _goals_reached,
    e.GoalTurned: lambda x: ("goal_turned", {"cell": x.cell, "goal": x.kind.value}),
    e.GoalAsked: lambda x: ("goal_asked", {"seat": x.seat, "cell": x.cell}),
    e.GoalLaid: lambda x: ("goal_laid", {"cell": x.cell, "goal": x.kind.value, "misfits": x.misfits}),
    e.RoundEnded: lambda x: ("round_ended", {"reason": x.reason, "reached": x.reached}),
    e.RolesAsked: lambda x: ("roles_asked", {}),
    e.RoleTold: lambda x: ("role_told", {"seat": x.seat, "role": x.role}),
    e.GoldDealt: lambda x: ("gold_dealt", {"cards": len(x.order)}),
    e.GoldTaken: _seat("gold_taken"),
    e.GoldPaid: lambda x: ("gold_paid", {"seat": x.seat, "nuggets": x.nuggets}),
    e.RoundScored: lambda x: ("round_scored", {"winners": x.winners}),
    e.GoldAsked: lambda x: ("gold_asked", {}),
    e.GoldTold: _seat("gold_told"),
    e.GameEnded: lambda x: ("game_ended", {"seats": tuple(str(seat) for seat in x.winners)}),
    e.LobbyOpened: lambda x: ("game_given_up" if x.given_up else "lobby_opened", {}),
    e.Resynced: lambda x: ("resynced", {"cards": len(x.cards)}),
    e.TurnSet: _seat("turn_set"),
    e.PileSet: lambda x: ("pile_set", {"cards": x.cards}),
    e.HandSet: lambda x: ("hand_set", {"seat": x.seat, "cards": x.cards}),
    e.ToolsSet: lambda x: ("tools_set", {"seat": x.seat, "tools": tuple(tool.value for tool in x.broken)}),
}
