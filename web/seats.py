"""Who is looking: the seat's token in its cookie becomes a viewer here, once, and joining hands a token out."""

from __future__ import annotations

import math

from flask import Blueprint, Response, abort, after_this_request, g, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.state.commands import Actor, BySeat, ByTable, SeatId
from companion.state.names import same_name
from companion.state.refusals import Refusal
from companion.views.model import SeatView, SeatViewer, Stage, TableViewer, View, Viewer
from web.allowance import Buckets
from web.app_state import codes, config, joins, say, session
from web.config import is_loopback
from web.fields import name_of, seat_of
from web.language import COOKIE, languages
from web.present.page import Page
from web.present.selection import Selection
from web.session import Joined

SEAT, HOST = "seat", "host"  # cookies; browsers keep one jar for all ports, so each night has names of its own
TRIAL = "trial"  # a cookie that tells nothing; a browser that does not bring it back keeps none
YEAR_S = 365 * 24 * 3600
NO_COOKIES = Refusal("cookies_blocked")  # a seat would be taken whose phone is not known again

blueprint = Blueprint("seats", __name__)


def at_table() -> bool:
    """Pages under /table are the table screen's; all others belong to a phone."""
    return request.path == "/table" or request.path.startswith("/table/")


def is_host() -> bool:
    token = kept_token(HOST)
    return bool(token) and session().is_host(token)


def viewer() -> Viewer:
    """The host, who plays too, sees what the table sees: his cookie adds tools, never knowledge."""
    if "viewer" not in g:
        g.viewer = TableViewer() if at_table() else _of_phone(kept_token(SEAT))
    found: Viewer = g.viewer
    return found


def _of_phone(token: str | None) -> Viewer:
    """Whoever sat down and comes for his page is a guest."""
    if token:
        session().came(token)
    return session().viewer_of(token)


def actor() -> Actor:
    """Who presses. A phone without a seat and a stranger at the table screen may do nothing."""
    return host() if at_table() else guest()


def host() -> ByTable:
    """Who presses at the table screen."""
    return ByTable() if at_table() and is_host() else abort(403)


def guest() -> BySeat:
    """Who presses on a phone."""
    who = viewer()
    if isinstance(who, SeatViewer):
        return BySeat(who.seat)
    return abort(make_response(join_page(lost=True), 409) if had_seat() else 403)


def had_seat() -> bool:
    """The phone sat somewhere once; whether it still does, the session knows."""
    return bool(kept_token(SEAT))


def kept_token(cookie: str) -> str | None:
    """What this browser keeps for this night; an earlier version gave it a name without the night."""
    return request.cookies.get(cookie_name(cookie)) or request.cookies.get(cookie)


def cookie_name(cookie: str) -> str:
    night = config().night
    return f"{cookie}-{night}" if night else cookie


def keep_cookie(response: AnyResponse, name: str, value: str) -> None:
    """No Secure flag: phones reach this server over plain http in the living room and would drop the cookie."""
    response.set_cookie(name, value, max_age=YEAR_S, httponly=True, samesite="Lax", path="/")


def join_page(refusal: Refusal | None = None, *, lost: bool = False) -> str:
    """The way in. `lost`: this phone had a seat, and is told that it has not any more.

    When the game is over, no seat is to be had, and the table screen lets no phone in.
    """
    if not request.cookies:
        after_this_request(_try_cookies)
    page = Page(session().view(TableViewer()), say(), Selection(), "/", refusal=refusal)
    over = page.view.stage is Stage.GAME_OVER
    lost = lost or (had_seat() and refusal is None)
    asked_for = None if over else session().asked_for(kept_token(SEAT))
    newcomer = not over and session().is_newcomer(kept_token(SEAT))
    lost = lost and asked_for is None and not newcomer and not over
    double = refusal is not None and refusal.code == "names_taken"  # kept, every seat's button would send it along
    name = "" if double else request.form.get("name", "")
    return render_template(
        "seats/join.html",
        p=page,
        name=name,
        lost=lost,
        asked_for=asked_for,
        newcomer=newcomer,
        namesake=_namesake(page.view, refusal),
    )


