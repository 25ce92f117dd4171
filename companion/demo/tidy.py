"""Makes the simulated table follow the game where no player would: a fallen card, a goal, a new round's layout."""

from __future__ import annotations

from collections.abc import Mapping

from companion.demo.hand_table import HandTable, LyingCard, Scene
from companion.demo.settings import SWEPT_FROM
from companion.live.proposal import WaitsFor
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.reading import CardKind
from companion.state.commands import GoalKind
from companion.views.model import CardView, Stage, View

_DRAWN = tuple(CardKind)  # what lies on the simulated table; other things there are told, not shown


def tidy(view: View, table: HandTable, planned: Scene, lying: frozenset[Cell]) -> bool:
    """Do one thing, and say whether there was one. Cards that wait to be seen or to be answered for are left alone.

    First how the table is `planned`, then what waits there was looked up, last the view: or what a hand has laid in
    between would be nobody's.
    """
    wanted = {card.cell: card for card in _drawn(view)}
    there = {card.cell: card for card in planned.cards}
    waiting = {proposal.cell for proposal in view.proposals if proposal.problem != WaitsFor.UNDONE} | lying
    surplus = [cell for cell in there if cell not in wanted and cell not in waiting]
    if len(surplus) >= SWEPT_FROM or _of_another_round(view, wanted, there):
        table.clear(tuple(cell for cell, card in wanted.items() if card.kind == CardKind.GOAL))
        return True
    if surplus:
        table.take(surplus[0])
        return True
    return any(_put_right(table, card, there.get(cell)) for cell, card in wanted.items())


def _of_another_round(view: View, wanted: Mapping[Cell, CardView], there: Mapping[Cell, LyingCard]) -> bool:
    """A goal lies face up whose secret the game keeps, and nobody is just turning it up."""
    kept = (there.get(cell) for cell, card in wanted.items() if card.face is None)
    return view.stage is not Stage.GOAL and any(lies is not None and lies.face is not None for lies in kept)


def _put_right(table: HandTable, card: CardView, lies: LyingCard | None) -> bool:
    """Lay it where it is missing, turn it up where it is face down; whether either was to be done."""
    face = None if card.face is None else Face.parse(card.face)
    if lies is None and table.holds(card.cell):
        table.lay(card.cell, face, CardKind(card.kind))
        return True
    if lies is not None and face is not None and lies.face is None:
        table.turn(card.cell, face, card.goal)
        return True
    return False


def laid_out(view: View) -> tuple[tuple[Cell, Face | None, CardKind, GoalKind | None], ...]:
    """The maze as it would lie on the simulated table: cell, face as it lies, kind, goal turned up."""
    return tuple(
        (card.cell, None if card.face is None else Face.parse(card.face), CardKind(card.kind), card.goal)
        for card in _drawn(view)
    )


def _drawn(view: View) -> tuple[CardView, ...]:
    return tuple(card for card in view.maze.cards if card.kind in _DRAWN) if view.maze else ()
