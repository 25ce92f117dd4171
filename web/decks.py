"""Teaching the camera a deck: the shelf of decks, a lesson, corrections offered as examples. Sees nothing itself."""

from __future__ import annotations

from io import BytesIO

from flask import Blueprint, Response, abort, redirect, render_template, request, send_file
from werkzeug.wrappers import Response as AnyResponse

from companion.sight.hints import Hint
from companion.sight.taught import BACK
from companion.views.model import TableViewer
from web.app_state import config, say, session
from web.config import School
from web.present.page import Page
from web.present.palette import every_face
from web.present.selection import read_face, read_selection
from web.seats import actor, is_host
from web.settings import KEY_LETTERS

blueprint = Blueprint("decks", __name__, url_prefix="/table/decks")

FILE_PAGE = "/table/decks/file"
FILE_BYTES = 42_000_000  # a deck's file; vision.teaching.deck_file has its own, smaller limit


@blueprint.get("")
def shelf() -> str:
    return _page()


@blueprint.get("/crop/<key>.png")
def crop(key: str) -> Response:
    """One card as the camera sees it, for the host who teaches."""
    actor()
    data = _school().crop(key)
    return Response(data, mimetype="image/png") if data else abort(404)


@blueprint.get("/file/<path:name>")
def export(name: str) -> Response:
    actor()
    data = _school().export(name)
    if data is None:
        abort(404)
    file = f"{name.replace('/', '-')}.deck.zip"
    return send_file(BytesIO(data), mimetype="application/zip", as_attachment=True, download_name=file)


@blueprint.post("/file")
def bring() -> AnyResponse | tuple[str, int]:
    """A deck's file from another computer."""
    request.max_content_length = FILE_BYTES
    actor()
    file = request.files.get("file")
    return _answer(_school().bring(file.read() if file else b""))


@blueprint.post("/<any(begin, use, forget, find, confirm, finish, learn):verb>")
def do(verb: str) -> AnyResponse | tuple[str, int]:
    actor()
    school, form = _school(), request.form
    name = form.get("name", "")[:200]
    match verb:
        case "begin":
            return _answer(school.begin(name))
        case "use":
            return _answer(school.use(name))
        case "forget":
            return _answer(school.forget(name))
        case "find":
            return _answer(school.find_cards())
        case "confirm":
            return _answer(school.confirm(_said()))
        case "learn":
            return _answer(school.take_offers(tuple(form.getlist("offer"))[:40], name))
        case _:
            school.finish()
            return _answer(None)


def _said() -> dict[str, str]:
    """Card by card what the host says it is: one card with its face, or all that are left as they were guessed.

    Those of which the reader is unsure wait for a press of their own, so that nobody agrees to them unseen.
    """
    if request.form.get("all") == "1":
        left = [card for card in _school().shown() if card.settled is None]
        return {card.key: card.guesses[0] for card in [one for one in left if not one.unsure] or left}
    text = request.form.get("face", "")
    if text not in ("", BACK) and read_face(text) is None:
        abort(400)
    return {request.form.get("card", "")[:KEY_LETTERS]: text}


def _answer(trouble: Hint | None) -> AnyResponse | tuple[str, int]:
    if trouble is None:
        return redirect("/table/decks", 303)
    return _page(trouble), 409


def _page(hint: Hint | None = None) -> str:
    host = is_host()
    if not host:
        abort(403)
    page = Page(session().view(TableViewer()), say(), read_selection(request.args), "/table/decks", host, hint=hint)
    school = _school()
    shown = school.shown()
    return render_template(
        "decks/page.html",
        p=page,
        decks=school.decks(),
        taught=school.taught(),
        shown=shown,
        left=[card for card in shown if card.settled is None],
        sure=[card for card in shown if card.settled is None and not card.unsure],
        offers=school.offers(),
        asked=next((card for card in shown if card.key == request.args.get("about")), None),
        faces=every_face(page.box),
        back=BACK,
        keeps_misreads=config().misreads is not None,
        can_choose_camera=config().use_camera is not None,
    )


def _school() -> School:
    school = config().school
    return school if school is not None else abort(404)
