"""What the cards of one table say of each other: by the colours of their tunnels, how these end, and where they lead.

in     CardEstimates of all of them; Candidates of each cell, best first, and how plainly a card lies there
out    the same estimates and Candidates, with other probabilities; the cells that hold no card; SeenCards without tiles
never  sees a picture, or knows a deck: every table tells its own colours and plugs; puts another Candidate first:
       neighbours may raise doubt, they do not change what was seen
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log, prod
from statistics import median

import numpy as np

from companion.maze.geometry import Cell, Side
from companion.sight.reading import Candidate, CardKind, SeenCard
from vision.arrays import Flags, Floats
from vision.detection.card_estimates import CardEstimates, Presence

# ---- the colours of their tunnels ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class MouthColoursSettings:
    """Of 12,357 cards on 538 drawn, composed and path-traced tables 71 mouths were misread. The colours speak against
    46 of these, and plainly for 2; tables that hold a card that is wrong or in doubt are 97 instead of 134."""

    plain: float = 0.97  # probability that a side has a mouth, or that it has none: its colours are learnt from
    face_up: float = 0.9  # likewise of the card, that it lies with its front up
    least: int = 4  # plain sides of either kind; on 459 tables as good as 8, and heard on a round's first boards
    enough: int = 8  # likewise; the fewer than these are known, the less they weigh, as one odd card may decide
    ridge: float = 0.1  # of the colours' variance, in spreads of a patch squared: few cards tell little of it
    weight: float = 0.5  # of their log odds: the network has seen the same pixels; with 0.3 or 0.8 as good
    most: float = 4.0  # log odds, for or against: what the network gives 0.98 or more is not overruled


MOUTH_COLOURS = MouthColoursSettings()


def with_mouth_colours(seen: CardEstimates) -> CardEstimates:
    """The same cards, each mouth as likely as the network and the colours at the card's edge say together.

    Linear discriminant analysis (Fisher, 1936) between the table's plain mouths and its plain walls.
    """
    rims = seen.rims.reshape(-1, seen.rims.shape[-1])
    shown = np.isfinite(rims).all(1)
    plain = shown & np.repeat(seen.lies_face_up > MOUTH_COLOURS.face_up, seen.mouths.shape[1])
    mouths = plain & (seen.mouths.ravel() > MOUTH_COLOURS.plain)
    walls = plain & (seen.mouths.ravel() < 1 - MOUTH_COLOURS.plain)
    known = int(min(mouths.sum(), walls.sum()))
    if known < MOUTH_COLOURS.least:
        return seen
    odds = np.zeros(len(rims))
    odds[shown] = _log_odds(rims[shown], rims[mouths], rims[walls])
    share = min(1.0, known / MOUTH_COLOURS.enough)
    heard = share * np.clip(MOUTH_COLOURS.weight * odds, -MOUTH_COLOURS.most, MOUTH_COLOURS.most)
    return replace(seen, mouths=_shifted(seen.mouths, heard.reshape(seen.mouths.shape)))


def _log_odds(asked: Floats, mouths: Floats, walls: Floats) -> Floats:
    """(n,) that each of (n, k) belongs to the mouths rather than to the walls."""
    scatter = sum((len(kind) - 1) * np.cov(kind.T) for kind in (mouths, walls)) / (len(mouths) + len(walls) - 2)
    way = np.linalg.solve(scatter + MOUTH_COLOURS.ridge * np.eye(asked.shape[1]), mouths.mean(0) - walls.mean(0))
    odds: Floats = (asked - (mouths.mean(0) + walls.mean(0)) / 2) @ way
    return odds


def _shifted(chances: Floats, log_odds: Floats | float) -> Floats:
    """Probabilities, with so much more odds."""
    more = chances * np.exp(log_odds)
    shifted: Floats = more / (more + 1 - chances)
    return shifted


# ---- the plugs in their tunnels ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlugsSettings:
    """Of 459 development tables of strangers 42 hold a plain plug, all of them truly. On these 90 of 95 plugs have log
    odds of 2.2 and more, of 464 junctions one has 1.3; elsewhere junctions in the dark have up to 3.4, a door 4.0."""

    plain: float = 0.985  # probability (log odds of 4.2) of a plug that tells what this deck does with dead ends
    on_others: float = -2.0  # log odds of a plug on another card of such a deck, besides what is seen; -1.5 is worse
    elsewhere: float = -5.0  # likewise where none is plain
    # likewise of a card that looks like the start card, in whose place it does not lie: so something is in its middle.
    # Of 6 such cards 3 plugs had log odds of 0.9 and more, 3 crossings of -5.3 and less
    like_the_start: float = 0.0
    start: float = 0.5  # probability of the start card: more, and a card looks like it


PLUGS = PlugsSettings()


def with_plugs(seen: CardEstimates, never: Flags | None = None) -> CardEstimates:
    """The same cards, without the joints of tunnels that a plug closes, and without a ladder in its place: a deck has
    plugs, or it has none.

    never : (n,) which of them have none by the rules: the start card, and goals, on which coal looks like one. Of 720
        drawn coal goals 3 would have told that a deck without plugs has some. By default none of them
    """
    plugged = seen.plugged * seen.door[:, 0]  # a door looks like one
    if never is not None:
        plugged = np.where(never, 0.0, plugged)
    is_plain = bool((plugged * seen.lies_face_up > PLUGS.plain).any())
    odds = np.full(len(seen), PLUGS.on_others if is_plain else PLUGS.elsewhere)
    if never is not None:  # else the start card itself may be among them
        odds[seen.presence[:, Presence.START] > PLUGS.start] = PLUGS.like_the_start
    chance = _shifted(plugged, odds)
    return replace(seen, links=seen.links * (1 - chance)[:, None], ladder=seen.ladder * (1 - chance))


# ---- the one start card --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OneStartSettings:
    """Of 459 development tables of strangers the network takes 12 start cards for a tunnel card rather."""

    # odds, after those of its cell, that none of the cards is the start card: the table was taken for another
    elsewhere: float = 0.05
    most: float = 1e9  # odds of one card: a probability of 1 is none that can be weighed


ONE_START = OneStartSettings()


def with_one_start(presence: Floats, starts: Flags) -> Floats:
    """Presence, (n, 5), where one card of the table is the start card: the one in its cell is that as surely as no
    other looks like it, however much it looks like a tunnel card itself, and however much like the start card.

    starts : (n,) which lies in the start cell, at most one
    """
    chance = presence[:, Presence.START]
    odds = chance / np.maximum(1 - chance, 1 / ONE_START.most)
    share = odds / (odds.sum() + ONE_START.elsewhere)
    face_up = presence[:, Presence.TUNNEL] + chance
    weighed = presence.copy()
    weighed[starts, Presence.START] = (face_up * share)[starts]
    weighed[starts, Presence.TUNNEL] = (face_up * (1 - share))[starts]
    return weighed


# ---- where their tunnels lead --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NeighbourPriorSettings:
    misfit: float = 0.04  # of the sides that touch at real tables, so many do not fit: illegal cards, goals
    rounds: int = 2  # each card is weighed by neighbours that were weighed themselves
    lonely: float = 0.02  # of the cards, so many touch no tunnel of another that lies face up: rockfalls, illegal cards
    least: float = 4.0  # log odds of a card, its own and its neighbours', before it counts as one: see cells_of_none
    vouches: float = 7.0  # log odds of its own, at which a card's word counts half: 98 of 100 in sight have more
    most_against: float = 6.0  # log odds: what is plainly seen is a card, however illegally it lies
    behind: float = 5.0  # log odds; in a blurred picture all cards show less: least is so far below the others' median


NEIGHBOUR_PRIOR = NeighbourPriorSettings()


def with_neighbour_prior(beliefs: Mapping[Cell, Sequence[Candidate]]) -> dict[Cell, tuple[Candidate, ...]]:
    """The same candidates with confidences that also weigh how well each fits the cards around it.

    The first candidate stays first: where its neighbours speak against it, its confidence falls.
    """
    weights = {cell: [candidate.confidence for candidate in row] for cell, row in beliefs.items()}
    for _ in range(NEIGHBOUR_PRIOR.rounds):
        mouths = {cell: _mouths(row, weights[cell]) for cell, row in beliefs.items()}
        fits = {cell: [one.confidence * _fit(one, cell, mouths) for one in row] for cell, row in beliefs.items()}
        weights = {cell: _normal(fits[cell], sum(one.confidence for one in row)) for cell, row in beliefs.items()}
    return {cell: _first_stays(row, weights[cell]) for cell, row in beliefs.items()}


def cells_of_none(
    beliefs: Mapping[Cell, Sequence[Candidate]], evidence: Mapping[Cell, float], expected: Collection[Cell]
) -> set[Cell]:
    """What is hardly a card and not spoken for by the cards around it: medallions, knots and flowers of a cloth.

    evidence : log odds that a card lies there, from what it shows of itself
    expected : cells in which a card lies by the rules of the layout, whatever it looks like

    The worst goes first, and what is weak itself hardly counts, so that a row of them cannot speak for each other. Of
    56 such things on 305 drawn tables, a third of them on patterned cloth, 48 go, and 8 of 3,827 cards.
    """
    by_rule = [shown for cell, shown in evidence.items() if cell in expected]
    plain = max(median(evidence.values()), median(by_rule or evidence.values()))
    least = min(NEIGHBOUR_PRIOR.least, plain - NEIGHBOUR_PRIOR.behind)
    vouches = NEIGHBOUR_PRIOR.vouches - (NEIGHBOUR_PRIOR.least - least)
    left = {
        cell: _Neighbour.of(row, 1.0 if cell in expected else _chance(evidence[cell] - vouches))
        for cell, row in beliefs.items()
    }
    while True:
        told = {cell: evidence[cell] + _support(cell, left) for cell in left if cell not in expected}
        worst = min(told, key=lambda cell: told[cell], default=None)
        if worst is None or told[worst] >= least:
            return beliefs.keys() - left.keys()
        del left[worst]


@dataclass(frozen=True)
class _Neighbour:
    """A cell as the cells around it see it, the less of it the less likely a card lies there.

    best : what lies there most likely
    mouths : for each side the probability of a tunnel mouth, one half where nothing is known
    tunnels : likewise, of a tunnel that is seen to go on there
    """

    best: Candidate
    mouths: tuple[float, ...]
    tunnels: tuple[float, ...]

    @classmethod
    def of(cls, row: Sequence[Candidate], is_card: float) -> _Neighbour:
        shares = [candidate.confidence for candidate in row]
        mouths = tuple(0.5 + is_card * (mouth - 0.5) for mouth in _mouths(row, shares))
        return cls(row[0], mouths, tuple(is_card * tunnel for tunnel in _mouths(row, shares, unseen=0.0)))


def _support(cell: Cell, around: Mapping[Cell, _Neighbour]) -> float:
    """Log odds for a card from how well it fits those around it, and from whether its tunnels go on in any of them."""
    best = around[cell].best
    beside = {side: around[cell.beside(side)] for side in Side if cell.beside(side) in around}
    fit = _fit(best, cell, {cell.beside(side): other.mouths for side, other in beside.items()}) / 0.5 ** len(beside)
    open_sides = best.face.open if best.face else ()
    ends = prod(1 - other.tunnels[side.opposite] for side, other in beside.items() if side in open_sides)
    return max(log(fit) + log(1 - (1 - NEIGHBOUR_PRIOR.lonely) * ends), -NEIGHBOUR_PRIOR.most_against)


def _chance(log_odds: float) -> float:
    return 1 / (1 + exp(-log_odds))


def _mouths(row: Sequence[Candidate], weights: Sequence[float], unseen: float = 0.5) -> tuple[float, ...]:
    """For each side the probability of a tunnel mouth. `unseen` : of a card that lies face down"""
    total = sum(weights) or 1.0
    return tuple(
        sum(
            weight * (unseen if candidate.face is None else float(side in candidate.face.open))
            for candidate, weight in zip(row, weights, strict=True)
        )
        / total
        for side in Side
    )


def _fit(candidate: Candidate, cell: Cell, mouths: Mapping[Cell, Sequence[float]]) -> float:
    """How probable it is that people laid this card here, beside an even chance."""
    if candidate.face is None:
        return 0.5 ** sum(cell.beside(side) in mouths for side in Side)
    fit = 1.0
    for side in Side:
        other = mouths.get(cell.beside(side))
        if other is not None:
            meets = other[side.opposite] if side in candidate.face.open else 1 - other[side.opposite]
            fit *= NEIGHBOUR_PRIOR.misfit + (1 - 2 * NEIGHBOUR_PRIOR.misfit) * meets
    return fit


def _normal(values: Sequence[float], total: float) -> list[float]:
    scale = sum(values)
    return [value * total / scale for value in values] if scale > 0 else list(values)


def _first_stays(row: Sequence[Candidate], weights: Sequence[float]) -> tuple[Candidate, ...]:
    weighed = [Candidate(candidate.face, weight) for candidate, weight in zip(row, weights, strict=True)]
    return (*weighed[:1], *sorted(weighed[1:], key=lambda candidate: -candidate.confidence))


# ---- how many of them are sure -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TilesSettings:
    """When what was read is rather a floor."""

    least_sure: float = 0.33  # share of the maze's cards; 1,117 development tables found rightly had 0.46, tiles 0.2
    many: int = 6  # cards of a maze; of fewer, beside a start card, all may be under a hand


TILES = TilesSettings()


def few_are_sure(cards: Sequence[SeenCard]) -> bool:
    """Of the maze's cards, where they are many or no start card is seen."""
    sure = [not card.uncertain for card in cards if card.kind is CardKind.PATH]
    least = TILES.many if any(card.kind is CardKind.START for card in cards) else 0
    return len(sure) >= least and sum(sure) <= TILES.least_sure * len(sure)


def without_tiles(cards: Sequence[SeenCard], known: Collection[Cell] = ()) -> tuple[SeenCard, ...]:
    """Of a table that is certain, with its start card, where few others are sure: without the unsure in new cells."""
    if not few_are_sure(cards) or all(card.kind is not CardKind.START for card in cards):
        return tuple(cards)
    return tuple(card for card in cards if card.kind is not CardKind.PATH or not card.uncertain or card.cell in known)
