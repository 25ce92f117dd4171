"""Who is looking: the seats' tokens in a browser's cookie become a viewer here, once, and joining hands a token out.

A browser may hold several seats: a phone that two people share, or the table screen, which plays for those without a
phone. It shows the first of those in its cookie, and every form says which one it is for.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from flask import Blueprint, Response, abort, after_this_request, g, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.state.commands import Actor, BySeat, ByTable, SeatId
from companion.state.names import same_name
from companion.state.refusals import Refusal
from companion.views.model import SeatRequestView, SeatView, SeatViewer, Stage, TableViewer, View, Viewer
from web.allowance import Buckets
from web.app_state import codes, config, joins, say, session
from web.config import is_loopback
from web.cookies import keep_cookie
from web.fields import name_of, number_of, seat_of
from web.language import COOKIE, languages
from web.present.page import Page
from web.present.selection import Selection, read_selection
from web.session import Joined
from web.turn_mine import quarters

SEAT, HOST = "seat", "host"  # cookies; browsers keep one jar for all ports, so each night has names of its own
BETWEEN = "."  # the tokens in a cookie; no token has one
SEATS_MOST = 12  # of one browser: all at the largest table
TRIAL = "trial"  # a cookie that tells nothing; a browser that does not bring it back keeps none
NO_COOKIES = Refusal("cookies_blocked")  # a seat would be taken whose phone is not known again

blueprint = Blueprint("seats", __name__)


def at_table() -> bool:
    """Pages under /table are the table screen's; all others belong to a phone."""
    return request.path == "/table" or request.path.startswith("/table/")


@dataclass(frozen=True)
class Held:
    """A seat that this browser holds."""

    token: str
    seat: SeatId


def is_host() -> bool:
    """Whether this browser may do what the table screen can."""
    return is_table_screen() or is_remote()


def is_table_screen() -> bool:
    """The browser with the host's key: it alone plays for others, and says whose phone is a remote."""
    token = kept_token(HOST)
    return bool(token) and session().is_host(token)


def is_remote() -> bool:
    """A phone to which the table screen has given its tools."""
    return any(session().is_remote(one.token) for one in held())


def viewer() -> Viewer:
    """The host, who plays too, sees what the table sees: his cookie adds tools, never knowledge."""
    if "viewer" not in g:
        g.viewer = TableViewer() if at_table() else _of_phone()
    found: Viewer = g.viewer
    return found


def _of_phone() -> Viewer:
    """Whoever sat down and comes for his page is a guest."""
    for token in kept_tokens():
        session().came(token)
    return SeatViewer(held()[0].seat) if held() else TableViewer()


def held() -> tuple[Held, ...]:
    """The seats of this browser, the one that it shows first."""
    if "held" not in g:
        found = ((token, session().viewer_of(token)) for token in kept_tokens())
        g.held = tuple(Held(token, who.seat) for token, who in found if isinstance(who, SeatViewer))
    seats: tuple[Held, ...] = g.held
    return seats


def actor() -> Actor:
    """Who presses. A phone without a seat and a stranger at the table screen may do nothing."""
    return host() if at_table() else guest()


def host() -> ByTable:
    """Who presses at the table screen, or on a remote of it."""
    return ByTable() if at_table() and is_host() else abort(403)


def table_screen() -> ByTable:
    """Who presses at the table screen itself."""
    return ByTable() if at_table() and is_table_screen() else abort(403)


def guest() -> BySeat:
    """Who presses on a phone."""
    who = viewer()
    if not isinstance(who, SeatViewer):
        return abort(make_response(join_page(lost=True), 409) if had_seat() else 403)
    if not _is_for(who.seat):
        return abort(make_response(seat_page(who, Refusal("other_seat", {"seat": who.seat})), 409))
    return BySeat(who.seat)


def _is_for(seat: SeatId) -> bool:
    """Whether the page that was pressed showed this seat: the browser may show another one by now. Seats are known by
    their colours, as their numbers change."""
    pressed = request.form.get("as", "")
    return not pressed or pressed == str(_seats()[seat].colour)


def _seats() -> tuple[SeatView, ...]:
    return session().view(TableViewer()).seats


def had_seat() -> bool:
    """The phone sat somewhere once; whether it still does, the session knows."""
    return bool(kept_tokens())


def kept_token(cookie: str) -> str | None:
    """What this browser keeps for this night; an earlier version gave it a name without the night."""
    return request.cookies.get(cookie_name(cookie)) or request.cookies.get(cookie)


def kept_tokens() -> tuple[str, ...]:
    """Of seats, and of those that this browser asks for; the one that it shows first. One token is a list of one."""
    tokens = (kept_token(SEAT) or "").split(BETWEEN)
    return tuple(dict.fromkeys(one for one in tokens if one))[:SEATS_MOST]


