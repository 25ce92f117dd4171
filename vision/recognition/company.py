"""What is printed on a card, as the other cards of its table make it out.

in     CardEstimates of a table's cards, and the signs that the face network gave of them
out    CardEstimates of the same cards
never  looks at a picture, or says that a card lies there
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.maze.geometry import Cell
from vision.arrays import Floats
from vision.detection.card_estimates import CardEstimates, FaceOdds
from vision.detection.card_network import FaceNetwork


@dataclass(frozen=True)
class CompanySettings:
    # of what the face network says of a card beside the others, the rest is the reading network's. Of 459 development
    # tables 384 are exact without it (32 cards wrong though sure), with 0.5, 0.6 and 0.7 409 (11), 412 (13), 413 (14)
    weight: float = 0.6


COMPANY = CompanySettings()


@dataclass(frozen=True, eq=False)
class Company:
    """Cards of one table, to be compared.

    signs : (1 or 2, SIGNS) of each, as the network gave them: of the card as it lies, then as it is seen from its other
        end; a cell whose card was not shown to it has none
    """

    network: FaceNetwork
    signs: Mapping[Cell, Floats]

    def heard_of(self, cells: Sequence[Cell], seen: CardEstimates, believed: Floats) -> CardEstimates:
        """The same cards, each as the network has it beside the others as well, where it has signs.

        cells, seen : n of each
        believed : (n, 5) how much is heard of N, E, S, W and the middle, 0 to 1; a card of which nothing is still
            speaks to the others
        """
        signed = np.array([number for number, cell in enumerate(cells) if cell in self.signs], int)
        if not len(signed):
            return seen
        said = self._compared([self.signs[cells[number]] for number in signed])
        return seen.put(signed, seen[signed].weighed_with(said, COMPANY.weight * believed[signed]))

    def _compared(self, looks: Sequence[Floats]) -> FaceOdds:
        """One answer a card. A card that was seen twice counts twice for the others."""
        first = np.cumsum([0, *map(len, looks[:-1])])
        turned = np.ones(sum(map(len, looks)), bool)
        turned[first] = False
        return self.network.compared(np.concatenate(looks)).half_turned(turned).mean_of_each(first)
