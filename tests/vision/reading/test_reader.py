"""A table is read twice, the second time as seen from above, where its far cards are as large as its near ones."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from found_tables import SearchedOnce

from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.hints import Hint
from companion.sight.reading import Calibration, CardKind, Reading, SeenCard, quad_px
from vision.detection.card_detector import detect_from_above
from vision.detection.card_estimates import Presence
from vision.detection.pyramid import Pyramid, WorkingPicture, birds_eye_of
from vision.reading import reader as read
from vision.reading import table_search
from vision.reading.card_reading import as_it_came
from vision.reading.reader import Reader, read_table
from vision.registration.proof.table_proof import TableProof
from vision.registration.registered_table import RegisteredTable, register_table


@pytest.fixture(scope="module", params=[90, 140, 200, -60])
def from_fifty_degrees(request, film, reader):
    """The picture, its truth, and the table that is found in it."""
    image, truth = film(900 + request.param, False, request.param, 50, "casual", 18)
    return image, truth, read_table(image, reader=reader)


def test_from_above_every_card_is_detected_where_it_lies_in_the_picture(from_fifty_degrees, reader):
    """In the picture itself, from the same places, 6 of 22, 12 of 22, 21 of 22 and 6 of 11 are."""
    image, truth, found = from_fifty_degrees
    quads = np.array([cell["quad_px"] for cell in truth["cells"] if cell["visible_fraction"] > 0.8])
    seen = detect_from_above(reader.detector, Pyramid(image), birds_eye_of(found.table.pose, quads))
    cards = seen.quads[seen.presence[:, Presence.NOTHING] < 0.5].mean(1)
    off = np.linalg.norm(quads.mean(1)[:, None] - cards[None], axis=2).min(1)
    assert (off < 0.15 * np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)).all()
    assert seen.have_traces(quads).all()


def test_a_table_seen_from_fifty_degrees_is_found_card_by_card(from_fifty_degrees):
    _, truth, found = from_fifty_degrees
    cells = {(card.cell.x, card.cell.y) for card in found.reading.cards}
    assert cells == {(cell["x"], cell["y"]) for cell in truth["cells"]}


class Twice:
    """Finds the table twice: as the reader does, then as it is told to."""

    def __init__(self, second):
        self._find, self._second, self.first = register_table, second, None

    def __call__(self, *seen):
        if self.first is None:
            self.first = self._find(*seen)
            return self.first
        return self._second(self.first)


@pytest.mark.parametrize(
    "second",
    [
        pytest.param(lambda first: Hint("table.not_found"), id="nothing"),
        pytest.param(
            lambda first: replace(first, proof=replace(first.proof, pose=first.pose.moved((29.0, 0.0)))),
            id="between the cells",
        ),
        pytest.param(
            lambda first: RegisteredTable(
                Calibration.LAYOUT, replace(first.proof, score=first.proof.score + 9, cards=())
            ),
            id="by guessing",
        ),
    ],
)
def test_a_second_look_that_tells_less_leaves_the_table_as_it_was_found(film, reader, monkeypatch, second):
    """Markers and dragged corners are facts, which no better guess outweighs."""
    image, truth = film(412, True, 0, 15, "tidy", 12)
    twice = Twice(second)
    monkeypatch.setattr(table_search, "register_table", twice)
    found = read_table(image, reader=reader)
    assert found.reading.calibration is twice.first.how is Calibration.MARKERS
    assert {(card.cell.x, card.cell.y) for card in found.reading.cards} == {
        (cell["x"], cell["y"]) for cell in truth["cells"]
    }


def test_a_card_in_a_picture_that_was_made_smaller_is_told_where_it_lies_in_the_one_that_came():
    working = WorkingPicture.of(np.zeros((2160, 3840, 3), np.uint8))
    quad = np.array([[300.0, 600], [360, 600], [360, 690], [300, 690]])
    card = SeenCard(Cell(1, 0), CardKind.PATH, Face.parse("EW"), 0.9, False, quad_px(working.inward(quad)))
    outward = as_it_came(Reading(Calibration.LAYOUT, (card,)), working)
    assert np.allclose(outward.cards[0].quad_px, quad)


@pytest.fixture
def searched_once(monkeypatch):
    monkeypatch.setattr(read, "TableSearch", SearchedOnce)


@pytest.mark.usefixtures("searched_once")
@pytest.mark.parametrize("markers", [False, True], ids=["no frame", "markers"])
def test_goals_alone_are_no_table_where_no_frame_tells_it(reader, film, monkeypatch, markers):
    """Three tiles of a floor passed for them."""
    cards_of = Reader.cards
    monkeypatch.setattr(
        Reader, "cards", lambda *seen: tuple(card for card in cards_of(*seen) if card.kind is CardKind.GOAL)
    )
    assert read_table(film(31, markers, 0, 20)[0], reader=reader).reading.found == markers


@pytest.mark.usefixtures("searched_once")
@pytest.mark.parametrize(
    ("one_sure_in", "is_found"), [(1, True), (2, True), (5, False), (99, False)], ids=["all", "half", "a fifth", "one"]
)
def test_without_a_start_card_what_may_be_cards_beside_three_goals_is_no_table(
    reader, film, monkeypatch, one_sure_in, is_found
):
    """On tiles with leaves ten passed for cards of a maze, eight of them in doubt."""
    cards_of = Reader.cards

    def mostly_in_doubt(*seen):
        cards = [card for card in cards_of(*seen) if card.kind is not CardKind.START]
        return tuple(replace(card, uncertain=number % one_sure_in > 0) for number, card in enumerate(cards))

    monkeypatch.setattr(Reader, "cards", mostly_in_doubt)
    assert read_table(film(31, False, 0, 20)[0], reader=reader).reading.found == is_found


@pytest.mark.usefixtures("searched_once")
@pytest.mark.parametrize("over", [0, 1])
def test_more_cards_than_are_printed_are_no_maze(reader, film, monkeypatch, over):
    """A floor of tiles with a cross on each was one of a hundred crossings, and a table lay there that nobody had."""
    cards = read_table(film(31, False, 0, 20)[0], reader=reader).reading.cards
    monkeypatch.setattr(read, "READER", replace(read.READER, most=len(cards) - over))
    assert read_table(film(31, False, 0, 20)[0], reader=reader).reading.found == (not over)


def in_doubt(kept):
    """Of the cards of a maze so many are read, and all in doubt."""
    cards_of = Reader.cards

    def all_in_doubt(*seen):
        cards = cards_of(*seen)
        paths = [replace(card, uncertain=True) for card in cards if card.kind is CardKind.PATH]
        return (*(card for card in cards if card.kind is not CardKind.PATH), *paths[:kept])

    return all_in_doubt


@pytest.mark.usefixtures("searched_once")
@pytest.mark.parametrize(
    ("kept", "is_found"), [(5, True), (6, False), (99, False)], ids=["few", "just many", "all that are read"]
)
def test_many_cards_of_which_hardly_one_is_sure_are_no_maze_and_few_beside_a_start_card_may_be(
    reader, film, monkeypatch, kept, is_found
):
    """Of the tiles of a floor fifty passed for cards, eight of them surely, and for an evening."""
    monkeypatch.setattr(Reader, "cards", in_doubt(kept))
    monkeypatch.setattr(TableProof, "is_plain_throughout", False)
    assert read_table(film(31, False, 0, 20)[0], reader=reader).reading.found == is_found


@pytest.mark.usefixtures("searched_once")
@pytest.mark.parametrize(("kept", "left"), [(5, 5), (6, 0)], ids=["few", "just many"])
def test_beside_a_plain_start_card_and_plain_goals_many_of_which_hardly_one_is_sure_are_tiles(
    reader, film, monkeypatch, kept, left
):
    """A round began on a floor with tiles of a card's size: it was found in none of its pictures."""
    monkeypatch.setattr(Reader, "cards", in_doubt(kept))
    kinds = Counter(card.kind for card in read_table(film(31, False, 0, 20)[0], reader=reader).reading.cards)
    assert kinds == +Counter({CardKind.START: 1, CardKind.GOAL: 3, CardKind.PATH: left})


@pytest.mark.usefixtures("searched_once")
@pytest.mark.parametrize("markers", [False, True], ids=["no frame", "markers"])
def test_a_maze_that_may_lie_beside_its_place_is_told_only_where_a_frame_tells_the_place(
    reader, film, monkeypatch, markers
):
    monkeypatch.setattr(read, "may_lie_beside", lambda *_: True)
    assert read_table(film(31, markers, 0, 20)[0], reader=reader).reading.found == markers
