"""From which side of the table a phone's owner looks at the mine: their phone remembers it. No drawing, no seat."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from web.cookies import keep_cookie
from web.present.selection import read_selection

COOKIE = "mine"
QUARTERS = 4  # of a full turn; the table has as many sides

blueprint = Blueprint("turn_mine", __name__)


def quarters() -> int:
    """By how many quarter turns, clockwise, this phone draws the mine turned."""
    kept = request.cookies.get(COOKIE, "")
    return int(kept) if kept in map(str, range(QUARTERS)) else 0


@blueprint.post("/turn-mine")
def turn_mine() -> AnyResponse:
    """By one quarter more, and back to the step that the phone showed."""
    step = dict(parse_qsl(urlsplit(request.form.get("step", "")).query))
    response = redirect(read_selection(step).href("/"), 303)
    keep_cookie(response, COOKIE, str((quarters() + 1) % QUARTERS))
    return response
