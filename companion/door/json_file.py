"""What a JSON file holds that somebody names; where it is none, what is wrong in it and where, in plain words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.door.give_up import give_up
from companion.door.speech import speech

if TYPE_CHECKING:
    from web.language import Speech


_WHITE = " \t\r\n"  # of JSON; other white space is a character like any


def json_in(file: Path) -> Any:
    try:
        return json.loads(file.read_bytes().decode("utf-8-sig"))  # Windows likes to begin a text with a mark
    except OSError as error:
        give_up(speech()("terminal.file_unreadable", file=file, reason=error.strerror))
    except UnicodeDecodeError as error:
        sound = error.object[: error.start].decode("utf-8")
        reason = speech()("terminal.json_encoding", **_place(sound, len(sound)))
        give_up(speech()("terminal.not_json", file=file, reason=reason))
    except json.JSONDecodeError as error:
        give_up(speech()("terminal.not_json", file=file, reason=_in_words(error, speech())))
    except (ValueError, RecursionError):
        give_up(speech()("terminal.file_unreadable", file=file, reason=speech()("terminal.json_beyond")))


def _in_words(error: json.JSONDecodeError, say: Speech) -> str:
    rest, place = error.doc[error.pos :], _place(error.doc, error.pos)
    if not rest.strip(_WHITE):
        return say("terminal.json_ends", **place)
    if error.msg.startswith("Unterminated string"):
        return say("terminal.json_quote", **place)
    if not rest[0].isprintable():
        return say("terminal.json_unseen", **place)
    return say("terminal.json_found", found=rest[0], **place)


def _place(text: str, at: int) -> dict[str, int]:
    """Counted from 1, as editors do."""
    return {"line": text.count("\n", 0, at) + 1, "column": at - text.rfind("\n", 0, at)}
