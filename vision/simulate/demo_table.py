"""The demo's table: hands lay cards before a simulated webcam, as a source of pictures. Who plays is not here."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from threading import Lock

import numpy as np

from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, Cell
from companion.sight.reading import CardKind, InPlay, Reading
from vision.arrays import Image
from vision.capture.source import Frame
from vision.simulate.art.style import house_style
from vision.simulate.camera_stand import CameraStand, stand_for
from vision.simulate.scene.clutter import reach_mm
from vision.simulate.scene.hand import Gesture, Moment
from vision.simulate.scene.table_scene import TableScene, lay, pitch_of, starting_table, take, turn_goal
from vision.simulate.studio import Studio
from vision.simulate.truth import true_reading
from vision.simulate.webcam import LAMPLIGHT, WEBCAM, Camera
from vision.tracking.table_sight import BUMPED

SEED = 1  # of the wood's grain, of how cards are laid askew, and of the sensor's noise


@dataclass(frozen=True)
class _Deed:
    """Something a hand does: the table afterwards, how the hand moves in between, and the one cell that it changes."""

    after: TableScene
    moments: Callable[[Studio], list[Moment]]
    seat: int
    cell: Cell | None = None


class DemoTable:
    """A simulated table under a simulated webcam. Deeds may be asked for from any thread; one thread takes the frames.

    goals : of the game whose field the camera sees
    camera : one that stays where it is, whatever is played
    paced : frames come as slowly as a webcam's; else as fast as they are asked for
    pause_s : between two deeds, so that the first can be read before the next hand comes; three times as long where
        that changes the same place, or a slow reader that comes too late for what lay there never hears of it
    """

    newest = None

    def __init__(
        self,
        *,
        camera: Camera | None = None,
        markers: bool = True,
        goals: tuple[Cell, ...] = GOAL_CELLS,
        frames_per_s: float = 8.0,
        gesture_s: float = 1.2,
        pause_s: float = 1.0,
        paced: bool = True,
    ) -> None:
        self.timed = True
        self._paced, self._frame_s = paced, 1 / frames_per_s
        self._pause_frames = round(pause_s * frames_per_s)
        self._pause = 0  # frames until the next hand may come
        self._changed: Cell | None = None  # by the last hand
        self._gesture_frames = max(7, round(gesture_s * frames_per_s))
        self._fixed = camera is not None
        self._studio_at = partial(
            Studio, style=house_style(), light=LAMPLIGHT, sensor=WEBCAM, markers=markers, seed=SEED
        )
        self._studio = self._studio_at(CameraStand(camera) if camera else stand_for(goals))
        self._bare = TableScene(seed=SEED)
        self._lock = Lock()
        self._shown = self._planned = starting_table(self._bare, goals=goals)
        self._queue: deque[_Deed] = deque()
        self._busy = self._closed = False

    def play(self, in_play: InPlay) -> None:
        """Another game: the camera goes where it sees the whole of its field. For one thread."""
        stand = stand_for(in_play.goals)
        if not self._fixed and stand != self._studio.stand:
            self._studio = self._studio_at(stand)

    @property
    def camera(self) -> Camera:
        return self._studio.camera

    @property
    def scene(self) -> TableScene:
        """The table as it lies now; a card in a hand does not lie."""
        with self._lock:
            return self._studio.dressed(self._shown)

    @property
    def planned(self) -> TableScene:
        """The table as it will lie when every deed asked for is done."""
        with self._lock:
            return self._studio.dressed(self._planned)

    def truth(self) -> Reading:
        """What a faultless reader would see now, were no hand in the way."""
        return true_reading(self.scene, self.camera)

    def holds(self, cell: Cell) -> bool:
        """Whether a card in `cell` lies wholly in the camera's sight and on no thing."""
        scene = self.planned
        x, y = pitch_of(scene).middle_mm(cell)
        if any(
            abs(thing.x_mm - x) < 31 + reach_mm(thing) and abs(thing.y_mm - y) < 47 + reach_mm(thing)
            for thing in (*scene.markers, *scene.clutter)
        ):
            return False
        corners = np.array([[x + dx, y + dy] for dx in (-31, 31) for dy in (-47, 47)])
        return self.camera.sees(corners, margin_px=4)

    def lay(self, cell: Cell, face: Face | None, kind: CardKind = CardKind.PATH, seat: int = 0) -> None:
        """A hand lays a card; `face` as it lies then, None face down. Raises ValueError where one lies already."""
        self._ask(Gesture.LAY, cell, lambda scene: lay(scene, cell, face, kind), seat)

    def take(self, cell: Cell, seat: int = 0) -> None:
        """A hand takes a card away. Raises ValueError where none lies."""
        self._ask(Gesture.TAKE, cell, lambda scene: take(scene, cell), seat)

    def turn(self, cell: Cell, face: Face, goal: str | None = None, seat: int = 0) -> None:
        """A hand turns a card over; `goal` is `gold` or `coal`. Raises ValueError where none lies."""
        self._ask(Gesture.TURN, cell, lambda scene: turn_goal(scene, cell, face, goal), seat)

    def clear(self, goals: tuple[Cell, ...] = GOAL_CELLS, seat: int = 0) -> None:
        """A hand sweeps the maze away and lays out a new round: the start card and the goals face down."""
        with self._lock:
            fresh = starting_table(replace(self._bare, handled=self._planned.handled), goals=goals)
            middle, frames = replace(fresh.cards[0], x_mm=250.0, y_mm=0.0), 2 * self._gesture_frames
            self._planned = fresh
            self._queue.append(_Deed(fresh, lambda studio: studio.sweep(middle, seat, frames), seat))

    def show(self, scene: TableScene) -> None:
        """Puts another table before the camera at once; deeds not yet done are dropped."""
        with self._lock:
            self._queue.clear()
            self._busy = False
            self._shown = self._planned = scene

    def lay_out(self, cards: Iterable[tuple[Cell, Face | None, CardKind, str | None]]) -> None:
        """A maze that lay there before, put before the camera at once: cell, face as it lies, kind, goal turned up."""
        scene = replace(self._bare, cards=())
        for cell, face, kind, goal in cards:
            scene = (
                turn_goal(lay(scene, cell, None, kind), cell, face, goal)
                if goal and face
                else lay(scene, cell, face, kind)
            )
        self.show(scene)

    @property
    def hand_at_work(self) -> bool:
        with self._lock:
            return self._busy

    @property
    def resting(self) -> bool:
        """No hand is at work and none is to come."""
        with self._lock:
            return not (self._queue or self._busy)

    def close(self) -> None:
        self._closed = True

    def frames(self) -> Iterator[Frame]:
        """Pictures without end, until closed. Their times are the hands': where a busy machine films slowly, a hand
        that rests for three pictures would else be taken for something that has come to lie there."""
        due = time.monotonic()
        for number, image in enumerate(self._pictures()):
            if self._paced:
                due = max(due + self._frame_s, time.monotonic() - self._frame_s)
                time.sleep(max(0.0, due - time.monotonic()))
            yield Frame(number, number * self._frame_s, image, None if image is not None else BUMPED)

    def _pictures(self) -> Iterator[Image | None]:
        """None for the moment in which the camera is carried elsewhere."""
        still: tuple[TableScene, Image] | None = None
        studio = self._studio
        while not self._closed:
            if studio is not self._studio:
                studio, still = self._studio, None
                yield None
            deed = self._next()
            if deed is None:
                if still is None or still[0] is not self._shown:
                    still = (self._shown, studio.look(self._shown))
                yield studio.develop(still[1])
                continue
            before = self._shown
            for moment in deed.moments(studio):
                yield studio.film(before, deed.after, moment, deed.seat)
                if self._closed:
                    return
            with self._lock:
                if self._busy:
                    self._shown = deed.after
                self._busy, self._pause, self._changed = False, self._pause_frames, deed.cell

    def _next(self) -> _Deed | None:
        with self._lock:
            self._pause -= 1
            again = bool(self._queue) and self._changed is not None and self._queue[0].cell == self._changed
            self._busy = bool(self._queue) and self._pause < (-2 * self._pause_frames if again else 0)
            return self._queue.popleft() if self._busy else None

    def _ask(self, kind: Gesture, cell: Cell, change: Callable[[TableScene], TableScene], seat: int) -> None:
        with self._lock:
            before, after, frames = self._planned, change(self._planned), self._gesture_frames
            self._planned = after
            cards = before.card(cell), after.card(cell)
            self._queue.append(_Deed(after, lambda studio: studio.deed(kind, cards, seat, frames), seat, cell))
