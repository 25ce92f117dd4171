"""The table screen: what everybody around the table may see, and for the host the tools to put things right."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion.sight.hints import Hint
from companion.state.refusals import Refusal
from companion.views.model import TableViewer
from web import left_behind
from web.app_state import config, say, session
from web.cookies import keep_cookie
from web.present.page import Page
from web.present.qr import draw_qr, qr_svg, wifi_text
from web.present.selection import read_selection
from web.seats import HOST, actor, cookie_name, is_host, is_table_screen, own_requests

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
    keep_cookie(response, cookie_name(HOST), key)
    return response


@blueprint.post("/table/address")
def choose_address() -> AnyResponse:
    """A machine with a VPN has several addresses, and only people can tell which one their phones reach."""
    actor()
    wish = request.form.get("address", "")
    if wish not in config().phone_addresses():
        abort(400)
    response = redirect("/table", 303)
    keep_cookie(response, ADDRESS_COOKIE, wish)
    return response


def table_page(refusal: Refusal | None = None, hint: Hint | None = None) -> str:
    here, host = config(), is_host()
    selection = read_selection(request.args)
    choosing = host and selection.do in ("camera", "fix-camera")
    view, screen = session().view(TableViewer()), is_table_screen()
    page = Page(view, say(), selection, "/table", host, refusal, hint, screen=screen)
    url = here.join_url(request.cookies.get(ADDRESS_COOKIE, ""))
    return render_template(
        "table/page.html",
        p=page,
        join_url=url,
        qr=qr_svg(url, say()("join.qr")),
        other_addresses=[one for one in here.phone_addresses() if here.join_url(one) != url] if host else [],
        demo=here.demo,
        left_behind=left_behind.of_page(page.view.setup) if host else (),
        can_read_again=here.read_again is not None,
        can_film=here.film is not None,
        can_choose_camera=here.use_camera is not None,
        can_aim=here.aim is not None,
        can_teach=here.school is not None,
        misread=here.misreads.offered() if here.misreads and host else None,
        past_nights=here.nights is not None,
        watch_url=here.watch_url(request.cookies.get(ADDRESS_COOKIE, "")),
        watch_qr=_watch_qr() if screen else None,
        can_show_wifi=here.wifi is not None and screen,
        wifi_qr=_wifi_qr() if screen else None,
        own_requests=frozenset() if screen else own_requests(),
        cameras=here.cameras() if choosing else (),
        camera_address=here.camera_address() if choosing else "",
    )


def _watch_qr() -> Markup:
    return qr_svg(config().watch_url(request.cookies.get(ADDRESS_COOKIE, "")), say()("tv.qr"))


def _wifi_qr() -> Markup | None:
    """None where the host has typed no Wi-Fi."""
    wifi = config().wifi
    network = wifi.now if wifi else None
    return draw_qr(wifi_text(network.name, network.password), say()("wifi.qr", name=network.name)) if network else None
