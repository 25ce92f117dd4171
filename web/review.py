"""People decide about what the camera saw: confirm it, correct it, take it back, or agree to it against the rules."""

from __future__ import annotations

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response as AnyResponse

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.views.model import TableViewer
from web.app_state import session
from web.corrected import offer
from web.fields import cell_of, face_of, number_of
from web.player import answer, this_press
from web.seats import actor
from web.settings import KEY_LETTERS

blueprint = Blueprint("review", __name__)


@blueprint.post("/review/answer")
@blueprint.post("/table/review/answer")
def confirm() -> AnyResponse | tuple[str, int]:
    """`key` names the candidate; without one the card was taken back or is not so."""
    by = actor()
    key = number_of(request.form, "key", 99) if request.form.get("key") else None
    chosen = _chosen(key)  # the question is gone once it is answered
    done = session().answer(by, _proposal(), key, forced=_forced(), **this_press(by))
    if chosen is not None:
        offer(done, *chosen)
    return answer(done)


@blueprint.post("/review/correct")
@blueprint.post("/table/review/correct")
def correct() -> AnyResponse | tuple[str, int]:
    """It is another card than the camera thinks."""
    by = actor()
    cell, face = cell_of(request.form), face_of(request.form)
    done = session().correct(by, _proposal(), cell, face, forced=_forced(), **this_press(by))
    offer(done, cell, face)
    return answer(done)


def _forced() -> bool:
    """The table agrees to do it against the rules."""
    return request.form.get("forced") == "1"


def _chosen(key: int | None) -> tuple[Cell, Face] | None:
    """A card that a person chooses among the candidates: it may be another than the camera thought."""
    asked = next((one for one in session().view(TableViewer()).proposals if one.id == _proposal()), None)
    chosen = next((one.face for one in asked.candidates if one.key == key), None) if asked is not None else None
    return None if asked is None or chosen is None else (asked.cell, Face.parse(chosen))


def _proposal() -> str:
    name = request.form.get("proposal", "")
    return name if 0 < len(name) <= KEY_LETTERS else abort(400)
