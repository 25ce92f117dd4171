"""What a file that stands by itself may not hold."""

from __future__ import annotations

import re


def of_others(text: str) -> list[str]:
    """Everything it would load from elsewhere: addresses of sources, links and urls in styles."""
    found = re.findall(r'(?:src|href)="([^"]*)"|url\(([^)]*)\)|@import', text)
    return [one or other for one, other in found if not (one or other).startswith("#")]
