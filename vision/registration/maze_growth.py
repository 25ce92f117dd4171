"""The maze grown from card to neighbouring card, then swept for islands. What is printed on the cards is not asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.maze.geometry import START_CELL, Cell, Side
from vision.arrays import Flags, Points, Quad, Quads
from vision.detection.card_probe import CardProbes, ColourProbe, Where
from vision.geometry.card_pose import CardPose, numbers_of, quads_of, signed_area
from vision.geometry.dimensions import CARD_CORNERS_MM, MARKER_MM, PITCH_MM, PITCH_X_MM, PITCH_Y_MM
from vision.geometry.table_pose import TablePose, may_hold_cards
from vision.registration.located_card import CardStock, LocatedCard, probed_coarse_to_fine, refined_pose, reposed


@dataclass(frozen=True)
class MazeGrowthSettings:
    """Which cards belong to the maze."""

    grid_weight: float = 0.15  # of the plain grid, against 1 for a card's own neighbour
    fading: float = 3.0  # a card two cells away weighs an eighth of a neighbour
    nearest: float = 0.5  # of the pitch: no card weighs more than one so near
    sure: float = 0.67  # of a card, both probes together: half a sleeve was one to either of them, not to both
    coarse_weight: float = 0.33  # of the coarse probe, in both together
    stray_mm: float = 24.0  # from where its neighbours foretell it: 22 mm were seen on careless tables
    twist_rad: float = 0.28  # from its neighbours: a card laid in passing was twisted by 11 degrees
    misshapen_mm: float = 9.0  # a corner from where a true card's would be
    apart: float = 0.6  # of the pitch: two cards nearer than that in both directions are one
    marker_kept_clear: float = 0.7  # of a marker's half side; drawn to the rim, its place may be a little off
    hole_sure: float = 0.9  # an empty cell between cards is probed, though nothing was detected there
    rim_sure: float = 0.97  # likewise beside a single card
    island_sure: float = 0.9  # a card without neighbours is more likely a loose one
    island_stray_mm: float = 13.0
    island_twist_rad: float = 0.1
    plain_sure: float = 0.97  # surer than this, and detected so surely, an island is a card beyond doubt, which may
    plain_detected: float = 0.8  # be twisted more: of 96 tables 4 lacked such a one, and nothing else was so plain
    plain_twist_rad: float = 0.2
    goal_sure: float = 0.9  # where no goal lies in its place, one that plainly shows itself may lie farther off:
    goal_stray_mm: float = 30.0  # a pose from the start card and one goal told another's place 28 mm wrongly
    sweeps: int = 3  # islands, and overlooked cards, that one finds may have neighbours for the next
    beyond: int = 1  # cells around the play area and the maze, where an island may lie
    seen_fraction: float = 0.45  # of a card inside the picture


MAZE_GROWTH = MazeGrowthSettings()


@dataclass(frozen=True)
class _Limits:
    """What a card must be to count. A card without neighbours is more likely a loose one.

    sure : in the last fine probe, besides what both probes have to say together
    plain_twist_rad : of what is a card beyond doubt; None: no more than of any other
    """

    sure: float
    stray_mm: float
    twist_rad: float
    plain_twist_rad: float | None = None

    def most_twist_rad(self, card: LocatedCard) -> float:
        is_plain = card.sure > MAZE_GROWTH.plain_sure and card.detected > MAZE_GROWTH.plain_detected
        return self.plain_twist_rad if is_plain and self.plain_twist_rad is not None else self.twist_rad


_Expected = Mapping[Cell, CardPose]  # how a card would lie in each of these cells
_BESIDE = _Limits(0.0, MAZE_GROWTH.stray_mm, MAZE_GROWTH.twist_rad)
_GOAL_ASTRAY = _Limits(MAZE_GROWTH.goal_sure, MAZE_GROWTH.goal_stray_mm, MAZE_GROWTH.twist_rad)
_ISLAND = _Limits(
    MAZE_GROWTH.island_sure, MAZE_GROWTH.island_stray_mm, MAZE_GROWTH.island_twist_rad, MAZE_GROWTH.plain_twist_rad
)


def everywhere(quads_px: Quads) -> Flags:
    return np.ones(len(quads_px), bool)


def nowhere(quads_px: Quads) -> Flags:
    return np.zeros(len(quads_px), bool)


def grow_maze(
    probes: CardProbes,
    pose: TablePose,
    known: Iterable[LocatedCard] = (),
    where: Where = everywhere,
    closely: Where = everywhere,
) -> dict[Cell, LocatedCard]:
    """All cards of the maze, those included that are `known` already (start and goals).

    where : cells elsewhere are not asked about
    closely : nor are those probed finely in which nothing was detected, but for what has the cards' colours
    """
    found = {card.cell: card for card in known}
    # goals alone foretell badly
    lonely = _ISLAND if START_CELL in found else replace(_ISLAND, stray_mm=MAZE_GROWTH.stray_mm)
    for limits in (_BESIDE, _GOAL_ASTRAY):
        goals = _in_picture(pose, [cell for cell in pose.goals if cell not in found], found, where)
        found.update(_cards_in(probes, pose, goals, found, limits))
    asked: set[Cell] = set()
    for _ in range(MAZE_GROWTH.sweeps):
        found |= _grown(probes, pose, found, asked, where)
        islands = _islands(probes, pose, found, asked, lonely, where)
        if not islands:
            break
        found.update(islands)
        asked -= set(_beside(islands))  # what was too far off for the pose may lie right beside an island
        pose = refined_pose(pose, list(found.values()))
        found = reposed(pose, found)
    stock = stock_of(probes.colours, pose, found)
    for _ in range(MAZE_GROWTH.sweeps):
        overlooked = _overlooked(probes, pose, found, where, closely, stock)
        asked -= set(_beside(overlooked))
        found |= overlooked | _grown(probes, pose, found | overlooked, asked, where)
        if not overlooked:
            break
    return found | {card.cell: card for card in stock.likened(_in_maze(pose, found))}


def _grown(
    probes: CardProbes, pose: TablePose, found: Mapping[Cell, LocatedCard], asked: set[Cell], where: Where
) -> dict[Cell, LocatedCard]:
    """The cards that were detected beside those found, beside these, and so on. asked : not these; is added to"""
    grown: dict[Cell, LocatedCard] = {}
    while True:
        known = {**found, **grown}
        ring = _in_picture(pose, [cell for cell in _beside(known) if cell not in asked], known, where)
        if not ring:
            return grown
        asked.update(ring)
        grown |= _cards_in(probes, pose, ring, known, _BESIDE)


def stock_of(colours: ColourProbe, pose: TablePose, found: Mapping[Cell, LocatedCard]) -> CardStock:
    """What the cards found in the maze look like, and the places beside them in which none was."""
    bare = _in_picture(pose, _beside(found), found, everywhere)
    return CardStock.of(colours, _in_maze(pose, found), quads_of(pose, list(bare.values())))


def _in_maze(pose: TablePose, found: Mapping[Cell, LocatedCard]) -> list[LocatedCard]:
    return [found[cell] for cell in _held_and_other(found, pose)[1]]


def _held_and_other(cells: Iterable[Cell], pose: TablePose) -> tuple[list[Cell], list[Cell]]:
    """The start card and the goals may be of other colours than the maze's cards."""
    both = {True: list[Cell](), False: list[Cell]()}
    for cell in cells:
        both[cell in (START_CELL, *pose.goals)].append(cell)
    return both[True], both[False]


