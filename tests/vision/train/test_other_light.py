"""A patch shown again is another picture of the same card."""

import numpy as np

from vision.train.dataset.augmentation.other_light import augmented


def test_a_patch_shown_again_is_taken_in_other_light_or_with_other_noise_but_some_stay_as_they_are():
    patches = np.random.default_rng(5).integers(60, 190, (64, 48, 32, 3)).astype(np.uint8)
    before = patches.copy()
    taken = augmented(patches, np.random.default_rng(6))
    assert (taken == augmented(patches, np.random.default_rng(6))).all()
    assert (patches == before).all()
    off = np.abs(taken.astype(int) - patches).mean((1, 2, 3))
    assert taken.shape == patches.shape
    assert 0.1 < (off < 1).mean() < 0.5
    assert off.max() < 60
