"""Reads one table again and again: goes on from where the cards lay, and starts anew where that fails. No settling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from companion.live.observe import Calibration, InPlay, Reading, SeenCard
from companion.maze.geometry import START_CELL, Cell
from vision.above import detect_from_above, plan_of
from vision.calibrate import refine_pose
from vision.deck import Deck
from vision.glance import Eye, Eyes, eye_of, first_eye, remembering
from vision.lays import corners_of, lays_of, quads_of
from vision.locate import Found, Where, everywhere, locate, under
from vision.motion import Motion
from vision.network import Presence, Pyramid
from vision.pose import TablePose
from vision.read import Looked, Reader, look_at_table, looks_at, read_cells
from vision.settings import FOLLOW, MOTION, READ


class Follower:
    """A reader with a memory of where the cards lay a moment ago: finding the table anew is most of the work."""

    def __init__(self, reader: Reader | None = None, corners: np.ndarray | None = None) -> None:
        self._reader = reader or Reader.load()
        self._corners = corners
        self._size_px: tuple[int, int] | None = None  # of the picture in which the corners are
        self._last: Looked | None = None
        self._before: Looked | None = None
        self._motion = Motion()  # remembers the last picture in which every card was looked at
        self._changed_share = 0.0  # of the picture, since then
        self._partly = 0  # how many pictures were read since, in which only some were

    def use_deck(self, deck: Deck | None) -> None:
        """From the next picture on. May be called from another thread."""
        self._reader = self._reader.with_deck(deck)

    def use_game(self, in_play: InPlay) -> None:
        """Likewise. Where the goals lie is part of finding the table, so it is found anew."""
        self._reader, self._last, self._before = self._reader.with_game(in_play), None, None

    def use_corners(self, corners: np.ndarray | None) -> None:
        """The play area's corners as a person dragged them, until the camera moves; None finds the table itself."""
        self._size_px = None
        self._corners, self._last, self._before = corners, None, None

    def read(self, image: np.ndarray) -> Reading:
        self._fit_corners((image.shape[1], image.shape[0]))
        corners = self._corners
        self._changed_share = self._motion.see(image).changed
        looked = self._again(image) or self._anew(image)
        if corners is not self._corners:  # dragged during this look, which is old now
            return looked.reading
        self._before = self._last
        self._last = looked if looked.reading.found and looked.found else None
        return looked.reading

    def _fit_corners(self, size_px: tuple[int, int]) -> None:
        """Where the corners are in a picture of another size. In one of another shape nobody knows."""
        corners, before_px = self._corners, self._size_px
        if corners is not None and before_px is not None and before_px != size_px:
            across, down = np.divide(size_px, before_px)
            same_shape = abs(across / down - 1) < FOLLOW.same_shape
            self._corners = np.asarray(corners, float) * (across, down) if same_shape else None
        self._size_px = size_px

    def doubt(self) -> None:
        """The last reading cannot be right: go on from the one before it."""
        self._last, self._before = self._before, None
        self._motion.forget()

    def bare(self, image: np.ndarray, cards: Sequence[SeenCard]) -> list[bool]:
        """For each card's place in the picture: it is in sight and shows plain table."""
        glances = eye_of(Pyramid(image), self._reader.reading)(np.array([card.quad_px for card in cards], np.float32))
        return [bool(plain > FOLLOW.bare) for plain in glances.presence[:, Presence.NOTHING]]

    def _anew(self, image: np.ndarray) -> Looked:
        corners = self._corners
        self._remember()
        looked = look_at_table(image, reader=self._reader, corners=corners)
        if corners is self._corners and looked.reading.calibration not in (None, Calibration.CORNERS):
            self._corners = None  # the table was found, but not there: the camera has moved
            self._last = looked
        return looked

    def _again(self, image: np.ndarray) -> Looked | None:
        """The table read from the places it had, or None where they do not hold any more."""
        last = self._last
        if last is None or last.pose is None or not last.found or max(image.shape[:2]) > READ.largest_side_px:
            return None
        if last.pose.size_px != (image.shape[1], image.shape[0]):
            return None
        changed = self._changed(last)
        picture = Pyramid(image)
        close = remembering(eye_of(picture, self._reader.reading))
        untouched = {cell: card for cell, card in last.found.items() if changed is not None and cell not in changed}
        touched = {cell: card for cell, card in last.found.items() if cell not in untouched}
        kept = untouched | _still_there(close, last.pose, touched)
        if START_CELL not in kept or len(kept) < FOLLOW.kept * len(last.found):
            return None
        pose = last.pose
        if _shifted(last.found, kept):
            pose = refine_pose(pose, list(kept.values()))
            kept = under(pose, kept)
        where = everywhere if changed is None else self._has_changed
        found = self._grown(picture, close, pose, kept, where)
        known = {cell: looks for cell, looks in (last.looks or {}).items() if cell in untouched}
        looks = known | looks_at(close, {cell: card for cell, card in found.items() if cell not in known})
        cards = read_cells(found, looks, self._reader.opinion(picture), self._reader.in_play)
        if changed is None:
            self._remember()
        how = last.reading.calibration or Calibration.LAYOUT
        return Looked(Reading(how, cards, last.reading.hints), pose, found, looks)

    def _grown(
        self, picture: Pyramid, close: Eye, pose: TablePose, kept: Mapping[Cell, Found], where: Where
    ) -> Mapping[Cell, Found]:
        """The cards that were kept and those beside them; looked for again where these lead beyond what was seen."""
        found, seen = kept, None
        while (plan := plan_of(pose, _faces_up(found))) != seen:
            seen, detections = plan, detect_from_above(self._reader.detector, picture, plan)
            closely = _both(self._has_changed, detections.perhaps)
            found = locate(Eyes(first_eye(detections), close), pose, found.values(), where, closely)
        return found

    def _remember(self) -> None:
        """Every card is looked at in this picture."""
        self._motion.remember()
        self._partly = 0

    def _changed(self, last: Looked) -> set[Cell] | None:
        """The cells whose cards look otherwise than when all were looked at; None where all are to be looked at again:
        every so often; where nothing has changed, as somebody has a reason to ask; and where the light has.
        """
        assert last.found is not None
        nothing = self._changed_share < MOTION.moving or not self._motion.remembers
        if nothing or self._partly >= FOLLOW.partly:
            return None
        touched = self._has_changed(np.array([card.quad_px for card in last.found.values()]))
        if touched.mean() > FOLLOW.most_changed:
            return None
        self._partly += 1
        return {cell for cell, changed in zip(last.found, touched, strict=True) if changed}

    def _has_changed(self, quads_px: np.ndarray) -> np.ndarray:
        assert self._last is not None and self._last.pose is not None
        return self._motion.changes_at(quads_px, self._last.pose.size_px) > FOLLOW.changed


