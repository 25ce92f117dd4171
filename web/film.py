"""A phone films the table: the host shows it the way, and it sends pictures through the secure door, and does nothing
else there. Sees nothing itself."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.sight.hints import FILM_OVER, Hint
from companion.views.model import TableViewer
from web.app_state import config, filming, say, session
from web.config import Film
from web.present.page import Page
from web.present.qr import qr_svg
from web.present.selection import Selection
from web.seats import actor, cookie_name, held, is_host
from web.settings import FILM_KEPT_S, FRAME_BYTES
from web.table import ADDRESS_COOKIE

blueprint = Blueprint("film", __name__)

CREDENTIAL = "__Host-camera"  # the browser keeps it for this name alone, and sends it through TLS alone
LINK_USED = Hint("film.link_used")
PHONES = frozenset({"film.page", "film.pair", "film.frame"})
SECURE = PHONES | {"bundles.bundle", "healthz"}  # all that the secure door has
SYSTEMS = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")  # as browsers tell them


@blueprint.before_app_request
def keep_doors_apart() -> AnyResponse | None:
    """The secure door is the camera's only: a phone that played through both would have two half tables."""
    if request.is_secure:
        allowed, home = request.endpoint in SECURE, "/film"
    else:
        allowed, home = request.endpoint not in PHONES, "/"
    if allowed:
        return None
    return redirect(home, 303) if request.method in ("GET", "HEAD") else abort(403)


# ---- the table screen ------------------------------------------------------------------------------------------------


@blueprint.get("/table/film")
def table_page() -> str:
    actor()
    _film()
    return _table_page()


@blueprint.post("/table/film")
def invite() -> AnyResponse | tuple[str, int]:
    """Open the secure door, and show the way to it."""
    actor()
    _film()
    port = _secure_port()
    if isinstance(port, Hint):
        return _table_page(port), 409
    filming().invite()
    return redirect("/table/film", 303)


@blueprint.post("/table/film/end")
def end() -> AnyResponse:
    actor()
    film = _film()
    filming().end()
    film.end()
    return redirect("/table/film", 303)


def _table_page(hint: Hint | None = None) -> str:
    here, token = config(), filming().link
    wish = request.cookies.get(ADDRESS_COOKIE, "")
    port = _secure_port() if token else None
    link = here.film_url(wish, port, token) if token and isinstance(port, int) else ""
    return render_template(
        "film/table.html",
        p=Page(session().view(TableViewer()), say(), Selection(), "/table", is_host(), hint=hint),
        qr=qr_svg(link, say()("film.scan")) if link else "",
        phone=filming().phone,
    )


def _film() -> Film:
    film = config().film
    return film if film is not None else abort(404)


def _secure_port() -> int | Hint:
    open_door = config().open_secure_door
    return open_door() if open_door is not None else abort(404)


# ---- the phone -------------------------------------------------------------------------------------------------------


@blueprint.get("/film")
def page() -> str:
    return render_template(
        "film/phone.html", say=say(), seed_is_set=False, seated=bool(held()), films=filming().is_phone(_credential())
    )


@blueprint.post("/film/pair")
def pair() -> Response:
    """The link's token, which no server's log has seen, becomes what the phone shows with each picture."""
    credential = filming().accept(request.form.get("token", ""), _name_of_phone())
    if credential is None:
        return _told(LINK_USED, 403)
    trouble = _film().begin()
    if trouble is not None:
        filming().end()
        return _told(trouble, 409)
    response = make_response("", 204)
    response.set_cookie(
        cookie_name(CREDENTIAL),
        credential,
        max_age=FILM_KEPT_S,
        secure=True,
        httponly=True,
        samesite="Strict",
        path="/",
    )
    return response


@blueprint.post("/film/frame")
def frame() -> Response:
    """One picture; the answer says what the camera sees."""
    if not filming().is_phone(_credential()):
        return _told(FILM_OVER, 410)
    request.max_content_length = FRAME_BYTES
    trouble = _film().take(request.get_data(cache=False))
    if trouble is not None:
        return _told(trouble, 410 if trouble == FILM_OVER else 400)
    camera = session().view(TableViewer()).camera
    said = [say().hint(hint) for hint in camera.hints] or [say()(f"camera.{camera.state}")]
    return jsonify(state=camera.state, said=said, corners=config().corners())


def _told(hint: Hint, status: int) -> Response:
    response = jsonify(said=[say().hint(hint)])
    response.status_code = status
    return response


def _credential() -> str | None:
    return request.cookies.get(cookie_name(CREDENTIAL))


def _name_of_phone() -> str:
    """What the host can tell it by; of what it says itself no word is taken over."""
    agent = request.user_agent.string
    system = next((name for name in SYSTEMS if name in agent), "")
    return " · ".join(part for part in (system, request.remote_addr or "") if part)
