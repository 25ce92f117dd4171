"""The arrows between the rooms, read from the imports themselves; and the habits that a reader relies on."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from reached import imports, text

from companion.editions import EDITIONS, MODULES

ROOT = Path(__file__).resolve().parent.parent
FLOORS = ("maze", "sight", "editions", "state", "cards", "rules", "views", "live", "demo")  # each may import the former
SAME_FLOOR = {"cards": ("rules",)}  # a card is a rule with a module of its own; no two modules import each other
# vision's stages in the order of the road, each may import those before it; simulate and train stand beside it
ROAD = (
    "arrays",
    "capture",
    "geometry",
    "detection",
    "registration",
    "recognition",
    "reading",
    "tracking",
    "teaching",
    "service",
    "simulate",
    "train",
)
ROOMS_TIED = 50  # pairs of rooms of vision of which one imports from the other, at most; of 12 rooms there could be 66
ROW = re.compile(r"^(\w+(?:, \w+)*)\n? {2,}\S", re.M)  # of a room's docstring: modules, what they are for
VISION_MAY_SEE = ("companion.maze", "companion.editions", "companion.sight")
SECRETS_OPENED_IN = (
    "companion/rules/",
    "companion/cards/",
    "companion/views/project",
    "companion/state/codec.py",
)
DRAWN_WITH_OPENCV = ("web/present/night_picture.py",)  # its letters need no font of the computer
DOOR = ("companion/__main__.py", "companion/door/")  # the only room that sees vision and web together
SOURCES = sorted(
    path.relative_to(ROOT).as_posix() for top in ("companion", "vision", "web") for path in (ROOT / top).rglob("*.py")
)
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for top in ("companion", "vision", "web")
    for suffix in ("html", "js")
    for path in (ROOT / top).rglob(f"*.{suffix}")
)


@cache
def tree(source: str) -> ast.Module:
    return ast.parse(text(source), source)


@pytest.fixture(scope="module", autouse=True)
def _forgotten() -> Iterator[None]:
    """Let go of what was parsed: the collector would look through all of it again and again."""
    yield
    tree.cache_clear()


def inside(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


def in_top(top: str) -> list[str]:
    return [source for source in SOURCES if source.startswith(top + "/")]


def room_of(source: str) -> str:
    return source.rpartition("/")[0]


def module_of(source: str) -> str:
    return source.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def modules_imported() -> dict[str, set[str]]:
    """Of each module of the three tops those that it imports, itself left out."""
    known = {module_of(source) for source in SOURCES}
    found = {}
    for source in SOURCES:
        names = {name if name in known else name.rpartition(".")[0] for name in imports(source)}
        found[module_of(source)] = (names & known) - {module_of(source)}
    return found


@cache
def settings_objects() -> frozenset[str]:
    """Dotted names of what vision's modules make of a class ...Settings."""
    return frozenset(_settings_objects())


def _settings_objects() -> Iterator[str]:
    for source in in_top("vision"):
        for node in tree(source).body:
            made = node.value if isinstance(node, ast.Assign) else None
            if isinstance(made, ast.Call) and getattr(made.func, "id", "").endswith("Settings"):
                yield from (f"{module_of(source)}.{name.id}" for name in node.targets if isinstance(name, ast.Name))


def test_published_cases_are_answered_by_the_rules_alone() -> None:
    rooms = [f"companion.{name}" for name in (*FLOORS[: FLOORS.index("rules") + 1], "cases")]
    for source in in_top("companion/cases"):
        wrong = {name for name in imports(source) if inside(name, "companion") and not inside(name, *rooms)}
        assert not wrong, f"{source} imports {wrong}"
    for source in SOURCES:
        if not source.startswith(("companion/cases/", *DOOR)):
            assert not any(inside(name, "companion.cases") for name in imports(source)), source


def test_a_room_imports_only_from_the_rooms_below_it() -> None:
    found = {}
    for at, floor in enumerate(FLOORS):
        below = [f"companion.{name}" for name in (*FLOORS[: at + 1], *SAME_FLOOR.get(floor, ()))]
        for source in in_top(f"companion/{floor}"):
            found[source] = {name for name in imports(source) if inside(name, "companion") and not inside(name, *below)}
    assert {source: wrong for source, wrong in found.items() if wrong} == {}


def test_the_game_needs_the_standard_library_only() -> None:
    for source in in_top("companion"):
        if source.startswith(DOOR):
            continue
        wrong = {
            name
            for name in imports(source)
            if not inside(name, "companion") and name.partition(".")[0] not in sys.stdlib_module_names
        }
        assert not wrong, f"{source} imports {wrong}"


def test_nobody_goes_through_the_door_but_the_command_line() -> None:
    for source in SOURCES:
        if not source.startswith(DOOR):
            wrong = {name for name in imports(source) if inside(name, "companion.door", "companion.__main__")}
            assert not wrong, f"{source} imports {wrong}"


def test_the_demo_is_known_to_the_door_alone() -> None:
    for source in SOURCES:
        if not source.startswith(("companion/demo/", *DOOR)):
            wrong = {name for name in imports(source) if inside(name, "companion.demo")}
            assert not wrong, f"{source} imports {wrong}"


def test_vision_knows_cards_and_readings_but_no_game() -> None:
    for source in in_top("vision"):
        seen = {name for name in imports(source) if inside(name, "companion", "web")}
        wrong = {name for name in seen if not inside(name, *VISION_MAY_SEE)}
        assert not wrong, f"{source} imports {wrong}"


