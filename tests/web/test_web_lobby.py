"""The table screen before a game: who sits where, and computer players."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from sample_views import NAMES, PHONE_VIEWS, TABLE_VIEWS

LOBBY = TABLE_VIEWS["lobby"]


def named(*names: str):
    return replace(LOBBY, seats=tuple(replace(LOBBY.seats[0], seat=at, name=name) for at, name in enumerate(names)))


@pytest.mark.parametrize(
    ("names", "next_one"),
    [
        ((), "Ada"),
        (("Bruno", "ADA"), "Clara"),
        (("Ada", "Bruno", "Clara", "Dario", "Emma"), "Ada 2"),
        (("Ada", "Bruno", "Clara", "Dario", "Emma", "Ada 2"), "Bruno 2"),
    ],
)
def test_a_computer_player_needs_no_typed_name(host, table, names, next_one):
    table.table = named(*names)
    form = re.search(r'<form method="post" action="/table/do/add-seat".*?</form>', host.get("/table").text, re.DOTALL)[
        0
    ]
    assert f'name="unnamed" value="{next_one}"' in form
    assert re.search(r'<button name="simulated" value="1" formnovalidate>', form)


def test_the_screen_says_whose_place_is_next_and_only_those_phones_have_a_button(host, stranger, phone, table):
    table.table = replace(TABLE_VIEWS["lobby"], seating=2)
    said = f"Who sits to the left of {NAMES[1]}?"
    for screen in (host, stranger):
        assert said in screen.get("/table").text
    assert host.get("/table").text.count('action="/table/do/sit-next"') == 1
    assert 'action="/table/do/sit-next"' not in stranger.get("/table").text
    for place, asked in ((0, True), (1, True), (2, False), (None, False)):
        table.phones = {1: replace(PHONE_VIEWS["lobby"], seating=place)}
        assert ('action="/do/sit-next"' in phone.get("/").text) is asked
