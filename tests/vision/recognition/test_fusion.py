"""A taught deck and the network decide together; where both are clear and differ, nobody wins."""

from __future__ import annotations

import numpy as np
import pytest
from spread import SPREAD, drawn, spread

from companion.maze.faces import Face
from companion.sight.reading import Candidate, CardKind
from vision.detection.pyramid import Pyramid
from vision.reading.reader import read_picture
from vision.recognition.deck_matcher import DeckMatcher
from vision.recognition.face_posterior import FacePosterior
from vision.recognition.fusion import fused, read_with_deck
from vision.recognition.taught_deck import TaughtDeck, example_of
from vision.simulate.art.card_art import draw_card
from vision.simulate.random_decks import random_style
from vision.teaching.spread_cards import SpreadCard, cut_out, find_spread_cards, is_unsure, row_by_row

NS, NE, EW, NEW = map(Face.parse, ("NS", "NE", "EW", "NEW"))


def network(on_maze: float = 0.9, **shares: float) -> FacePosterior:
    rows = tuple(Candidate(None if text == "down" else Face.parse(text), share) for text, share in shares.items())
    return FacePosterior(rows, on_maze, 0.0)


def test_what_both_see_is_surer_than_what_one_sees():
    both = fused(network(NS=0.7, NEW=0.3), {NS: 0.8, NE: 0.5, NEW: 0.5})
    assert both.best.face == NS
    assert both.best.confidence > 0.95
    assert not is_unsure(both)


def test_a_clear_likeness_settles_what_the_network_leaves_open():
    assert fused(network(NEW=0.6, NE=0.4), {NE: 0.85, NEW: 0.6}).best.face == NE


def test_where_the_two_are_clear_and_differ_the_reader_is_unsure():
    torn = fused(network(NS=0.998, NE=0.002), {NE: 0.8, NS: 0.5})
    assert is_unsure(torn)
    assert {torn.candidates[0].face, torn.candidates[1].face} == {NS, NE}


def test_a_poor_likeness_changes_little():
    assert fused(network(NS=0.9, NEW=0.1), {NEW: 0.42, NE: 0.4, NS: 0.38}).best.face == NS


def test_a_face_that_was_never_taught_is_still_read():
    partly = fused(network(EW=0.97, NS=0.03), {NS: 0.5, NE: 0.45})
    assert partly.best.face == EW


def test_a_back_that_looks_like_nothing_taught_stays_a_back():
    down = fused(network(down=0.97, NS=0.03), {NS: 0.3})
    assert down.best.face is None
    assert down.on_maze == pytest.approx(0.9, abs=0.02)


def test_what_looks_like_a_taught_card_is_one():
    assert fused(network(0.5, NS=0.9), {NS: 0.85}).on_maze > 0.9


def test_what_looks_like_no_taught_card_is_doubted_the_more_the_more_was_taught():
    many = {Face.parse(text): 0.2 for text in ("NE", "NW", "ES", "SW", "EW", "NES", "ESW", "NSW", "NEW", "NESW")}
    few = fused(network(0.6, NS=0.9), {NE: 0.2})
    full = fused(network(0.6, NS=0.9), many)
    assert full.on_maze < few.on_maze <= 0.6


def test_a_card_is_most_like_its_own_picture_whichever_way_it_lies_and_in_any_light():
    faces = [Face.parse(text) for text in SPREAD]
    cards = [drawn(text) for text in SPREAD]
    gallery = DeckMatcher.of(TaughtDeck("x", tuple(map(example_of, faces, cards))))
    rng = np.random.default_rng(3)
    for face, card in zip(faces, cards, strict=True):
        for turned in (False, True):
            table = rng.normal(90, 12, (330, 300, 3))
            laid = card[::-1, ::-1] if turned else card
            table[100 : 100 + laid.shape[0], 100 : 100 + laid.shape[1]] = laid
            picture = np.clip(table * (0.35, 0.45, 0.55) + 20, 0, 255).astype(np.uint8)
            right, low = 100 + laid.shape[1], 100 + laid.shape[0]
            quad = np.array([[104, 95], [right + 4, 95], [right + 4, low - 5], [104, low - 5]])  # a few millimetres off
            likeness = gallery.compare(Pyramid(picture), quad[None])
            assert likeness.faces[int(likeness.scores[0].argmax())] == (face.half_turn() if turned else face)


