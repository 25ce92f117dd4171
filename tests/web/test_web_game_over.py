"""When a game is over, pages ask for nothing and promise nothing that could only be done while it was played."""

from __future__ import annotations

import html
from dataclasses import replace

import pytest
from sample_card_views import CARD_TABLE_VIEWS
from sample_views import PHONE_VIEWS, TABLE_VIEWS

from companion.state.commands import Attendance
from companion.state.refusals import Refusal
from companion.views.model import ScoreView, SeatRequestView, Stage
from web.language import Speech, languages
from web.present.endings import Endings

THE_NEXT = {
    "de": "das nächste", "en": "sets up the next", "es": "prepare la próxima", "fr": "préparera la ",
    "it": "prepara la prossima", "pt": "preparar a próxima",
}  # fmt: skip


@pytest.mark.parametrize("presence", [Attendance.AWAY, Attendance.LEFT])
def test_who_was_skipped_or_taken_out_is_not_asked_back_when_there_is_no_game_any_more(phone, table, presence):
    """He pressed that he is back, and was refused each time."""
    for name, asked in (("round-over", True), ("game-over", False)):
        view = PHONE_VIEWS[name]
        seats = tuple(replace(seat, presence=presence if seat.seat == 1 else seat.presence) for seat in view.seats)
        table.phones = {1: replace(view, seats=seats, me=seats[1])}
        page = phone.get("/").text
        assert ('action="/do/here"' in page, 'data-key="away"' in page) == (asked, asked)


@pytest.mark.parametrize(("edition", "most"), [("revised", 44), ("s2-anniversary", 300)])
def test_as_much_printed_gold_can_be_typed_as_the_rules_take(phone, table, edition, most):
    """More than 200 nuggets could not be, and of a box with 44 more than there are."""
    view = PHONE_VIEWS["tell"]
    table.phones = {1: replace(view, setup=replace(view.setup, edition=edition, modules=(), options=()))}
    assert f'name="nuggets" min="0" max="{most}"' in phone.get("/").text


def test_why_somebody_got_his_gold_is_put_into_words_once(host, table, monkeypatch):
    """Where people hold the dwarves and the gold it was done twice more: whether there is much to say, and of whom."""
    said, words = [], Endings._earning
    monkeypatch.setattr(Endings, "_earning", lambda self, one: said.append(one) or words(self, one))
    view = CARD_TABLE_VIEWS["round-over"]
    nothing_else = tuple(ScoreView(one.seat, None, won=False) for one in view.result.scores)
    table.table = replace(view, result=replace(view.result, scores=nothing_else))
    host.get("/table")
    assert len(said) == len(table.table.result.earned) > 0


@pytest.mark.parametrize("language", list(languages()))
def test_a_phone_without_a_seat_reads_that_the_game_is_over_and_when_it_can_sit_down(browser, table, language):
    """It read that every seat is taken and of a button that the table screen has not then, or asked for a seat there,
    which nobody could let it have."""
    say = Speech(language)
    table.asking = {"asked": SeatRequestView(5, 2, "Ann")}
    for taken in (True, False):
        view = TABLE_VIEWS["game-over"]
        table.table = replace(view, seats=tuple(replace(seat, taken=taken) for seat in view.seats))
        for token in (None, "asked", "token-of-two"):
            page = html.unescape(browser(seat=token, language=language).get("/").text)
            assert say("turn.game_over") in page and say("join.over") in page
            assert say("fix.title") not in page and say("join.lost") not in page
            assert 'action="/join"' not in page and 'data-key="asked-for"' not in page
    table.table = replace(table.table, stage=Stage.LOBBY)
    page = browser(language=language).get("/").text
    assert 'action="/join"' in page and say("join.over") not in page


def test_who_leaves_his_seat_when_the_game_is_over_reads_when_the_host_can_free_it(phone, table):
    table.phones = {1: PHONE_VIEWS["game-over"]}
    page = html.unescape(phone.get("/").text)
    assert Speech("en")("leave.text.over") in page and Speech("en")("fix.title") not in page


@pytest.mark.parametrize("language", list(languages()))
def test_who_typed_too_many_wrong_codes_when_the_game_is_over_reads_when_the_host_can_free_his_seat(
    browser, table, language
):
    """He was sent to what the table screen has before a game and in a game, and not then."""
    over = TABLE_VIEWS["game-over"]
    table.table = replace(over, seats=tuple(replace(seat, taken=True) for seat in over.seats))
    table.outcome = Refusal("code_tried_too_often", {"seat": 2})
    page = html.unescape(browser(language=language).post("/come-back", {"seat": "2", "code": "AAAAAA"}).text)
    notice = page.partition('<section class="notice">')[2].partition("</section>")[0]
    assert 'action="/come-back"' in page
    assert THE_NEXT[language] in notice and THE_NEXT[language] in Speech(language)("leave.text.over")
