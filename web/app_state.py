"""What every page stands on: its app's session, configuration, open streams, allowances, and the reader's language."""

from __future__ import annotations

from dataclasses import dataclass, field

from flask import Flask, current_app, g

from companion.sight.hints import Hint
from companion.sight.settled_board import Photographed
from web.allowance import Buckets
from web.config import WebConfig
from web.filming import Filming
from web.language import Speech
from web.open_streams import OpenStreams
from web.session import Session
from web.settings import CODES, JOINS, PHOTOS

_NAME = "companion"


@dataclass
class Photos:
    """What each browser's last photograph told, by its token, and from which of them one is still to come."""

    allowed: Buckets = field(default_factory=lambda: Buckets(PHOTOS))
    answers: dict[str, Photographed | Hint] = field(default_factory=dict)
    due: set[str] = field(default_factory=set)


@dataclass
class AppState:
    """`config` may be replaced: the door learns the real port only when the app is being served."""

    session: Session
    config: WebConfig
    streams: OpenStreams = field(default_factory=OpenStreams)
    joins: Buckets = field(default_factory=lambda: Buckets(JOINS))
    codes: Buckets = field(default_factory=lambda: Buckets(CODES))
    photos: Photos = field(default_factory=Photos)
    filming: Filming = field(default_factory=Filming)

    def put_on(self, app: Flask) -> None:
        app.extensions[_NAME] = self


def state_of(app: Flask) -> AppState:
    state: AppState = app.extensions[_NAME]
    return state


def session() -> Session:
    """The running table."""
    return state_of(current_app).session


def config() -> WebConfig:
    return state_of(current_app).config


def streams() -> OpenStreams:
    return state_of(current_app).streams


def joins() -> Buckets:
    """Who sits down, by address."""
    return state_of(current_app).joins


def codes() -> Buckets:
    """Who types a wrong code, by address."""
    return state_of(current_app).codes


def photos() -> Photos:
    return state_of(current_app).photos


def filming() -> Filming:
    """Which phone films the table."""
    return state_of(current_app).filming


def speak(speech: Speech) -> None:
    """Answer this request in that language."""
    g.say = speech


def say() -> Speech:
    """The language of this request."""
    speech: Speech = g.say
    return speech
