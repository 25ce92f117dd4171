"""What a card asks of the player who plays it, as data; and what he says to it. One panel for each kind of question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum

from companion.editions.cards import Tool
from companion.maze.geometry import Cell
from companion.state.commands import SeatId


class What(StrEnum):
    """One panel each; a yes or no stands in the panel of what it is about, else in one of its own."""

    PLAYER = "player"
    TOOL = "tool"  # a player and one of the tools there
    CELL = "cell"
    GOAL = "goal"  # a goal, or a chest
    GOALS = "goals"  # two goals
    WAY = "way"  # a cell for the card that was laid last, either way up; somebody may have to pay a toll there
    EITHER = "either"  # yes or no, known only to whoever answers


_FIELDS: Mapping[What, tuple[str, ...]] = {  # what commands call it
    What.PLAYER: ("target",),
    What.TOOL: ("target", "tool"),
    What.CELL: ("cell",),
    What.GOAL: ("cell",),
    What.GOALS: ("cells",),
    What.WAY: ("cell", "turned", "toll_payer"),
}


@dataclass(frozen=True)
class Ask:
    """`name`: what the command calls a yes or no; all else has the same name in every command."""

    what: What
    name: str = ""

    def __post_init__(self) -> None:
        if (self.what is What.EITHER) is not bool(self.name):
            raise ValueError(f"{self.what}: a yes or no has a name, and nothing else")

    @property
    def fields(self) -> tuple[str, ...]:
        """Those of the command that it fills."""
        return (self.name,) if self.name else _FIELDS[self.what]


def suits(command: type, asks: Iterable[Ask]) -> bool:
    """Whether the command has a field for all that is asked."""
    return {name for ask in asks for name in ask.fields} <= {field.name for field in fields(command)}


_ALONE = frozenset({What.TOOL, What.GOALS, What.WAY})  # their panels lead on to no other and play the card


def clash(asks: Iterable[Ask]) -> str:
    """Why no panels can ask all of this of one player; empty where they can. A yes or no goes with anything."""
    asked = tuple(asks)
    filled = [name for ask in asked for name in ask.fields]
    picks = [ask.what for ask in asked if ask.what is not What.EITHER]
    if len(asked) - len(picks) > 1:
        return "one press says one yes or no"
    if len(filled) > len(set(filled)):
        return "two questions have one field"
    alone = next((what for what in picks if what in _ALONE), None)
    return f"{alone} is asked alone" if alone and len(picks) > 1 else ""


PLAYER, CELL = Ask(What.PLAYER), Ask(What.CELL)
GOAL, TWO_GOALS = Ask(What.GOAL), Ask(What.GOALS)
TOOL, WAY = Ask(What.TOOL), Ask(What.WAY)


@dataclass(frozen=True)
class Way:
    """One way to play a card, as everybody sees it: on whom, which tool, where, and whether turned."""

    seat: SeatId | None = None
    tool: Tool | None = None
    cells: tuple[Cell, ...] = ()
    turned: bool = False
