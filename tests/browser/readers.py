"""Guests who see no drawing: one has only keys, one only the accessibility tree, as a screen reader tells it."""

from __future__ import annotations

import re
import time
from typing import Any

from find_chromium import LOOK_MS

PATIENCE_S = 30.0
MOST_TABS = 150  # more stops than any page has
NAME = """() => {
  const e = document.activeElement, labelled = [...e.querySelectorAll('[aria-label]')];
  const seen = labelled.filter(one => one.checkVisibility({visibilityProperty: true}));
  const words = [...seen.map(one => one.getAttribute('aria-label')), e.innerText || e.textContent];
  return e.getAttribute('aria-label') || words.join(' ').replace(/\\s+/g, ' ').trim();
}"""
ACTIVATE = "e => e.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true, detail: 0}))"
ROLES = ("button", "link")


class Reader:
    """Someone at a page of which no place is known, only names."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def reads(self, *words: str) -> str:
        """Until all of it stands on the page; the whole page."""
        give_up = time.monotonic() + PATIENCE_S
        while not all(word in self.text() for word in words):
            assert time.monotonic() < give_up, (words, self.text())
            time.sleep(0.1)
        return self.text()

    def text(self) -> str:
        raise NotImplementedError

    def press(self, name: str) -> None:
        """The link or button whose name this pattern finds."""
        raise NotImplementedError

    def holds(self, name: str) -> str:
        """What stands on the page while this is held, and hidden again."""
        raise NotImplementedError


class ByKeys(Reader):
    """Tab, Enter, and a key that is held; whatever has the focus can be seen to have it."""

    def text(self) -> str:
        return str(self.page.locator("main").inner_text())

    def press(self, name: str) -> None:
        self._go_to(name)
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector(".busy", state="detached")

    def holds(self, name: str) -> str:
        self._go_to(name)
        self.page.keyboard.down(" ")
        said = self.text()
        self.page.wait_for_timeout(LOOK_MS)
        self.page.keyboard.up(" ")
        return said

    def _go_to(self, name: str) -> None:
        give_up = time.monotonic() + PATIENCE_S
        passed: list[str] = []
        while time.monotonic() < give_up and len(passed) < MOST_TABS:
            self.page.keyboard.press("Tab")
            passed.append(str(self.page.evaluate(NAME)))
            if re.search(name, passed[-1]):
                assert self.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none", passed[-1]
                return
        raise AssertionError((name, passed))


class ByEar(Reader):
    """Names and roles, pressed as a screen reader presses: no pointer, no key that could be held."""

    def text(self) -> str:
        return str(self.page.locator("main").aria_snapshot())

    def press(self, name: str) -> None:
        self._named(name).evaluate(ACTIVATE)
        self.page.wait_for_selector(".busy", state="detached")

    def holds(self, name: str) -> str:
        found = self._named(name).element_handle()
        found.evaluate(ACTIVATE)
        said = self.text()
        self.page.wait_for_timeout(LOOK_MS)
        found.evaluate(ACTIVATE)
        return said

    def _named(self, name: str) -> Any:
        pattern = re.compile(name)
        either = self.page.get_by_role(ROLES[0], name=pattern).or_(self.page.get_by_role(ROLES[1], name=pattern))
        either.first.wait_for(state="attached")
        return either.first
