"""Who may speak to this server, and how it answers when something is wrong. No game."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, abort, g, redirect, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from web.config import WebConfig
from web.seats import at_table

ALWAYS = frozenset({"localhost", "127.0.0.1", "::1"})
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": POLICY,
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # with no-referrer a form without script would send "Origin: null"
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
FORM_BYTES = 64_000  # the longest form is a board typed by hand; only a deck, in web.decks, is larger


def protect(app: Flask, config: WebConfig) -> None:
    app.config["MAX_CONTENT_LENGTH"] = FORM_BYTES
    app.config["MAX_FORM_PARTS"] = 400

    @app.before_request
    def check_sender() -> None:
        if not _host_is_ours(config):
            abort(403)
        if request.method not in ("GET", "HEAD") and not _same_origin():
            abort(403)

    @app.after_request
    def add_headers(response: Response) -> Response:
        response.headers.update(HEADERS)
        response.headers.pop("ETag", None)
        response.headers.pop("Last-Modified", None)
        return response

    @app.errorhandler(HTTPException)
    def kind_page(error: HTTPException) -> tuple[str, int] | HTTPException | AnyResponse:
        status = error.code or 500
        if status == 405 and request.method in ("GET", "HEAD"):  # a refused press leaves its address behind
            return redirect("/table" if at_table() else "/", 303)
        if status < 400:
            return error
        return _error_page(status), status

    @app.errorhandler(Exception)
    def broken(error: Exception) -> tuple[str, int]:
        app.logger.error("a page failed: %s", type(error).__name__, exc_info=app.debug)
        return _error_page(500), 500


def _error_page(status: int) -> str:
    known = status if status in (400, 403, 404, 405, 413, 500) else 500 if status >= 500 else 400
    return render_template("error.html", status=known, say=g.say)


def _host_is_ours(config: WebConfig) -> bool:
    """Names other than ours mean that some web page makes this browser speak to us under its own name."""
    name = hostname(request.headers.get("Host", ""))
    return name in ALWAYS or name in {address.lower() for address in config.addresses()}


def _same_origin() -> bool:
    """Every changing request must come from one of our own pages: same scheme, name and port."""
    sender = request.headers.get("Origin") or request.headers.get("Referer") or ""
    parts = urlsplit(sender)
    return parts.scheme in ("http", "https") and parts.netloc.lower() == request.headers.get("Host", "").lower()


def hostname(netloc: str) -> str:
    """The name without its port; an IPv6 address without its brackets."""
    try:
        return (urlsplit(f"//{netloc}").hostname or "").lower()
    except ValueError:
        return ""
