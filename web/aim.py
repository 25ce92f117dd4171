"""The table's corners dragged by hand over the camera's picture, where it does not find the table itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask import Blueprint, abort, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.sight.hints import Hint
from companion.views.model import TableViewer
from web.app_state import config, say, session
from web.present.page import Page
from web.present.selection import Selection
from web.seats import actor

blueprint = Blueprint("aim", __name__, url_prefix="/table/aim")

CornerShares = Sequence[tuple[float, float]]  # shares of the picture; N-W, N-E, S-E, S-W
Aim = Callable[[CornerShares | None], Hint | None]
FIRST = ((0.15, 0.15), (0.85, 0.15), (0.85, 0.85), (0.15, 0.85))  # before a table was seen
BESIDE = 0.5  # of the picture's sides: a corner of the table may lie so far outside it


@blueprint.get("")
def page() -> str:
    actor()
    _aim()
    return _page()


@blueprint.post("")
def put() -> AnyResponse | tuple[str, int]:
    """`corners` holds four points as shares of the picture; without them the reader finds the table itself."""
    actor()
    text = request.form.get("corners", "")
    points = _points(text) if text else None
    trouble = _aim()(points)
    return redirect("/table", 303) if trouble is None else (_page(points, trouble), 409)


def _page(put: CornerShares | None = None, hint: Hint | None = None) -> str:
    """`put`: corners as a person has dragged them; else where the table was seen last."""
    return render_template(
        "aim/page.html",
        p=Page(session().view(TableViewer()), say(), Selection(), "/table/aim", True, hint=hint),
        put=put,
        corners=put or _within(config().corners()) or FIRST,
        can_choose_camera=config().use_camera is not None,
    )


def _points(text: str) -> tuple[tuple[float, float], ...]:
    try:
        pairs = [pair.split(",") for pair in text[:200].split()]
        points = tuple((float(x), float(y)) for x, y in pairs)
    except ValueError:
        abort(400)
    if len(points) != 4 or not _are_near(points):
        abort(400)
    return points


def _are_near(corners: CornerShares) -> bool:
    return all(-BESIDE <= value <= 1 + BESIDE for point in corners for value in point)


def _within(corners: CornerShares | None) -> CornerShares | None:
    """As far as a thumb can take hold of them; none where the table reaches far out of the picture."""
    if corners is None or not _are_near(corners):
        return None
    return [(min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0)) for x, y in corners]


def _aim() -> Aim:
    aim = config().aim
    return aim if aim is not None else abort(404)
