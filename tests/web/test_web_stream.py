"""The page hears of every new version, and vanished phones do not eat up the server."""

from __future__ import annotations

from itertools import islice

import pytest

from web.open_streams import OpenStreams
from web.stream import COME_BACK, _events, _versions


def no() -> bool:
    return False


def test_a_stream_begins_with_the_version_there_is(phone, table):
    events = _versions(table, lambda: True, no, 15.0)
    assert next(events).endswith("event: version\ndata: 41\n\n")


def test_a_new_version_is_told_once(table):
    events = _versions(table, lambda: True, no, 0.0)
    next(events)
    table.version = 42
    assert next(events) == "event: version\ndata: 42\n\n"
    assert next(events) == "event: beat\ndata: -\n\n"


def test_the_newest_stream_of_a_seat_wins_and_the_older_one_ends(table):
    streams = OpenStreams()
    old = _events(table, streams, "seat1", (1,), no, 0.0)
    next(old)
    new = _events(table, streams, "seat1", (1,), no, 0.0)
    next(new)
    assert list(old) == ["event: replaced\ndata: -\n\n"]
    assert next(new).startswith("event: beat")


def test_a_stream_too_many_is_asked_to_come_back_and_holds_no_thread(table):
    streams = OpenStreams()
    old, new = (_events(table, streams, "seat1", (1,), no, 0.0) for _ in range(2))
    next(old), next(new)
    assert list(_events(table, streams, "seat1", (1,), no, 0.0)) == [COME_BACK]
    assert list(old) == ["event: replaced\ndata: -\n\n"]
    assert next(_events(table, streams, "seat1", (1,), no, 0.0)).endswith("data: 41\n\n")
    assert list(new) == ["event: replaced\ndata: -\n\n"]


def test_every_stream_that_was_opened_is_closed_once(table):
    streams = OpenStreams()
    old, new = (_events(table, streams, "seat1", (1,), no, 0.0) for _ in range(2))
    next(old), next(new)
    list(old)
    assert table.asked.count(("online", 1, True)) - table.asked.count(("online", 1, False)) == 1
    new.close()
    assert table.asked.count(("online", 1, True)) == table.asked.count(("online", 1, False))


def test_a_phone_that_has_gone_frees_its_thread(table):
    assert len(list(_versions(table, lambda: True, lambda: True, 15.0))) == 1


def test_a_stream_ends_with_the_night_instead_of_asking_for_ever(table):
    events = _versions(table, lambda: True, no, 15.0)
    next(events)
    table.closed = True
    assert list(events) == []
    assert table.waits == 0


def test_two_seats_do_not_end_each_others_streams(table):
    streams = OpenStreams()
    one, two = (_events(table, streams, f"seat{seat}", (seat,), no, 0.0) for seat in (1, 2))
    next(one), next(two)
    assert next(one).startswith("event: beat") and next(two).startswith("event: beat")


def test_strangers_share_a_few_streams():
    streams = OpenStreams()
    assert len({streams.stranger_key() for _ in range(20)}) == 4


@pytest.mark.parametrize("path", ["/stream", "/table/stream"])
def test_a_stream_is_an_event_stream_without_a_fixed_length(phone, path):
    answer = phone.client.get(path, base_url="http://192.168.1.20:8000", buffered=False)
    assert answer.mimetype == "text/event-stream"
    assert "Content-Length" not in answer.headers
    first = next(islice(answer.response, 1))
    assert b"data: 41" in (first if isinstance(first, bytes) else first.encode())
    answer.close()


def test_polling_tells_the_same_number(phone, host):
    assert phone.get("/poll").json["version"] == host.get("/table/poll").json["version"] == 41


@pytest.mark.parametrize("who", ["phone", "host"])
def test_a_page_that_was_replaced_hears_when_its_stream_is_free_again(browser, who):
    """A seat opened in two tabs looked as if its phone was gone, once the newer tab was closed."""
    here = browser(seat="token-of-one", host="the-host")
    stream, poll = ("/stream", "/poll") if who == "phone" else ("/table/stream", "/table/poll")
    assert here.get(poll).json["free"]
    newer = here.client.get(stream, base_url="http://192.168.1.20:8000", buffered=False)
    next(iter(newer.response))
    assert not here.get(poll).json["free"]
    assert browser(seat="token-of-one").get("/poll").json["free"] == (who == "host")  # each has one of its own
    newer.close()
    assert here.get(poll).json["free"]


def test_a_stranger_whose_stream_was_replaced_goes_on_polling(stranger):
    """They share a few, and would take them from each other for ever."""
    assert not stranger.get("/poll").json["free"]
