"""Makes each catalogue's .mo from its .po, for those who translate: `python -m web.compile_catalogues`. Needs babel,
which comes with the extra `test`; the program itself reads the .mo files with the standard library."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

from web.language import FOLDER

MAGIC = 0x950412DE  # of a .mo file, from the gettext manual
HEADERS = ("Language", "MIME-Version", "Content-Type", "Content-Transfer-Encoding", "Plural-Forms")


def compiled(po: Path) -> bytes:
    """What the .mo beside this .po has to be: the same bytes on every day and with every version of babel."""
    from babel.messages.pofile import read_po

    with po.open("rb") as file:
        catalogue = read_po(file)
    kept = {name: value for name, value in catalogue.mime_headers if name in HEADERS}
    texts = {"": "".join(f"{name}: {kept[name]}\n" for name in HEADERS)}
    for message in catalogue:
        if message.id:
            texts[_joined(message.id)] = _joined(message.string)
    return _mo({key.encode(): text.encode() for key, text in texts.items()})


def _joined(texts: str | Sequence[str] | None) -> str:
    """Singular and plural stand side by side."""
    return texts or "" if texts is None or isinstance(texts, str) else "\0".join(texts)


def _mo(texts: dict[bytes, bytes]) -> bytes:
    """Header, table of keys, table of texts, then all keys and texts; each table holds lengths and offsets."""
    keys = sorted(texts)
    count, at = len(keys), 28 + 16 * len(keys)
    tables, body = b"", b""
    for part in (keys, [texts[key] for key in keys]):
        for text in part:
            tables += struct.pack("<II", len(text), at + len(body))
            body += text + b"\0"
    return struct.pack("<7I", MAGIC, 0, count, 28, 28 + 8 * count, 0, at) + tables + body


def main() -> None:
    for po in sorted(FOLDER.glob("*/LC_MESSAGES/web.po")):
        po.with_suffix(".mo").write_bytes(compiled(po))


if __name__ == "__main__":
    main()
