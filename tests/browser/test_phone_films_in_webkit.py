"""WebKit, the engine of every iPhone, films through the secure door with its mock camera, where it is installed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from card_night import CardNight, Deal
from phone_film import FilmedTable
from under_a_camera import wait_for

BROWSERS = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"))
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not (BROWSERS and shutil.which("WebKitWebDriver") and shutil.which("Xvfb")),
        reason="no WebKit on this machine (Debian: webkit2gtk-driver, xvfb)",
    ),
]
MOCK_CAMERA = ["--automation", "--enable-media-stream=1", "--enable-mock-capture-devices=1"]


@pytest.fixture
def screen() -> Iterator[str]:
    """A display that nobody sees, by name."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1000x800x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as xvfb:
        os.close(write)
        with os.fdopen(read) as said:
            yield f":{said.readline().strip()}"
        xvfb.terminate()


class WebKit:
    """One window, driven by the WebDriver protocol. Takes the certificate that nobody vouches for without a warning."""

    def __init__(self, port: int) -> None:
        self._base = f"http://127.0.0.1:{port}/session"
        wishes = {"binary": str(BROWSERS[0]), "args": MOCK_CAMERA}
        always = {"acceptInsecureCerts": True, "webkitgtk:browserOptions": wishes}
        self._base += "/" + self.ask("POST", "", {"capabilities": {"alwaysMatch": always}})["sessionId"]

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._base + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def run(self, script: str) -> Any:
        return self.ask("POST", "/execute/sync", {"script": script, "args": []})

    def press(self, css: str) -> None:
        (key,) = self.ask("POST", "/element", {"using": "css selector", "value": css}).values()
        self.ask("POST", f"/element/{key}/click", {})


@pytest.fixture
def webkit(screen: str) -> Iterator[WebKit]:
    environment = {**os.environ, "DISPLAY": screen, "LANG": "C.UTF-8"}
    port = 20_000 + os.getpid() % 20_000
    command = ["WebKitWebDriver", "-p", str(port)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as driver:
        wait_for(lambda: _answers(port))
        window = WebKit(port)
        yield window
        window.ask("DELETE", "")
        driver.terminate()


def _answers(port: int) -> bool:
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/status", timeout=5).close()
    except OSError:
        return False
    return True


def test_an_iphones_engine_films_in_the_size_that_was_asked_for(webkit, tmp_path):
    night = CardNight(None, tmp_path / "night", Deal(), players=3)
    night.server.close()  # a table's own one, with the secure door, takes its place
    table = FilmedTable(night.session, tmp_path)
    try:
        link = f"https://127.0.0.1:{table.open_secure_door()}/film#{table.filming.invite()}"
        webkit.ask("POST", "/url", {"url": link})
        wait_for(lambda: webkit.run("return !document.getElementById('film-start').hidden"))
        assert webkit.run("return [isSecureContext, location.hash]") == [True, ""]
        webkit.press("#film-start")
        wait_for(lambda: table.pictures > 3)
        frame = table.camera.frame()
        assert frame is not None and frame.shape == (1200, 1600, 3)
    finally:
        table.close()
