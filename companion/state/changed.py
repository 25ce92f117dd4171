"""A frozen noun with some fields replaced. Folding a journal does little else."""

from __future__ import annotations

from typing import Any, TypeVar

T = TypeVar("T")


def changed(noun: T, **fields: Any) -> T:
    """As `dataclasses.replace`, which took a quarter of the time of folding a game; for nouns without __post_init__."""
    old = vars(noun)
    if not fields.keys() <= old.keys():
        raise TypeError(f"{type(noun).__name__} has no {sorted(fields.keys() - old.keys())}")
    fresh = object.__new__(type(noun))
    vars(fresh).update(old)
    vars(fresh).update(fields)
    return fresh
