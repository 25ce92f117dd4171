"""Who holds which seat: tokens, and the names people give themselves. Only hashes of tokens are kept."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.state.commands import SeatId
from companion.state.events import Event, SeatAdded, SeatMoved, SeatRemoved, SeatTakenOver
from companion.state.names import same_name
from companion.state.refusals import Refusal
from companion.views.model import SeatRequestView

_JOINER = "\u200d"  # joins the parts of one emoji
# Not seen though letters, signs or accents by their kind: fillers of Hangul and Braille, and what only joins letters
_BLANKS = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")
_CHOSEN_LOOK = re.compile("(?<=[^\\W\\d_])[\ufe0e\ufe0f]")  # of a sign that has two: a letter looks the same with it
TOKEN_BYTES = 16  # 128 bit


@dataclass(frozen=True)
class Joined:
    """A phone sat down. The token is told once and kept as a hash only."""

    token: str
    seat: SeatId


@dataclass(frozen=True)
class SeatAsked:
    """A phone asks for a seat whose role it would see, or for one of its own in the next round (`seat` None).

    The token is worth nothing until the table says yes, or the round begins.
    """

    token: str
    seat: SeatId | None


@dataclass(frozen=True, repr=False)
class SeatRequest:
    """A phone that asks for a seat in mid-round, as it would see what the seat knows. `token`: the hash of its own."""

    key: int
    seat: SeatId
    name: str
    token: str

    def view(self) -> SeatRequestView:
        return SeatRequestView(self.key, self.seat, self.name)


@dataclass(frozen=True, repr=False)
class Newcomer:
    """Who came in the middle of a game and sits down before its next round. `token`: the hash of his phone's own."""

    name: str
    token: str


_WAITING = "waiting"  # the setting beside the night's steps in which those are kept who do not sit there yet
_ASKED = "asked"  # the last number of a request, which no later one has: who reads an old page answers no other phone
NOBODY_WAITS: Mapping[str, str] = MappingProxyType({_WAITING: ""})


def kept(asking: Iterable[SeatRequest], newcomers: Iterable[Newcomer], last: int) -> Mapping[str, str]:
    """Whoever asks for a seat or waits for the next round, as settings. `last`: the number of the last request."""
    rows = [[one.key, one.seat, one.name, one.token] for one in asking], [[one.name, one.token] for one in newcomers]
    waiting = {_WAITING: json.dumps(rows, ensure_ascii=False)} if any(rows) else NOBODY_WAITS
    return {**waiting, _ASKED: str(last)} if last else waiting


def waiting_in(settings: Mapping[str, str]) -> tuple[tuple[SeatRequest, ...], tuple[Newcomer, ...]]:
    """The same out of the settings; nobody, where nobody waited or that cannot be read."""
    try:
        asking, newcomers = json.loads(settings.get(_WAITING) or "[[], []]")
        return tuple(SeatRequest(*row) for row in asking), tuple(Newcomer(*row) for row in newcomers)
    except (TypeError, ValueError):
        return (), ()


def last_request(settings: Mapping[str, str]) -> int:
    """Its number; 0 where no phone has asked for a seat yet, or that cannot be read."""
    told = settings.get(_ASKED, "")
    asking, _ = waiting_in(settings)
    return max([int(told) if told.isdecimal() else 0, *(one.key for one in asking)])


CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none that is read as another
CODE_LENGTH = 6  # 887 million codes, of which strangers may try a hundred


def seat_code(phone: str) -> str:
    """By which somebody gets his seat back without its phone. `phone`: the hash of its token.

    It is made anew whenever it is shown or compared, and dies with the token: nothing of it is kept.
    """
    number, letters = int(token_hash(f"the seat's code {phone}"), 16), ""
    for _ in range(CODE_LENGTH):
        number, place = divmod(number, len(CODE_LETTERS))
        letters += CODE_LETTERS[place]
    return letters


def typed_code(text: str) -> str:
    """As it is meant: small letters and blanks are no mistakes."""
    return "".join(text.split()).upper()[: 2 * CODE_LENGTH]


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """A token is random and long, so one plain hash cannot be turned back."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def phone_of(token: str | None) -> str | None:
    """What is kept of a phone, from the token that it shows; None of one that has none."""
    return token_hash(token) if token else None


def same_token(one: str, other: str) -> bool:
    return hmac.compare_digest(token_hash(one), token_hash(other))


def clean_name(name: str) -> str | Refusal:
    """A name as it is shown: composed, trimmed, single spaces; nothing that moves the cursor or hides letters, and
    something that is seen.

    Whether it is too long or somebody else's, the rules say.
    """
    name = _CHOSEN_LOOK.sub("", " ".join(unicodedata.normalize("NFC", name).split()))
    hidden = [letter for letter in name if unicodedata.category(letter)[0] == "C"]
    if set(hidden) - {_JOINER} or set(name) & _BLANKS or (name and not any(_is_seen(letter) for letter in name)):
        return Refusal("name_unreadable")
    return name


def name_awaited(
    name: str, newcomers: Iterable[Newcomer], asking: Iterable[SeatRequest], seat: SeatId | None = None
) -> Refusal | None:
    """Why nobody comes under this name, as somebody else who waits for the table has it.

    seat : which is asked for; of those who ask for the same one, one comes
    """
    names = [*(one.name for one in newcomers), *(one.name for one in asking if one.seat != seat)]
    taken = any(same_name(name, other) for other in names)
    return Refusal("names_taken", {"name": name}) if taken else None


def _is_seen(letter: str) -> bool:
    """By itself: no blank, nothing hidden, and no accent that wants a letter below it."""
    return unicodedata.category(letter)[0] not in "CMZ"


def seated_after(
    tokens: dict[str, SeatId], seats: int, events: Iterable[Event], phones: Iterable[str]
) -> dict[str, SeatId] | None:
    """Who holds which seat after these events; None where that is as it was.

    seats : at the table before; phones : of those who sit down, in their order
    """
    held, new = tokens, iter(phones)
    for event in events:
        match event:
            case SeatRemoved(gone):
                held, seats = without_seat(held, gone), seats - 1
            case SeatMoved(start, to):
                held = {token: moved_seat(seat, start, to) for token, seat in held.items()}
            case SeatTakenOver(taken, simulated=True):
                held = {token: seat for token, seat in held.items() if seat != taken}
            case SeatAdded():
                phone = next(new, None)
                held, seats = held if phone is None else {**held, phone: seats}, seats + 1
    return None if held == tokens else held


def moved_seat(seat: SeatId, start: SeatId, to: SeatId) -> SeatId:
    """Where `seat` sits after the seat `start` was put at place `to` of the clockwise order."""
    if seat == start:
        return to
    seat -= seat > start
    return seat + (seat >= to)


def without_seat(tokens: Mapping[str, SeatId], gone: SeatId) -> dict[str, SeatId]:
    """The tokens after a seat was taken away; those behind it move up."""
    return {token: seat - (seat > gone) for token, seat in tokens.items() if seat != gone}
