"""The maze reads as text: rows from left to right as seen from the start, what lies in them and where."""

from __future__ import annotations

from dataclasses import replace
from html import unescape

import pytest
from sample_card_views import RICH_MAZE
from sample_views import TABLE, TABLE_VIEWS

from companion.maze.geometry import Cell
from companion.views import model as m
from web.language import Speech, languages
from web.present.maze_words import maze_words
from web.present.sentences import Sentences


def lines(view: m.View, language: str = "en") -> list[str]:
    return list(maze_words(view.maze, Sentences(view, Speech(language)))) if view.maze else []


def test_a_maze_that_was_just_laid_out_is_a_start_and_three_goals():
    goals = tuple(card for card in TABLE.maze.cards if card.kind != "path")
    bare = replace(TABLE.maze, cards=goals, frontier=(Cell(0, -1), Cell(1, 0)), y_min=-2, y_max=2)
    assert lines(replace(TABLE, maze=bare)) == [
        "row 2 on the left: a goal 8 ahead, face down",
        "row of the start: start; a goal 8 ahead, face down",
        "row 2 on the right: a goal 8 ahead, face down",
        "A card can go here: 1 left; 1 ahead.",
    ]


def test_cards_side_by_side_are_read_from_the_start_on():
    assert (
        "row of the start: start, straight ahead-back, crossing, dead end left-ahead-back; a goal 8 ahead, face down"
        in lines(TABLE)
    )


def test_what_was_laid_last_and_what_is_cut_off_is_said():
    said = " ".join(lines(TABLE))
    assert "bend right-back 5 ahead (the newest)" in said
    assert "dead end ahead-back 6 ahead (cut off)" in said


def test_a_goal_that_was_turned_over_says_what_it_is():
    said = lines(TABLE_VIEWS["round-over"])
    assert "crossing 8 ahead (Gold!)" in said[0] and "(Just coal)" in said[2]


def test_chests_doors_crystals_ladders_and_dwarves_are_read_too():
    said = " ".join(lines(replace(TABLE, maze=RICH_MAZE)))
    for words in (
        "a chest under",
        "with a blue door",
        "with a crystal",
        "with a ladder",
        "Dieter’s toll dwarf bars the way: 5 ahead",
        "postcard",
    ):
        assert words in said


@pytest.mark.parametrize("language", list(languages()))
def test_every_page_that_shows_the_maze_has_its_text(browser, language):
    screens = (
        (browser(seat="token-of-one", language=language), "/"),
        (browser(host="the-host", language=language), "/table"),
    )
    for page in (screen.get(path) for screen, path in screens):
        for line in lines(TABLE, language):
            assert f"<li>{line}</li>" in unescape(page.text)


def test_a_target_says_whose_and_what(phone, host):
    page = unescape(phone.get("/?do=break").text)
    assert 'aria-label="Ana’s lamp"' in page and 'aria-label="Dieter’s lamp"' in page
    assert 'aria-label="the crossing 2 ahead"' in unescape(phone.get("/?do=rockfall").text)
    assert 'aria-label="the fork 3 ahead, 1 left"' in unescape(host.get("/table?do=fix-cell").text)


def test_a_place_is_named_as_seen_from_the_start_card_on_whichever_side_somebody_sits():
    words = Sentences(TABLE, Speech("en"))
    assert [words.place(Cell(8, y)) for y in (-2, 0, 2)] == [
        "the left goal (seen from the start)",
        "the middle goal",
        "the right goal (seen from the start)",
    ]
    assert words.place(Cell(5, -3)) == "5 ahead, 3 left, seen from the start"
    assert words.place(Cell(-1, 2)) == "1 back, 2 right, seen from the start"
