"""The written catalogues: language -> key -> its sentences, of which there are several where they count something."""

from __future__ import annotations

from pathlib import Path

import polib

from web.language import FOLDER

CATALOGUES = sorted(FOLDER.glob("*/LC_MESSAGES/web.po"))


def messages(po: Path) -> dict[str, tuple[str, ...]]:
    return {
        entry.msgid: tuple(entry.msgstr_plural.values()) or (entry.msgstr,)
        for entry in polib.pofile(str(po), encoding="utf-8")
    }


def names(po: Path) -> str:
    return po.parent.parent.name


EVERY = {names(po): messages(po) for po in CATALOGUES}