def _try_cookies(response: Response) -> Response:
    response.set_cookie(TRIAL, "1", httponly=True, samesite="Lax", path="/")
    return response


def _namesake(view: View, refusal: Refusal | None) -> SeatView | None:
    """Who sits there already under the name that was typed: most likely whoever typed it."""
    if refusal is None or refusal.code != "names_taken":
        return None
    name = str(refusal.facts["name"])
    return next((one for one in view.seats if same_name(one.name, name)), None)


@blueprint.post("/join")
def join() -> AnyResponse | tuple[str, int]:
    """One seat for each phone: a second press, or an old page beside the new one, leads to the seat it has."""
    if isinstance(viewer(), SeatViewer):
        return redirect("/", 303)
    if not request.cookies:
        return _seated(NO_COOKIES)
    seat = seat_of(request.form) if request.form.get("seat") else None
    name = name_of(request.form) or _present_name_of(seat)
    return _seated(Refusal("name_empty") if not name else _joined(name, seat))


def _joined(name: str, seat: SeatId | None) -> Joined | Refusal:
    """One address cannot fill the lobby, nor take all seats that wait for a phone; this computer may."""
    asker = f"{request.remote_addr} {'one more seat' if seat is None else 'a seat that is there'}"
    minutes = _minutes_to_wait(joins(), asker)
    if minutes:
        return Refusal("joined_too_often", {"minutes": minutes})
    joined = session().join(name, seat=seat, phone=kept_token(SEAT))
    if isinstance(joined, Refusal):
        joins().give_back(asker)
    return joined


def _minutes_to_wait(allowed: Buckets, asker: str) -> int:
    """Until this address has one of these again; 0: it has taken one now, or is this computer, which has enough."""
    return 0 if is_loopback(request.remote_addr or "") else math.ceil(allowed.wait_s(asker) / 60)


def _present_name_of(seat: int | None) -> str:
    """Who types no name takes the seat under the name it has: his own on another phone, or the one the app gave it."""
    seats = session().view(TableViewer()).seats
    return next((one.name for one in seats if one.seat == seat and not one.taken), "")


@blueprint.post("/come-back")
def come_back() -> AnyResponse | tuple[str, int]:
    """Somebody whose phone has forgotten its seat, or another phone of his: the seat's code says that it is he."""
    if isinstance(viewer(), SeatViewer):
        return redirect("/", 303)
    if not request.cookies:
        return _seated(NO_COOKIES)
    code = request.form.get("code", "").strip()[:40] or "-"  # no code is a wrong one
    return _seated(_came_back(seat_of(request.form), code))


def _came_back(seat: SeatId, code: str) -> Joined | Refusal:
    """One address cannot use up the wrong codes that others may type for a seat."""
    asker = request.remote_addr or ""
    minutes = _minutes_to_wait(codes(), asker)
    if minutes:
        return Refusal("wrong_codes_from_here", {"minutes": minutes})
    joined = session().join("", seat=seat, code=code, phone=kept_token(SEAT))
    if not isinstance(joined, Refusal):
        codes().give_back(asker)
    return joined


def _seated(joined: Joined | Refusal) -> AnyResponse | tuple[str, int]:
    """The phone keeps its seat's token; or the way in again, with the reason."""
    if isinstance(joined, Refusal):
        return join_page(joined), 409
    response = redirect("/", 303)
    keep_cookie(response, cookie_name(SEAT), joined.token)
    return response


def forget_seat(response: AnyResponse) -> None:
    for name in {cookie_name(SEAT), SEAT}:
        response.delete_cookie(name, path="/", httponly=True, samesite="Lax")


@blueprint.post("/language")
def choose_language() -> AnyResponse:
    code = request.form.get("language", "")
    if code not in languages():
        abort(400)
    response = make_response(redirect("/table" if request.form.get("back") == "table" else "/", 303))
    keep_cookie(response, COOKIE, code)
    return response


def plain(text: str, status: int = 200) -> Response:
    return Response(text, status, mimetype="text/plain")
