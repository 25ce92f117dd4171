"""From the frame that settles a laid card to its event in the journal: the way is straight, and not too long."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

from road import files_on_the_road

FILES_MOST = 48


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return files_on_the_road(tmp_path_factory.mktemp("road"))


def test_a_settled_board_is_compared_with_the_game_and_with_no_other_board(files: list[str]) -> None:
    assert "companion/live/propose.py" in files
    assert "vision/service/watch_lines.py" not in files  # what changed is said at the door of `watch`, and only there


def test_nothing_runs_that_has_no_business_between_camera_and_journal(files: list[str]) -> None:
    strangers = (
        "web/",
        "companion/views/",
        "companion/demo/",
        "companion/door/",
        "vision/teaching/",
        "vision/simulate/",
    )
    assert [file for file in files if file.startswith(strangers)] == []


def test_no_more_files_run_than_somebody_can_follow(files: list[str]) -> None:
    assert 20 < len(files) <= FILES_MOST, files
