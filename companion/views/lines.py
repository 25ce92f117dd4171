"""The story of the night, one line for what happened, as this viewer may hear it. The default is silence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from companion.cards.card import Said, Teller, silent, to_all
from companion.cards.register import chest, happening
from companion.state import events as e
from companion.state.commands import SeatId
from companion.state.corrections import MarksSet
from companion.state.refusals import Fact
from companion.state.round import Theft
from companion.views.project_asks import held_card
from companion.views.project_score import theft_of


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
    of_a_card = happening(event)
    if of_a_card is not None:
        said: Said | None = of_a_card.tell(event, seat)
        return said
    tell = _LINES.get(type(event))
    return tell(event, seat) if tell else None


def opening(chosen: e.Configured) -> tuple[Said, ...]:
    """What is played, and every house rule that the table chose: told before the first round of a game."""
    code = "played_with" if chosen.modules else "played"
    played: Said = code, {"edition": chosen.edition, "modules": chosen.modules}
    rules: list[Said] = [("house_rule", {"option": name, "rule": f"{name}.{word}"}) for name, word in chosen.options]
    return (played, *rules, *_turn_time(chosen.turn_time_s))


def _turn_time(lasts_s: int) -> tuple[Said, ...]:
    if not lasts_s:
        return ()
    return (("turn_time_seconds", {"seconds": lasts_s}) if lasts_s % 60 else ("turn_time", {"minutes": lasts_s // 60}),)


def _path_placed(event: e.PathPlaced, entry: int) -> Said:
    facts: dict[str, Fact] = {"seat": event.seat, "cell": event.cell, "face": str(event.face), "entry": entry}
    if event.reasons:
        return "path_forced", {**facts, "reasons": event.reasons}
    return "path_over" if event.over else "path_placed", facts


def _goals_reached(event: e.GoalsReached, me: SeatId | None) -> Said | None:
    """Where it is chests only, each says so when it is turned."""
    goals = tuple(cell for cell in event.cells if cell not in event.chests)
    return ("goals_reached", {"seat": event.seat, "cells": goals}) if goals else None


# ---- people ----------------------------------------------------------------------------------------------------


def _traded(event: e.CardsTraded, me: SeatId | None) -> Said:
    if event.tool is not None:
        return "traded_tool", {"seat": event.seat, "tool": event.tool.value}
    return f"traded_{event.mark}", {"seat": event.seat}


def _look_over(event: e.InspectionClosed, me: SeatId | None) -> Said | None:
    return ("look_over", {"target": event.target}) if event.seat == me else None


# ---- a card is held --------------------------------------------------------------------------------------------


def _held(event: e.CardPlayed, me: SeatId | None) -> Said:
    held = held_card(event.command)
    if held.deed == "path":
        return "path_held", {"seat": event.seat, "cell": held.cells[0]}
    if held.target is None or held.target == event.seat:
        return "card_held", {"seat": event.seat, "deed": held.deed}
    return "card_held_at", {"seat": event.seat, "deed": held.deed, "target": held.target}


def _toll_asked(event: e.TollAsked, me: SeatId | None) -> Said:
    return "toll_asked", {"seat": event.seat, "target": event.payer}


def _toll_refused(event: e.TollRefused, me: SeatId | None) -> Said:
    return "toll_refused", {"seat": event.seat, "target": event.payer}


# ---- the maze --------------------------------------------------------------------------------------------------


def _chest(event: e.ChestOpened, me: SeatId | None) -> Said:
    return chest(event.effect).told, {"seat": event.seat}


# ---- nuggets ---------------------------------------------------------------------------------------------------


def _paid(event: e.NuggetsPaid, me: SeatId | None) -> Said | None:
    if event.why == "start":
        return ("nuggets_start", {"nuggets": event.nuggets}) if event.seat == me else None
    code = _WHYS.get(event.why)
    return (code, {"seat": event.seat, "nuggets": abs(event.nuggets)}) if code else None


_WHYS = {
    "share": "gold_paid",
    "greedy": "gold_paid",
    "crystals": "nuggets_crystals",
    "sack": "nuggets_sack",
    "dragon": "nuggets_dragon",
}


def _passed(event: e.Passed, me: SeatId | None) -> Said:
    """Whoever has no card left passes; everybody else throws some away, as the button said."""
    if event.discards == 0:
        return "passed", {"seat": event.seat}
    return "discarded", {"seat": event.seat, "cards": event.discards}


def _toll_paid(event: e.TollPaid, me: SeatId | None) -> Said:
    if event.payer == event.owner:
        return "toll_passed", {"seat": event.payer}
    return "toll_paid", {"seat": event.payer, "target": event.owner}


def _teams(event: e.TeamsJudged, me: SeatId | None) -> Said | None:
    """Where no team has a way, that may be for want of any path: the round's end says so."""
    code = {1: f"way_open_{event.open[0]}", 2: "way_open_both"}.get(len(event.open)) if event.open else None
    return (code, {}) if code else None


