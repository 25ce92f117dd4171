"""Every case of every vector file through the project's own rules: one test a file, which names each case that differs.

`fixtures/vectors/*.json` are the published cases, unchanged; `fixtures/vectors/own` holds ours, written from the same
rulebooks, rule by rule, for what the published ones leave out.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cases import outcome

VECTORS = Path(__file__).parents[2] / "fixtures" / "vectors"


UNORDERED = ("reasons", "broken", "open")  # tools before a player, reasons and teams have no order


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    folder = Path(metafunc.config.getoption("--vectors", default=str(VECTORS)))
    if "file" in metafunc.fixturenames:
        files = sorted(folder.rglob("*.json"))
        metafunc.parametrize("file", files, ids=[path.stem for path in files])
    if "folder" in metafunc.fixturenames:
        metafunc.parametrize("folder", [folder], ids=["vectors"])


def test_cases(file: Path) -> None:
    wrong = {}
    for case in cases_of(file):
        wanted = case["expected"]
        found = outcome({key: value for key, value in case.items() if key != "expected"})
        found = {key: found.get(key) for key in wanted}
        if _plain(found) != _plain(wanted):
            wrong[case["id"]] = {"why": case["why"], "expected": wanted, "found": found}
    assert wrong == {}


def test_there_are_cases_and_each_has_a_name_of_its_own(folder: Path) -> None:
    names = [case["id"] for file in folder.rglob("*.json") for case in cases_of(file)]
    assert names, f"no vectors in {folder}"
    assert len(names) == len(set(names))


def cases_of(file: Path) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))["cases"]
    return cases


def _plain(value: Any, unordered: bool = False) -> Any:
    if isinstance(value, dict):
        return {key: _plain(inner, key in UNORDERED) for key, inner in value.items()}
    if isinstance(value, list):
        inner = [_plain(each, unordered) for each in value]
        return sorted(inner) if unordered and all(isinstance(each, str) for each in inner) else inner
    return value
