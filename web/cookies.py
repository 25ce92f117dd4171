"""What a browser keeps for this server, for a year. What is in it: see seats, language, turn_mine."""

from __future__ import annotations

from werkzeug.wrappers import Response as AnyResponse

YEAR_S = 365 * 24 * 3600


def keep_cookie(response: AnyResponse, name: str, value: str) -> None:
    """No Secure flag: phones reach this server over plain http in the living room and would drop the cookie."""
    response.set_cookie(name, value, max_age=YEAR_S, httponly=True, samesite="Lax", path="/")
