"""WebKit, the engine of every iPhone, with Playwright's words for a page, as far as people.py and moves.py say them.

It is Debian's WebKitGTK, driven by the WebDriver protocol: Playwright drives only a build of its own, which the package
index has not. WebKitGTK needs a screen, so it gets one that nobody sees.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

DRIVER = "WebKitWebDriver"
BROWSERS = "/usr/lib/*/webkit2gtk-4.1/MiniBrowser"  # of the package libwebkit2gtk-4.1-0, which the driver's asks for
FRAME = {"width": 0, "height": 38}  # of the window, around the page
LOOKED_AFTER_S = 0.1

# Whatever is run on a page first hears what went wrong on it since: a page that was just opened has no ears yet.
ON_THE_PAGE = """
if (!window.complaints) {
  window.complaints = [];
  addEventListener("error", event => complaints.push(event.message));
  addEventListener("unhandledrejection", event => complaints.push(String(event.reason)));
  %(begun)s
}
const seen = one => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== "hidden";
const find = steps => steps.reduce((found, [css, text, nth]) => {
  found = found.flatMap(one => [...one.querySelectorAll(css)]).filter(one => !text || one.innerText.includes(text));
  return nth === null ? found : found.slice(nth, nth + 1);
}, [document]);
return Promise.resolve((%(asked)s)(...arguments)).then(
  answer => [answer === undefined ? null : answer, complaints.splice(0)]);