def _faces_up(found: Mapping[Cell, Found]) -> np.ndarray:
    """(n, 4, 2) pixels: nothing is laid beside a card that lies face down."""
    return np.array([card.quad_px for card in found.values() if not card.is_back]).reshape(-1, 4, 2)


def _both(one: Where, other: Where) -> Where:
    return lambda quads_px: one(quads_px) & other(quads_px)


def _shifted(before: Mapping[Cell, Found], kept: Mapping[Cell, Found]) -> bool:
    """Whether so many cards lie elsewhere that it was the camera; fitting the pose takes as long as finding cards."""
    now, then = (corners_of([cards[cell].lay for cell in kept]) for cards in (kept, before))
    return float(np.mean(np.abs(now - then).max((1, 2)) > _ROUNDED_MM)) > FOLLOW.shifted


_ROUNDED_MM = 0.01  # a card that kept its place keeps it but for the arithmetic from table to picture and back


def _still_there(eye: Eye, pose: TablePose, found: Mapping[Cell, Found]) -> dict[Cell, Found]:
    """The cards that still lie within a sliver of their places; the start card only if it still shows itself.

    Each look begins with a true card's corners: corners found on found corners would wander off in time.
    """
    rigid = quads_of(pose, [card.lay for card in found.values()]).astype(np.float32)
    glances = eye(rigid)
    wide = np.linalg.norm(rigid[:, 1] - rigid[:, 0], axis=1)
    moved = np.abs(glances.quads - rigid).max((1, 2)) > FOLLOW.moved * wide
    places = np.where(moved[:, None, None], glances.quads, rigid)  # a look is not so exact that a place should tremble
    seen = zip(found, places, lays_of(pose, places), glances.presence, strict=True)
    return {card.cell: card for card in (Found(*one) for one in seen) if _is_still_one(card)}


def _is_still_one(card: Found) -> bool:
    is_start = bool(card.presence[Presence.START] > FOLLOW.sure)
    sound = card.lay.worst_mm < FOLLOW.misshapen_mm
    return card.sure > FOLLOW.sure and (card.cell == START_CELL) == is_start and sound
