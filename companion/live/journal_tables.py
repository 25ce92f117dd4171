"""Journals of formats 1 and 2: three tables, in the clear, without sums. Read once and written anew."""

from __future__ import annotations

import sqlite3

_TABLES = ("entries", "seats", "settings")


def has_tables(database: sqlite3.Connection) -> bool:
    return database.execute("SELECT 1 FROM sqlite_master WHERE name = 'entries'").fetchone() is not None


def contents_of_tables(database: sqlite3.Connection) -> list[tuple[int | None, list[object]]]:
    """What the rows of the present format hold, in their order. Raises sqlite3.Error where it cannot be read."""
    entries = database.execute(
        "SELECT seq, command_id, version, kind, actor, command, events FROM entries ORDER BY seq"
    ).fetchall()
    seats = dict(database.execute("SELECT token_hash, seat FROM seats ORDER BY token_hash"))
    settings = dict(database.execute("SELECT name, value FROM settings WHERE name != 'opened' ORDER BY name"))
    return [(None, ["settings", settings]), (None, ["seats", seats]), *((seq, list(said)) for seq, *said in entries)]


def drop_tables(database: sqlite3.Connection) -> None:
    for table in _TABLES:
        database.execute(f"DROP TABLE {table}")
