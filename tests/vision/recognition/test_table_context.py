"""What the cards of one table say of each other: of a side in doubt, of a reading, and of what is hardly a card."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.maze.faces import Face
from companion.maze.geometry import START_CELL, Cell
from companion.sight.reading import Candidate, CardKind, SeenCard, quad_px
from vision.detection.answer_places import READING_AT
from vision.detection.card_estimates import CardEstimates, Presence
from vision.detection.card_network import Temperatures, estimates_from_outputs
from vision.recognition.table_context import (
    cells_of_none,
    with_mouth_colours,
    with_neighbour_prior,
    with_one_start,
    with_plugs,
    without_tiles,
)

# ---- the colours of their tunnels -----------------------------------------------------------------------------------


PALE, DARK = np.array([1.5, 1.2, 0.9]), np.array([-0.6, -0.5, -0.4])  # tunnel and rock, as the network is shown them


def table(mouths: np.ndarray, pale: np.ndarray, seed: int = 5) -> CardEstimates:
    """mouths : (n, 4) the network's probabilities; pale : (n, 4) bool, what the rims look like, with some noise"""
    rng, count = np.random.default_rng(seed), len(mouths)
    at = np.where(pale[..., None], PALE, DARK) + rng.normal(0, 0.4, (count, 4, 3))
    return replace(
        estimates_from_outputs(np.zeros((count, READING_AT.answers), np.float32), Temperatures()),
        presence=np.tile(np.eye(len(Presence))[Presence.TUNNEL], (count, 1)),
        mouths=mouths,
        rims=np.concatenate([at, at - DARK], 2),
    )


def plain(cards: int) -> np.ndarray:
    """(cards, 4) bool: half of the sides are open, no two neighbouring cards alike."""
    return np.array([[(card >> side) & 1 for side in range(4)] for card in (np.arange(cards) * 7 + 3) % 16], bool)


def asked(opinion: float, pale: bool, cards: int = 12) -> float:
    """What is said of one side of which the network says `opinion`, beside so many plain cards."""
    look = np.vstack([plain(cards), [[True, False, pale, False]]])
    mouths = np.where(look, 0.995, 0.005)
    mouths[-1, 2] = opinion
    return float(with_mouth_colours(table(mouths, look)).mouths[-1, 2])


def test_a_side_in_doubt_is_what_the_plain_ones_of_its_colours_are():
    assert asked(0.5, pale=True) > 0.9
    assert asked(0.5, pale=False) < 0.1
    assert asked(0.7, pale=False) < 0.3


def test_what_the_network_sees_plainly_its_colours_do_not_overrule():
    assert asked(0.999, pale=False) > 0.9
    assert asked(0.99, pale=False) > 0.5
    assert asked(0.01, pale=True) < 0.5
    assert asked(0.001, pale=True) < 0.1


def test_few_plain_sides_say_nothing_and_some_say_less_than_many():
    assert asked(0.5, pale=True, cards=1) == 0.5
    assert asked(0.9, pale=False, cards=2) > 0.3
    assert asked(0.9, pale=False, cards=12) < 0.2


def test_sides_that_all_look_alike_say_little():
    look = plain(12)
    mouths = np.where(look, 0.995, 0.005)
    mouths[-1, 2] = 0.5
    assert with_mouth_colours(table(mouths, np.ones_like(look))).mouths[-1, 2] == pytest.approx(0.5, abs=0.1)


def test_of_a_side_out_of_sight_nothing_is_said_and_nothing_is_learnt():
    look = np.vstack([plain(12), [[True, False, True, False]]])
    mouths = np.where(look, 0.995, 0.005)
    mouths[-1, 2] = 0.5
    seen = table(mouths, look)
    hidden = seen.rims.copy()
    hidden[-1, 2] = np.nan
    heard = with_mouth_colours(replace(seen, rims=hidden)).mouths
    assert heard[-1, 2] == 0.5
    assert np.isfinite(heard).all()
    everything = np.full_like(seen.rims, np.nan)
    assert np.array_equal(with_mouth_colours(replace(seen, rims=everything)).mouths, mouths)


def test_a_back_teaches_nothing_of_tunnels():
    look = plain(12)
    mouths = np.where(look, 0.995, 0.005)
    backs = np.tile(np.eye(len(Presence))[Presence.BACK], (12, 1))
    assert np.array_equal(with_mouth_colours(replace(table(mouths, look), presence=backs)).mouths, mouths)


def test_no_card_is_no_trouble():
    assert len(with_mouth_colours(table(np.empty((0, 4)), np.empty((0, 4), bool)))) == 0


# ---- the plugs in their tunnels -------------------------------------------------------------------------------------


