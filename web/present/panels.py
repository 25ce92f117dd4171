"""The panels in which an action is put together, by name, and their icons. No offers, no steps."""

from __future__ import annotations

from companion.cards.register import cards

BESIDES = ("trade", "set_toll", "pass")  # no action card is needed for these
ICONS = {
    "place": "card", "path": "card", "toll": "set_toll", "lay_cover": "chest", "tell_chest": "chest", "midway": "card",
}  # fmt: skip


def panels() -> tuple[str, ...]:
    return ("place", *(card.key for card in cards()), *BESIDES)
