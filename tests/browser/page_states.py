"""Every state that a page can be in, as (where, view): what the sample views hold, and the steps inside them. Read by
the tests that look at all of them with one browser page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sample_card_views import CARD_PHONE_VIEWS, CARD_TABLE_VIEWS
from sample_views import PHONE_VIEWS, TABLE_VIEWS, FakeSession

from companion.cards.register import cards
from companion.state.commands import Attendance
from companion.state.refusals import Refusal
from companion.views import model as m

STEPS = {
    "play": ("do=place", "do=place&cell=5,0", "do=pass", *(f"do={card.key}" for card in cards())),
    "play-hand": ("do=place&hand=11", "do=place&hand=11&cell=5,0", "do=pass", "do=break&hand=14"),
    "proposal": ("do=correct&about=p7",),
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
             "do=fix-camera", "do=fix-give-up", "do=fix-people", "do=phone"),
    "proposal": ("do=correct&about=p7",),
}  # fmt: skip


def _with_seat(view: m.View, seat: int, **change: Any) -> m.View:
    seats = tuple(replace(one, **change) if one.seat == seat else one for one in view.seats)
    return replace(view, seats=seats, me=view.me and seats[view.me.seat])


PLAY, WATCHED = PHONE_VIEWS["play"], TABLE_VIEWS["play"]
PEOPLE_OF_PHONES = {  # who comes and goes, as phones see it; `unfolded` shows what a press would show
    "paused": replace(PLAY, paused=True),
    "away": _with_seat(PLAY, 1, presence=Attendance.AWAY),
    "left": _with_seat(PLAY, 1, presence=Attendance.LEFT),
    "unfolded": replace(PLAY, my_code="K7MP2Q", last_result=PHONE_VIEWS["round-over"].result),
    "take-back": replace(PHONE_VIEWS["wait"], offers=m.OffersView(undo=True)),
    "clock": replace(PLAY, turn_clock=m.TurnClockView(60, 60)),
    "seen": replace(PHONE_VIEWS["round-over"], offers=m.OffersView()),
}
PEOPLE_OF_TABLE = {
    "paused": replace(WATCHED, paused=True),
    "gone": _with_seat(WATCHED, 1, gone=True),
    "without-phone": _with_seat(WATCHED, 1, taken=False),
    "draft-without-phone": _with_seat(TABLE_VIEWS["draft"], 1, taken=False),
    "away": _with_seat(replace(WATCHED, newcomers=("Zoe",)), 3, presence=Attendance.AWAY),
    "admit": replace(WATCHED, seat_requests=(m.SeatRequestView(7, 2, "Max"),)),
    "trouble": replace(WATCHED, trouble=Refusal("disk_full")),
    "clock": replace(WATCHED, turn_clock=m.TurnClockView(60, 20)),
    "unfolded": TABLE_VIEWS["lobby"],
}


def phone_states() -> Iterator[tuple[str, m.View, str]]:
    """(name, view, the step in the address), of every stage of a phone that has a seat."""
    families = (("", PHONE_VIEWS, STEPS), ("card-", CARD_PHONE_VIEWS, CARD_STEPS), ("people-", PEOPLE_OF_PHONES, {}))
    for family, views, steps in families:
        for name, view in views.items():
            for step in ("", *steps.get(name, ())):
                yield f"{family}{name}?{step}", view, f"/?{step}"
    for name in ("play", "lobby"):
        yield f"rules-{name}", PHONE_VIEWS[name], "/rules"
        yield f"how-to-play-{name}", PHONE_VIEWS[name], "/how-to-play"


def table_states() -> Iterator[tuple[str, m.View, str]]:
    """The same of the table screen, as its host sees it."""
    families = (("", TABLE_VIEWS, TABLE_STEPS), ("card-", CARD_TABLE_VIEWS, {}), ("people-", PEOPLE_OF_TABLE, {}))
    for family, views, steps in families:
        for name, view in views.items():
            for step in ("", *steps.get(name, ())):
                yield f"{family}{name}?{step}", view, f"/table?{step}"
    for name in ("play", "lobby"):
        yield f"rules-{name}", TABLE_VIEWS[name], "/table/rules"
        yield f"how-to-play-{name}", TABLE_VIEWS[name], "/table/how-to-play"
    yield "nowhere", TABLE_VIEWS["play"], "/table/nowhere"


def strangers_states() -> Iterator[tuple[str, m.View, str]]:
    """What is shown to a phone that has no seat; the table's view is all that it may see."""
    for name in ("lobby", "lobby-empty", "play"):
        view = TABLE_VIEWS[name]
        yield f"join-{name}", replace(view, seats=tuple(replace(s, taken=False) for s in view.seats)), "/"
    yield "join-full", TABLE_VIEWS["play"], "/"
    yield "join-unfolded", TABLE_VIEWS["play"], "/"  # the way back with the seat's code
    yield "join-late", replace(TABLE_VIEWS["play"], seats=TABLE_VIEWS["play"].seats[:4]), "/"
    yield "nowhere", TABLE_VIEWS["play"], "/nowhere"


def show_phone(fake: FakeSession, view: m.View) -> None:
    """The phone of the tests' browser sits on the seat that the view was made for."""
    assert isinstance(view.viewer, m.SeatViewer)
    fake.tokens, fake.phones = {"token-of-one": view.viewer.seat}, {view.viewer.seat: view}