def _overlooked(
    probes: CardProbes,
    pose: TablePose,
    found: Mapping[Cell, LocatedCard],
    where: Where,
    closely: Where,
    stock: CardStock,
) -> dict[Cell, LocatedCard]:
    """The cards that nobody detected: in holes between cards, and beside a single one where they are plain to see, or
    where what lies there has the cards' colours."""
    plain = replace(probes, coarse=probes.fine)
    coloured, seen = replace(plain, fine=stock.heard_by(probes.fine)), dict(found)
    likely = stock.worth_a_look(where, closely)
    held, holes = _held_and_other(_holes(found, pose.goals), pose)
    _, beside = _held_and_other(_beside(found), pose)
    for asked, cells, worth, sure in (
        (plain, held, closely, MAZE_GROWTH.hole_sure),
        (coloured, holes, likely, MAZE_GROWTH.hole_sure),
        (coloured, beside, likely, MAZE_GROWTH.rim_sure),
    ):
        unasked = _in_picture(pose, [cell for cell in cells if cell not in seen], seen, worth)
        seen |= _cards_in(asked, pose, unasked, seen, replace(_BESIDE, sure=sure))
    return {cell: card for cell, card in seen.items() if cell not in found}


def expected_poses(cells: Sequence[Cell], found: Mapping[Cell, LocatedCard]) -> list[CardPose]:
    """How a card in each of `cells` would lie, drifting and twisted as the cards around it are."""
    places, others = _numbers(cells), _numbers(found)
    lies = numbers_of([card.pose for card in found.values()])
    away = places[:, None] - others[None]
    apart = np.maximum(np.hypot(away[..., 0], away[..., 1] * PITCH_Y_MM / PITCH_X_MM), MAZE_GROWTH.nearest)
    weights = apart**-MAZE_GROWTH.fading
    drift = np.column_stack([lies[:, :2] - others * PITCH_MM, lies[:, 2] / 2])
    moved = weights @ drift / (MAZE_GROWTH.grid_weight + weights.sum(1, keepdims=True))
    rows = np.column_stack([places * PITCH_MM + moved[:, :2], moved[:, 2]])
    return [CardPose(*map(float, row)) for row in rows]


