"""What the places of cards show overrules what a reader makes of them: cloth read as a card, cards not seen to go."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from staging import Stage, replace_image, words

from companion.maze.faces import Face
from companion.maze.geometry import GOAL_CELLS, Cell

CARD, MEDALLION = Cell(1, 0), Cell(3, 1)


@pytest.fixture
def stage():
    stage = Stage()
    assert words(stage.watch())[0][0] == "board"
    stage.table.lay(CARD, Face.parse("EW"))
    assert changes(stage.watch()) == [("laid", "1,0:EW")]
    return stage


def changes(told):
    return [word for word in words(told) if len(word) > 1]


def misread(stage, confidence):
    """The cloth in one cell is read as a card from now on."""
    pattern, read = stage.trigger.board[CARD], stage.reader.read
    across, down = (
        np.mean(stage.trigger.board[cell].quad_px, axis=0) - np.mean(stage.trigger.board[Cell(0, 0)].quad_px, axis=0)
        for cell in (CARD, Cell(8, 2))
    )
    step = 2 * across + (down - 8 * across) / 2
    quad = tuple((x + step[0], y + step[1]) for x, y in pattern.quad_px)

    def with_medallion(image):
        reading = read(image)
        one = replace(pattern, cell=MEDALLION, quad_px=quad, confidence=confidence, uncertain=confidence < 0.6)
        return replace(reading, cards=(*reading.cards, one))

    stage.reader.read = with_medallion


@pytest.mark.parametrize("confidence", [0.3, 0.85, 0.97])
def test_cloth_that_was_bare_and_did_not_change_is_no_card_however_often_it_is_read_as_one(stage, confidence):
    misread(stage, confidence)
    told = []
    for number in range(4):
        stage.table.lay(Cell(2 + number, 0), Face.parse("EW"))
        told += changes(stage.watch())
    assert told == [("laid", f"{2 + number},0:EW") for number in range(4)]


def test_a_card_read_surely_time_and_again_was_overlooked_where_others_lay_before_the_table_was_known():
    stage = Stage()
    stage.table.lay(CARD, Face.parse("EW"))
    stage.watch()
    misread(stage, 0.97)
    told = []
    for number in range(3):
        stage.table.lay(Cell(2 + number, 0), Face.parse("EW"))
        told += changes(stage.watch())
    assert ("laid", "3,1:EW") in told


def test_what_was_never_surely_a_card_goes_only_where_the_table_is_seen_though_it_is_read_no_more():
    """A newspaper's columns go, as the reader says that it sees the table there; what it cannot see stays."""
    stage = Stage()
    read = stage.reader.read

    def in_doubt(image):
        reading = read(image)
        return replace(reading, cards=tuple(replace(card, uncertain=card.cell == CARD) for card in reading.cards))

    stage.table.lay(CARD, Face.parse("EW"))
    stage.reader.read = in_doubt
    stage.watch()
    assert stage.trigger.board[CARD].uncertain
    stage.reader.read = lambda image: without(read(image), CARD)
    for is_table in (False, True):
        stage.reader.bare = lambda image, cards, is_table=is_table: [is_table for _ in cards]
        for number in range(4):
            stage.table.lay(Cell(1 + number, 1 if is_table else -1), Face.parse("EW"))
            stage.watch(20)
        assert (CARD in stage.trigger.board) != is_table


def test_a_card_that_was_overlooked_first_does_not_come_and_go_as_it_is_read_surely_or_in_doubt():
    """Its place was learnt as bare table, with the card on it."""
    stage = Stage()
    read, how = stage.reader.read, {"now": "not"}

    def flickering(image):
        reading = read(image)
        if how["now"] == "not":
            return without(reading, CARD)
        doubtful = how["now"] == "in doubt"
        return replace(
            reading,
            cards=tuple(
                replace(card, confidence=0.4, uncertain=True) if doubtful and card.cell == CARD else card
                for card in reading.cards
            ),
        )

    stage.reader.read = flickering
    stage.table.lay(CARD, Face.parse("EW"))
    stage.table.lay(Cell(0, 1), Face.parse("NS"))
    stage.watch()
    told = []
    for number, how["now"] in enumerate(["sure"] * 3 + ["in doubt"] * 3):
        stage.table.lay(Cell(1 + number, 1), Face.parse("NES"))
        told += [word for word in changes(stage.watch(20)) if "1,0:EW" in word]
    assert told == [("laid", "1,0:EW")]


