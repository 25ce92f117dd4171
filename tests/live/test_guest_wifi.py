"""The Wi-Fi that guests are shown is kept in a file where its host wants that, and nowhere else."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from companion.live.guest_wifi import GuestWifi, Network
from companion.state.refusals import Refusal

HOME = Network("Café am Eck", "under the stone")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "ours" / "wifi.json"


def test_a_wifi_is_shown_this_evening_and_kept_in_no_file(file):
    wifi = GuestWifi(file)
    assert wifi.now is None
    assert wifi.show(HOME.name, HOME.password, keep=False) is None
    assert wifi.now == HOME
    assert not file.exists() and GuestWifi(file).now is None


def test_a_wifi_that_is_kept_is_there_on_the_next_evening(file):
    assert GuestWifi(file).show(HOME.name, HOME.password, keep=True) is None
    assert GuestWifi(file).now == HOME
    assert [one.name for one in file.parent.iterdir()] == ["wifi.json"]


@pytest.mark.skipif(os.name == "nt", reason="file modes mean something else there")
def test_only_its_owner_may_read_the_file(file):
    file.parent.mkdir()
    file.write_text("{}", encoding="utf-8")
    file.chmod(0o644)
    GuestWifi(file).show(HOME.name, HOME.password, keep=True)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_what_was_kept_once_goes_where_the_next_is_not_kept(file):
    wifi = GuestWifi(file)
    wifi.show(HOME.name, HOME.password, keep=True)
    assert wifi.show("Guests", "another one", keep=False) is None
    assert wifi.now == Network("Guests", "another one") and not file.exists()


def test_a_wifi_that_is_forgotten_is_gone_from_the_disk_too(file):
    wifi = GuestWifi(file)
    wifi.show(HOME.name, HOME.password, keep=True)
    assert wifi.forget() is None and wifi.forget() is None
    assert wifi.now is None and GuestWifi(file).now is None and list(file.parent.iterdir()) == []


@pytest.mark.parametrize(
    "name, password, code",
    [
        ("", "long enough", "wifi_name"),
        ("é" * 17, "long enough", "wifi_name"),  # 34 bytes
        ("two\nlines", "long enough", "wifi_name"),
        ("home", "seven77", "wifi_password"),
        ("home", "x" * 64, "wifi_password"),
        ("home", "eight\t888", "wifi_password"),
    ],
)
def test_what_no_network_has_is_refused_and_the_other_stays(file, name, password, code):
    """The refusal goes to the pages, so it says nothing of what was typed."""
    wifi = GuestWifi(file)
    wifi.show(HOME.name, HOME.password, keep=True)
    assert wifi.show(name, password, keep=True) == Refusal(code)
    assert wifi.now == GuestWifi(file).now == HOME


def test_a_network_without_a_password_is_one(file):
    assert GuestWifi(file).show("Open to all", "", keep=True) is None
    assert GuestWifi(file).now == Network("Open to all", "")


@pytest.mark.parametrize(
    "text",
    ["", "no JSON", "[]", "7", "[" * 100_000, '{"name": "home"}', '{"name": "", "password": ""}',
     '{"name": "home", "password": null}', json.dumps({"name": "home" * 999, "password": ""})],
    ids=range(9),
)  # fmt: skip
def test_a_file_that_makes_no_sense_is_as_good_as_none(file, text):
    file.parent.mkdir()
    file.write_text(text, encoding="utf-8")
    wifi = GuestWifi(file)
    assert wifi.now is None
    assert wifi.show(HOME.name, HOME.password, keep=True) is None and GuestWifi(file).now == HOME


def test_a_full_disk_shows_the_wifi_for_this_evening_and_leaves_nothing_behind(file, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    wifi = GuestWifi(file)
    assert wifi.show(HOME.name, HOME.password, keep=True) == Refusal("wifi_not_kept")
    assert wifi.now == HOME and list(file.parent.iterdir()) == []


def test_a_file_that_cannot_be_wiped_is_named(file):
    file.mkdir(parents=True)  # nobody can delete that as a file
    wifi = GuestWifi(file)
    assert wifi.forget() == Refusal("wifi_not_forgotten", {"file": str(file)})
    assert wifi.now is None


def test_no_password_is_written_where_a_network_is_printed(file):
    wifi = GuestWifi(file)
    wifi.show(HOME.name, HOME.password, keep=False)
    assert HOME.password not in f"{wifi.now} {wifi.now!r} {wifi!r}"
