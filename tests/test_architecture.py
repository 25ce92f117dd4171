"""The arrows between the rooms, read from the imports themselves; and the habits that a reader relies on."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.editions import EDITIONS, MODULES

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("maze", "editions", "state", "rules", "views", "live")  # each may import those before it
VISION_MAY_SEE = ("companion.maze", "companion.editions", "companion.live.observe")
SECRETS_OPENED_IN = (
    "companion/rules/",
    "companion/views/project",
    "companion/state/codec.py",
)
DOOR = "companion/__main__.py"
SOURCES = sorted(
    path.relative_to(ROOT).as_posix() for top in ("companion", "vision", "web") for path in (ROOT / top).rglob("*.py")
)


def tree(source: str) -> ast.Module:
    return ast.parse((ROOT / source).read_text(encoding="utf-8"), source)


def imports(source: str) -> set[str]:
    """Dotted names of all that a file imports, also inside functions and type-checking blocks."""
    found: set[str] = set()
    for node in ast.walk(tree(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source}: a relative import hides where it points"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def inside(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


def in_top(top: str) -> list[str]:
    return [source for source in SOURCES if source.startswith(top + "/")]


def test_published_cases_are_answered_by_the_rules_alone() -> None:
    rooms = [f"companion.{name}" for name in (*FLOORS[: FLOORS.index("rules") + 1], "cases")]
    for source in in_top("companion/cases"):
        wrong = {name for name in imports(source) if inside(name, "companion") and not inside(name, *rooms)}
        assert not wrong, f"{source} imports {wrong}"
    for source in SOURCES:
        if not source.startswith("companion/cases/") and source != DOOR:
            assert not any(inside(name, "companion.cases") for name in imports(source)), source


@pytest.mark.parametrize("floor", FLOORS)
def test_a_room_imports_only_from_the_rooms_below_it(floor: str) -> None:
    below = [f"companion.{name}" for name in FLOORS[: FLOORS.index(floor) + 1]]
    for source in in_top(f"companion/{floor}"):
        wrong = {name for name in imports(source) if inside(name, "companion") and not inside(name, *below)}
        assert not wrong, f"{source} imports {wrong}"


def test_the_game_needs_the_standard_library_only() -> None:
    for source in in_top("companion"):
        if source == DOOR:
            continue
        wrong = {
            name
            for name in imports(source)
            if not inside(name, "companion") and name.partition(".")[0] not in sys.stdlib_module_names
        }
        assert not wrong, f"{source} imports {wrong}"


def test_vision_knows_cards_and_readings_but_no_game() -> None:
    for source in in_top("vision"):
        seen = {name for name in imports(source) if inside(name, "companion", "web")}
        wrong = {name for name in seen if not inside(name, *VISION_MAY_SEE)}
        assert not wrong, f"{source} imports {wrong}"


def test_pages_know_the_game_but_no_camera() -> None:
    for source in in_top("web"):
        wrong = {name for name in imports(source) if inside(name, "vision", "cv2", "numpy")}
        assert not wrong, f"{source} imports {wrong}"


def test_pages_never_reach_around_the_session() -> None:
    for source in in_top("web"):
        wrong = {name for name in imports(source) if inside(name, "companion.rules", "companion.live.journal")}
        assert not wrong, f"{source} imports {wrong}"


def test_nothing_imports_the_training_or_the_tests() -> None:
    for source in SOURCES:
        if not source.startswith("vision/train/"):
            wrong = {name for name in imports(source) if inside(name, "vision.train", "tests", "torch")}
            assert not wrong, f"{source} imports {wrong}"


def test_secrets_are_opened_by_rules_and_by_the_window_only() -> None:
    for source in SOURCES:
        if source.startswith(SECRETS_OPENED_IN) or source == "companion/state/secret.py":
            continue
        opened = [node.lineno for node in ast.walk(tree(source)) if isinstance(node, ast.Attribute) and _opens(node)]
        assert not opened, f"{source} opens a secret in line {opened}"


def _opens(node: ast.Attribute) -> bool:
    return node.attr == "open_for"


def test_rules_ask_the_ruleset_and_name_no_edition_or_module() -> None:
    """Neither in a string nor as a name, also not in an explanation."""
    keys = {box.key for box in (*EDITIONS, *MODULES)}
    assert {"anniversary-2024", "toll-tunnel"} <= keys
    named = re.compile("|".join(rf"(?<![a-z]){key.replace('-', '[-_ ]')}(?![a-z])" for key in sorted(keys)))
    for source in in_top("companion/rules"):
        said = [(line, found[0]) for line, word in _words(source) if (found := named.search(word.lower()))]
        assert not said, f"{source} names {said}"


def test_rules_name_no_box_in_a_comment_either() -> None:
    boxes = re.compile(
        r"saboteur 2|championship|tournament|mini.expansion|anniversary|amigo|\bbga\b(?!-\d)|variant", re.I
    )
    for source in in_top("companion/rules"):
        named = boxes.search((ROOT / source).read_text(encoding="utf-8"))
        assert named is None, f"{source} names {named[0]}"


def _words(source: str) -> Iterator[tuple[int, str]]:
    """Every string and every name in a file, with its line."""
    for node in ast.walk(tree(source)):
        for word in (getattr(node, name, None) for name in ("value", "id", "attr", "name", "arg", "module")):
            if isinstance(word, str):
                yield getattr(node, "lineno", 0), word


SCREEN = 40  # lines


def test_no_rule_is_longer_than_a_screen() -> None:
    for source in in_top("companion/rules"):
        for node in ast.walk(tree(source)):
            if isinstance(node, ast.FunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                assert lines <= SCREEN, f"{source}: {node.name} has {lines} lines"


@pytest.mark.parametrize("source", SOURCES)
def test_a_file_opens_with_what_lives_in_it_and_stays_short(source: str) -> None:
    text = (ROOT / source).read_text(encoding="utf-8")
    if not text.strip():
        pytest.fail(f"{source} is empty: say what lives here")
    assert ast.get_docstring(tree(source)), f"{source} does not say what lives in it"
    assert len(text.splitlines()) <= 400, f"{source} has outgrown its room"
