"""What lies over a card is told for each of its sides and its middle."""

import numpy as np
import pytest

from vision.detection.cover_network import PLACES, STRIDE, CoverNetwork, InSight, card_places, sight_probe
from vision.detection.pyramid import WIDE_PATCH, Pyramid
from vision.train.dataset import card_patches
from vision.train.dataset.covered_patches import make_covered_patches

SIDES = ("N", "E", "S", "W", "middle")
CARD = np.array([[100, 100], [160, 100], [160, 192], [100, 192]], np.float32)
PICTURE = Pyramid(np.full((300, 300, 3), 90, np.uint8))


class Hides:
    """A network that sees something over a part of each patch: rows and columns as shares of it."""

    def __init__(self, rows: slice, columns: slice = slice(None)) -> None:
        self.rows, self.columns = rows, columns

    def hidden(self, patches: np.ndarray) -> np.ndarray:
        across, down = PLACES
        hidden = np.zeros((len(patches), down, across), np.float32)
        hidden[:, self.rows, self.columns] = 1
        return hidden


@pytest.mark.parametrize(
    ("hides", "sides"),
    [
        (Hides(slice(0, 10)), "N"),
        (Hides(slice(18, 28)), "S"),
        (Hides(slice(None), slice(0, 7)), "W"),
        (Hides(slice(None), slice(11, 18)), "E"),
        (Hides(slice(12, 16), slice(8, 10)), ""),
    ],
    ids=["above", "below", "to the left", "to the right", "a crumb in the middle"],
)
def test_a_thing_over_a_side_hides_that_side_and_no_other(hides, sides):
    seen = sight_probe(PICTURE, hides)(CARD[None]).places[0]
    assert {side for side, share in zip(SIDES, seen, strict=True) if share < 0.3} == set(filter(None, [sides]))
    assert all(share > 0.5 for side, share in zip(SIDES, seen, strict=True) if side not in sides)


def test_of_a_bare_card_all_is_in_sight_and_of_one_under_a_book_nothing():
    everywhere, nowhere = Hides(slice(None)), Hides(slice(0, 0))
    for hides, share in ((nowhere, 1), (everywhere, 0)):
        seen = sight_probe(PICTURE, hides)(CARD[None])
        for shares in (seen.places, seen.ways_out, seen.card):
            assert shares == pytest.approx(np.full(shares.shape, share), abs=1e-6)


def test_a_finger_along_a_cards_edge_hides_the_way_out_and_little_of_where_the_tunnel_would_run():
    seen = sight_probe(PICTURE, Hides(slice(2, 6)))(CARD[None])
    assert seen.places[0, 0] > 0.5
    assert seen.ways_out[0, 0] < 0.3
    assert seen.ways_out[0, 1:] == pytest.approx(1)


def test_that_a_side_has_no_mouth_is_told_by_its_way_out_and_that_it_has_one_also_beside_that():
    seen = InSight(np.full((1, 5), 0.7), np.array([[0.2, 0.2, 0.9, np.nan]]), np.ones(1))
    assert seen.telling(np.array([[0.01, 0.99, 0.01, 0.99]])) == pytest.approx(np.array([[0.2, 0.7, 0.7, 0.7, 0.7]]))


def test_of_the_card_as_a_whole_what_lies_over_a_corner_counts_and_what_lies_beside_it_does_not():
    corner, beside = Hides(slice(4, 9), slice(3, 6)), Hides(slice(0, 2))
    at_corner, at_none = (sight_probe(PICTURE, hides)(CARD[None]).card for hides in (corner, beside))
    assert 0.8 < at_corner < 0.97
    assert at_none == 1


def test_of_a_card_that_the_picture_cuts_off_what_lies_over_the_rest_is_told():
    """Mirrored at the edge, what is beyond it was taken for a thing over the card."""
    half_out = CARD - (130, 0)  # its western half
    for hides, share in ((Hides(slice(None), slice(0, 9)), 1.0), (Hides(slice(None), slice(9, 18)), 0.0)):
        assert sight_probe(PICTURE, hides)(half_out[None]).card == pytest.approx(share, abs=0.03)


def test_of_a_card_outside_the_picture_nothing_is_told():
    seen = sight_probe(PICTURE, Hides(slice(0, 0)))((CARD - (200, 0))[None])
    assert all(np.isnan(shares).all() for shares in (seen.places, seen.ways_out, seen.card))


def test_sides_are_those_of_the_card_as_it_lies_in_the_game_and_not_of_the_picture():
    seen = sight_probe(PICTURE, Hides(slice(0, 10)))(np.roll(CARD, 2, 0)[None]).places[0]
    assert seen.argmin() == SIDES.index("N")


def test_of_what_is_beyond_the_picture_nothing_is_said():
    below = CARD + np.array([0, 150])
    for hides, north in ((Hides(slice(None)), 0.0), (Hides(slice(0, 0)), 1.0)):
        (seen,) = sight_probe(PICTURE, hides)(below[None]).places
        assert np.isnan(seen[SIDES.index("S")])
        assert seen[SIDES.index("N")] == pytest.approx(north, abs=1e-6)


def test_of_a_side_that_the_picture_cuts_off_nothing_is_said():
    seen = sight_probe(PICTURE, Hides(slice(0, 0)))((CARD - (105, 0))[None]).places[0]
    assert [side for side, share in zip(SIDES, seen, strict=True) if np.isnan(share)] == ["W"]


def test_beyond_its_edge_the_picture_goes_on_as_in_a_mirror_and_not_in_streaks():
    class Sees(Hides):
        def hidden(self, patches):
            self.seen = patches
            return super().hidden(patches)

    rows = np.arange(300, dtype=np.uint8)[:, None, None] % 7 * 30
    network = Sees(slice(0))
    sight_probe(Pyramid(np.broadcast_to(rows, (300, 300, 3)).copy()), network)((CARD - (0, 110))[None])
    assert network.seen[0, :12, 36].std() > 20, "streaks would be of one colour"


def test_the_shipped_network_tells_most_of_what_is_hidden_and_little_else(monkeypatch):
    monkeypatch.setattr(card_patches, "DECKS", 5)  # most of the time goes into drawing decks
    patches, _ = make_covered_patches(5, 60, held_out=True)
    across, down = PLACES
    shares = patches[..., 3].reshape(len(patches), down, STRIDE, across, STRIDE).mean((2, 4)) / 255
    hidden, told = shares > 0.5, CoverNetwork.load().hidden(patches[..., :3]) > 0.5
    assert told[hidden & card_places()].mean() > 0.8
    assert told[~hidden & card_places()].mean() < 0.05


def test_nothing_is_said_of_no_card():
    assert sight_probe(PICTURE, CoverNetwork.load())(np.empty((0, 4, 2), np.float32)).places.shape == (0, 5)


def test_the_card_is_in_the_middle_of_the_places():
    inside = card_places()
    assert inside.shape == (WIDE_PATCH.height // 4, WIDE_PATCH.width // 4)
    assert (inside == inside[::-1, ::-1]).all()
    assert inside.mean() == pytest.approx(1 / WIDE_PATCH.margin**2, abs=0.06)
