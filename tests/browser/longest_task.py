"""How long a page's own thread is busy with one task: a longer one drops frames.

Told in the processor's time, not the clock's: whoever else works on the machine stretches a task but does not count.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

MOST_MS = 50.0
TRIES = 3  # what is too long by itself is so each time
TASKS = ["-*", "disabled-by-default-devtools.timeline"]


def longest_ms(browser: Any, page: Any, act: Callable[[], None]) -> float:
    """Of the tasks of this browser's pages while this is done."""
    browser.start_tracing(page=page, categories=TASKS)
    try:
        act()
    finally:
        events = json.loads(browser.stop_tracing())["traceEvents"]
    pages = {_thread(one) for one in events if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"}
    tasks = [one.get("tdur", 0) / 1000 for one in events if one["name"] == "RunTask" and _thread(one) in pages]
    assert tasks
    return float(max(tasks))


def _thread(event: dict[str, Any]) -> tuple[int, int]:
    return event["pid"], event["tid"]
