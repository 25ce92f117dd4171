"""The page as the server sends it now, put into the open document: nothing but the page is fetched, styles and scripts
stay loaded, and hundreds of pages are looked at in a third of the time."""

from __future__ import annotations

from typing import Any

USUAL_PX = 16  # of a browser's letters; pages have sizes of their own in shares of it
SWAP = """async ([path, status, drawn]) => {
  const answer = await fetch(path, {cache: 'no-store'});
  if (answer.status !== status) throw new Error(`${path}: ${answer.status}`);
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  fresh.querySelectorAll('noscript').forEach(one => one.replaceChildren());
  if (!drawn) fresh.querySelectorAll(
    'body > svg, svg :is(path, rect, circle, ellipse, line, polygon, polyline, use):not(a *)').forEach(e => e.remove());
  history.replaceState(null, '', answer.url);
  document.title = fresh.title;
  document.documentElement.lang = fresh.documentElement.lang;
  document.documentElement.className = `${fresh.documentElement.className} live`;
  document.documentElement.removeAttribute('style');
  document.body.replaceWith(document.adoptNode(fresh.body));
  const awaited = [...document.images].filter(one => one.loading !== 'lazy');
  await Promise.all(awaited.map(one => one.decode().catch(() => {})));
  scrollTo(0, 0);
  document.dispatchEvent(new CustomEvent('shown'));
}"""
# A document that pages are put into hears no news, renews nothing by itself, and knows whether somebody used it. Its
# scripts hold the first of its pages: whoever follows a link there or sends a form needs a page of their own.
STILL = """(() => {
  window.EventSource = function () { return {readyState: 1, addEventListener() {}, close() {}}; };
  window.setInterval = () => 0;
  for (const kind of ['pointerdown', 'keydown', 'focusin', 'input'])
    document.addEventListener(kind, () => { window.used = true; }, true);
  const refuse = event => {
    if (event.type === 'click' && !event.target.closest('a[href], button')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    console.error('this page is only looked at, and hears no ' + event.type + ': visit one');
  };
  for (const kind of ['click', 'submit']) document.addEventListener(kind, refuse, true);
  addEventListener('online', refuse, true);
})()"""


def swap(page: Any, path: str, *, status: int = 200, drawn: bool = True) -> None:
    """Show the page at `path`, which begins with a slash; its styles and scripts must be those of the open document.

    drawn : else its pictures are empty, as large as ever, for tests that look at words: shapes are half of the work
    """
    page.evaluate(SWAP, [path, status, drawn])


class Frame:
    """An open document that shows one page after the other to tests that only look.

    It is loaded anew where nobody has loaded it yet or somebody has pressed, typed or gone elsewhere in it: scripts
    remember such things. Cookies, language and size are set each time.

    letters_px : the size that its owner has set the browser to, as Chromium's own settings do
    """

    def __init__(self, page: Any, letters_px: int = USUAL_PX) -> None:
        self.page, self._language = page, ""
        page.context.add_init_script(STILL)
        if letters_px != USUAL_PX:
            self._settings = page.context.new_cdp_session(page)  # they hold as long as it is there
            self._settings.send("Page.setFontSizes", {"fontSizes": {"standard": letters_px}})

    def show(self, url: str, path: str, language: str) -> None:
        """The page at `path` of the server at `url`, in this language."""
        if language != self._language:
            self.page.set_extra_http_headers({"Accept-Language": language})
            self._language = language
        if self.page.url.startswith(url) and self.page.evaluate("window.loaded && !window.used"):
            swap(self.page, path)
        else:
            self.page.goto(url + path)
            self.page.evaluate("window.loaded = true")
