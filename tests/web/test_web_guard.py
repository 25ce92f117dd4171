"""Who may speak to the server, and how it says no."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from sample_browser import HERE

from web.app_state import state_of


def test_health_is_told_in_one_word(stranger):
    answer = stranger.get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok")


@pytest.mark.parametrize(
    "name", ["192.168.1.20:8000", "127.0.0.1:8000", "localhost", "GAMEBOX.local:8000", "[::1]:8000"]
)
def test_our_own_names_are_answered(app, name):
    assert app.test_client().get("/healthz", headers={"Host": name}).status_code == 200


@pytest.mark.parametrize(
    "name", ["evil.example", "evil.example:8000", "8.8.8.8", "192.168.1.20.evil.example", "[::2", ""]
)
def test_another_name_is_turned_away(app, name):
    answer = app.test_client().get("/", headers={"Host": name})
    assert answer.status_code == 403
    assert "Saboteur" in answer.text


@pytest.mark.parametrize(
    ("asked", "told"), [("/", "http://192.168.1.20:8000/"), ("/table", "http://192.168.1.20:8000/table")]
)
def test_whoever_opens_another_name_reads_which_address_works(app, asked, told):
    """A router gives computers names that we do not know: laptop.fritz.box was only called a closed door."""
    answer = app.test_client().get(asked, headers={"Host": "laptop.fritz.box:8000"})
    assert answer.status_code == 403
    assert f'href="{told}"' in answer.text and "another address" in answer.text


def test_our_names_are_those_of_the_configuration_that_the_app_has_now(app):
    state = state_of(app)
    state.config = replace(state.config, addresses=lambda: ("10.0.0.7",))
    answered = [app.test_client().get("/healthz", headers={"Host": name}).status_code for name in
                ("10.0.0.7:8000", "192.168.1.20:8000")]  # fmt: skip
    assert answered == [200, 403]


@pytest.mark.parametrize("sender", [
    "http://evil.example", "null", "https://192.168.1.20:8001", "http://192.168.1.20", "http://192.168.1.20:8000.evil.example",
    "http://[", "http://[::1", "http://]",
])  # fmt: skip
def test_a_press_from_another_page_is_not_done(phone, table, sender):
    assert phone.post("/do/pass", {"discards": "1"}, Origin=sender).status_code == 403
    assert table.asked == []


def test_a_press_without_a_sender_is_not_done(app, table):
    client = app.test_client()
    client.set_cookie("seat", "token-of-one", domain="192.168.1.20")
    assert client.post("/do/pass", base_url=HERE, data={"discards": "1"}).status_code == 403
    assert table.asked == []


def test_a_press_from_a_page_whose_address_is_none_is_not_done(app, table):
    client = app.test_client()
    client.set_cookie("seat", "token-of-one", domain="192.168.1.20")
    answer = client.post("/do/pass", base_url=HERE, data={"discards": "1"}, headers={"Referer": "http://[x"})
    assert answer.status_code == 403
    assert table.asked == []


def test_an_old_browser_that_tells_only_the_referring_page_is_believed(app, table):
    client = app.test_client()
    client.set_cookie("seat", "token-of-one", domain="192.168.1.20")
    answer = client.post("/do/pass", base_url=HERE, data={"discards": "1"}, headers={"Referer": f"{HERE}/?do=pass"})
    assert answer.status_code == 303
    assert len(table.asked) == 1


@pytest.mark.parametrize("path", ["/", "/table", "/healthz", "/nowhere", "/bundle/nowhere.css", "/poll"])
def test_every_answer_carries_the_safety_headers(stranger, path):
    headers = stranger.get(path).headers
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "'unsafe-inline'" not in headers["Content-Security-Policy"]
    assert "ETag" not in headers
    assert "Content-Encoding" not in headers


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("path", "status"), [("/nowhere", 404), ("/table?key=wrong", 403)])
def test_a_wrong_page_is_explained_in_the_readers_language(browser, path, status, language):
    answer = browser(language=language).get(path)
    assert answer.status_code == status
    assert f'<html lang="{language}"' in answer.text
    assert "error." not in re.sub(r"<[^>]*>", " ", answer.text)  # no key without its sentence


@pytest.mark.parametrize(("path", "home"), [
    ("/do/pass", "/"), ("/hand/lay", "/"), ("/join", "/"), ("/language", "/"), ("/review/answer", "/"),
    ("/table/do/start", "/table"), ("/table/undo", "/table"), ("/table/release", "/table"),
])  # fmt: skip
def test_the_address_that_a_refused_press_leaves_behind_leads_home(phone, table, path, home):
    answer = phone.get(path)
    assert (answer.status_code, answer.headers["Location"]) == (303, home)
    assert table.asked == []


def test_a_form_that_is_too_long_is_refused(phone, table):
    answer = phone.post("/do/place", {"cell": "1,0", "face": "N" * 100_000})
    assert answer.status_code == 413
    assert table.asked == []


def test_a_broken_page_shows_no_traceback(app, table, host, caplog):
    secret = " ".join(("role", "saboteur"))
    table.view = lambda viewer: {}[secret]
    answer = host.get("/table")
    assert answer.status_code == 500
    assert "Traceback" not in answer.text and "KeyError" not in answer.text
    assert "role saboteur" not in caplog.text  # an error's words may hold what nobody may read


def test_a_broken_page_tells_the_log_once_where_it_broke(table, host, caplog):
    """All that a host could report after a night was the kind of the error."""
    table.view = lambda viewer: {}["nobody"]
    for _ in range(3):
        assert host.get("/table").status_code == 500
    (said,) = caplog.messages
    assert re.match(r"A page failed: KeyError at web/test_web_guard\.py:\d+ < .*\bweb/table\.py:\d+ < ", said)
    assert "nobody" not in said
    assert caplog.records[0].module == "guard"


@pytest.mark.parametrize(("path", "form"), [
    ("/do/place", {"cell": "here", "face": "NS"}), ("/do/place", {"cell": "1,0", "face": "XY"}), ("/do/place", {}),
    ("/do/break", {"target": "0:hammer"}), ("/do/break", {"target": "zero"}), ("/do/pass", {"discards": "-1"}),
    ("/do/pass", {"discards": "²"}), ("/do/take-gold", {"index": "9999999999"}), ("/review/answer", {"proposal": ""}),
    ("/hand/lay", {"hand": "x", "cell": "1,0"}), ("/do/rockfall", {"cell": "1000000,0"}),
    ("/language", {"language": "../en"}),
])  # fmt: skip
def test_a_form_that_makes_no_sense_is_refused_and_changes_nothing(phone, table, path, form):
    assert phone.post(path, form).status_code == 400
    assert table.asked == []


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data; boundary=b", b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n"),
        ("multipart/form-data; boundary=b", b"--b\r\n\r\nx\r\n--b--\r\n"),
        (
            "multipart/form-data; boundary=b",
            b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n"
            b'--b\r\nContent-Disposition: form-data; name="discards"\r\n\r\n1\r\n--b--\r\n',
        ),
        ("multipart/form-data", b"x"),
        ("application/x-www-form-urlencoded; charset=no-such-letters", b"a=%ff"),
    ],
)
def test_a_form_that_cannot_be_taken_apart_is_no_error_of_ours(phone, table, kind, body):
    answer = phone.client.post("/do/pass", base_url=HERE, data=body, content_type=kind, headers={"Origin": HERE})
    assert 400 <= answer.status_code < 500
    assert table.asked == []
