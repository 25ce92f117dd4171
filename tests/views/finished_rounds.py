"""A round of teams that is dug to its gold, for the tests of what is told at its end."""

from __future__ import annotations

from scene import SIX_EAST, Scene, path

from companion.editions.boxes import SECOND_DWARVES
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state.pending import Robbing
from companion.state.secret import Secret


def second(*roles: str, board: str = SIX_EAST, **how: object) -> Scene:
    """A round of teams with these dwarves."""
    spare = [role.value for role, count in SECOND_DWARVES for _ in range(count)]
    for role in roles:
        spare.remove(role)
    return Scene("s2-anniversary", roles=roles, aside=spare, board=board, **how)  # type: ignore[arg-type]


def finished(scene: Scene, finisher: int = 0, *, turned: bool = False) -> Scene:
    """Seat `finisher` lays the last card before the gold."""
    scene.do(c.SetTurn(finisher))
    scene.do(path(7, 0, "EW"), by=finisher)
    scene.do(c.LayGoal(Cell(8, 0), turned=turned))
    while isinstance(scene.pending, Robbing):
        scene.do(c.Steal(Secret(None)), by=scene.pending.seat)
    return scene
