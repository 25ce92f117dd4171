"""Badges tell players apart, also those whose names begin alike."""

from __future__ import annotations

import re
from dataclasses import replace

from sample_views import TABLE_VIEWS

from web.present.badges import badges


def written(*names):
    return tuple(badges(dict(enumerate(names))).values())


def test_one_letter_is_enough_where_nobody_else_has_it():
    assert written("Ada", "bruno", "Émile") == ("A", "B", "É")


def test_two_letters_tell_apart_who_share_the_first():
    assert written("Ada", "Anton", "Bea") == ("Ad", "An", "B")


def test_whoever_shares_two_letters_too_is_told_apart_by_a_later_one():
    """A number stood there, that of the colour: in the list of seats the third was called 1."""
    assert written("Anton", "Bea", "anna", "Al") == ("At", "B", "Aa", "Al")
    assert written("A", "A b") == ("A", "Ab")
    assert written("Player 1", "Player 2", "Player 3") == ("P1", "P2", "P3")
    assert badges({3: "A", 0: "A b"}) == {3: "A", 0: "Ab"}


def test_no_two_badges_are_alike_whatever_the_names_and_a_number_is_the_place_in_the_list():
    assert written("Lena", "Lean", "Lane", "Alen") == ("L", "Le", "La", "A")
    assert written("An", "Ana", "Nan") == ("A", "Aa", "N")
    assert written("👨‍👧", "👨") == ("👨", "2")
    assert written("3", "A!", "A?") == ("3", "A", "4")  # a name may be a number as well
    assert badges({7: "Oo", 4: "O", 0: "O o"}) == {7: "O", 4: "2", 0: "Oo"}


def test_a_badge_holds_a_whole_flag_or_letter_and_no_half_of_one():
    """A name that began with a flag had the first half of it, which is a letter in a box."""
    assert written("🇪🇸 Ana", "🇪🇨 Eva", "👍🏽 Kim", "कि", "x̌a") == ("🇪🇸", "🇪🇨", "👍🏽", "कि", "X̌")
    assert written("🇪🇸", "🇪🇸🇫🇷") == ("🇪🇸", "2")
    assert written("🇪", "A") == ("🇪", "A")


def test_every_page_draws_these_badges(browser, table):
    seats = TABLE_VIEWS["play"].seats
    names = ("Ada", "Anton", *(seat.name for seat in seats[2:]))
    named = tuple(replace(seat, name=name) for seat, name in zip(seats, names, strict=True))
    table.table = replace(TABLE_VIEWS["play"], seats=named)
    drawn = re.findall(r'class="badge seat-([01]) colour-\1"[^>]*>(\w+)<', browser(host="the-host").get("/table").text)
    assert set(drawn) == {("0", "Ad"), ("1", "An")}


def test_a_badge_looks_as_its_player_has_it_and_not_as_the_place_where_he_sits(browser, table):
    seats = tuple(replace(seat, colour=11 - seat.seat) for seat in TABLE_VIEWS["play"].seats)
    table.table = replace(TABLE_VIEWS["play"], seats=seats)
    drawn = re.findall(r'class="badge seat-(\d+) colour-(\d+)"', browser(host="the-host").get("/table").text)
    assert {(int(seat), int(colour)) for seat, colour in drawn} == {(one.seat, one.colour) for one in seats}
