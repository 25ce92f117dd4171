"""The pages: table screen and phones, made from Views and nothing else. No rules, no camera.

seats     the seat's token becomes a viewer, once; joining hands a token out
table     the table screen        player   a phone's page, every press as a command
rules     what is played, on one page for everybody
camera    its pictures, which camera it is; aim: the table's corners dragged by hand; decks: teaching it a deck
host      corrections             review   confirm or correct what the camera saw
stream    "version N", live       present  View -> drawings and sentences
serve     threads and addresses  invite    the terminal's words; remember: slow answers, kept for a while
guard     Host, Origin, headers, kind errors; language: gettext catalogues
forms     a form -> Command; card_forms for the other boxes' cards; fields: its single fields; settings: thresholds
left_behind  what another edition has no room for
"""

from __future__ import annotations

from typing import Any

from flask import Flask, Response, g, request

from web import aim, camera, decks, host, player, review, rules, seats, stream, table
from web.config import WebConfig
from web.guard import protect
from web.language import COOKIE, Speech, languages, pick
from web.present.labels import fit
from web.seats import plain


def create_app(session: Any, config: WebConfig) -> Flask:
    """`session` is a companion.live.session.Session, the only writer."""
    app = Flask(__name__)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.extensions.update(companion=session, web_config=config, streams=stream.Streams())

    @app.before_request
    def choose_language() -> None:
        wish, accepted = request.cookies.get(COOKIE), list(request.accept_languages.values())
        g.say = Speech(pick(wish, accepted))

    @app.context_processor
    def words() -> dict[str, object]:
        return {"say": g.say}

    protect(app, config)
    for room in (seats, table, rules, camera, aim, decks, player, review, host, stream):
        app.register_blueprint(room.blueprint)
    app.jinja_env.globals.update(languages=languages, fit=fit)  # macros see globals only
    app.add_url_rule("/healthz", "healthz", _healthz)
    return app


def _healthz() -> Response:
    return plain("ok")
