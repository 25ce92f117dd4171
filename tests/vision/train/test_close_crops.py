"""A patch cut for recognition says where its corners are."""

import cv2
import numpy as np

from vision.detection.pyramid import READING_PATCH, WIDE_PATCH
from vision.train.dataset.augmentation.close_crops import close_crop
from vision.train.dataset.face_labels import (
    CORNERS_AT,
    CORNERS_WEIGHT_AT,
    LABELS,
)


def test_a_patch_cut_anew_for_reading_says_where_its_corners_are():
    true = WIDE_PATCH.corners() + np.array([6, -5], np.float32)  # the card lies beside the guess
    patch = np.zeros((WIDE_PATCH.height, WIDE_PATCH.width, 3), np.uint8)
    cv2.fillConvexPoly(patch, np.round(true).astype(np.int32), (255, 255, 255))
    labels = np.zeros(LABELS, np.float32)
    labels[CORNERS_AT] = ((true - WIDE_PATCH.corners()) / WIDE_PATCH.card_width_px).ravel()
    labels[CORNERS_WEIGHT_AT] = 1
    for seed in range(20):
        cut, taught = close_crop(patch, labels, np.random.default_rng(seed))
        assert cut.shape == (READING_PATCH.height, READING_PATCH.width, 3)
        said = READING_PATCH.corners() + taught[CORNERS_AT].reshape(4, 2) * READING_PATCH.card_width_px
        middle = said.mean(0)
        for corner in said:
            inside, outside = (np.round(corner + (middle - corner) * share).astype(int) for share in (0.09, -0.09))
            if 0 <= inside[0] < READING_PATCH.width and 0 <= inside[1] < READING_PATCH.height:
                assert cut[inside[1], inside[0], 0] > 127
            if 0 <= outside[0] < READING_PATCH.width and 0 <= outside[1] < READING_PATCH.height:
                assert cut[outside[1], outside[0], 0] < 128
