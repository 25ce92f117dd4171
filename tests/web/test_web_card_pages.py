"""Every page for the cards of other boxes, and every language: complete, and with the buttons its view offers."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest
from sample_card_views import ACCOUNT, ASKS, CARD_PHONE_VIEWS, CARD_TABLE_VIEWS, GOAL_CELLS
from sample_views import PHONE_VIEWS, PROPOSAL_ILLEGAL
from sound_pages import LANGUAGES, check, check_table_screens
from turns import in_turn

from companion.maze.geometry import Cell
from companion.state.commands import Supply
from companion.views.model import AccountView, CandidateView, HeldView, PayersView, ProposalView
from web.language import Speech, languages
from web.present.endings import TO_DRAW
from web.present.panels import panels
from web.present.sentences import Sentences

GOAL_WORD = {"en": "goal", "de": "Ziel", "es": "meta", "fr": "rrivée", "it": "obiettivo", "pt": "objetivo"}
STEPS = ["", *(f"?do={do}" for do in panels()), "?do=goal_swap&cell=8,0&other=8,2", "?do=move_last&cell=5,2&turned=1",
         "?do=set_toll&cell=4,-2", "?do=place&cell=5,0", "?do=trap&hand=25", "?do=place&hand=11&cell=5,0",
         "?cell=8,0", "?face=NE", "?do=place&cell=0,-1", "?do=place&hand=11&cell=0,-1"]  # fmt: skip
PHONE_PAGES = [(name, step) for name in CARD_PHONE_VIEWS
               for step in (STEPS if name in ("play", "play-hand") else ("", "?face=NE", "?cell=8,0"))]  # fmt: skip
HOST_STEPS = ("", "?do=fix-seats", "?face=NE", "?cell=8,0")


def see(browser, table, name, step="", language="en"):
    view = CARD_PHONE_VIEWS[name]
    table.tokens, table.phones = {"t": view.viewer.seat}, {view.viewer.seat: view}
    answer = browser(seat="t", language=language).get(f"/{step}")
    assert answer.status_code == 200
    return answer.text


def buttons(text, verb, name):
    forms = re.findall(rf'<form method="post" action="/do/{verb}".*?</form>', text, re.S)
    return [value for form in forms for value in re.findall(rf'<button[^>]*name="{name}" value="([^"]*)"', form)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_shows_everything(browser, table, language):
    for name, step in in_turn(PHONE_PAGES, language, LANGUAGES):
        check(see(browser, table, name, step, language), name, step)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_screen_shows_everything(browser, table, language):
    check_table_screens(browser, table, CARD_TABLE_VIEWS, HOST_STEPS, language)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("problem", ["undone", "other_way_round", "different_card", "unsure"])
def test_the_card_over_a_chest_is_no_goal_where_the_camera_asks_about_it(browser, table, language, problem):
    """Above a chest whose card was taken back stood 'Look at this goal'."""
    seen = ProposalView("p1", "goal", Cell(5, 1), (CandidateView(0, "NE", 90, True),), mine=True, problem=problem)
    view = replace(CARD_PHONE_VIEWS["ask-lay_cover"], proposals=(seen,))
    table.tokens, table.phones = {"t": view.viewer.seat}, {view.viewer.seat: view}
    page = unescape(browser(seat="t", language=language).get("/").text)
    asked = page.split('data-key="proposal-p1"')[1].split("</section>")[0]
    assert Speech(language)(f"problem.{problem}") in asked
    assert GOAL_WORD[language] not in asked


def test_every_offered_card_has_a_button_and_no_other(browser, table):
    linked = re.findall(r'href="/\?do=([a-z_]+)"', see(browser, table, "play"))
    assert set(linked) == set(panels()) - {"veto"}
    assert set(re.findall(r'href="/\?do=([a-z_]+)"', see(browser, table, "nothing"))) == {"pass"}


@pytest.mark.parametrize(("do", "seats"), [
    ("hands_off", ["1", "3"]), ("trap", ["0", "4"]), ("free", ["2", "3"]), ("inspect", ["0", "2", "3", "4"]),
    ("swap_hats", ["0", "1", "2", "3", "4"]), ("swap_hands", ["0", "2", "3", "4"]),
])  # fmt: skip
def test_a_card_for_a_player_asks_for_just_those_it_may_aim_at(browser, table, do, seats):
    text = see(browser, table, "play", f"?do={do}")
    assert buttons(text, do.replace("_", "-"), "seat") == seats


def test_two_goals_are_pressed_and_then_how_they_go_back(browser, table):
    first = see(browser, table, "play", "?do=goal_swap")
    assert len(re.findall('class="pick', first)) == 3 and "swapped" not in first
    second = see(browser, table, "play", "?do=goal_swap&cell=8,0")
    assert "other=8%2C2" in second and "swapped" not in second
    both = see(browser, table, "play", "?do=goal_swap&cell=8,0&other=8,2")
    assert buttons(both, "goal-swap", "swapped") == ["1", "0"]
    assert both.count('name="cell"') == 2


def test_both_ways_to_put_goals_back_look_alike(browser, table):
    both = see(browser, table, "play", "?do=goal_swap&cell=8,0&other=8,2")
    first, second = re.findall(r'<button class="([^"]*)" name="swapped"', both)
    assert first == second


def payers(text):
    """Whom the page names, and who is chosen already."""
    chips = re.findall(r'<input type="radio" name="payer" value="(\d)" required([^>]*)>', text)
    return [seat for seat, _ in chips], [seat for seat, more in chips if "checked" in more]


def test_before_a_toll_dwarf_the_player_pays_himself_or_names_another_in_the_form_of_the_card(browser, table):
    asked = see(browser, table, "play", "?do=place&cell=5,0")
    (form,) = re.findall(r'<form method="post" action="/do/place".*?</form>', asked, re.S)
    assert payers(form) == (["0", "1", "2"], ["1"])
    assert "Who pays Dieter one nugget?" in form
    assert '<button class="card-button" name="face"' in form


def test_who_can_pay_nothing_himself_says_who_pays_unless_only_one_other_can(browser, table):
    view = CARD_PHONE_VIEWS["play"]
    table.tokens = {"t": 1}
    for seats, chosen in (((0, 2), []), ((2,), ["2"])):
        offers = replace(view.offers, pay_toll=(PayersView(Cell(5, 0), seats),))
        table.phones = {1: replace(view, offers=offers)}
        text = browser(seat="t").get("/?do=place&cell=5,0").text
        assert payers(text) == ([str(seat) for seat in seats], chosen)


def test_at_the_demo_table_a_paid_card_is_laid_by_the_app(browser, table):
    text = see(browser, table, "play-hand", "?do=place&hand=11&cell=5,0")
    (form,) = re.findall(r'<form method="post" id="lay" action="/do/place">.*?</form>', text, re.S)
    assert re.search(r'name="face" value="[NESW]+"', form)
    assert payers(text.replace(' form="lay"', "")) == (["0", "1", "2"], ["1"])
    assert 'action="/hand/lay"' not in text


def test_a_tunnel_that_is_moved_before_a_toll_dwarf_is_paid_for_with_the_same_press(browser, table):
    view = CARD_PHONE_VIEWS["play"]
    offers = replace(view.offers, pay_toll=(PayersView(Cell(5, 2), (0, 1)),))
    table.tokens, table.phones = {"t": 1}, {1: replace(view, offers=offers)}
    text = browser(seat="t").get("/?do=move_last&cell=5,2").text
    assert 'id="move"' in text
    assert payers(text.replace(' form="move"', "")) == (["0", "1"], ["1"])


def test_where_no_tunnel_may_be_laid_the_page_says_so_and_offers_no_place(browser, table):
    """A broken tool: the card in the hand is dim, and pressing it says why before anything else."""
    for name in ("play", "play-hand"):
        view = CARD_PHONE_VIEWS[name]
        view = replace(view, offers=replace(view.offers, place=False))
        table.tokens, table.phones = {"t": 1}, {1: view}
        phone = browser(seat="t")
        text = phone.get("/?do=place&hand=11").text
        panel = text.split('data-key="act-place"')[1].split("</section>")[0]
        assert "You can’t lay tunnels now. Broken: lamp." in panel
        assert 'class="pick' not in panel and "card-button" not in panel
        assert 'href="/?do=pass"' in panel
        assert ("barred" in phone.get("/").text) == (name == "play-hand")


def test_a_card_seen_before_a_toll_dwarf_is_paid_for_where_the_camera_asks(browser, table):
    view = CARD_PHONE_VIEWS["play"]
    table.tokens, table.phones = {"t": 1}, {1: replace(view, proposals=(PROPOSAL_ILLEGAL,))}
    text = browser(seat="t").get("/").text
    assert buttons(text, "place", "payer") == ["0", "1", "2"]
    assert '<input type="hidden" name="face" value="ES">' in text
    check(text)


def test_an_open_end_is_chosen_by_the_place_before_it(browser, table):
    text = see(browser, table, "play", "?do=set_toll&cell=4,-2")
    assert buttons(text, "set-toll", "end") == ["4,-1,N", "5,-2,W"]


def test_only_whoever_may_answer_a_question_has_buttons(browser, table):
    assert 'action="/do/let-stand"' in see(browser, table, "ask-veto")
    waiting = see(browser, table, "ask-other")
    assert "/do/let-stand" not in waiting and "/do/veto" not in waiting


@pytest.mark.parametrize("what", list(ASKS))
def test_every_question_can_be_answered(browser, table, what):
    step = {"tell_chest": "?face=NE", "shift_goal": "?cell=8,0"}.get(what, "")
    text = see(browser, table, f"ask-{what}", step)
    panel = text.split(f'data-key="ask-{what}"')[1].split("</section>")[0]
    assert "<button" in panel and 'method="post"' in panel


def test_a_printed_chest_is_told_in_two_steps(browser, table):
    first = see(browser, table, "ask-tell_chest")
    assert re.findall(r'href="/\?face=([NESW]+)"', first) == ["NE", "SW", "EW"]
    assert "/do/tell-chest" not in first
    assert buttons(see(browser, table, "ask-tell_chest", "?face=NE"), "tell-chest", "effect")[-1] == "10"


def test_whoever_owns_no_nugget_is_not_offered_to_pay(browser, table):
    view = CARD_PHONE_VIEWS["ask-toll"]
    assert buttons(see(browser, table, "ask-toll"), "answer-toll", "pays") == ["1", "0"]
    table.phones = {1: replace(view, offers=replace(view.offers, can_pay=False))}
    text = browser(seat="t").get("/").text
    assert buttons(text, "answer-toll", "pays") == ["0"]
    assert "You have no nuggets to pay with." in text


def test_a_thief_may_be_told_to_take_nothing(browser, table):
    assert buttons(see(browser, table, "ask-theft"), "steal", "seat") == ["0", "3", ""]


def test_the_table_screen_is_not_told_whom_the_thief_can_rob(host, table):
    table.table = CARD_TABLE_VIEWS["ask-theft"]
    assert "/do/steal" not in host.get("/table").text


def test_a_theft_is_told_to_thief_and_victim_only(browser, table):
    text = see(browser, table, "round-over")
    for line in ("You stole a nugget from Ana.", "Dieter stole a nugget from you.", "Your thief stole nothing.",
                 "Eva María’s thief has been out; only the thief and the victim know more."):  # fmt: skip
        assert line in text


def test_the_end_of_a_round_says_how_the_gold_came_about(browser, table):
    text = see(browser, table, "round-over")
    for line in ("A green door blocks", "share of the gold +4; 2 gold cards", "toll −1", "crystals +2",
                 "Bartholomew laid the last card."):  # fmt: skip
        assert line in text.replace("A blue door", "A green door")


@pytest.mark.parametrize("language", list(languages()))
def test_every_line_of_how_the_gold_came_about_is_a_sentence(browser, table, language):
    lines = see(browser, table, "round-over", language=language).split('<ul class="account">')[1].split("</ul>")[0]
    found = re.findall("<li>(.*?)</li>", lines)
    assert len(found) == len(ACCOUNT)
    assert all(line.endswith(".") and "account." not in line and "…" not in line for line in found)


EACH = {"en": "each", "es": "por persona", "de": " je ", "fr": "par personne", "pt": "para cada", "it": "a testa"}


@pytest.mark.parametrize(("language", "each"), EACH.items())
def test_who_gets_gold_alone_gets_it_and_only_several_get_it_each(language, each):
    words = Sentences(CARD_PHONE_VIEWS["round-over"], Speech(language))
    result = CARD_PHONE_VIEWS["round-over"].result
    for code in ("others", "saboteurs"):
        for nuggets in (1, 3):
            alone, both = (AccountView(code, {"seats": seats, "nuggets": nuggets}) for seats in (("4",), ("3", "4")))
            (of_one,), (of_both,) = (words.account(replace(result, account=(one,))) for one in (alone, both))
            assert each in of_both and each not in of_one and of_one.endswith(".") and "…" not in of_one
    taken = [AccountView("cards_round", {"seats": seats}) for seats in (("4",), ("3", "4"))]
    assert len({line.split(" ")[0] for line in words.account(replace(result, account=tuple(taken)))}) == 2


@pytest.mark.parametrize("language", list(languages()))
def test_what_people_draw_of_printed_gold_stands_beside_the_word_that_they_do_and_in_no_account_of_what_was_done(
    browser, table, language
):
    view, facts = (
        CARD_PHONE_VIEWS["round-over"],
        (
            {"seats": ("0", "1"), "cards": 2},
            {"seat": 1, "players": 5},
            {"seat": 1},
            {"nuggets": 4},
            {"nuggets": 2},
            {"seat": 1, "nuggets": 3},
            {"seat": 1, "nuggets": 3},
            {"seat": 1, "nuggets": 4},
            {"role": ("profiteer", "saboteur")},
            {"role": "boss", "less": 1},
            {"nuggets": 3},
            {"people": ("1", "2–3"), "sums": ("4", "3")},
            {"people": ("1", "2"), "sums": ("5", "4")},
        ),
    )
    drawn = tuple(AccountView(code, said) for code, said in zip(TO_DRAW, facts, strict=True))
    result, words = replace(view.result, account=drawn), Sentences(view, Speech(language))
    table.tokens, setup = {"t": view.viewer.seat}, replace(view.setup, gold=Supply.CARDS)
    table.phones = {view.viewer.seat: replace(view, result=result, setup=setup)}
    text = unescape(browser(seat="t", language=language).get("/").text)
    assert 'class="account"' not in text and "account." not in text
    told = [words.to_draw(replace(result, account=(one,))) for one in drawn]
    assert all(one in text and one.endswith(".") and "{" not in one for one in told)


def test_goals_that_moved_or_grew_in_number_can_still_be_told(browser, table):
    forms = see(browser, table, "goal-tell")
    assert forms.count('name="nuggets" value="2"') == 2
    assert len(GOAL_CELLS) == 3


def test_in_a_pause_nobody_lets_a_card_stand_by_saying_nothing(browser, table):
    """The table screen sent it by itself in the middle of the pause, and the turn passed on."""
    running = re.compile(r'<form[^>]*let-stand" data-key="([^"]*)"( data-after="\d+")?')
    asked = []
    for paused in (False, True):
        table.table = replace(CARD_TABLE_VIEWS["ask-veto"], paused=paused)
        asked += running.findall(browser(host="the-host").get("/table").text)
    (before, burning), (now, still) = asked
    assert burning and not still and before != now  # another form, which begins anew after the pause


def test_in_a_pause_a_phone_has_no_button_that_the_rules_would_refuse(browser, table):
    """A peek could be closed, a card vetoed and a goal laid, and each press was refused."""
    phone, refused = browser(seat="t"), {}
    allowed = {"language", "leave", "rename", "sound", "undo-leave", "role-seen", "see-result", "here",
               "turn-mine"}  # fmt: skip
    for name, view in (PHONE_VIEWS | CARD_PHONE_VIEWS).items():
        table.tokens, table.phones = {"t": view.me.seat}, {view.me.seat: replace(view, paused=True, proposals=())}
        refused[name] = set(re.findall(r'action="(?:/do)?/([a-z-]+)"', phone.get("/").text)) - allowed
    assert {name: pressed for name, pressed in refused.items() if pressed} == {}


@pytest.mark.parametrize(("deed", "cells", "css"), [
    ("rockfall", (Cell(3, 0),), "wrong"), ("map", (Cell(8, 0),), "glow"), ("goal_swap", GOAL_CELLS[:2], "glow"),
])  # fmt: skip
def test_the_place_of_a_card_that_waits_is_marked_in_the_mine(browser, table, deed, cells, css):
    view = CARD_PHONE_VIEWS["ask-veto"]
    ask = replace(view.ask, held=HeldView(deed, cells=cells))
    plain = see(browser, table, "ask-veto")
    table.phones = {1: replace(view, ask=ask)}
    marked = browser(seat="t").get("/").text
    assert marked.count(f'class="{css}"') == plain.count(f'class="{css}"') + len(cells)


def test_before_a_toll_dwarf_of_his_own_a_player_is_not_asked_who_pays(browser, table):
    view = CARD_PHONE_VIEWS["play"]
    own = tuple(replace(toll, owner=1) for toll in view.maze.tolls)
    table.tokens, table.phones = {"t": 1}, {1: replace(view, maze=replace(view.maze, tolls=own))}
    text = browser(seat="t").get("/?do=place&cell=5,0").text
    assert "This is your own toll dwarf: you don’t pay." in text
    assert payers(text) == ([], []) and '<input type="hidden" name="payer" value="1">' in text
    assert "your own toll dwarf" not in see(browser, table, "play", "?do=place&cell=5,0")


def test_the_host_says_who_pays_where_he_lays_a_card_for_somebody(browser, table):
    view = CARD_TABLE_VIEWS["play"]
    table.table = replace(view, offers=replace(view.offers, pay_toll=(PayersView(Cell(5, 0), (0, 1, 2)),)))
    text = browser(host="the-host").get("/table?do=fix-cell&cell=5,0").text
    assert payers(text) == (["0", "1", "2"], ["1"])


def test_where_a_dwarf_will_stand_a_dwarf_is_drawn_and_no_blank_card(browser, table):
    before, after = (see(browser, table, "play", f"?do=set_toll{cell}") for cell in ("", "&cell=-1,0"))
    assert 'class="nothing"' not in after.split('data-key="act-set_toll"')[1].split("</section>")[0]
    one = see(browser, table, "play", "?do=set_toll&cell=0,1")
    assert one.count('class="toll would') == 1 and 'class="toll would' not in before + after
    assert buttons(one, "set-toll", "end") == ["0,0,S"]
