"""A night in plain values, as its windows show it: what a journal of another year must still come to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from at_table import seat_view, table_view

from companion.live.session import Session
from companion.views.model import View

JOURNALS = Path(__file__).parents[2] / "fixtures" / "journals"


def stated(session: Session) -> dict[str, Any]:
    """The table's window, each seat's own, and the maze as it lies."""
    view, now = table_view(session), session._ledger.story.game.round
    return {
        "edition": view.setup.edition,
        "modules": sorted(view.setup.modules),
        "stage": view.stage.value,
        "round": view.round,
        "turn": view.turn,
        "waiting_for": list(view.waiting_for),
        "pile": view.pile,
        "discards": view.discards,
        "maze": str(now.board).splitlines() if now else [],
        "tolls": [[*toll.cell, toll.side, toll.owner] for toll in view.maze.tolls] if view.maze else [],
        "final": [[score.seat, score.nuggets, score.won] for score in view.final],
        "result": _result(view),
        "seats": [_seat(seat_view(session, seat.seat)) for seat in view.seats],
    }


def _result(view: View) -> dict[str, Any] | None:
    """Of this round where it is over, else of the one before."""
    result = view.result or view.last_result
    if result is None:
        return None
    scores = [[score.seat, score.nuggets, score.won, score.role] for score in result.scores]
    return {"round": result.round, "winners": result.winners, "reason": result.reason, "scores": scores}


def _seat(view: View) -> dict[str, Any]:
    """What the holder of a seat sees of himself, secrets too."""
    me = view.me
    assert me is not None
    return {
        "name": me.name,
        "simulated": me.simulated,
        "hand": me.hand,
        "broken": [str(tool) for tool in me.broken],
        "marks": [str(mark) for mark in me.marks],
        "role": view.role.role if view.role else None,
        "gold": list(view.my_nuggets or ()),
        "purse": view.my_purse,
        "cards": [card.face or card.what for card in view.hand_cards or ()],
    }
