"""Two worlds that differ in what the table may not know: the table screen that plays a seat and the phone that is its
remote are sent the same in both, and only the page that is opened for a seat tells what the seat knows."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from known_viewer import PHONE_PAGES, TABLE_PAGES
from known_viewer import browser as known_browser
from sample_browser import Browser
from worlds import Night, Pair, record, walk

from companion.live import tokens
from companion.live.ledger import Done
from companion.live.session import Session
from companion.live.tokens import Joined, SeatAsked
from companion.state import commands as c
from companion.views.model import SeatViewer, Stage, TableViewer, Viewer
from web import create_app
from web.config import WebConfig

HERE, REMOTE = "plays-at-the-table", "the-remote"
PLAYED, REMOTES_SEAT, ANOTHER = 1, 4, 0
LOOKS_EVERY = 5  # acts


def played_here(session: Session) -> None:
    name = session.view(TableViewer()).seats[PLAYED].name
    session.submit(c.ByTable(), c.TakeOverSeat(PLAYED, simulated=False, name=name))  # as of a guest without a phone
    with mock.patch.object(tokens, "new_token", lambda: HERE):
        assert isinstance(session.play_at_table(c.ByTable(), PLAYED), Joined)


def has_a_remote(session: Session) -> None:
    name = session.view(TableViewer()).seats[REMOTES_SEAT].name
    with mock.patch.object(tokens, "new_token", lambda: REMOTE):
        asked = session.join(name, seat=REMOTES_SEAT)
    assert isinstance(asked, SeatAsked)
    (request,) = session.view(TableViewer()).seat_requests
    assert isinstance(session.admit(c.ByTable(), request.key, yes=True), Done)
    assert isinstance(session.give_remote(c.ByTable(), REMOTES_SEAT, yes=True), Done)


@cache
def a_night() -> Night:
    with TemporaryDirectory() as folder:
        return record(Path(folder) / "night", 21, 5, c.Configure("revised"), most=90)


def pairs(folder: Path, viewer: Viewer, *begins: Callable[[Session], None]) -> Iterator[Pair]:
    """A night in two worlds that this viewer cannot tell apart, looked at now and then once they play."""
    night, begun = a_night(), False
    for pair in walk(folder, night, viewer, len(night.acts) - 1, random.Random(0)):
        if not begun and pair.first.view(TableViewer()).stage is Stage.PLAY:
            begun = True
            for session in (pair.first, pair.second):
                for begin in begins:
                    begin(session)
        if begun and pair.step % LOOKS_EVERY == 0:
            yield pair


def browser(session: Session, *, seats: str, host: bool = False) -> Browser:
    client = create_app(session, WebConfig(8000, lambda: ("192.168.1.20",))).test_client()
    client.set_cookie("seat", seats, domain="192.168.1.20")
    if host:
        client.set_cookie("host", session.host_token(), domain="192.168.1.20")
    return Browser(client, {"Accept-Language": "en"})


def sent(one: Browser, paths: tuple[str, ...]) -> list[object]:
    answers = [one.get(path) for path in paths]
    refused = one.post("/table/do/set-hand", {"seat": "9", "cards": "3"})
    return [(answer.status_code, sorted(answer.headers.items()), answer.data) for answer in (*answers, refused)]


def test_the_table_screen_that_plays_a_seat_is_sent_the_same_and_only_the_seats_page_differs(tmp_path):
    tables = seats = 0
    for pair in pairs(tmp_path, TableViewer(), played_here):
        first, second = (browser(session, seats=HERE, host=True) for session in (pair.first, pair.second))
        assert sent(first, TABLE_PAGES) == sent(second, TABLE_PAGES), pair.step
        assert b"hold-secret" not in first.get("/table").data
        tables += pair.differs
        seats += first.get("/").data != second.get("/").data
    assert tables > 5 and seats > 5


def test_other_phones_are_sent_the_same_whatever_a_seat_knows_that_is_played_at_the_table(tmp_path):
    looked = 0
    for pair in pairs(tmp_path, SeatViewer(ANOTHER), played_here):
        first, second = (
            [known_browser(session, SeatViewer(ANOTHER), "seat").get(path).data for path in PHONE_PAGES]
            for session in (pair.first, pair.second)
        )
        assert first == second, pair.step
        looked += pair.differs
    assert looked > 5


def test_a_remote_is_sent_a_table_page_that_is_the_same_whatever_anybody_hides(tmp_path):
    """Also what its own seat knows: the table's page tells it to nobody."""
    tables = own = 0
    for pair in pairs(tmp_path, TableViewer(), has_a_remote):
        first, second = (browser(session, seats=REMOTE) for session in (pair.first, pair.second))
        assert sent(first, TABLE_PAGES) == sent(second, TABLE_PAGES), pair.step
        assert b'class="table remote' in first.get("/table").data
        tables += pair.differs
        own += first.get("/").data != second.get("/").data
    assert tables > 5 and own > 5


def test_a_phone_with_two_seats_is_sent_nothing_of_the_seat_that_it_does_not_show(tmp_path):
    """What it shows is one seat's page: the other's role is on no page before somebody presses the other's name."""
    looked = 0
    for pair in pairs(tmp_path, SeatViewer(PLAYED), played_here, has_a_remote):
        first, second = (browser(session, seats=f"{HERE}.{REMOTE}") for session in (pair.first, pair.second))
        assert [first.get(path).data for path in PHONE_PAGES] == [second.get(path).data for path in PHONE_PAGES]
        looked += pair.differs
    assert looked > 5
