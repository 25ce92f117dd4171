"""What is looked at in many ways, each thing in one of them in turn; with LONG_TESTS in the environment in all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TypeVar

Page, Way, Other = TypeVar("Page"), TypeVar("Way"), TypeVar("Other")
LONG = "LONG_TESTS" in os.environ  # everything in every way, not in one of them in turn


def in_turn(pages: Iterable[Page], one: Way, ways: tuple[Way, ...]) -> Iterator[Page]:
    """Those that are looked at in this way, of several that take turns: languages, sizes of a screen. Who begins is
    another with each round, or pages that come in rounds themselves would always meet the same way. A way that is not
    among them sees every page, and with LONG_TESTS each of them does."""
    if LONG or one not in ways:
        return iter(pages)
    turn, many = ways.index(one), len(ways)
    return (page for at, page in enumerate(pages) if (at + at // many) % many == turn)


def whose_turn(ways: Sequence[Way], at: int) -> Sequence[Way]:
    """The one of these whose turn it is; none of none, and with LONG_TESTS all of them."""
    return ways if LONG or not ways else [ways[at % len(ways)]]


def every_other(ways: Sequence[Way], at: int) -> Sequence[Way]:
    """Of these every second one, with which one to begin takes turns; the only one, and with LONG_TESTS all of them."""
    return ways if LONG else ways[at % 2 :: 2] or ways


def together(ways: tuple[Way, ...], others: tuple[Other, ...]) -> list[tuple[Way, Other]]:
    """Each of both with one of the other kind: languages with sizes of a screen. With LONG_TESTS each with each."""
    if LONG:
        return list(product(ways, others))
    return [(ways[at % len(ways)], others[at % len(others)]) for at in range(max(len(ways), len(others)))]
