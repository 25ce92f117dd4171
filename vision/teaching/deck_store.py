"""The taught decks on this computer: one file a deck in one folder.

in     TaughtDeck, or the name of one
out    TaughtDeck, lists of them, or a Hint that says what is wrong
never  looks at a picture: what is in a file, see deck_file
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path

from companion.sight.hints import Hint
from vision.recognition.taught_deck import TaughtDeck, different
from vision.teaching.deck_file import TOO_MUCH, contents, is_too_large, pack, tidy_name, unpack
from vision.teaching.scans import deck_from_folder

SUFFIX = ".deck.zip"
_IN_USE = "in-use.txt"
NO_SUCH_DECK = Hint("deck.unknown")
NOT_KEPT = Hint("deck.not_kept")
NAMELESS = Hint("deck.nameless")


@dataclass(frozen=True)
class Listed:
    """A deck in a list: how many examples it holds, and of how many different cards."""

    name: str
    cards: int
    faces: int


class DeckStore:
    """folder : need not exist until the first deck is kept"""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[Path, tuple[tuple[int, int], Listed | None]] = {}  # by when it was written, and its size

    def listed(self) -> tuple[Listed, ...]:
        """In the order of the alphabet; a file that is no deck is passed over. No picture is opened for it."""
        files = sorted(self.folder.glob(f"*{SUFFIX}")) if self.folder.is_dir() else []
        self._known = {file: known for file in files if (known := self._looked_into(file)) is not None}
        decks = {deck.name: deck for _, deck in self._known.values() if deck is not None}
        return tuple(decks[name] for name in sorted(decks, key=str.casefold))

    def _looked_into(self, file: Path) -> tuple[tuple[int, int], Listed | None] | None:
        try:
            written = file.stat()
        except OSError:
            return None
        age = written.st_mtime_ns, written.st_size
        known = self._known.get(file)
        if known is not None and known[0] == age:
            return known
        found = contents(file)
        return age, None if found is None else Listed(found[0], len(found[1]), len(different(found[1])))

    def names(self) -> tuple[str, ...]:
        return tuple(deck.name for deck in self.listed())

    def load(self, name: str) -> TaughtDeck | Hint:
        try:
            file = self.file(name)
        except ValueError:
            return NO_SUCH_DECK
        return load_deck(file) if file.is_file() else NO_SUCH_DECK

    def keep(self, deck: TaughtDeck) -> Hint | None:
        """Whole or not at all: a crash in the middle leaves the deck as it was."""
        try:
            file = self.file(deck.name)
        except ValueError:
            return NAMELESS
        half = file.with_suffix(".part")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            half.write_bytes(pack(deck))
            os.replace(half, file)
        except OSError:
            return NOT_KEPT
        return None

    def forget(self, name: str) -> Hint | None:
        try:
            self.file(name).unlink()
        except (OSError, ValueError):
            return NO_SUCH_DECK
        return None

    def in_use(self) -> str:
        """The name of the deck that decides with the reader, "" for none."""
        try:
            return (self.folder / _IN_USE).read_text(encoding="utf-8").strip()
        except (OSError, ValueError):
            return ""

    def put_in_use(self, name: str) -> None:
        """Remembered for the next evening, if the folder lets us; tonight it is used anyway."""
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / _IN_USE).write_text(name, encoding="utf-8")

    def find(self, text: str) -> Path | Hint:
        """Where a deck lies that somebody named on the command line: by its name, or as a file or folder."""
        try:
            named = self.file(text)
        except ValueError:
            return NO_SUCH_DECK
        if named.is_file():
            return named
        return Path(text) if Path(text).exists() else NO_SUCH_DECK

    def file(self, name: str) -> Path:
        """A file name that every system takes, different for different names."""
        tidy = tidy_name(name)
        plain = re.sub(r"[^a-z0-9]+", "-", tidy.lower()).strip("-") or "deck"
        return self.folder / f"{plain}-{hashlib.sha256(tidy.encode()).hexdigest()[:8]}{SUFFIX}"


def load_deck(file: Path) -> TaughtDeck | Hint:
    """The deck in a file from anywhere, or in a folder of labelled scans; or what is wrong with it."""
    if file.is_dir():
        return deck_from_folder(file, file.name)
    try:
        if is_too_large(file.stat().st_size):
            return TOO_MUCH
        return unpack(file.read_bytes())
    except OSError as error:
        return Hint("deck.unreadable", {"file": str(file), "reason": error.strerror or str(error)})
