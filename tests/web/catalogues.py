"""The written catalogues: language -> key -> its sentences, of which there are several where they count something."""

from __future__ import annotations

from pathlib import Path

from babel.messages.pofile import read_po

from web.language import FOLDER

CATALOGUES = sorted(FOLDER.glob("*/LC_MESSAGES/web.po"))


def messages(po: Path) -> dict[str, tuple[str, ...]]:
    with po.open("rb") as file:
        catalogue = read_po(file)
    found = {}
    for message in catalogue:
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            found[key] = (message.string,) if isinstance(message.string, str) else tuple(message.string)
    return found


def names(po: Path) -> str:
    return po.parent.parent.name


EVERY = {names(po): messages(po) for po in CATALOGUES}
