"""Which test files a change can reach: `python -m pytest --changed` runs these.

A changed module reaches every test that imports it, through however many modules. Beside imports:

- a dotted name in a string of a test ("companion.live.journal.FORMAT") counts as an import of it
- a `conftest.py` counts as imported by every test beside and below it
- a template, style sheet, translation or weights file counts as the package in whose folder it lies
- any other data file reaches who names it, or a folder around it, in a string
- who starts programs (subprocess) is reached by all of companion, vision and web
- who reads the sources ("*.py") is reached by everything

Where this does not say what is reached, as where a module is gone or the settings of pytest changed, all tests run.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TOPS = ("companion/", "vision/", "web/")
EVERYTHING = ("pyproject.toml", "tests/conftest.py", "tests/reached.py")
QUOTED = re.compile(r"""["']([^"'\n]+)""")
Names = frozenset[str]


def changed_files() -> set[str]:
    """Return what differs from where this branch left `main`, or on `main` itself from the last commit.

    Raises RuntimeError where git does not tell: no repository, or none with a branch `main`.
    """
    (base,) = _git("merge-base", "HEAD", "main")
    return {*_git("diff", "--name-only", "--no-renames", base), *_git("ls-files", "--others", "--exclude-standard")}


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"git {arguments[0]} says nothing of what changed: {done.stderr.strip()}")
    return done.stdout.split("\n")[:-1]


def reached_by(changed: Iterable[str]) -> list[str]:
    """Return the test files that these changed files can reach."""
    changed = {_standing_for(path) for path in changed if not _is_gone_test(path)}
    tests = [path for path in files() if Path(path).name.startswith("test_")]
    data = {path for path in changed if not path.endswith(".py")}
    if any(_is_unsure(path) for path in changed) or any(not _named_by(path) for path in data):
        return tests
    return [path for path in tests if _is_reached(path, changed, data)]


def _is_reached(test: str, changed: set[str], data: set[str]) -> bool:
    needed = all_needed(test)
    read = [text(path) for path in needed if path.startswith("tests/")]
    return (
        bool(needed & changed)
        or (bool(changed) and any('"*.py"' in one for one in read))
        or (any(path.startswith(TOPS) for path in changed) and any("subprocess" in one for one in read))
        or any(needed & _named_by(path) for path in data)
    )


def _standing_for(path: str) -> str:
    """Return for a data file of a package the package's `__init__.py`."""
    if path.endswith(".py") or not path.startswith(TOPS):
        return path
    folders = (f"{folder.as_posix()}/__init__.py" for folder in Path(path).parents)
    return next((init for init in folders if init in files()), path)


def _is_gone_test(path: str) -> bool:
    return path.startswith("tests/") and Path(path).name.startswith("test_") and not (ROOT / path).exists()


def _is_unsure(path: str) -> bool:
    return path in EVERYTHING or not (ROOT / path).exists()


@cache
def _named_by(data: str) -> Names:
    """Return the files that say the name of a data file, or of a folder around it, in a string."""
    words = {*Path(data).parts[1:]} or {data}
    return frozenset(path for path in files() if any(word in one.split("/") for one in strings(path) for word in words))


# ---- what a file needs --------------------------------------------------------------------------------------------


@cache
def files() -> Names:
    """Return every Python file of the project, as a path from its root."""
    found = (path for top in (*TOPS, "tests/") for path in (ROOT / top).rglob("*.py"))
    return frozenset(path.relative_to(ROOT).as_posix() for path in found)


@cache
def text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


@cache
def strings(path: str) -> Names:
    """Return what stands in quotation marks in a file, within a line."""
    return frozenset(QUOTED.findall(text(path)))


@cache
def imports(path: str, types: bool = True) -> Names:
    """Return the dotted names that a file imports, also inside functions. types : also those for type checking only"""
    return frozenset(_imports(ast.parse(text(path), path), types))


def _imports(node: ast.AST, types: bool) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, "a relative import hides where it points"
        yield from (f"{node.module}.{alias.name}" for alias in node.names)
    elif types or not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.expr):
                yield from _imports(child, types)


@cache
def all_needed(path: str) -> Names:
    """Return all files that a file needs, itself among them."""
    found, todo = {path}, [path]
    while todo:
        for other in _needed(todo.pop()) - found:
            found.add(other)
            todo.append(other)
    return frozenset(found)


@cache
def _needed(path: str) -> Names:
    names = imports(path, types=False)
    found = {file for name in names for file in _files_of(name)}
    if path.startswith("tests/"):
        dotted = (one for one in strings(path) if one.startswith(tuple(top.replace("/", ".") for top in TOPS)))
        found |= {file for name in dotted for file in _files_of(name)}
        found |= {f"{folder.as_posix()}/conftest.py" for folder in Path(path).parents} & files()
    return frozenset(found - set(EVERYTHING))


@cache
def _files_of(name: str) -> Names:
    """Return what is loaded where this is imported: a module and the packages around it. Of a package that is named
    itself, or for something that it gives, also all that it takes from its modules."""
    parts = name.split(".")
    if helpers := _helpers().get(parts[0]):
        return helpers
    places = ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]
    found = [path for place in places for path in (f"{place}/__init__.py", f"{place}.py") if path in files()]
    taken = imports(found[-1]) if found and found[-1].endswith("/__init__.py") else frozenset()
    return frozenset(found).union(*(_files_of(one) for one in taken if one != name))


@cache
def _helpers() -> dict[str, Names]:
    """Return the files of tests by the bare names by which tests import them."""
    found: dict[str, set[str]] = {}
    for path in files():
        if path.startswith("tests/"):
            found.setdefault(Path(path).stem, set()).add(path)
    return {name: frozenset(paths) for name, paths in found.items()}
