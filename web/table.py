"""The table screen: what everybody around the table may see, and for the host the tools to put things right."""

from __future__ import annotations

from flask import Blueprint, abort, current_app, g, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.state.refusals import Refusal
from companion.views.model import TableViewer
from web import left_behind
from web.present.choices import read_choice
from web.present.page import Page
from web.present.qr import qr_svg
from web.seats import HOST_COOKIE, actor, is_host, keep_cookie, session

ADDRESS_COOKIE = "address"  # which of this machine's addresses the code for phones names

blueprint = Blueprint("table", __name__)


@blueprint.get("/table")
def table() -> AnyResponse | str:
    key = request.args.get("key")
    if key is None:
        return table_page()
    if not session().is_host(key):
        abort(403)
    response = redirect("/table", 303)  # the key leaves the address bar at once
    keep_cookie(response, HOST_COOKIE, key)
    return response


@blueprint.post("/table/address")
def choose_address() -> AnyResponse:
    """A machine with a VPN has several addresses, and only people can tell which one their phones reach."""
    actor()
    wish = request.form.get("address", "")
    if wish not in current_app.extensions["web_config"].phone_addresses():
        abort(400)
    response = redirect("/table", 303)
    keep_cookie(response, ADDRESS_COOKIE, wish)
    return response


def table_page(refusal: Refusal | None = None) -> str:
    config = current_app.extensions["web_config"]
    host = is_host()
    choice = read_choice(request.args)
    page = Page(session().view(TableViewer()), g.say, choice, "/table", host, refusal)
    url = config.join_url(request.cookies.get(ADDRESS_COOKIE, ""))
    return render_template(
        "table/page.html",
        p=page,
        join_url=url,
        qr=qr_svg(url, g.say("join.qr")),
        other_addresses=[one for one in config.phone_addresses() if config.join_url(one) != url] if host else [],
        demo=config.demo,
        left_behind=left_behind.of_page(page.view.setup) if host else (),
        can_resync=config.resync is not None,
        can_choose_camera=config.use_camera is not None,
        can_aim=config.aim is not None,
        can_teach=config.school is not None,
        cameras=config.cameras() if host and choice.do in ("camera", "fix-camera") else (),
    )
