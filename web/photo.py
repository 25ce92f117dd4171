"""Photographs of the table, sent by whoever sits at it: no camera has to stand anywhere. Sees nothing itself."""

from __future__ import annotations

import math

from flask import Blueprint, Response, abort, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.sight.hints import Hint
from companion.sight.settled_board import Photographed
from companion.state.commands import ByTable
from web.app_state import config, photos, say, session
from web.present.page import Page
from web.present.selection import Selection
from web.seats import HOST, actor, at_table, kept_token, own_token, viewer

blueprint = Blueprint("photo", __name__)

PAGES = ("/photo", "/table/photo")
ANSWER = "answer"
MAY_LIE_THERE = ("table.not_found", "photo.not_there")  # a table, for all the reader knows
MOST_PX = 10_000  # of a picture on a screen, across
MOST_TALL = 10  # times its width
FILE_BYTES = 20_000_000  # a phone's picture as it comes has 2 to 12 MB


@blueprint.get("/photo")
@blueprint.get("/table/photo")
def page() -> str:
    """Ready for the next photograph; with ANSWER in the address, what the last one told."""
    sender = _sender()
    lost = sender in photos().due
    photos().due.discard(sender)
    return _page(photos().answers.get(sender) if ANSWER in request.args else None, lost=lost)


@blueprint.post("/photo/due")
@blueprint.post("/table/photo/due")
def due() -> tuple[str, int]:
    """The phone's camera opens: a phone with little memory closes the page meanwhile, and the picture is gone."""
    photos().due.add(_sender())
    return "", 204


@blueprint.post("/photo")
@blueprint.post("/table/photo")
def take() -> AnyResponse | tuple[str, int]:
    """Read the photograph; its page says what was read."""
    request.max_content_length = FILE_BYTES
    sender = _sender()
    file = request.files.get("photo")
    photos().due.discard(sender)
    wait_s = photos().allowed.wait_s(sender)
    if wait_s:
        photos().answers[sender] = _too_often(wait_s)
        return _page(photos().answers[sender]), 429
    data = b""
    if file:
        with file.stream:
            data = file.read()
    photos().answers[sender] = _read(data) if data else Hint("photo.none")
    return redirect(f"{request.path}?{ANSWER}", 303)


@blueprint.post("/photo/start")
@blueprint.post("/table/photo/start")
def find() -> AnyResponse | tuple[str, int]:
    """Read the photograph that the page showed again, around a tap on its start card; its page says what was read."""
    sender, tap = _sender(), _tap()
    wait_s = photos().allowed.wait_s(sender)
    if wait_s or tap is None:
        return _page(_too_often(wait_s) if wait_s else Hint("photo.not_there")), 429 if wait_s else 400
    photos().answers[sender] = config().photograph_around(tap, _number())
    return redirect(f"{PAGES[at_table()]}?{ANSWER}", 303)


@blueprint.get("/photo.jpg")
@blueprint.get("/table/photo.jpg")
def picture() -> Response:
    """The last photograph with what was read drawn on it."""
    _sender()
    data = config().photo()
    return Response(data, mimetype="image/jpeg") if data else abort(404)


def _too_often(wait_s: float) -> Hint:
    return Hint("photo.too_often", {"seconds": math.ceil(wait_s)})


def _tap() -> tuple[float, float] | None:
    """The place that was touched, in shares of the picture's width; None where no browser sends it so."""
    try:
        x, y, wide = (float(request.form[name]) for name in ("at.x", "at.y", "wide"))
    except (KeyError, ValueError):
        return None
    return (x / wide, y / wide) if 0 <= x <= wide <= MOST_PX and 0 <= y <= MOST_TALL * wide and wide else None


def _number() -> int:
    """Of the photograph that was touched."""
    return request.form.get("number", 0, int)


def _read(data: bytes) -> Photographed | Hint:
    photograph = config().photograph
    return abort(404) if photograph is None else photograph(data)


def _sender() -> str:
    """The token of a seat's phone or of the host; nobody else may send a picture, or see one."""
    by = actor()
    if config().photograph is None:
        abort(404)
    host = kept_token(HOST) if isinstance(by, ByTable) else None
    return host or own_token() or abort(403)


def _page(answer: Photographed | Hint | None, *, lost: bool = False) -> str:
    base = "/table" if at_table() else "/"
    read = answer if isinstance(answer, Photographed) else None
    hints = read.reading.hints if read is not None else (answer,) if isinstance(answer, Hint) else ()
    return render_template(
        "photo/page.html",
        p=Page(session().view(viewer()), say(), Selection(), base, at_table()),
        photo_page=PAGES[at_table()],
        lost=lost,
        found=read if read is not None and read.settled is not None else None,
        otherwise=read.otherwise if read is not None else (),
        hints=hints,
        may_lie_there=any(hint.code in MAY_LIE_THERE for hint in hints),
        answered=answer is not None,
        number=_number() if read is None else read.number,
    )
