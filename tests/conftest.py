"""Helpers that tests of several rooms share can be imported by their name."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import pytest
from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from reached import changed_files, reached_by
from werkzeug.routing import Rule

# One thread a worker: two workers with two threads each only wait for one another.
os.environ.update(OPENBLAS_NUM_THREADS="1", OPENCV_FOR_THREADS_NUM="1")
# Pictures are asked for and given back without end: glibc keeps their pages instead of fetching them anew (3 to 7 %).
os.environ.update(MALLOC_MMAP_THRESHOLD_="268435456", MALLOC_TRIM_THRESHOLD_="1073741824")

# as pytest puts the folder of each test file on the path: names of files are never alike
for room in (".", "live", "demo", "rules"):
    sys.path.append(str(Path(__file__).parent / room))


class CompiledTemplates(BytecodeCache):
    """Every test has an app of its own; none of them need compile the same templates again."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], object] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._known.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._known[bucket.key, bucket.checksum] = bucket.code


Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": CompiledTemplates()}


class CompiledRule(Rule):
    """Nor need they compile the same addresses again: the way from a rule's text to its functions takes longest of all
    that an app needs to begin."""

    _known: ClassVar[dict[tuple[str, str, bool], Callable[..., tuple[str, str]]]] = {}

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = self.rule, repr(self.defaults), append_unknown
        if key not in self._known:
            self._known[key] = super()._compile_builder(append_unknown)
        return self._known[key]


Flask.url_rule_class = CompiledRule


def pytest_xdist_auto_num_workers() -> int:
    """Half as many again as there are cores: tests in a browser, or beside a clock, wait a third of their time."""
    return (os.cpu_count() or 1) * 3 // 2


def pytest_addoption(parser: pytest.Parser) -> None:
    told = "only the test files that what changed since the branch left main can reach (tests/reached.py)"
    parser.addoption("--changed", action="store_true", help=told)


def pytest_configure(config: pytest.Config) -> None:
    """Choose the files before the workers begin, which are told them; all of them where git does not tell."""
    if not config.getoption("--changed") or hasattr(config, "workerinput"):
        return
    try:
        reached = reached_by(changed_files())
    except RuntimeError as trouble:
        print(f"All tests run: {trouble}")
        return
    config.args = [str(config.rootpath / path) for path in reached] or pytest.exit("No change reaches a test.", 0)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the long ones: at the end two cores waited two minutes for whole nights that were begun last."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was imported stays; to look for garbage in it again and again took a tenth of the time of whole games."""
    gc.freeze()
