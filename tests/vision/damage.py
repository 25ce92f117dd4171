"""Pictures and files damaged in every way that came to mind, each from its own seed: for tests of kindness."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable

import cv2
import numpy as np

Rng = np.random.Generator
KINDS = (".jpg", ".png", ".bmp", ".webp", ".tiff", ".gif", ".ppm")


def packed(picture: np.ndarray, kind: str) -> bytes:
    return cv2.imencode(kind, picture)[1].tobytes()


def moving(picture: np.ndarray, kind: str) -> bytes:
    """Three frames in one file."""
    film = cv2.Animation()
    film.frames = [picture, picture[::-1].copy(), picture[:, ::-1].copy()]
    film.durations = [80, 80, 80]
    return cv2.imencodeanimation(kind, film)[1].tobytes()


def four_inks(picture: np.ndarray) -> bytes:
    """A JPEG for printers (CMYK): four scans, one an ink, put together from grey ones."""
    inks = [picture[..., 2], picture[..., 1], picture[..., 0], np.full_like(picture[..., 0], 255)]  # 255 is no ink
    heads, scans = [], []
    for ink in inks:
        data = packed(np.ascontiguousarray(ink), ".jpg")
        at, tables = 2, b""
        while data[at + 1] != 0xDA:
            length = struct.unpack(">H", data[at + 2 : at + 4])[0] + 2
            tables += data[at : at + length] if data[at + 1] in (0xDB, 0xC4) else b""
            at += length
        length = struct.unpack(">H", data[at + 2 : at + 4])[0] + 2
        heads.append(tables)
        scans.append(data[at + length : -2])
    height, width = picture.shape[:2]
    out = b"\xff\xd8\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00\x00" + heads[0]
    out += b"\xff\xc0" + struct.pack(">HBHHB", 20, 8, height, width, 4)
    out += b"".join(bytes((number, 0x11, 0)) for number in range(1, 5))
    for number, scan in enumerate(scans, 1):
        out += b"\xff\xda" + struct.pack(">HB", 8, 1) + bytes((number, 0, 0, 63, 0)) + scan
    return out + b"\xff\xd9"


def claims(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says it is as large as that."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0" * 99)) + chunk(b"IEND", b"")


def damaged_file(picture: np.ndarray, rng: Rng) -> bytes:
    """One file, hurt in one of many ways."""
    small = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    ways: list[Callable[[], bytes]] = [
        lambda: b"",
        lambda: rng.bytes(int(rng.integers(1, 5000))),
        lambda: b"\0" * int(rng.integers(1, 5000)),
        lambda: b"hello, I am a letter\n" * int(rng.integers(1, 99)),
        lambda: moving(small, str(rng.choice([".gif", ".png", ".webp"]))),
        lambda: four_inks(small),
        lambda: claims(int(rng.integers(1, 200_000)), int(rng.integers(1, 200_000))),
        lambda: packed(picture.astype(np.uint16) * 256, ".png"),
        lambda: packed(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), ".png"),
        lambda: packed(np.dstack([picture, rng.integers(0, 256, picture.shape[:2], np.uint8)]), ".png"),
        lambda: packed(small[: int(rng.integers(1, 40)), : int(rng.integers(1, 40))], ".png"),
    ]
    whole = packed(small, str(rng.choice(KINDS)))
    ways += [lambda: _cut(whole, rng), lambda: _flipped(whole, rng), lambda: _blotted(whole, rng)] * 4
    ways += [lambda: whole[: len(whole) // 2] + rng.bytes(300) + whole[len(whole) // 2 :]]
    ways += [lambda: rng.bytes(16) + whole[16:], lambda: whole[int(rng.integers(1, 600)) :]]
    return ways[int(rng.integers(len(ways)))]()


def damaged_picture(picture: np.ndarray, rng: Rng) -> object:
    """One picture as a program might hand it over, right or wrong."""
    height, width = picture.shape[:2]
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    x, y = int(rng.integers(0, width - 1)), int(rng.integers(0, height - 1))
    ways: list[Callable[[], object]] = [
        lambda: None,
        lambda: [[1, 2], [3, 4]],
        lambda: "picture.png",
        lambda: np.zeros((0, 0, 3), np.uint8),
        lambda: np.zeros((4, 5, 2), np.uint8),
        lambda: np.zeros((2, 3, 4, 5), np.uint8),
        lambda: np.array(["a", "b"]),
        lambda: picture.astype(complex),
        lambda: grey,
        lambda: grey[..., None],
        lambda: grey > 128,
        lambda: np.dstack([picture, grey]),
        lambda: picture.astype(np.uint16) * 257,
        lambda: picture.astype(np.float32) / 255,
        lambda: np.where(rng.random(picture.shape) < 0.01, np.nan, picture.astype(float)),
        lambda: picture.astype(np.int64) - 40,
        lambda: picture[:, ::-1],
        lambda: picture[y:, x:],
        lambda: picture[:: int(rng.integers(2, 40)), :: int(rng.integers(2, 40))],
        lambda: cv2.resize(picture, None, fx=float(rng.uniform(0.1, 3)), fy=float(rng.uniform(0.1, 3))),
        lambda: (picture * rng.uniform(0.0, 0.15)).astype(np.uint8),
        lambda: np.clip(picture * rng.uniform(3.0, 20.0), 0, 255).astype(np.uint8),
        lambda: rng.integers(0, 256, picture.shape, np.uint8),
        lambda: np.clip(picture + rng.normal(0, rng.uniform(20, 120), picture.shape), 0, 255).astype(np.uint8),
        lambda: cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(2, 30))),
        lambda: np.full_like(picture, int(rng.integers(256))),
        lambda: np.where(np.indices((height, width)).sum(0)[..., None] % 64 < 32, picture, 0).astype(np.uint8),
        lambda: np.roll(picture, (y, x), (0, 1)),
        lambda: picture[:, : int(rng.integers(1, 5))],
    ]
    return ways[int(rng.integers(len(ways)))]()


def _cut(data: bytes, rng: Rng) -> bytes:
    return data[: int(len(data) * rng.random())]


def _flipped(data: bytes, rng: Rng) -> bytes:
    out = bytearray(data)
    for at in rng.integers(0, len(out), int(rng.integers(1, 60))):
        out[int(at)] ^= int(rng.integers(1, 256))
    return bytes(out)


def _blotted(data: bytes, rng: Rng) -> bytes:
    at, long = int(rng.integers(0, len(data))), int(rng.integers(1, 2000))
    return data[:at] + b"\0" * long + data[at + long :]
