"""Deck files that lie: small, and without end once they are unpacked."""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from collections.abc import Callable

MB = 1_000_000
_PIXELS = bytes(96 * (1 + 3 * 64))
_LENGTHS = struct.Struct("<II")  # packed and unpacked, as both of a zip's headers have them side by side


def _zip(contents: bytes, pictures: dict[str, bytes] | None = None, how: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as archive:
        for name, data in {"deck.json": contents, **(pictures or {})}.items():
            archive.writestr(name, data)
    return out.getvalue()


def _deck(*pictures: str, **more: object) -> bytes:
    cards = [{"picture": name, "open": "NS", "links": ["NS"], **more} for name in pictures]
    return json.dumps({"format": "saboteur-companion deck", "name": "x", "cards": cards}).encode()


def _claiming(archive: bytes, name: str, size: int) -> bytes:
    """The same zip, in which this entry says that it unpacks to so many bytes."""
    entry = zipfile.ZipFile(io.BytesIO(archive)).getinfo(name)
    true, told = (_LENGTHS.pack(entry.compress_size, one) for one in (entry.file_size, size))
    return archive.replace(true, told)


def _png(pixels: bytes, width: int = 64, height: int = 96, beside: bytes = b"") -> bytes:
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + beside + chunk(b"IDAT", zlib.compress(pixels, 9)) + chunk(b"IEND", b"")


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _notes(size: int) -> bytes:
    note = chunk(b"zTXt", b"k\0\0" + zlib.compress(bytes(MB), 9))
    return note * (size // MB)


def _many_entries(count: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("deck.json", _deck("0.png"))
        for number in range(count):
            archive.writestr(str(number), b"")
    return out.getvalue()


def _remarked(count: int) -> bytes:
    """A zip of so many entries, each with 64 kB of empty remarks in the directory, which take long to be read."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number in range(count):
            entry = zipfile.ZipInfo(f"{number}.png")
            archive.writestr(entry, b"")
            entry.extra = struct.pack("<HH", 0x7777, 0) * 16_383  # after its own header, before the directory
    return out.getvalue()


def _in_many_chunks(count: int) -> bytes:
    return _png(_PIXELS, beside=chunk(b"IDAT", b"") * count)


def _one(picture: bytes, how: int = zipfile.ZIP_DEFLATED, **more: object) -> bytes:
    return _zip(_deck("0.png", **more), {"0.png": picture}, how)


BOMBS: dict[str, Callable[[int], bytes]] = {  # by how many bytes they unpack to; a few are as large as is read
    "a picture that claims 100 bytes": lambda size: _claiming(_one(bytes(size)), "0.png", 100),
    "contents that claim 100 bytes": lambda size: _claiming(_zip(b"{" + b" " * size + b"}"), "deck.json", 100),
    "a large picture": lambda size: _one(bytes(size)),
    "empty lists": lambda size: _zip(b'{"format": [' + b"[]," * (size // 3) + b"[]]}"),
    "keys": lambda size: _zip(b"{" + b",".join(b'"%d":0' % number for number in range(size // 20)) + b"}"),
    "lists, as many as are read": lambda _: _zip(b'{"cards": [' + b"[]," * 129_000 + b"[]]}"),
    "lists in lists": lambda _: _zip(b"[" * 200_000 + b"]" * 200_000),
    "keys, as many as are read": lambda _: _zip(b"{" + b",".join(b'"%d":0' % n for n in range(41_000)) + b"}"),
    "a picture with more pixels": lambda size: _one(_png(_PIXELS + bytes(size))),
    "a picture with more pixels, as large as is read": lambda _: _one(_png(_PIXELS + bytes(15 * MB))),
    "a picture with notes": lambda size: _one(_png(_PIXELS, beside=_notes(size)), zipfile.ZIP_STORED),
    "a picture with notes, as large as is read": lambda _: _one(_png(_PIXELS, beside=_notes(15 * MB))),
    "a picture of 400 million pixels": lambda _: _one(_png(_PIXELS, 20_000, 20_000)),
    "a picture packed with bzip2": lambda size: _one(bytes(size), zipfile.ZIP_BZIP2),
    "contents packed with LZMA": lambda size: _zip(b" " * size, None, zipfile.ZIP_LZMA),
    "a directory of many entries": lambda size: _many_entries(size // 5000),
    "a directory of empty remarks": lambda size: _remarked(size // 65_536),
    "a picture of empty chunks": lambda _: _zip(_deck("0.png"), {"0.png": _in_many_chunks(1500)}),
    "a card with many crystals": lambda size: _one(_png(_PIXELS)[:-1], crystals=size),
    "a card with 80,000 tunnels": lambda _: _one(_png(_PIXELS), links=["N"] * 80_000),
}
READ = ("a picture with notes, as large as is read", "a card with many crystals")  # what is too much is left packed
