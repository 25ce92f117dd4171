"""Tables that the camera misread and people put right: the table screen offers to keep each, shows what is kept, and
makes one archive of it for a bug report. Nothing is sent."""

from __future__ import annotations

from io import BytesIO

from flask import Blueprint, Response, abort, redirect, render_template, request, send_file
from werkzeug.wrappers import Response as AnyResponse

from companion.sight.hints import Hint
from companion.sight.misread import ARCHIVE_NAME
from companion.views.model import TableViewer
from web.app_state import config, say, session
from web.config import Misreads
from web.present.page import Page
from web.present.selection import Selection
from web.seats import host, is_host
from web.settings import KEY_LETTERS
from web.table import table_page

blueprint = Blueprint("misreads", __name__, url_prefix="/table/misreads")


@blueprint.get("")
def shelf() -> str:
    host()
    return _page()


@blueprint.get("/<key>.jpg")
def picture(key: str) -> Response:
    host()
    data = _misreads().picture(key)
    return Response(data, mimetype="image/jpeg") if data else abort(404)


@blueprint.get("/archive")
def archive() -> Response:
    host()
    data = BytesIO(_misreads().archive())
    return send_file(data, mimetype="application/zip", as_attachment=True, download_name=ARCHIVE_NAME)


@blueprint.post("/<any(keep, decline, never):verb>")
def answer(verb: str) -> AnyResponse | tuple[str, int]:
    """To what the table screen offers."""
    host()
    misreads, trouble = _misreads(), None
    match verb:
        case "keep":
            trouble = misreads.keep()
        case "decline":
            misreads.decline()
        case _:
            misreads.ask(yes=False)
    session().tell_anew()  # the offer is gone from every screen
    return redirect("/table", 303) if trouble is None else (table_page(hint=trouble), 409)


@blueprint.post("/ask")
def ask() -> AnyResponse:
    """Whether the table screen asks from now on."""
    host()
    _misreads().ask(yes=request.form.get("yes") == "1")
    return redirect("/table/misreads", 303)


@blueprint.post("/remove")
def remove() -> AnyResponse | tuple[str, int]:
    host()
    trouble = _misreads().remove(request.form.get("key", "")[:KEY_LETTERS])
    return redirect("/table/misreads", 303) if trouble is None else (_page(trouble), 409)


def _page(hint: Hint | None = None) -> str:
    page = Page(session().view(TableViewer()), say(), Selection(), "/table/misreads", is_host(), hint=hint)
    misreads = _misreads()
    return render_template("misreads/page.html", p=page, kept=misreads.kept(), asks=misreads.asks, most=misreads.most)


def _misreads() -> Misreads:
    return config().misreads or abort(404)
