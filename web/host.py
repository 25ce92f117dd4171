"""The host's corrections that are not commands of the game: undo, camera resync, freeing a seat, one cell by hand."""

from __future__ import annotations

from flask import Blueprint, abort, current_app, request
from werkzeug.wrappers import Response as AnyResponse

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.views.model import TableViewer, View
from web.decks import offer
from web.fields import cell_of, face_of, seat_of
from web.forms import resync_with, seen_of
from web.player import answer, press_id
from web.seats import actor, session

blueprint = Blueprint("host", __name__, url_prefix="/table")


@blueprint.post("/undo")
def undo() -> AnyResponse | tuple[str, int]:
    by = actor()
    return answer(session().undo(by, command_id=press_id(by), seen=seen_of(request.form)))


@blueprint.post("/resync")
def resync() -> AnyResponse | tuple[str, int]:
    """Take the maze as the camera's last settled board shows it."""
    by = actor()
    again = current_app.extensions["web_config"].resync
    if again is not None:
        again()
    return answer(session().resync(by, command_id=press_id(by), seen=seen_of(request.form)))


@blueprint.post("/release")
def release() -> AnyResponse | tuple[str, int]:
    """Another phone may take this seat; the old phone's token dies."""
    by = actor()
    return answer(session().release(by, seat_of(request.form)))


@blueprint.post("/cell")
def put_right() -> AnyResponse | tuple[str, int]:
    """One cell of the maze by hand: another card lies there, or none. A misread card is amended where it was laid."""
    by = actor()
    cell = cell_of(request.form)
    face: Face | None = None if request.form.get("empty") == "1" else face_of(request.form)
    view = session().view(TableViewer())
    if view.maze is None:
        abort(400)
    offer(cell, face)
    names = {"command_id": press_id(by), "seen": seen_of(request.form)}
    entry = _laid_by(view, cell)
    if face is not None and entry is not None:
        return answer(session().amend(by, entry, face, **names))
    return answer(session().submit(by, resync_with(view, cell, face), **names))


def _laid_by(view: View, cell: Cell) -> int | None:
    """The journal's number of the placement that lies in this cell."""
    cards = view.maze.cards if view.maze else ()
    return next((card.entry for card in cards if card.cell == cell), None)
