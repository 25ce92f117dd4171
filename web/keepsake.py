"""The night to keep: one page without anything from outside, and a picture of each round's mine. After the end only."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Response, abort, render_template
from markupsafe import Markup

from companion.views.keepsake import KeptRound
from companion.views.model import TableViewer
from web.app_state import say, session
from web.present.growing_maze import growing_maze_svg
from web.present.page import Page
from web.present.selection import Selection

blueprint = Blueprint("keepsake", __name__)


def _static(name: str) -> Markup:
    return Markup((Path(__file__).parent / "static" / name).read_text(encoding="utf-8"))


STYLE, SCRIPT = _static("cards.css") + _static("keepsake.css"), _static("keepsake.js")


@blueprint.get("/keepsake.html")
def keepsake() -> Response:
    rounds = _rounds()
    page = Page(session().view(TableViewer()), say(), Selection(), "/")
    drawings = [growing_maze_svg([move.maze for move in one.moves], say()("maze.title")) for one in rounds]
    text = render_template(
        "keepsake/page.html", p=page, rounds=list(zip(rounds, drawings, strict=True)), style=STYLE,
        script=SCRIPT,
    )  # fmt: skip
    return _file(text, "text/html", "saboteur.html")


@blueprint.get("/keepsake-<int:number>.svg")
def picture(number: int) -> Response:
    """The mine as it lay at the end of a round."""
    kept = next((one for one in _rounds() if one.number == number), None)
    if kept is None:
        abort(404)
    drawing = growing_maze_svg([kept.moves[-1].maze], say()("maze.title"))
    style = Markup("<style>{}</style></svg>").format(STYLE)
    return _file(drawing.replace(Markup("</svg>"), style), "image/svg+xml", f"saboteur-{number}.svg")


def _rounds() -> tuple[KeptRound, ...]:
    rounds = session().keepsake()
    return tuple(one for one in rounds if one.moves) if rounds else abort(404)


def _file(text: str, kind: str, name: str) -> Response:
    return Response(text, mimetype=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
