"""What is remembered of the small pictures: how the bare table looks, in what light each card was seen, and whether a
place ever rests.

in     small pictures, Quads in them where cards lie, and masks of what has just moved, with the clock in seconds
out    shares of a Quad that look otherwise than the bare table; whether a card may lie unseen in a light that burns out
       the table; Mask of a background that never comes to rest
never  knows what a card is, and finds none
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

import cv2
import numpy as np

from companion.maze.geometry import Cell
from vision.arrays import FloatImage, Floats, Grey, Mask, Matrix, Plane, Quad, Quads
from vision.tracking.picture_difference import (
    RIM_PX,
    apart,
    around,
    covered,
    gain_around,
    grey_of,
    noise_level,
    share_foreign,
    tinted,
)


@dataclass(frozen=True)
class BareTableSettings:
    """Pixels of small pictures, 320 px wide."""

    light_px: float = 15.0  # light is compared over a card and its neighbours: lamps and shadows change more slowly
    room_px: float = 60.0  # and, to tell them from things that were put there, over the table around these
    thing: float = 2.0  # times what noise may part: so far from the room it is a thing, or a hard shadow that will go
    relit: float = 0.3  # of the open table that looks otherwise: no things but another light, and all is learnt anew
    like_bare: float = 0.05  # of a place that looks otherwise: cards 0.2 at least, most 0.7, tables 0.00
    tinted: float = 2.5  # grey levels of one colour, a place on the whole: 19 bare ones 0.9 at most, such cards 4.7
    around_px: int = 4  # round a card and its rim: a quarter of a card
    known: float = 0.4  # of a place, seen bare and now in the open: a card laid askew beside it leaves more
    mostly: float = 0.9  # of what a thing left behind: seen bare before, and bare again but for where it cast a shadow
    bared: float = 0.6  # of what a card hid of the table, before it has left though a die or a glass hides the rest
    card_left: float = 0.35  # likewise that looks as it did with the card: more, and it is the card


BARE_TABLE = BareTableSettings()


class BareTable:
    """Learns from pictures at rest. What was once seen bare is kept, whatever is put there later."""

    def __init__(self) -> None:
        self._laid: FloatImage = np.zeros((0, 0, 3), np.float32)  # the last picture, with all that lay on the table
        self.forget()

    def forget(self) -> None:
        self._begin(np.zeros((0, 0, 3), np.float32), np.zeros((0, 0), bool))

    def learn(self, picture: FloatImage, cards_px: Quads) -> bool:
        """Whether what was known holds on; else all is learnt anew. cards_px : (n, 4, 2) where cards lie, or might"""
        free = ~covered(picture.shape[:2], cards_px, RIM_PX)
        self._laid = picture.copy()
        if picture.shape != self._bare.shape or not (seen := free & self._known).any():
            self._begin(picture, free)
            return False
        light = self._light(picture, seen)
        other = self._apart(picture * light, self._bare)
        if other[seen].mean() > BARE_TABLE.relit:
            self._begin(picture, free)
            return False
        bare = self._bare / light  # under the cards as well: what lies there is remembered in the light of now
        fresh = free & ~(self._known & other)
        bare[fresh] = picture[fresh]
        self._keep(bare, self._known | free)
        return True

    def _begin(self, picture: FloatImage, free: Mask) -> None:
        self._carried = False
        self._keep(picture.copy(), free)

    def _keep(self, bare: FloatImage, known: Mask) -> None:
        self._bare, self._known = bare, known
        self._noise = noise_level(float(np.median(grey_of(bare)[known])) if known.any() else 0.0)

    def carry_along(self, way_px: Matrix) -> None:
        """The camera moved. way_px : the homography from pixels of the small pictures before to those from now on"""
        if not self._known.any():
            return
        size = self._bare.shape[1::-1]
        self._bare = np.asarray(cv2.warpPerspective(self._bare, way_px, size), np.float32)
        self._laid = np.asarray(cv2.warpPerspective(self._laid, way_px, size), np.float32)
        self._known = cv2.warpPerspective(self._known.astype(np.uint8) * 255, way_px, size) == 255
        self._carried = True

    def share_otherwise(self, picture: FloatImage, place_px: Quad, cards_px: Quads) -> float | None:
        """Of a place, as far as none of the other cards lies over it; None where too little of it was seen bare."""
        seen = self._seen_in(picture, place_px, cards_px)
        if seen is None:
            return None
        return float(self._apart(self._evened(picture, place_px, cards_px), self._bare)[seen].mean())

    def is_shown(self, picture: FloatImage, place_px: Quad, cards_px: Quads) -> bool:
        """Whether a place looks as it did bare: hardly a pixel differs by more than noise, nor do all together."""
        seen = self._seen_in(picture, place_px, cards_px)
        if seen is None:
            return False
        now = self._evened(picture, place_px, cards_px)
        is_like = self._apart(now, self._bare)[seen].mean() <= BARE_TABLE.like_bare
        return bool(is_like and tinted(now, self._bare, seen, self._carried) <= BARE_TABLE.tinted)

    def share_around(self, picture: FloatImage, place_px: Quad, cards_px: Quads) -> float | None:
        """Likewise of the table around a place, whether the place was seen bare or not; None where none is in sight.
        What lay there before counts as table."""
        seen = self._seen(picture, around(picture.shape[:2], place_px, BARE_TABLE.around_px), cards_px, 0)
        if seen is None:
            return None
        now, laid = (self._evened(one, place_px, cards_px) for one in (picture, self._laid))
        return float((self._apart(now, self._bare) & self._apart(now, laid))[seen].mean())

    def shows_in(self, picture: FloatImage, where: Mask) -> bool:
        """Whether what is to be seen there is the bare table, as it was seen once."""
        seen = where & self._known if picture.shape == self._bare.shape else np.zeros_like(where)
        if not seen.any() or seen.sum() < BARE_TABLE.mostly * where.sum():
            return False
        other = self._apart(picture * self._light(picture, self._known & ~where), self._bare)
        return float(other[seen].mean()) < 1 - BARE_TABLE.mostly

    def is_bared(self, picture: FloatImage, place_px: Quad, cards_px: Quads) -> bool:
        """Whether the table shows again in most of a place in which a card hid it, and in the rest what lay there is at
        most a thing over the card's rim."""
        bare, still = self._bared_and_still(picture, place_px, cards_px)
        return bare >= BARE_TABLE.bared and still <= BARE_TABLE.card_left

    def share_bared(self, picture: FloatImage, place_px: Quad, cards_px: Quads) -> float:
        """Of what a card and things over it hid of the table the share that shows again; 0 where that is not told."""
        return self._bared_and_still(picture, place_px, cards_px)[0]

    def share_foreign(self, picture: FloatImage, place_px: Quad, cards_px: Quads) -> float:
        """Of a place, in colours that the bare table has nowhere; 0 where none of it was seen."""
        if picture.shape != self._bare.shape:
            return 0.0
        place = covered(picture.shape[:2], place_px[None], 0)
        return share_foreign(self._evened(picture, place_px, cards_px), place, self._bare, self._known)

    def _bared_and_still(self, picture: FloatImage, place_px: Quad, cards_px: Quads) -> tuple[float, float]:
        """Shares of what was hidden of a place: where the table shows again, and where it looks as it did then."""
        seen = self._seen_in(picture, place_px, cards_px)
        if seen is None:
            return 0.0, 1.0
        now, laid = (self._evened(one, place_px, cards_px) for one in (picture, self._laid))
        hid = seen & self._apart(laid, self._bare)
        bare = ~self._apart(now, self._bare)
        still = ~self._apart(now, laid) & ~bare
        return (float(bare[hid].mean()), float(still[hid].mean())) if hid.any() else (0.0, 1.0)

    def _seen_in(self, picture: FloatImage, place_px: Quad, cards_px: Quads) -> Mask | None:
        return self._seen(picture, covered(picture.shape[:2], place_px[None], 0), cards_px, BARE_TABLE.known)

    def _seen(self, picture: FloatImage, where: Mask, cards_px: Quads, known: float) -> Mask | None:
        """What is known bare of a place, and in the open now. known : the share of it that must be"""
        if picture.shape != self._bare.shape:
            return None
        seen = where & self._known & ~covered(picture.shape[:2], cards_px, RIM_PX)
        return None if seen.sum() <= known * where.sum() else seen

    def _evened(self, picture: FloatImage, place_px: Quad, cards_px: Quads) -> FloatImage:
        """A picture in the light of the bare table, as what is in the open around a place tells it."""
        free = ~covered(picture.shape[:2], np.concatenate([cards_px, place_px[None]]), RIM_PX)
        return picture * self._light(picture, free & self._known)

    def _light(self, picture: FloatImage, seen: Mask) -> FloatImage:
        """By how much the bare table was brighter around each pixel, in each colour. seen : where it was seen bare and
        is so now, but for things that lie there unknown: a glass beside a place is no reason to expect it darker"""
        size = seen.shape[::-1]
        room = gain_around(self._bare, picture, seen, BARE_TABLE.room_px)
        bare = seen & ~self._apart(picture * cv2.resize(room, size), self._bare, BARE_TABLE.thing)
        near = gain_around(self._bare, picture, bare, BARE_TABLE.light_px, room)
        return np.asarray(cv2.resize(near, size), np.float32)

    def _apart(self, now: FloatImage, before: FloatImage, levels: float = 1.0) -> Mask:
        """Where two pictures in the bare table's light differ by more than noise."""
        return np.asarray(apart(now, before, self._carried) > levels * self._noise)


