"""A host, two guests and a table that is filmed: it is set, and the next round begins with old cards lying there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from card_night import Deal, straight
from filmed_night import FilmedNight

from companion.maze.geometry import GOAL_CELLS, Cell
from companion.state import commands as c
from companion.views.model import Stage

pytestmark = pytest.mark.browser
DEAL = Deal(("miner", "miner", "saboteur"), (), ("coal", "gold", "coal"))
OLD_WAY = straight(1, 7)  # it would reach the goal in the middle


@pytest.fixture
def night(chromium: object, tmp_path: Path) -> Iterator[FilmedNight]:
    made = FilmedNight(chromium, tmp_path / "night", DEAL, players=3)
    yield made
    made.close()


def test_two_rounds_begin_on_a_filmed_table_and_no_page_tells_a_goal(night: FilmedNight) -> None:
    film, screen, ben = night.film, night.table(), night.phone(1)
    night.until(lambda: night.view().camera.state != "starting")
    screen.press("label.chip:has(input[name=starter][value='0'])")
    screen.press("form.start button.primary")

    # round one: nothing lies there, then card after card
    screen.has("[data-key=setting-stage]")
    screen.sees("The camera doesn’t see the start card yet.")
    assert not screen.shows("text=The camera sees the table")
    assert "Start anyway" in screen.page.inner_text("form[action$='/set-table']")
    ben.has("[data-key=setting]")
    assert not ben.shows("[data-hold=role]") and "role-seen" not in ben.raw()
    night.pictures("1-empty")
    film.lay_start()
    film.lay_goals(*GOAL_CELLS[:2])
    screen.sees("2 goal cards seen")
    screen.has("[data-key=line-start].done")
    night.pictures("2-two-goals")
    screen.press("[data-key=line-deal] button")
    ben.has("[data-key=line-deal].done")
    film.lay_goals(GOAL_CELLS[2])
    screen.has("[data-key=roles-stage]")  # nobody has pressed
    ben.has("[data-hold=role]")
    night.pictures("3-set")
    begin_to_dig(night)
    for card in OLD_WAY[:2]:
        film.lay(card)
        night.until(lambda card=card: lies(night, *card[:2]))
    assert night.goals_shown() == set()

    # it ends without gold; while the old mine lies there, and grows, the next round is begun
    night.table_does(c.EndRound(forced=True))
    while night.view().stage is Stage.DRAFT:
        night.do(night.view().waiting_for[0], c.TakeGold(0))
    film.lay(*OLD_WAY[2:])
    screen.press("form[action$='/next-round'] button")
    screen.sees("7 cards still lie there")
    screen.has("[data-key=old-cards]")
    screen.has("[data-key=line-collect]:not(.done)")
    assert not screen.page.locator("form[action='/table/resync'] button").is_visible()  # it lies in a fold
    assert night.goals_shown() == set()
    night.pictures("4-old-cards")

    # a hurried host begins anyway: the old mine is no part of the round
    screen.press("form[action$='/set-table'] button")
    begin_to_dig(night)
    screen.sees("Old cards are still on the table")
    assert not screen.page.locator("text=Use what lies here").is_visible()
    assert not any(lies(night, x, y) for x, y, _ in OLD_WAY) and night.goals_shown() == set()
    night.pictures("5-anyway")
    film.take(*((x, y) for x, y, _ in OLD_WAY))
    screen.lacks("text=Old cards are still on the table")
    film.lay(OLD_WAY[0])
    night.until(lambda: lies(night, 1, 0))
    assert night.goals_shown() == set()
    night.pictures("6-new-card")

    # the list can be read again
    screen.page.goto(f"{night.url}/table/how-to-play")
    screen.page.locator("a[href='/table?do=prepare']").click()
    screen.has("[data-key=set-again]")
    night.pictures("7-list-again")
    assert night.complaints() == []


def test_the_next_round_begins_by_itself_once_the_old_cards_are_collected(night: FilmedNight) -> None:
    film, screen = night.film, night.table()
    film.lay_start()
    film.lay_goals()
    night.table_does(c.StartGame(0, at_table=True))
    screen.has("[data-key=roles-stage]")
    begin_to_dig(night)
    film.lay(*OLD_WAY[:1])
    night.until(lambda: lies(night, 1, 0))
    night.table_does(c.EndRound(forced=True))
    while night.view().stage is Stage.DRAFT:
        night.do(night.view().waiting_for[0], c.TakeGold(0))
    screen.press("form[action$='/next-round'] button")
    screen.sees("1 card still lies there")
    film.take((1, 0))
    screen.has("[data-key=roles-stage]")
    assert night.goals_shown() == set()


def begin_to_dig(night: FilmedNight) -> None:
    for seat in range(3):
        night.do(seat, c.RoleSeen())
    assert night.view().stage is Stage.PLAY


def lies(night: FilmedNight, x: int, y: int) -> bool:
    """In the game's mine."""
    maze = night.view().maze
    return maze is not None and any(card.cell == Cell(x, y) for card in maze.cards)
