"""Whether a place has the colours of the cards that lie on this table, or those of the table beside them.

in     a ColourProbe, and the cards found so far with where the cells beside them are
out    log odds for any places that a card lies there; of the cards found, the same as their likeness
never  looks at what is drawn on a card: a deck nobody has seen has colours as well
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Colours, Flags, Floats, Plane, Quad, Quads
from vision.detection.card_probe import ColourProbe, EstimatedCards, NetworkProbe, Where
from vision.registration.located_card import LocatedCard, with_likeness


@dataclass(frozen=True)
class CardStockSettings:
    """Of 5,272 cards on 250 drawn, composed and path-traced tables all but one in 200 had log odds of -1.3 or more,
    most 6; of 8,822 bare places beside them all but one in 100 had 0 or less, most -7; and so had 55 of 59 things that
    both networks together had taken for cards. (Without bounds, see `most_for`.)"""

    nearest: int = 3  # card, or bare place, that is compared with: the first may be the same, the second its twin
    trembling: float = 2.0  # of 8-bit Lab: so far two patches of one cloth differ
    weight: float = 3.0  # log odds for each power of e by which a place is nearer to the cards than to the table
    most_against: float = 5.0  # log odds: what is plainly drawn is a card, whatever its colours
    most_for: float = 2.0  # likewise: of things taken for cards one in 15 has their colours, of cards all but a few
    sure: float = 0.97  # of a card that shows what colours the others have
    likely: float = -1.5  # log odds: what has more is probed finely though no trace was seen, one bare place in 30
    hardly: float = -4.0  # likewise: what has less is not; of 5,272 cards 5 had so little, of 8,822 bare places most


CARD_STOCK = CardStockSettings()


@dataclass(frozen=True, eq=False)
class CardStock:
    """What this table's cards look like, and the table."""

    colours: ColourProbe
    cards: Colours
    bare: Colours

    @classmethod
    def of(cls, colours: ColourProbe, cards: Iterable[LocatedCard], bare_px: Quads) -> CardStock:
        """cards : those found in the maze; bare_px : places beside them where none was found"""
        shown = [card.quad_px for card in cards if card.sure > CARD_STOCK.sure and not card.is_back]
        return cls(colours, colours(_quads(shown)), colours(bare_px))

    @property
    def tells(self) -> bool:
        """Whether enough cards and bare places are known."""
        return min(len(self.cards), len(self.bare)) > CARD_STOCK.nearest

    def log_odds(self, quads_px: Quads) -> Floats:
        """(n,) that a card lies there, rather than none; 0 where that cannot be told."""
        if not self.tells:
            return np.zeros(len(quads_px))
        seen = self.colours(quads_px)
        nearer = np.log(_apart(seen, self.bare) / _apart(seen, self.cards))
        odds: Floats = np.clip(CARD_STOCK.weight * nearer, -CARD_STOCK.most_against, CARD_STOCK.most_for)
        return odds

    def worth_a_look(self, where: Where, closely: Where) -> Where:
        """Of what nobody detected: where there are traces, or the cards' colours, and not plainly the table's.

        where : nowhere else; closely : where there are traces, which decide alone where colours tell nothing
        """
        if not self.tells:
            return closely

        def worth(quads_px: Quads) -> Flags:
            odds = self.log_odds(quads_px)
            likely = (odds > CARD_STOCK.likely) & where(quads_px)
            return likely | ((odds > CARD_STOCK.hardly) & closely(quads_px))

        return worth

    def heard_by(self, probe: NetworkProbe) -> NetworkProbe:
        """The same probe, but that it hears what the colours say as well."""

        def hearing(quads_px: Quads, mirrored: bool = False) -> EstimatedCards:
            answers = probe(quads_px, mirrored)
            return replace(answers, presence=with_likeness(answers.presence, self.log_odds(quads_px)))

        return hearing

    def likened(self, cards: Sequence[LocatedCard]) -> list[LocatedCard]:
        """The same cards, each with its likeness. A back has colours of its own: only the table's speak against it."""
        odds = self.log_odds(_quads([card.quad_px for card in cards])).tolist()
        return [
            replace(card, likeness=min(value, 0.0) if card.is_back else value)
            for card, value in zip(cards, odds, strict=True)
        ]


def _quads(quads: Sequence[Quad]) -> Quads:
    return np.array(quads, float).reshape(-1, 4, 2)


def _apart(seen: Colours, known: Colours) -> Floats:
    """(n,) how far each is from the known ones that it is most like."""
    away: Plane = np.linalg.norm(seen[:, None] - known[None], axis=2)
    return np.sort(away, axis=1)[:, CARD_STOCK.nearest - 1] + CARD_STOCK.trembling