def test_a_card_that_was_overlooked_first_is_told_when_it_is_taken():
    """Its place was learnt as bare table, with the card on it: without the card it looked like no table."""
    stage = Stage()
    read = stage.reader.read
    stage.reader.read = lambda image: without(read(image), CARD)
    stage.reader.bare = lambda image, cards: [False for _ in cards]
    stage.table.lay(CARD, Face.parse("EW"))
    stage.table.lay(Cell(0, 1), Face.parse("NS"))
    stage.watch()
    stage.reader.read = read
    for number in range(3):
        stage.table.lay(Cell(1 + number, 1), Face.parse("NES"))
        stage.watch(20)
    assert CARD in stage.trigger.board
    stage.table.take(CARD)
    assert changes(stage.watch(30)) == [("removed", "1,0:EW")]


def test_a_card_that_was_taken_is_told_though_its_hole_was_misread_surely_for_a_while(stage):
    """Its place looks as when it was bare because it is: it was not overlooked then."""
    hole = replace(stage.trigger.board[CARD], face=Face.parse("N"), confidence=0.7)
    read = stage.reader.read
    stage.reader.bare = lambda image, cards: [False for _ in cards]

    def with_hole(image):
        reading = read(image)
        return replace(reading, cards=tuple({card.cell: card for card in (hole, *reading.cards)}.values()))

    stage.reader.read = with_hole
    stage.table.take(CARD)
    told = changes(stage.watch(20))
    stage.table.lay(Cell(0, 1), Face.parse("NS"))
    told += changes(stage.watch(20))
    stage.reader.read = read
    told += changes(stage.watch(20))
    stage.table.lay(Cell(0, 2), Face.parse("NS"))
    told += changes(stage.watch(20))
    assert told == [("laid", "0,1:NS"), ("removed", "1,0:EW"), ("laid", "0,2:NS")]


def test_a_medallion_that_was_read_surely_for_a_while_goes_as_its_place_looks_bare():
    """When it came it looked like a card that had been overlooked."""
    stage = Stage()
    stage.table.lay(CARD, Face.parse("EW"))
    stage.watch()
    read = stage.reader.read
    misread(stage, 0.97)
    for number in range(3):
        stage.table.lay(Cell(2 + number, 0), Face.parse("EW"))
        stage.watch()
    assert MEDALLION in stage.trigger.board
    stage.reader.read, stage.reader.bare = read, lambda image, cards: [False for _ in cards]
    stage.table.lay(Cell(0, 1), Face.parse("NS"))
    assert ("removed", "3,1:EW") in changes(stage.watch(20))


def test_a_card_that_was_not_read_when_it_was_laid_is_told_once_it_is_read_time_and_again():
    """As its place looked bare before: on a table known since the round began it was taken for cloth for ever."""
    stage = Stage()
    stage.watch()
    read = stage.reader.read
    stage.reader.read = lambda image: without(read(image), CARD)
    stage.table.lay(CARD, Face.parse("EW"))
    assert changes(stage.watch()) == []
    stage.reader.read = read
    told = []
    for number in range(3):
        stage.table.lay(Cell(2 + number, 0), Face.parse("EW"))
        told += changes(stage.watch())
    assert ("laid", "1,0:EW") in told


def test_a_card_is_removed_where_the_cloth_shows_again_whatever_the_cloth_looks_like(stage):
    stage.reader.bare = lambda image, cards: [False for _ in cards]
    stage.table.take(CARD)
    assert changes(stage.watch(20)) == [("removed", "1,0:EW")]


