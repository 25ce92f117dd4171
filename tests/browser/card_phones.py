"""Pages in a real browser for a night of cards: a phone with a seat, the table screen; what people press and see."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from find_chromium import CALM, LOOK_MS, SILENT, UNPAINTED
from thumb import under_the_thumb

from companion.editions import EDITIONS
from web.language import Speech

PHONE = {"width": 390, "height": 844}
SCREEN = {"width": 1280, "height": 800}
PATIENCE_MS = 30_000
PATIENT = """HTMLFormElement.prototype.requestSubmit = (own => function (...by) {
    if (!Number(this.dataset.after)) own.apply(this, by); })(HTMLFormElement.prototype.requestSubmit)"""


class Phone:
    """One seat's page. `trouble` is what the console has said; `pressed`: how many times since a card was begun.

    It is patient: where silence lets a card stand after some seconds, it is silent for as long as the test takes.
    """

    size = PHONE

    def __init__(self, browser: Any, url: str, name: str, token: str, language: str, pictures: Path | None) -> None:
        self.name, self.say, self._pictures, self.pressed = name, Speech(language), pictures, 0
        self.context = browser.new_context(viewport=self.size, locale=language, **CALM)
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(PATIENT)
        self.context.add_init_script(SILENT)
        if not pictures:
            self.context.add_init_script(UNPAINTED)
        if token:
            self.context.add_cookies([{"name": "seat", "value": token, "url": url}])
        self._open(url)

    def _open(self, url: str) -> None:
        self.url = url
        self.page = self.context.new_page()
        self.trouble: list[str] = []
        self.page.on("console", lambda message: self.trouble.append(message.text))
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.goto(url)

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.page.wait_for_selector(".busy", state="detached")
        self.pressed += 1

    def do(self, verb: str, value: str = "") -> None:
        """Presses the button of this form, or the one with this value; nobody knows his role before he has looked."""
        if verb == "role-seen":
            self._look_at_role()
        self.press(f"form[action='/do/{verb}'] button" + (f"[value='{value}']" if value else ""))

    def _look_at_role(self) -> None:
        """As long as it takes until he may say that he knows it; a page that is renewed meanwhile hides the card."""
        self.has("form[action='/do/role-seen'] button")
        for _ in range(5):
            if self.page.locator("form[action='/do/role-seen'] button").first.is_enabled():
                return
            self.page.locator("[data-hold=role]").hover()
            self.page.mouse.down()
            self.page.wait_for_timeout(LOOK_MS)
            self.page.mouse.up()

    def play(self, do: str) -> None:
        """Presses the card's button on the page of the turn."""
        self.pressed = 0
        self.press(f"nav.acts a[href='/?do={do}']")

    def at(self, seat: int) -> None:
        self.press(f"button.choice[name=seat][value='{seat}']")

    def cell(self, x: int, y: int) -> None:
        self.press(f"a.pick[data-key='cell-{x}-{y}']")

    def lay(self, x: int, y: int, face: str) -> None:
        """Shows by thumb which card lies where; a card that does not match its neighbours is among the others."""
        self.play("place")
        self.cell(x, y)
        self.press(f".palette button[name=face][value='{face}']")

    def sees(self, text: str) -> None:
        self.page.wait_for_selector(f"text={text}")

    def shows(self, selector: str) -> bool:
        return bool(self.page.locator(selector).count())

    def has(self, selector: str) -> None:
        self.page.wait_for_selector(selector)

    def lacks(self, selector: str) -> None:
        """Soon; the page is told of a change."""
        self.page.wait_for_selector(selector, state="detached")

    def under_the_thumb(self, panel: str) -> str:
        """What shows while a thumb holds the card down; it is hidden before and after."""
        return under_the_thumb(self.page, panel, lambda secret: str(secret.locator("b").inner_text()))

    def raw(self) -> str:
        """The page as the server sends it now to this browser's cookies."""
        answer = self.context.request.get(self.url, headers={"Accept-Language": self.say.code})
        assert answer.ok, answer.status
        return str(answer.text())

    def picture(self, name: str) -> None:
        if self._pictures:
            self.page.screenshot(path=self._pictures / f"{name}.png", full_page=True)


class TableScreen(Phone):
    size = SCREEN

    def choose(self, edition: str, *modules: str) -> None:
        """The host sets up: an edition, and what is added to it."""
        family = next(box.family for box in EDITIONS if box.key == edition)
        self.press(f"[data-key=box-{family}]")
        self.page.wait_for_selector(f"[data-key=box-{family}] input[checked]", state="attached")
        if self.page.locator(f"[data-key=rulebook-{edition}] input:not([checked])").count():
            self.page.locator("[data-key=rulebooks] > summary").click()
            self.press(f"[data-key=rulebook-{edition}] span")
        self.page.wait_for_selector(f"[data-key=box-{family}] input[value='{edition}'][checked]", state="attached")
        for key in modules:
            box = f"[data-key=module-{key}]"
            self.page.locator(f"details.modules:has({box}) > summary").first.click()
            self.press(f"{box} span")
            self.has(f"{box} input[checked]")

    def start(self, starter: int) -> None:
        self.press(f"label.chip:has(input[name=starter][value='{starter}'])")
        self.press("form.start button.primary")
        self.set_table()

    def set_table(self) -> None:
        """People have laid out their cards, and the host says so."""
        self.press("form[action$='/set-table'] button")