def test_seeing_is_one_straight_road() -> None:
    found = {}
    for at, room in enumerate(ROAD):
        before = [f"vision.{name}" for name in ROAD[: at + 1]]
        for source in in_top("vision"):
            if source.startswith((f"vision/{room}/", f"vision/{room}.py")):
                wrong = {name for name in imports(source) if inside(name, "vision") and not inside(name, *before)}
                found[source] = wrong
    assert {source: wrong for source, wrong in found.items() if wrong} == {}


def test_every_module_of_vision_stands_on_the_road() -> None:
    off = {source for source in in_top("vision") if source.split("/")[1].removesuffix(".py") not in (*ROAD, "__init__")}
    assert not off


def test_few_rooms_of_vision_are_tied_to_each_other() -> None:
    """Counted once for each pair of rooms, however many modules and names it takes."""
    tied = {(_room(one), _room(other)) for one, others in modules_imported().items() for other in others}
    tied = {(one, other) for one, other in tied if one and other and one != other}
    assert len(tied) <= ROOMS_TIED, sorted(tied)


def _room(module: str) -> str:
    """Of vision; empty elsewhere."""
    return module.split(".")[1] if inside(module, "vision") and "." in module else ""


def test_a_room_names_no_module_that_is_gone() -> None:
    """In the rows of its docstring."""
    gone = {}
    for room in {room_of(source) for source in (*in_top("companion"), *in_top("web"))}:
        there = {path.stem for path in (ROOT / room).iterdir()}
        rows = ROW.findall(ast.get_docstring(tree(f"{room}/__init__.py")) or "")
        gone[room] = {name for row in rows for name in row.split(", ")} - there
    assert {room: names for room, names in gone.items() if names} == {}


def test_no_stage_reads_the_thresholds_of_another() -> None:
    """A settings object is imported by no other module of vision; a stage has its own, or is given the value."""
    for source in in_top("vision"):
        taken = {name for name in imports(source) if name in settings_objects()}
        assert not taken, f"{source} reads {taken}"


def test_pages_know_the_game_but_no_camera() -> None:
    for source in in_top("web"):
        camera = ("vision",) if source in DRAWN_WITH_OPENCV else ("vision", "cv2", "numpy")
        wrong = {name for name in imports(source) if inside(name, *camera)}
        assert not wrong, f"{source} imports {wrong}"


def test_pages_never_reach_around_the_session() -> None:
    for source in in_top("web"):
        wrong = {name for name in imports(source) if inside(name, "companion.rules", "companion.live.journal")}
        assert not wrong, f"{source} imports {wrong}"


def test_pages_say_the_type_of_everything() -> None:
    """`Any` would let a page ask the session for what it must not have, and nobody would be told."""
    for source in in_top("web"):
        vague = [node.lineno for node in ast.walk(tree(source)) if _is_any(node)]
        assert not vague, f"{source} says Any in line {vague}"


def _is_any(node: ast.AST) -> bool:
    return (isinstance(node, ast.Name) and node.id == "Any") or (isinstance(node, ast.Attribute) and node.attr == "Any")


def test_what_an_app_carries_is_looked_up_in_one_place() -> None:
    for source in (*in_top("web"), *in_top("companion")):
        found = [node.lineno for node in ast.walk(tree(source)) if isinstance(node, ast.Attribute) and _is_apps(node)]
        assert not found or source == "web/app_state.py", f"{source} looks into app.extensions in line {found}"


def _is_apps(node: ast.Attribute) -> bool:
    return node.attr == "extensions" and ast.unparse(node.value).endswith("app")


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
    for source in (*in_top("companion/rules"), *in_top("companion/cards")):
        said = [(line, found[0]) for line, word in _words(source) if (found := named.search(word.lower()))]
        assert not said, f"{source} names {said}"


def test_rules_name_no_box_in_a_comment_either() -> None:
    boxes = re.compile(
        r"saboteur 2|championship|tournament|mini.expansion|anniversary|amigo|\bbga\b(?!-\d)|variant", re.I
    )
    for source in (*in_top("companion/rules"), *in_top("companion/cards")):
        named = boxes.search((ROOT / source).read_text(encoding="utf-8"))
        assert named is None, f"{source} names {named[0]}"


def _words(source: str) -> Iterator[tuple[int, str]]:
    """Every string and every name in a file, with its line."""
    for node in ast.walk(tree(source)):
        for word in (getattr(node, name, None) for name in ("value", "id", "attr", "name", "arg", "module")):
            if isinstance(word, str):
                yield getattr(node, "lineno", 0), word


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Nor through others, nor for types only."""
    above: list[str] = []
    done: set[str] = set()

    def climb(module: str) -> None:
        assert module not in above, f"circle: {' -> '.join([*above[above.index(module) :], module])}"
        if module in done:
            return
        above.append(module)
        for other in sorted(modules_imported()[module]):
            climb(other)
        done.add(above.pop())

    for module in sorted(modules_imported()):
        climb(module)


def test_no_source_outside_the_editions_names_one() -> None:
    """A variant that only changes numbers is one entry in companion/editions and its texts."""
    keys = {box.key for box in (*EDITIONS, *MODULES)}
    named = {}
    for source in (*SOURCES, *PAGES):
        if not source.startswith("companion/editions/"):
            named[source] = keys.intersection(_quoted(source))
    assert {source: found for source, found in named.items() if found} == {}


def _quoted(source: str) -> Iterator[str]:
    if source.endswith(".py"):
        constants = (node.value for node in ast.walk(tree(source)) if isinstance(node, ast.Constant))
        yield from (word for word in constants if isinstance(word, str))
    else:
        yield from re.findall(r"['\"]([a-z0-9-]+)['\"]", (ROOT / source).read_text(encoding="utf-8"))


def test_a_file_opens_with_what_lives_in_it() -> None:
    assert [source for source in SOURCES if not ast.get_docstring(tree(source))] == []
