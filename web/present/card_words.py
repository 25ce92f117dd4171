"""What a tunnel card shows, in words: its name, and the sides of the mine that its tunnels lead to. No places."""

from __future__ import annotations

from collections.abc import Iterable

from companion.maze.faces import Face, Passage
from companion.maze.geometry import Side
from web.language import Speech

SIDES = {"N": "side.left", "E": "side.ahead", "S": "side.right", "W": "side.back"}  # seen from the start to the goals


class CardWords:
    """For those who cannot see the drawing, in one language."""

    def __init__(self, say: Speech) -> None:
        self.say = say

    def side(self, side: Side) -> str:
        return self.say(SIDES[side.name])

    def all_of(self, notation: str | None) -> str:
        """`straight west-east`; each tunnel that does not meet the others is named for itself."""
        if notation is None:
            return self.say("card.face_down")
        card = Face.parse(notation)
        return " ".join([self.say.join(self._tunnels(card)) or self.say("card.rock"), *self._marks(card)])

    def name(self, notation: str) -> str:
        """`crossing`; no more than tells it from its neighbours."""
        links = Face.parse(notation).links
        return self.say(_name(links[0]) if len(links) == 1 else "card.tunnels" if links else "card.dead_end")

    def _tunnels(self, card: Face) -> list[str]:
        ends = [side for passage in card.passages if passage.is_dead_end for side in passage.sides]
        words = [self._tunnel(passage) for passage in card.links]
        return [*words, f"{self.say('card.dead_end')} {self._sides(ends)}"] if ends else words

    def _tunnel(self, passage: Passage) -> str:
        """A crossing leads everywhere."""
        name = self.say(_name(passage))
        return name if len(passage.sides) == len(Side) else f"{name} {self._sides(passage.sides)}"

    def _sides(self, sides: Iterable[Side]) -> str:
        return "-".join(self.side(side) for side in sides)

    def _marks(self, card: Face) -> list[str]:
        marks = [name for name, there in (("ladder", card.ladder), ("crystal", card.crystals)) if there]
        marks += [f"door.{passage.door}" for passage in card.passages if passage.door]
        return [self.say(f"card.{mark}") for mark in marks]


def _name(passage: Passage) -> str:
    if len(passage.sides) == 2:
        return "card.straight" if passage.sides[0].opposite == passage.sides[1] else "card.bend"
    return "card.crossing" if len(passage.sides) == len(Side) else "card.fork"
