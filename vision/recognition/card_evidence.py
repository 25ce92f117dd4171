"""Whether what was found in a cell is a card at all, beside what the other cells of the same picture show.

in     what the reading network says of each place where a card was located, and how surely a card was detected there
out    Flags: the places that are to be taken for a part of the table
never  reads a face
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Flags, Floats
from vision.detection.card_network import CardEstimates


@dataclass(frozen=True)
class CardEvidenceSettings:
    """What a card in plain sight shows of itself. Evidence is the sum of both networks' log odds for a card.

    Of 2,258 drawn cards none in plain sight had less than `least` in a sharp picture; of 18 things that were none,
    medallions, knots and flowers of cloths mostly, 9 had. In a blurred picture all cards have less: hence `behind`.
    """

    least: float = 2.7
    behind: float = 5.0  # the picture's median: so much less than the others
    in_sight: float = 0.6  # of every side and the middle: what is half hidden cannot show as much
    most_of_detector: float = 0.98  # probability; nearer to certainty than this the detector's word is not weighed
    most_of_reader: float = 1 - 1e-6  # likewise the reading network's


CARD_EVIDENCE = CardEvidenceSettings()


def no_cards(estimates: CardEstimates, detected: Floats, expected: Flags) -> Flags:
    """(n,) true for what lies in plain sight and is by far not as surely a card as the others are.

    detected : (n,) how surely a card was detected there; expected : (n,) where one lies by the rules of the layout,
    whatever it looks like: start and goals
    """
    evidence = _log_odds(estimates.is_card, CARD_EVIDENCE.most_of_reader)
    evidence = evidence + _log_odds(detected, CARD_EVIDENCE.most_of_detector)
    least = min(CARD_EVIDENCE.least, float(np.median(evidence)) - CARD_EVIDENCE.behind)
    flags: Flags = (evidence < least) & (estimates.in_sight.min(1) > CARD_EVIDENCE.in_sight) & ~expected
    return flags


def _log_odds(chance: Floats, most: float) -> Floats:
    within = np.clip(chance.astype(np.float64), 1 - most, most)
    odds: Floats = np.log(within / (1 - within))
    return odds
