"""The file of finished games on this computer: each is added once, a line of JSON, and all can be wiped. Nothing of a
game that is still played is in it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from datetime import date
from itertools import count
from pathlib import Path
from threading import Event, RLock

from companion.live.session import Session
from companion.live.settings import GAME_TOLD_S
from companion.views.model import Stage, TableViewer
from companion.views.past_nights import PastGame, PastPlayer, Person, game_of, people_of

FILE_NAME = "nights.jsonl"
_ASIDE = ".damaged-"


class PastNights:
    """Threads may share it. A file with a line that makes no sense is put aside whole, where the disk lets it be, and
    its sound lines go on.

    Only where there is no file have no nights been; one that cannot be read raises OSError, and nothing is written.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, RLock()

    def people(self) -> tuple[Person, ...]:
        with self._lock:
            with suppress(OSError):
                self._lines()  # puts damage aside
            return people_of(one for one in map(_game, self._read()) if one is not None)

    def put_aside(self) -> tuple[str, ...]:
        """The names that damaged files have now."""
        return tuple(file.name for file in self._aside())

    def add(self, game: PastGame) -> None:
        """Once: the same game again takes the place of what was kept of it, and a wiped one stays wiped."""
        with self._lock:
            lines = self._lines()
            at = next((at for at, line in enumerate(lines) if _key(line) == game.key), None)
            if at is None:
                self._write([*lines, _line(game)])
            elif (known := _game(lines[at])) is not None and known.players not in ((), game.players):
                self._write([*lines[:at], _line(game), *lines[at + 1 :]])

    def forget(self, key: str) -> None:
        """The game goes on after all."""
        with self._lock:
            lines = self._lines()
            kept = [line for line in lines if _key(line) != key]
            if len(kept) < len(lines):
                self._write(kept)

    def wipe(self) -> bool:
        """Nobody's name or figures are left, in files that were put aside neither; the games' keys stay, so that one
        still on the screen does not come back.

        False where a file cannot be read or written.
        """
        with self._lock, suppress(OSError):
            keys = [key for line in self._lines() if (key := _key(line)) is not None]
            self._write([_line(PastGame(key, "", ())) for key in keys])
            for file in self._aside():
                file.unlink()
            return True
        return False

    def _lines(self) -> list[str]:
        lines = self._read()
        sound = [line for line in lines if _game(line) is not None]
        if len(sound) < len(lines):
            names = (self._path.with_name(f"{self._path.name}{_ASIDE}{number}") for number in count(1))
            shutil.copyfile(self._path, next(name for name in names if not name.exists()))
            self._write(sound)
        return sound

    def _read(self) -> list[str]:
        with suppress(FileNotFoundError):
            text = self._path.read_text(encoding="utf-8-sig", errors="surrogateescape")
            return [line for line in text.splitlines() if line.strip()]
        return []

    def _aside(self) -> list[Path]:
        return sorted(self._path.parent.glob(f"{self._path.name}{_ASIDE}*"))

    def _write(self, lines: list[str]) -> None:
        """All or nothing: a crash leaves the file as it was."""
        beside = self._path.with_suffix(".new")
        text = "".join(f"{line}\n" for line in lines)
        beside.write_text(text, encoding="utf-8", errors="surrogateescape")
        os.replace(beside, self._path)


def keep_nights(session: Session, nights: PastNights, stop: Event, today: Callable[[], date] = date.today) -> None:
    """Adds each game when it is over, also one that ended just before a crash; for a thread of its own."""
    version, last = -1, None
    while not (stop.is_set() or session.closed):
        last = look(session, nights, last, today())
        version = session.wait(version, GAME_TOLD_S)


def look(session: Session, nights: PastNights, last: str | None, day: date) -> str | None:
    """The key of the game that is over now, which is in the file then. `last`: what this answered before.

    It does so again where the disk keeps nothing, which is no reason to stop the evening.
    """
    view = session.view(TableViewer())
    if view.stage is Stage.LOBBY:
        return None
    with suppress(OSError):
        if view.stage is not Stage.GAME_OVER:
            if last is not None:  # its end was taken back
                nights.forget(last)
            return None
        if view.seed_is_set:  # somebody may have known every card
            return None
        if rounds := session.keepsake():  # none where another game was opened since the view
            game = game_of(view, rounds, session.night, day.isoformat())
            nights.add(game)
            return game.key
    return last


def _line(game: PastGame) -> str:
    players = [asdict(one) for one in game.players]
    return json.dumps({"key": game.key, "day": game.day, "shares": players}, ensure_ascii=False)


def _key(line: str) -> str | None:
    with suppress(ValueError, RecursionError):
        found = json.loads(line)
        if isinstance(found, dict) and isinstance(found.get("key"), str):
            return str(found["key"])
    return None


def _game(line: str) -> PastGame | None:
    with suppress(ValueError, TypeError, KeyError, RecursionError):
        found = json.loads(line)
        game = PastGame(str(found["key"]), str(found["day"]), tuple(_player(one) for one in found["shares"]))
        _line(game).encode()  # raises ValueError where a byte is no letter, which no page could show
        return game
    return None


def _player(found: dict[str, object]) -> PastPlayer:
    gold, *saboteur = (_known(found[name]) for name in ("gold", "saboteur", "saboteur_won"))
    return PastPlayer(str(found["name"]), bool(found["won"]), gold, _count(found["laid"]), *saboteur)


def _known(value: object) -> int | None:
    return None if value is None else _count(value)


def _count(value: object) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError(value)
    return value
