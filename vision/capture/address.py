"""A stream's address as FFmpeg wants it, from what people type or a phone's app shows. Opens nothing."""

from __future__ import annotations

import re
from urllib.parse import quote

STREAMS = {"http", "https", "rtsp", "rtsps", "rtmp", "rtmps", "rtp", "srt", "udp", "tcp"}  # as addresses begin
_PARTS = re.compile(r"(?:([a-z][a-z0-9+.-]*)://)?(.*)", re.IGNORECASE | re.DOTALL)
_PLACE = r"(?:\[[0-9a-f:.]+\]|[\w.-]+)"
_PORT = r":\d{2,5}"
_REST = r"(?:[/?#].*)?"
_WITHOUT_LOGIN = re.compile(rf"{_PLACE}?(?:{_PORT})?{_REST}", re.IGNORECASE | re.DOTALL)
# What follows the last @ that a place can follow: a password may hold any letter, also / and @.
_WITH_LOGIN = re.compile(rf"(?P<login>.+)@(?P<place>{_PLACE}(?P<port>{_PORT})?{_REST})", re.IGNORECASE | re.DOTALL)
_NAMED = re.compile(
    r"(?![a-z]:[/\\]).+:.*", re.IGNORECASE | re.DOTALL
)  # a name and a password, and no drive of Windows
_WITHOUT_SCHEME = re.compile(rf"[a-z0-9.-]+{_PORT}(?:/.*)?", re.IGNORECASE | re.DOTALL)


def stream_address(text: str) -> str | None:
    """Return the address that was meant, its scheme in small letters, name and password as an address writes them; of
    http where none is named; None where no stream has such a name.
    """
    parts = _PARTS.fullmatch(text)
    assert parts is not None
    scheme, rest = parts[1], parts[2]
    login = None if _WITHOUT_LOGIN.fullmatch(rest) else _WITH_LOGIN.fullmatch(rest)
    if scheme is None:
        named = _NAMED.fullmatch(login["login"]) if login else _WITHOUT_SCHEME.fullmatch(rest)
        scheme = "http" if named else ""
    if scheme.lower() not in STREAMS or not rest:
        return None
    rest = f"{_quoted(login['login'])}@{login['place']}" if login else rest
    return f"{scheme.lower()}://{rest}"


def _quoted(login: str) -> str:
    """Name and password, each with % for what would end it; what was written so already stays."""
    single = re.sub(r"%(?![0-9a-f]{2})", "%25", login, flags=re.IGNORECASE)
    return ":".join(quote(part, safe="%!$&'()*+,;=") for part in single.split(":", 1))
