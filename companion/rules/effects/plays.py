"""Which action card a command plays, and on whom or where, found through a table. What it does: the rooms beside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.editions.cards import Deed
from companion.rules.effects.play import Play
from companion.state import commands as c
from companion.state.commands import SeatId

PLAYS: dict[type, Callable[[Any, SeatId], Play]] = {
    c.BreakTool: lambda it, seat: Play(Deed.BREAK, seat, it.target, it.tool),
    c.RepairTool: lambda it, seat: Play(Deed.REPAIR, seat, it.target, it.tool, it.card),
    c.Rockfall: lambda it, seat: Play(Deed.ROCKFALL, seat, cells=(it.cell,)),
    c.UseMap: lambda it, seat: Play(Deed.MAP, seat, cells=(it.cell,)),
    c.LayThief: lambda it, seat: Play(Deed.THIEF, seat, seat),
    c.HandsOff: lambda it, seat: Play(Deed.HANDS_OFF, seat, it.target),
    c.Trap: lambda it, seat: Play(Deed.TRAP, seat, it.target),
    c.Free: lambda it, seat: Play(Deed.FREE, seat, it.target),
    c.Inspect: lambda it, seat: Play(Deed.INSPECT, seat, it.target),
    c.SwapHats: lambda it, seat: Play(Deed.SWAP_HATS, seat, it.target),
    c.SwapHands: lambda it, seat: Play(Deed.SWAP_HANDS, seat, it.target),
    c.SwapGoals: lambda it, seat: Play(Deed.GOAL_SWAP, seat, cells=it.cells, swapped=it.swapped),
    c.SearchDiscards: lambda it, seat: Play(Deed.TREASURE_FINDER, seat),
    c.ReverseTurns: lambda it, seat: Play(Deed.REVERSE, seat),
    c.Pioneer: lambda it, seat: Play(Deed.PIONEER, seat),
    c.MoveLast: lambda it, seat: Play(
        Deed.MOVE_LAST, seat, cells=(it.cell,), turned=it.turned, paid=it.toll_payer is not None
    ),
}
