"""What hides a card in a training patch is told where it does."""

import numpy as np
import pytest

from vision.detection.pyramid import WIDE_PATCH
from vision.train.dataset import card_patches
from vision.train.dataset.covered_patches import make_covered_patches
from vision.train.dataset.things import covering_things
from vision.train.dataset.things.covering_things import KINDS, put_over
from vision.train.dataset.things.painting import PatchScene
from vision.train.dataset.tops.table_tops import table_top


def of_few_decks(count: int) -> np.ndarray:
    with pytest.MonkeyPatch.context() as patched:  # most of the time goes into drawing decks
        patched.setattr(card_patches, "DECKS", 2)
        return make_covered_patches(3, count)[0]


@pytest.fixture(scope="module")
def patches() -> np.ndarray:
    return of_few_decks(150)


def test_the_same_seed_draws_the_same_patches(patches):
    again = of_few_decks(20)
    assert again.shape == (20, WIDE_PATCH.height, WIDE_PATCH.width, 4)
    assert (again == patches[:20]).all()


def test_some_cards_are_in_sight_and_of_others_any_part_is_hidden(patches):
    hidden = patches[..., 3] > 127
    bare = ~hidden.any((1, 2))
    assert 0.15 < bare.mean() < 0.6
    assert (hidden[~bare].mean(0) > 0.05).all(), "nothing is learnt of a place over which nothing ever lies"


@pytest.mark.parametrize("kind", sorted(set(KINDS)))
def test_a_thing_hides_what_it_paints_over_and_its_shadow_hides_nothing(kind, monkeypatch):
    monkeypatch.setattr(covering_things, "KINDS", (kind,))
    rng = np.random.default_rng(8)
    hides, shadows = [], []
    for _ in range(12):
        canvas = np.full((112, 72, 3), 128, np.uint8)
        scene = PatchScene(canvas, np.zeros(canvas.shape[:2], np.uint8), [table_top(rng)], 50.0)
        put_over(scene, np.array([36, 56]), rng)
        solid, beside, painted = scene.hidden > 250, scene.hidden == 0, (canvas != 128).any(2)
        assert painted[solid].mean() > 0.97 if solid.any() else True, "what hides is seen itself"
        assert kind == "glass" or canvas[beside].max(initial=0) <= 130, "table, or in a shadow"
        hides.append(solid.mean())
        shadows.append((beside & painted).mean())
    assert max(hides) > 0.003
    assert min(hides) < 0.9
    assert max(shadows) > 0.001
