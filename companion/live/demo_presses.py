"""What a press does with a hand of cards at the demo table: lay one before the camera, or throw some away.

From the press to the camera's word a card is on its way. Until then its player's turn is not ended by another press.
"""

from __future__ import annotations

from companion.live.demo_hands import DemoHands
from companion.live.ledger import Done
from companion.live.night import thrown_away
from companion.live.table import Table
from companion.maze.geometry import Cell
from companion.rules.effects.plays import PLAYS
from companion.state import commands as c
from companion.state.pending import Pioneering, Playing
from companion.state.refusals import Refusal
from companion.views.lines import Note

_MOVES = (c.PlacePath, c.Pass, c.TradeTwo, c.SetToll, c.StopPioneering, *PLAYS)


def lay(table: Table, hands: DemoHands | None, by: c.BySeat, key: int, cell: Cell, *, turned: bool) -> Done | Refusal:
    """The hand lays it, allowed or not; the camera sees it then."""
    if hands is None:
        return Refusal("not_in_hand")
    early = too_early(table, hands, by, c.Pass())  # a second card is a second move
    if early is not None:
        return early
    if table.eye.sees(cell):
        return Refusal("occupied", cell=cell)
    problem = hands.lay(by.seat, key, cell, turned=turned)
    if problem is not None:
        return problem
    table.eye.laid_by_hand(cell, by.seat)
    table.ledger.version += 1
    return Done(table.ledger.version)


def on_its_way(table: Table, hands: DemoHands | None) -> tuple[c.SeatId, Cell] | None:
    """Whose turn it is and where his hand lays a card that the camera has not told of yet."""
    pending = table.game.pending
    if hands is None or not isinstance(pending, (Playing, Pioneering)):
        return None
    return next(((pending.seat, cell) for cell in hands.laid_by(pending.seat) if not table.eye.sees(cell)), None)


def too_early(table: Table, hands: DemoHands | None, by: c.Actor, command: c.Command | None) -> Refusal | None:
    """Why no other move is made now: the card that was laid is this turn's. `command` None: a step is taken back.

    The table may still place the card that the camera does not see.
    """
    pending = table.game.pending
    if hands is None or not isinstance(pending, (Playing, Pioneering)) or not hands.laid_by(pending.seat):
        return None
    if isinstance(by, c.BySeat) and by.seat != pending.seat:
        return None
    corrects = isinstance(by, c.ByTable) and isinstance(command, c.PlacePath)
    if corrects or not (command is None or isinstance(command, _MOVES)):
        return None
    if on_its_way(table, hands) is not None:
        return Refusal("card_lies_there")
    asked = {proposal.proposal.cell for proposal in table.eye.asked()}
    return Refusal("answer_first") if asked.intersection(hands.laid_by(pending.seat)) else None


def give_back(table: Table, hands: DemoHands | None) -> None:
    """The camera did not see the card: the hand takes it back, and everybody hears why the turn goes on."""
    waiting = on_its_way(table, hands)
    if hands is not None and waiting is not None:
        seat, cell = waiting
        hands.take_back(cell)
        table.ledger.tell(Note("card_not_seen", {"seat": seat}))


def discard(
    table: Table, hands: DemoHands | None, by: c.BySeat, keys: tuple[int, ...], name: str | None
) -> Done | Refusal:
    """The pass and its cards are kept together. `name`: of the press, so that it is done once."""
    early = too_early(table, hands, by, c.Pass())
    if early is not None:
        return early
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