def _stolen(event: e.NuggetStolen, me: SeatId | None) -> Said:
    theft = theft_of(Theft(event.seat, event.victim), me)
    if not theft.known:
        return "thief_done", {"seat": event.seat}
    if me != event.seat:
        return "robbed", {"seat": event.seat}
    return ("stole_nothing", {}) if theft.victim is None else ("stole", {"target": theft.victim})


_LINES: dict[type, Teller[Any]] = {
    e.SeatAdded: to_all("seat_added", "name"),
    e.SeatTakenOver: lambda x, me: ("seat_left" if x.simulated else "seat_taken", {"seat": x.seat, "name": x.name}),
    e.PresenceSet: lambda x, me: (f"seat_is_{x.presence.value}", {"seat": x.seat}),
    e.PauseSet: lambda x, me: ("paused" if x.paused else "unpaused", {}),
    e.RoundBegan: lambda x, me: ("round_began", {"number": x.number, "seat": x.starter}),
    e.RolesDealt: to_all("roles_dealt"),
    e.PlayBegan: to_all("play_began"),
    e.Passed: _passed,
    e.SeatSkipped: to_all("skipped", "seat"),
    e.GoalsReached: _goals_reached,
    e.GoalPicked: silent,
    e.GoalTurned: lambda x, me: ("goal_turned", {"cell": x.cell, "goal": x.kind.value}),
    e.GoalAsked: to_all("goal_asked", "seat", "cell"),
    e.GoalLaid: lambda x, me: ("goal_laid", {"cell": x.cell, "goal": x.kind.value, "misfits": x.misfits}),
    e.PrintedGoalsUsed: to_all("printed_goals_used"),
    e.RoundEnded: to_all("round_ended", "reason", "reached"),
    e.RolesAsked: to_all("roles_asked"),
    e.RoleTold: to_all("role_told", "seat", "role"),
    e.GoldDealt: lambda x, me: ("gold_dealt", {"cards": len(x.order)}),
    e.GoldTaken: to_all("gold_taken", "seat"),
    e.GoldPaid: to_all("gold_paid", "seat", "nuggets"),
    e.RoundScored: to_all("round_scored", "winners"),
    e.GoldAsked: to_all("gold_asked"),
    e.GoldTold: to_all("gold_told", "seat"),
    e.GameEnded: lambda x, me: ("game_ended", {"seats": tuple(str(seat) for seat in x.winners)}),
    e.LobbyOpened: lambda x, me: ("game_given_up" if x.given_up else "lobby_opened", {}),
    e.Resynced: lambda x, me: ("resynced", {"cards": len(x.cards)}),
    e.TurnSet: to_all("turn_set", "seat"),
    e.PileSet: to_all("pile_set", "cards"),
    e.HandSet: to_all("hand_set", "seat", "cards"),
    e.ToolsSet: lambda x, me: ("tools_set", {"seat": x.seat, "tools": tuple(tool.value for tool in x.broken)}),
    e.ChestsDealt: silent,
    e.ChestsPlaced: to_all("chests_placed"),
    e.MidwayAsked: silent,
    e.MidwayLaid: to_all("midway_laid", "cell"),
    e.CardsTraded: _traded,
    e.InspectionClosed: _look_over,
    e.CardPlayed: _held,
    e.VetoDeclined: silent,
    e.CardStood: to_all("card_stood", "seat"),
    e.TollAsked: _toll_asked,
    e.TollRefused: _toll_refused,
    e.PathsDue: silent,
    e.SiteReached: to_all("site_reached", "seat"),
    e.TollSet: to_all("toll_set", "seat", "cell"),
    e.CoverTurned: to_all("cover_turned", "seat", "cell"),
    e.ChestAsked: to_all("cover_turned", "seat", "cell"),
    e.CoverLaid: silent,
    e.ChestOpened: _chest,
    e.NuggetsPaid: _paid,
    e.GoldChanged: to_all("gold_changed", "seat"),
    e.TollPaid: _toll_paid,
    e.TeamsJudged: _teams,
    e.TheftDue: to_all("theft_due", "seat"),
    e.NuggetStolen: _stolen,
    MarksSet: to_all("marks_set", "seat"),
}
