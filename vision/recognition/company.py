"""What the face network says of the cards of one table, each beside the others, and whether it grants the faces found.

in     the cells of the cards, what is seen of each (signs) and what else was said of it (CardEstimates)
out    CardEstimates that its word was weighed into; and for a Face that was settled on, how far it grants that face
never  is asked about a picture: see signs_of in vision.reading.card_reading
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp

import numpy as np

from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from vision.arrays import Floats
from vision.detection.card_estimates import SIDE_PAIRS, CardEstimates, FaceOdds
from vision.detection.card_network import FaceNetwork


@dataclass(frozen=True)
class CompanySettings:
    # of what the face network says of a card beside the others, the rest is the reading network's. Of 459 development
    # tables 384 are exact without it (32 cards wrong though sure), with 0.5, 0.6 and 0.7 409 (11), 412 (13), 413 (14)
    heard: float = 0.6


COMPANY = CompanySettings()


@dataclass(frozen=True, eq=False)
class Company:
    """The cards of one table, to be compared. signs : see signs_of; a card that was not shown has none"""

    network: FaceNetwork
    signs: Mapping[Cell, Floats]

    def says(self, cells: Sequence[Cell]) -> CompanyWord:
        """Of those of these cards that have signs, compared with each other."""
        signed = [cell for cell in cells if cell in self.signs]
        odds = self.network.compared([self.signs[cell] for cell in signed]) if signed else None
        return CompanyWord({cell: at for at, cell in enumerate(signed)}, odds)


@dataclass(frozen=True, eq=False)
class CompanyWord:
    """rows : of each cell of which something is said, its row in the odds"""

    rows: Mapping[Cell, int]
    odds: FaceOdds | None

    def weighed_into(self, seen: CardEstimates, cells: Sequence[Cell], believed: Floats) -> CardEstimates:
        """The same cards, each as the face network has it beside the others as well.

        cells : of the cards, in their order
        believed : (n, 5) how much is said of what lies at N, E, S, W and the middle, 0 to 1. It is not heard about what
            is hidden or outside the picture; such a card still speaks to the others
        """
        if self.odds is None:
            return seen
        signed = np.array([number for number, cell in enumerate(cells) if cell in self.rows])
        return seen.put(signed, seen[signed].weighed_with(self.odds, COMPANY.heard * believed[signed]))

    def grants(self, cell: Cell, face: Face) -> float:
        """Of the mouths, links and crystals that this face has or lacks, the probability of what is granted least; 1
        where nothing is said. Heard whatever of the card is in sight: what is out of sight may be what was guessed.
        Doors were not tried; of ladders it says otherwise twice on 766 tables, once rightly."""
        if self.odds is None or cell not in self.rows:
            return 1.0
        row, odds = self.rows[cell], self.odds
        told = [(odds.mouths[row, side], side in face.open) for side in Side]
        told += [
            (odds.links[row, pair], any({*both} <= {*tunnel.sides} for tunnel in face.passages))
            for pair, both in enumerate(SIDE_PAIRS)
            if {*both} <= {*face.open}
        ]
        told.append((odds.crystal[row], face.crystals > 0))
        least = min(float(chance) if is_so else -float(chance) for chance, is_so in told)
        return 1 / (1 + exp(-least))


UNHEARD = CompanyWord({}, None)  # nothing of any card
