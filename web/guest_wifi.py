"""The Wi-Fi that guests are shown beside the code for phones: typed, shown and forgotten at the table screen alone."""

from __future__ import annotations

from flask import Blueprint, abort, request
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as AnyResponse

from companion.state.refusals import Refusal
from web.app_state import config
from web.config import GuestWifi
from web.seats import table_screen
from web.table import table_page

blueprint = Blueprint("guest_wifi", __name__, url_prefix="/table/wifi")


@blueprint.post("")
def show() -> AnyResponse | tuple[str, int]:
    table_screen()
    form = request.form
    trouble = _wifi().show(form.get("network", "").strip(), form.get("password", ""), keep=form.get("keep") == "1")
    return _answer(trouble)


@blueprint.post("/forget")
def forget() -> AnyResponse | tuple[str, int]:
    table_screen()
    return _answer(_wifi().forget())


def _answer(trouble: Refusal | None) -> AnyResponse | tuple[str, int]:
    return (table_page(trouble), 409) if trouble else redirect("/table", 303)


def _wifi() -> GuestWifi:
    return config().wifi or abort(404)
