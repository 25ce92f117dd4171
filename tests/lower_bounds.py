"""Tries the lower bounds of pyproject.toml: the oldest Python, every dependency as old as it may be, and quick tests.

    python3.11 tests/lower_bounds.py

Not collected by pytest, as it fetches packages. It installs the way a person does, into an environment of its own in a
temporary folder, so that it also tells whether what installs is whole. Exits 0 when all bounds hold.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOUND = re.compile(r"([\w.-]+)>=([\d.]+)((?:;.+)?)")
QUICK = (  # each room's way of using what is bounded, in less than a minute
    "tests/maze",
    "tests/rules/test_place.py",
    "tests/live/test_journal.py",
    "tests/vision/capture",
    "tests/vision/geometry",
    "tests/vision/reading/test_read_scenes.py",
    "tests/web/test_web_certificate.py",
    "tests/web/test_web_language.py",
    "tests/web/test_web_serve.py",
    "tests/browser/test_first_press.py",
    "tests/test_door.py",
    "tests/test_style.py::test_ruff_finds_nothing_to_mend",  # not mypy: its verdict is that of today's numpy
    "tests/test_style.py::test_every_file_is_formatted",
)
IMPORT_ALL = """
import importlib, pkgutil, companion, vision, web
for top in (companion, vision, web):
    for module in pkgutil.walk_packages(top.__path__, top.__name__ + "."):
        if not module.name.startswith("vision.train") and not module.name.endswith("__main__"):
            importlib.import_module(module.name)
"""


def oldest(requirement: str) -> str:
    """`numpy>=2.0` as `numpy==2.0`, for the same machines; a requirement without a lower bound was never tried."""
    bound = BOUND.fullmatch(requirement)
    if bound is None:
        raise SystemExit(f"{requirement!r} in pyproject.toml has no lower bound.")
    return f"{bound[1]}=={bound[2]}{bound[3]}"


def main() -> int:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project, build = settings["project"], settings["build-system"]
    if "{}.{}".format(*sys.version_info) != project["requires-python"].removeprefix(">="):
        raise SystemExit(f"The oldest Python is meant, {project['requires-python']}; this is {sys.version.split()[0]}.")
    asked = [*project["dependencies"], *project["optional-dependencies"]["test"], *build["requires"]]
    pins = [oldest(requirement) for requirement in asked]
    print(*pins, sep="\n", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        python = Path(folder, "Scripts" if os.name == "nt" else "bin", "python")
        pip = [python, "-m", "pip", "install", "--quiet"]
        steps: list[list[str | Path]] = [
            [*pip, *pins],
            [*pip, "--no-deps", "--no-build-isolation", ROOT],
            [python, "-m", "pip", "check"],
            [python, "-P", "-W", "error", "-c", IMPORT_ALL],
        ]
        for step in steps:
            subprocess.run(step, check=True, cwd=folder)
        quick = [python, "-m", "pytest", "-q", "-n1", "-p", "no:cacheprovider", *QUICK]
        return subprocess.run(quick, cwd=ROOT).returncode


if __name__ == "__main__":
    raise SystemExit(main())
