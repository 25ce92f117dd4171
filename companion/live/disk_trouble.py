"""Trouble with the disk as a refusal that people can read. Which file it was about is the journal's matter."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from companion.state.refusals import Refusal

_CODES = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_READONLY: "folder_read_only",
    sqlite3.SQLITE_CANTOPEN: "folder_unusable",
    sqlite3.SQLITE_PERM: "folder_read_only",
    sqlite3.SQLITE_AUTH: "folder_read_only",
    sqlite3.SQLITE_NOTADB: "journal_damaged",
    sqlite3.SQLITE_CORRUPT: "journal_damaged",
}
TROUBLES = frozenset({*_CODES.values(), "disk_trouble"})  # of the disk: the same press may do better a minute later


def refusal_of(error: Exception, folder: Path | None = None) -> Refusal:
    """`folder`: where it is about to be opened."""
    if isinstance(error, sqlite3.Error):
        kind = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF  # an extended code's plain one
        if folder is not None and kind in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return Refusal("folder_in_use", {"folder": str(folder)})
        return Refusal(_CODES.get(kind, "disk_trouble"))
    if isinstance(error, PermissionError):
        return Refusal("folder_read_only")
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return Refusal("disk_full")
    if isinstance(error, OSError) and error.errno == errno.EROFS:
        return Refusal("folder_read_only")
    return Refusal("folder_unusable")