def _numbers(cells: Iterable[Cell]) -> Points:
    """(n, 2): x, y"""
    return np.array([(cell.x, cell.y) for cell in cells], float).reshape(-1, 2)


def _cards_in(
    probes: CardProbes, pose: TablePose, expected: _Expected, found: Mapping[Cell, LocatedCard], limits: _Limits
) -> dict[Cell, LocatedCard]:
    """The cards that lie in these cells about as expected, in a true card's shape."""
    if not expected:
        return {}
    cards = [
        (card.pose.distance_mm(expected[card.cell]), card)
        for card in probed_coarse_to_fine(probes, pose, [LocatedCard.expected(*one) for one in expected.items()])
        if _believable(card, expected[card.cell], limits) and not _on_marker(card.pose, pose)
    ]
    kept = _one_card_once(cards, found)
    quads = quads_of(pose, [card.pose for card in kept.values()])
    return {cell: replace(kept[cell], quad_px=quad) for cell, quad in zip(kept, quads, strict=True)}


def _believable(card: LocatedCard, expected: CardPose, limits: _Limits) -> bool:
    return (
        card.sure > limits.sure
        and card.sure + MAZE_GROWTH.coarse_weight * (card.detected - card.sure) > MAZE_GROWTH.sure
        and card.pose.worst_mm < MAZE_GROWTH.misshapen_mm
        and abs(card.pose.twist_rad - expected.twist_rad) < limits.most_twist_rad(card)
        and card.pose.distance_mm(expected) < limits.stray_mm
    )


def _on_marker(card: CardPose, pose: TablePose) -> bool:
    """A marker that can be seen is not under a card."""
    across, down = CARD_CORNERS_MM[2] + MAZE_GROWTH.marker_kept_clear * MARKER_MM / 2
    return any(abs(x - card.x_mm) < across and abs(y - card.y_mm) < down for x, y in pose.markers_mm)


