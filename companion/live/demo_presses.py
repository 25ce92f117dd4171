"""What a press does with a hand of cards at the demo table: lay one before the camera, or throw some away."""

from __future__ import annotations

from companion.live.demo_hands import DemoHands
from companion.live.ledger import Done
from companion.live.night import thrown_away
from companion.live.table import Table
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state.refusals import Refusal


def lay(table: Table, hands: DemoHands | None, by: c.BySeat, key: int, cell: Cell, *, turned: bool) -> Done | Refusal:
    """The hand lays it, allowed or not; the camera sees it then."""
    if hands is None:
        return Refusal("not_in_hand")
    if table.eye.sees(cell):
        return Refusal("occupied", cell=cell)
    problem = hands.lay(by.seat, key, cell, turned=turned)
    if problem is not None:
        return problem
    table.eye.laid_by_hand(cell, by.seat)
    table.ledger.version += 1
    return Done(table.ledger.version)


def discard(
    table: Table, hands: DemoHands | None, by: c.BySeat, keys: tuple[int, ...], name: str | None
) -> Done | Refusal:
    """The pass and its cards are kept together. `name`: of the press, so that it is done once."""
    if hands is None or (keys and not hands.holds(by.seat, keys)):  # of none at all the rules say what they think
        return Refusal("not_in_hand")
    seq = table.ledger.next_seq
    done = table.do(by, c.Pass(len(keys)), name, beside=thrown_away(seq, keys))
    if isinstance(done, Done):
        hands.deck.chosen[seq] = keys
    return done


def answered(hands: DemoHands | None, cell: Cell | None) -> None:
    """It is not so, or it is taken back: then the hand that laid it takes it back."""
    if hands is not None and cell is not None and cell in hands.lying:
        hands.take_back(cell)
