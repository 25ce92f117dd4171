"""The tools' own verdicts: ruff on everything, mypy strict on everything that ships."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def run_tool(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def test_ruff_finds_nothing_to_mend() -> None:
    done = run_tool("ruff", "check", ".")
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_file_is_formatted() -> None:
    done = run_tool("ruff", "format", "--check", ".")
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_ships_is_strictly_typed() -> None:
    done = run_tool("mypy")
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_file_of_tests_has_a_name_of_its_own() -> None:
    """pytest puts the tests' folders on one path: of two files of one name it would collect neither."""
    names = [path.name for path in (ROOT / "tests").rglob("*.py") if path.name != "conftest.py"]
    assert sorted(names) == sorted(set(names))


def test_what_tests_share_stands_beside_them_in_a_file_without_tests() -> None:
    """Whoever reads a test need not know of another; and a test that is deleted breaks none."""
    borrowed = re.compile(r"^\s*(?:from|import) (?:\w+\.)*test_", re.MULTILINE)
    found = [path.name for path in (ROOT / "tests").rglob("*.py") if borrowed.search(path.read_text(encoding="utf-8"))]
    assert found == []
