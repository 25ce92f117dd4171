"""The vectors' folder is an option, so that others can bring their own cases."""

from pathlib import Path

import pytest

VECTORS = Path(__file__).parents[2] / "fixtures" / "vectors"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--vectors", default=str(VECTORS), help="a folder of *.json with conformance cases")
