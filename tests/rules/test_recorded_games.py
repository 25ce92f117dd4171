"""Games that were recorded once come to the same, line by line: what exactly happens, not only what must be true.

Where this fails after a rule was changed on purpose, see tests/record_games.py.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import ferret
import played_with
import pytest
import record_games
from played_with import has, lacking
from recorded_boxes import boxes
from recorded_game import Replay
from what_was_tried import Notes

from companion.editions import MODULES
from companion.editions.compose import choices
from companion.editions.options import OPTIONS

FOLDER = Path(__file__).parents[2] / "fixtures" / "games"
GAMES = sorted(FOLDER.glob("[0-9]*.json"))


def recorded(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_comes_to_the_same(path: Path) -> None:
    game = recorded(path)
    replay = Replay(game["seed"])
    for number, line in enumerate(game["lines"], 2):  # as an editor counts them
        asked = {name: value for name, value in line.items() if name != "then"}
        assert (number, asked, replay.answer(line)) == (number, asked, line["then"])


def test_the_boxes_come_to_what_they_came_to() -> None:
    assert boxes() == recorded(FOLDER / "boxes.json")


def test_the_recorded_games_are_of_all_boxes_with_every_module_and_house_rule() -> None:
    missing = lacking(path.read_text(encoding="utf-8") for path in GAMES)
    words = Counter(name for name, _ in missing)
    assert words["box"] == 0, missing
    assert [one.name for one in OPTIONS.values() if len(one.numbers or choices(one.name)) - words[one.name] < 2] == []
    lines = [line for path in GAMES for line in recorded(path)["lines"]]
    assert Counter(next(iter(set(line) & {"does", "asks", "looks", "back", "amend", "ends"})) for line in lines)["back"]


def test_for_a_new_box_a_game_is_added_and_the_others_stay_as_they_are(tmp_path: Path, monkeypatch) -> None:
    """A new card moved nearly every seed, so that all games were recorded anew."""
    for path in GAMES:
        shutil.copy(path, tmp_path)
    monkeypatch.setattr(record_games, "FOLDER", tmp_path)
    monkeypatch.setattr(played_with, "MODULES", (*MODULES, ferret.BOX))
    with ferret.in_the_box():
        record_games.add(range(100), Notes())
        there = {path.name: path.read_text(encoding="utf-8") for path in sorted(tmp_path.iterdir())}
        assert lacking(there.values()) == set()
    added = [name for name in there if name not in {path.name for path in GAMES}]
    assert all(there[path.name] == path.read_text(encoding="utf-8") for path in GAMES)
    assert {("box", ferret.BOX.key)} <= set().union(*(has(there[name]) for name in added))
    numbers = [int(name.split("_")[0]) for name in added]
    assert min(numbers) > max(int(path.name.split("_")[0]) for path in GAMES) and len(added) < 4
