"""A lesson: cards are looked at, confirmed by a thumb, kept at once, and used by the camera's reader."""

from __future__ import annotations

from threading import Thread

import numpy as np
import pytest
from spread import SPREAD, drawn, spread

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.reading import CardKind, SeenCard
from vision.recognition.taught_deck import TaughtDeck, example_of
from vision.teaching import lesson
from vision.teaching.deck_file import pack
from vision.teaching.deck_store import DeckStore
from vision.teaching.lesson import Lesson

FEW = SPREAD[:4]


class School(Lesson):
    """With a camera that shows what it is told, and a reader that only remembers its deck."""

    def __init__(self, folder, picture: np.ndarray | None = None) -> None:
        self.picture, self.cards, self.learnt = picture, (), "nothing yet"
        super().__init__(DeckStore(folder), lambda: self.picture, lambda: self.cards, self._remember)

    def _remember(self, deck: TaughtDeck | None) -> None:
        self.learnt = deck


@pytest.fixture
def school(tmp_path) -> School:
    return School(tmp_path / "decks", spread(FEW)[0])


def test_a_deck_is_taught_in_three_presses(school):
    assert school.begin("Red box") is None
    assert school.find_cards() is None
    cards = school.shown()
    assert [card.guesses[0] for card in cards] == list(FEW)
    assert school.confirm({card.key: card.guesses[0] for card in cards}) is None
    school.finish()
    (line,) = school.decks()
    assert (line.name, line.cards, line.faces, line.used) == ("Red box", 4, 4, True)


def test_a_wrong_guess_is_put_right_and_what_is_no_card_is_left_out(school):
    school.begin("x")
    school.find_cards()
    first, second, third, _ = school.shown()
    school.confirm({first.key: "E|W"})
    school.confirm({second.key: ""})
    school.confirm({third.key: "down"})
    deck = DeckStore(school._decks.folder).load("x")
    assert [example.face for example in deck.examples] == [Face.parse("E|W"), None]
    assert [card.settled for card in school.shown()] == ["E|W", "", "down", None]


def test_a_second_press_teaches_nothing_twice(school):
    school.begin("x")
    school.find_cards()
    card = school.shown()[0]
    for _ in range(2):
        school.confirm({card.key: "NS", "unknown": "NE"})
    assert school.taught().cards == 1


def test_more_cards_can_be_added_another_day(school):
    for _ in range(2):
        school.begin("x")
        school.find_cards()
        school.confirm({school.shown()[0].key: "NS"})
        school.finish()
    assert school.decks()[0].cards == 2


def test_without_picture_cards_or_name_the_lesson_says_so(school):
    assert school.begin("  ").code == "deck.nameless"
    assert school.confirm({"s1": "NS"}).code == "deck.nameless"
    school.begin("x")
    school.picture = spread(())[0]
    assert school.find_cards().code == "deck.no_cards"
    school.picture = None
    assert school.find_cards().code == "deck.no_picture"


def test_the_deck_in_use_is_the_readers_and_stays_so_overnight(school, tmp_path):
    school.bring(pack(TaughtDeck("Red box", (example_of(Face.parse("NS"), drawn("NS")),))))
    assert school.use("Red box") is None
    assert school.learnt.name == "Red box"
    again = School(tmp_path / "decks")
    assert again.learnt.name == "Red box"
    assert again.use("") is None
    assert again.learnt is None
    assert School(tmp_path / "decks").learnt == "nothing yet"


def test_the_reader_learns_each_card_of_its_deck_at_once(school):
    school.begin("x")
    school.find_cards()
    first, second, *_ = school.shown()
    school.confirm({first.key: "NS"})
    school.use("x")
    school.confirm({second.key: "EW"})
    assert len(school.learnt.examples) == 2
    assert school.forget("x") is None
    assert school.learnt is None
    assert school.decks() == ()


def test_a_correction_during_play_is_offered_as_an_example(school):
    cell = Cell(1, 0)
    x, y = spread(FEW)[1][1]
    quad = ((x - 42, y - 65), (x + 42, y - 65), (x + 42, y + 65), (x - 42, y + 65))
    school.cards = (SeenCard(cell, CardKind.PATH, Face.parse("NS"), 0.8, False, quad),)
    school.offer(Cell(5, 5), Face.parse("NE"))  # not in sight: nothing to learn
    school.offer(cell, Face.parse("NS"))  # as it was read: no correction
    school.offer(cell, Face.parse("EW"))
    (card,) = school.offers()
    assert card.guesses == ("EW",)
    assert school.crop(card.key).startswith(b"\x89PNG")
    assert school.take_offers((card.key,), "x").code == "deck.unknown"
    assert school.offers() == (card,), "what could not be kept can be tried again"
    school.bring(pack(TaughtDeck("x", (example_of(Face.parse("NS"), drawn("NS")),))))
    assert school.take_offers((card.key,), "x") is None
    assert school.offers() == ()
    assert school.decks()[0].cards == 2


def test_a_correction_is_offered_while_somebody_else_looks_at_a_table_of_cards(school, monkeypatch):
    """The player's press waited as long as the look took."""
    quad = ((100.0, 100.0), (180.0, 100.0), (180.0, 225.0), (100.0, 225.0))
    school.cards = (SeenCard(Cell(1, 0), CardKind.PATH, Face.parse("NS"), 0.5, True, quad),)
    waited = []

    def look(*_: object) -> list[object]:
        press = Thread(target=school.offer, args=(Cell(1, 0), Face.parse("NS")), daemon=True)
        press.start()
        press.join(timeout=10)
        waited.append(press.is_alive())
        return []

    monkeypatch.setattr(lesson, "find_spread_cards", look)
    school.begin("x")
    school.find_cards()
    assert waited == [False] and len(school.offers()) == 1


def test_what_is_offered_while_others_are_taken_waits_for_the_next_time(school, monkeypatch):
    quad = ((100.0, 100.0), (180.0, 100.0), (180.0, 225.0), (100.0, 225.0))
    school.cards = (SeenCard(Cell(1, 0), CardKind.PATH, Face.parse("NS"), 0.5, True, quad),)
    school.bring(pack(TaughtDeck("x", (example_of(Face.parse("NS"), drawn("NS")),))))
    school.offer(Cell(1, 0), Face.parse("NS"))
    keep = school._decks.keep

    def kept(deck: TaughtDeck) -> object:
        school.offer(Cell(1, 0), Face.parse("EW"))
        return keep(deck)

    monkeypatch.setattr(school._decks, "keep", kept)
    (first,) = school.offers()
    assert school.take_offers((first.key,), "x") is None
    assert [card.guesses for card in school.offers()] == [("EW",)]
    assert school.decks()[0].cards == 2


def test_a_doubtful_card_that_was_confirmed_is_offered_too(school):
    cell = Cell(1, 0)
    quad = ((100.0, 100.0), (180.0, 100.0), (180.0, 225.0), (100.0, 225.0))
    school.cards = (SeenCard(cell, CardKind.PATH, Face.parse("NS"), 0.5, True, quad),)
    school.offer(cell, Face.parse("NS"))
    assert [card.guesses for card in school.offers()] == [("NS",)]