def test_a_card_is_removed_where_the_cloth_shows_again_though_the_hole_may_as_well_be_a_card(stage):
    """A knot in the wood, read as a dead end in doubt: it was told only when the next card was laid."""
    knot = replace(stage.trigger.board[CARD], face=Face.parse("N"), confidence=0.23, uncertain=True)
    read = stage.reader.read

    def with_knot(image):
        reading = read(image)
        seen = {card.cell: card for card in (knot, *reading.cards)}
        return replace(reading, cards=tuple(seen.values()))

    stage.reader.read = with_knot
    stage.table.take(CARD)
    assert changes(stage.watch(20)) == [("removed", "1,0:EW")]


def test_a_card_under_a_thing_that_looks_like_cloth_is_not_removed(stage):
    stage.reader.bare = lambda image, cards: [True for _ in cards]
    assert changes(watch_covered(stage, CARD, 14)) == []
    assert CARD in stage.trigger.board


@pytest.mark.parametrize("cell", [CARD, Cell(2, 1)], ids=["taken", "another is"])
def test_a_card_is_removed_from_under_a_glass_that_hides_most_of_its_place_and_stays_while_it_lies_there(stage, cell):
    stage.table.lay(Cell(2, 1), Face.parse("NS"))
    stage.watch()
    stage.reader.bare = lambda image, cards: [False for _ in cards]
    at = (middle_of(stage, CARD) + np.array((2, 4))).astype(int)
    frames, read = stage.frames, stage.reader.read
    stage.frames = (
        replace_image(one, cv2.circle(one.image.copy(), at.tolist(), 9, (90, 40, 40), -1)) for one in frames
    )
    assert changes(stage.watch(60)) == []
    stage.reader.read = lambda image: without(read(image), CARD)  # as it is hidden, or gone
    stage.table.take(cell)
    assert changes(stage.watch(20)) == [("removed", "1,0:EW" if cell == CARD else "2,1:NS")]


@pytest.mark.parametrize("cell", [Cell(0, 0), GOAL_CELLS[0]], ids=str)
def test_a_card_of_the_first_board_is_not_removed_while_somebody_leans_over_it(stage, cell):
    """Its place was never seen bare, but the table around it was. Hair read as plain table is none."""
    stage.reader.bare = lambda image, cards: [True for _ in cards]
    assert changes(watch_covered(stage, cell, 45)) == []
    assert cell in stage.trigger.board


def test_a_goal_is_not_removed_under_a_thing_that_looks_like_the_table_around_it(stage):
    """A rulebook in the dark, read as plain table however often the board settles while it lies there."""
    stage.reader.bare = lambda image, cards: [True for _ in cards]
    goal, read = GOAL_CELLS[2], stage.reader.read
    stage.reader.read = lambda image: without(read(image), goal)
    frames, over, plain = stage.frames, middle_of(stage, goal), middle_of(stage, Cell(0, 0)) - (45, 0)
    stage.frames = (with_patch(frame, over, plain) for frame in frames)
    for number in range(4):
        stage.table.lay(Cell(2 + number, 0), Face.parse("EW"))
        assert changes(stage.watch()) == [("laid", f"{2 + number},0:EW")]
    assert goal in stage.trigger.board


def test_a_card_of_the_first_board_is_removed_though_its_place_was_never_seen_bare():
    stage = Stage()
    stage.table.lay(CARD, Face.parse("EW"))
    stage.watch()
    stage.table.take(CARD)
    assert changes(stage.watch(20)) == [("removed", "1,0:EW")]


def test_a_card_of_the_first_board_is_removed_where_all_that_changed_is_its_place_though_the_hole_looks_like_no_table():
    stage = Stage()
    stage.table.lay(CARD, Face.parse("EW"))
    stage.watch()
    stage.reader.bare = lambda image, cards: [False for _ in cards]  # printed cloth, or a newspaper
    stage.table.take(CARD)
    assert changes(stage.watch(20)) == [("removed", "1,0:EW")]


