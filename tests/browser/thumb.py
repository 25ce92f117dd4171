"""A thumb on a card that only shows while it is held. What is read there says whoever asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from find_chromium import LOOK_MS

Seen = TypeVar("Seen")
TRIES = 5


def under_the_thumb(page: Any, panel: str, read: Callable[[Any], Seen]) -> Seen:
    """What `read` sees of the panel's card while it is held; it is hidden before and after.

    Held for as long as a look takes where a button waits for a look. A page that is renewed meanwhile hides the card:
    then it is held anew.
    """
    button, secret = (page.locator(f"[data-key={panel}] {part}") for part in ("[data-hold]", ".hold-secret"))
    button.wait_for()
    for _ in range(TRIES):
        button.scroll_into_view_if_needed()
        assert not secret.is_visible()
        button.hover()
        page.mouse.down()
        seen = read(secret) if secret.is_visible() else None
        if page.locator(f"[data-after-look={panel}]").count():
            page.wait_for_timeout(LOOK_MS)
        held_throughout = secret.is_visible()
        page.mouse.up()
        assert not secret.is_visible()
        if seen is not None and held_throughout:
            return seen
    raise AssertionError(f"{panel} shows nothing while it is held")
