"""Games that were recorded once come to the same, line by line: what exactly happens, not only what must be true.

Where this fails after a rule was changed on purpose, see tests/record_games.py.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from recorded_boxes import boxes
from recorded_game import Replay

from companion.editions import EDITIONS, MODULES
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
    lines = [line for path in GAMES for line in recorded(path)["lines"]]
    said = [line["does"] for line in lines if "does" in line and line["does"]["is"] == "configure"]
    words: dict[str, set[str]] = {name: set() for name in OPTIONS}
    for name, word in (option for one in said for option in one.get("options", ())):
        words[name].add(word)
    assert {one["edition"] for one in said} == {box.key for box in EDITIONS}
    assert {key for one in said for key in one.get("modules", ())} == {module.key for module in MODULES}
    assert [name for name, found in words.items() if len(found) < 2] == []
    assert Counter(next(iter(set(line) & {"does", "asks", "looks", "back", "amend", "ends"})) for line in lines)["back"]
