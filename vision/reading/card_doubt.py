"""When a person is asked about a card, and whether something lies over it.

in     what the networks say of the cards, by themselves and beside the others, and the candidates for each
out    whether it is asked about: SeenCard.uncertain; and SeenCard.occluded
never  weighs one face against another: see card_reading
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.maze.faces import Face
from companion.maze.geometry import START_CELL, Cell
from companion.sight.reading import Candidate, CardKind, InPlay
from vision.arrays import Flags, Floats
from vision.detection.card_estimates import CardEstimates, CompanyWord
from vision.recognition.face_posterior import numbered


@dataclass(frozen=True)
class CardDoubtSettings:
    """When to be unsure, of a card or of a side."""

    # Where every side and the middle are in sight with this probability, below this confidence a person is asked. Of 13
    # cards that only the second asks about 5 were wrong, of 23 that only the third does 7: so by the reading network;
    # of four other sets tried with both networks none asks about fewer cards for as many that are wrong.
    certain: tuple[tuple[float, float], ...] = ((0.95, 0.6), (0.8, 0.7), (0.0, 0.85))
    # share of a card over which something lies: above, it must be the more certain, as follows. With 0.03, 0.05 and
    # 0.08 888, 890 and 891 of 1,100 development tables are exact, and 46, 48 and 51 cards wrong though sure
    partly_covered: float = 0.05
    # confidence, below which such a card is asked about, whatever part is covered. Of 34 cards on 276 development
    # tables that only this asks about 7 were wrong, of 4,677 bare ones it asks about 3. Not so where a side is hidden:
    # nothing is said of that, and of 26 such cards on 1,080 tables, as sure as `certain` wants, 25 were right
    certain_covered: float = 0.9
    # likewise of a card that the picture's edge cuts off, all else of it in sight: what of a tunnel is seen goes on. Of
    # 7 such cards with 0.75 to 0.9 on 300 development tables 6 were right
    certain_cut_off: float = 0.75
    nothing_said: float = 0.5  # probability that a side is in sight, by both networks: below, nothing is said of it
    all_said: float = 0.98  # above, all is: of 10,262 cards in sight 1 in 70 has less, of hidden ones 4 in 5
    # probability; a face that the face network by itself grants less must be the more certain, as follows. Of 15,750
    # cards that were sure on 740 development tables both together ask about 8 that were right, and 12 of the 53 that
    # were wrong; with 0.6 about 14 and 15, with 0.4 about 3 and 9. Confidence alone asks about 22 and 12 (below 0.75)
    granted: float = 0.45
    certain_disputed: float = 0.95
    clear_of_next: float = 1.5  # nor may the runner-up, after the neighbours were heard, come nearer than this


CARD_DOUBT = CardDoubtSettings()


def believed(in_sight: Floats) -> Floats:
    """How much is said of what is in sight with these probabilities."""
    share: Floats = np.interp(in_sight, (CARD_DOUBT.nothing_said, CARD_DOUBT.all_said), (0, 1))
    return share


def certain_from(seen: CardEstimates, cells: Sequence[Cell], faces: Sequence[Face | None], word: CompanyWord) -> Floats:
    """(n,) the confidence from which a card is not asked about. faces : likeliest, of the card in each cell"""
    disputed = [_of_disputed(face, cell, word) for face, cell in zip(faces, cells, strict=True)]
    certain: Floats = np.maximum(_certain(seen), disputed)
    return certain


def is_asked_about(
    kind: CardKind, candidates: Sequence[Candidate], confidence: float, certain: float, in_play: InPlay
) -> bool:
    """candidates : ways to read the card, likeliest first. confidence : in the first. certain : see certain_from"""
    best = candidates[0]
    runner_up = max((candidate.confidence for candidate in candidates[1:]), default=0.0)
    clear = confidence >= certain and best.confidence >= CARD_DOUBT.clear_of_next * runner_up
    is_strange = kind is CardKind.GOAL and best.face is not None and not best.face.is_one_tunnel  # a die on its back
    return not clear or is_strange or not in_play.may_hold(best.face)


def occluded(seen: CardEstimates) -> Flags:
    """(n,) whether something lies over a side, the middle, or a part of a card that shows its face."""
    return _is_covered(seen) | (seen.least_in_sight < CARD_DOUBT.nothing_said)


def _of_disputed(face: Face | None, cell: Cell, word: CompanyWord) -> float:
    """The confidence from which such a card is not asked about; what the start card is, its place tells."""
    if face is None or cell == START_CELL:
        return 0.0
    has = numbered({face: 1.0})  # heard of what is out of sight as well: it may be what was guessed
    is_disputed = word.grants(cell, has.mouths[0] == 1, has.links[0], face.crystals > 0) < CARD_DOUBT.granted
    return CARD_DOUBT.certain_disputed if is_disputed else 0.0


def _certain(seen: CardEstimates) -> Floats:
    """(n,) the confidence from which a card is not asked about; on a back there is nothing to be hidden."""
    in_sight = np.where(seen.is_back[:, None], 1.0, seen.in_sight)
    cut_off = np.maximum(_certain_in_sight(seen.least_in_sight), CARD_DOUBT.certain_cut_off)
    certain = np.minimum(_certain_in_sight(in_sight.min(1)), cut_off)
    is_covered = _is_covered(seen) & (seen.least_in_sight >= CARD_DOUBT.nothing_said)
    least_certain: Floats = np.where(is_covered, np.maximum(certain, CARD_DOUBT.certain_covered), certain)
    return least_certain


def _is_covered(seen: CardEstimates) -> Flags:
    return ~seen.is_back & (seen.covered > CARD_DOUBT.partly_covered)


def _certain_in_sight(in_sight: Floats) -> Floats:
    """(n,) likewise, where so much is in sight of what is least so."""
    least, confidence = zip(*CARD_DOUBT.certain, strict=True)
    certain: Floats = np.select([in_sight >= share for share in least], confidence)
    return certain