def test_a_card_of_the_first_board_is_not_removed_under_a_thing_of_its_size_in_colours_that_the_table_has_nowhere():
    """A telephone put squarely on it: a rockfall was asked about, and the next card waited for the answer."""
    stage = Stage()
    stage.table.lay(CARD, Face.parse("EW"))
    stage.watch()
    stage.reader.bare = lambda image, cards: [False for _ in cards]
    place, read, frames = np.int32(np.round(stage.trigger.board[CARD].quad_px)), stage.reader.read, stage.frames
    stage.frames = (replace_image(one, cv2.fillConvexPoly(one.image.copy(), place, (170, 60, 230))) for one in frames)
    stage.reader.read = lambda image: without(read(image), CARD)
    assert changes(stage.watch(20)) == []
    assert CARD in stage.trigger.board


def test_cards_that_were_laid_around_one_of_the_first_board_are_no_thing_over_it():
    """Taken, and others laid beside it, before the table came to rest: nobody looked any more whether it had left."""
    stage = Stage()
    stage.table.lay(CARD, Face.parse("EW"))
    stage.watch()
    stage.table.take(CARD)
    around = [Cell(2, 0), Cell(1, 1), Cell(1, -1)]
    for cell in around:
        stage.table.lay(cell, Face.parse("NESW"))
    while not stage.table.resting:
        next(stage.frames)
    stage.watch(20)
    assert stage.trigger.board.keys() == {Cell(0, 0), *GOAL_CELLS, *around}


def test_cards_of_the_first_board_are_not_removed_under_a_plate_that_hides_all_around_them():
    stage = Stage()
    among = [Cell(1, 0), Cell(2, 0), Cell(3, 0), *(Cell(x, y) for x in (1, 2, 3) for y in (-1, 1))]
    for cell in among:
        stage.table.lay(cell, Face.parse("NESW"))
    stage.watch()
    stage.reader.bare = lambda image, cards: [True for _ in cards]
    assert changes(watch_covered(stage, Cell(2, 0), 50)) == []
    assert set(among) <= stage.trigger.board.keys()


def watch_covered(stage, cell, radius_px):
    """While something lies over a card and it is not read."""
    middle, read = np.mean(stage.trigger.board[cell].quad_px, axis=0), stage.reader.read
    stage.reader.read = lambda image: without(read(image), cell)
    told = []
    for _ in range(60):
        frame = next(stage.frames)
        image = frame.image.copy()
        cv2.circle(image, tuple(np.round(middle).astype(int).tolist()), radius_px, (60, 40, 120), -1)
        told += stage.trigger.see(replace_image(frame, image))
    return told


def without(reading, cell):
    return replace(reading, cards=tuple(card for card in reading.cards if card.cell != cell))


def middle_of(stage, cell):
    return np.round(np.mean(stage.trigger.board[cell].quad_px, axis=0)).astype(int)


def with_patch(frame, over, plain, half_px=13):
    """What is seen around one place is seen around another as well: all of a card, and a little more."""
    image = frame.image.copy()
    to, of = (np.s_[y - half_px : y + half_px, x - half_px : x + half_px] for x, y in (over, plain))
    image[to] = frame.image[of]
    return replace_image(frame, image)


def test_a_table_that_was_taken_askew_is_believed_as_soon_as_it_is_read_with_the_goal_that_it_lacked():
    """Two goals were taken for those before them; read rightly, most of so few cards lie elsewhere."""
    stage = Stage()
    read = stage.reader.read

    def askew(image):
        cards = {card.cell: card for card in read(image).cards}
        first, second, third = GOAL_CELLS
        moved = [replace(cards[first], cell=second), replace(cards[second], cell=third)]
        return replace(read(image), cards=(cards[Cell(0, 0)], *moved))

    stage.reader.read = askew
    stage.watch()
    assert GOAL_CELLS[0] not in stage.trigger.board
    stage.reader.read = read
    stage.table.lay(CARD, Face.parse("EW"))
    assert ("laid", "1,0:EW") in changes(stage.watch())
    assert {card.cell for card in stage.table.scene} == stage.trigger.board.keys()
