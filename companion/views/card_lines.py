"""Lines for what happens with the cards of other boxes than the first. Part of views.lines; silence is said aloud here.

What only some may hear is told to them: who looked, whose hat was changed, thief and victim. All others hear what
everybody at the table sees.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.editions.cards import Mark
from companion.state import card_events as k
from companion.state import events as e
from companion.state.commands import SeatId
from companion.state.refusals import Fact
from companion.state.round import Theft
from companion.views.project_asks import held_card
from companion.views.project_score import theft_of

Facts = dict[str, Fact]
Said = tuple[str, Facts]
Teller = Callable[[Any, SeatId | None], Said | None]


def _to_all(code: str, *names: str) -> Teller:
    """The same line for everybody, with these facts of the event."""
    return lambda event, me: (code, {name: getattr(event, name) for name in names})


def _silent(event: Any, me: SeatId | None) -> None:
    """Another line says it, or the question that follows does."""


# ---- people ----------------------------------------------------------------------------------------------------


def _mark_laid(event: e.MarkLaid, me: SeatId | None) -> Said:
    if event.mark == Mark.THIEF:
        return "thief_laid", {"seat": event.seat}
    return "trapped", {"seat": event.seat, "target": event.target}


def _mark_taken(event: e.MarkTaken, me: SeatId | None) -> Said:
    code = "thief_taken" if event.mark == Mark.THIEF else "freed"
    return code, {"seat": event.seat, "target": event.target}


def _traded(event: k.CardsTraded, me: SeatId | None) -> Said:
    if event.tool is not None:
        return "traded_tool", {"seat": event.seat, "tool": event.tool.value}
    return "traded_thief" if event.mark == Mark.THIEF else "traded_trapped", {"seat": event.seat}


def _look_over(event: k.InspectionClosed, me: SeatId | None) -> Said | None:
    return ("look_over", {"target": event.target}) if event.seat == me else None


def _hat(event: k.HatSwapped, me: SeatId | None) -> Said:
    if event.target == me:
        return "hat_is_new", {}
    if event.seat == event.target:
        return "hat_swapped_own", {"seat": event.seat}
    return "hat_swapped", {"seat": event.seat, "target": event.target}


# ---- a card is held --------------------------------------------------------------------------------------------


def _held(event: k.CardPlayed, me: SeatId | None) -> Said:
    held = held_card(event.command)
    if held.deed == "path":
        return "path_held", {"seat": event.seat, "cell": held.cells[0]}
    if held.target is None or held.target == event.seat:
        return "card_held", {"seat": event.seat, "deed": held.deed}
    return "card_held_at", {"seat": event.seat, "deed": held.deed, "target": held.target}


def _vetoed(event: k.CardVetoed, me: SeatId | None) -> Said:
    return "vetoed", {"seat": event.seat, "by": event.by}


def _toll_asked(event: k.TollAsked, me: SeatId | None) -> Said:
    return "toll_asked", {"seat": event.seat, "target": event.payer}


def _toll_refused(event: k.TollRefused, me: SeatId | None) -> Said:
    return "toll_refused", {"seat": event.seat, "target": event.payer}


# ---- the maze --------------------------------------------------------------------------------------------------


def _searched(event: k.DiscardsSearched, me: SeatId | None) -> Said | None:
    return ("discards_searched", {"seat": event.seat}) if event.card else None


def _chest(event: k.ChestOpened, me: SeatId | None) -> Said:
    return _CHESTS[event.effect], {"seat": event.seat}


_CHESTS = {
    1: "chest_gold",
    2: "chest_no_maps",
    3: "chest_no_draw",
    4: "chest_one_more",
    5: "chest_shift",
    6: "chest_take",
    7: "chest_three",
    8: "chest_dwarf",
    9: "chest_search",
    10: "chest_pile",
}


# ---- nuggets ---------------------------------------------------------------------------------------------------


def _paid(event: k.NuggetsPaid, me: SeatId | None) -> Said | None:
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


def _changed(event: k.GoldChanged, me: SeatId | None) -> Said:
    return "gold_changed", {"seat": event.seat}


def _toll_paid(event: k.TollPaid, me: SeatId | None) -> Said:
    if event.payer == event.owner:
        return "toll_passed", {"seat": event.payer}
    return "toll_paid", {"seat": event.payer, "target": event.owner}


def _teams(event: k.TeamsJudged, me: SeatId | None) -> Said | None:
    """Where no team has a way, that may be for want of any path: the round's end says so."""
    code = {1: f"way_open_{event.open[0]}", 2: "way_open_both"}.get(len(event.open)) if event.open else None
    return (code, {}) if code else None


def _stolen(event: k.NuggetStolen, me: SeatId | None) -> Said:
    theft = theft_of(Theft(event.seat, event.victim), me)
    if not theft.known:
        return "thief_done", {"seat": event.seat}
    if me != event.seat:
        return "robbed", {"seat": event.seat}
    return ("stole_nothing", {}) if theft.victim is None else ("stole", {"target": theft.victim})


CARD_LINES: dict[type, Teller] = {
    e.MarkLaid: _mark_laid,
    e.MarkTaken: _mark_taken,
    k.ChestsDealt: _silent,
    k.MidwayAsked: _silent,
    k.MidwayLaid: _to_all("midway_laid", "cell"),
    k.CardsTraded: _traded,
    k.Inspected: _to_all("inspected", "seat", "target"),
    k.InspectionClosed: _look_over,
    k.HatSwapped: _hat,
    k.HandsSwapped: _to_all("hands_swapped", "seat", "target"),
    k.RedealAsked: _silent,
    k.RolesRedealt: _to_all("roles_redealt"),
    k.CardPlayed: _held,
    k.VetoDeclined: _silent,
    k.CardStood: _to_all("card_stood", "seat"),
    k.CardVetoed: _vetoed,
    k.TollAsked: _toll_asked,
    k.TollRefused: _toll_refused,
    k.GoalsSwapped: _to_all("goals_swapped", "seat", "cells"),
    k.DiscardsSearched: _searched,
    k.TurnsReversed: _to_all("turns_reversed", "seat"),
    k.PioneerPlayed: _to_all("pioneer", "seat"),
    k.PathsDue: _silent,
    k.CardMoved: _to_all("card_moved", "seat", "origin", "cell"),
    k.SiteReached: _to_all("site_reached", "seat"),
    k.TollSet: _to_all("toll_set", "seat", "cell"),
    k.CoverTurned: _to_all("cover_turned", "seat", "cell"),
    k.ChestAsked: _to_all("cover_turned", "seat", "cell"),
    k.CoverLaid: _silent,
    k.ChestOpened: _chest,
    k.DrawsChanged: _silent,
    k.MapsBarred: _silent,
    k.CardsThrown: _silent,
    k.PileThrown: _silent,
    k.ChoreAsked: _silent,
    k.ChoreDone: _silent,
    k.ShiftAsked: _silent,
    k.GoalShifted: _to_all("goal_shifted", "seat"),
    k.CardAsked: _silent,
    k.CardTaken: _to_all("card_taken", "seat", "target"),
    k.DwarfAsked: _silent,
    k.NuggetsPaid: _paid,
    k.GoldChanged: _changed,
    k.TollPaid: _toll_paid,
    k.TeamsJudged: _teams,
    k.TheftDue: _to_all("theft_due", "seat"),
    k.NuggetStolen: _stolen,
    k.MarksSet: _to_all("marks_set", "seat"),
}
