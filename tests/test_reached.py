"""What a change can reach is run by `python -m pytest --changed`, and where nobody can tell, everything."""

from __future__ import annotations

from pathlib import Path

import pytest
import reached as choice
from reached import changed_files, files, reached_by

MAZE, RULES, CAMERA = "tests/maze/test_board.py", "tests/rules/test_place.py", "tests/vision/tracking/test_tracker.py"
PAGES, NIGHT = "tests/web/test_web_pages.py", "tests/browser/test_whole_game.py"
EVERY = sorted(path for path in files() if "/test_" in path)


def test_a_module_reaches_whoever_imports_it_and_nobody_else() -> None:
    reached = reached_by(["companion/maze/notation.py"])
    assert {MAZE, RULES} <= set(reached) and not {CAMERA} & set(reached)
    reached = reached_by(["vision/tracking/tracker.py"])
    assert CAMERA in reached and not {MAZE, RULES, PAGES} & set(reached)


def test_a_module_reaches_through_others_and_through_what_the_package_gives() -> None:
    assert {"tests/test_library.py", "tests/demo/test_players.py", PAGES} <= set(
        reached_by(["companion/rules/place.py"])
    )


def test_a_module_reaches_who_replaces_something_in_it_by_its_name_in_a_string() -> None:
    assert "tests/live/test_journal_damage.py" in reached_by(["companion/live/journal.py"])
    assert "tests/test_door.py" in reached_by(["companion/door/evening.py"])


def test_a_template_and_a_translation_reach_all_pages_and_no_rule() -> None:
    for data in ("web/templates/base.html", "web/static/moments.js", "web/translations/es/LC_MESSAGES/web.po"):
        reached = reached_by([data])
        assert {PAGES, NIGHT} <= set(reached) and not {MAZE, RULES} & set(reached), data


def test_recorded_games_reach_who_plays_them() -> None:
    reached = reached_by(["fixtures/vectors/turns.json"])
    assert "tests/conformance/test_vectors.py" in reached and not {MAZE, CAMERA} & set(reached)


def test_programs_that_are_started_are_reached_by_all_that_ships() -> None:
    for module in ("companion/cards/trap.py", "vision/capture/source.py", "web/camera.py"):
        assert {"tests/test_door_pipes.py", NIGHT} <= set(reached_by([module])), module


def test_a_helper_reaches_its_tests_and_a_conftest_all_beside_and_below_it() -> None:
    assert "tests/live/test_journal_damage.py" in reached_by(["tests/live/journal_night.py"])
    reached = reached_by(["tests/vision/conftest.py"])
    assert {path for path in EVERY if path.startswith("tests/vision/")} <= set(reached) and MAZE not in reached


def test_who_reads_the_sources_is_reached_by_every_change() -> None:
    for changed in ("tests/maze/test_faces.py", "vision/geometry/dimensions.py", "web/templates/base.html"):
        assert {"tests/test_style.py", "tests/test_architecture.py"} <= set(reached_by([changed])), changed


def test_our_own_vectors_reach_who_names_a_folder_around_them() -> None:
    assert "tests/conformance/test_vectors.py" in reached_by(["fixtures/vectors/own/own_actions.json"])


def test_where_git_does_not_tell_nobody_takes_it_for_no_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a repository, or a branch `main`, no test ran and all looked well."""
    monkeypatch.setattr(choice, "ROOT", tmp_path)
    with pytest.raises(RuntimeError, match="merge-base"):
        changed_files()


def test_where_nobody_can_tell_what_is_reached_everything_is() -> None:
    for changed in ("pyproject.toml", "tests/conftest.py", "companion/gone.py", "fixtures/new/unknown.bin"):
        assert sorted(reached_by([changed])) == EVERY, changed
    assert reached_by([]) == []