def own_token() -> str | None:
    """Of the seat that is shown; where there is none, of the one that is asked for, or was held once."""
    return held()[0].token if held() else _waiting_token() or next(iter(kept_tokens()), None)


def _waiting_token() -> str | None:
    """With which this browser asks for a seat, or waits for the next round."""
    return next(filter(_waits, kept_tokens()), None)


def _is_live(token: str) -> bool:
    return isinstance(session().viewer_of(token), SeatViewer) or _waits(token)


def _waits(token: str) -> bool:
    return session().asked_for(token) is not None or session().is_newcomer(token)


def cookie_name(cookie: str) -> str:
    night = config().night
    return f"{cookie}-{night}" if night else cookie


def keep_seats(response: AnyResponse, tokens: Iterable[str]) -> None:
    """These tokens, the one to be shown first; forgotten is what was held once."""
    kept = [token for token in dict.fromkeys(tokens) if _is_live(token)]
    if kept:
        keep_cookie(response, cookie_name(SEAT), BETWEEN.join(kept[:SEATS_MOST]))
    else:
        for name in {cookie_name(SEAT), SEAT}:
            response.delete_cookie(name, path="/", httponly=True, samesite="Lax")


def seat_page(who: SeatViewer, refusal: Refusal | None = None) -> str:
    """The page of a seat that this browser holds."""
    view, others = session().view(who), {one.seat for one in held()[1:]}
    page = Page(
        view,
        say(),
        read_selection(request.args),
        "/",
        refusal=refusal,
        beside=tuple(one for one in view.seats if one.seat in others),
        may_host=is_host(),
        screen=is_table_screen(),
        quarters=quarters(),
    )
    return render_template("player/page.html", p=page, asked_for=_asked_for(), demo=config().demo)


def _asked_for() -> SeatRequestView | None:
    """What this browser has asked for and the table has not answered yet."""
    return next(_requests(), None)


def own_requests() -> frozenset[int]:
    """The keys of the requests that this browser has made."""
    return frozenset(asked.key for asked in _requests())


def _requests() -> Iterator[SeatRequestView]:
    return (asked for token in kept_tokens() if (asked := session().asked_for(token)))


def join_page(refusal: Refusal | None = None, *, lost: bool = False) -> str:
    """The way in. `lost`: this phone had a seat, and is told that it has not any more.

    When the game is over, no seat is to be had, and the table screen lets no phone in.
    """
    if not request.cookies:
        after_this_request(_try_cookies)
    page = Page(session().view(TableViewer()), say(), Selection(), "/", refusal=refusal)
    over = page.view.stage is Stage.GAME_OVER
    lost = lost or (had_seat() and refusal is None)
    asked_for = None if over else _asked_for()
    newcomer = not over and any(map(session().is_newcomer, kept_tokens()))
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
    """A second press, or an old page beside the new one, leads to the seat that this phone has."""
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
    joined = session().join(name, seat=seat, phone=_waiting_token())
    if isinstance(joined, Refusal):
        joins().give_back(asker)
    return joined


def _minutes_to_wait(allowed: Buckets, asker: str) -> int:
    """Until this address has one of these again; 0: it has taken one now, or is this computer, which has enough."""
    return 0 if is_loopback(request.remote_addr or "") else math.ceil(allowed.wait_s(asker) / 60)


def _present_name_of(seat: int | None) -> str:
    """Who types no name takes the seat under the name it has: his own on another phone, or the one the app gave it."""
    return next((one.name for one in _seats() if one.seat == seat and not one.taken), "")


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
    joined = session().join("", seat=seat, code=code, phone=_waiting_token())
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


@blueprint.post("/also")
def also() -> AnyResponse | tuple[str, int]:
    """A phone that sits at the table takes one more seat, under the name that it has, as any phone would."""
    by = guest()
    if len(held()) >= SEATS_MOST:
        abort(409)
    seat = seat_of(request.form)
    joined = _joined(_present_name_of(seat), seat)
    if isinstance(joined, Refusal):
        return seat_page(SeatViewer(by.seat), joined), 409
    response = redirect("/", 303)
    keep_seats(response, (*kept_tokens(), joined.token))
    return response


@blueprint.post("/switch")
def switch() -> AnyResponse:
    """Show another seat of this browser."""
    colour = number_of(request.form, "to")
    chosen = [one.token for one in held() if _seats()[one.seat].colour == colour]
    response = redirect("/", 303)
    keep_seats(response, (*chosen, *kept_tokens()))
    return response


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
