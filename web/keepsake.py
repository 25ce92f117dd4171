"""The night to keep, after its end only: a page and a picture, which need nothing from outside."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

from flask import Blueprint, Response, abort, render_template
from markupsafe import Markup

from companion.views.keepsake import KeptRound
from companion.views.model import MazeView, TableViewer
from web.app_state import say, session
from web.present.growing_maze import growing_maze_svg
from web.present.night_picture import night_picture
from web.present.page import Page
from web.present.selection import Selection

blueprint = Blueprint("keepsake", __name__)


def _static(name: str) -> Markup:
    return Markup((Path(__file__).parent / "static" / name).read_text(encoding="utf-8"))


# One thread draws for all that ask: OpenCV keeps 7 MB of fonts for each thread that writes.
_DRAWING = ThreadPoolExecutor(1, thread_name_prefix="keepsake")

STYLE, SCRIPT = _static("cards.css") + _static("keepsake.css"), _static("keepsake.js")


@blueprint.get("/keepsake.html")
def keepsake() -> Response:
    rounds, page = _rounds(), _page()
    drawings = [growing_maze_svg([move.maze for move in one.moves], say()("maze.title")) for one in rounds]
    text = render_template(
        "keepsake/page.html", p=page, rounds=list(zip(rounds, drawings, strict=True)), style=STYLE,
        script=SCRIPT,
    )  # fmt: skip
    return _file(text, "text/html", ".html")


@blueprint.get("/keepsake.png")
def picture_of_night() -> Response:
    """Podium, rounds and the last maze, to show around."""
    return _file(_DRAWING.submit(night_picture, _page(), _rounds(), STYLE, _today()).result(), "image/png", ".png")


@blueprint.get("/keepsake.txt")
def record() -> Response:
    """The game as text, as everybody at the table saw it: what `python -m companion replay` shows."""
    text = session().record()
    return abort(404) if text is None else _file(text, "text/plain", ".txt")


def mine_svg(maze: MazeView, title: str) -> Markup:
    """A picture that needs nothing else."""
    style = Markup("<style>{}</style></svg>").format(STYLE)
    return growing_maze_svg([maze], title).replace(Markup("</svg>"), style)


def _rounds() -> tuple[KeptRound, ...]:
    rounds = session().keepsake()
    return tuple(one for one in rounds if one.moves) if rounds else abort(404)


def _page() -> Page:
    return Page(session().view(TableViewer()), say(), Selection(), "/")


def _today() -> str:
    return date.today().isoformat()


def _file(data: str | bytes, kind: str, ending: str) -> Response:
    """`ending`: of its name, behind the day's date."""
    name = f"saboteur-{_today()}{ending}"
    return Response(data, mimetype=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
