"""Each card of the maze with its own pose: grown from card to card, then swept for islands. See read for faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.maze.geometry import START_CELL, Cell, Side
from vision.glance import Eye, Eyes, card_in, weighed
from vision.lays import Lay, apart, lays_of, quads_of, strayed
from vision.network import Presence
from vision.pose import CARD_CORNERS_MM, Sighting, TablePose, cell_mm, fit_pose
from vision.quads import signed_area
from vision.settings import LOCATE, MARKER_MM, PITCH_X_MM, PITCH_Y_MM, SLACK


@dataclass(frozen=True)
class Found:
    """A card that lies in a cell.

    presence : as in Glances, for the quad as it was last seen
    detected : where it was looked for, how surely it was a card at first sight
    """

    cell: Cell
    quad_px: np.ndarray
    lay: Lay
    presence: np.ndarray
    detected: float = 1.0

    @property
    def sure(self) -> float:
        return float(card_in(self.presence))

    @property
    def is_back(self) -> bool:
        return bool(self.presence[Presence.BACK] >= 0.5 * self.sure)


@dataclass(frozen=True)
class _Limits:
    """What a card must be to count. A card without neighbours is more likely a loose one.

    sure : at the last look, besides what both looks have to say together
    """

    sure: float
    stray_mm: float
    turn_rad: float


_BESIDE = _Limits(0.0, LOCATE.stray_mm, LOCATE.turn_rad)
_ASTRAY = _Limits(LOCATE.goal_sure, LOCATE.goal_stray_mm, LOCATE.turn_rad)
Where = Callable[[np.ndarray], np.ndarray]  # (n, 4, 2) pixels to (n,) bool: whether these places matter


def everywhere(quads_px: np.ndarray) -> np.ndarray:
    return np.ones(len(quads_px), bool)


def nowhere(quads_px: np.ndarray) -> np.ndarray:
    return np.zeros(len(quads_px), bool)


def locate(
    eyes: Eyes,
    pose: TablePose,
    anchors: Iterable[Found] = (),
    where: Where = everywhere,
    closely: Where = everywhere,
) -> dict[Cell, Found]:
    """All cards of the maze. `anchors` are cards whose place is known already (start and goals).

    where : cells elsewhere are not asked about; closely : nor are those looked at in which nothing was detected
    """
    found = {card.cell: card for card in anchors}
    lonely_mm = LOCATE.island_stray_mm if START_CELL in found else LOCATE.stray_mm  # goals alone foretell badly
    lonely = _Limits(LOCATE.island_sure, lonely_mm, LOCATE.island_turn_rad)
    for limits in (_BESIDE, _ASTRAY):
        goals = _in_picture(pose, [cell for cell in pose.goals if cell not in found], found, where)
        found.update(_settled(eyes, pose, goals, found, limits))
    asked: set[Cell] = set()
    for _ in range(LOCATE.sweeps):
        found |= _grown(eyes, pose, found, asked, where)
        rest = [cell for cell in _field(found, pose.goals) if cell not in found and cell not in asked]
        rest = _in_picture(pose, rest, found, where)
        islands = _settled(eyes, pose, rest, found, lonely)
        if not islands:
            break
        found.update(islands)
        asked -= set(_beside(islands))  # what was too far off for the pose may lie right beside an island
        pose = refine_pose(pose, list(found.values()))
        found = under(pose, found)
    overlooked = _overlooked(eyes, pose, found, closely)
    asked -= set(_beside(overlooked))
    return found | overlooked | _grown(eyes, pose, found | overlooked, asked, where)


def _grown(
    eyes: Eyes, pose: TablePose, found: Mapping[Cell, Found], asked: set[Cell], where: Where
) -> dict[Cell, Found]:
    """The cards that were detected beside those found, beside these, and so on. asked : not these; is added to"""
    grown: dict[Cell, Found] = {}
    while True:
        known = {**found, **grown}
        ring = _in_picture(pose, [cell for cell in _beside(known) if cell not in asked], known, where)
        if not ring:
            return grown
        asked.update(ring)
        grown |= _settled(eyes, pose, ring, known, _BESIDE)


def _overlooked(eyes: Eyes, pose: TablePose, found: Mapping[Cell, Found], closely: Where) -> dict[Cell, Found]:
    """The cards that nobody detected: in holes between cards, and beside a single one where they are plain to see."""
    close, seen = Eyes(eyes.close, eyes.close), dict(found)
    for sure, cells in ((LOCATE.hole_sure, _holes(found, pose.goals)), (LOCATE.rim_sure, _beside(found))):
        unasked = _in_picture(pose, [cell for cell in cells if cell not in seen], seen, closely)
        seen |= _settled(close, pose, unasked, seen, replace(_BESIDE, sure=sure))
    return {cell: card for cell, card in seen.items() if cell not in found}


def refine_pose(pose: TablePose, cards: Sequence[Found]) -> TablePose:
    """The pose again, from all cards that were found: the maze may drift, start and goals hold."""
    things = [
        Sighting(
            CARD_CORNERS_MM,
            tuple(cell_mm(card.cell)),
            card.quad_px,
            SLACK.goal_mm if card.cell == START_CELL or card.cell in pose.goals else SLACK.card_mm,
            SLACK.turn_rad,
            SLACK.look_px,
        )
        for card in cards
    ]
    try:
        return fit_pose(things, pose).pose if things else pose
    except np.linalg.LinAlgError:
        return pose


def under(pose: TablePose, found: Mapping[Cell, Found]) -> dict[Cell, Found]:
    """The same cards in the same pixels, laid on the table as this pose has it."""
    lays = lays_of(pose, np.array([card.quad_px for card in found.values()]).reshape(-1, 4, 2))
    return {cell: replace(card, lay=lay) for (cell, card), lay in zip(found.items(), lays, strict=True)}


def expected_lays(cells: Sequence[Cell], found: Mapping[Cell, Found]) -> list[Lay]:
    """Where a card in each of `cells` would lie, drifting and twisted as the cards around it are."""
    places, others = _numbers(cells), _numbers(found)
    lies = np.array([(card.lay.x_mm, card.lay.y_mm, card.lay.twist_rad) for card in found.values()]).reshape(-1, 3)
    away = places[:, None] - others[None]
    weights = np.maximum(np.hypot(away[..., 0], away[..., 1] * PITCH_Y_MM / PITCH_X_MM), 0.5) ** -3.0
    pitch_mm = np.array([PITCH_X_MM, PITCH_Y_MM])
    drift = np.column_stack([lies[:, :2] - others * pitch_mm, lies[:, 2] / 2])
    moved = weights @ drift / (LOCATE.grid_weight + weights.sum(1, keepdims=True))
    rows = np.column_stack([places * pitch_mm + moved[:, :2], moved[:, 2]])
    return [Lay(*map(float, row)) for row in rows]


def _numbers(cells: Iterable[Cell]) -> np.ndarray:
    """(n, 2): x, y"""
    return np.array([(cell.x, cell.y) for cell in cells], float).reshape(-1, 2)


def _settled(
    eyes: Eyes, pose: TablePose, cells: list[Cell], found: Mapping[Cell, Found], limits: _Limits
) -> dict[Cell, Found]:
    """The cards that lie in `cells`, looked at until their places rest."""
    if not cells:
        return {}
    lays = dict(zip(cells, expected_lays(cells, found), strict=True))
    expected = [Found(cell, _NOWHERE, lay, _UNSEEN) for cell, lay in lays.items()]
    cards = [
        (strayed(card.lay, lays[card.cell]), card)
        for card in looked_at_closely(eyes, pose, expected)
        if _believable(card, lays[card.cell], limits) and not _on_marker(card.lay, pose)
    ]
    kept = _one_card_once(cards, found)
    quads = quads_of(pose, [card.lay for card in kept.values()])
    return {cell: replace(kept[cell], quad_px=quad) for cell, quad in zip(kept, quads, strict=True)}


_NOWHERE, _UNSEEN = np.empty((0, 2)), np.empty(0)


def looked_at_closely(eyes: Eyes, pose: TablePose, cards: Sequence[Found]) -> list[Found]:
    """Those of the cards that were detected thereabouts, with their corners after several looks.

    Where one was detected some way off, the place where it was expected is looked at as well: the surer one counts.
    """
    detected = {card.cell: card for card in looked_at(eyes.first, pose, cards)}
    seen = [card for card in detected.values() if card.sure > LOCATE.worth_a_close_look]
    expected = {card.cell: card for card in cards}
    moved = [card.cell for card in seen if strayed(card.lay, expected[card.cell].lay) > LOCATE.moved_mm]
    for _ in range(LOCATE.rounds):
        seen = looked_at(eyes.close, pose, [*seen, *(expected[cell] for cell in moved)])
        moved = []
    surest = {card.cell: card for card in sorted(seen, key=lambda card: card.sure)}
    return [replace(card, detected=detected[cell].sure) for cell, card in surest.items()]


def looked_at(eye: Eye, pose: TablePose, cards: Sequence[Found]) -> list[Found]:
    """The cards with their corners as they are seen now; the eye is shown a true card's shape, laid as they were."""
    if not cards:
        return []
    glances = eye(quads_of(pose, [card.lay for card in cards]))
    presence = weighed(glances.presence, [card.cell for card in cards], pose.goals)
    lays = lays_of(pose, glances.quads)
    return [
        Found(card.cell, corners, lay, row)
        for card, corners, lay, row in zip(cards, glances.quads, lays, presence, strict=True)
        if np.isfinite(corners).all()
    ]


