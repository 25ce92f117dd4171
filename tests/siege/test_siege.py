"""A short siege of the real command; `tests/benchmarks/siege.py` makes it as long as one likes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hostile import besiege
from phones import Host, Phone, crowd

sys.path.append(str(Path(__file__).parents[1] / "browser"))

from real_app import RealApp

REQUESTS = 400
SLOW, STREAMS_PER_S = 450, 50  # more connections than the server keeps


@pytest.fixture
def app(tmp_path: Path) -> Iterator[RealApp]:
    running = RealApp(tmp_path / "night")
    running.start()
    yield running
    running.stop()


def test_senseless_requests_are_nobodys_error_and_print_nothing(app: RealApp) -> None:
    host, guest = Host(app.port, app.table_url), Phone(app.port, "Guest")
    printed = app.terminal()
    statuses = besiege(app.port, REQUESTS, 1, (guest.cookie, host.cookie))
    assert not [status for status in statuses if status >= 500]
    assert len(statuses) >= 5, statuses  # pages, refusals, doors and dead ends were all reached
    assert app.terminal() == printed
    assert guest.press("/language", "language=en") == 303


def test_with_every_connection_taken_by_strangers_a_guest_still_presses(app: RealApp) -> None:
    guest = Phone(app.port, "Another guest")
    with crowd(app.port, SLOW, STREAMS_PER_S):
        for number in range(10):
            assert guest.press("/language", f"language=en&cid=c{number}") == 303
            assert guest.look("/") == 200
