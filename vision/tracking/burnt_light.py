"""In what light each card was seen, as a brighter one may make it vanish.

in     small pictures, and Quads in them where cards are seen or lay
out    whether a card may lie there unseen, in a light that burns out the table around it
never  finds a card
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

import numpy as np

from companion.maze.geometry import Cell
from vision.arrays import FloatImage, Mask, Plane, Quad, Quads
from vision.tracking.picture_difference import grey_of
from vision.tracking.pixel_memory import RIM_PX, covered


@dataclass(frozen=True)
class BurntLightSettings:
    """Around 13 places from which pale cards vanished in a lamp's light 0.62 and more of the table was burnt out, and
    none of it before."""

    level: float = 250.0  # grey level from which on nothing is left of what is printed there
    around: float = 0.6  # share of the table around a place that is burnt out: a hole is as well, and so may a card be
    pale: float = 0.6  # grey of a card beside that of the table around it; darker ones are seen by any light: backs 0.4
    around_px: int = 4  # round a card and its rim: a quarter of a card


BURNT_LIGHT = BurntLightSettings()


class BurntLight:
    """Remembers which cards a brighter light may make vanish: pale ones, seen last on a table that was not burnt out.

    Of one that others hem in on all sides nothing is said.
    """

    def __init__(self) -> None:
        self._may_vanish: set[Cell] = set()

    def forget(self) -> None:
        self._may_vanish.clear()

    def learn(self, picture: FloatImage, seen_px: Mapping[Cell, Quad], board: Set[Cell]) -> None:
        """seen_px : where the cards lie that are seen now; of others on the board holds what was seen before"""
        self._may_vanish &= board
        grey = grey_of(picture)
        cards = np.array(list(seen_px.values())).reshape(-1, 4, 2)
        table = ~covered(grey.shape, cards, RIM_PX)
        for cell, place_px in seen_px.items():
            place, around = covered(grey.shape, place_px[None], 0), self._around(table, place_px)
            if not (place.any() and around.any()):
                continue
            is_pale = grey[place].mean() > BURNT_LIGHT.pale * grey[around].mean()
            self._may_vanish.discard(cell)
            if is_pale and not self._is_burnt(grey[around]):
                self._may_vanish.add(cell)

    def may_hide(self, cell: Cell, picture: FloatImage, place_px: Quad, cards_px: Quads) -> bool:
        """Whether the card that lay there may still do so. cards_px : (n, 4, 2) where others lie"""
        if cell not in self._may_vanish:
            return False
        grey = grey_of(picture)
        table = ~covered(grey.shape, np.concatenate([cards_px, place_px[None]]), RIM_PX)
        return self._is_burnt(grey[self._around(table, place_px)])

    def _around(self, table: Mask, place_px: Quad) -> Mask:
        return table & covered(table.shape, place_px[None], RIM_PX + BURNT_LIGHT.around_px)

    def _is_burnt(self, levels: Plane) -> bool:
        return bool(levels.size) and float((levels >= BURNT_LIGHT.level).mean()) > BURNT_LIGHT.around
