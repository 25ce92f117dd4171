"""The printed cards: names and types of what is in the boxes. Which cards a box holds is in boxes; no behaviour."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from companion.maze.faces import Face


class Tool(StrEnum):
    """COMP-04"""

    PICKAXE = "pickaxe"
    LAMP = "lamp"
    CART = "cart"


class GoalKind(StrEnum):
    GOLD = "gold"
    COAL = "coal"
    SACK = "sack"  # CHAL-02, and the next two
    DRAGON = "dragon"
    SPIDER = "spider"


class Role(StrEnum):
    MINER = "miner"
    SABOTEUR = "saboteur"
    GREEDY = "greedy"  # WC16-01, BGA-05
    BLUE = "blue"  # COMP-06, and the next four
    GREEN = "green"
    BOSS = "boss"
    PROFITEER = "profiteer"
    GEOLOGIST = "geologist"


class Deed(str):
    """The name of an action card: its module is found under it in companion.cards."""

    __slots__ = ()

    def __repr__(self) -> str:
        """As in the digests of what is played that old journals keep (live.ledger.rules_name)."""
        return f"<Deed.{self.upper()}: {str(self)!r}>"


class Mark(StrEnum):
    """A card that lies before a player, other than a broken tool."""

    THIEF = "thief"
    TRAPPED = "trapped"


@dataclass(frozen=True)
class PathCards:
    """So many copies of one face, upright or turned."""

    face: Face
    copies: int


@dataclass(frozen=True)
class ActionCards:
    """So many copies of one action card.

    tools : those drawn on it
    option : that says how many of these are played with; in no repr, as a Deed's
    """

    deed: Deed
    copies: int
    tools: tuple[Tool, ...] = ()
    option: str = field(default="", repr=False)


@dataclass(frozen=True)
class GoalCard:
    """A goal's front, as printed. `nuggets` lie in a sack."""

    kind: GoalKind
    face: Face
    nuggets: int = 0

    def is_like(self, other: GoalCard) -> bool:
        """But for their tunnels both are the same: one may be told for the other."""
        return (self.kind, self.nuggets) == (other.kind, other.nuggets)


@dataclass(frozen=True)
class GoldCards:
    """So many gold cards of one value, in nuggets."""

    nuggets: int
    copies: int
