"""Who holds which seat: tokens, and the names people give themselves. Only hashes of tokens are kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from companion.state.commands import SeatId
from companion.state.refusals import Refusal

_JOINER = "\u200d"  # joins the parts of one emoji
TOKEN_BYTES = 16  # 128 bit


@dataclass(frozen=True)
class Joined:
    """A phone sat down. The token is told once and kept as a hash only."""

    token: str
    seat: SeatId


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """A token is random and long, so one plain hash cannot be turned back."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def same_token(one: str, other: str) -> bool:
    return hmac.compare_digest(token_hash(one), token_hash(other))


def clean_name(name: str) -> str | Refusal:
    """A name as it is shown: composed, trimmed, single spaces; nothing that moves the cursor or hides letters.

    Whether it is too long or somebody else's, the rules say.
    """
    name = " ".join(unicodedata.normalize("NFC", name).split())
    hidden = [letter for letter in name if unicodedata.category(letter)[0] == "C"]
    if set(hidden) - {_JOINER} or (hidden and not set(name) - {_JOINER}):
        return Refusal("name_unreadable")
    return name


def moved_seat(seat: SeatId, start: SeatId, to: SeatId) -> SeatId:
    """Where `seat` sits after the seat `start` was put at place `to` of the clockwise order."""
    if seat == start:
        return to
    seat -= seat > start
    return seat + (seat >= to)


def without_seat(tokens: Mapping[str, SeatId], gone: SeatId) -> dict[str, SeatId]:
    """The tokens after a seat was taken away; those behind it move up."""
    return {token: seat - (seat > gone) for token, seat in tokens.items() if seat != gone}
