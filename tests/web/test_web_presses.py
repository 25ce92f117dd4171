"""A press becomes a command with an id and the version it saw; a refusal becomes a sentence."""

from __future__ import annotations

import html
import re
from dataclasses import replace

import card_words as w
import pytest
from sample_browser import HERE
from sample_views import NAMES, PROPOSAL, TABLE_VIEWS
from sample_views import phone as phone_view

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state.refusals import Refusal
from companion.views.model import OffersView
from web.language import Speech, languages

CASES = [
    ("place", {"cell": "5,0", "face": "SN"}, c.PlacePath(Cell(5, 0), Face.parse("NS"))),
    ("place", {"cell": "5,-1", "face": "E|W", "forced": "1"}, c.PlacePath(Cell(5, -1), Face.parse("E|W"), forced=True)),
    ("break", {"target": "3:lamp"}, w.BreakTool(3, c.Tool.LAMP)),
    ("repair", {"target": "1:cart"}, w.RepairTool(1, c.Tool.CART)),
    ("rockfall", {"cell": "2,1"}, w.Rockfall(Cell(2, 1))),
    ("map", {"cell": "8,-2"}, w.UseMap(Cell(8, -2))),
    ("close-peek", {}, c.ClosePeek()),
    ("pass", {"discards": "0"}, c.Pass(0)),
    ("role-seen", {}, c.RoleSeen()),
    ("turn-goal", {"cell": "8,0"}, c.TurnGoal(Cell(8, 0))),
    ("choose-goal", {"cell": "8,0"}, c.ChooseGoal(Cell(8, 0))),
    ("lay-goal", {"cell": "8,0", "turned": "1"}, c.LayGoal(Cell(8, 0), turned=True)),
    (
        "tell-goal",
        {"cell": "8,0", "kind": "coal", "face": "NW"},
        c.TellGoal(Cell(8, 0), c.GoalKind.COAL, Face.parse("NW")),
    ),
    ("end-round", {}, c.EndRound()),
    ("tell-role", {"seat": "1", "role": "miner"}, c.TellRole(1, "miner")),
    ("agree-roles", {}, c.AgreeRoles()),
    ("take-gold", {"index": "2"}, c.TakeGold(2)),
    ("tell-gold", {"seat": "1", "nuggets": "7"}, c.TellGold(1, 7)),
    ("see-result", {}, c.SeeResult()),
]
HOST_CASES = [
    ("configure",
     {"edition": "bga", "module": ["old-mine", "new-mine"], "roles": "cards", "goals": "app", "gold": "cards"},
     c.Configure("bga", ("old-mine", "new-mine"), (), c.Supply.CARDS, c.Supply.APP, c.Supply.CARDS)),
    ("add-seat", {"name": " Ana  María "}, c.AddSeat("Ana María")),
    ("add-seat", {"name": "Robo", "unnamed": "Ada", "simulated": "1"}, c.AddSeat("Robo", simulated=True)),
    ("add-seat", {"name": "", "unnamed": "Ada", "simulated": "1"}, c.AddSeat("Ada", simulated=True)),
    ("add-seat", {"name": "", "unnamed": "Ada"}, c.AddSeat("")),
    ("rename", {"seat": "2", "name": "Zoé"}, c.RenameSeat(2, "Zoé")),
    ("remove", {"seat": "2"}, c.RemoveSeat(2)),
    ("remove", {"seat": "2", "forced": "1"}, c.RemoveSeat(2, forced=True)),
    ("move", {"seat": "2", "to": "1"}, c.MoveSeat(2, 1)),
    ("seating", {"on": "1"}, c.SetSeating(True)),
    ("seating", {"on": "0"}, c.SetSeating(False)),
    ("sit-next", {"seat": "2"}, c.SitNext(2)),
    ("take-over", {"seat": "2", "simulated": "1", "name": "Zoé"}, c.TakeOverSeat(2, True, "Zoé")),
    ("start", {"starter": "3"}, c.StartGame(3, at_table=True)),
    ("begin-play", {}, c.BeginPlay()),
    ("new-game", {}, c.NewGame()),
    ("set-turn", {"seat": "4"}, c.SetTurn(4)),
    ("set-pile", {"cards": "12"}, c.SetPile(12)),
    ("set-hand", {"seat": "0", "cards": "5"}, c.SetHand(0, 5)),
    ("set-tools", {"seat": "0", "tool": ["cart", "lamp"]}, c.SetTools(0, (c.Tool.LAMP, c.Tool.CART))),
    ("set-tools", {"seat": "0"}, c.SetTools(0, ())),
]  # fmt: skip


