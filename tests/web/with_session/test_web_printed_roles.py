"""A table with printed dwarves, goals and gold, on its pages: what people do themselves, and what was pressed wrong."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pytest
from sample_browser import HERE, Browser

from companion.editions.cards import GoalKind
from companion.live.session import Session
from companion.live.tokens import Joined, SeatAsked
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state.commands import ByTable, Supply
from companion.views.model import TableViewer
from web.language import Speech, languages

IF = {"de": "Ist Ana", "en": " if ", "es": " si ", "fr": " si ", "it": " se ", "pt": " se "}
NAMES = ("Ana", "Bo", "Cleo", "Dora", "Eva", "Finn")


def sit_down(
    table: Session,
    browser: Callable[..., Browser],
    gold: Supply,
    edition: str = "revised",
    players: int = 3,
    options: tuple[tuple[str, str], ...] = (),
) -> tuple[Browser, ...]:
    """A phone each; dwarves and goals are printed."""
    joined = [table.join(name) for name in NAMES[:players]]
    phones = tuple(browser(seat=one.token) for one in joined if isinstance(one, Joined))
    table.submit(ByTable(), c.Configure(edition, options=options, roles=Supply.CARDS, goals=Supply.CARDS, gold=gold))
    table.submit(ByTable(), c.StartGame(0))
    return phones


@pytest.mark.parametrize("language", list(languages()))
def test_after_a_round_of_printed_dwarves_the_table_is_told_to_turn_them_up_and_nobody_reads_as_a_winner(
    table, browser, language
):
    """Only the gold was spoken of, and below "The saboteurs win!" stood everybody who played."""
    ana, *_ = sit_down(table, browser, Supply.CARDS)
    table.submit(ByTable(), c.EndRound(forced=True))
    for who, path in ((ana, "/"), (browser(host=table.host_token()), "/table")):
        who.client.set_cookie("lang", language, domain=HERE.split("/")[2].split(":")[0])
        result = html.unescape(who.get(path).text).partition('data-key="result"')[2].partition("</section>")[0]
        assert 0 < result.find(Speech(language)("result.turn_up")) < result.find(Speech(language)("result.share_cards"))
        assert 'class="scores"' not in result and not any(name in result for name in NAMES[:3])
    for _ in (2, 3):
        table.submit(ByTable(), c.NextRound())
        table.submit(ByTable(), c.EndRound(forced=True))
    table.submit(ByTable(), c.NextRound())
    result = ana.get("/").text.partition('data-key="result"')[2].partition("</section>")[0]
    assert table.view(TableViewer()).tell_gold and result and 'class="scores"' not in result
    assert Speech(language)("result.turn_up") not in html.unescape(result)


def test_dwarves_that_the_app_has_dealt_or_that_were_told_are_not_to_be_turned_up(table, browser):
    ana, *_ = sit_down(table, browser, Supply.APP)
    table.submit(ByTable(), c.EndRound(forced=True))
    for seat, role in enumerate(("miner", "saboteur", "miner")):
        table.submit(ByTable(), c.TellRole(seat, role))
    table.submit(ByTable(), c.AgreeRoles())
    page = html.unescape(ana.get("/").text)
    assert 'class="scores"' in page and Speech("en")("result.turn_up") not in page


def test_gold_pressed_by_mistake_is_taken_back_on_the_phone_and_on_the_table_screen(table, browser):
    ana, _, _ = sit_down(table, browser, Supply.CARDS)
    screen = browser(host=table.host_token())
    for x in range(1, 8):
        table.submit(ByTable(), c.PlacePath(Cell(x, 0), Face.parse("EW")))
    for presses, path in ((ana, "/"), (screen, "/table"), (screen, "/table?do=fix")):
        ana.post("/do/tell-goal", {"cell": "8,0", "kind": "gold", "face": "NESW", "seen": str(table.version)})
        assert table.view(TableViewer()).stage == "round_over"
        undo = "/undo" if presses is ana else "/table/undo"
        assert f'action="{undo}"' in presses.get(path).text
        presses.post(undo, {"seen": str(table.version)})
        assert table.view(TableViewer()).stage == "goal"


def test_who_has_told_a_wrong_role_tells_it_again_until_somebody_says_that_it_was_so(table, browser):
    ana, bo, cleo = sit_down(table, browser, Supply.APP)
    screen = browser(host=table.host_token())
    table.submit(ByTable(), c.EndRound(forced=True))

    def tells(who: Browser, seat: int, role: str) -> int:
        form = {"seat": str(seat), "role": role, "seen": str(table.version)}
        return who.post("/table/do/tell-role" if who is screen else "/do/tell-role", form).status_code

    assert questions(screen, "/table") == ["role-0", "role-1", "role-2"]
    assert (tells(ana, 0, "saboteur"), tells(bo, 1, "saboteur")) == (303, 409)  # of three players one at most
    assert questions(screen, "/table") == ["role-1", "role-2", "again-0"]
    assert (questions(ana, "/"), questions(bo, "/")) == (["again-0"], ["role-1"])
    assert not table.view(TableViewer()).offers.undo  # a dwarf was turned over: nobody plays on
    assert tells(ana, 0, "miner") == 303
    assert questions(screen, "/table") == ["role-1", "role-2", "again-0"]
    assert (tells(screen, 1, "miner"), tells(screen, 1, "saboteur"), tells(cleo, 2, "miner")) == (303, 303, 303)
    assert questions(screen, "/table") == ["again-0", "again-1", "again-2"]
    assert (tells(bo, 1, "miner"), tells(cleo, 2, "saboteur")) == (303, 303)
    for who, path, verb in ((screen, "/table", "/table/do/agree-roles"), (cleo, "/", "/do/agree-roles")):
        page = who.get(path).text
        assert "Is that right?" in page and f'action="{verb}"' in page and 'data-key="unmasked"' in page
    assert "agree-roles" not in browser().get("/table").text  # nobody's phone, and not the host's screen
    assert cleo.post("/do/agree-roles", {"seen": str(table.version)}).status_code == 303
    assert [seat.role for seat in table.view(TableViewer()).seats] == ["miner", "miner", "saboteur"]
    assert questions(screen, "/table") == questions(ana, "/") == []
    assert "agree-roles" not in screen.get("/table").text + ana.get("/").text


def test_before_all_have_told_no_page_asks_whether_it_was_so(table, browser):
    ana, bo, _ = sit_down(table, browser, Supply.APP)
    table.submit(ByTable(), c.EndRound(forced=True))
    for seat in (0, 1):
        table.submit(ByTable(), c.TellRole(seat, "miner"))
    screen = browser(host=table.host_token())
    assert "agree-roles" not in screen.get("/table").text + ana.get("/").text
    assert 'data-key="unmasked"' not in bo.get("/").text
    assert ana.post("/do/agree-roles", {"seen": str(table.version)}).status_code == 409


def questions(browser: Browser, path: str) -> list[str]:
    return re.findall(r'data-key="tell-(\w+-\d)', browser.get(path).text)


def test_whoever_takes_a_seat_over_has_its_printed_dwarf_before_him_and_no_page_speaks_of_a_role_to_be_seen(
    table, browser
):
    sit_down(table, browser, Supply.CARDS)
    screen = browser(host=table.host_token())
    table.release(ByTable(), 1)
    asked = table.join("Gil", seat=1)
    assert isinstance(asked, SeatAsked)
    gil = browser(seat=asked.token)
    for page in (screen.get("/table").text, gil.get("/").text):
        assert (
            "Let them in" in page
            and "will see this player’s role" not in page
            and "will see the role dealt" not in page
        )
    screen.post("/table/admit", {"key": "1", "yes": "1"})
    page = gil.get("/").text
    assert "Look at your role card" in page
    assert "You haven’t looked at your role" not in page and 'action="/do/role-seen"' not in page


def test_before_the_first_turn_nobody_is_asked_whether_he_has_looked_at_his_printed_dwarf(table, browser):
    ana, *_ = sit_down(table, browser, Supply.CARDS, "tournament", players=6)
    assert table.view(TableViewer()).stage == "ask"  # for the card half-way
    assert "Look at your role card" in ana.get("/").text
    assert 'action="/do/role-seen"' not in ana.get("/").text


def test_with_printed_goals_the_map_says_to_lift_the_card(table, browser):
    ana, *_ = sit_down(table, browser, Supply.CARDS)
    assert "Lift the card on the table and look" in ana.get("/?do=map").text
    assert "Only you will see it, once" not in ana.get("/?do=map").text


@pytest.mark.parametrize("nuggets", [1, 3])
@pytest.mark.parametrize("language", list(languages()))
def test_what_a_miner_gets_for_the_last_card_is_a_condition_and_says_of_nobody_that_he_is_one(language, nuggets):
    """The app does not know it: "bekommt als Goldsucher" unmasked him."""
    text = Speech(language).many("account.completer_if_miner", nuggets, seat="Ana", nuggets=str(nuggets))
    assert IF[language] in text


def test_who_gets_his_nuggets_for_the_last_card_whoever_he_is_is_named_among_the_sums_and_not_again_below(
    table, browser
):
    """Below it stood once more, as if no greedy dwarf could change it."""
    ana, *_ = sit_down(table, browser, Supply.CARDS, "tournament", 5, (("completer_whoever", "true"),))
    table.submit(ByTable(), c.LayMidway(Face.parse("EW")))
    for x in (1, 2, 3, 5, 6, 7):
        table.submit(ByTable(), c.PlacePath(Cell(x, 0), Face.parse("EW")))
    table.submit(ByTable(), c.TellGoal(Cell(8, 0), GoalKind.GOLD, Face.parse("NESW")))
    page = ana.get("/").text
    lead = page.partition('<p class="lead">')[2].partition("</p>")[0]
    assert (
        "Each miner gets 2 nuggets. Ana reached the gold, so they get 3 nuggets, whether miner or saboteur. "
        "But if Ana is the greedy dwarf, they get 4 nuggets and nobody else gets any."
    ) in lead
    assert 'class="account"' not in page


def test_of_two_stones_told_the_wrong_way_round_the_page_says_which_to_put_right_and_the_table_does(table, browser):
    """It said that there is no such card in the box, and the second stone could not be told."""
    ana, bo, _ = sit_down(table, browser, Supply.CARDS)
    screen = browser(host=table.host_token())
    for x in range(1, 7):
        table.submit(ByTable(), c.PlacePath(Cell(x, 0), Face.parse("EW")))
    table.submit(ByTable(), c.PlacePath(Cell(7, 0), Face.parse("NEW")))

    def tells(who: Browser, y: int, face: str) -> str:
        form = {"cell": f"8,{y}", "kind": "coal", "face": face, "seen": str(table.version)}
        return who.post("/do/tell-goal", form).text

    tells(ana, 0, "NW")
    table.submit(ByTable(), c.PlacePath(Cell(8, -1), Face.parse("NSW"), forced=True))
    refusal = tells(bo, -2, "ES")
    assert "You’ve already said that card is the middle goal. If that’s wrong, change the middle goal first" in refusal
    assert 'href="/table?do=fix-cell&amp;cell=8%2C0"' in screen.get("/table?do=fix-cell").text
    page = screen.get("/table?do=fix-cell&cell=8,0").text
    assert 'name="empty"' not in page  # a goal is not taken away
    assert set(re.findall(r'name="face" value="(\w+)"', page.partition('action="/table/cell" class="palette"')[2])) == {
        "NW", "ES", "NE", "SW",
    }  # fmt: skip
    screen.post("/table/cell", {"cell": "8,0", "face": "SW", "seen": str(table.version)})
    tells(bo, -2, "ES")
    stones = {card.cell.y: card.face for card in table.view(TableViewer()).maze.cards if card.goal == "coal"}
    assert (stones, table.view(TableViewer()).stage) == ({0: "SW", -2: "ES"}, "play")
