"""What lies out beside the goals: chests, postcards, a card half-way. Part of state.commands and state.events."""

from __future__ import annotations

from dataclasses import dataclass

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state.ids import SeatId
from companion.state.secret import Secret
from companion.state.words import Command, Event

# ---- asked ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DealChests(Command, word="deal_chests"):
    """What is in the chest at each chest cell, and the front of the path card that covers it (CHEST-01)."""

    effects: Secret[tuple[int, ...]]
    faces: Secret[tuple[Face, ...]]


@dataclass(frozen=True)
class LayChests(Command, word="lay_chests"):
    """Where the chests lie in this game, before its first card: one cell for each of them (CHEST-01)."""

    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class RedealRoles(Command, word="redeal_roles"):
    """The dwarves in play, shuffled: one for each seat again (PARTY-01)."""

    roles: Secret[tuple[str, ...]]


@dataclass(frozen=True)
class LayMidway(Command, word="lay_midway"):
    """The path card that was drawn for the middle of the way, as it lies (TOUR-02)."""

    face: Face


@dataclass(frozen=True)
class TellChest(Command, word="tell_chest"):
    """With printed chests: the path card as it lies now, and what is in the chest."""

    cell: Cell
    face: Face
    effect: int


# ---- done -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ChestsDealt(Event, word="chests_dealt"):
    effects: Secret[tuple[int, ...]]
    faces: Secret[tuple[Face, ...]]


@dataclass(frozen=True)
class ChestsPlaced(Event, word="chests_placed"):
    """The chests lie in these cells instead, in the same order."""

    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class MidwayAsked(Event, word="midway_asked"):
    cell: Cell


@dataclass(frozen=True)
class MidwayLaid(Event, word="midway_laid"):
    cell: Cell
    face: Face


@dataclass(frozen=True)
class SiteReached(Event, word="site_reached"):
    seat: SeatId
    cell: Cell


@dataclass(frozen=True)
class CoverTurned(Event, word="cover_turned"):
    """The card over a chest: what it is, and the ways it may lie, all equally good (CHEST-02)."""

    seat: SeatId
    cell: Cell
    faces: tuple[Face, ...]
    turned: tuple[bool, ...]


@dataclass(frozen=True)
class ChestAsked(Event, word="chest_asked"):
    """A printed chest is to be opened and told."""

    seat: SeatId
    cell: Cell


@dataclass(frozen=True)
class CoverLaid(Event, word="cover_laid"):
    cell: Cell
    face: Face
    misfits: int


@dataclass(frozen=True)
class ChestOpened(Event, word="chest_opened"):
    seat: SeatId
    cell: Cell
    effect: int