def joined(*plugged: float, doors: tuple[int, ...] = (), never: tuple[int, ...] = ()) -> list[float]:
    """How surely the tunnels of cards are joined that the network takes for joined. plugged : likewise of a plug;
    doors : numbers of the cards on which a door is seen; never : likewise of those that have none by the rules"""
    seen = table(np.full((len(plugged), 4), 0.99), np.ones((len(plugged), 4), bool))
    numbers = np.arange(len(plugged))
    door = np.where(np.isin(numbers, doors)[:, None], (0.01, 0.99, 0.0), (1.0, 0.0, 0.0))
    seen = replace(seen, links=np.full((len(plugged), 6), 0.9), plugged=np.array(plugged), door=door)
    return with_plugs(seen, np.isin(numbers, never)).links[:, 0].tolist()


def test_where_a_plug_is_plain_no_tunnel_of_the_card_is_joined_and_likely_ones_are_believed_on_the_rest():
    plain, likely, hardly, none = joined(0.999, 0.97, 0.5, 0.001)
    assert plain < 0.01
    assert likely < 0.2
    assert hardly > 0.7
    assert none == pytest.approx(0.9, abs=0.01)


def test_where_none_is_plain_a_deck_has_no_plugs():
    """Junctions in the dark look like some."""
    assert min(joined(0.97, 0.97, 0.5)) > 0.7


@pytest.mark.parametrize(("plugged", "is_plug"), [(0.9, True), (0.05, False)])
def test_a_card_that_looks_like_the_start_card_elsewhere_is_plugged_where_it_is_like_that_too(plugged, is_plug):
    """A disc in the middle of four dead ends looks like an emblem, or like a ladder."""
    seen = table(np.full((1, 4), 0.99), np.ones((1, 4), bool))
    presence = np.eye(len(Presence))[[Presence.START]]
    seen = replace(seen, presence=presence, links=np.full((1, 6), 0.9), plugged=np.array([plugged]))
    told = with_plugs(replace(seen, ladder=np.array([0.98]), door=np.array([[1.0, 0, 0]])), np.array([False]))
    assert (told.links[0, 0] < 0.2) == is_plug
    assert (told.ladder[0] < 0.2) == is_plug
    assert with_plugs(seen).links[0, 0] > 0.8, "of loose cards it may be the start card itself"


def test_a_door_is_no_plug_and_tells_nothing_of_others():
    door, other = joined(0.999, 0.97, doors=(0,))
    assert door > 0.85
    assert other > 0.7


def test_the_coal_of_a_goal_is_no_plug_and_tells_nothing_of_others():
    goal, other = joined(0.999, 0.97, never=(0,))
    assert goal == 0.9
    assert other > 0.7


def test_what_may_be_no_card_tells_nothing_of_plugs():
    seen = table(np.full((2, 4), 0.99), np.ones((2, 4), bool))
    presence = np.array([[0.5, 0.5, 0, 0, 0], [0, 1, 0, 0, 0]])
    seen = replace(seen, presence=presence, plugged=np.array([0.999, 0.97]), links=np.full((2, 6), 0.9))
    assert with_plugs(seen).links[1, 0] > 0.7


# ---- the one start card ---------------------------------------------------------------------------------------------


def start_beside(own: float, *others: float) -> float:
    """How surely the card in the start cell is the start card. own, others : so said by itself, and of other cards"""
    presence = np.zeros((1 + len(others), len(Presence)))
    presence[:, Presence.START] = own, *others
    presence[:, Presence.TUNNEL] = 1 - presence[:, Presence.START]
    weighed = with_one_start(presence, np.arange(len(presence)) == 0)
    assert (weighed[1:] == presence[1:]).all()
    assert weighed.sum(1) == pytest.approx(1)
    return float(weighed[0, Presence.START])


def test_a_start_card_that_looks_like_a_tunnel_card_is_known_as_no_other_looks_like_it():
    assert start_beside(0.3, *[0.002] * 20) > 0.75


def test_a_start_card_is_asked_about_where_another_looks_like_it_as_well():
    assert start_beside(0.3, 0.3, *[0.002] * 20) < 0.5
    assert start_beside(0.99, 0.999) < 0.5


def test_what_looks_nothing_like_the_start_card_is_not_it_however_alone_it_is():
    assert start_beside(0.01) < 0.25


def test_of_what_lies_face_down_in_the_start_cell_nothing_more_is_said():
    presence = np.eye(len(Presence))[[Presence.BACK, Presence.TUNNEL]]
    assert (with_one_start(presence, np.array([True, False])) == presence).all()


# ---- where their tunnels lead: doubt is raised, what was seen is never replaced -------------------------------------


def seen(text: str | None, confidence: float) -> Candidate:
    return Candidate(Face.parse(text) if text else None, confidence)


def test_a_card_that_fits_its_neighbours_gains():
    beliefs = {Cell(0, 0): (seen("NESW^", 0.99),), Cell(1, 0): (seen("EW", 0.6), seen("NS", 0.4))}
    assert with_neighbour_prior(beliefs)[Cell(1, 0)][0].confidence > 0.9


