"""How to play: one page of six pictures with their sentences, for whoever sits down for the first time."""

from __future__ import annotations

from flask import Blueprint, abort, render_template

from companion.state.commands import Supply
from web.app_state import config, say, session
from web.present import how_to_play as lesson
from web.present.maze_drawing import maze_svg
from web.present.page import Page
from web.present.selection import Selection
from web.seats import at_table, is_host, viewer

blueprint = Blueprint("how_to_play", __name__)


@blueprint.get("/how-to-play")
@blueprint.get("/table/how-to-play")
def how_to_play() -> str:
    base = "/table" if at_table() else "/"
    page = Page(session().view(viewer()), say(), Selection(), base, at_table() and is_host())
    box = page.box or abort(404)
    drawn = {
        "goal": [(maze_svg(scene.maze, say()("how.goal"), scene.marks), True) for scene in (lesson.whole_mine(box),)],
        "tunnels": [(maze_svg(scene.maze, say()("how.tunnels"), scene.marks), scene.good) for scene in lesson.fits()],
    }
    place_holders = page.view.setup.goals is Supply.APP
    panels = lesson.panels(box, len(page.view.seats), place_holders=place_holders)
    return render_template(
        "how_to_play/page.html",
        p=page,
        panels=panels,
        drawn=drawn,
        told_cards=lesson.told_cards(box),
        place_holders=place_holders,
        demo=config().demo,
    )
