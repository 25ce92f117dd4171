"""Asked about a quad, a probe says whether a card lies there and where its corners are. It chooses no quads itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from vision.arrays import Colours, Flags, Floats, Indices, Points, Quads
from vision.detection.card_detector import Detections
from vision.detection.card_estimates import CardEstimates, Presence, card_in
from vision.detection.card_network import CardNetwork, FaceNetwork
from vision.detection.pyramid import COLOUR_PATCH, READING_PATCH, Pyramid, patches_from_quads, refined_quads
from vision.geometry.card_pose import moved_onto, sides_and_middles, signed_areas
from vision.geometry.dimensions import CARD_CORNERS_MM


@dataclass(frozen=True)
class CardProbeSettings:
    """Which quads are asked about, and what an answer is good for."""

    # of the way from the side to the middle: where a tunnel must be in the picture to be read. Of 7,516 cards cut off
    # there the network tells 78 of 100 mouths, cut off at 0.7 of the way 91, at 0.5 97, and knows how sure it is: of
    # what it gives 0.95 or more 3.2, 1.6 and 0.6 of 100 are wrong
    tunnel_seen: float = 0.9
    same_place: float = 0.02  # of a card's width: a place so near to one that was probed is not probed again
    farthest: float = 4.0  # of the picture's longer side: a pose that puts a corner beyond it is none
    least_area_px: float = 60.0  # a card of 6 by 10 pixels; the network was shown none so small
    reach: float = 0.5  # of a card's width between where a card is looked for and where one was detected
    alike: float = 0.3  # of the diagonal, between the corners looked for and those that were detected
    sure_at_once: float = 0.98  # probability, of every answer about a card: else it is seen from its other end, too
    sure_by_then: float = 0.9  # likewise: else it is seen in a mirror; with 0.98 twice as many are, for nothing
    # likewise in the end: else the face network is shown it from its other end, too. So it is with a quarter of the
    # cards of 859 development tables: of 34 wrong though sure 25 are left, and as many with all cards shown twice
    sure_alone: float = 0.98


CARD_PROBE = CardProbeSettings()


@dataclass(frozen=True, eq=False)
class ProbedCards:
    """Answers for n quads.

    presence : (n, 5) probabilities in the order of Presence
    quads : (n, 4, 2) pixels, the corners where the card seems to lie
    """

    presence: Floats
    quads: Quads

    def card(self) -> Floats:
        """(n,) probability of any card that can lie in a maze."""
        return card_in(self.presence)


@dataclass(frozen=True, eq=False)
class EstimatedCards(ProbedCards):
    """Answers of a network. estimates : all that it said of the n quads"""

    estimates: CardEstimates


CardProbe = Callable[[Quads], ProbedCards]  # (n, 4, 2) pixels to answers, for one picture
Where = Callable[[Quads], Flags]  # (n, 4, 2) pixels to (n,): whether these places matter
SignsProbe = Callable[[Quads], Floats]  # (n, 4, 2) pixels to (n, SIGNS): see FaceNetwork
ColourProbe = Callable[[Quads], Colours]  # (n, 4, 2) pixels to what most of each looks like


def both(one: Where, other: Where) -> Where:
    return lambda quads_px: one(quads_px) & other(quads_px)


def either(one: Where, other: Where) -> Where:
    return lambda quads_px: one(quads_px) | other(quads_px)


class NetworkProbe(Protocol):
    """Asks a network about one picture."""

    def __call__(self, quads_px: Quads, mirrored: bool = False) -> EstimatedCards:
        """quads_px : (n, 4, 2) pixels. mirrored : shown in a mirror; the answers are about the cards as they lie"""


def colour_blind(quads_px: Quads) -> Colours:
    """None, of whatever is asked about."""
    return np.empty((0, 4))


@dataclass(frozen=True)
class CardProbes:
    """Ways to ask about one picture.

    coarse : what was detected there: whether a card lies about where the quad is, and the quad put where it lies
    fine : what the reading network says of the quad itself
    colours : what colour most of the quad has, and how even it is
    """

    coarse: CardProbe
    fine: NetworkProbe
    colours: ColourProbe = colour_blind


def probes_of(picture: Pyramid, detections: Detections, network: CardNetwork) -> CardProbes:
    fine = remembering(network_probe(picture, network))
    return CardProbes(detection_probe(detections), fine, colour_probe(picture))


def colour_probe(picture: Pyramid) -> ColourProbe:
    """Asks about the colours of one picture."""

    def probe(quads_px: Quads) -> Colours:
        patches, _ = patches_from_quads(picture, quads_px, COLOUR_PATCH)
        pixels = patches.reshape(-1, COLOUR_PATCH.width * COLOUR_PATCH.height, 3)
        if not len(pixels):
            return np.empty((0, 4))
        colours = cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB)
        middle = np.median(colours, axis=1, keepdims=True)
        varies = np.abs(colours - middle)[..., 0].mean(1)
        return np.column_stack([middle[:, 0], varies])

    return probe


def network_probe(picture: Pyramid, network: CardNetwork) -> NetworkProbe:
    """Asks a network about one picture. A quad that no card could make is answered with NOTHING."""
    largest = CARD_PROBE.farthest * max(picture.size_px)

    def probe(quads_px: Quads, mirrored: bool = False) -> EstimatedCards:
        quads = np.asarray(quads_px, np.float32).reshape(-1, 4, 2)
        sound = _sound(quads, largest)
        asked = np.where(sound[:, None, None], quads, _ANY_QUAD)
        patches, homographies = patches_from_quads(picture, asked, READING_PATCH)
        seen = network.estimate(patches[:, :, ::-1]).mirrored() if mirrored else network.estimate(patches)
        estimates = _of_what_the_picture_shows(seen, asked, picture.size_px)
        presence = np.where(sound[:, None], estimates.presence, _NOTHING)
        refined = refined_quads(homographies, estimates.corners, READING_PATCH)
        return EstimatedCards(presence, np.where(sound[:, None, None], refined, quads), estimates)

    return probe


def signs_probe(picture: Pyramid, network: FaceNetwork) -> SignsProbe:
    """Asks the face network about one picture."""
    return lambda quads_px: network.signs(patches_from_quads(picture, quads_px, READING_PATCH)[0])


_ANY_QUAD = (CARD_CORNERS_MM - CARD_CORNERS_MM[0]).astype(np.float32)
_NOTHING = np.eye(len(Presence), dtype=np.float32)[Presence.NOTHING]


def _sound(quads: Quads, largest: float) -> Flags:
    """(n,) convex, clockwise, of a size that can be probed."""
    near = np.all(np.abs(quads) <= largest, axis=(1, 2))  # what is not finite is not
    quads = np.where(near[:, None, None], quads, 0)
    ahead = np.roll(quads, -1, 1) - quads
    after = np.roll(ahead, -1, 1)
    convex = (ahead[..., 0] * after[..., 1] - ahead[..., 1] * after[..., 0] > 0).all(1)
    return np.asarray(convex & (signed_areas(quads) > CARD_PROBE.least_area_px))


def _of_what_the_picture_shows(estimates: CardEstimates, quads: Quads, size_px: tuple[int, int]) -> CardEstimates:
    """The same, but nothing is said of tunnels that the picture shows too little of, nor of joints outside it.

    A tunnel that runs out of the picture goes on as it does at its edge: so the patches are filled.
    """
    places = sides_and_middles(quads)
    inner = places + CARD_PROBE.tunnel_seen * (places[:, 4:] - places)
    in_picture = ~lie_outside(places, size_px)
    rims = np.where(in_picture[:, :4, None], estimates.rims, np.nan)
    return said_of(replace(estimates, in_picture=in_picture, rims=rims), 1.0 - lie_outside(inner, size_px))


def said_of(estimates: CardEstimates, believed: Floats) -> CardEstimates:
    """The same, with less said of mouths and joints.

    believed : (n, 5) share of what is said of N, E, S, W and the middle
    """
    sides, middle = believed[:, :4], believed[:, 4:]
    return replace(
        estimates,
        mouths=0.5 + (estimates.mouths - 0.5) * sides,
        links=0.5 + (estimates.links - 0.5) * middle,
        plugged=estimates.plugged * middle[:, 0],
        rims=np.where(sides[..., None] == 1, estimates.rims, np.nan),
    )


def lie_outside(points: Points, size_px: tuple[int, int]) -> Flags:
    """(...,) of (..., 2) pixels."""
    outside: Flags = np.any((points < 0) | (points > np.array(size_px) - 1), axis=-1)
    return outside


def remembering(probe: NetworkProbe) -> NetworkProbe:
    """The same probe, used but once at each place: asked about it again, or nearly so, it says what it saw.

    What is shown in a mirror is not remembered.
    """
    places = np.empty((0, 4, 2), np.float32)
    seen = probe(places)

    def remembered(quads_px: Quads, mirrored: bool = False) -> EstimatedCards:
        nonlocal places, seen
        if mirrored:
            return probe(quads_px, mirrored=True)
        quads = np.asarray(quads_px, np.float32).reshape(-1, 4, 2)
        known = _same_place(quads, places)
        new = np.flatnonzero(known < 0)
        if len(new):
            known[new] = len(places) + np.arange(len(new))
            places = np.concatenate([places, quads[new]])
            seen = _together(seen, probe(quads[new]))
        return EstimatedCards(seen.presence[known], seen.quads[known], seen.estimates[known])

    return remembered


def _same_place(quads: Quads, places: Quads) -> Indices:
    """For each quad the number of the place that is all but the same, or -1."""
    if not len(places) or not len(quads):
        return np.full(len(quads), -1)
    apart = np.abs(quads[:, None] - places[None]).max((2, 3))
    nearest = apart.argmin(1)
    width = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    return np.where(apart[np.arange(len(quads)), nearest] < CARD_PROBE.same_place * width, nearest, -1)


def _together(one: EstimatedCards, two: EstimatedCards) -> EstimatedCards:
    return EstimatedCards(
        np.concatenate([one.presence, two.presence]),
        np.concatenate([one.quads, two.quads]),
        CardEstimates.of([one.estimates, two.estimates]),
    )


def estimated_with_care(probe: NetworkProbe, quads_px: Quads) -> CardEstimates:
    """What the network says of cards; where it is not quite sure, of the same cards turned by half as well, and where
    it still is not, also of both in a mirror: the mean of two or four answers.

    Of 538 drawn and printed tables 154 hold a card that is read wrongly or in doubt with two, and 134 with four.
    """
    estimates = probe(quads_px).estimates
    unsure = np.flatnonzero(estimates.least_sure() < CARD_PROBE.sure_at_once)
    if not len(unsure):
        return estimates
    turned_px = np.roll(quads_px, 2, 1)
    turned = probe(turned_px[unsure]).estimates.half_turned()
    estimates = estimates.put(unsure, estimates[unsure].averaged_with(turned))
    unsure = unsure[estimates[unsure].least_sure() < CARD_PROBE.sure_by_then]
    if not len(unsure):
        return estimates
    upright = probe(quads_px[unsure], mirrored=True).estimates
    turned = probe(turned_px[unsure], mirrored=True).estimates.half_turned()
    return estimates.put(unsure, estimates[unsure].averaged_with(upright.averaged_with(turned)))


def signs_with_care(probe: SignsProbe, quads_px: Quads, estimates: CardEstimates) -> list[Floats]:
    """(1, SIGNS) of each card, or (2, SIGNS), also from its other end, where its estimates are not quite sure."""
    unsure = np.flatnonzero(estimates.least_sure() < CARD_PROBE.sure_alone)
    seen = probe(np.concatenate([quads_px, np.roll(quads_px[unsure], 2, 1)]))
    turned = dict(zip(unsure.tolist(), seen[len(quads_px) :], strict=True))
    return [np.stack([seen[card], turned[card]] if card in turned else [seen[card]]) for card in range(len(quads_px))]


def detection_probe(detections: Detections) -> CardProbe:
    """Answers from what was detected in the whole picture. Size and perspective stay those of the quad asked about."""

    def probe(quads_px: Quads) -> ProbedCards:
        quads = np.asarray(quads_px, float).reshape(-1, 4, 2)
        at, lying = _detected(detections, quads)
        known = np.concatenate([detections.presence, _NOTHING[None]])  # the last one is for those with number -1
        there = (at >= 0)[:, None, None]
        return ProbedCards(known[at], np.where(there, moved_onto(quads, lying), quads))

    return probe


def _detected(detections: Detections, quads: Quads) -> tuple[Indices, Quads]:
    """For each quad the number of the detection that lies there, or -1, and its corners in the quad's own order."""
    if not len(detections) or not len(quads):
        return np.full(len(quads), -1), quads
    rows = np.arange(len(quads))
    width = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    diagonal = np.linalg.norm(quads[:, 2] - quads[:, 0], axis=1)
    off = np.linalg.norm(detections.quads.mean(1)[None] - quads.mean(1)[:, None], axis=2)
    nearest = off.argmin(1)
    rolled = np.stack([np.roll(detections.quads[nearest], -turn, 1) for turn in range(4)], 1)
    unlike = np.linalg.norm(rolled - quads[:, None], axis=3).mean(2)
    turn = unlike.argmin(1)
    there = (off[rows, nearest] < CARD_PROBE.reach * width) & (unlike[rows, turn] < CARD_PROBE.alike * diagonal)
    return np.where(there, nearest, -1), rolled[rows, turn]
