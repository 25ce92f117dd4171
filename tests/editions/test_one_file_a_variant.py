"""A variant that only changes numbers is one entry in companion/editions and its texts: no other source names one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.editions import EDITIONS, MODULES

ROOT = Path(__file__).parents[2]
KEYS = frozenset(box.key for box in (*EDITIONS, *MODULES))
SOURCES = sorted(
    path.relative_to(ROOT).as_posix()
    for top in ("companion", "vision", "web")
    for path in (ROOT / top).rglob("*")
    if path.suffix in (".py", ".html", ".js") and "editions" not in path.parts
)


def quoted(source: str) -> Iterator[str]:
    text = (ROOT / source).read_text(encoding="utf-8")
    if source.endswith(".py"):
        yield from (node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
    else:
        yield from re.findall(r"['\"]([a-z0-9-]+)['\"]", text)


@pytest.mark.parametrize("source", SOURCES)
def test_no_source_outside_the_editions_names_one(source: str) -> None:
    assert not KEYS.intersection(word for word in quoted(source) if isinstance(word, str))


@pytest.mark.parametrize("key", sorted(KEYS))
def test_an_edition_or_module_is_named_in_one_file_of_the_editions_unless_another_excludes_it(key: str) -> None:
    makes = re.compile(rf'(?:Edition|Module)\(\s*(?:#[^\n]*\n\s*)*"{key}"')
    found = [path.name for path in (ROOT / "companion/editions").glob("*.py") if makes.search(path.read_text("utf-8"))]
    assert len(found) == 1 or key.startswith("wc20"), found
