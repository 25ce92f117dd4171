"""A phone does what the table screen can, once the table screen says so, and sees no more than the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.state import commands as c
from companion.state.commands import ByTable
from companion.views.model import Stage, TableViewer
from web.app_state import state_of


@pytest.fixture
def phones(table) -> list[str]:
    tokens = [table.join(name).token for name in ("Ana", "Bo", "Cy")]
    table.submit(ByTable(), c.StartGame(0))
    table.submit(ByTable(), c.BeginPlay())
    return tokens


@pytest.fixture
def host(table, browser):
    return browser(host=table.host_token())


@pytest.fixture
def remote(phones, host, browser):
    assert host.post("/table/remote", {"seat": "0", "yes": "1"}).status_code == 303
    return browser(seat=phones[0])


def test_the_table_screen_gives_its_tools_to_a_phone_and_takes_them_back(table, phones, host, browser):
    ana = browser(seat=phones[0])
    assert 'href="/table"' not in ana.get("/").text
    assert 'action="/table/remote"' in host.get("/table?do=fix-remote").text
    host.post("/table/remote", {"seat": "0", "yes": "1"})
    assert 'data-plain href="/table"' in ana.get("/").text
    assert 'href="/table?do=fix"' in ana.get("/table").text
    host.post("/table/remote", {"seat": "0", "yes": "0"})
    assert 'href="/table"' not in ana.get("/").text and 'href="/table?do=fix"' not in ana.get("/table").text
    assert ana.post("/table/do/pause", {"paused": "1"}).status_code == 403


def test_a_remote_rests_lets_in_takes_back_and_goes_on_with_the_next_round(table, phones, remote, browser):
    assert remote.post("/table/do/pause", {"paused": "1"}).status_code == 303 and table.view(TableViewer()).paused
    remote.post("/table/do/pause", {"paused": "0"})
    remote.post("/table/do/set-hand", {"seat": "1", "cards": "2"})
    assert remote.post("/table/undo").status_code == 303
    assert table.view(TableViewer()).seats[1].hand != 2
    assert remote.post("/table/release", {"seat": "2", "forced": "1"}).status_code == 303
    browser().post("/join", {"seat": "2"})
    assert remote.post("/table/admit", {"key": "1", "yes": "1"}).status_code == 303
    assert remote.post("/table/do/end-round", {"forced": "1"}).status_code == 303
    assert table.view(TableViewer()).stage is Stage.ROUND_OVER
    assert remote.post("/table/do/next-round", {"seen": str(table.version)}).status_code == 303
    assert table.view(TableViewer()).round == 2


def test_its_own_page_stays_its_own(table, phones, remote):
    assert "hold-secret" in remote.get("/").text and "hold-secret" not in remote.get("/table").text
    assert remote.post("/do/pass", {"discards": "1"}).status_code == 303
    assert table.view(TableViewer()).turn == 1


def test_a_remote_makes_no_other_remote_and_types_no_wifi(table, phones, remote):
    for path, form in (("/table/remote", {"seat": "1", "yes": "1"}), ("/table/wifi", {"network": "home"})):
        assert remote.post(path, form).status_code == 403
    page = remote.get("/table?do=fix-remote").text
    assert 'action="/table/remote"' not in page and "/table/wifi" not in page


def test_a_remote_and_the_table_screen_do_not_end_each_others_streams(table, host, remote):
    def stream(one, path="/table/stream"):
        return one.client.get(path, base_url="http://192.168.1.20:8000", buffered=False)

    answers = [stream(host), stream(remote), stream(remote, "/stream")]
    heard = [next(iter(answer.response)) for answer in answers]
    assert len(set(heard)) <= len(heard) and all(b"event: version" in text for text in heard)
    assert not any(one.get(path).json["free"] for one, path in (
        (host, "/table/poll"), (remote, "/table/poll"), (remote, "/poll")))  # fmt: skip
    for answer in answers:
        answer.close()


def test_somebody_elses_phone_at_the_seat_is_no_remote(table, phones, host, remote, browser):
    host.post("/table/release", {"seat": "0", "forced": "1"})
    other = browser()
    other.post("/join", {"seat": "0"})
    host.post("/table/admit", {"key": "1", "yes": "1"})
    for one in (other, remote):
        assert one.post("/table/do/pause", {"paused": "1"}).status_code == 403


def test_no_remote_lets_itself_into_another_seat_but_the_table_screen_does(table, phones, host, browser):
    """Whoever holds a seat reads its role: a phone with the table's tools took the one that the table screen plays."""
    host.post("/table/release", {"seat": "2", "forced": "1"})
    host.post("/table/play", {"seat": "2"})
    host.post("/table/remote", {"seat": "0", "yes": "1"})
    ana = browser(seat=phones[0])
    assert ana.post("/also", {"seat": "2"}).status_code == 303
    asked = ana.get("/table").text.split("/table/admit")[1].split("</form>")[0]
    assert 'name="yes" value="0"' in asked and 'name="yes" value="1"' not in asked
    assert ana.post("/table/admit", {"key": "1", "yes": "1"}).status_code == 403
    assert len(table.view(TableViewer()).seat_requests) == 1
    assert host.post("/table/admit", {"key": "1", "yes": "1"}).status_code == 303
    assert not table.view(TableViewer()).seat_requests


def test_a_remote_chooses_a_camera_but_names_no_file_of_the_computer(app, phones, host, browser):
    used = []
    state = state_of(app)
    state.config = replace(state.config, use_camera=used.append)
    host.post("/table/remote", {"seat": "0", "yes": "1"})
    remote = browser(seat=phones[0])
    assert remote.post("/table/camera", {"source": "/home/host/Pictures"}).status_code == 403
    assert remote.post("/table/camera", {"source": "1"}).status_code == 303
    assert host.post("/table/camera", {"source": "http://192.168.1.9/video"}).status_code == 303
    assert used == ["1", "http://192.168.1.9/video"]
