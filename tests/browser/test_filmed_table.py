"""A host, two guests and a table that is filmed: it is set, goals are reached and other cards laid there, and the next
round begins with old cards lying there. With CARD_NIGHT_PICTURES=FOLDER in the environment there are pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from card_night import Deal, straight
from card_phones import Phone
from filmed_night import FilmedNight

from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, Cell
from companion.state import commands as c
from companion.views.model import Stage

pytestmark = [pytest.mark.browser, pytest.mark.slow]
DEAL = Deal(("miner", "miner", "saboteur"), (), ("coal", "gold", "coal"))
OLD_WAY = straight(1, 7)  # it would reach the goal in the middle
WAY = tuple((x, 0, "NESW" if x % 2 else "EW") for x in range(1, 8))  # so does this, of cards as many as a box has
UP = ((7, -1, "NESW"), (7, -2, "ES"))  # from its end to the goal at the top
TOP, MIDDLE = GOAL_CELLS[:2]
GOLD = Face.parse("NESW")
OTHER_CARD = "The camera sees gold. It should be coal."
TURN_OVER, NEXT_ROUND = (f"form[action$='/{verb}'] button" for verb in ("turn-goal", "next-round"))
TOLD_IN_THE_MINE = ".maze-box .coal-heap"


@pytest.fixture
def filmed(chromium: object, tmp_path: Path) -> Iterator[Callable[[Deal], FilmedNight]]:
    nights: list[FilmedNight] = []

    def begin(deal: Deal) -> FilmedNight:
        nights.append(FilmedNight(chromium, tmp_path / "night", deal, players=3))
        return nights[-1]

    yield begin
    for one in nights:
        one.close()


@pytest.fixture
def night(filmed: Callable[[Deal], FilmedNight]) -> FilmedNight:
    return filmed(DEAL)


def test_two_rounds_begin_on_a_filmed_table_and_no_page_tells_a_goal(night: FilmedNight) -> None:
    film, screen, ben = night.film, night.table(), night.phone(1)
    night.until(lambda: night.view().camera.state != "starting")
    screen.press("label.chip:has(input[name=starter][value='0'])")
    screen.press("form.start button.primary")

    # round one: nothing lies there, then card after card
    screen.has("[data-key=setting-stage]")
    screen.sees("The camera is waiting for the start card.")
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
    end_round(night)
    film.lay(*OLD_WAY[2:])
    screen.press(NEXT_ROUND)
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
    assert not screen.page.locator("text=Use the cards that are already there").is_visible()
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
    end_round(night)
    screen.press(NEXT_ROUND)
    screen.sees("1 card still lies there")
    film.take((1, 0))
    screen.has("[data-key=roles-stage]")
    assert night.goals_shown() == set()


def test_no_page_tells_a_goal_before_it_is_turned_over_and_another_card_there_has_three_ways_on(
    filmed: Callable[[Deal], FilmedNight],
) -> None:
    night = filmed(Deal(DEAL.roles, (), ("coal", "coal", "gold")))
    film, screen, ana, cleo = night.film, night.table(), night.phone(0), night.phone(2)

    # round one was begun before anybody started the app: the table says so, in a fold
    film.lay_start()
    film.lay_goals()
    film.lay(*WAY[:6])
    night.table_does(c.StartGame(0, at_table=True))
    screen.sees("6 cards still lie there")
    screen.page.locator("[data-key=amid] summary").click()
    night.pictures("goal-1-amid-a-round")
    screen.press("form[action='/table/resync'] button")
    screen.has("[data-key=roles-stage]")
    begin_to_dig(night)

    # Ana reaches the middle goal, which waits until she turns it over
    reach(night, WAY[6])
    ana.has(TURN_OVER)
    assert night.goals_shown() == set() and not cleo.shows(TURN_OVER)
    night.pictures("goal-2-reached")
    coal = turned_over(night, ana)
    night.pictures("goal-3-lay-it")

    # another card than the named one is laid there, and then the named one
    film.turn(MIDDLE, GOLD, "gold")
    screen.sees(OTHER_CARD)
    ana.sees(OTHER_CARD)
    assert not cleo.shows(f"text={OTHER_CARD}")
    night.pictures("goal-4-another-card")
    film.turn(MIDDLE, coal, "coal")
    night.until(lambda: night.view().stage is Stage.PLAY)
    ana.lacks("[data-key=goal]")
    night.pictures("goal-5-laid")

    # Cleo reaches the next one, and says that the named card lies there, as it was read wrongly
    film.lay(UP[0])
    night.until(lambda: lies(night, *UP[0][:2]))
    reach(night, UP[1])
    cleo.has(TURN_OVER)
    assert all(one.page.locator(TOLD_IN_THE_MINE).count() == 1 for one in night.screens)
    turned_over(night, cleo)
    film.turn(TOP, GOLD, "gold")
    cleo.press("form[action='/review/answer'] button[name=key]:not([value=''])")
    night.until(lambda: night.view().stage is Stage.PLAY)
    screen.lacks(f"text={OTHER_CARD}")
    night.pictures("goal-6-read-wrongly")

    # the next round is begun while all of it lies there; then it is collected
    end_round(night)
    screen.press(NEXT_ROUND)
    screen.sees("11 cards still lie there")
    cleo.has("[data-key=setting]")
    assert night.goals_shown() == set()
    night.pictures("goal-7-next-round")
    film.take(*((x, y) for x, y, _ in (*WAY, *UP)), *GOAL_CELLS)
    film.lay_goals()
    screen.has("[data-key=roles-stage]")
    begin_to_dig(night)

    # the table turns the middle goal over for Ana, and goes on with its own cards
    for card in WAY[:6]:
        film.lay(card)
        night.until(lambda card=card: lies(night, *card[:2]))
    reach(night, WAY[6])
    screen.has(TURN_OVER)
    assert night.goals_shown() == set()
    turned_over(night, screen)
    film.turn(MIDDLE, GOLD, "gold")
    screen.sees(OTHER_CARD)
    screen.page.locator("[data-key=use-printed] summary").click()
    night.pictures("goal-8-our-own-cards")
    screen.press("form[action$='/do/use-printed-goals'] button")
    screen.has(".board-grid.over")
    assert night.view().setup.goals is c.Supply.CARDS
    night.pictures("goal-9-gold")
    assert night.complaints() == []


def reach(night: FilmedNight, card: tuple[int, int, str]) -> None:
    night.film.lay(card)
    night.until(lambda: night.view().stage is Stage.GOAL)


def turned_over(night: FilmedNight, screen: Phone) -> Face:
    """Somebody presses; every page tells now that it is coal, and which."""
    screen.press(TURN_OVER)
    for one in night.screens:
        one.has(".coal-heap")
    assert not night.with_part("gold-heap")
    task = night.view().goal
    assert task is not None and task.task == "lay"
    return Face.parse(task.faces[0])


def end_round(night: FilmedNight) -> None:
    """Without gold; everybody takes what they get."""
    night.table_does(c.EndRound(forced=True))
    while night.view().stage is Stage.DRAFT:
        night.do(night.view().waiting_for[0], c.TakeGold(0))


def begin_to_dig(night: FilmedNight) -> None:
    for seat in range(3):
        night.do(seat, c.RoleSeen())
    assert night.view().stage is Stage.PLAY


def lies(night: FilmedNight, x: int, y: int) -> bool:
    """In the game's mine."""
    maze = night.view().maze
    return maze is not None and any(card.cell == Cell(x, y) for card in maze.cards)
