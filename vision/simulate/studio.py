"""A table and the hands over it, as a webcam films them from one stand. Which cards lie there: see demo_table."""

from __future__ import annotations

from dataclasses import replace

from vision.arrays import Image
from vision.simulate.art.style import Style
from vision.simulate.camera_stand import DEMO_THINGS, CameraStand
from vision.simulate.scene.hand import Gesture, Hand, Moment, gesture, seat_places
from vision.simulate.scene.painter import Painter
from vision.simulate.scene.table_scene import PointMm, SceneCard, TableScene, take
from vision.simulate.webcam import Light, Sensor, Webcam

PAINT_FINER = 1.65  # than the picture: near cards are larger than those in the middle
SEATS = 10


class Studio:
    """For one thread at a time, as its painter is.

    markers : whether they lie there
    """

    def __init__(
        self, stand: CameraStand, style: Style, light: Light, sensor: Sensor, *, markers: bool, seed: int
    ) -> None:
        self.stand, self.camera = stand, stand.camera
        self.markers = stand.markers if markers else ()
        self._painter = Painter(style, stand.bounds_mm, PAINT_FINER * stand.camera.px_per_mm)
        self._webcam = Webcam(stand.camera, stand.bounds_mm, self._painter.scale, light, sensor, seed)
        self._hands: dict[int, Hand] = {}

    def dressed(self, scene: TableScene) -> TableScene:
        """The same cards among the things that lie round the field here."""
        return replace(scene, clutter=DEMO_THINGS, markers=self.markers)

    def look(self, scene: TableScene) -> Image:
        """The table with no hand over it, before the sensor's noise."""
        return self._webcam.look(self._painter.paint(self.dressed(scene)))

    def develop(self, frame: Image) -> Image:
        return self._webcam.develop(frame)

    def film(self, before: TableScene, after: TableScene, moment: Moment, seat: int) -> Image:
        """The picture while a hand is over the table."""
        scene = after if moment.done else before
        if moment.bare and moment.hand.held:
            scene = take(before, moment.hand.held.cell)
        painting = self._painter.paint(self.dressed(scene)).copy()
        self._hand(seat).stamp(painting, self._painter, moment.hand)
        return self._webcam.film(painting)

    def deed(
        self, kind: Gesture, cards: tuple[SceneCard | None, SceneCard | None], seat: int, frames: int
    ) -> list[Moment]:
        """A hand's way to a card and back; `cards`: as it lies before and after."""
        return gesture(kind, *cards, self._place_of(seat), frames)

    def sweep(self, middle: SceneCard, seat: int, frames: int) -> list[Moment]:
        """An empty hand goes over the table."""
        moments = gesture(Gesture.TAKE, middle, None, self._place_of(seat), frames)
        return [replace(moment, hand=replace(moment.hand, held=None)) for moment in moments]

    def _place_of(self, seat: int) -> PointMm:
        return seat_places(self.stand.seats_mm, SEATS)[seat % SEATS]

    def _hand(self, seat: int) -> Hand:
        if seat not in self._hands:
            self._hands[seat] = Hand(self._painter.scale, skin=(seat * 5 + 1), sleeve=seat)
        return self._hands[seat]