def _believable(card: Found, expected: Lay, limits: _Limits) -> bool:
    return (
        card.sure > limits.sure
        and card.sure + LOCATE.first_look * (card.detected - card.sure) > LOCATE.sure
        and card.lay.worst_mm < LOCATE.misshapen_mm
        and abs(card.lay.twist_rad - expected.twist_rad) < limits.turn_rad
        and strayed(card.lay, expected) < limits.stray_mm
    )


def _on_marker(lay: Lay, pose: TablePose) -> bool:
    """A marker that can be seen is not under a card."""
    across, down = CARD_CORNERS_MM[2] + LOCATE.marker_kept_clear * MARKER_MM / 2
    return any(abs(x - lay.x_mm) < across and abs(y - lay.y_mm) < down for x, y in pose.markers_mm)


def _one_card_once(cards: list[tuple[float, Found]], found: Mapping[Cell, Found]) -> dict[Cell, Found]:
    """Two cells may have slid onto one card: the one that strayed least keeps it."""
    kept: dict[Cell, Found] = {}
    for _, card in sorted(cards, key=lambda entry: entry[0]):
        if all(apart(card.lay, other.lay) for other in [*found.values(), *kept.values()]):
            kept[card.cell] = card
    return kept


def _beside(found: Mapping[Cell, Found]) -> list[Cell]:
    cells = {cell.beside(side) for cell in found for side in Side}
    return sorted(cell for cell in cells - set(found) if cell.x in LOCATE.columns and cell.y in LOCATE.rows)