@pytest.mark.parametrize(("verb", "form", "command"), CASES, ids=[f"{case[0]}-{i}" for i, case in enumerate(CASES)])
def test_a_players_press_is_the_command_it_looks_like(phone, table, verb, form, command):
    answer = phone.post(f"/do/{verb}", {**form, "seen": "41", "cid": "abc-1"})
    assert (answer.status_code, answer.location) == (303, "/")
    assert table.asked == [("submit", c.BySeat(1), command, {"command_id": "seat1.abc-1", "seen": 41})]


@pytest.mark.parametrize(("verb", "form", "command"), HOST_CASES, ids=[f"{x[0]}-{i}" for i, x in enumerate(HOST_CASES)])
def test_a_hosts_press_is_the_command_it_looks_like(host, table, verb, form, command):
    answer = host.post(f"/table/do/{verb}", {**form, "seen": "41", "cid": "abc-1"})
    assert (answer.status_code, answer.location) == (303, "/table")
    assert table.asked == [("submit", c.ByTable(), command, {"command_id": "table.abc-1", "seen": 41})]


@pytest.mark.parametrize("verb", ["configure", "set-pile", "start", "nothing"])
def test_a_player_has_no_host_commands(phone, table, verb):
    assert phone.post(f"/do/{verb}", {"cards": "1", "starter": "1"}).status_code == 404
    assert table.asked == []


@pytest.mark.parametrize("verb", ["map", "close-peek", "take-gold", "role-seen"])
def test_what_shows_a_secret_is_pressed_on_a_phone_only(host, table, verb):
    assert host.post(f"/table/do/{verb}", {"cell": "8,0", "index": "0"}).status_code == 404
    assert table.asked == []


def test_without_script_the_same_press_of_the_same_page_has_one_id(phone, table):
    for form in ({"discards": "1", "seen": "41"}, {"discards": "1", "seen": "41"}, {"discards": "1", "seen": "42"}):
        phone.post("/do/pass", form)
    first, again, later = (call[-1]["command_id"] for call in table.asked)
    assert first == again != later


def test_an_id_that_is_no_id_is_not_kept(phone, table):
    phone.post("/do/pass", {"discards": "1", "cid": "x" * 5000})
    assert len(table.asked[0][-1]["command_id"]) < 80


def test_two_seats_cannot_use_up_each_others_ids(browser, table):
    table.tokens["token-of-zero"], table.phones[0] = 0, phone_view(0)
    for token in ("token-of-one", "token-of-zero"):
        browser(seat=token).post("/do/pass", {"discards": "1", "cid": "same"})
    assert table.asked[0][-1]["command_id"] != table.asked[1][-1]["command_id"]


def test_a_stale_press_is_explained_beside_the_page_as_it_is_now(phone, table):
    table.outcome = Refusal("stale")
    answer = phone.post("/do/break?do=break", {"target": "3:lamp", "seen": "12"})
    assert answer.status_code == 409
    assert "Something changed. Check and try again." in answer.text
    assert 'data-version="41"' in answer.text


def test_a_refused_card_shows_why_and_where(phone, table):
    table.outcome = Refusal("illegal_placement", {}, ("edge_mismatch", "not_connected"), Cell(5, 0))
    page = phone.post("/do/place", {"cell": "5,0", "face": "ES", "seen": "41", "cid": "one"}).text
    assert "The tunnels don’t match the cards next to it." in page
    assert "No tunnel connects it to the start." in page
    assert 'class="wrong"' in page
    assert 'name="forced"' not in page


