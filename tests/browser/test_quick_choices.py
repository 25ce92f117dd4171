"""The host sets the evening up faster than the network: no choice is lost, none is sent twice, and none that does
not hold stays ticked. What is under way waits here until the test lets it go on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from card_night import CardNight, Deal
from card_phones import TableScreen

from companion.state import commands as c

pytestmark = pytest.mark.browser

DEAL = Deal()
PRESSES, PAGES = re.compile(r"/table/do/"), re.compile(r"/table(\?.*)?$")
PATIENCE_MS = 15_000
PROCESSED_MS = 300  # a page that has come is shown by then, if it is shown at all


class Road:
    """What a page asks of these addresses waits here; or the server has answered, and the answer does."""

    def __init__(self, screen: TableScreen, addresses: re.Pattern[str], *, answered: bool = False) -> None:
        self._page, self._answered = screen.page, answered
        self._waiting: list[Callable[[], None]] = []
        self.passed = 0
        screen.page.route(addresses, self._stop)

    def _stop(self, route: Any) -> None:
        if not self._answered:
            self._waiting.append(route.continue_)
            return
        answer = route.fetch()
        self._waiting.append(lambda: route.fulfill(response=answer))

    def has_one(self) -> None:
        for _ in range(PATIENCE_MS // 20):
            if self._waiting:
                return
            self._page.wait_for_timeout(20)
        raise AssertionError("nothing comes")

    def let_go_on(self) -> None:
        self.has_one()
        self.passed += 1
        self._waiting.pop(0)()

    def is_empty(self) -> bool:
        """Nothing came, nor comes in a moment."""
        self._page.wait_for_timeout(PROCESSED_MS)
        return not self._waiting


@pytest.fixture
def table_of(night: Callable[..., CardNight]) -> CardNight:
    return night(DEAL)


def choose(screen: TableScreen, name: str, value: str) -> None:
    screen.page.locator(f"label:has(> input[name={name}][value='{value}'])").click()


def is_ticked(screen: TableScreen, name: str, value: str) -> bool:
    return bool(screen.page.locator(f"input[name={name}][value='{value}']").is_checked())


def chosen(table_of: CardNight) -> tuple[object, ...]:
    """What is saved of whom the roles, the goals and the gold come from, and of the clock."""
    setup = table_of.view().setup
    assert setup is not None
    return setup.roles, setup.goals, setup.gold, setup.turn_time_s


def will_be_chosen(table_of: CardNight, screen: TableScreen, *setup: object) -> bool:
    """What was let go on is saved soon."""
    for _ in range(PATIENCE_MS // 20):
        if chosen(table_of) == setup:
            return True
        screen.page.wait_for_timeout(20)
    return False


def opened(table_of: CardNight, step: str = "") -> TableScreen:
    screen = table_of.table()
    screen.page.goto(f"{table_of.url}/table{step}")
    return screen


def test_a_page_that_was_asked_for_before_a_choice_and_comes_after_it_unticks_nothing(table_of):
    screen = opened(table_of)
    pages, presses = Road(screen, PAGES, answered=True), Road(screen, PRESSES)
    table_of.table_does(c.RenameSeat(0, "Anabel"))
    pages.has_one()
    choose(screen, "roles", "cards")
    presses.has_one()
    pages.let_go_on()
    screen.page.wait_for_timeout(PROCESSED_MS)
    assert is_ticked(screen, "roles", "cards")
    presses.let_go_on()
    pages.let_go_on()
    screen.sees("Anabel")
    assert is_ticked(screen, "roles", "cards")
    assert will_be_chosen(table_of, screen, "cards", "app", "app", 0)


@pytest.mark.parametrize("step", ["", "?do=me-1"])
def test_a_choice_made_during_a_press_is_saved_after_it(table_of, step):
    screen = opened(table_of, step)
    presses = Road(screen, PRESSES)
    choose(screen, "roles", "cards")
    presses.has_one()
    choose(screen, "goals", "cards")
    presses.let_go_on()
    presses.let_go_on()
    assert will_be_chosen(table_of, screen, "cards", "cards", "app", 0)
    assert presses.is_empty()
    assert is_ticked(screen, "roles", "cards") and is_ticked(screen, "goals", "cards")
    assert screen.shows(".seat-edit") == bool(step)
    assert not screen.shows(".notice")


def test_a_choice_made_while_the_page_after_a_press_is_on_its_way_is_saved(table_of):
    screen = opened(table_of, "?do=me-1")
    pages = Road(screen, PAGES, answered=True)
    choose(screen, "roles", "cards")
    pages.has_one()
    choose(screen, "goals", "cards")
    while not pages.is_empty():
        pages.let_go_on()
    assert will_be_chosen(table_of, screen, "cards", "cards", "app", 0)
    assert is_ticked(screen, "goals", "cards") and not screen.shows(".notice")


def test_of_many_choices_made_during_a_press_the_last_ones_are_sent_and_once(table_of):
    screen = opened(table_of)
    presses = Road(screen, PRESSES)
    choose(screen, "roles", "cards")
    presses.has_one()
    for name, value in (("roles", "app"), ("goals", "cards"), ("gold", "cards"), ("gold", "app")):
        choose(screen, name, value)
    presses.let_go_on()
    presses.let_go_on()
    assert will_be_chosen(table_of, screen, "app", "cards", "app", 0)
    assert presses.is_empty() and presses.passed == 2


def test_a_choice_made_while_a_player_is_added_is_saved(table_of):
    screen = opened(table_of)
    presses = Road(screen, PRESSES)
    screen.page.locator("form.add input[name=name]").fill("Dan")
    screen.page.locator("form.add button").first.click()
    presses.has_one()
    choose(screen, "goals", "cards")
    presses.let_go_on()
    presses.let_go_on()
    screen.sees("Dan")
    assert will_be_chosen(table_of, screen, "app", "cards", "app", 0)
    assert presses.is_empty()


def test_what_another_screen_unticks_is_unticked_under_the_finger_too(table_of):
    screen, module = opened(table_of), "[data-key=module-sabotaged-dwarf]"
    screen.page.locator(f"details.modules:has({module}) > summary").first.click()
    screen.page.locator(f"{module} span").click()
    screen.has(f"{module} input[checked]")
    table_of.table_does(c.Configure("anniversary-2024"))
    screen.has(f"{module} input:not([checked])")
    assert screen.page.evaluate("document.activeElement.value") == "sabotaged-dwarf"
    assert not is_ticked(screen, "module", "sabotaged-dwarf")


def test_a_choice_made_while_another_is_refused_is_saved_and_the_refusal_can_be_read(table_of):
    screen = opened(table_of)
    presses = Road(screen, PRESSES)
    choose(screen, "roles", "cards")
    presses.has_one()
    choose(screen, "goals", "cards")
    table_of.table_does(c.Configure("anniversary-2024", turn_time_s=60))
    presses.let_go_on()
    presses.let_go_on()
    assert will_be_chosen(table_of, screen, "app", "cards", "app", 60)
    assert presses.is_empty()
    assert not is_ticked(screen, "roles", "cards") and is_ticked(screen, "goals", "cards")
    screen.has(".notice")
