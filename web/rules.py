"""What is played: one page with the box, what was added, and how each house rule is read. Anybody may read it."""

from __future__ import annotations

from flask import Blueprint, render_template

from web.app_state import say, session
from web.present.page import Page
from web.present.selection import Selection
from web.seats import at_table, is_host, viewer

blueprint = Blueprint("rules", __name__)


@blueprint.get("/rules")
@blueprint.get("/table/rules")
def rules() -> str:
    base = "/table" if at_table() else "/"
    page = Page(session().view(viewer()), say(), Selection(), base, at_table() and is_host())
    return render_template("rules/page.html", p=page)
