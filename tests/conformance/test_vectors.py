"""Every case of every vector file through the project's own rules: one test a case, none skipped.

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
    if "case" in metafunc.fixturenames:
        files = [json.loads(path.read_text("utf-8")) for path in sorted(folder.rglob("*.json"))]
        cases = [case for file in files for case in file["cases"]]
        metafunc.parametrize("case", cases, ids=[case["id"] for case in cases])
    if "folder" in metafunc.fixturenames:
        metafunc.parametrize("folder", [folder], ids=["vectors"])


def test_case(case: dict[str, Any]) -> None:
    wanted = case["expected"]
    found = outcome({key: value for key, value in case.items() if key != "expected"})
    assert _plain({key: found.get(key) for key in wanted}) == _plain(wanted), case["why"]


def test_there_are_cases_and_each_has_a_name_of_its_own(folder: Path) -> None:
    files = [json.loads(path.read_text("utf-8")) for path in folder.rglob("*.json")]
    names = [case["id"] for file in files for case in file["cases"]]
    assert names, f"no vectors in {folder}"
    assert len(names) == len(set(names))


def _plain(value: Any, unordered: bool = False) -> Any:
    if isinstance(value, dict):
        return {key: _plain(inner, key in UNORDERED) for key, inner in value.items()}
    if isinstance(value, list):
        inner = [_plain(each, unordered) for each in value]
        return sorted(inner) if unordered and all(isinstance(each, str) for each in inner) else inner
    return value
