"""Who is looking: the seat's token in its cookie becomes a viewer here, once, and joining hands a token out."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, current_app, g, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.state.commands import Actor, BySeat, ByTable
from companion.state.refusals import Refusal
from companion.views.model import SeatViewer, TableViewer, Viewer
from web.forms import name_of, seat_of
from web.language import languages
from web.present.choices import Choice
from web.present.page import Page

SEAT_COOKIE, HOST_COOKIE = "seat", "host"
YEAR_S = 365 * 24 * 3600

blueprint = Blueprint("seats", __name__)


def session() -> Any:
    """The running table (companion.live.session.Session)."""
    return current_app.extensions["companion"]


def at_table() -> bool:
    """Pages under /table are the table screen's; all others belong to a phone."""
    return request.path == "/table" or request.path.startswith("/table/")


def is_host() -> bool:
    token = request.cookies.get(HOST_COOKIE)
    return bool(token) and session().is_host(token)


def viewer() -> Viewer:
    """The host, who plays too, sees what the table sees: his cookie adds tools, never knowledge."""
    if "viewer" not in g:
        g.viewer = TableViewer() if at_table() else session().viewer_of(request.cookies.get(SEAT_COOKIE))
    return g.viewer


def actor() -> Actor:
    """Who presses. A phone without a seat and a stranger at the table screen may do nothing."""
    if at_table():
        return ByTable() if is_host() else abort(403)
    who = viewer()
    return BySeat(who.seat) if isinstance(who, SeatViewer) else abort(403)


def keep_cookie(response: AnyResponse, name: str, value: str) -> None:
    """No Secure flag: phones reach this server over plain http in the living room and would drop the cookie."""
    response.set_cookie(name, value, max_age=YEAR_S, httponly=True, samesite="Lax", path="/")


def join_page(refusal: Refusal | None = None) -> str:
    page = Page(session().view(TableViewer()), g.say, Choice(), "/", refusal=refusal)
    return render_template("seats/join.html", p=page, name=request.form.get("name", ""))


@blueprint.post("/join")
def join() -> AnyResponse | tuple[str, int]:
    seat = seat_of(request.form) if request.form.get("seat") else None
    name = name_of(request.form)
    joined = Refusal("no_name") if not name else session().join(name, seat=seat)
    if isinstance(joined, Refusal):
        return join_page(joined), 409
    response = redirect("/", 303)
    keep_cookie(response, SEAT_COOKIE, joined.token)
    return response


@blueprint.post("/leave")
def leave() -> AnyResponse:
    """This phone forgets its seat; the seat stays in the game until the host gives it to another phone."""
    response = redirect("/", 303)
    response.delete_cookie(SEAT_COOKIE, path="/", httponly=True, samesite="Lax")
    return response


@blueprint.post("/language")
def choose_language() -> AnyResponse:
    code = request.form.get("language", "")
    if code not in languages():
        abort(400)
    response = make_response(redirect("/table" if request.form.get("back") == "table" else "/", 303))
    keep_cookie(response, "lang", code)
    return response


def plain(text: str, status: int = 200) -> Response:
    return Response(text, status, mimetype="text/plain")
