"""The face network: what it says of a card depends on the cards beside it, and counts where the card is in sight."""

from dataclasses import replace

import numpy as np
import pytest
from looks import plain_looks

from companion.maze.faces import Face
from companion.sight.reading import CardKind
from vision.arrays import Floats, Images
from vision.detection.answer_places import SIGNS
from vision.detection.card_estimates import CardEstimates, FaceOdds
from vision.detection.card_network import FaceNetwork
from vision.detection.card_probe import signs_probe, signs_with_care
from vision.detection.pyramid import READING_PATCH, Pyramid, patches_from_quads
from vision.simulate.art.card_art import draw_card
from vision.simulate.art.style import house_style

PRINTED = ("NS", "EW", "NESW", "N|S", "NE", "SW", "NES", "NESWb", "N|E|S|W", "NS|EW", "ESW*")


@pytest.fixture(scope="module")
def network(reader) -> FaceNetwork:
    return reader.faces


@pytest.fixture(scope="module")
def patches() -> Images:
    """PRINTED in our own deck, as the network sees them."""
    quad = np.array([[(60, 40), (137, 40), (137, 160), (60, 160)]], np.float32)
    seen = []
    for number, name in enumerate(PRINTED):
        table = np.full((200, 200, 3), (70, 100, 130), np.uint8)
        rng = np.random.default_rng(number)
        table[40:160, 60:137] = draw_card(Face.parse(name), CardKind.PATH, house_style(), 120, rng)
        seen.append(patches_from_quads(Pyramid(table), quad, READING_PATCH)[0][0])
    return np.stack(seen)


def alone_each(signs: Floats) -> list[Floats]:
    """Of cards that were seen once each."""
    return [sign[None] for sign in signs]


def test_no_patch_has_no_signs(network, patches):
    assert network.signs(patches[:0]).shape == (0, SIGNS)


def test_cards_side_by_side_are_told_by_their_mouths(network, patches):
    faces = network.compared(alone_each(network.signs(patches)))
    truth = np.array([[side in Face.parse(name).open for side in range(4)] for name in PRINTED])
    assert ((faces.mouths > 0) == truth).mean() > 0.95


def test_what_is_said_of_a_card_depends_on_those_beside_it_but_not_on_their_order(network, patches):
    signs = network.signs(patches)
    together, alone = network.compared(alone_each(signs)), network.compared(alone_each(signs[:1]))
    assert np.abs(together.mouths[0] - alone.mouths[0]).max() > 0.1
    turned_about = network.compared(alone_each(signs[::-1]))
    for name in FaceOdds.__dataclass_fields__:
        assert getattr(turned_about, name)[::-1] == pytest.approx(getattr(together, name), abs=1e-3)


def test_the_signs_of_a_picture_are_those_of_its_cards(network):
    picture = np.random.default_rng(3).integers(0, 255, (200, 300, 3), np.uint8)
    quads = np.array([[(60, 40), (137, 40), (137, 160), (60, 160)]], np.float32)
    signs = signs_probe(Pyramid(picture), network)(quads)
    patch, _ = patches_from_quads(Pyramid(picture), quads, READING_PATCH)
    assert signs == pytest.approx(network.signs(patch))
    assert signs_probe(Pyramid(picture), network)(quads[:0]).shape == (0, SIGNS)


def test_what_the_reading_network_doubts_is_shown_from_its_other_end_as_well():
    quads = np.array([[(60, 40), (137, 40), (137, 160), (60, 160)]], np.float32) + [
        [[shift, 0.0]] for shift in (0, 80, 160)
    ]
    shown = []

    def probe(quads_px):
        shown.extend(quads_px)
        return quads_px[:, 0]

    estimates = CardEstimates.of([one_card(mouths, 0.0) for mouths in (0.999, 0.7, 0.999)])
    signs = signs_with_care(probe, quads, replace(estimates, links=np.ones((3, 6)), door=np.eye(3)[[0, 0, 0]]))
    assert [len(looks) for looks in signs] == [1, 2, 1]
    assert signs[1] == pytest.approx(quads[1, [0, 2]])
    assert len(shown) == 4


def one_card(mouths: float, crystal: float) -> CardEstimates:
    return plain_looks(
        mouths=np.full((1, 4), mouths),
        links=np.full((1, 6), 0.5),
        door=np.array([[0.9, 0.1, 0.0]]),
        crystal=np.array([crystal]),
    )


def test_another_answer_counts_for_as_much_of_the_log_odds_as_it_is_heard():
    no = np.zeros((1, 6))
    faces = FaceOdds(np.full((1, 4), 4.0), no, np.array([[0.0, 2.0, -2.0]]), np.full(1, -3.0), no[:, 0])
    heard = np.array([[0.5, 0.5, 0.5, 0.0, 1.0]])
    seen = one_card(0.5, 0.5).weighed_with(faces, heard)
    assert seen.mouths[0] == pytest.approx([1 / (1 + np.exp(-2))] * 3 + [0.5])
    assert seen.links == pytest.approx(np.full((1, 6), 0.5))
    assert seen.crystal == pytest.approx([0.5])  # a side is hidden, and it may lie there
    everywhere = one_card(0.5, 0.5).weighed_with(faces, np.ones((1, 5)))
    assert everywhere.crystal == pytest.approx([1 / (1 + np.exp(3))])
    assert everywhere.door[0, 1] / everywhere.door[0, 0] == pytest.approx(np.exp(2))


def test_an_answer_that_is_not_heard_changes_nothing():
    certain = replace(one_card(0.9999999, 0.0), door=np.array([[1.0, 0.0, 0.0]]))
    nines = FaceOdds(*(np.full(shape, 9.0) for shape in ((1, 4), (1, 6), (1, 3), 1, 1)))
    same = certain.weighed_with(nines, np.zeros((1, 5)))
    for name in ("mouths", "links", "door", "crystal", "ladder"):
        assert getattr(same, name) == pytest.approx(getattr(certain, name), abs=1e-5)