"""
# Where the first of what is seen can be pressed: its middle, which nothing covers.
SPOT = """all => all.filter(seen).slice(0, 1).map(one => {
  const middle = () => {
    const box = one.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  if (!one.contains(document.elementFromPoint(...middle()))) one.scrollIntoView({block: "center", inline: "center"});
  return one.contains(document.elementFromPoint(...middle())) ? middle() : null;
}).filter(spot => spot)"""


def lacking() -> str:
    """What this machine lacks; nothing where WebKit can be driven."""
    lacks = [name for name in (DRIVER, "Xvfb") if shutil.which(name) is None]
    return f"no {' and no '.join(lacks)} on this machine (Debian: webkit2gtk-driver, xvfb)" if lacks else ""


@contextmanager
def unseen_screen() -> Iterator[str]:
    """A display of its own, by name."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    xvfb = subprocess.Popen(command, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as said:
        display = f":{said.readline().strip()}"
    try:
        yield display
    finally:
        xvfb.terminate()
        xvfb.wait(timeout=20)


class Browser:
    """Opens contexts, which share nothing: each is a WebKit of its own."""

    def __init__(self, display: str) -> None:
        self._display = display

    def new_context(self, *, viewport: dict[str, int], **_: object) -> Context:
        options = Options()
        options.binary_location = str(next(Path("/").glob(BROWSERS.removeprefix("/"))))
        options.add_argument("--automation")
        service = Service(shutil.which(DRIVER), env={**os.environ, "DISPLAY": self._display, "LANG": "C.UTF-8"})
        service.start()
        line = RemoteConnection(client_config=ClientConfig(service.service_url))
        driver = webdriver.Remote(line, options=options)
        driver.set_window_size(*(viewport[side] + FRAME[side] for side in ("width", "height")))
        return Context(driver, service)


class Context:
    """One browser with one page."""

    def __init__(self, driver: Any, service: Service) -> None:
        self.driver, self.service, self.patience_s = driver, service, 30.0
        self.begun: list[str] = []
        self.request = self

    def set_default_timeout(self, patience_ms: float) -> None:
        self.patience_s = patience_ms / 1000

    def add_init_script(self, script: str) -> None:
        self.begun.append(script)

    def new_page(self) -> Page:
        self._page = Page(self)
        return self._page

    def get(self, url: str, headers: dict[str, str]) -> Answer:
        return Answer(
            self._page.run(
                """(url, headers) => {
                    const asked = new XMLHttpRequest();
                    asked.open("GET", url, false);
                    Object.entries(headers).forEach(([name, value]) => asked.setRequestHeader(name, value));
                    asked.send();
                    return asked.responseText;
                }""",
                url,
                headers,
            )
        )

    def close(self) -> None:
        self.driver.quit()
        self.service.stop()


class Answer:
    def __init__(self, text: str) -> None:
        self._text = text

    def text(self) -> str:
        return self._text


class Page:
    def __init__(self, context: Context) -> None:
        self.context, self.driver = context, context.driver
        self.mouse = Mouse(self.driver)
        self._hear: Callable[[str], None] = lambda text: None

    @property
    def url(self) -> str:
        return str(self.driver.current_url)

    def on(self, event: str, hear: Callable[[str], None]) -> None:
        if event == "pageerror":  # what a console says is heard in Chromium
            self._hear = hear

    def goto(self, url: str) -> None:
        self.driver.get(url)

    def run(self, asked: str, *given: Any) -> Any:
        script = ON_THE_PAGE % {"begun": ";\n".join(self.context.begun), "asked": asked}
        answer, complaints = self.driver.execute_script(script, *given)
        for text in complaints:
            self._hear(text)
        return answer

    def evaluate(self, script: str, given: object = None) -> Any:
        return self.run(
            f"given => {{ const it = ({script}); return typeof it === 'function' ? it(given) : it }}", given
        )

    def locator(self, css: str, has_text: str | None = None) -> Locator:
        return Locator(self, ()).locator(css, has_text)

    def wait_for_selector(self, css: str, state: str = "visible") -> None:
        self.locator(css).wait_for(state)

    def wait_for_timeout(self, wait_ms: float) -> None:
        time.sleep(wait_ms / 1000)

    def screenshot(self, path: Path, **_: object) -> None:
        self.driver.save_screenshot(str(path))

    def content(self) -> str:
        return str(self.driver.page_source)


class Mouse:
    def __init__(self, driver: Any) -> None:
        self._driver = driver

    def move(self, x: float, y: float) -> None:
        self._do(lambda pointer: pointer.move_to_location(round(x), round(y)))

    def down(self) -> None:
        self._do(lambda pointer: pointer.pointer_down())

    def up(self) -> None:
        self._do(lambda pointer: pointer.pointer_up())

    def _do(self, deed: Callable[[Any], object]) -> None:
        actions = ActionBuilder(self._driver)
        deed(actions.pointer_action)
        actions.perform()


class Locator:
    """steps : selector, text that is in it, and which of all that are found"""

    def __init__(self, page: Page, steps: tuple[tuple[str, str | None, int | None], ...]) -> None:
        self._page, self._steps = page, steps

    def locator(self, css: str, has_text: str | None = None) -> Locator:
        return Locator(self._page, (*self._steps, (re.sub("^>", ":scope >", css), has_text, None)))

    def nth(self, number: int) -> Locator:
        *before, (css, text, _) = self._steps
        return Locator(self._page, (*before, (css, text, number)))

    @property
    def first(self) -> Locator:
        return self.nth(0)

    # ---- what is there now ------------------------------------------------------------------------------------------

    def count(self) -> int:
        return int(self._run("all => all.length"))

    def is_visible(self) -> bool:
        return bool(self._run("all => all.some(seen)"))

    def all_inner_texts(self) -> list[str]:
        return list(self._run("all => all.map(one => one.innerText)"))

    def evaluate_all(self, script: str) -> Any:
        return self._run(script)

    # ---- what is there as soon as it comes --------------------------------------------------------------------------

    def wait_for(self, state: str = "visible") -> None:
        holds = {"visible": "seen", "attached": "() => true", "hidden": "seen", "detached": "() => true"}[state]
        gone = state in ("hidden", "detached")
        self._until(lambda: self._run(f"all => all.some({holds})") != gone, state)

    def inner_text(self) -> str:
        return str(self.evaluate("one => one.innerText"))

    def get_attribute(self, name: str) -> str | None:
        found = self.evaluate(f"one => one.getAttribute('{name}')")
        return None if found is None else str(found)

    def evaluate(self, script: str) -> Any:
        self.wait_for("attached")
        return self._run(f"all => ({script})(all[0])")

    def scroll_into_view_if_needed(self) -> None:
        self.evaluate("one => one.scrollIntoView({block: 'nearest'})")

    def hover(self) -> None:
        """As soon as it is in sight and nothing lies over it."""
        found: list[list[float]] = []

        def is_there() -> bool:
            found[:] = self._run(SPOT) or []
            return bool(found)

        self._until(is_there, "in sight")
        self._page.mouse.move(*found[0])

    def click(self) -> None:
        self.hover()
        self._page.mouse.down()
        self._page.mouse.up()

    def fill(self, text: str) -> None:
        self.wait_for()
        (field,) = self._run("all => all.slice(0, 1)")
        field.clear()
        field.send_keys(text)

    def _run(self, script: str) -> Any:
        return self._page.run(f"steps => ({script})(find(steps))", self._steps)

    def _until(self, true: Callable[[], bool], what: str) -> None:
        give_up = time.monotonic() + self._page.context.patience_s
        while not true():
            if time.monotonic() > give_up:
                raise AssertionError(f"in vain: {self._steps} {what}, on {self._page.url}")
            time.sleep(LOOKED_AFTER_S)
