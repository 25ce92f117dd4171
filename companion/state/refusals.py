"""A person's mistake, as a value: a code that pages translate, and the facts that go into the sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.maze.geometry import Cell

Fact = str | int | bool | Cell | tuple[str, ...] | tuple[Cell, ...]


@dataclass(frozen=True)
class Refusal:
    """Why something was not done.

    `code` is lower-case words with underscores, each with a sentence in every catalogue; a placement's `reasons`
    are codes too (occupied, no_neighbour, edge_mismatch, not_connected, sideways, broken_tool ...). `can_force`:
    the table may agree to do it all the same. Facts hold nothing that the person refused may not know.
    """

    code: str
    facts: Mapping[str, Fact] = field(default_factory=lambda: MappingProxyType({}))
    reasons: tuple[str, ...] = ()
    cell: Cell | None = None
    can_force: bool = False