def test_what_the_rules_refuse_can_be_done_all_the_same_where_the_table_agrees(host, table):
    table.outcome = Refusal("pile_not_empty", {"cards": 3}, can_force=True)
    page = host.post("/table/do/end-round", {"seen": "41", "cid": "one"}).text
    notice = page.split('id="notice"')[1].split("<main")[0]
    for field in ('action="/table/do/end-round"', 'name="forced" value="1"'):
        assert field in notice
    assert "cid" not in notice  # another press, another id


@pytest.mark.parametrize("code", ["pile_not_empty", "hands_not_empty"])
@pytest.mark.parametrize("language", list(languages()))
def test_who_ends_a_round_that_has_cards_left_is_asked_a_question_with_a_button_of_its_own(host, table, language, code):
    """It said only how many cards there were still."""
    table.outcome, say = Refusal(code, {"cards": 49}, can_force=True), Speech(language)
    host.client.set_cookie("lang", language, domain=HERE.split("/")[2].split(":")[0])
    page = host.post("/table/do/end-round", {"seen": "41"}).text
    asked = html.unescape(page.partition('<section class="notice">')[2].partition("</section>")[0])
    assert re.search(r"49 .*\?</strong>", asked)
    assert say(f"button.force.{code}") in asked and say("button.force") not in asked


def test_names_cannot_bring_markup_into_a_sentence(phone, table):
    table.outcome = Refusal("names_taken", {"name": "<script>alert(1)</script>"})
    assert "<script>alert" not in phone.post("/do/pass", {"discards": "1"}).text


def test_a_player_answers_what_the_camera_asked(phone, table):
    phone.post("/review/answer", {"proposal": "p7", "key": "1", "seen": "41", "cid": "a"})
    phone.post("/review/answer", {"proposal": "p7", "key": "", "seen": "41", "cid": "b"})
    phone.post("/review/answer", {"proposal": "p7", "key": "2", "forced": "1", "seen": "41", "cid": "c"})
    named = {"seen": 41}
    assert table.asked == [
        ("answer", c.BySeat(1), "p7", 1, {**named, "forced": False, "command_id": "seat1.a"}),
        ("answer", c.BySeat(1), "p7", None, {**named, "forced": False, "command_id": "seat1.b"}),
        ("answer", c.BySeat(1), "p7", 2, {**named, "forced": True, "command_id": "seat1.c"}),
    ]


def test_it_was_another_card(host, table):
    host.post("/table/review/correct", {"proposal": "p7", "cell": "5,0", "face": "EW", "seen": "41", "cid": "a"})
    assert table.asked[0][:5] == ("correct", c.ByTable(), "p7", Cell(5, 0), Face.parse("EW"))


def test_the_question_shows_legal_cards_first_and_the_others_only_with_the_tables_consent(host, phone, table):
    table.phones[1], table.table = (
        phone_view(proposals=(PROPOSAL,)),
        replace(TABLE_VIEWS["play"], proposals=(PROPOSAL,)),
    )
    agreed, told = "Allow it anyway (everyone agrees)", "Does everyone agree to it?"
    asked, _, forced = host.get("/table").text.partition(agreed)
    assert 'name="key" value="0"' in asked and 'name="key" value="2"' not in asked
    assert 'name="key" value="2"' in forced and told not in asked + forced
    page = phone.get("/").text  # nobody agrees alone
    assert 'name="key" value="0"' in page and 'name="key" value="2"' not in page
    assert agreed not in page and page.count(told) == 1


def test_a_card_from_the_demo_hand_is_laid_by_the_app(phone, table):
    phone.post("/hand/lay", {"hand": "11", "cell": "5,0", "turned": "1", "seen": "41", "cid": "a"})
    named = {"turned": True, "command_id": "seat1.a", "seen": 41}
    assert table.asked == [("lay_from_hand", c.BySeat(1), 11, Cell(5, 0), named)]


