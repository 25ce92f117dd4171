"""The Wi-Fi that guests are shown: for this evening, and in a file that its owner alone reads where they want it kept.
Nothing of it is in a game."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from threading import RLock

from companion.live.owner_file import write_owner_file
from companion.state.refusals import Refusal

FILE_NAME = "wifi.json"
_NAME_BYTES = 32  # of a network's name, and no more: IEEE 802.11
_PASSWORD_LETTERS = range(8, 64)  # of WPA


@dataclass(frozen=True, repr=False)
class Network:
    """`password`: empty where there is none."""

    name: str
    password: str


class GuestWifi:
    """Threads may share it. What cannot be read in the file is as good as none."""

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, RLock()
        self._now = _read(path)

    @property
    def now(self) -> Network | None:
        return self._now

    def show(self, name: str, password: str, *, keep: bool) -> Refusal | None:
        """Show this one from now on, on the next evening only where it is kept. Why not; or why it is not kept."""
        wrong = _wrong(name, password)
        if wrong:
            return wrong
        with self._lock:
            self._now = Network(name, password)
            return self._keep(self._now) if keep else self._wipe()

    def forget(self) -> Refusal | None:
        with self._lock:
            self._now = None
            return self._wipe()

    def _keep(self, network: Network) -> Refusal | None:
        try:
            write_owner_file(self._path, json.dumps({"name": network.name, "password": network.password}).encode())
        except OSError:
            return Refusal("wifi_not_kept")
        return None

    def _wipe(self) -> Refusal | None:
        try:
            self._path.unlink(missing_ok=True)
        except OSError:
            return Refusal("wifi_not_forgotten", {"file": str(self._path)})
        return None


def _wrong(name: str, password: str) -> Refusal | None:
    """Why no network is called so, or has this password."""
    if not name.isprintable() or not 0 < len(name.encode()) <= _NAME_BYTES:
        return Refusal("wifi_name")
    if password and (not password.isprintable() or len(password) not in _PASSWORD_LETTERS):
        return Refusal("wifi_password")
    return None


def _read(path: Path) -> Network | None:
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        name, password = str(kept["name"]), str(kept["password"])
        return None if _wrong(name, password) else Network(name, password)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
