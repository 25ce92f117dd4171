"""Pages that move, held still: what a script animates and puts off waits until a test has looked at it, at every size.

So no picture depends on how fast a machine is: an animation stands where it was put, and a moment lasts until `go_on`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

PATIENCE_MS = 30_000
HOLD = """(() => {
  const animate = Element.prototype.animate, later = [];
  window.held = [];
  Element.prototype.animate = function (...how) {
    const one = animate.apply(this, how);
    one.pause();
    one.currentTime = 0;
    held.push(one);
    return one;
  };
  window.setTimeout = act => later.push(act);
  window.clearTimeout = number => { if (number) later[number - 1] = () => {}; };
  window.at = ms => {
    held.forEach(one => {
      if (ms >= one.effect.getComputedTiming().endTime) one.finish(); else { one.pause(); one.currentTime = ms; }
    });
    return new Promise(shown => requestAnimationFrame(() => requestAnimationFrame(() => shown())));  // and was told
  };
  window.goOn = () => {
    at(Infinity);
    held = [];
    later.splice(0).forEach(act => act());
    return held.length + later.length;
  };
  window.many = css => document.querySelectorAll(css).length;
  window.look = (css, what) => getComputedStyle(document.querySelector(css))[what];
  window.seen = css => [...document.querySelectorAll(css)].some(one => one.checkVisibility({visibilityProperty: true}));
  window.inSight = css => {
    const boxes = [...document.querySelectorAll(css)].map(one => one.getBoundingClientRect());
    return boxes.length > 0 && boxes.every(box => box.width > 0 && box.left >= -1 && box.top >= -1 &&
      box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1);
  };
  document.addEventListener('animationstart', event => {  // of the style sheet's own: a card that turns in the hand
    if (!/^turn-(up|away)$/.test(event.animationName)) return;
    event.target.getAnimations().forEach(one => { one.pause(); held.push(one); });
  }, true);
})()"""


class HeldPage:
    """`name` of its pictures, in `folder` where there is one; `sizes` in CSS pixels, of which the first is that of the
    page between two moments."""

    def __init__(
        self,
        browser: Any,
        url: str,
        name: str,
        sizes: tuple[tuple[int, int], ...],
        folder: Path | None,
        token: str = "",
    ) -> None:
        self.name, self.sizes, self._folder = name, sizes, folder
        self.trouble: list[str] = []
        self.context = browser.new_context(viewport=_viewport(sizes[0]), locale="en")
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(HOLD)
        if token:
            self.context.add_cookies([{"name": "seat", "value": token, "url": url}])
        self.page = self.context.new_page()
        self.page.on("console", lambda message: self.trouble.append(message.text))
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.goto(url)

    def come_to(self, version: int) -> None:
        self.page.wait_for_function(f"() => Number(document.getElementById('page').dataset.version) >= {version}")

    def calm(self) -> None:
        """Until all that has happened was shown."""
        while self.page.evaluate("goOn()"):
            pass

    def look(self, moment: str, ms: int, *claims: str) -> None:
        """The moment, so many milliseconds after it began: what is claimed of it is so, at each size."""
        for size in self.sizes:
            self.page.set_viewport_size(_viewport(size))
            self.page.evaluate(f"at({ms})")
            for claim in claims:
                assert self.page.evaluate(claim), (self.name, moment, size, claim)
            if self._folder:  # PNG takes five times as long
                path = self._folder / f"{moment}-{self.name}-{size[0]}x{size[1]}.jpeg"
                self.page.screenshot(path=path, quality=90, type="jpeg")
        self.page.set_viewport_size(_viewport(self.sizes[0]))


def _viewport(size: tuple[int, int]) -> dict[str, int]:
    return {"width": size[0], "height": size[1]}