def test_spread_cards_are_found_each_with_its_guess(reader):
    picture, middles = spread()
    shown = find_spread_cards(picture, reader)
    assert len(shown) == len(middles)
    for one, middle, text in zip(shown, middles, SPREAD, strict=True):
        assert np.linalg.norm(one.quad_px.mean(0) - middle) < 8
        assert one.guess[0].face == Face.parse(text)
        assert one.picture.shape == (96, 64, 3)


@pytest.mark.parametrize("down", [0, 33, 67, 100])
@pytest.mark.parametrize("slope", [-0.08, 0.0, 0.08])
def test_spread_cards_are_told_row_by_row_wherever_the_rows_lie_and_when_they_run_aslant(down, slope):
    card = np.array([[0, 0], [64, 0], [64, 100], [0, 100]], np.float32)
    places = [(column, row) for row in range(3) for column in range(5)]
    laid = [
        SpreadCard(card + np.array([120 * x, 150 * y + down + slope * 120 * x]), np.empty(0), (), unsure=False)
        for x, y in places
    ]
    shuffled = [laid[number] for number in np.random.default_rng(down).permutation(len(laid))]
    told = row_by_row(shuffled)
    assert [places[laid.index(one)] for one in told] == places


@pytest.mark.parametrize(("likeliest", "is_asked"), [(0.79, True), (0.81, False)])
def test_of_a_spread_card_a_person_is_asked_where_no_face_is_plainly_the_likeliest(likeliest, is_asked):
    assert is_unsure(network(NS=likeliest, NEW=1 - likeliest)) == is_asked


def test_an_empty_table_shows_no_cards(reader):
    assert find_spread_cards(spread(())[0], reader) == []


def test_cards_learnt_once_are_known_in_other_light(reader):
    picture, _ = spread(seed=2)
    shown = find_spread_cards(picture, reader)
    deck = TaughtDeck(
        "x", tuple(example_of(Face.parse(text), one.picture) for text, one in zip(SPREAD, shown, strict=True))
    )
    again, _ = spread(seed=2, light=0.45)
    quads = np.array([one.quad_px for one in shown])
    likeness = DeckMatcher.of(deck).compare(Pyramid(again), quads)
    best = [likeness.faces[int(row.argmax())] for row in likeness.scores]
    assert best == [Face.parse(text) for text in SPREAD]
    assert likeness.scores.max(1).min() > 0.9


def test_a_deck_that_is_not_on_the_table_has_no_say(reader):
    """Found with a deck of another printing: its crossings were like these cards, and a crystal was overruled."""
    picture, _ = spread(seed=3)
    shown = find_spread_cards(picture, reader)
    rng = np.random.default_rng(8)
    style = random_style(rng)
    strange = [draw_card(Face.parse(text), CardKind.PATH, style, 130, rng) for text in SPREAD]
    faces = [Face.parse(text) for text in reversed(SPREAD)]  # and badly taught: nothing may come of it
    gallery = DeckMatcher.of(TaughtDeck("x", tuple(map(example_of, faces, strange))))
    identities = [network(NS=0.9, NE=0.1)] * len(shown)
    assert read_with_deck(Pyramid(picture), np.array([one.quad_px for one in shown]), identities, gallery) == identities


def test_a_cut_out_card_is_the_card(reader):
    picture, _ = spread()
    first = find_spread_cards(picture, reader)[0]
    card = example_of(NS, drawn("NS", 100)).picture
    inner = np.s_[8:-8, 8:-8]
    seen = cut_out(picture, first.quad_px)[inner].mean(2).ravel()
    assert np.corrcoef(seen, card[inner].mean(2).ravel())[0, 1] > 0.9


def test_a_table_is_read_with_its_own_deck_as_without(film, reader):
    image, truth = film(700, True, 0, 12, "tidy", 18)
    upright = [cell for cell in truth["cells"] if not cell["face_down"] and cell["kind"] == "path"]
    faces = [Face.of(cell["open"], cell["links"]) for cell in upright]
    cards = [cut_out(image, np.array(cell["quad_px"])) for cell in upright]
    taught = reader.with_deck(TaughtDeck("x", tuple(map(example_of, faces, cards))))
    bare, both = read_picture(image, reader=reader), read_picture(image, reader=taught)
    assert {card.cell: card.face for card in both.cards} == {card.cell: card.face for card in bare.cards}
    by_cell = {(card.cell.x, card.cell.y): card for card in both.cards}
    assert all(by_cell[cell["x"], cell["y"]].confidence > 0.97 for cell in upright)
