"""Who played, won, dug and sabotaged in all nights so far: a page of the table screen, and the press that wipes it."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template
from werkzeug.wrappers import Response as AnyResponse

from companion.state.refusals import Refusal
from companion.views.model import TableViewer
from companion.views.past_nights import Person
from web.app_state import config, say, session
from web.config import PastGames
from web.present.page import Page
from web.present.selection import Selection
from web.seats import host, is_host

blueprint = Blueprint("past_nights", __name__, url_prefix="/table/nights")


@blueprint.get("")
def past_nights() -> str:
    return _page()


@blueprint.post("/wipe")
def wipe() -> AnyResponse | tuple[str, int]:
    host()
    if _kept().wipe():
        return redirect("/table/nights", 303)
    return _page(Refusal("disk_trouble")), 409


def _page(refusal: Refusal | None = None) -> str:
    page = Page(session().view(TableViewer()), say(), Selection(), "/table", is_host(), refusal)
    people = _people()
    return render_template("past_nights/page.html", p=page, people=people, put_aside=_kept().put_aside())


def _people() -> tuple[Person, ...] | None:
    """None where the disk does not give them: it may when it is asked again."""
    try:
        return _kept().people()
    except OSError:
        return None


def _kept() -> PastGames:
    return config().nights or abort(404)
