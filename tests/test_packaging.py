"""What installs: three names that nobody else brings, tools of known releases, and commands that the README tells."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from lower_bounds import QUICK, oldest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ASKED = [Requirement(line) for line in (*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["test"])]


def pins() -> dict[str, str]:
    lines = (ROOT / "tests" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    named = (line.split("==") for line in lines if not line.startswith("#"))
    return {name.lower(): release for name, release in named}


def test_no_dependency_brings_a_package_of_one_of_our_names():
    brought_by = importlib.metadata.packages_distributions()
    for top in ("companion", "vision", "web"):
        assert set(brought_by.get(top, ())) <= {PROJECT["name"]}


def test_the_tests_run_with_one_release_of_what_is_asked_for():
    assert [str(asked) for asked in ASKED if pins().get(asked.name, "0") not in asked.specifier] == []


def test_what_is_asked_for_has_a_lower_bound_that_can_be_tried():
    assert [str(asked) for asked in ASKED if not oldest(str(asked)).startswith(f"{asked.name}==")] == []


def test_the_lower_bounds_are_tried_with_tests_that_exist():
    assert [path for path in QUICK if not (ROOT / path.partition("::")[0]).exists()] == []


def test_the_readme_tells_one_command_that_installs_and_tests():
    told = re.findall(r"^    (python -m pip install .*python -m pytest)$", README, re.MULTILINE)
    assert told == ['python -m pip install -c tests/constraints.txt ".[test]" && python -m pytest']


def test_an_older_python_is_told_in_a_sentence():
    pretend = "import sys; sys.version_info = (3, 10, 12, 'final', 0); import companion"
    done = subprocess.run([sys.executable, "-c", pretend], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "This needs Python 3.11 or newer, and this is Python 3.10.\n"


NOT_INSTALLED = "What this needs is not installed here: the first lines of the README do that.\n"


def test_missing_packages_are_told_in_a_sentence():
    empty = [sys.executable, "-S", "-E", "-m", "companion", "play"]  # -S: without what is installed
    done = subprocess.run(empty, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, NOT_INSTALLED)


@pytest.mark.parametrize(("missing", "code"), [("numpy", 2), ("vision.reading.reader", 1)])
def test_a_single_missing_package_is_told_too_but_one_of_ours_is_our_mistake(missing, code):
    start = f"import sys; sys.modules['{missing}'] = None; from companion.__main__ import main; main(['read', 'x.png'])"
    done = subprocess.run([sys.executable, "-c", start], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == code
    assert (done.stderr == NOT_INSTALLED) == (code == 2), done.stderr


@pytest.mark.parametrize("guide", ["README.md", ".github/CONTRIBUTING.md", "tests/benchmarks/README.md"])
def test_what_a_guide_names_is_there(guide):
    text = (ROOT / guide).read_text(encoding="utf-8").replace("CODE", "en")
    named = re.findall(r"(?<![\w/.-])(?:companion|vision|web|fixtures|tests|\.ci|\.github)/[\w./]*\w", text)
    assert named and [path for path in named if not (ROOT / path).exists()] == []
