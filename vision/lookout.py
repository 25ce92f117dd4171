"""The camera of the evening: one source at a time, changed at will, its state reported now and then. No reading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import Event, Lock, Thread

import numpy as np

from companion.live.observe import ANY_GAME, Hint, InPlay, Seen, SeenCard
from companion.maze.geometry import Cell
from vision.aim import NO_PICTURE, corners_px
from vision.attend import State
from vision.deck import Deck
from vision.follow import Follower
from vision.read import Reader
from vision.settings import SOURCE, WATCH
from vision.source import LiveSource, Source, open_source
from vision.watch import Watch

Report = Callable[[str, tuple[str, ...], bool], None]  # state, codes of hints, whether there is a picture

_STATES = {State.STARTING: "starting", State.WATCHING: "seeing", State.COVERED: "covered", State.LOST: "lost"}


class Lookout:
    """Watches one source and says how it fares.

    tell : gets every settled change, from the watching thread
    report : gets the camera's state whenever it may have changed, in the words of CameraView
    """

    def __init__(self, tell: Callable[[Seen], None], report: Report) -> None:
        self._tell, self._report = tell, report
        self._watch: Watch | None = None
        self._follower: Follower | None = None
        self._deck: Deck | None = None
        self._in_play = ANY_GAME
        self.camera: int | None = None  # the number of the camera that is looked through
        self._lock, self._closed = Lock(), Event()
        self._thread = Thread(target=self._run, name="lookout", daemon=True)
        self._thread.start()

    def use(self, source: str | Source | None) -> Hint | None:
        """Look through this source from now on; None closes the eye. The reason where it cannot be used."""
        opened = None if source is None else open_source(source)
        if isinstance(opened, Hint):
            return opened
        with self._lock:
            if self._watch is not None:
                self._watch.stop()
            self._follower = None if opened is None else Follower(Reader.load(self._deck).with_game(self._in_play))
            self._watch = None if opened is None else Watch(opened, self._tell, self._follower)
            self.camera = int(source) if isinstance(source, str) and source.strip().isdecimal() else None
            if self._watch is not None:
                self._watch.start()
        self._tell_state()
        return None

    def picture(self) -> bytes | None:
        """The last frame with what was read drawn on it, JPEG; None before the first."""
        watch = self._watch
        return None if watch is None else watch.picture(overlay=True)

    def picture_of(self, cell: Cell) -> bytes | None:
        """The card in that cell and a little around it, JPEG; None where no card is seen."""
        watch = self._watch
        return None if watch is None else watch.picture_of(cell)

    def frame(self) -> np.ndarray | None:
        """The last frame as it came, BGR; None before the first."""
        watch = self._watch
        return None if watch is None else watch.frame()

    def board(self) -> tuple[SeenCard, ...]:
        """The cards as last settled."""
        watch = self._watch
        return () if watch is None else watch.sight().cards

    def learn(self, deck: Deck | None) -> None:
        """This deck's pictures decide together with the network from now on."""
        with self._lock:
            self._deck = deck
            if self._follower is not None:
                self._follower.use_deck(deck)
        self.look_again()

    def play(self, in_play: InPlay) -> None:
        """The game that lies on the table from now on."""
        with self._lock:
            self._in_play = in_play
            if self._follower is not None:
                self._follower.use_game(in_play)
        self.look_again()

    def aim(self, corners: Sequence[tuple[float, float]] | None) -> Hint | None:
        """The play area's outer corners as shares of the picture, N-W, N-E, S-E, S-W; None finds the table itself.

        The reason where nothing came of it.
        """
        watch, follower = self._watch, self._follower
        frame = watch.frame() if watch is not None and watch.has_picture else None
        if frame is None or follower is None:
            return NO_PICTURE
        dragged = None if corners is None else corners_px(corners, (frame.shape[1], frame.shape[0]))
        if isinstance(dragged, Hint):
            return dragged
        follower.use_corners(dragged)
        self.look_again()
        return None

    def look_again(self) -> None:
        """Tell the whole board anew."""
        if self._watch is not None:
            self._watch.ask_board()

    def close(self) -> None:
        self._closed.set()
        with self._lock:
            if self._watch is not None:
                self._watch.stop()

    def _run(self) -> None:
        while not self._closed.wait(WATCH.report_s):
            self._tell_state()

    def _tell_state(self) -> None:
        watch = self._watch
        if watch is None:
            self._report("off", (), False)
            return
        sight = watch.sight()
        codes = tuple(dict.fromkeys(hint.code for hint in sight.hints))
        self._report(_STATES[sight.state], codes, watch.has_picture)


def camera_answers(number: int = 0) -> bool:
    """Whether a camera of this number gives a picture now."""
    source = open_source(str(number), replace(SOURCE, opening_s=WATCH.patience_s))
    if not isinstance(source, LiveSource):
        return False
    try:
        first = next(iter(source.frames()), None)
        return first is not None and first.image is not None
    finally:
        source.close()
