"""Badges tell players apart, also those whose names begin alike."""

from __future__ import annotations

import re
from dataclasses import replace

from sample_views import TABLE_VIEWS

from web.present.badges import badges


def test_one_letter_is_enough_where_nobody_else_has_it():
    assert badges(["Ada", "bruno", "Émile"]) == ("A", "B", "É")


def test_two_letters_tell_apart_who_share_the_first():
    assert badges(["Ada", "Anton", "Bea"]) == ("Ad", "An", "B")


def test_whoever_shares_two_letters_too_has_his_number():
    assert badges(["Anton", "Bea", "anna", "Al"]) == ("1", "B", "3", "Al")
    assert badges(["A", "A b"]) == ("1", "2")


def test_every_page_draws_these_badges(browser, table):
    seats = TABLE_VIEWS["play"].seats
    names = ("Ada", "Anton", *(seat.name for seat in seats[2:]))
    named = tuple(replace(seat, name=name) for seat, name in zip(seats, names, strict=True))
    table.table = replace(TABLE_VIEWS["play"], seats=named)
    drawn = re.findall(r'class="badge seat-([01])"[^>]*>(\w+)<', browser(host="the-host").get("/table").text)
    assert set(drawn) == {("0", "Ad"), ("1", "An")}
