"""Tables at which as many sit as a box allows, with the longest rows there are."""

from __future__ import annotations

from dataclasses import replace

from companion.state.commands import Tool
from companion.views.model import ScoreView

TWELVE = ("Ana", "Bartholomew", "Chloé", "Dieter", "Eva María", "Florian", "Guillermina", "Hanna", "Ingeborg",
          "José Luis", "Konstantin", "Lu")  # fmt: skip


def twelve(view):
    """Everybody has a broken tool, two of them three: the longest rows there are."""
    seats = tuple(
        replace(view.seats[at % 5], seat=at, colour=at, name=name, on_turn=view.turn == at,
                broken=tuple(Tool) if at in (4, 6) else (Tool.LAMP,) if view.turn is not None else ())
        for at, name in enumerate(TWELVE)
    )  # fmt: skip
    result = view.result and replace(
        view.result, scores=tuple(ScoreView(at, at % 4, at % 3 == 0) for at in range(len(TWELVE)))
    )
    return replace(view, seats=seats, result=result)


TEN = ("Ana", "Bartholomew", "Chloé", "Dieter", "Eva María", "Florian", "Guillermina", "Hanna", "Ingeborg", "José Luis")


def ten(view):
    seats = tuple(
        replace(view.seats[at % 5], seat=at, colour=at, name=name, on_turn=view.seats[1].on_turn and at == 1)
        for at, name in enumerate(TEN)
    )
    return replace(view, seats=seats, me=view.me and seats[view.me.seat])
