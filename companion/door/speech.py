"""The language in which the terminal speaks. What it says stands in the catalogues: see web.language."""

from __future__ import annotations

import locale
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from web.language import Speech


def speech() -> Speech:
    """The language of this computer. The catalogues come with the pages, for which nobody waits who says nothing."""
    from web.language import Speech, pick

    return Speech(pick(None, system_languages()))


def system_languages() -> list[str]:
    """As this computer names them: `es_ES`, or `Spanish_Mexico` on Windows."""
    name = locale.getlocale()[0] or ""
    return [name, locale.normalize(name.partition("_")[0])]
