"""How soon a phone page is painted and what it weighs: `python tests/benchmarks/paint.py`.

In a headless Chromium on this machine, at the size of a phone, for each sample page: from asking to the first paint
with words (First Contentful Paint) with an empty cache, and all bytes that came for it. A busy machine paints late, so
each visit stands beside one to a page of two letters: both medians and both best times are told.
"""

from __future__ import annotations

import json
import statistics
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "web"), str(ROOT / "tests" / "browser")]

VISITS = 5
PAINTED = "() => performance.getEntriesByName('first-contentful-paint').map(one => one.startTime)[0] ?? null"


def visit(browser: Any, address: str, base: str, screen: dict[str, int]) -> tuple[float, int]:
    """Milliseconds until the paint, and bytes."""
    came: list[Any] = []
    context = browser.new_context(viewport=screen, reduced_motion="reduce")
    context.add_cookies([{"name": "seat", "value": "token-of-one", "url": base}])
    page = context.new_page()
    page.on("response", lambda answer: None if "stream" in answer.url else came.append(answer))
    page.goto(address, wait_until="load")
    page.wait_for_function(PAINTED)
    painted = float(page.evaluate(PAINTED))
    size = sum(len(answer.body()) for answer in came)
    context.close()
    return painted, size


def main() -> None:
    from find_chromium import OPTIONS, executable
    from playwright.sync_api import sync_playwright
    from sample_views import PHONE_VIEWS, FakeSession
    from screens import PHONE

    from web import create_app
    from web.config import WebConfig
    from web.serve import start

    session = FakeSession()
    server = start(create_app(session, WebConfig(0, demo=True)), "127.0.0.1", 0)
    base = f"http://127.0.0.1:{server.port}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(playwright), args=OPTIONS)
        visit(browser, base, base, PHONE)  # the first one warms the templates
        pages = [(name, "/") for name in PHONE_VIEWS] + [("lobby", "/rules"), ("lobby", "/how-to-play")]
        for name, path in pages:
            session.phones = {1: PHONE_VIEWS[name]}
            visits = [
                (visit(browser, base + path, base, PHONE), visit(browser, f"{base}/healthz", base, PHONE))
                for _ in range(VISITS)
            ]
            bare = [one for _, (one, _) in visits]
            painted = [one for (one, _), _ in visits]
            row = {
                "page": name + path,
                "bytes": max(size for (_, size), _ in visits),
                "paint_ms": round(statistics.median(painted)),
                "best_ms": round(min(painted)),
                "two_letters_ms": round(statistics.median(bare)),
                "two_letters_best_ms": round(min(bare)),
            }
            print(json.dumps(row), flush=True)
        browser.close()
    session.close()
    server.close()


if __name__ == "__main__":
    main()
