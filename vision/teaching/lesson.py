"""Teaching a deck during the evening: what is being taught, what lies under the camera, which deck is in use.

in     the camera's last Image, what people say the cards in it are, and what they correct during play
out    decks in the DeckStore; DeckLine and CardShown for a page; the TaughtDeck that the reader is to use
never  reads the table
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from threading import Lock, RLock

import cv2
import numpy as np

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from companion.sight.reading import SeenCard
from companion.sight.taught import BACK, CardShown, DeckLine
from vision.arrays import Image
from vision.reading.reader import Reader
from vision.recognition.taught_deck import TaughtDeck, example_of
from vision.teaching.deck_file import pack, tidy_name, unpack
from vision.teaching.deck_store import NAMELESS, DeckStore
from vision.teaching.spread_cards import SpreadCard, cut_out, find_spread_cards

NO_PICTURE = Hint("deck.no_picture")
NO_CARDS = Hint("deck.no_cards")
FULL = Hint("deck.too_many")


@dataclass(frozen=True)
class LessonSettings:
    most_offers: int = 20  # corrections of one evening that wait to be looked at
    most_decks: int = 30  # that are kept at once


LESSON = LessonSettings()


class Lesson:
    """For several threads. Everything confirmed is kept at once, so a lesson may end at any time.

    frame : the camera's last picture, nothing drawn on it
    board : the cards as last settled, for corrections during play
    learn : gives the camera's reader its deck, None for none
    """

    def __init__(
        self,
        decks: DeckStore,
        frame: Callable[[], Image | None],
        board: Callable[[], tuple[SeenCard, ...]],
        learn: Callable[[TaughtDeck | None], None],
    ) -> None:
        self._decks, self._frame, self._board, self._learn = decks, frame, board, learn
        self._lock, self._numbers = RLock(), itertools.count(1)
        self._offering = Lock()  # of what is offered alone: a press waits for nobody's look at a table of cards
        self._reader: Reader | None = None
        self._deck: TaughtDeck | None = None  # the one being taught
        self._shown: dict[str, tuple[SpreadCard, CardShown]] = {}
        self._offered: dict[str, tuple[Face, Image]] = {}
        self._used = decks.in_use()
        used = decks.load(self._used) if self._used else None
        if isinstance(used, TaughtDeck):
            learn(used)
        else:
            self._used = ""

    # ---- the shelf -----------------------------------------------------------------------------------------

    def decks(self) -> tuple[DeckLine, ...]:
        with self._lock:
            return tuple(
                DeckLine(one.name, one.cards, one.faces, one.name == self._used) for one in self._decks.listed()
            )

    def use(self, name: str) -> Hint | None:
        """This deck decides with the reader from now on; "" for none."""
        with self._lock:
            deck = self._decks.load(name) if name else None
            if isinstance(deck, Hint):
                return deck
            self._used = deck.name if deck else ""
            self._decks.put_in_use(self._used)
            self._learn(deck)
        return None

    def forget(self, name: str) -> Hint | None:
        with self._lock:
            if name == self._used:
                self.use("")
            if self._deck is not None and self._deck.name == name:
                self._deck, self._shown = None, {}
            return self._decks.forget(name)

    def export(self, name: str) -> bytes | None:
        deck = self._decks.load(name)
        return pack(deck) if isinstance(deck, TaughtDeck) else None

    def bring(self, data: bytes) -> Hint | None:
        """A deck from a file; one of the same name is replaced."""
        deck = unpack(data)
        if isinstance(deck, Hint):
            return deck
        return self._keep(deck)

    # ---- a lesson ------------------------------------------------------------------------------------------

    def begin(self, name: str) -> Hint | None:
        """Teach the deck of this name, a new one or one to be added to."""
        with self._lock:
            try:
                name = tidy_name(name)
            except ValueError:
                return NAMELESS
            known = self._decks.load(name)
            self._deck, self._shown = known if isinstance(known, TaughtDeck) else TaughtDeck(name), {}
        return None

    def taught(self) -> DeckLine | None:
        """The deck of this lesson."""
        with self._lock:
            deck = self._deck
            if deck is None:
                return None
            return DeckLine(deck.name, len(deck.examples), len(deck.faces), deck.name == self._used)

    def find_cards(self) -> Hint | None:
        """Find the cards that lie under the camera now."""
        frame = self._frame()
        if frame is None:
            return NO_PICTURE
        with self._lock:
            self._reader = self._reader or Reader.load()
            found = find_spread_cards(frame, self._reader, self._deck)
            self._shown = {}
            for one in found:
                key = f"s{next(self._numbers)}"
                self._shown[key] = one, CardShown(key, tuple(_said(guess.face) for guess in one.guess), one.unsure)
        return None if found else NO_CARDS

    def shown(self) -> tuple[CardShown, ...]:
        with self._lock:
            return tuple(card for _, card in self._shown.values())

    def crop(self, key: str) -> bytes | None:
        """PNG of a card that was shown or offered."""
        with self._lock, self._offering:
            shown, offered = self._shown.get(key), self._offered.get(key)
        picture = shown[0].picture if shown else offered[1] if offered else None
        return None if picture is None else cv2.imencode(".png", picture)[1].tobytes()

    def confirm(self, said: Mapping[str, str]) -> Hint | None:
        """What a person says the cards are: key to notation, BACK where it lies face down, "" for no card at all."""
        with self._lock:
            if self._deck is None:
                return NAMELESS
            more = []
            for key, text in said.items():
                if key in self._shown and self._shown[key][1].settled is None:
                    shown, card = self._shown[key]
                    self._shown[key] = shown, replace(card, settled=text)
                    more += [example_of(_face(text), shown.picture)] if text else []
            if not more:
                return None
            self._deck = self._deck.with_examples(more)
            return self._keep(self._deck)

    def finish(self) -> None:
        """The lesson is over, and what was taught decides with the reader: it lies on the table tonight."""
        with self._lock:
            deck, self._deck, self._shown = self._deck, None, {}
            if deck is not None and deck.examples:
                self.use(deck.name)

    # ---- corrections during play ---------------------------------------------------------------------------

    def offer(self, cell: Cell, face: Face) -> None:
        """The table says that this card lies there: its picture is kept as an example to be confirmed.

        What the camera had read so without a doubt is no correction, and teaches nothing.
        """
        frame = self._frame()
        card = next((card for card in self._board() if card.cell == cell), None)
        if frame is None or card is None or (card.face == face and not card.uncertain):
            return
        picture = cut_out(frame, np.array(card.quad_px))
        with self._offering:
            self._offered[f"o{next(self._numbers)}"] = face, picture
            while len(self._offered) > LESSON.most_offers:
                self._offered.pop(next(iter(self._offered)))

    def offers(self) -> tuple[CardShown, ...]:
        with self._offering:
            return tuple(CardShown(key, (str(face),), False) for key, (face, _) in self._offered.items())

    def take_offers(self, keys: tuple[str, ...], name: str) -> Hint | None:
        """Add these to the deck of this name; the others are forgotten, and none where these could not be kept."""
        with self._lock:
            with self._offering:
                offered = dict(self._offered)
            wanted = [offered[key] for key in keys if key in offered]
            trouble = self._add(wanted, name) if wanted else None
            if trouble is None:
                with self._offering:
                    self._offered = {key: one for key, one in self._offered.items() if key not in offered}
            return trouble

    def _add(self, cards: Sequence[tuple[Face, Image]], name: str) -> Hint | None:
        deck = self._decks.load(name)
        if isinstance(deck, Hint):
            return deck
        return self._keep(deck.with_examples(example_of(face, picture) for face, picture in cards))

    def _keep(self, deck: TaughtDeck) -> Hint | None:
        with self._lock:
            names = self._decks.names()
            if deck.name not in names and len(names) >= LESSON.most_decks:
                return FULL
            trouble = self._decks.keep(deck)
            if trouble is None and deck.name == self._used:
                self._learn(deck)
            return trouble


def _said(face: Face | None) -> str:
    return BACK if face is None else str(face)


def _face(text: str) -> Face | None:
    return None if text == BACK else Face.parse(text)