def test_a_card_that_does_not_fit_loses_but_stays_what_it_was_seen_as():
    beliefs = {Cell(0, 0): (seen("NESW^", 0.99),), Cell(1, 0): (seen("NS", 0.7), seen("EW", 0.3))}
    first, second = with_neighbour_prior(beliefs)[Cell(1, 0)]
    assert str(first.face) == "NS"
    assert first.confidence < 0.3 < second.confidence


def test_an_illegal_card_that_is_plainly_seen_stays_plain():
    beliefs = {Cell(0, 0): (seen("NESW^", 0.999),), Cell(1, 0): (seen("NS", 0.9995), seen("EW", 0.0005))}
    assert with_neighbour_prior(beliefs)[Cell(1, 0)][0].confidence > 0.9


def test_a_face_down_goal_has_no_say():
    alone = {Cell(7, 0): (seen("EW", 0.6), seen("NS", 0.4))}
    beside = {**alone, Cell(8, 0): (seen(None, 0.99), seen("NESW", 0.01))}
    shares = [with_neighbour_prior(beliefs)[Cell(7, 0)][0].confidence for beliefs in (alone, beside)]
    assert shares[0] == pytest.approx(shares[1], abs=0.02)


def test_confidence_is_shared_out_but_not_made():
    beliefs = {Cell(0, 0): (seen("NESW^", 0.9),), Cell(1, 0): (seen("EW", 0.5), seen("NS", 0.2))}
    assert sum(candidate.confidence for candidate in with_neighbour_prior(beliefs)[Cell(1, 0)]) == pytest.approx(0.7)


PLAIN, WEAK = 12.0, 3.5  # log odds of a card, from what it shows of itself
START = {Cell(0, 0): (seen("NESW^", 0.99),)}


def none_of(beliefs: dict[Cell, tuple[Candidate, ...]], *weak: Cell, shown: float = PLAIN) -> set[Cell]:
    """The cells that hold no card, where those that are `weak` hardly show themselves."""
    evidence = {cell: WEAK if cell in weak else shown for cell in beliefs}
    return cells_of_none(beliefs, evidence, {Cell(0, 0)})


def test_a_weak_card_whose_tunnel_goes_on_is_a_card():
    assert none_of({**START, Cell(1, 0): (seen("EW", 0.9),)}, Cell(1, 0)) == set()


def test_a_weak_card_that_does_not_fit_is_none():
    assert none_of({**START, Cell(1, 0): (seen("NS", 0.9),)}, Cell(1, 0)) == {Cell(1, 0)}


def test_a_weak_card_far_from_all_others_is_none():
    assert none_of({**START, Cell(4, 2): (seen("NESW", 0.9),)}, Cell(4, 2)) == {Cell(4, 2)}


def test_a_weak_card_that_lies_face_down_is_none():
    assert none_of({**START, Cell(1, 0): (seen(None, 0.9),)}, Cell(1, 0)) == {Cell(1, 0)}


def test_a_plain_card_is_one_wherever_it_lies_and_however_it_fits():
    assert none_of({**START, Cell(1, 0): (seen("NS", 0.9),), Cell(4, 2): (seen("NESW", 0.9),)}) == set()


def test_a_plain_card_that_fits_none_of_those_around_it_is_shown_all_the_same():
    around = {Cell(3, 0): (seen("N", 0.9),), Cell(4, 1): (seen("S", 0.9),), Cell(4, -1): (seen("EW", 0.9),)}
    assert none_of({**START, **around, Cell(4, 0): (seen("NESW", 0.9),)}) == set()


def test_what_is_no_card_does_not_speak_for_the_next():
    row = {Cell(x, 2): (seen("EW", 0.9),) for x in (3, 4, 5, 6)}
    assert none_of({**START, **row}, *row) == set(row)


def test_in_a_picture_in_which_no_card_is_plain_weak_ones_count():
    assert none_of({**START, Cell(4, 2): (seen("NESW", 0.9),)}, Cell(4, 2), shown=4.5) == set()


def test_start_and_goals_lie_where_they_lie_whatever_they_look_like():
    assert none_of(START, Cell(0, 0)) == set()


# ---- how many of them are sure --------------------------------------------------------------------------------------


def test_what_was_told_before_is_no_tile():
    def path(x, uncertain=True):
        return SeenCard(Cell(x, 0), CardKind.PATH, Face.parse("EW"), 0.4, uncertain, quad_px(np.zeros((4, 2))))

    start = SeenCard(START_CELL, CardKind.START, Face.parse("NESW"), 1.0, False, quad_px(np.zeros((4, 2))))
    cards = (start, path(1, uncertain=False), *map(path, range(2, 8)))
    assert without_tiles(cards, {Cell(3, 0)}) == (start, cards[1], cards[3])
    assert without_tiles(cards[1:]) == cards[1:], "no start card, and the table's place is not certain"
    sure = tuple(path(x, uncertain=False) for x in range(8, 11))
    assert without_tiles(cards + sure) == cards + sure, "a maze in bad light"
