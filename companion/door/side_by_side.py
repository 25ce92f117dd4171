"""A task done by several processes side by side, which are gone as soon as the program is. Which task: see read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import parent_process
from threading import Thread
from typing import Any, TypeVar

from companion.door import ctrl_c

T = TypeVar("T")


def side_by_side(task: Callable[..., T], *facts: Iterable[Any], processes: int) -> Iterator[T]:
    """As `map` does it, in order."""
    with ProcessPoolExecutor(processes, initializer=_stay_as_long_as_the_program) as pool:
        yield from pool.map(task, *facts)


def _stay_as_long_as_the_program() -> None:
    """A terminal tells Ctrl-C to each of its processes: the program's is the one to answer it."""
    ctrl_c.ignore()
    Thread(target=_end_with_the_program, name="end", daemon=True).start()


def _end_with_the_program() -> None:
    """However it ended; who reads what it printed waits for the last process that could print more."""
    program = parent_process()
    if program:
        program.join()
        os._exit(0)
