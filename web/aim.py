"""The table's corners dragged by hand over the camera's picture, where it does not find the table itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask import Blueprint, abort, current_app, g, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.state.refusals import Refusal
from companion.views.model import TableViewer
from web.present.choices import Choice
from web.present.page import Page
from web.seats import actor, session

blueprint = Blueprint("aim", __name__, url_prefix="/table/aim")

Aim = Callable[[Sequence[tuple[float, float]] | None], Refusal | None]
FIRST = ((0.15, 0.15), (0.85, 0.15), (0.85, 0.85), (0.15, 0.85))  # before anybody dragged; N-W, N-E, S-E, S-W


@blueprint.get("")
def page() -> str:
    actor()
    _aim()
    return _page(FIRST)


@blueprint.post("")
def put() -> AnyResponse | tuple[str, int]:
    """`corners` holds four points as shares of the picture; without them the reader finds the table itself."""
    actor()
    text = request.form.get("corners", "")
    points = _points(text) if text else None
    refusal = _aim()(points)
    return redirect("/table", 303) if refusal is None else (_page(points or FIRST, refusal), 409)


def _page(corners: Sequence[tuple[float, float]], refusal: Refusal | None = None) -> str:
    view, config = session().view(TableViewer()), current_app.extensions["web_config"]
    return render_template(
        "aim/page.html",
        p=Page(view, g.say, Choice(), "/table/aim", True, refusal),
        corners=corners,
        can_choose_camera=config.use_camera is not None,
    )


def _points(text: str) -> tuple[tuple[float, float], ...]:
    try:
        pairs = [pair.split(",") for pair in text[:200].split()]
        points = tuple((float(x), float(y)) for x, y in pairs)
    except ValueError:
        abort(400)
    if len(points) != 4 or not all(-0.5 <= value <= 1.5 for point in points for value in point):
        abort(400)
    return points


def _aim() -> Aim:
    aim: Aim | None = current_app.extensions["web_config"].aim
    return aim if aim is not None else abort(404)
