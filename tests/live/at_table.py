"""A table in the middle of a night, for tests of the session: who sits there, what lies there, what is pressed."""

from __future__ import annotations

from collections.abc import Collection
from itertools import count
from pathlib import Path

from open_table import OpenTable, seen_card

from companion.live.ledger import Done
from companion.live.session import Session
from companion.live.tokens import SeatAsked
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.reading import CardKind, SeenCard
from companion.sight.settled_board import SettledBoard
from companion.state import commands as c
from companion.state.commands import ByTable
from companion.state.refusals import Refusal
from companion.views.model import ProposalView, SeatViewer, TableViewer, View

FRAMES = count(1)
NAMES = ("Ana", "Bo", "Cy", "Di", "Eva", "Flo", "Gus", "Hanna", "Ina", "Jo")


def opened(folder: Path, **how: object) -> Session:
    session = Session.open(folder, **how)  # type: ignore[arg-type]
    assert isinstance(session, Session), session
    session._ledger.journal._database.execute("PRAGMA synchronous=OFF")  # no plug is pulled here
    return session


def begun(
    folder: Path,
    players: int = 4,
    configure: c.Configure | None = None,
    *,
    seed: int | None = 1,
    at_table: bool = False,
) -> Session:
    """Everybody has looked at their role; seat 0 is on turn. `at_table`: which was set before."""
    session = opened(folder, seed=seed)
    if configure is not None:
        done(session.submit(c.ByTable(), configure))
    for name in NAMES[:players]:
        assert not isinstance(session.join(name), Refusal)
    done(session.submit(c.ByTable(), c.StartGame(0, at_table)))
    if at_table:
        done(session.submit(c.ByTable(), c.SetTable()))
    for seat in range(players):
        session.submit(c.BySeat(seat), c.RoleSeen())
    return session


def done(outcome: Done | Refusal | None) -> Done:
    assert isinstance(outcome, Done), outcome
    return outcome


def let_in(session: Session, name: str, seat: int) -> str:
    """The token of a phone that asks for a seat in mid-round, to which the table says yes."""
    asked = session.join(name, seat=seat)
    assert isinstance(asked, SeatAsked), asked
    (request,) = table_view(session).seat_requests
    done(session.admit(ByTable(), request.key, yes=True))
    return asked.token


def code(outcome: object) -> str:
    assert isinstance(outcome, Refusal), outcome
    return outcome.code


def place(x: int, y: int, face: str = "EW") -> c.PlacePath:
    return c.PlacePath(Cell(x, y), Face.parse(face))


def table_view(session: Session) -> View:
    return session.view(TableViewer())


def seat_view(session: Session, seat: int) -> View:
    return session.view(SeatViewer(seat))


def maze(session: Session) -> dict[Cell, str | None]:
    shown = table_view(session).maze
    return {card.cell: card.face for card in shown.cards} if shown else {}


def codes(session: Session) -> list[str]:
    return [line.code for line in table_view(session).lines]


# ---- the camera ---------------------------------------------------------------------------------------------------


def watch(session: Session) -> None:
    """The camera has read the empty maze."""
    session.observe(OpenTable().board())


def lays(
    session: Session, x: int, y: int, face: str = "EW", confidence: float = 0.97, *others: tuple[str, float]
) -> None:
    shows(session, seen_card(Cell(x, y), Face.parse(face), CardKind.PATH, confidence, *others))


def takes(session: Session, x: int, y: int) -> None:
    shows(session, gone=[Cell(x, y)])


def turns(session: Session, x: int, y: int, face: str | None, kind: CardKind = CardKind.GOAL) -> None:
    shows(session, seen_card(Cell(x, y), None if face is None else Face.parse(face), kind))


def shows(session: Session, *cards: SeenCard, gone: Collection[Cell] = ()) -> None:
    """A settled look: these cards came, turned or read otherwise, these cells are empty, all else lies as it lay."""
    known = session._table.questions.board
    lying = {} if known is None else {cell: card for cell, card in known.board.items() if cell not in gone}
    touched = frozenset({card.cell for card in cards}.union(gone))
    session.observe(SettledBoard(next(FRAMES), lying | {card.cell: card for card in cards}, frozenset(gone), touched))


def asked(session: Session) -> ProposalView:
    (proposal,) = table_view(session).proposals
    return proposal
