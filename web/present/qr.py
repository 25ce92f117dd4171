"""An address, or a Wi-Fi, as a QR code in SVG: dark on white, with the quiet zone that cameras need."""

from __future__ import annotations

import re
from functools import lru_cache

import qrcode
from markupsafe import Markup, escape
from qrcode.constants import ERROR_CORRECT_M

QUIET = 4  # modules, from the QR standard


@lru_cache(maxsize=8)
def qr_svg(url: str, title: str) -> Markup:
    """Of an address, which stays the same all evening."""
    return draw_qr(url, title)


def wifi_text(name: str, password: str) -> str:
    """What phones take for a Wi-Fi: https://github.com/zxing/zxing/wiki/Barcode-Contents"""
    name, password = (re.sub(r'([\\;,:"])', r"\\\1", text) for text in (name, password))
    return f"WIFI:T:WPA;S:{name};P:{password};;" if password else f"WIFI:T:nopass;S:{name};;"


def draw_qr(text: str, title: str) -> Markup:
    """Nothing of it is kept."""
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=0)
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    d = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    side = len(rows) + 2 * QUIET
    return Markup(
        f'<svg class="qr" viewBox="{-QUIET} {-QUIET} {side} {side}" role="img" aria-label="{escape(title)}">'
        f'<rect x="{-QUIET}" y="{-QUIET}" width="{side}" height="{side}" fill="#fff"/><path d="{d}" fill="#000"/></svg>'
    )