@dataclass(frozen=True)
class BurntLightSettings:
    """Around 13 places from which pale cards vanished in a lamp's light 0.62 and more of the table was burnt out, and
    none of it before."""

    level: float = 250.0  # grey level from which on nothing is left of what is printed there
    around: float = 0.6  # share of the table around a place that is burnt out: a hole is as well, and so may a card be
    pale: float = 0.6  # grey of a card beside that of the table around it; darker ones are seen by any light: backs 0.4
    around_px: int = 4  # round a card and its rim: a quarter of a card


BURNT_LIGHT = BurntLightSettings()


class BurntLight:
    """Remembers which cards a brighter light may make vanish: pale ones, seen last on a table that was not burnt out.

    Of one that others hem in on all sides nothing is said.
    """

    def __init__(self) -> None:
        self._may_vanish: set[Cell] = set()

    def forget(self) -> None:
        self._may_vanish.clear()

    def learn(self, picture: FloatImage, seen_px: Mapping[Cell, Quad], board: Set[Cell]) -> None:
        """seen_px : where the cards lie that are seen now; of others on the board holds what was seen before"""
        self._may_vanish &= board
        grey = grey_of(picture)
        cards = np.array(list(seen_px.values())).reshape(-1, 4, 2)
        free = ~covered(grey.shape, cards, RIM_PX)
        for cell, place_px in seen_px.items():
            place = grey[covered(grey.shape, place_px[None], 0)]
            table = grey[free & around(grey.shape, place_px, BURNT_LIGHT.around_px)]
            if not (place.size and table.size):
                continue
            is_pale = place.mean() > BURNT_LIGHT.pale * table.mean()
            self._may_vanish.discard(cell)
            if is_pale and not self._is_burnt(table):
                self._may_vanish.add(cell)

    def may_hide(self, cell: Cell, picture: FloatImage, place_px: Quad, cards_px: Quads) -> bool:
        """Whether the card that lay there may still do so. cards_px : (n, 4, 2) where others lie"""
        if cell not in self._may_vanish:
            return False
        grey = grey_of(picture)
        free = ~covered(grey.shape, cards_px, RIM_PX)
        return self._is_burnt(grey[free & around(grey.shape, place_px, BURNT_LIGHT.around_px)])

    def _is_burnt(self, levels: Plane) -> bool:
        return bool(levels.size) and float((levels >= BURNT_LIGHT.level).mean()) > BURNT_LIGHT.around