def _holes(found: Mapping[Cell, Found], goals: Sequence[Cell]) -> list[Cell]:
    """Cells without a card where one is likely: what was not detected may still be seen by who looks there."""
    beside = Counter(cell.beside(side) for cell in found for side in Side)
    likely = {START_CELL, *goals, *(cell for cell, count in beside.items() if count > 1)}
    return sorted(likely - set(found))


def _field(found: Mapping[Cell, Found], goals: Sequence[Cell]) -> list[Cell]:
    """The cells where an island may lie: the usual field, and what the maze has grown beyond it."""
    xs = [START_CELL.x, *(cell.x for cell in goals), *(cell.x for cell in found)]
    ys = [START_CELL.y, *(cell.y for cell in goals), *(cell.y for cell in found)]
    return [Cell(x, y) for y in range(min(ys), max(ys) + 1) for x in range(min(xs), max(xs) + 1)]


def _in_picture(pose: TablePose, cells: Sequence[Cell], found: Mapping[Cell, Found], where: Where) -> list[Cell]:
    """Those of the cells that matter, and of which enough would be inside the picture to read a card there."""
    quads = quads_of(pose, expected_lays(cells, found)).astype(np.float32)
    seen = np.isfinite(quads).all((1, 2))
    seen[seen] = where(quads[seen])
    return [
        cell for cell, quad, sound in zip(cells, quads, seen, strict=True) if sound and _is_seen(quad, pose.size_px)
    ]


def _is_seen(quad: np.ndarray, size_px: tuple[int, int]) -> bool:
    if (quad > 0).all() and (quad < size_px).all():
        return True
    width, height = size_px
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    area, _ = cv2.intersectConvexConvex(quad, frame)
    return bool(area > LOCATE.seen_fraction * abs(signed_area(quad)) > 0)
