"""At the end of a night the best stand on a podium, the winner in its middle."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import pytest
from sample_views import TABLE_VIEWS

from companion.views.keepsake import KeptMove, KeptRound
from companion.views.model import ScoreView
from web.language import Speech, languages
from web.present.podium import Standing, podium


def stand(*nuggets: int | None) -> str:
    """Who stands there by their seats, each with the place, from left to right."""
    order = sorted(
        (ScoreView(seat, gold, won=False) for seat, gold in enumerate(nuggets)), key=lambda one: -(one.nuggets or 0)
    )
    return " ".join(f"{score.seat}:{place}" for place, score in podium(order))


@pytest.mark.parametrize(
    ("nuggets", "said"),
    [
        ((9, 5, 2), "1:2 0:1 2:3"),
        ((2, 9, 5, 1), "2:2 1:1 0:3"),
        ((9, 5, 5, 1), "1:2 0:1 2:2"),
        ((9, 5, 5, 5), "3:2 1:2 0:1 2:2"),
        ((9, 9, 5), "2:3 0:1 1:1"),
        ((9, 9, 5, 5, 1), "2:3 0:1 1:1 3:3"),
        ((9, 9, 9, 5), "0:1 1:1 2:1"),
        ((9, 5, 2, 2), "3:3 1:2 0:1 2:3"),
    ],
)
def test_the_winner_stands_in_the_middle_and_who_has_as_much_as_another_as_high(nuggets, said):
    """With two second ones the winner stood at the edge; of two third ones one was missing, as of four first ones."""
    assert stand(*nuggets) == said


@pytest.mark.parametrize(
    ("nuggets", "said"),
    [((9, 8, *[3] * 10), "1:2 0:1"), ((9, *[3] * 11), "0:1"), ([4] * 4, "0:1 1:1 2:1 3:1"), ([4] * 5, "")],
)
def test_a_place_of_more_people_than_there_is_room_for_is_left_out(nuggets, said):
    assert stand(*nuggets) == said


def test_whose_gold_was_not_counted_does_not_stand_there():
    assert (stand(None, None, None), stand(4, None, 2)) == ("", "2:2 0:1")


@pytest.mark.parametrize("language", languages())
def test_of_many_winners_the_headline_tells_how_many_they_are(browser, table, language):
    """With ten names it took seven lines of a phone."""
    view, say = TABLE_VIEWS["game-over"], Speech(language)
    names = [seat.name for seat in view.seats]
    for many in (3, 4, 5):
        table.table = replace(view, final=tuple(ScoreView(seat, 7, won=seat < many) for seat in range(5)))
        page = html.unescape(browser(language=language).get("/table").text)
        headline = page.split('data-key="final"')[1].split("</h2>")[0]
        assert (say("final.shared", number=many) in headline) == (many > 3)
        assert all(name in headline for name in names[:3]) == (many == 3)


def test_in_what_is_kept_of_a_night_too_whoever_has_as_much_as_another_stands_as_high(host, table):
    """Below "Ana and Ben win together" Ben was the second."""
    view = TABLE_VIEWS["game-over"]
    table.table = replace(view, final=tuple(ScoreView(at, gold, gold == 9) for at, gold in enumerate((5, 9, 9, 2, 2))))
    assert [place for place, _ in Standing(table.table.final).placed] == [1, 1, 3, 4, 4]
    kept = KeptRound(1, (KeptMove(view.lines[-1], view.maze),), None)
    table.keepsake = lambda: (kept,)
    page = host.get("/keepsake.html").text
    assert re.findall(r'<li value="(\d)"', page) == ["1", "1", "3", "4", "4"]