def test_a_card_of_the_demo_hand_is_thrown_away_by_name(phone, table):
    phone.post("/hand/discard", {"hand": "12", "seen": "41", "cid": "a"})
    assert table.asked == [("discard_from_hand", c.BySeat(1), (12,), {"command_id": "seat1.a", "seen": 41})]


def test_undo_and_resync_are_the_hosts(host, table):
    host.post("/table/undo", {"seen": "41", "cid": "a"})
    host.post("/table/resync", {"seen": "41", "cid": "b"})
    assert [call[0] for call in table.asked] == ["undo", "camera", "resync"]


def test_a_misread_card_is_amended_where_it_was_laid(host, table):
    host.post("/table/cell", {"cell": "5,-2", "face": "NS", "seen": "41", "cid": "a"})
    assert table.asked[0][:4] == ("amend", c.ByTable(), 19, Face.parse("NS"))


def test_a_card_that_nobody_saw_being_laid_is_put_right_with_all_others_kept(host, table):
    host.post("/table/cell", {"cell": "6,2", "empty": "1", "seen": "41", "cid": "a"})
    command = table.asked[0][2]
    assert isinstance(command, c.Resync)
    shown = {card.cell for card in TABLE_VIEWS["play"].maze.cards}
    assert {card.cell for card in command.cards} == shown - {Cell(6, 2)}


def test_a_freed_seat_is_asked_of_the_session(host, table):
    host.post("/table/release", {"seat": "1", "seen": "41", "cid": "a"})
    host.post("/table/release", {"seat": "1", "seen": "42", "cid": "b", "forced": "1"})
    said = [(False, "table.a", 41), (True, "table.b", 42)]
    how = [{"forced": forced, "command_id": press, "seen": seen} for forced, press, seen in said]
    assert table.asked == [("release", c.ByTable(), 1, one) for one in how]


@pytest.mark.parametrize("language", list(languages()))
@pytest.mark.parametrize(
    ("code", "path"), [("phone_is_there", "/table/release?do=fix-phones"), ("guest_is_there", "/table/do/remove")]
)
def test_whether_a_connected_phone_is_replaced_or_taken_off_the_list_is_asked_in_words_of_its_own(
    host, table, code, path, language
):
    table.outcome, say = Refusal(code, {"seat": 2}, can_force=True), Speech(language)
    host.client.set_cookie("lang", language, domain=HERE.split("/")[2].split(":")[0])
    page = host.post(path, {"seat": "2", "seen": "41"}).text
    asked = html.unescape(page.partition('<section class="notice">')[2].partition("</section>")[0])
    assert say(f"refusal.{code}", seat=NAMES[2]) in asked and NAMES[2] in asked and "?" in asked
    assert say(f"button.force.{code}") in asked and say("button.force") not in asked
    assert '<input type="hidden" name="seat" value="2">' in asked and 'name="forced" value="1"' in asked
    assert '<input type="hidden" name="seat" value="2">' in asked and 'name="forced" value="1"' in asked


def test_the_language_is_kept_by_the_phone_that_chose_it(phone):
    answer = phone.post("/language", {"language": "es"})
    assert "lang=es" in answer.headers["Set-Cookie"]
    phone.client.set_cookie("lang", "es", domain=HERE.split("/")[2].split(":")[0])
    assert "¡Te toca!" in phone.get("/").text


def test_a_phone_offers_to_take_back_its_own_move_and_nothing_else(phone, table):
    assert 'action="/undo"' not in phone.get("/").text
    table.phones[1] = phone_view(offers=OffersView(undo=True))
    assert 'action="/undo"' in phone.get("/").text
    assert phone.post("/undo", {"seen": "41"}).status_code == 303
    assert table.asked[-1][:2] == ("undo", c.BySeat(1))


def test_a_lot_decides_who_begins_where_nobody_knows_who_is_youngest(host, table):
    """Once an evening is enough to ask for the youngest."""
    began = set()
    for _ in range(60):
        table.asked.clear()
        host.post("/table/do/start", {"seen": "41", "anybody": "5"})
        began.add(table.asked[0][2].starter)
    assert began == set(range(5))
