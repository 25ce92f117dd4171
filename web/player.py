"""A phone: its page, and every press of a player or of the host as a command. The session judges, not this room."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import Blueprint, abort, render_template, request
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as AnyResponse

from companion.state.commands import Actor, BySeat, Command
from companion.state.refusals import Refusal
from companion.views.model import SeatViewer
from web import left_behind
from web.app_state import config, say, session
from web.fields import Form, cell_of, number_of, numbers_of
from web.forms import command_id_of, seat_verbs, seen_of, table_verbs
from web.present.page import Page
from web.present.selection import read_selection
from web.seats import SEAT, actor, at_table, forget_seat, guest, join_page, kept_token, viewer
from web.session import Done, Press
from web.table import table_page
from web.turn_mine import quarters

blueprint = Blueprint("player", __name__)


@blueprint.get("/")
def phone() -> str:
    return phone_page()


def phone_page(refusal: Refusal | None = None) -> str:
    who = viewer()
    if not isinstance(who, SeatViewer):
        return join_page(refusal)
    page = Page(session().view(who), say(), read_selection(request.args), "/", refusal=refusal, quarters=quarters())
    return render_template("player/page.html", p=page, demo=config().demo)


@blueprint.post("/do/<verb>")
def press(verb: str) -> AnyResponse | tuple[str, int]:
    return _submit(seat_verbs(), verb)


@blueprint.post("/table/do/<verb>")
def host_press(verb: str) -> AnyResponse | tuple[str, int]:
    return left_behind.keep(_submit(table_verbs(), verb), verb)


@blueprint.post("/hand/lay")
def lay_from_hand() -> AnyResponse | tuple[str, int]:
    """At the demo table nobody holds real cards: the app's hand lays this one before the camera."""
    by = guest()
    form = request.form
    return answer(
        session().lay_from_hand(
            by,
            number_of(form, "hand"),
            cell_of(form),
            turned=form.get("turned") == "1",
            **this_press(by),
        )
    )


@blueprint.post("/hand/discard")
def discard_from_hand() -> AnyResponse | tuple[str, int]:
    """At the demo table: pass, and throw these cards away."""
    by = guest()
    keys = numbers_of(request.form, "hand")
    return answer(session().discard_from_hand(by, keys, **this_press(by)))


@blueprint.post("/undo")
def undo() -> AnyResponse | tuple[str, int]:
    """Take back what was laid or discarded here, until the next player acts."""
    by = guest()
    return answer(session().undo(by, **this_press(by)))


@blueprint.post("/leave")
def leave() -> AnyResponse | tuple[str, int]:
    """This phone forgets its seat, or the taken one it asked for, once the session has let it go: see Places.leave."""
    done = session().leave(kept_token(SEAT), seen=seen_of(request.form))
    if not isinstance(done, Refusal):
        response = redirect("/", 303)
        forget_seat(response)
        return response
    return answer(done)


def _submit(verbs: Mapping[str, Callable[[Form], Command]], verb: str) -> AnyResponse | tuple[str, int]:
    by = actor()
    if verb not in verbs:
        abort(404)
    command = verbs[verb](request.form)
    return answer(session().submit(by, command, **this_press(by)))


def this_press(by: Actor) -> Press:
    """Which press the request is, by whoever sends it."""
    who = f"seat{by.seat}" if isinstance(by, BySeat) else "table"
    return {"command_id": command_id_of(request.form, request.path, who), "seen": seen_of(request.form)}


def answer(outcome: Done | Refusal) -> AnyResponse | tuple[str, int]:
    """Done: back to the page. Refused: the page again, with a sentence that says why; nothing was changed."""
    if isinstance(outcome, Refusal):
        return (table_page(outcome) if at_table() else phone_page(outcome)), 409
    return redirect("/table" if at_table() else "/", 303)
