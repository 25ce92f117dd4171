"""How large the screens are that the pages are looked at on, in CSS pixels."""

from __future__ import annotations

PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 568}
SCREEN = {"width": 1280, "height": 800}
