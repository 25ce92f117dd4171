"""What commands, events and actors are called where they are kept: a short name and a version that outlive the code.

A class may be renamed and moved at will; its word stays, as journals of ten years ago have to open. Where its fields
change their meaning, the version goes up by one and `readers` makes the new shape out of the old. A field that is
only added needs no reader: it takes its default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

Json = dict[str, Any]
Upgrade = Callable[[Json], Json]  # a shape of one version into that of the next


class Word:
    """Base of what a journal keeps. `READERS` by the version that they read."""

    WORD: ClassVar[str] = ""
    VERSION: ClassVar[int] = 1
    READERS: ClassVar[Mapping[int, Upgrade]] = MappingProxyType({})

    def __init_subclass__(
        cls, *, word: str = "", version: int = 1, readers: Mapping[int, Upgrade] = MappingProxyType({})
    ) -> None:
        super().__init_subclass__()
        cls.WORD, cls.VERSION, cls.READERS = word, version, readers


class Command(Word):
    """What people, the camera and chance ask of the game, in the imperative. Which there are: state.commands, cards."""


class Event(Word):
    """What has happened, in the past tense. Which there are: state.events, cards."""
