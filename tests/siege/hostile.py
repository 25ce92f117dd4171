"""Requests as no browser of ours sends them: forged, cut, huge, senseless. Seeded; the same seed sends the same."""

from __future__ import annotations

import random
import socket
from collections import Counter
from collections.abc import Iterator, Sequence

PATHS = (
    "/", "/join", "/leave", "/language", "/stream", "/poll", "/rules", "/picture.jpg", "/hand/lay", "/hand/discard",
    "/do/place", "/do/pass", "/do/map", "/do/role-seen", "/do/tell-role", "/do/nothing", "/review/answer",
    "/table", "/table/do/configure", "/table/do/start", "/table/do/set-hand", "/table/cell", "/table/admit",
    "/table/release", "/table/undo", "/table/resync", "/table/camera", "/table/address", "/table/aim", "/table/decks",
    "/table/decks/begin", "/table/decks/file", "/table/decks/crop/x.png", "/bundle/live.js", "/healthz", "/nowhere",
    "/film", "/film/pair", "/film/frame", "/table/film", "/table/film/end",
)  # fmt: skip
FIELDS = (
    "name", "seat", "cell", "face", "turned", "hand", "index", "key", "yes", "seen", "cid", "edition", "modules", "to",
    "proposal", "forced", "nuggets", "cards", "corners", "source", "language", "back", "role", "tool", "starter",
)  # fmt: skip
VALUES = (
    "", "0", "1", "-1", "99999999999999999999", "1,0", "1,0,0", "NESW", "N|E", "x" * 3000, "\x00", "ñ☃", "%",
    "../../etc", "{{7*7}}", "<script>", "' OR 1=1 --", "nan", "1e309", "٣", "²", "True", "null", "[]", "-0", " 1 ",
)  # fmt: skip
PATIENCE_S = 20.0  # for an answer; one that takes longer counts as none
METHODS = ("GET", "POST", "POST", "POST", "HEAD", "PUT", "OPTIONS", "BREW")
NO_REQUESTS = (b"\x16\x03\x01\x02\x00", b"GET http://[ HTTP/1.1", b"\x00" * 64, b"GET / HTTP/9", b"PRI * HTTP/2.0")


def requests(seed: int, port: int, cookies: Sequence[str]) -> Iterator[bytes]:
    """Without end. `cookies`: true ones, which some of the requests carry."""
    rng = random.Random(seed)
    while True:
        yield rng.choice(NO_REQUESTS) + b"\r\n\r\n" if rng.random() < 0.01 else _request(rng, port, cookies)


def _request(rng: random.Random, port: int, cookies: Sequence[str]) -> bytes:
    method, path = rng.choice(METHODS), rng.choice(PATHS)
    if rng.random() < 0.4:
        path += "?" + _form(rng)
    if rng.random() < 0.05:
        path += "".join(chr(rng.randrange(33, 127)) for _ in range(rng.randrange(200)))
    kind, body = _body(rng)
    head = [f"{method} {path.replace(' ', '%20')} HTTP/1.1"]
    host, forged = rng.choice(["evil.example", "", "[::1", "localhost"]), rng.choice(["", "x", "a" * 22, "é"])
    ours, true = rng.random() < 0.85, rng.random() < 0.6 and bool(cookies)
    head += [f"Host: {'127.0.0.1' if ours else host}:{port}", f"Origin: http://{'127.0.0.1' if ours else host}:{port}"]
    head += [
        f"Cookie: {rng.choice(cookies) if true else f'seat={forged}; host={forged}; lang=xx'}",
        "Connection: close",
    ]
    head += [f"Accept-Language: {rng.choice(['en', 'es', '*', ';q=x', 'de,' * 50])}", f"Content-Type: {kind}"]
    length = len(body) if rng.random() < 0.97 else rng.choice([-1, 10**12, "many"])
    return "\r\n".join([*head, f"Content-Length: {length}", "", ""]).encode("utf-8", "replace") + body


def _form(rng: random.Random) -> str:
    return "&".join(f"{rng.choice(FIELDS)}={_quoted(rng.choice(VALUES))}" for _ in range(rng.randrange(1, 5)))


def _quoted(value: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else f"%{ord(letter) % 256:02x}" for letter in value)


_ENDS = (
    b"--b--\r\n",
    b"",
    b"--b\r\n\r\nx\r\n",
    b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n"
    b'--b\r\nContent-Disposition: form-data; name="seat"\r\n\r\n0\r\n--b--\r\n',
)


def _body(rng: random.Random) -> tuple[str, bytes]:
    match rng.randrange(6):
        case 0:
            return "application/json", b'{"a":' * rng.randrange(50)
        case 1:
            parts = b"".join(b'--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nPK\r\n' for _ in range(3))
            return "multipart/form-data; boundary=b", parts + rng.choice(_ENDS)
        case 2:
            return "application/x-www-form-urlencoded", rng.randbytes(rng.randrange(300))
    return "application/x-www-form-urlencoded", _form(rng).encode()


def besiege(port: int, count: int, seed: int, cookies: Sequence[str] = ()) -> Counter[int]:
    """How often each status came back; 0: none did. One connection each, as an attacker would."""
    found: Counter[int] = Counter()
    for _, sent in zip(range(count), requests(seed, port, cookies), strict=False):
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as line:
            found[_status(line, sent)] += 1
    return found


def _status(line: socket.socket, sent: bytes) -> int:
    try:
        line.sendall(sent)
        if b"Content-Length: 1000000000000" in sent:  # the rest will never come
            line.settimeout(0.1)
        answer = line.recv(64)
    except OSError:
        return 0
    return int(answer[9:12]) if answer.startswith(b"HTTP/") and answer[9:12].isdigit() else 0
