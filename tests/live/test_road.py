"""From the frame that settles a laid card to its event in the journal: the way is straight, and not too long."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

from road import Road, files_on_the_road

DECIDED_MOST = 39  # files, until the rules have answered with an event; the last look at a flickering light and at rock
KEPT_MOST = 46  # until it is in the journal


@pytest.fixture(scope="module")
def road(tmp_path_factory: pytest.TempPathFactory) -> Road:
    return files_on_the_road(tmp_path_factory.mktemp("road"))


def test_a_settled_board_is_compared_with_the_game_and_with_no_other_board(road: Road) -> None:
    assert "companion/live/propose.py" in road.decided
    assert (
        "vision/service/watch_lines.py" not in road.kept
    )  # what changed is said at the door of `watch`, and only there


def test_nothing_runs_that_has_no_business_between_camera_and_journal(road: Road) -> None:
    strangers = (
        "web/",
        "companion/views/",
        "companion/demo/",
        "companion/door/",
        "vision/teaching/",
        "vision/simulate/",
    )
    assert [file for file in road.kept if file.startswith(strangers)] == []


def test_no_more_files_run_than_somebody_can_follow(road: Road) -> None:
    assert 20 < len(road.decided) <= DECIDED_MOST, road.decided
    assert len(road.decided) < len(road.kept) <= KEPT_MOST, road.kept
