"""What a card asks of the player who plays it, as data; and what he says to it. One panel for each kind of question."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.editions.cards import Tool
from companion.maze.geometry import Cell
from companion.state.commands import SeatId


class What(StrEnum):
    """One panel each."""

    PLAYER = "player"
    TOOL = "tool"  # a player and one of the tools there
    CELL = "cell"
    GOAL = "goal"  # a goal, or a chest
    GOALS = "goals"  # two goals
    WAY = "way"  # a cell for the card that was laid last, either way up; somebody may have to pay a toll there
    EITHER = "either"  # yes or no, known only to whoever answers


@dataclass(frozen=True)
class Ask:
    """`field` is that of the command; a tool and a way fill more than theirs."""

    what: What
    field: str


PLAYER, CELL = Ask(What.PLAYER, "target"), Ask(What.CELL, "cell")
GOAL, TWO_GOALS = Ask(What.GOAL, "cell"), Ask(What.GOALS, "cells")
TOOL, WAY = Ask(What.TOOL, "tool"), Ask(What.WAY, "cell")


@dataclass(frozen=True)
class Way:
    """One way to play a card, as everybody sees it: on whom, which tool, where, and whether turned."""

    seat: SeatId | None = None
    tool: Tool | None = None
    cells: tuple[Cell, ...] = ()
    turned: bool = False
