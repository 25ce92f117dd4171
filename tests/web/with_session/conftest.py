"""A running app over a real session, where the others have one that only remembers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.live.session import Session
from web import create_app
from web.config import WebConfig


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Session]:
    session = Session.open(tmp_path, seed=1)
    assert isinstance(session, Session)
    yield session
    session.close()


@pytest.fixture
def app(table: Session) -> Flask:
    return create_app(table, WebConfig(8000, lambda: ("192.168.1.20",)))
