"""What the host does that is no command of the game: undo, camera resync, seats freed and given, one cell by hand."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state.refusals import Refusal
from companion.views.model import TableViewer, View
from web.app_state import config, session
from web.corrected import offer
from web.fields import cell_of, face_of, number_of, seat_of
from web.forms import resync_with
from web.player import answer, this_press
from web.seats import held, host, is_table_screen, keep_seats, kept_tokens, own_requests, table_screen

blueprint = Blueprint("host", __name__, url_prefix="/table")


@blueprint.post("/undo")
def undo() -> AnyResponse | tuple[str, int]:
    by = host()
    return answer(session().undo(by, **this_press(by)))


@blueprint.post("/resync")
def resync() -> AnyResponse | tuple[str, int]:
    """Take the maze as the camera's last settled board shows it; it reads the whole table again, too."""
    by = host()
    read_again = config().read_again
    if read_again is not None:
        read_again()
    return answer(session().resync(by, **this_press(by)))


@blueprint.post("/release")
def release() -> AnyResponse | tuple[str, int]:
    """Another phone may take this seat; the old phone's token dies. Where it is connected, the table is asked first."""
    by = host()
    seat, forced = seat_of(request.form), request.form.get("forced") == "1"
    return answer(session().release(by, seat, forced=forced, **this_press(by)))


@blueprint.post("/play")
def play_here() -> AnyResponse | tuple[str, int]:
    """Open the page of a seat that no phone holds in this browser, the table screen's."""
    by, seat = table_screen(), seat_of(request.form)
    token = next((one.token for one in held() if one.seat == seat), None)
    if token is None:
        joined = session().play_at_table(by, seat)
        if isinstance(joined, Refusal):
            return answer(joined)
        token = joined.token
    response = redirect("/", 303)
    keep_seats(response, (token, *kept_tokens()))
    return response


@blueprint.post("/remote")
def give_remote() -> AnyResponse | tuple[str, int]:
    """A seat's phone may do what this screen can, or no longer."""
    by = table_screen()
    seat, yes = seat_of(request.form), request.form.get("yes") == "1"
    return answer(session().give_remote(by, seat, yes=yes, **this_press(by)))


@blueprint.post("/admit")
def admit() -> AnyResponse | tuple[str, int]:
    """The table's answer to a phone that asks for somebody's seat. No phone with the table's tools lets itself in."""
    by, key, yes = host(), number_of(request.form, "key"), request.form.get("yes") == "1"
    if yes and key in own_requests() and not is_table_screen():
        abort(403)
    return answer(session().admit(by, key, yes=yes))


@blueprint.post("/cell")
def put_right() -> AnyResponse | tuple[str, int]:
    """One cell of the maze by hand: another card lies there, or none. A misread card is amended where it was laid."""
    by = host()
    cell = cell_of(request.form)
    face: Face | None = None if request.form.get("empty") == "1" else face_of(request.form)
    view = session().view(TableViewer())
    if view.maze is None:
        abort(400)
    entry = _laid_by(view, cell)
    if face is not None and entry is not None:
        done = session().amend(by, entry, face, **this_press(by))
    else:
        done = session().submit(by, resync_with(view, cell, face), **this_press(by))
    offer(done, cell, face)
    return answer(done)


def _laid_by(view: View, cell: Cell) -> int | None:
    """The journal's number of the placement that lies in this cell."""
    cards = view.maze.cards if view.maze else ()
    return next((card.entry for card in cards if card.cell == cell), None)
