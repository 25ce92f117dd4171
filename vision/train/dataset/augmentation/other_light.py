"""A patch as other cameras in other light would have taken it, anew each time it is shown. Nothing is drawn here."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import FloatImage, Floats, Images

Rng = np.random.Generator
OTHER_LIGHT, BLURRED, NOISY = 0.5, 0.12, 0.35  # of the patches
BRIGHTER, TINGE, GAMMA = 0.10, 0.05, 0.15  # one standard deviation of the logarithms
BLUR_PX = (0.3, 0.9)
NOISE = (1.0, 16.0)  # grey levels
GRAIN_PX = 1.0  # noise that was demosaiced and compressed is blotchy up to here
FINE_PX = 0.35  # below it, noise is one of single pixels


def augmented(patches: Images, rng: Rng) -> Images:
    """patches : (n, h, w, 3) BGR uint8; the same shape and type, each by chance in other light, blurred or noisy"""
    taken = _in_other_light(patches, rng)
    for number in np.flatnonzero(rng.random(len(patches)) < BLURRED):
        taken[number] = cv2.GaussianBlur(taken[number], (0, 0), float(rng.uniform(*BLUR_PX)))
    for number in np.flatnonzero(rng.random(len(patches)) < NOISY):
        taken[number] += _noise(taken[number].shape, rng)
    return np.clip(taken, 0, 255).astype(np.uint8)


def _in_other_light(patches: Images, rng: Rng) -> Floats:
    count = len(patches)
    other = (rng.random(count) < OTHER_LIGHT).astype(float)
    gain = np.exp(other[:, None] * (rng.normal(0, BRIGHTER, (count, 1)) + rng.normal(0, TINGE, (count, 3))))
    gamma = np.exp(other * rng.normal(0, GAMMA, count))
    lit: Floats = 255 * (patches / 255) ** gamma[:, None, None, None] * gain[:, None, None]
    return lit.astype(np.float32)


def _noise(shape: tuple[int, ...], rng: Rng) -> FloatImage:
    noise = rng.normal(0, 1, shape).astype(np.float32)
    grain = float(rng.uniform(0, GRAIN_PX))
    if grain > FINE_PX:
        noise = np.asarray(cv2.GaussianBlur(noise, (0, 0), grain), np.float32)
        noise /= noise.std()
    if rng.random() < 0.5:  # in the light more than in the colours
        noise = 0.6 * noise + 0.7 * noise.mean(2, keepdims=True)
    return noise * float(rng.uniform(*NOISE))