@dataclass(frozen=True)
class MovingBackgroundSettings:
    """Telling furniture that moves from hands."""

    after_s: float = 4.0  # what moves so long in one place is furniture, as what lies so long is; hands take 2 s
    pause_s: float = 0.8  # within it: candles and screens rest less, hands that come and go rest more
    kept_s: float = 4.0  # and for so long after it last moved: a film has scenes in which nothing moves
    around_px: int = 9  # round what moved, in the small picture: a flame leaps, half a card's width
    most: float = 0.1  # more is no small place: a screen beside the table takes 0.07, a shaking camera all


MOVING_BACKGROUND = MovingBackgroundSettings()


class MovingBackground:
    """Places that never come to rest: a screen, a candle, a window, hands that hold cards. For every pixel it is
    remembered since when something has been moving there. An arm over the table is none: it comes and goes."""

    def __init__(self) -> None:
        self._mask: Mask = np.zeros((0, 0), bool)
        self._since = self._last = np.zeros((0, 0))  # clock, for every pixel
        self._clock = 0.0

    def detect(self, moved: Grey, clock_s: float) -> Grey:
        """Return where the background moves, given where the picture has just moved: 255 where it is so, in both."""
        limits = MOVING_BACKGROUND
        if moved.shape != self._mask.shape:
            self._mask = np.zeros(moved.shape, bool)
            self._since, self._last = np.full(moved.shape, clock_s), np.full(moved.shape, clock_s)
        self._clock = clock_s
        if moved.any():
            stirred = cv2.dilate(moved, np.ones((limits.around_px, limits.around_px), np.uint8)) > 0
            begins = stirred & ~self._mask & (clock_s - self._last > limits.pause_s)
            np.copyto(self._since, clock_s, where=begins)
            np.copyto(self._last, clock_s, where=stirred)
        lately = clock_s - self._last <= limits.kept_s
        self._mask = lately & (self._last - self._since >= limits.after_s)
        small = np.count_nonzero(self._mask) <= limits.most * self._mask.size
        return self._mask.astype(np.uint8) * np.uint8(255 if small else 0)

    def still_for(self) -> Floats:
        """Seconds, for every pixel, since something moved there or right beside it."""
        return np.asarray(self._clock - self._last)