def _one_card_once(
    cards: list[tuple[float, LocatedCard]], found: Mapping[Cell, LocatedCard]
) -> dict[Cell, LocatedCard]:
    """Two cells may have slid onto one card: the one that strayed least keeps it."""
    kept: dict[Cell, LocatedCard] = {}
    for _, card in sorted(cards, key=lambda entry: entry[0]):
        if all(_apart(card.pose, other.pose) for other in [*found.values(), *kept.values()]):
            kept[card.cell] = card
    return kept


def _apart(one: CardPose, other: CardPose) -> bool:
    """Cards may overlap by a thumb's width, not by half."""
    across, down = abs(one.x_mm - other.x_mm), abs(one.y_mm - other.y_mm)
    return across > MAZE_GROWTH.apart * PITCH_X_MM or down > MAZE_GROWTH.apart * PITCH_Y_MM


def _beside(found: Mapping[Cell, LocatedCard]) -> list[Cell]:
    cells = {cell.beside(side) for cell in found for side in Side}
    return sorted(cell for cell in cells - set(found) if may_hold_cards(cell))


def _holes(found: Mapping[Cell, LocatedCard], goals: Sequence[Cell]) -> list[Cell]:
    """Cells without a card where one is likely: what was not detected may still be seen by who looks there."""
    beside = Counter(cell.beside(side) for cell in found for side in Side)
    likely = {START_CELL, *goals, *(cell for cell, count in beside.items() if count > 1)}
    return sorted(likely - set(found))


def _islands(
    probes: CardProbes,
    pose: TablePose,
    found: Mapping[Cell, LocatedCard],
    asked: set[Cell],
    limits: _Limits,
    where: Where,
) -> dict[Cell, LocatedCard]:
    """Cards that lie by themselves, as a rockfall leaves them. A back is none but in the play area, as chests are."""
    field = set(_field(found, pose.goals))
    outlying = {cell for cell in _field(found, pose.goals, MAZE_GROWTH.beyond) if may_hold_cards(cell)} - field
    empty = _in_picture(pose, sorted((field - asked - found.keys()) | outlying), found, where)
    seen, play_area = _cards_in(probes, pose, empty, found, limits), _field({}, pose.goals)
    return {cell: card for cell, card in seen.items() if cell in play_area or not card.is_back}


def _field(found: Mapping[Cell, LocatedCard], goals: Sequence[Cell], beyond: int = 0) -> list[Cell]:
    """The cells of the play area, and of what the maze has grown beyond it."""
    xs = [START_CELL.x, *(cell.x for cell in goals), *(cell.x for cell in found)]
    ys = [START_CELL.y, *(cell.y for cell in goals), *(cell.y for cell in found)]
    columns, rows = range(min(xs) - beyond, max(xs) + beyond + 1), range(min(ys) - beyond, max(ys) + beyond + 1)
    return [Cell(x, y) for y in rows for x in columns]


def _in_picture(pose: TablePose, cells: Sequence[Cell], found: Mapping[Cell, LocatedCard], where: Where) -> _Expected:
    """Those of the cells that matter, and of which enough would be inside the picture to read a card there."""
    expected = expected_poses(cells, found)
    quads = quads_of(pose, expected).astype(np.float32)
    seen: Flags = np.all(np.isfinite(quads), axis=(1, 2))
    seen[seen] = where(quads[seen])
    whole = ((quads > 0) & (quads < pose.size_px)).all((1, 2))
    seen[seen & ~whole] = [_is_seen(quad, pose.size_px) for quad in quads[seen & ~whole]]
    return {cell: lying for cell, lying, sound in zip(cells, expected, seen, strict=True) if sound}


def _is_seen(quad: Quad, size_px: tuple[int, int]) -> bool:
    width, height = size_px
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    area, _ = cv2.intersectConvexConvex(quad, frame)
    return bool(area > MAZE_GROWTH.seen_fraction * abs(signed_area(quad)) > 0)
