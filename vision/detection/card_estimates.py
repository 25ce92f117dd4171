"""What the networks say of cards, as probabilities; turned, mirrored and averaged. Names no face.

Who is asked: see card_network; which faces fit: see face_posterior.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import IntEnum
from math import exp

import numpy as np

from companion.maze.geometry import Cell
from vision.arrays import Flags, Floats, Indices

SIDE_PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))  # NE NS NW ES EW SW, sides in the order N, E, S, W
_HALF_TURN, _MIRROR = [2, 3, 0, 1], [0, 3, 2, 1]  # of N, E, S, W
_MOST_UNLIKELY = 1e-6  # a probability of 0 has no log odds
_LEAST = 1e-12  # below it both answers were no


@dataclass(frozen=True)
class CardEstimatesSettings:
    maybe_open: float = 0.3  # probability of both sides, before it matters whether they are joined


CARD_ESTIMATES = CardEstimatesSettings()


class Presence(IntEnum):
    """What lies in the middle of a patch."""

    NOTHING = 0  # the table, perhaps edges of other cards
    TUNNEL = 1  # a tunnel card or a goal, face up
    START = 2
    BACK = 3  # face down
    OTHER = 4  # a loose card, a foreign thing, a hand: no card of the maze


def face_up_in(presence: Floats) -> Floats:
    """(...,) probability of a tunnel card, goal or start card with its front up, from (..., 5) presence."""
    chance: Floats = presence[..., Presence.TUNNEL] + presence[..., Presence.START]
    return chance


def card_in(presence: Floats) -> Floats:
    """(...,) probability of any card of the maze, face up or down, from (..., 5) presence."""
    chance: Floats = face_up_in(presence) + presence[..., Presence.BACK]
    return chance


def pairs_of(sides: Sequence[int]) -> list[int]:
    """Which of SIDE_PAIRS is seen where each of them was. sides : likewise for N, E, S, W"""
    return [SIDE_PAIRS.index((min(sides[a], sides[b]), max(sides[a], sides[b]))) for a, b in SIDE_PAIRS]


@dataclass(frozen=True, eq=False)
class FaceOdds:
    """What is printed on n cards, as log odds.

    mouths : (n, 4) N, E, S, W; links : (n, 6) in the order of SIDE_PAIRS; door : (n, 3) none, blue, green, each beside
    none; crystal, ladder : (n,)
    """

    mouths: Floats
    links: Floats
    door: Floats
    crystal: Floats
    ladder: Floats

    def half_turned(self, which: Flags) -> FaceOdds:
        """The same, where some of the cards were seen from their other ends. which : (n,)"""
        mouths, links, turned = self.mouths[:, _HALF_TURN], self.links[:, pairs_of(_HALF_TURN)], which[:, None]
        return replace(self, mouths=np.where(turned, mouths, self.mouths), links=np.where(turned, links, self.links))

    def mean_of_each(self, first: Indices) -> FaceOdds:
        """Of several answers about each card, one after the other. first : (m,) the number of each card's first one"""
        count = np.diff([*first, len(self.crystal)])
        sums = (np.add.reduceat(odds, first, axis=0) for odds in (getattr(self, n) for n in self.__dataclass_fields__))
        return FaceOdds(*((odds.T / count).T for odds in sums))


def _either(one: Floats, two: Floats) -> Floats:
    """Yes or no: the mean of both logits."""
    yes, no = np.sqrt(one * two), np.sqrt((1 - one) * (1 - two))
    share: Floats = yes / np.maximum(yes + no, _LEAST)
    return share


def _among(one: Floats, two: Floats) -> Floats:
    """One of several: likewise."""
    both = np.sqrt(one * two)
    shares: Floats = both / np.maximum(both.sum(1, keepdims=True), _LEAST)
    return shares


def _midway(one: Floats, two: Floats) -> Floats:
    between: Floats = (one + two) / 2
    return between


def _as_it_is(answers: Floats, sides: Sequence[int]) -> Floats:
    """What is told of the card as a whole."""
    return answers


def _by_side(answers: Floats, sides: Sequence[int]) -> Floats:
    """What is told of N, E, S, W, and of what comes after them."""
    turned: Floats = answers[:, [*sides, *range(len(sides), answers.shape[1])]]
    return turned


def _by_pair(answers: Floats, sides: Sequence[int]) -> Floats:
    return answers[:, pairs_of(sides)]


def _says(
    averaged: Callable[[Floats, Floats], Floats], turned: Callable[[Floats, Sequence[int]], Floats] = _as_it_is
) -> Mapping[str, object]:
    """Of a field: how two answers become one, and what it becomes where another side is seen where N, E, S, W were."""
    return {"averaged": averaged, "turned": turned}


@dataclass(frozen=True, eq=False)
class CardEstimates:
    """What the reading network says of n patches; probabilities, calibrated on decks it was not trained on. Of what is
    in sight the covering one is heard as well, once it was asked. A new answer is a field here, with what becomes of it
    when two looks are averaged or the card is seen from elsewhere.

    presence : (n, 5) in the order of Presence
    corners : (n, 4, 2) from the quad's corners to the card's, in card widths (x right, y down in the patch)
    mouths : (n, 4) a tunnel mouth on N, E, S, W; given that a card lies face up
    links : (n, 6) the pair of SIDE_PAIRS is joined inside the card; given that both its sides are open
    plugged : (n,) a plug in the middle closes all of its tunnels, so that none is joined; three in ten had one in its
        lessons, on a table it is rarer: see table_context.with_plugs
    door : (n, 3) none, blue, green
    crystal, ladder : (n,)
    in_sight : (n, 5) that nothing lies over the card's sides N, E, S, W where a mouth would be, and over its middle; of
        a side without a mouth also that nothing lies over the strip that a tunnel would run through, once it was asked
    in_picture : (n, 5) whether the card's sides and its middle are within the picture's edges; bool
    covered : (n,) share of what of the card is in the picture over which something lies, by the covering network; 0
        where that was not asked, nan of a card that is wholly outside
    rims : (n, 4, 6) no answer, but what the network was shown where a mouth would be: blue, green and red there, and by
        how much each differs from what lies on either side of it; nan where that is not in sight
    """

    presence: Floats = field(metadata=_says(_among))
    corners: Floats = field(metadata=_says(_midway))  # turned with their card
    mouths: Floats = field(metadata=_says(_either, _by_side))
    links: Floats = field(metadata=_says(_either, _by_pair))
    plugged: Floats = field(metadata=_says(_either))
    door: Floats = field(metadata=_says(_among))
    crystal: Floats = field(metadata=_says(_either))
    ladder: Floats = field(metadata=_says(_either))
    in_sight: Floats = field(metadata=_says(_either, _by_side))
    in_picture: Flags = field(metadata=_says(np.logical_and, _by_side))
    covered: Floats = field(metadata=_says(_midway))
    rims: Floats = field(metadata=_says(_midway, _by_side))

    def __len__(self) -> int:
        return len(self.presence)

    def __getitem__(self, index: int | slice | Indices | Flags) -> CardEstimates:
        """The estimates of some of the patches; a single index keeps the first axis, of length one."""
        at = slice(index, index + 1 or None) if isinstance(index, int | np.integer) else index
        return CardEstimates(*(getattr(self, name)[at] for name in self.__dataclass_fields__))

    def put(self, at: Indices, others: CardEstimates) -> CardEstimates:
        """The same with `others` at the places `at`."""
        answers = {name: getattr(self, name).copy() for name in self.__dataclass_fields__}
        for name, answer in answers.items():
            answer[at] = getattr(others, name)
        return CardEstimates(**answers)

    @classmethod
    def of(cls, parts: Sequence[CardEstimates]) -> CardEstimates:
        """One after the other."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__dataclass_fields__))

    @property
    def lies_face_up(self) -> Floats:
        """(n,)"""
        return face_up_in(self.presence)

    @property
    def is_card(self) -> Floats:
        """(n,)"""
        return card_in(self.presence)

    @property
    def is_back(self) -> Flags:
        """(n,) more likely than all else."""
        return np.asarray(self.presence[:, Presence.BACK] > 0.5)

    @property
    def least_in_sight(self) -> Floats:
        """(n,) of the sides and the middle that are in the picture, the one least in sight; of a back all is."""
        least: Floats = np.where(self.in_picture & ~self.is_back[:, None], self.in_sight, 1.0).min(1)
        return least

    def least_sure(self) -> Floats:
        """(n,) how sure the network is of the answer it doubts most, of those that matter for the card."""
        kind = self.presence.max(1)
        marks = np.stack([self.crystal, self.ladder], 1)
        clear = [np.maximum(answers, 1 - answers) for answers in (self.mouths, self.links, marks)]
        both_open = [self.mouths[:, list(pair)].min(1) > CARD_ESTIMATES.maybe_open for pair in SIDE_PAIRS]
        clear[1] = np.where(np.stack(both_open, 1), clear[1], 1.0)
        face = np.concatenate([*clear, self.door.max(1, keepdims=True)], 1).min(1)
        sure: Floats = np.where(self.is_back, kind, np.minimum(kind, face))
        return sure

    def half_turned(self) -> CardEstimates:
        """The same answers for the cards seen from their other ends."""
        return replace(self._with_sides(_HALF_TURN), corners=-np.roll(self.corners, 2, 1))

    def mirrored(self) -> CardEstimates:
        """The same answers for the cards seen in a mirror: west and east change places."""
        return replace(self._with_sides(_MIRROR), corners=self.corners[:, [1, 0, 3, 2]] * (-1, 1))

    def _with_sides(self, sides: list[int]) -> CardEstimates:
        """sides : which one is seen where N, E, S, W were"""
        return CardEstimates(*(part.metadata["turned"](getattr(self, part.name), sides) for part in fields(self)))

    def weighed_with(self, faces: FaceOdds, heard: Floats) -> CardEstimates:
        """The same cards, their mouths, links, doors, crystals and ladders as likely as another answer has them too.

        heard : (n, 5) how much it is heard of what is at N, E, S, W and the middle, 0 to 1
        """
        sides, middle, whole = heard[:, :4], heard[:, 4:], heard.min(1)
        return replace(
            self,
            mouths=_shifted_to(self.mouths, faces.mouths, sides),
            links=_shifted_to(self.links, faces.links, middle),
            door=_one_shifted_to(self.door, faces.door, whole[:, None]),
            crystal=_shifted_to(self.crystal, faces.crystal, whole),
            ladder=_shifted_to(self.ladder, faces.ladder, whole),
        )

    def averaged_with(self, other: CardEstimates) -> CardEstimates:
        """Two answers about the same cards."""
        pairs = ((part, getattr(self, part.name), getattr(other, part.name)) for part in fields(self))
        return CardEstimates(*(part.metadata["averaged"](one, two) for part, one, two in pairs))


@dataclass(frozen=True, eq=False)
class CompanyWord:
    """What the face network says of the cards of one table. rows : by cell, where anything is said, the odds' row"""

    rows: Mapping[Cell, int]
    odds: FaceOdds | None

    def weighed_into(self, seen: CardEstimates, cells: Sequence[Cell], believed: Floats) -> CardEstimates:
        """The same cards, each as the face network has it beside the others as well; also a card of which it is not
        heard has spoken to the others.

        cells : of the cards, in their order
        believed : (n, 5) how much it is heard of what lies at N, E, S, W and the middle, 0 to 1
        """
        if self.odds is None:
            return seen
        signed = np.array([number for number, cell in enumerate(cells) if cell in self.rows])
        return seen.put(signed, seen[signed].weighed_with(self.odds, believed[signed]))

    def grants(self, cell: Cell, mouths: Flags, links: Indices, crystal: bool) -> float:
        """Of the mouths, links and crystals that a face has or lacks, the probability of what is granted least; 1 where
        nothing is said. Doors were not tried; of ladders it says otherwise twice on 766 tables, once rightly.

        mouths : (4,); links : (6,) 1, 0, or -1 where a side of the pair is shut
        """
        if self.odds is None or cell not in self.rows:
            return 1.0
        row, odds = self.rows[cell], self.odds
        told = [*np.where(mouths, 1, -1) * odds.mouths[row], *((2 * links - 1) * odds.links[row])[links >= 0]]
        least = min(*map(float, told), float(odds.crystal[row]) * (1 if crystal else -1))
        return 1 / (1 + exp(-least))


UNHEARD = CompanyWord({}, None)  # nothing of any card


def _shifted_to(chances: Floats, logits: Floats, share: Floats) -> Floats:
    """Yes or no: the log odds moved by a share of the way to others."""
    within = np.clip(chances, _MOST_UNLIKELY, 1 - _MOST_UNLIKELY)
    own = np.log(within / (1 - within))
    shifted: Floats = 1 / (1 + np.exp(-(own + share * (logits - own))))
    return shifted


def _one_shifted_to(chances: Floats, logits: Floats, share: Floats) -> Floats:
    """One of several: likewise, in (n, k)."""
    own = np.log(np.clip(chances, _MOST_UNLIKELY, 1))
    both = np.exp(own + share * (logits - (own - own[:, :1])))
    shares: Floats = both / both.sum(1, keepdims=True)
    return shares
