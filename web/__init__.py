"""The pages: table screen and phones, made from Views and nothing else. No rules, no camera.

seats     the seat's token becomes a viewer, once; joining hands a token out
table     the table screen        player   a phone's page, every press as a command
rules     what is played, on one page for everybody; how_to_play: the same for newcomers, in six pictures
camera    its pictures, which camera it is; aim: the table's corners dragged by hand; decks: teaching it a deck
keepsake  the night to keep, once it is over      past_nights  what people did in all nights so far
host      corrections             review   confirm or correct what the camera saw
stream    "version N", live (open_streams: one a phone)      present  View -> drawings and sentences
          in present: page, all that a template may use; selection, what is chosen so far, in the page's address;
          actions and their panels; drawings of cards and maze; box_offers and house_rule_offers of the set-up page
session   what pages may ask of the running table; app_state: how they get at it, once, with its type
serve     threads and addresses  invite    the terminal's words; remember: slow answers, kept for a while
guard     Host, Origin, headers, kind errors; language: gettext catalogues
bundles   style sheets and scripts, one file a page kind
allowance what one address may ask for
forms     a form -> Command; card_forms for the other boxes' cards; fields: its single fields; settings: thresholds
left_behind  what another edition has no room for
"""

from __future__ import annotations

from flask import Flask, Response, request

from web import (
    aim,
    bundles,
    camera,
    decks,
    host,
    how_to_play,
    keepsake,
    past_nights,
    player,
    review,
    rules,
    seats,
    stream,
    table,
)
from web.app_state import AppState, say, speak
from web.config import WebConfig
from web.guard import protect
from web.language import languages, speech_of
from web.present.labels import fit
from web.present.secret_card import padded
from web.seats import plain
from web.session import Session


def create_app(session: Session, config: WebConfig) -> Flask:
    app = Flask(__name__)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    AppState(session, config).put_on(app)

    @app.before_request
    def choose_language() -> None:
        speak(speech_of(request))

    @app.context_processor
    def words() -> dict[str, object]:
        return {"say": say()}

    protect(app, config)
    for room in (
        seats,
        table,
        rules,
        how_to_play,
        camera,
        aim,
        decks,
        player,
        review,
        host,
        keepsake,
        past_nights,
        stream,
        bundles,
    ):
        app.register_blueprint(room.blueprint)
    app.jinja_env.globals.update(  # macros see globals only
        languages=languages, fit=fit, style_of=bundles.style_of, script_of=bundles.script_of
    )
    app.jinja_env.filters["padded"] = padded
    app.add_url_rule("/healthz", "healthz", _healthz)
    return app


def _healthz() -> Response:
    return plain("ok")
