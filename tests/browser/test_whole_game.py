"""A whole demo night in real browsers over real HTTP: three rounds, four phones, a table screen, a pulled plug."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from evening import GUESTS, Evening
from real_app import RealApp

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEED = "mine 296"  # the hands hold all that is wished for and the gold is reached soon; two seeds of three will do


@pytest.fixture
def app(tmp_path: Path) -> Iterator[RealApp]:
    running = RealApp(tmp_path / "night", "--seed", SEED, "--pace", "4")
    running.start()
    yield running
    running.stop()


@pytest.fixture
def evening(app: RealApp, tmp_path: Path) -> Iterator[Callable[..., Evening]]:
    """Leaves pictures of every screen behind where something went wrong."""
    evenings: list[Evening] = []

    def begin(*with_whom: Any) -> Evening:
        evenings.append(Evening(app, *with_whom))
        return evenings[-1]

    yield begin
    for one in evenings:
        one.photograph(tmp_path)
        one.leave()


def test_four_phones_and_a_table_screen_play_a_whole_night(evening: Callable[..., Evening], chromium: Any) -> None:
    night = evening(chromium)
    night.sit_down()

    night.begin()
    night.look_at_roles()
    night.refuse_a_misfit()
    night.play_until_the_round_is_over()
    assert night.wishes.see == set()  # a peek, a tool broken and mended, a rockfall
    night.draft_gold()

    night.next_round(2)
    night.look_at_roles()
    night.play(moves=2)
    night.pull_the_plug()
    night.play(moves=1)
    night.host.end_round()
    night.round_is_shown("saboteurs")

    night.next_round(3)
    night.look_at_roles()
    night.host.end_round()
    night.round_is_shown("saboteurs")
    night.final_scores_are_shown()

    assert night.doubts == []  # the reader was sure of every card that was laid where it may lie
    assert night.complaints() == []


def test_a_round_is_played_in_webkit_as_well(evening: Callable[..., Evening], webkit: Any) -> None:
    """The engine of every iPhone: two phones and the table screen, to the gold."""
    night = evening(webkit, GUESTS[:2])
    night.sit_down()

    night.begin()
    night.look_at_roles()
    night.refuse_a_misfit()
    night.pull_the_plug()
    night.play_until_the_round_is_over()
    night.draft_gold()

    assert night.doubts == []
    assert night.complaints() == []
