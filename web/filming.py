"""Which phone films the table: a link leads one here, once and soon, and it is the one until the next. No requests."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from companion.live.owner_file import write_owner_file
from web.settings import FILM_KEPT_S, LINK_S

TOKEN_BYTES = 16  # 128 bit


@dataclass(frozen=True, repr=False)
class _Phone:
    """name : what the host reads of it; credential : the hash of what it shows; since : seconds since 1970"""

    name: str
    credential: str
    since: float


class Filming:
    """Threads share it.

    kept : the file that remembers the phone when the program starts again; None remembers none
    clock : seconds since 1970
    """

    def __init__(self, kept: Path | None = None, clock: Callable[[], float] = time.time) -> None:
        self._kept, self._clock = kept, clock
        self._link: tuple[str, float] | None = None  # its token, and until when it leads here
        self._phone = self._remembered()
        self._lock = Lock()

    @property
    def link(self) -> str | None:
        """The token of the link that leads here now."""
        link = self._link
        return link[0] if link is not None and self._clock() < link[1] else None

    @property
    def phone(self) -> str | None:
        """What is known of the phone that films."""
        phone = self._phone
        return None if phone is None else phone.name

    def invite(self) -> str:
        """Make a link, or let the one that leads here do so for longer: two hosts may press at once."""
        with self._lock:
            token = self.link or secrets.token_urlsafe(TOKEN_BYTES)
            self._link = (token, self._clock() + LINK_S)
            return token

    def accept(self, token: str, name: str) -> str | None:
        """Let the phone that came by the link film from now on, instead of any other; what it has to show each time."""
        with self._lock:
            link = self.link
            if link is None or not hmac.compare_digest(link.encode(), token.encode("utf-8", "replace")):
                return None
            self._link = None
            credential = secrets.token_urlsafe(TOKEN_BYTES)
            self._change(_Phone(name, _hash(credential), self._clock()))
            return credential

    def is_phone(self, credential: str | None) -> bool:
        phone = self._phone
        if phone is None or not credential or self._clock() - phone.since > FILM_KEPT_S:
            return False
        return hmac.compare_digest(phone.credential, _hash(credential))

    def end(self) -> None:
        """Nobody films any more, and no link leads here."""
        with self._lock:
            self._link = None
            self._change(None)

    def _change(self, phone: _Phone | None) -> None:
        """A disk that keeps nothing costs a scan after the next start."""
        self._phone = phone
        if self._kept is None:
            return
        with suppress(OSError):
            if phone is None:
                self._kept.unlink(missing_ok=True)
            else:
                write_owner_file(self._kept, json.dumps([phone.name, phone.credential, phone.since]).encode())

    def _remembered(self) -> _Phone | None:
        """The phone of this evening, if the file has one."""
        try:
            name, credential, since = json.loads(self._kept.read_text("utf-8")) if self._kept else (None, None, None)
        except (OSError, ValueError, TypeError):  # none, or a damaged one
            return None
        if not isinstance(name, str) or not isinstance(credential, str) or not isinstance(since, float):
            return None
        return _Phone(name, credential, since) if 0 <= self._clock() - since <= FILM_KEPT_S else None


def _hash(credential: str) -> str:
    return hashlib.sha256(credential.encode("utf-8", "replace")).hexdigest()
