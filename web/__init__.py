"""The pages: table screen and phones, made from Views and nothing else. No rules, no camera.

table                    the table screen
player                   a phone's page, every press as a command
turn_mine                from which side of the table a phone shows the mine
seats                    the seat's token becomes a viewer, once; joining hands a token out
rules, how_to_play       what is played, on one page for everybody; the same for beginners, in six pictures
camera, aim, decks       the camera's pictures and which camera it is; the table's corners dragged by hand; teaching
                         it a deck
photo                    photographs of the table, which phones send
film, filming            a phone films the table: its pictures; which phone it is
review, host             people confirm or correct what the camera saw; the host's other corrections
corrected, misreads      what a correction brings beside the game; the pictures of misread tables that people keep
guest_wifi               the Wi-Fi that guests are shown at the table screen
keepsake, past_nights    the night to keep, once it is over; what people did in all nights so far
left_behind              modules that another edition has no room for
forms, answers           a form -> Command: the usual moves; what is answered and done beside playing a card
card_verbs, fields       ... a card, from what it asks; a form's single fields -> the game's own types
present                  View -> drawings and sentences, for the templates
cookies                  cookies that are kept, and how long
stream, open_streams     "version N", live; which phones listen
session, app_state       what pages may ask of the running table; how they get at it, once, with its type
config, settings         what the door tells about where they run; thresholds
language                 sentences in the reader's language, from gettext catalogues
bundles                  style sheets, scripts and the icon, one file a page kind
serve, invite            threads and addresses; the first words in the terminal
guard                    which requests are answered (Host, Origin), headers, kind errors
doorkeeper               which connections are kept, how much one address may send and ask: nobody freezes the evening
secure_door, certificate  a second door with TLS, for phones that film; what it shows for itself
allowance, remember      a token bucket for each asker; slow answers of the system, kept for a while
"""

from __future__ import annotations

from flask import Flask, Response, request

from companion.state.round import LONGEST_NAME
from web import (
    aim,
    bundles,
    camera,
    decks,
    film,
    guest_wifi,
    host,
    how_to_play,
    keepsake,
    misreads,
    past_nights,
    photo,
    player,
    review,
    rules,
    seats,
    stream,
    table,
    turn_mine,
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
    app = Flask(__name__, static_folder=None)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    AppState(session, config).put_on(app)

    @app.before_request
    def choose_language() -> None:
        speak(speech_of(request))

    @app.context_processor
    def words() -> dict[str, object]:
        return {"say": say()}

    protect(app)
    for room in (
        seats,
        table,
        rules,
        how_to_play,
        camera,
        aim,
        decks,
        misreads,
        photo,
        film,
        player,
        turn_mine,
        review,
        host,
        guest_wifi,
        keepsake,
        past_nights,
        stream,
        bundles,
    ):
        app.register_blueprint(room.blueprint)
    app.jinja_env.globals.update(  # macros see globals only
        languages=languages,
        fit=fit,
        style_of=bundles.style_of,
        script_of=bundles.script_of,
        icon=bundles.icon,
        longest_name=LONGEST_NAME,
    )
    app.jinja_env.filters["padded"] = padded
    app.add_url_rule("/healthz", "healthz", _healthz)
    return app


def _healthz() -> Response:
    return plain("ok")
