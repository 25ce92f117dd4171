"""What is printed on a card's front, as topology: which sides are open and which are joined. No pictures, no places."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache

from companion.maze.geometry import Side


class Door(StrEnum):
    """A door stands on a tunnel and is closed to the other team's miners (S2P-04)."""

    BLUE = "blue"
    GREEN = "green"


@dataclass(frozen=True, order=True)
class Passage:
    """Sides joined inside a card, in the order N, E, S, W; a single side is a dead end."""

    sides: tuple[Side, ...]
    door: Door | None = None

    def __post_init__(self) -> None:
        if not self.sides or tuple(sorted(set(self.sides))) != self.sides:
            raise ValueError(f"a passage needs distinct sides in the order NESW, not {self.sides!r}")

    @cached_property
    def mask(self) -> int:
        """The sides as bits, 1 << side."""
        return sum(1 << side for side in self.sides)

    @property
    def is_dead_end(self) -> bool:
        return len(self.sides) == 1

    def half_turn(self) -> Passage:
        return Passage(tuple(sorted(side.opposite for side in self.sides)), self.door)


@dataclass(frozen=True)
class Face:
    """The front of a tunnel card, passages in canonical order, so that equal pictures compare equal.

    `ladder` joins every tunnel of the card to the start card and to all ladders (S2P-02);
    `crystals` are what geologists are paid for (S2R-12).
    """

    passages: tuple[Passage, ...]
    ladder: bool = False
    crystals: int = 0

    def __post_init__(self) -> None:
        sides = [side for passage in self.passages for side in passage.sides]
        if len(sides) != len(set(sides)):
            raise ValueError(f"a side may belong to one passage only: {self.passages!r}")
        object.__setattr__(self, "passages", tuple(sorted(self.passages, key=_passage_key)))

    @cached_property
    def open(self) -> tuple[Side, ...]:
        """The sides with a tunnel mouth, in the order N, E, S, W."""
        return tuple(sorted(side for passage in self.passages for side in passage.sides))

    @cached_property
    def mouths(self) -> int:
        """The open sides as bits, 1 << side."""
        return sum(1 << side for side in self.open)

    def mask(self, team: Door | None) -> int:
        """The sides, as bits, whose tunnels no door closes to `team`; None walks through every door."""
        if team is None:
            return self.mouths
        return sum(p.mask for p in self.passages if p.door is None or p.door == team)

    def through(self, entry: int, team: Door | None = None) -> int:
        """The sides, as bits, in reach of somebody of `team` who enters on the side with the bit `entry`."""
        for passage in self.passages:
            if passage.mask & entry:
                return passage.mask if team is None or passage.door is None or passage.door == team else 0
        return 0

    @cached_property
    def links(self) -> tuple[Passage, ...]:
        """The passages that join two sides or more."""
        return tuple(passage for passage in self.passages if not passage.is_dead_end)

    @property
    def door(self) -> Door | None:
        """The colour of the card's door; no printed card has two."""
        return next((passage.door for passage in self.passages if passage.door), None)

    @property
    def is_one_tunnel(self) -> bool:
        """A single tunnel that goes through, without a door or a mark."""
        return len(self.open) > 1 and self == Face((Passage(self.open),))

    def half_turn(self) -> Face:
        """The same card turned by 180 degrees (PLACE-14)."""
        return self._half_turn

    @cached_property
    def _half_turn(self) -> Face:
        return Face(tuple(passage.half_turn() for passage in self.passages), self.ladder, self.crystals)

    @cached_property
    def is_symmetric(self) -> bool:
        return self.half_turn() == self

    def upright(self) -> Face:
        """One name for both ways the card can lie: the smaller notation of the two."""
        return self._upright

    @cached_property
    def _upright(self) -> Face:
        return min(self, self.half_turn(), key=str)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.passages, self.ladder, self.crystals))

    def passage_at(self, side: Side) -> Passage | None:
        return next((passage for passage in self.passages if side in passage.sides), None)

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        """`NS|E`; a passage's door follows it as b or g, a ladder is ^, each crystal is *; no tunnel at all is `-`."""
        passages = "|".join(
            "".join(side.name for side in passage.sides) + (passage.door.value[0] if passage.door else "")
            for passage in self.passages
        )
        return (passages or "-") + "^" * self.ladder + "*" * self.crystals

    @classmethod
    @lru_cache(maxsize=1024)
    def parse(cls, text: str) -> Face:
        """Read the notation of `str(face)`. Raises ValueError with the text that was not understood."""
        body = text.rstrip("^*")
        marks = text[len(body) :]
        groups = [] if body == "-" else body.split("|")
        try:
            return cls(
                tuple(_parse_passage(group) for group in groups),
                ladder="^" in marks,
                crystals=marks.count("*"),
            )
        except (KeyError, ValueError) as error:
            raise ValueError(
                f"not a card face: {text!r} (expected for example 'NS|E', 'EWb', 'NW^' or 'NESW*')"
            ) from error

    @classmethod
    def of(
        cls,
        open_sides: str,
        links: Iterable[str] | None = None,
        *,
        door: str | None = None,
        ladder: bool = False,
        crystals: int = 0,
    ) -> Face:
        """From the words of the JSON formats; without `links` two open sides or more are joined.

        A door stands on the first joined group, as no printed card with a door has two.
        Raises ValueError where a link names a side that is not open or is in two groups.
        """
        sides = {Side[letter] for letter in open_sides}
        groups = [
            {Side[letter] for letter in group}
            for group in (links if links is not None else [open_sides] if len(sides) > 1 else [])
        ]
        joined = set().union(*groups) if groups else set()
        if not joined <= sides:
            raise ValueError(f"links {links!r} name a side that is not open in {open_sides!r}")
        passages = [
            Passage(tuple(sorted(group)), Door(door) if door and i == 0 else None) for i, group in enumerate(groups)
        ]
        passages += [Passage((side,), Door(door) if door and not groups else None) for side in sorted(sides - joined)]
        return cls(tuple(passages), ladder, crystals)


def _passage_key(passage: Passage) -> tuple[int, tuple[Side, ...]]:
    return (-len(passage.sides), passage.sides)


def _parse_passage(text: str) -> Passage:
    door = {"b": Door.BLUE, "g": Door.GREEN}.get(text[-1:])
    letters = text[:-1] if door else text
    return Passage(tuple(sorted(Side[letter] for letter in letters)), door)
