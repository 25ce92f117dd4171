"""Every state that a page can be in, as (where, view): what the sample views hold, and the steps inside them. Read by
the tests that look at all of them with one browser page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sample_card_views import CARD_PHONE_VIEWS, CARD_TABLE_VIEWS
from sample_views import PHONE_VIEWS, TABLE_VIEWS, FakeSession

from companion.cards.register import cards
from companion.views import model as m

STEPS = {
    "play": ("do=place", "do=place&cell=5,0", "do=pass", *(f"do={card.key}" for card in cards())),
    "play-hand": ("do=place&hand=11", "do=place&hand=11&cell=5,0", "do=pass", "do=break&hand=14"),
    "ask": ("do=correct&about=p7",),
}
CARD_STEPS = {
    "play": (
        *(f"do={card.key}" for card in cards()), "do=trade", "do=set_toll", "do=set_toll&cell=4,-2",
        "do=rockfall&cell=1,0",
        "do=move_last&cell=5,2", "do=goal_swap&cell=8,0&other=8,2", "do=map&cell=5,1", "do=place&cell=5,0",
    ),
    "ask-shift_goal": ("cell=8,0",),
    "ask-tell_chest": ("face=NE",),
}  # fmt: skip
TABLE_STEPS = {
    "lobby": ("do=me-1",),
    "play": ("do=fix", "do=fix-cell", "do=fix-cell&cell=3,1", "do=fix-cell&cell=5,0", "do=fix-seats", "do=fix-phones",
             "do=fix-camera", "do=fix-give-up"),
    "ask": ("do=correct&about=p7",),
}  # fmt: skip


def phone_states() -> Iterator[tuple[str, m.View, str]]:
    """(name, view, the step in the address), of every stage of a phone that has a seat."""
    for family, views, steps in (("", PHONE_VIEWS, STEPS), ("card-", CARD_PHONE_VIEWS, CARD_STEPS)):
        for name, view in views.items():
            for step in ("", *steps.get(name, ())):
                yield f"{family}{name}?{step}", view, f"/?{step}"
    yield "rules", PHONE_VIEWS["play"], "/rules"


def table_states() -> Iterator[tuple[str, m.View, str]]:
    """The same of the table screen, as its host sees it."""
    for family, views, steps in (("", TABLE_VIEWS, TABLE_STEPS), ("card-", CARD_TABLE_VIEWS, {})):
        for name, view in views.items():
            for step in ("", *steps.get(name, ())):
                yield f"{family}{name}?{step}", view, f"/table?{step}"
    yield "rules", TABLE_VIEWS["play"], "/table/rules"
    yield "lobby-rules", TABLE_VIEWS["lobby"], "/table/rules"


def strangers_states() -> Iterator[tuple[str, m.View, str]]:
    """What is shown to a phone that has no seat; the table's view is all that it may see."""
    for name in ("lobby", "lobby-empty", "play"):
        view = TABLE_VIEWS[name]
        yield f"join-{name}", replace(view, seats=tuple(replace(s, taken=False) for s in view.seats)), "/"
    yield "join-full", TABLE_VIEWS["play"], "/"
    yield "nowhere", TABLE_VIEWS["play"], "/nowhere"


def show_phone(fake: FakeSession, view: m.View) -> None:
    """The phone of the tests' browser sits on the seat that the view was made for."""
    assert isinstance(view.viewer, m.SeatViewer)
    fake.tokens, fake.phones = {"token-of-one": view.viewer.seat}, {view.viewer.seat: view}
