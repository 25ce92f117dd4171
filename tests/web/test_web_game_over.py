"""When a game is over, pages ask for nothing and promise nothing that could only be done while it was played."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sample_views import PHONE_VIEWS

from companion.state.commands import Attendance


@pytest.mark.parametrize("presence", [Attendance.AWAY, Attendance.LEFT])
def test_who_was_skipped_or_taken_out_is_not_asked_back_when_there_is_no_game_any_more(phone, table, presence):
    """He pressed that he is back, and was refused each time."""
    for name, asked in (("round-over", True), ("game-over", False)):
        view = PHONE_VIEWS[name]
        seats = tuple(replace(seat, presence=presence if seat.seat == 1 else seat.presence) for seat in view.seats)
        table.phones = {1: replace(view, seats=seats, me=seats[1])}
        page = phone.get("/").text
        assert ('action="/do/here"' in page, 'data-key="away"' in page) == (asked, asked)
