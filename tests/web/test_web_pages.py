"""Every page of every stage, and every language: complete, safe, and made of nothing but its view."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from itertools import product

import pytest
from sample_views import HAND, PHONE_VIEWS, PROPOSAL, PROPOSAL_ILLEGAL, TABLE, TABLE_VIEWS
from sample_views import phone as phone_view
from sound_pages import LANGUAGES, check, check_table_screens
from turns import in_turn

from companion.maze.geometry import Cell
from companion.state.commands import Attendance, GoalKind
from companion.state.refusals import Refusal
from companion.views import model as m
from web import create_app
from web.config import WebConfig
from web.language import Speech
from web.present.panels import panels

STEPS = ["", "?do=place", "?do=place&cell=5,0", "?do=break", "?do=repair", "?do=rockfall&cell=3,1", "?do=map",
         "?do=pass", "?do=pass&hand=12", "?do=correct&about=p7", "?do=place&hand=11&cell=5,0",
         "?do=place&hand=14&cell=5,0", "?do=break&hand=14", "?do=repair&hand=15"]  # fmt: skip
HOST_STEPS = ["", "?do=fix", "?do=fix-cell", "?do=fix-cell&cell=3,1", "?do=fix-cell&cell=5,0", "?do=fix-seats",
              "?do=fix-camera", "?do=fix-give-up", "?do=me-1", "?do=correct&about=p7"]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_shows_every_stage(browser, table, language):
    phone = browser(seat="t", language=language)
    for (name, view), step in in_turn(product(PHONE_VIEWS.items(), STEPS), language, LANGUAGES):
        table.tokens, table.phones = {"t": view.viewer.seat}, {view.viewer.seat: view}
        answer = phone.get(f"/{step}")
        assert answer.status_code == 200, (name, step)
        check(answer.text, name, step)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_screen_shows_every_stage(browser, table, language):
    check_table_screens(browser, table, TABLE_VIEWS, HOST_STEPS, language)


@pytest.mark.parametrize("name", ["lobby", "lobby-empty", "play"])
def test_the_way_in_is_open_or_says_why_not(stranger, table, name):
    table.table = TABLE_VIEWS[name]
    check(stranger.get("/").text)


@pytest.mark.parametrize(
    "address",
    [
        "?do=../../etc",
        "?do=break&cell=zero",
        "?do=place&hand=99999",
        "?do=fix-nothing",
        "?cell=1,2,3",
        "?face=%00",
        "?do=correct&about=nothing",
        "?do=place&hand=%C2%B2",
    ],
)
def test_an_address_typed_by_hand_shows_the_plain_page(phone, host, address):
    assert phone.get(f"/{address}").status_code == 200
    assert host.get(f"/table{address}").status_code == 200


def test_a_page_is_the_same_bytes_each_time(phone, host):
    assert phone.get("/?do=place&cell=5,0").data == phone.get("/?do=place&cell=5,0").data
    assert host.get("/table").data == host.get("/table").data


def test_a_role_is_on_its_owners_phone_only_and_both_roles_look_alike(phone, table):
    pages = {}
    for role in ("miner", "saboteur"):
        table.phones[1] = phone_view(role=role)
        pages[role] = phone.get("/").text
    miner, saboteur = (re.sub(r'<span class="hold-secret">.*?</button>', "", pages[role], flags=re.S) for role in pages)
    assert miner == saboteur
    assert len(pages["miner"]) == len(pages["saboteur"])


def test_a_peeked_goal_changes_one_place_of_one_page(phone, table):
    pages = []
    for kind, face in ((GoalKind.GOLD, "NESW"), (GoalKind.COAL, "NW")):
        table.phones[1] = replace(PHONE_VIEWS["peek"], peek=m.PeekView(1, Cell(8, 0), kind, face))
        pages.append(
            re.sub(r'<span class="hold-secret peek-secret">.*?</b></span>', "", phone.get("/").text, flags=re.S)
        )
    assert pages[0] == pages[1]


def test_the_gold_to_choose_from_changes_one_place_of_one_page(phone, table):
    pages = []
    for cards in ((3, 1, 1), (2, 3, 3)):
        table.phones[1] = replace(PHONE_VIEWS["draft"], draft=m.DraftView(1, 3, (1, 0, 2), cards))
        pages.append(re.sub(r'<span class="hold-secret gold-cards">.*?</button>', "", phone.get("/").text, flags=re.S))
    assert pages[0] == pages[1]


@pytest.mark.parametrize(
    ("cards", "indexes"), [((3, 1, 1), [0, 1]), ((2, 2, 2), [0]), ((1,), [0]), ((1, 2, 1, 3), [0, 1, 3])]
)
def test_nobody_is_asked_which_of_two_equal_gold_cards_he_wants(phone, table, cards, indexes):
    table.phones[1] = replace(PHONE_VIEWS["draft"], draft=m.DraftView(1, len(cards), (1, 0, 2), cards))
    page = phone.get("/").text
    assert [int(index) for index in re.findall(r'name="index" value="(\d+)"', page)] == indexes


def test_nobody_else_finds_a_way_to_hold_the_peek(browser, table):
    table.tokens, table.phones = {"t": 0}, {0: PHONE_VIEWS["peek-other"]}
    page = browser(seat="t").get("/").text
    assert "peek-secret" not in page and "close-peek" not in page
    assert "Bartholomew is looking at a goal" in page


def test_what_is_not_offered_is_not_shown(phone, table):
    table.phones[1] = phone_view(offers=m.OffersView(discards=(1,)))
    page = phone.get("/").text
    assert "do=pass" in page
    assert not any(f"do={name}" in page for name in ("place", "break", "repair", "rockfall", "map"))


@pytest.mark.parametrize("discards", [(1,), (1, 2), ()])
@pytest.mark.parametrize("do", [do for do in panels() if do not in ("place", "pass")])
def test_a_card_that_fits_nowhere_is_thrown_away_with_the_button_beside_it_and_asks_nothing(phone, table, do, discards):
    """It asked which tool is mended, and said that the card can be thrown away; with what was nowhere to be seen."""
    say, offers = Speech("en"), m.OffersView(discards=discards)
    for hand in (None, (*HAND[:2], m.HandCardView(15, do))):
        table.phones[1] = phone_view(seats=TABLE.seats, hand_cards=hand, offers=offers)
        panel = phone.get(f"/?do={do}&hand=15").text.split(f'data-key="act-{do}"')[1].split("</section>")[0]
        assert panel.count(say("targets.none")) == 1
        assert say(f"how.{do}") not in panel
        at_once = 'action="/hand/discard"' in panel and 'name="hand" value="15"' in panel and say("pass.this") in panel
        assert at_once == bool(hand and discards)
        assert ('href="/?do=pass"' in panel) == bool(discards and not hand)


def test_a_demo_hand_leads_from_card_to_cell_to_table(phone, table):
    table.phones[1] = phone_view(hand_cards=HAND)
    assert "?do=place&amp;hand=11" in phone.get("/").text
    assert "?do=place&amp;cell=5%2C0&amp;hand=11" in phone.get("/?do=place&hand=11").text
    assert 'action="/hand/lay"' in phone.get("/?do=place&hand=11&cell=5,0").text


PICKED = re.compile(r'<a class="pick" href="[^"]*" data-key="cell-(-?\d+)-(-?\d+)"')


@pytest.mark.parametrize(("face", "matching"), [
    ("NSW", {(5, 0), (0, 1), (0, -1), (2, -2)}), ("N|E", {(5, 0), (4, -2), (3, 3), (0, 1), (0, -1), (2, -2)}),
])  # fmt: skip
def test_only_places_where_the_chosen_card_can_lie_are_offered(phone, table, face, matching):
    table.phones[1] = phone_view(hand_cards=(m.HandCardView(11, "path", face),))
    page = phone.get("/?do=place&hand=11").text
    assert {(int(x), int(y)) for x, y in PICKED.findall(page)} == matching


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("cell=5,0", ""),
        ("cell=5,0&turned=1", "edge_mismatch"),
        ("cell=5,2", "edge_mismatch"),
        ("cell=7,7", "illegal_placement"),
    ],
)
def test_a_card_can_be_laid_only_as_and_where_it_may_lie_and_the_reason_is_read_beside_it(phone, table, step, reason):
    table.phones[1] = phone_view(hand_cards=(m.HandCardView(11, "path", "NW"),))
    bar = phone.get(f"/?do=place&hand=11&{step}").text.split('class="lay-bar"')[1].split("</section>")[0]
    assert ('<button class="big primary" disabled>' in bar) == bool(reason)
    assert ('class="why-not"' in bar) == bool(reason)
    if reason:
        assert Speech("en")(f"refusal.{reason}") in bar


def test_a_tunnel_that_matches_nowhere_is_thrown_away_with_the_button_beside_it(phone, table):
    """Every place had a plus, and each press on one ended with a card that could not lie there."""
    maze = replace(phone_view().maze, frontier=(Cell(5, 2),))
    table.phones[1] = phone_view(maze=maze, hand_cards=(m.HandCardView(11, "path", "NS"),))
    panel = phone.get("/?do=place&hand=11").text.split('data-key="act-place"')[1].split("</section>")[0]
    say = Speech("en")
    assert panel.count(say("targets.none")) == 1
    assert say("place.choose_free") not in panel
    assert 'action="/hand/discard"' in panel and say("pass.this") in panel
    assert PICKED.findall(panel) == []


@pytest.mark.parametrize(("face", "ways"), [("NSW", 2), ("N|E", 2), ("EW", 1), ("NESW", 1), ("EW|NS", 1)])
def test_a_card_that_lies_the_same_way_round_when_turned_is_not_offered_to_be_turned(phone, table, face, ways):
    table.phones[1] = phone_view(hand_cards=(m.HandCardView(11, "path", face),))
    page = phone.get("/?do=place&hand=11&cell=5,0").text
    assert 'action="/hand/lay"' in page
    assert ("turned=1" in page) == (ways == 2)


@pytest.mark.parametrize("over", [PHONE_VIEWS["wait"], PHONE_VIEWS["round-over"]])
def test_a_card_that_was_only_shown_in_the_mine_is_gone_from_it_with_the_turn(phone, table, over):
    """The address still said where, and the mine showed a card that never lay there, also after a reload."""
    table.phones[1] = phone_view(hand_cards=HAND)
    assert "ghost chosen" in phone.get("/?do=place&hand=11&cell=5,0").text
    table.phones[1] = replace(over, hand_cards=HAND)
    mine = re.findall(r'<svg class="maze.*?</svg>', phone.get("/?do=place&hand=11&cell=5,0").text, re.S)
    assert mine == re.findall(r'<svg class="maze.*?</svg>', phone.get("/").text, re.S) != []


@pytest.mark.parametrize(("presence", "word"), [(Attendance.AWAY, "away"), (Attendance.LEFT, "has left")])
def test_while_all_look_at_their_roles_who_is_away_is_called_so_and_not_ready(host, phone, table, presence, word):
    """Beside the name stood a tick, and not far from it that he was not there."""
    view = TABLE_VIEWS["roles"]
    seats = tuple(
        replace(seat, ready=True, presence=presence if seat.seat == 2 else seat.presence) for seat in view.seats
    )
    table.table, table.phones = replace(view, seats=seats), {1: replace(PHONE_VIEWS["roles"], seats=seats, me=seats[1])}
    for page in (host.get("/table").text, phone.get("/").text):
        rows = [
            row
            for row in re.findall("<li.*?</li>", page, re.S)
            if re.search('<span class="sr">ready<|>away<|>has left<', row)
        ]
        of_him = [row for row in rows if f"<b>{view.seats[2].name}</b>" in row]
        assert of_him and len(rows) - len(of_him) == len(seats) - 1
        assert all(f">{word}<" in row and "ready" not in row for row in of_him)


def test_a_finished_round_names_everybodys_role(stranger, table):
    table.table = TABLE_VIEWS["round-over"]
    page = stranger.get("/table").text
    assert page.count("Gold miner") == 2 * 3 + 1 and page.count(">Saboteur<") == 2 * 2  # unmasked, and beside the gold
    assert "Left over: 1 gold miner." in page


def test_a_lost_round_says_where_the_gold_was(stranger, table, phone):
    table.table, table.phones[1] = TABLE_VIEWS["round-lost"], PHONE_VIEWS["round-lost"]
    for page in (stranger.get("/table").text, phone.get("/").text):
        assert "The gold was under the left goal (seen from the start). Left over: 1 gold miner." in page


def test_before_a_goal_is_turned_over_every_page_says_whose_press_it_is(stranger, table, phone, host):
    table.table, table.phones[1] = TABLE_VIEWS["goal-turn"], PHONE_VIEWS["goal-turn"]
    assert "/do/turn-goal" in phone.get("/").text and "/table/do/turn-goal" in host.get("/table").text
    assert "turn-goal" not in stranger.get("/table").text
    assert f"{TABLE.seats[1].name}, what’s under it?" in stranger.get("/table").text


def test_another_goal_than_the_named_one_is_drawn_as_it_was_seen(table, phone):
    host = create_app(table, WebConfig(8000)).test_client()
    host.set_cookie("host", "the-host")
    table.table, table.phones[1] = TABLE_VIEWS["goal-other"], PHONE_VIEWS["goal-other"]
    for page in (phone.get("/").text, host.get("/table").text):
        assert "The camera sees gold. It should be coal." in html.unescape(page)
        assert 'class="saw"' in page and "It’s right, the camera is wrong" in page
    assert "/table/do/use-printed-goals" in host.get("/table").text
    assert "use-printed-goals" not in phone.get("/").text


def test_shared_victory_is_said_of_both(stranger, table):
    table.table = TABLE_VIEWS["game-over"]
    assert "Ana and Chloé win together!" in stranger.get("/table").text


def test_markup_in_a_name_stays_a_name(stranger, table):
    table.table = replace(TABLE, seats=(replace(TABLE.seats[0], name='<b onclick="x">&'), *TABLE.seats[1:]))
    page = stranger.get("/table").text
    assert "<b onclick" not in page and "&lt;b onclick" in page


@pytest.mark.parametrize("problem", ["fallen", "undone"])
def test_a_card_to_be_taken_away_is_not_offered_to_be_laid(phone, table, problem):
    table.phones[1] = phone_view(proposals=(replace(PROPOSAL, problem=problem),))
    text = phone.get("/").text
    assert "Please remove this card" in text and "Done, it’s gone" in text
    assert 'name="key" value="0"' not in text


def test_a_refusal_is_spoken_once(host, table):
    """The place that notices come to speaks by itself; a second voice on the notice said everything twice."""
    table.outcome = Refusal("not_now")
    text = host.post("/table/do/new-game", {"seen": "41"}).text
    assert text.count('aria-live="assertive"') == 1
    assert 'class="notice" role' not in text and 'class="notice"' in text


@pytest.mark.parametrize("name", ["play", "goal-tell", "tell", "draft", "round-over"])
def test_in_a_pause_that_is_the_table_screens_headline(host, table, name):
    table.table = replace(TABLE_VIEWS[name], paused=True)
    headline = host.get("/table").text.split('data-key="turn"')[1].split("</section>")[0]
    assert "Pause" in headline and headline.count("<h1>") == 1


def test_a_question_about_a_card_that_may_not_lie_there_says_so_first(phone, table):
    table.phones[1] = phone_view(proposals=(PROPOSAL_ILLEGAL,))
    assert "That card doesn’t fit there" in phone.get("/").text


@pytest.mark.parametrize("held", [{"my_nuggets": ()}, {"my_nuggets": (3, 1)}, {"my_purse": 0}, {"my_purse": 2}])
def test_an_empty_purse_is_held_like_a_full_one(phone, table, held):
    table.phones[1] = phone_view(**{"my_nuggets": None, "my_purse": None} | held)
    assert 'data-key="purse"' in phone.get("/").text


@pytest.mark.parametrize("is_set", [True, False])
def test_a_set_seed_is_told_on_every_page(host, phone, table, is_set):
    for view in TABLE_VIEWS.values():
        table.table = replace(view, seed_is_set=is_set)
        assert ('id="set-seed"' in host.get("/table").text) == is_set
    for view in PHONE_VIEWS.values():
        table.phones[1] = replace(view, seed_is_set=is_set)
        assert ('id="set-seed"' in phone.get("/").text) == is_set
    for browser, path in ((host, "/table/nowhere"), (phone, "/nowhere"), (phone, "/rules"), (phone, "/how-to-play")):
        assert ('id="set-seed"' in browser.get(path).text) == is_set, path


def test_a_phone_is_told_to_draw_after_its_move_but_not_at_the_demo_table(phone, table):
    view = PHONE_VIEWS["wait"]
    table.phones = {1: replace(view, drew=1)}
    assert "Put your card down and draw a new one." in phone.get("/").text
    for other in (view, replace(view, drew=1, hand_cards=HAND), replace(PHONE_VIEWS["play"], drew=1)):
        table.phones = {1: other}
        assert 'data-key="drew"' not in phone.get("/").text


def test_gold_cards_and_loose_nuggets_are_told_apart_in_the_purse(phone, table):
    """Both were numbers in one line."""
    table.phones = {1: replace(PHONE_VIEWS["wait"], my_nuggets=(1, 3), my_purse=2)}
    page = phone.get("/").text
    assert "<b>6 nuggets</b>" in page
    assert "On your gold cards: 3 + 1" in page and "Without a card: 2 nuggets" in page


def test_the_demo_says_that_a_real_table_has_printed_cards(host, phone, table):
    said = Speech("en")("demo.about")
    table.table, table.phones = TABLE_VIEWS["lobby"], {1: PHONE_VIEWS["lobby"]}
    assert said in host.get("/table").text and said in phone.get("/").text


def test_the_table_says_where_everybody_looks_that_the_camera_is_lost(host, table):
    table.table = replace(TABLE_VIEWS["play"], camera=m.CameraView("lost"))
    assert 'data-key="camera-lost"' in host.get("/table").text
    table.table = TABLE_VIEWS["play"]
    assert 'data-key="camera-lost"' not in host.get("/table").text
