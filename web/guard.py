"""Who may speak to this server, and how it answers when something is wrong. No game."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, redirect, render_template, request
from werkzeug.exceptions import BadRequest, HTTPException
from werkzeug.wrappers import Response as AnyResponse

from companion.sight.mistakes import Mistakes
from companion.views.model import TableViewer
from web.app_state import config, say, session, speak
from web.language import speech_of
from web.seats import HOST, at_table, held, is_host, is_table_screen, kept_token

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
NO_REQUEST = {  # the least that a WSGI request has (PEP 3333)
    "REQUEST_METHOD": "GET",
    "PATH_INFO": "/",
    "SERVER_NAME": "localhost",
    "SERVER_PORT": "80",
    "wsgi.url_scheme": "http",
}
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
FORM_PARTS = 400  # of a form that comes in parts; the only one is a deck's file, with one, and so many take no time


class GuardedRequest(Request):
    """A form that cannot be taken apart is the sender's mistake, not ours."""

    def _load_form_data(self) -> None:
        try:
            super()._load_form_data()
            if None in self.form or None in self.files:
                raise ValueError("a part without a name")
        except (LookupError, ValueError) as error:  # a part without a name, an encoding that there is not
            raise BadRequest from error


def protect(app: Flask) -> None:
    mistakes = Mistakes(app.logger)
    app.request_class = GuardedRequest
    app.config["MAX_CONTENT_LENGTH"] = FORM_BYTES
    app.config["MAX_FORM_PARTS"] = FORM_PARTS

    @app.before_request
    def check_sender() -> tuple[str, int] | None:
        if not _host_is_ours():
            return _error_page(403, this_way=_address_of_ours()), 403
        if request.method not in ("GET", "HEAD") and not _same_origin():
            abort(403)
        return None

    @app.after_request
    def add_headers(response: Response) -> Response:
        keep = response.headers.get("Cache-Control") if request.endpoint == "bundles.bundle" else None
        response.headers.update(HEADERS)
        if keep:
            response.headers["Cache-Control"] = keep
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
        mistakes.tell("A page failed", error)
        return _error_page(500), 500


def error_response(app: Flask, status: int, headers: Mapping[str, str]) -> Response:
    """A kind page for what never became a request. `headers`: as far as they came, named as in WSGI without HTTP_."""
    with _context(app, headers):
        speak(speech_of(request))
        response = app.make_response((_error_page(status), status))
        response.headers.update(HEADERS)
        return response


def is_hosts(app: Flask, headers: Mapping[str, str]) -> bool:
    """Whether a request with these headers comes from the table screen's host, before its body is here."""
    with _context(app, headers):
        return is_host()


def known_browser(app: Flask, headers: Mapping[str, str]) -> str | None:
    """The token by which whoever sends these headers holds a seat or is the host; None for a stranger."""
    if not headers.get("COOKIE"):
        return None
    with _context(app, headers):
        if is_table_screen():
            return kept_token(HOST)
        return held()[0].token if held() else None


def _context(app: Flask, headers: Mapping[str, str]) -> AbstractContextManager[object]:
    """A request of which only the cookies and the language are known."""
    known = {f"HTTP_{name}": headers.get(name, "") for name in ("COOKIE", "ACCEPT_LANGUAGE")}
    return app.request_context({**NO_REQUEST, **known})


def _error_page(status: int, this_way: str = "") -> str:
    """`this_way`: the address at which all would have been well."""
    known = status if status in (400, 403, 404, 405, 413, 429, 500) else 500 if status >= 500 else 400
    return render_template("error.html", status=known, this_way=this_way, say=say(), seed_is_set=_seed_is_set())


def _address_of_ours() -> str:
    """The page that was asked for, under a name that is answered."""
    return config().join_url() + ("table" if at_table() else "")


def _seed_is_set() -> bool:
    """As far as that can be told just when something has failed."""
    with suppress(Exception):
        return session().view(TableViewer()).seed_is_set
    return False


def _host_is_ours() -> bool:
    """Names other than ours mean that some web page makes this browser speak to us under its own name."""
    name = hostname(request.headers.get("Host", ""))
    return name in ALWAYS or name in {address.lower() for address in config().addresses()}


def _same_origin() -> bool:
    """Every changing request must come from one of our own pages: same scheme, name and port."""
    sender = request.headers.get("Origin") or request.headers.get("Referer") or ""
    try:
        parts = urlsplit(sender)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == request.headers.get("Host", "").lower()


def hostname(netloc: str) -> str:
    """The name without its port; an IPv6 address without its brackets."""
    try:
        return (urlsplit(f"//{netloc}").hostname or "").lower()
    except ValueError:
        return ""
