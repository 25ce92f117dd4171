"""The anniversary box's five mini expansions (S2). Where a figure is lost, the place is ours and says so."""

from companion.editions.boxes import CHALLENGE_GOALS, CHEST_EFFECTS, CHEST_PATHS
from companion.editions.edition import Family, Module, ModuleGroup
from companion.maze.geometry import Cell

_BOTH = (Family.BASE, Family.SECOND)

MINI_EXPANSIONS = (
    Module(  # TOLL-01, TOLL-02
        "toll-tunnel",
        ModuleGroup.MINI,
        sets={"start_nuggets": 1, "toll_dwarves": 2},
        families=_BOTH,
        box=(("toll_dwarves", 2), ("tokens", 2)),
    ),
    Module(  # FASH-01; COMP-10: one postcard carries this and the next
        "fashion-department",
        ModuleGroup.MINI,
        sets={"dwarf_changes": 1},
        families=_BOTH,
        excludes=("tunnel-party",),
    ),
    Module(  # PARTY-01
        "tunnel-party",
        ModuleGroup.MINI,
        sets={"redeals": 1},
        families=_BOTH,
        excludes=("fashion-department",),
    ),
    Module(  # CHAL-01; the figure is lost: one card space between neighbours, as with three goals
        "new-challenges",
        ModuleGroup.MINI,
        sets={
            "goals": CHALLENGE_GOALS,
            "goals_in_box": 8,
            "goals_laid": 5,
            "goal_cells": tuple(Cell(8, y) for y in (-4, -2, 0, 2, 4)),
        },
        families=_BOTH,
        box=(("goals", 8),),
    ),
    Module(  # CHEST-01; the figure is lost: apart from each other, on both sides of the straight way
        "treasure-chests",
        ModuleGroup.MINI,
        sets={
            "chests": 4,
            "chest_cells": (Cell(2, -1), Cell(3, 1), Cell(5, -1), Cell(6, 1)),
            "chest_paths": CHEST_PATHS,
            "chest_effects": CHEST_EFFECTS,
        },
        families=_BOTH,
        box=(("path", 7), ("chests", 10)),
    ),
)
