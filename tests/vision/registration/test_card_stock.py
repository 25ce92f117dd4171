"""What has the colours of the cards on this table is likelier a card, and what has the table's likelier none."""

from __future__ import annotations

import numpy as np
import pytest

from companion.maze.geometry import Cell
from vision.detection.card_estimates import Presence
from vision.detection.card_probe import ColourProbe, colour_blind, colour_probe
from vision.detection.pyramid import Pyramid
from vision.geometry.card_pose import CardPose
from vision.registration.located_card import CARD_STOCK, CardStock, LocatedCard

GREEN, BROWN, BLUE = (60, 110, 50), (80, 120, 160), (170, 90, 60)  # the cloth, the cards, something else
WIDE, HIGH, EACH_ROW = 40, 60, 8
CARDS, BARE = range(6), range(8, 14)  # numbers of places: a row of cards and one of bare cloth


def place(number: int) -> np.ndarray:
    """(4, 2) pixels: the corners of a place, which lie in rows."""
    x, y = number % EACH_ROW * WIDE, number // EACH_ROW * HIGH
    return np.array([[x, y], [x + WIDE, y], [x + WIDE, y + HIGH], [x, y + HIGH]], float)


def table(**others: tuple[int, int, int]) -> np.ndarray:
    """A noisy picture of brown cards on green cloth. others : place_7=colour"""
    rng = np.random.default_rng(5)
    colours = {number: BROWN if number in CARDS else GREEN for number in range(3 * EACH_ROW)}
    colours |= {int(name.removeprefix("place_")): colour for name, colour in others.items()}
    picture = np.zeros((3 * HIGH, EACH_ROW * WIDE, 3))
    for number, colour in colours.items():
        (x, y), _, (right, foot), _ = place(number).astype(int)
        picture[y:foot, x:right] = np.array(colour) * rng.uniform(0.93, 1.07)
    return (picture + rng.normal(0, 4, picture.shape)).clip(0, 255).astype(np.uint8)


def card(number: int, sure: float = 0.999, kind: Presence = Presence.TUNNEL) -> LocatedCard:
    presence = np.eye(len(Presence))[kind] * sure + np.eye(len(Presence))[Presence.NOTHING] * (1 - sure)
    return LocatedCard(Cell(number, 0), place(number), CardPose(0, 0, 0), presence)


def stock(picture: np.ndarray, cards=CARDS, bare=BARE) -> CardStock:
    quads = np.array([place(number) for number in bare]).reshape(-1, 4, 2)
    return CardStock.of(colour_probe(Pyramid(picture)), [card(number) for number in cards], quads)


def odds(known: CardStock, number: int) -> float:
    return float(known.log_odds(place(number)[None])[0])


def test_the_cards_colour_speaks_for_a_card_and_the_tables_against_it():
    known = stock(table(place_6=BROWN))
    assert odds(known, 6) > 1 > -2 > odds(known, 7)


def test_what_is_like_neither_tells_little():
    assert abs(odds(stock(table(place_6=BLUE)), 6)) < 2


def test_a_speckled_cloth_that_is_as_brown_on_the_whole_is_told_from_even_cards():
    picture = table(**{f"place_{number}": BROWN for number in (6, 7, *BARE)})
    dark = np.random.default_rng(6).random((2 * HIGH // 5, EACH_ROW * WIDE // 5)) < 0.5
    speckles = np.kron(np.where(dark, 0.6, 1.4), np.ones((5, 5)))[..., None]
    speckles[:HIGH, : 7 * WIDE] = 1
    picture[: 2 * HIGH] = np.clip(picture[: 2 * HIGH] * speckles, 0, 255)
    assert odds(stock(picture), 6) > 1 > -2 > odds(stock(picture), 7)


@pytest.mark.parametrize(("cards", "bare"), [(CARDS[:3], BARE), (CARDS, BARE[:3]), ((), ())])
def test_of_few_cards_or_little_table_nothing_is_told(cards, bare):
    assert odds(stock(table(), cards, bare), 6) == 0


def test_colours_alone_never_decide():
    known = stock(table())
    told = [odds(known, number) for number in (*CARDS, *BARE)]
    assert (min(told), max(told)) == (-CARD_STOCK.most_against, CARD_STOCK.most_for)


def test_a_thing_taken_for_a_card_does_not_speak_for_itself():
    picture = table()
    assert odds(stock(picture, cards=(*CARDS, 7)), 7) < -2


def test_a_card_that_hardly_shows_itself_does_not_show_the_cards_colours():
    colours, quads = colour_probe(Pyramid(table())), np.array([place(number) for number in BARE])
    plain = CardStock.of(colours, [*map(card, CARDS)], quads)
    assert np.array_equal(CardStock.of(colours, [*map(card, CARDS), card(7, 0.9)], quads).cards, plain.cards)


def test_each_card_is_told_how_like_the_others_it_is():
    liked, unlike = stock(table()).likened([card(0), card(7)])
    assert liked.likeness > 1 > -2 > unlike.likeness


def test_a_back_is_spoken_against_but_not_for():
    known = stock(table())
    back, hole = known.likened([card(0, kind=Presence.BACK), card(7, kind=Presence.BACK)])
    assert back.likeness == 0
    assert hole.likeness < -2


def test_who_sees_no_colours_tells_nothing():
    blind: ColourProbe = colour_blind
    quads = np.array([place(number) for number in BARE])
    assert odds(CardStock.of(blind, [*map(card, CARDS)], quads), 6) == 0


@pytest.mark.parametrize("cards", [CARDS, CARDS[:3]], ids=["enough cards", "few"])
def test_where_colours_tell_nothing_only_traces_are_worth_a_look(cards):
    places = np.array([place(number) for number in (6, 7)])
    traced = np.array([False, True])
    worth = stock(table(place_6=BROWN), cards).worth_a_look(lambda quads: np.array([True, True]), lambda quads: traced)
    assert worth(places).tolist() == ([True, False] if cards is CARDS else [False, True])


def test_of_no_places_there_are_no_odds():
    known = stock(table())
    assert known.log_odds(np.empty((0, 4, 2))).shape == (0,)
    assert known.likened([]) == []
