"""Table tops for training pictures: of every kind, in any colours, and none like another."""

import numpy as np

from vision.train.dataset.tops import table_tops
from vision.train.dataset.tops.table_tops import TEXTURE_PX, dyed, table_top


def test_every_kind_of_table_top_is_drawn_in_its_turn(monkeypatch):
    shares = dict(table_tops._TOPS)
    assert abs(sum(share for share, _ in shares.values()) - 1) < 1e-9
    for kind, (_, draw) in shares.items():
        monkeypatch.setattr(table_tops, "_TOPS", {kind: (1.0, draw)})
        tops = [table_top(np.random.default_rng(seed)) for seed in range(4)]
        assert {(top.shape, str(top.dtype)) for top in tops} == {((TEXTURE_PX, TEXTURE_PX, 3), "uint8")}, kind
        assert len({top.tobytes() for top in tops}) == 4, kind


def test_the_same_seed_gives_the_same_table_top():
    assert np.array_equal(table_top(np.random.default_rng(3)), table_top(np.random.default_rng(3)))


def test_a_cloth_is_dyed_in_the_colours_of_a_card_and_not_in_those_of_its_rounded_corners():
    card = np.zeros((8, 8, 4), np.uint8)
    card[..., 3] = 255
    card[:4, :, :3], card[4:, :, :3] = (200, 40, 40), (40, 40, 200)
    card[0, 0] = (0, 255, 0, 0)
    for seed in range(8):
        rng = np.random.default_rng(seed)
        cloth = dyed(table_top(rng), card, rng)
        assert cloth.shape == (TEXTURE_PX, TEXTURE_PX, 3)
        assert (cloth[..., 1] == 40).all()
        assert (np.abs(cloth[..., 0].astype(int) + cloth[..., 2] - 240) <= 1).all()


def test_noise_on_a_plain_cloth_does_not_become_a_pattern_when_it_is_dyed():
    card = np.dstack([np.random.default_rng(1).integers(0, 256, (8, 8, 3)), np.full((8, 8), 255)]).astype(np.uint8)
    grain = np.random.default_rng(2).normal(120, 0.6, (TEXTURE_PX, TEXTURE_PX, 3)).round().astype(np.uint8)
    cloth = dyed(grain, card, np.random.default_rng(3)).astype(float)
    dyes = dyed(np.linspace(0, 255, TEXTURE_PX * TEXTURE_PX * 3).reshape(grain.shape), card, np.random.default_rng(3))
    assert cloth.std((0, 1)).max() < 0.6 * dyes.std((0, 1)).max()
