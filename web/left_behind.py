"""Modules that the table had chosen and that another edition left behind: its screen keeps them in a cookie, says why,
and brings them back with an edition that they go with. What goes along is for the editions to say."""

from __future__ import annotations

from flask import request
from werkzeug.wrappers import Response as AnyResponse

from companion.views.model import SetupView
from web.forms import modules_of
from web.present import box_offers

COOKIE = "modules-left-behind"


def of_page(setup: SetupView) -> tuple[box_offers.ModuleOffer, ...]:
    return box_offers.left_behind(setup, tuple(request.cookies.get(COOKIE, "").split(".")))


def keep(answered: AnyResponse | tuple[str, int], verb: str) -> AnyResponse | tuple[str, int]:
    """After the table has chosen, what it keeps in mind; once a game begins, nothing."""
    if isinstance(answered, tuple) or verb not in ("configure", "start"):
        return answered
    _, left = modules_of(request.form) if verb == "configure" else ((), ())
    answered.set_cookie(COOKIE, ".".join(left), httponly=True, samesite="Lax", path="/table")
    return answered
