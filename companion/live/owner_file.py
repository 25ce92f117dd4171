"""A small file that only its owner reads: a password, a key, which phone films."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

OWNER_ONLY = 0o600


def write_owner_file(file: Path, data: bytes) -> None:
    """Write it whole or not at all, its owner's from the first byte on. Raises OSError; then the old one is there."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f"{file.name}.new")
    new.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY), "wb") as opened:
            opened.write(data)
        new.replace(file)
    except OSError:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise
