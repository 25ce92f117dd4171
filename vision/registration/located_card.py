"""A card in its cell, and whether it is one: probed there, weighed by what may lie in the cell and by its colours.

in     CardProbes, a TablePose and cards as they are expected; the cards found so far, and the places beside them
out    LocatedCards as they are seen, and the pose that they tell; CardStock: the log odds that a place holds a card,
       by the colours of the cards that lie on this table and those of the table beside them
never  finds new cells, or looks at what is drawn on a card: a deck nobody has seen has colours as well
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from vision.arrays import Colours, Flags, Floats, Plane, Quad, Quads
from vision.detection.card_estimates import Presence, card_in
from vision.detection.card_probe import CardProbe, CardProbes, ColourProbe, EstimatedCards, NetworkProbe, Where
from vision.geometry.card_pose import CardPose, card_poses_of, quads_of, widths_moved
from vision.geometry.landmarks import goal_landmark, maze_landmark
from vision.geometry.pose_fit import fit_pose
from vision.geometry.table_pose import TablePose


@dataclass(frozen=True)
class LocatedCardSettings:
    """From a coarse probe to a fine one; and whether a known card lies where it lay."""

    least_coarse: float = 0.2  # presence of a card, as it was detected, to be probed finely
    moved_mm: float = 6.0  # detected so far from where it was expected, a card is probed in both places
    back: float = 0.5  # of the presence of any card: more for its back than for its front
    fine_rounds: int = 2  # each where the last one saw the card's corners
    still_sure: float = 0.5  # probability that a known card still lies there
    still_misshapen_mm: float = 9.0  # a corner from where a true card's would be
    still_within: float = 0.04  # of a card's width: nearer to its old place, a card lies where it lay


LOCATED_CARD = LocatedCardSettings()


@dataclass(frozen=True)
class CellPriorSettings:
    """How much likelier than elsewhere NOTHING, TUNNEL, START, BACK, OTHER are in a cell. The places are rules of the
    layout, the factors are cautious: what is plainly seen overcomes them."""

    start_cell: tuple[float, ...] = (1.0, 0.2, 5.0, 0.1, 0.3)
    goal_cell: tuple[float, ...] = (1.0, 0.3, 0.02, 3.0, 0.3)
    any_cell: tuple[float, ...] = (1.0, 1.0, 1.0, 0.15, 0.6)

    def of(self, cell: Cell, goals: Collection[Cell]) -> tuple[float, ...]:
        if cell == START_CELL:
            return self.start_cell
        return self.goal_cell if cell in goals else self.any_cell


CELL_PRIOR = CellPriorSettings()


@dataclass(frozen=True, eq=False)
class LocatedCard:
    """A card that lies in a cell, or is expected to.

    quad_px : (4, 2) its corners, N-W, N-E, S-E, S-W
    presence : (5,) in the order of Presence, as the quad was last probed, given the cell
    detected : how surely it was a card in the coarse probe
    likeness : log odds that it is one, from its colours: see CardStock; 0 where these tell nothing
    """

    cell: Cell
    quad_px: Quad
    pose: CardPose
    presence: Floats
    detected: float = 1.0
    likeness: float = 0.0

    @classmethod
    def expected(cls, cell: Cell, pose: CardPose) -> LocatedCard:
        """Not seen yet."""
        return cls(cell, np.empty((0, 2)), pose, np.empty(0))

    @property
    def sure(self) -> float:
        return float(card_in(self.presence))

    @property
    def is_back(self) -> bool:
        return bool(self.presence[Presence.BACK] >= LOCATED_CARD.back * self.sure)


def probed_coarse_to_fine(probes: CardProbes, pose: TablePose, cards: Sequence[LocatedCard]) -> list[LocatedCard]:
    """Those of the cards that were detected thereabouts, with their corners after the surest of several fine probes.

    Where one was detected some way off, the place where it was expected is probed as well: the surer one counts.
    """
    detected = {card.cell: card for card in probed(probes.coarse, pose, cards)}
    seen = [card for card in detected.values() if card.sure > LOCATED_CARD.least_coarse]
    expected = {card.cell: card for card in cards}
    moved = [card.cell for card in seen if card.pose.distance_mm(expected[card.cell].pose) > LOCATED_CARD.moved_mm]
    rounds = []
    for _ in range(LOCATED_CARD.fine_rounds):
        seen = probed(probes.fine, pose, [*seen, *(expected[cell] for cell in moved)])
        rounds += seen
        moved = []
    surest = {card.cell: card for card in sorted(rounds, key=lambda card: round(card.sure, 1))}  # of equals the last
    return [replace(card, detected=detected[cell].sure) for cell, card in surest.items()]


def probed(probe: CardProbe, pose: TablePose, cards: Sequence[LocatedCard]) -> list[LocatedCard]:
    """The cards with their corners as they are seen now; the probe is given a true card's shape, laid as they were."""
    if not cards:
        return []
    answers = probe(quads_of(pose, [card.pose for card in cards]))
    presence = with_cell_prior(answers.presence, [card.cell for card in cards], pose.goals)
    poses = card_poses_of(pose, answers.quads)
    return [
        LocatedCard(card.cell, corners, lying, row)
        for card, corners, lying, row in zip(cards, answers.quads, poses, presence, strict=True)
        if np.isfinite(corners).all()
    ]


def still_there(probe: NetworkProbe, pose: TablePose, located: Mapping[Cell, LocatedCard]) -> dict[Cell, LocatedCard]:
    """The cards that still lie within a sliver of their places; the start card only if it still shows itself.

    Each probe begins with a true card's corners: corners found on found corners would wander off in time.
    """
    rigid = quads_of(pose, [card.pose for card in located.values()]).astype(np.float32)
    answers = probe(rigid)
    moved = widths_moved(rigid, answers.quads) > LOCATED_CARD.still_within
    places = np.where(moved[:, None, None], answers.quads, rigid)  # a probe is not so exact that a place should tremble
    presence = with_cell_prior(answers.presence, list(located), pose.goals)
    seen = zip(located.values(), places, card_poses_of(pose, places), presence, strict=True)
    now = (replace(card, quad_px=quad, pose=lying, presence=row) for card, quad, lying, row in seen)
    return {card.cell: card for card in now if _is_still_one(card)}


def _is_still_one(card: LocatedCard) -> bool:
    is_start = bool(card.presence[Presence.START] > LOCATED_CARD.still_sure)
    sound = card.pose.worst_mm < LOCATED_CARD.still_misshapen_mm
    return card.sure > LOCATED_CARD.still_sure and (card.cell == START_CELL) == is_start and sound


def refined_pose(pose: TablePose, cards: Sequence[LocatedCard]) -> TablePose:
    """The table's pose again, from all cards that were found: the maze may drift, start and goals hold."""
    held = (START_CELL, *pose.goals)
    landmarks = [(goal_landmark if card.cell in held else maze_landmark)(card.cell, card.quad_px) for card in cards]
    fit = fit_pose(landmarks, pose) if landmarks else None
    return fit.pose if fit else pose


def reposed(pose: TablePose, found: Mapping[Cell, LocatedCard]) -> dict[Cell, LocatedCard]:
    """The same cards in the same pixels, laid on the table as this pose has it."""
    poses = card_poses_of(pose, np.array([card.quad_px for card in found.values()]).reshape(-1, 4, 2))
    return {cell: replace(card, pose=lying) for (cell, card), lying in zip(found.items(), poses, strict=True)}


def with_cell_prior(presence: Floats, cells: Sequence[Cell], goals: Collection[Cell] = GOAL_CELLS) -> Floats:
    """Presence, (n, 5), given which cells were probed: goals lie face down, the start card in its place."""
    factors = np.array([CELL_PRIOR.of(cell, goals) for cell in cells])
    weights = presence * factors.reshape(-1, len(Presence))
    return _shares(weights)


def with_rare_backs(presence: Floats) -> Floats:
    """Presence, (n, 5), where cards lay face up: that one lies face down there now is as rare as in any cell."""
    weights = presence.copy()
    weights[:, Presence.BACK] *= CELL_PRIOR.any_cell[Presence.BACK]
    return _shares(weights)


def with_likeness(presence: Floats, likeness: Floats) -> Floats:
    """Presence, (n, 5), given the colours that were seen. likeness : (n,) log odds of a tunnel card"""
    weights = presence.astype(float)
    weights[:, [Presence.TUNNEL, Presence.START]] *= np.exp(likeness)[:, None]  # elsewhere, that is a crossing
    return _shares(weights)


def show_table(presence: Floats, odds: Floats, doubted: Flags) -> Flags:
    """(n,) whether places show plain table. presence : (n, 5); odds : (n,) log odds that a card lies there, by colours

    doubted : what was taken for a card there never surely was one: then its colours tell, unless a thing lies there
    """
    plain = with_likeness(presence, odds)[:, Presence.NOTHING] > CARD_STOCK.bare
    has_its_colours = (odds < CARD_STOCK.of_the_table) & (presence[:, Presence.OTHER] < CARD_STOCK.thing)
    return np.asarray(plain | (doubted & has_its_colours))


def _shares(weights: Floats) -> Floats:
    """(n, 5) that sum to 1 each."""
    shares: Floats = weights / np.maximum(weights.sum(-1, keepdims=True), 1e-9)
    return shares


# ---- the colours of this table's cards ------------------------------------------------------------------------------


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
    bare: float = 0.5  # probability that a place shows plain table
    thing: float = 0.5  # probability that a thing lies there, whose colours tell nothing of what it hides
    of_the_table: float = -2.0  # log odds: a place has the table's colours; of 5,272 cards 1 in 200 had less than -1.3
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
