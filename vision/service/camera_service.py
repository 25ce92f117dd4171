"""The camera of the evening: one source at a time, changed at will.

in     what people choose: a source, a deck, corners dragged by hand; and the game that lies on the table
out    SettledBoard and CameraEvent, told; the camera's state, reported now and then; its pictures as JPEG
never  reads a picture itself
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from threading import Event, Lock, RLock, Thread

from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from companion.sight.reading import ANY_GAME, AgreedMaze, InPlay, SeenCard
from companion.sight.settled_board import Photographed, Seen
from vision.arrays import Image
from vision.capture.photo_folder import PhotoFolder
from vision.capture.picture import load_picture, photograph_of
from vision.capture.source import LiveSource, Source, SourceSettings, broken_picture, open_source
from vision.reading.reader import Reader
from vision.recognition.taught_deck import TaughtDeck
from vision.registration.dragged_corners import NO_PICTURE, NOTHING_THERE, UNUSED, corner_shares, corners_px
from vision.registration.table_clues import NO_TABLE
from vision.service.camera_thread import STOPPED, CameraThread, drawn
from vision.tracking.photographs import NOTHING_KNOWN, Photographs
from vision.tracking.tracker import Tracker


@dataclass(frozen=True)
class CameraServiceSettings:
    report_s: float = 1.0  # how often the camera's state is told; pages need not know sooner
    patience_s: float = 4.0  # for a camera to give its first picture at the start; slow ones take three seconds
    aimed_looks: int = 2  # in vain, at a table that the host shows, before that is said
    aimed_s: float = 20.0  # for the board to be read there; one or two seconds, on a slow and busy computer ten


CAMERA_SERVICE = CameraServiceSettings()
ANOTHER_CAME = Hint("photo.another")
ReadPhotograph = Callable[[Photographs, Mapping[Cell, SeenCard]], tuple[Image, Photographed]]
Agreed = Callable[[], AgreedMaze]
NOT_AGREED = AgreedMaze(0, NOTHING_KNOWN)
Report = Callable[[str, tuple[Hint, ...], bool], None]  # state, hints, whether there is a picture


class CameraService:
    """Watches one source and says how it fares.

    tell : gets every settled board and what befalls the view of it, from the watching thread
    report : gets the camera's state whenever it may have changed, in the words of CameraView
    agreed : the game's maze, of which each photograph is told
    """

    def __init__(self, tell: Callable[[Seen], None], report: Report, agreed: Agreed = lambda: NOT_AGREED) -> None:
        self._tell, self._report, self._agreed = tell, report, agreed
        self._folder: PhotoFolder | None = None
        self._unread: tuple[Hint, ...] = ()  # why the last picture of the folder is not shown
        self._thread: CameraThread | None = None
        self._tracker: Tracker | None = None
        self._photographs: Photographs | None = None
        self._photo: tuple[Image, Photographed] | None = None  # the last photograph, with what it told
        self._numbers = count(1)
        self._photographing = RLock()
        self._round: int | None = None  # in which the last photograph was taken
        self._deck: TaughtDeck | None = None
        self._in_play = ANY_GAME
        self.camera: int | None = None  # the number of the camera that is looked through
        self.address = ""  # or what else is looked at, as it was typed
        self._choosing, self._lock, self._closed = Lock(), Lock(), Event()
        self._reporting = Thread(target=self._run, name="camera reports", daemon=True)
        self._reporting.start()

    def use(self, source: str | Source | None) -> Hint | None:
        """Watch this source from now on; None watches nothing. The reason where it cannot be used, as after the end.

        Of a folder the pictures that come into it are photographs, each from wherever it was taken. One without a table
        may be of anything: nobody gets to see it.
        """
        folder = PhotoFolder.named(source) if isinstance(source, str) else None
        opened = None if source is None or folder is not None else open_source(source)
        if isinstance(opened, Hint):
            return opened
        with self._choosing:
            if self._closed.is_set():
                return STOPPED
            self._stop()
            self._photographs = self._photo = None
            self._unread = ()
            self._tell_state()  # that no more is known of the last source, before anything is of the next one
            with self._lock:
                self._tracker = None if opened is None else Tracker(Reader.load(self._deck).with_game(self._in_play))
                self._thread = None if opened is None else CameraThread(opened, self._tell, self._tracker)
                text = source.strip() if isinstance(source, str) else ""
                self.camera, self.address = (int(text), "") if text.isdecimal() else (None, text)
                if self._thread is not None:
                    self._thread.start()
                self._folder = folder
            if folder is not None:
                Thread(target=self._follow, args=(folder,), name="photographs", daemon=True).start()
            self._tell_state()
        return None

    def photograph(self, file: bytes) -> Photographed | Hint:
        """Read a photograph of the table that somebody took, from wherever it was, and tell what lies there.

        file : of the picture, as it came; the reason where it is none
        """
        with self._photographing:  # of large ones no two are unpacked at a time
            image = photograph_of(file)
            return image if isinstance(image, Hint) else self._take(image)

    def photograph_around(self, tap: tuple[float, float], number: int) -> Photographed | Hint:
        """Read the photograph of this number around its start card, where it is the last still.

        tap : see Photographs.read_around
        """
        if self._photo is None:
            return NO_PICTURE
        image, last = self._photo
        if last.number != number:
            return ANOTHER_CAME
        return self._read_photograph(lambda photographs, agreed: photographs.read_around(image, tap, agreed))

    def _follow(self, folder: PhotoFolder) -> None:
        for file in folder.photos():
            image = load_picture(file)
            if isinstance(image, Hint):
                self._unread = (broken_picture(file),)
                self._tell_state()
            else:
                self._take(image, is_sent=False)

    def _take(self, image: Image, *, is_sent: bool = True) -> Photographed | Hint:
        return self._read_photograph(lambda photographs, agreed: (image, photographs.read(image, agreed)), is_sent)

    def _read_photograph(self, read: ReadPhotograph, is_sent: bool = True) -> Photographed | Hint:
        """is_sent : by somebody who wants it to be seen, as one of a folder may not be"""
        with self._photographing:  # one after the other: each is compared with the one before it
            if self._closed.is_set():
                return STOPPED
            with self._lock:
                if self._photographs is None:
                    self._photographs = Photographs(Reader.load(self._deck).with_game(self._in_play))
                photographs = self._photographs
            agreed = self._agreed()
            if self._round not in (None, agreed.round):  # people have cleared the table since the last photograph
                photographs.forget()
            self._round = agreed.round
            image, told = read(photographs, agreed.cards)
            told = replace(told, number=next(self._numbers))
            is_shown = is_sent or told.reading.found
            self._photo = (image, told) if is_shown else self._photo
            self._unread = () if is_shown else told.reading.hints
            self._tell_state()  # before the board: what is told while no camera looks is forgotten
            if told.settled is not None:
                self._tell(told.settled)
            return told

    def photo(self) -> bytes | None:
        """The last photograph with what was read drawn on it, JPEG; None before the first."""
        photo = self._photo
        return None if photo is None else drawn(photo[0], photo[1].reading)

    def picture(self) -> bytes | None:
        """The last frame with what was read drawn on it, JPEG; None before the first."""
        thread = self._thread
        return self.photo() if thread is None else thread.picture(overlay=True)

    def picture_of(self, cell: Cell) -> bytes | None:
        """The card in that cell and a little around it, JPEG; None where no card is seen."""
        thread = self._thread
        return None if thread is None else thread.picture_of(cell)

    def frame(self) -> Image | None:
        """What is before the camera now as it came, BGR; None before the first."""
        thread = self._thread
        return None if thread is None else thread.frame()

    def board(self) -> tuple[SeenCard, ...]:
        """The cards as last settled."""
        thread = self._thread
        return () if thread is None else thread.status().cards

    def settled(self) -> tuple[Image, tuple[SeenCard, ...]] | None:
        """The picture that told the board last, or the last photograph, and its cards; None before the first."""
        thread, photo = self._thread, self._photo
        if thread is not None:
            return thread.settled()
        return None if photo is None else (photo[0], photo[1].reading.cards)

    def learn(self, deck: TaughtDeck | None) -> None:
        """This deck's pictures decide together with the network from now on."""
        with self._lock:
            self._deck = deck
            if self._tracker is not None:
                self._tracker.use_deck(deck)
            if self._photographs is not None:
                self._photographs.use_deck(deck)
        self.read_again()

    def play(self, in_play: InPlay) -> None:
        """The game that lies on the table from now on."""
        with self._lock:
            self._in_play = in_play
            if self._tracker is not None:
                self._tracker.use_game(in_play)
            if self._photographs is not None:
                self._photographs.use_game(in_play)
        self.read_again()

    def aim(self, corners: Sequence[tuple[float, float]] | None) -> Hint | None:
        """The play area's outer corners as shares of the picture, N-W, N-E, S-E, S-W; None finds the table itself.

        Waits for the next look at it. The reason where nothing came of that; corners are kept also over a bare table.
        """
        thread, tracker = self._thread, self._tracker
        frame = thread.frame() if thread is not None and thread.has_picture else None
        if thread is None or frame is None or tracker is None:
            return NO_PICTURE
        dragged = None if corners is None else corners_px(corners, (frame.shape[1], frame.shape[0]))
        if isinstance(dragged, Hint):
            return dragged
        tracker.use_corners(dragged)
        thread.ask_board()
        if not thread.tells_within(CAMERA_SERVICE.aimed_s, CAMERA_SERVICE.aimed_looks):
            return NO_TABLE if dragged is None else NOTHING_THERE
        return None if dragged is None or tracker.has_corners else UNUSED

    def corners(self) -> Sequence[tuple[float, float]] | None:
        """Where the play area's corners are in the table as it was seen last, as `aim` gets them; None before."""
        frame = self.frame()
        return None if frame is None else corner_shares(self.board(), (frame.shape[1], frame.shape[0]))

    def read_again(self) -> None:
        """Tell the whole board anew."""
        thread, photographs = self._thread, self._photographs
        if thread is not None:
            thread.ask_board()
        if photographs is not None:
            photographs.forget()

    def close(self) -> None:
        """For good; a source that is just being chosen is let go as well."""
        self._closed.set()
        with self._choosing:
            self._stop()

    def _stop(self) -> None:
        with self._lock:
            if self._thread is not None:
                self._thread.stop()
            if self._folder is not None:
                self._folder.close()
            self._thread = self._folder = None

    def _run(self) -> None:
        while not self._closed.wait(CAMERA_SERVICE.report_s):
            self._tell_state()

    def _tell_state(self) -> None:
        thread = self._thread
        if thread is None:
            photo, is_off = self._photo, self._photo is None and self._folder is None
            hints = self._unread or (photo[1].reading.hints if photo is not None else ())
            self._report(*(("off", (), False) if is_off else ("photos", hints, photo is not None)))
            return
        status = thread.status()
        hints = tuple({hint.code: hint for hint in status.hints}.values())
        self._report(status.state.value, hints, thread.has_picture)


def camera_answers(number: int = 0) -> bool:
    """Whether a camera of this number gives a picture now."""
    source = open_source(str(number), SourceSettings(opening_s=CAMERA_SERVICE.patience_s))
    if not isinstance(source, LiveSource):
        return False
    try:
        first = next(iter(source.frames()), None)
        return first is not None and first.image is not None
    finally:
        source.close()
