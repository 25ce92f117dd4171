"""Every case of every vector file through the project's own rules: one test a case, none skipped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cases import answer

VECTORS = Path(__file__).parents[2] / "fixtures" / "vectors"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    folder = Path(metafunc.config.getoption("--vectors", default=str(VECTORS)))
    if "case" in metafunc.fixturenames:
        cases = [
            case for path in sorted(folder.rglob("*.json")) for case in json.loads(path.read_text("utf-8"))["cases"]
        ]
        metafunc.parametrize("case", cases, ids=[case["id"] for case in cases])
    if "folder" in metafunc.fixturenames:
        metafunc.parametrize("folder", [folder], ids=["vectors"])


def test_case(case: dict[str, Any]) -> None:
    outcome = answer({key: value for key, value in case.items() if key != "expected"})
    wanted = case["expected"]
    assert {key: _plain(outcome.get(key)) for key in wanted} == {key: _plain(wanted[key]) for key in wanted}, case[
        "why"
    ]


def test_there_are_cases(folder: Path) -> None:
    assert any(folder.rglob("*.json")), f"no vectors in {folder}"


def _plain(value: Any) -> Any:
    """Tools before a player and reasons have no order."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        inner = [_plain(each) for each in value]
        return sorted(inner) if inner and all(isinstance(each, str) for each in inner) else inner
    return value
