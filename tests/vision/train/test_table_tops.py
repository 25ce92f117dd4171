"""Table tops for training pictures: of every kind, in any colours, and none like another."""

import numpy as np

from vision.train.dataset.tops import table_tops
from vision.train.dataset.tops.table_tops import TEXTURE_PX, table_top


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
