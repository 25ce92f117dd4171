"""A small demo table before a reader that never errs, for tests of when to look and what to tell."""

from __future__ import annotations

from telling import Telling

from companion.sight.hints import Hint
from companion.sight.reading import Reading
from vision.capture.source import Frame
from vision.simulate.demo_table import DemoTable
from vision.simulate.webcam import Camera

AT_ONCE = 5  # frames after a deed that are all looked at: a card at rest is told with the third
QUIET = 3  # of so many later ones of a live table one is looked at, 0.4 s apart
SMALL = Camera(width_px=320, height_px=180, height_mm=1050)
DARK = Reading(None, (), (Hint("table.too_dark"),))


class TruthReader:
    """Reads what lies on the demo's table. `looked_at_hand` counts looks while a hand was at work."""

    def __init__(self, table):
        self.table, self.looks, self.looked_at_hand, self.blind = table, 0, 0, False

    def read(self, image):
        self.looks += 1
        self.looked_at_hand += self.table.hand_at_work
        return DARK if self.blind else self.table.truth()

    def bare(self, image, cards):
        lying = {card.cell for card in self.table.scene}
        return [card.cell not in lying for card in cards]

    def doubt(self):
        self.doubted = True


class Stage:
    """A demo table, a faultless reader and a read trigger."""

    def __init__(self, camera=SMALL, timed=True):
        self.table = DemoTable(camera=camera, paced=False)
        self.frames = self.table.frames()
        self.reader = TruthReader(self.table)
        self.trigger, self.timed = Telling(self.reader, timed=timed), timed

    def watch(self, frames=14):
        """Return what is told until every deed is done, and so many frames later."""
        told = []
        while not self.table.resting:
            told += self.trigger.see(next(self.frames))
        for number in range(1, frames + 1):
            frame = next(self.frames)
            if not self.timed or is_worth_a_look(number, frames):
                told += self.trigger.see(frame)
        return told


def is_worth_a_look(number, frames):
    """Return whether to look at a frame of a table on which nothing moves any more. number : of so many, from 1"""
    return number <= AT_ONCE or number % QUIET == 0 or number == frames


def words(told):
    return [(seen.what, *(f"{card.cell.x},{card.cell.y}:{card.face}" for card in seen.cards)) for seen in told]


def later(frames, seconds):
    for frame in frames:
        yield Frame(frame.number + 1000, frame.time_s + seconds, frame.image)


def replace_image(frame, image):
    return Frame(frame.number, frame.time_s, image)
