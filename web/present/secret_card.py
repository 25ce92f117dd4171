"""What lies under a thumb is as long for one secret as for another, byte for byte. No secrets are opened here."""

from __future__ import annotations

from markupsafe import Markup

STEP_BYTES = 4096  # longer than any one secret is drawn and said


def padded(inside: str) -> Markup:
    """The same with blanks behind it, so that whoever counts a page's bytes does not learn what it hides."""
    return Markup(inside) + " " * (-len(inside.encode()) % STEP_BYTES)
