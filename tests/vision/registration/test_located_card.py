"""A card in its cell is probed from coarse to fine; many tell the table's pose, and the colours of its cards."""

from __future__ import annotations

import numpy as np
import pytest

from companion.maze.geometry import GOAL_CELLS, START_CELL, Cell
from vision.detection.card_estimates import Presence
from vision.detection.card_probe import CardProbes, ColourProbe, ProbedCards, colour_blind, colour_probe
from vision.detection.pyramid import Pyramid
from vision.geometry.card_pose import CardPose, card_pose_of
from vision.geometry.table_pose import TablePose
from vision.registration.located_card import (
    CARD_STOCK,
    CardStock,
    LocatedCard,
    probed_coarse_to_fine,
    refined_pose,
    reposed,
    show_table,
    with_cell_prior,
)
from vision.registration.registered_table import register_table
from vision.registration.table_clues import clues_in

POSE = TablePose((0.62, 0.03, 0.05), (-210.0, -20.0, 1250.0), 900.0, 0.0, (1280, 720))


def test_one_crooked_card_hardly_moves_a_refined_pose(film, true_sight):
    image, truth = film(1000, True, 0, 12)
    table = register_table(clues_in(image), *true_sight(truth, 0.0))
    refined = refined_pose(table.pose, table.cards)
    assert np.abs(refined.project(np.zeros(2)) - table.pose.project(np.zeros(2))).max() < 3


def sees(presence: Presence, shift_px: float = 0.0):
    """A probe that is sure of one thing everywhere, and has it lie a little beside."""

    def probe(quads_px):
        return ProbedCards(np.tile(np.eye(len(Presence))[presence], (len(quads_px), 1)), quads_px + shift_px)

    return probe


def test_only_what_was_detected_is_probed_finely():
    expected = [LocatedCard.expected(Cell(1, 0), CardPose(58, 0, 0.0))]
    (card,) = probed_coarse_to_fine(CardProbes(sees(Presence.TUNNEL), sees(Presence.TUNNEL)), POSE, expected)
    assert card.detected > 0.9
    assert card.sure > 0.9
    nothing = CardProbes(sees(Presence.NOTHING), sees(Presence.TUNNEL))
    assert probed_coarse_to_fine(nothing, POSE, expected) == []


def test_a_card_that_lies_beside_its_cell_is_followed_there():
    expected = [LocatedCard.expected(Cell(1, 0), CardPose(58, 0, 0.0))]
    (card,) = probed_coarse_to_fine(CardProbes(sees(Presence.TUNNEL), sees(Presence.TUNNEL, 2.0)), POSE, expected)
    assert np.allclose(card.quad_px, POSE.quad(Cell(1, 0)) + 4.0, atol=0.5)  # two fine probes, 2 px each


def test_of_two_close_looks_the_surer_counts():
    """The corners that a look finds may be worse than those it began with, as on a busy cloth."""
    chances = iter((0.99, 0.4))

    def wandering(quads_px):
        chance = next(chances)
        return ProbedCards(np.array([[1 - chance, chance, 0.0, 0.0, 0.0]]), quads_px + 3.0)

    expected = [LocatedCard.expected(Cell(1, 0), CardPose(58, 0, 0.0))]
    (card,) = probed_coarse_to_fine(CardProbes(sees(Presence.TUNNEL), wandering), POSE, expected)
    assert card.sure > 0.95
    assert np.allclose(card.quad_px, POSE.quad(Cell(1, 0)) + 3.0, atol=0.5)


def test_a_card_under_another_pose_keeps_its_pixels():
    quad = POSE.quad(Cell(1, 0))
    found = {Cell(1, 0): LocatedCard(Cell(1, 0), quad, card_pose_of(POSE, quad), np.eye(len(Presence))[1])}
    moved = reposed(POSE.moved((10.0, 0.0)), found)[Cell(1, 0)]
    assert np.array_equal(moved.quad_px, quad)
    assert np.allclose([moved.pose.x_mm, moved.pose.y_mm], [48, 0], atol=0.05)


CELLS = (START_CELL, GOAL_CELLS[0], Cell(3, 1))


def likeliest(presence: dict[Presence, float], goals=GOAL_CELLS) -> list[Presence]:
    row = np.full(len(Presence), 0.01)
    row[list(presence)] = list(presence.values())
    weighed = with_cell_prior(np.tile(row / row.sum(), (len(CELLS), 1)), CELLS, goals)
    assert np.allclose(weighed.sum(1), 1.0)
    return [Presence(int(kind)) for kind in weighed.argmax(1)]


def test_a_vague_card_is_what_its_cell_expects():
    vague = {Presence.TUNNEL: 0.4, Presence.START: 0.2, Presence.BACK: 0.3}
    assert likeliest(vague) == [Presence.START, Presence.BACK, Presence.TUNNEL]


def test_what_is_plainly_seen_overcomes_what_the_cell_expects():
    assert likeliest({Presence.TUNNEL: 0.98}) == [Presence.TUNNEL] * 3


def test_goals_are_expected_where_the_game_in_play_has_them():
    vague = {Presence.TUNNEL: 0.4, Presence.BACK: 0.3}
    assert likeliest(vague, goals=(Cell(3, 1),))[1:] == [Presence.TUNNEL, Presence.BACK]


# ---- what has the colours of the cards on this table is likelier a card -------------------------------------------


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


@pytest.mark.parametrize(
    ("kind", "odds", "doubted", "is_table"),
    [
        (Presence.NOTHING, 0.0, False, True),
        (Presence.TUNNEL, -3.0, False, False),
        (Presence.TUNNEL, -3.0, True, True),
        (Presence.TUNNEL, -1.0, True, False),
        (Presence.OTHER, -3.0, True, False),
    ],
    ids=["bare", "a card of the table's colours", "newspaper", "a card in doubt", "a napkin over one"],
)
def test_what_never_surely_was_a_card_is_table_where_it_has_the_tables_colours(kind, odds, doubted, is_table):
    presence = np.full((1, len(Presence)), 0.005)
    presence[0, kind] = 0.98
    assert show_table(presence, np.array([odds]), np.array([doubted])).tolist() == [is_table]
