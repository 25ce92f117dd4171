"""Results of slow functions kept on disk from run to run, under `.cache/`: drawn pictures, readings of them.

A result is found by the source of the function's module and of all that this imports, and by the arguments, so it is
never older than the code that made it. What no run has asked for in a week is removed. Several workers, and runs of
other sources beside this one, may share the folder.
"""

from __future__ import annotations

import os
import pickle
import re
import shutil
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, wraps
from hashlib import blake2b
from pathlib import Path
from typing import Any

import cv2
import numpy as np

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".cache" / "vision"
IMPORTED = re.compile(r"^\s*(?:from|import) +((?:vision|companion)[\w.]*)(?: +import +(\([^)]*\)|[^#\n]+))?", re.M)
STALE_S = 7 * 86_400  # results of other sources are kept as long: of another branch, or of other versions of libraries
NAME = re.compile(r"\w+")
PLAIN = (type(None), bool, int, float, complex, str, bytes, Enum, np.generic)


def cached(function: Callable[..., Any], folder: Path = FOLDER) -> Callable[..., Any]:
    """Return the function, which looks first for what it returned for these arguments in this run or an earlier one.

    It must depend on nothing but its arguments, leave these as they are, and return what can be pickled.
    """

    @wraps(function)
    def remembered(*args: Any, **named: Any) -> Any:
        at = _of_function(function, folder) / f"{digest_of_value((args, named))}.pickle"
        kept = _loaded(at)
        if kept is not None:
            return kept[0]
        result = function(*args, **named)
        _store(at, (result,))
        return result

    return remembered


@cache
def _of_function(function: Callable[..., Any], folder: Path) -> Path:
    """Return the folder of a function's results, and remove those of other sources that nobody uses any more."""
    name = f"{function.__module__}.{function.__qualname__}"
    own = folder / name / digest_of_source(function.__module__)
    own.mkdir(parents=True, exist_ok=True)
    os.utime(own)
    for other in own.parent.iterdir():
        if other.stat().st_mtime < time.time() - STALE_S:
            shutil.rmtree(other, ignore_errors=True)
    return own


# ---- what a result depends on ---------------------------------------------------------------------------------------


@cache
def digest_of_source(module: str) -> str:
    """Return the digest of a module and of all of this project that it imports, the networks' weights and the
    libraries' versions."""
    digest = blake2b(repr((sys.version, np.__version__, cv2.__version__, _version_of_onnxruntime())).encode())
    for path in sorted({*_sources(module), *(ROOT / "vision" / "weights").iterdir()}):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:32]


def _version_of_onnxruntime() -> str:
    try:
        import onnxruntime
    except ImportError:
        return "none"
    return str(onnxruntime.__version__)


def _sources(module: str) -> set[Path]:
    """Return the files of a module and of what it imports of this project, and so on."""
    found: set[Path] = set()
    names = [module]
    while names:
        path = _file_of(names.pop())
        if path is not None and path not in found:
            found.add(path)
            for package, members in IMPORTED.findall(path.read_text(encoding="utf-8")):
                names += [package, *(f"{package}.{member}" for member in NAME.findall(members))]
    return found


def _file_of(module: str) -> Path | None:
    """Return where a module of this project is read from; None for what is no module of it."""
    if module in sys.modules and not module.startswith(("vision", "companion")):
        return Path(str(sys.modules[module].__file__))  # a helper beside the tests
    at = ROOT.joinpath(*module.split("."))
    return next((path for path in (at.with_suffix(".py"), at / "__init__.py") if path.is_file()), None)


def digest_of_value(value: Any) -> str:
    """Return the digest of arguments: equal for equal ones. TypeError for what cannot be told from another."""
    digest = blake2b()
    _feed(digest.update, value)
    return digest.hexdigest()[:32]


def _feed(update: Callable[[bytes], None], value: Any) -> None:
    update(type(value).__qualname__.encode() + b":")
    if isinstance(value, np.ndarray):
        update(repr((value.shape, value.dtype.str)).encode())
        update(np.ascontiguousarray(value).data)
    elif isinstance(value, PLAIN):
        update(repr(value).encode() + b";")
    elif is_dataclass(value):
        _feed(update, {field.name: getattr(value, field.name) for field in fields(value)})
    elif isinstance(value, Mapping):
        _feed(update, list(value.items()))
    elif isinstance(value, (tuple, list)):
        update(b"(%d" % len(value))
        for one in value:
            _feed(update, one)
    elif isinstance(value, (set, frozenset)):
        _feed(update, sorted(map(digest_of_value, value)))
    else:
        raise TypeError(f"no digest of a {type(value).__qualname__}")


# ---- on disk --------------------------------------------------------------------------------------------------------


def _store(at: Path, result: tuple[Any]) -> None:
    """Write beside it first: another worker reads all of it or nothing. Tests go on where the disk takes nothing."""
    packed = pickle.dumps(result, protocol=5)
    with suppress(OSError):
        at.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=at.parent, delete=False) as file:
            file.write(_sum(packed) + packed)
        os.replace(file.name, at)


def _loaded(at: Path) -> tuple[Any] | None:
    """Return None for what is not there or was damaged."""
    try:
        stored = memoryview(at.read_bytes())
    except OSError:
        return None
    packed = stored[4:]
    if bytes(stored[:4]) != _sum(packed):
        return None
    kept: tuple[Any] = pickle.loads(packed)
    return kept


def _sum(packed: bytes | memoryview) -> bytes:
    return zlib.crc32(packed).to_bytes(4, "big")
