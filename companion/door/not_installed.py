"""How the program ends where a package is missing. It needs none itself."""

from __future__ import annotations

import sys

OURS = ("companion", "vision", "web")


def give_up_without(error: ModuleNotFoundError) -> None:
    """One sentence and exit code 2; but one of our own modules that is missing is our mistake, told by the caller."""
    if (error.name or "").partition(".")[0] not in OURS:
        sys.stderr.write("What this needs is not installed here: the first lines of the README do that.\n")
        raise SystemExit(2)
