"""A table in the middle of a night, for tests of the session: who sits there, what lies there, what is pressed."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from open_table import OpenTable, seen_card

from companion.live.ledger import Done
from companion.live.observe import CardKind, Seen, SeenKind
from companion.live.session import Session
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state.refusals import Refusal
from companion.views.model import ProposalView, SeatViewer, TableViewer, View

FRAMES = count(1)
NAMES = ("Ana", "Bo", "Cy", "Di", "Eva", "Flo", "Gus", "Hanna", "Ina", "Jo")


def opened(folder: Path, **how: object) -> Session:
    session = Session.open(folder, **how)  # type: ignore[arg-type]
    assert isinstance(session, Session), session
    session._ledger.journal._database.execute("PRAGMA synchronous=OFF")  # no plug is pulled here
    return session


def begun(folder: Path, players: int = 4, configure: c.Configure | None = None, *, seed: int = 1) -> Session:
    """Everybody has looked at his role; seat 0 is on turn."""
    session = opened(folder, seed=seed)
    if configure is not None:
        done(session.submit(c.ByTable(), configure))
    for name in NAMES[:players]:
        assert not isinstance(session.join(name), Refusal)
    done(session.submit(c.ByTable(), c.StartGame(0)))
    for seat in range(players):
        session.submit(c.BySeat(seat), c.RoleSeen())
    return session


def done(outcome: Done | Refusal | None) -> Done:
    assert isinstance(outcome, Done), outcome
    return outcome


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
    card = seen_card(Cell(x, y), Face.parse(face), CardKind.PATH, confidence, *others)
    session.observe(Seen(next(FRAMES), SeenKind.LAID, (card,)))


def takes(session: Session, x: int, y: int, face: str = "EW") -> None:
    session.observe(Seen(next(FRAMES), SeenKind.REMOVED, (seen_card(Cell(x, y), Face.parse(face)),)))


def turns(session: Session, x: int, y: int, face: str | None, kind: CardKind = CardKind.GOAL) -> None:
    card = seen_card(Cell(x, y), None if face is None else Face.parse(face), kind)
    session.observe(Seen(next(FRAMES), SeenKind.TURNED, (card,)))


def asked(session: Session) -> ProposalView:
    (proposal,) = table_view(session).proposals
    return proposal
