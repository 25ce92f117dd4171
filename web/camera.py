"""The camera's pictures, and which camera it is: chosen on the table screen, at any time. Sees nothing."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from web.app_state import config, filming
from web.present.selection import read_cell
from web.seats import actor, had_seat, table_screen
from web.table import table_page

blueprint = Blueprint("camera", __name__)


@blueprint.get("/table/picture.jpg")
def picture() -> Response:
    """What the camera sees, for the host's screen."""
    actor()
    return _picture()


@blueprint.get("/picture.jpg")
def phone_picture() -> Response:
    """The same for a phone that has a seat and may have to say what the camera saw."""
    if not had_seat():
        abort(403)
    actor()
    return _picture()


@blueprint.post("/table/camera")
def choose() -> AnyResponse | tuple[str, int]:
    """Look through another camera from now on; an empty source closes the eye."""
    actor()
    use = config().use_camera
    if use is None:
        abort(404)
    source = request.form.get("source", "").strip()
    if not (source.isdecimal() or not source):
        table_screen()  # an address may be any file of this computer: no phone names one
    trouble = use(source or None)
    if trouble is None:
        filming().end()
    return (table_page(hint=trouble), 409) if trouble else redirect("/table", 303)


def _picture() -> Response:
    """`?cell=5,0`: the card there and a little around it, as long as one is seen there."""
    cell = read_cell(request.args.get("cell", ""))
    data = (config().card_jpeg(cell) if cell is not None else None) or config().latest_jpeg()
    return Response(data, mimetype="image/jpeg") if data else abort(404)
