"""What a correction during play brings beside the game: it may teach the deck, and its picture may be kept."""

from __future__ import annotations

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state.refusals import Refusal
from web.app_state import config, session
from web.session import Done


def offer(outcome: Done | Refusal, cell: Cell, face: Face | None) -> None:
    """Offer both where it was done. `face`: of the card that lies there; None where none does."""
    if isinstance(outcome, Refusal):
        return
    school, misreads = config().school, config().misreads
    if school is not None and face is not None:
        school.offer(cell, face)
    if misreads is not None and misreads.corrected(cell, face):
        session().tell_anew()  # the game's own news were told before
