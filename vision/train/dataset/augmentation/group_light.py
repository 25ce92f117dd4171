"""Groups of cards in other light, other colours and other textures, where torch works. Never moves a card.

The manner is common to a group, so that a card can be told by its company however strange all of them are. A little
light is each card's own.
"""

from __future__ import annotations

import torch
from torch.nn import functional

from vision.train.dataset.augmentation.group_crops import Chance

OTHER_LIGHT = 0.5  # of the cards are brighter or darker; the tinge and the curve are on all
BRIGHTER, TINGE, GAMMA = 0.1, 0.04, 0.12  # one standard deviation of the logarithms, of each card
STRANGE, NEGATIVE, TEXTURED, NOISY = 0.3, 0.1, 0.12, 0.35  # of the groups; NEGATIVE of the strange ones
MIXED, COLOUR_GAMMA = 0.35, 0.35  # of strange groups: how far colours are mixed; logarithm of each one's curve
KEPT, TEXTURE = 0.8, 0.12  # of textured groups: the middle of a 3 x 3 convolution, and one standard deviation around
BLURRED = 0.15  # of the groups, each card by a share of its own
NOISE = 2.77  # logarithm of the most grey levels, 16; the least is one
NOISE_LEVELS = 6.0  # added to a picture's spread, as where a table is read
BLACK, WHITE, STRANGE_WHITE = 1e-3, 1.2, 1.3  # of the brightest grey level, before a curve


def relit(planes: torch.Tensor, chance: Chance) -> torch.Tensor:
    """planes : (g, n, 3, h, w) of 0 to 255; the same shape, each group and each card by chance in another manner"""
    planes = _textured(_strange(_in_other_light(planes, chance), chance), chance)
    planes = _blurred(planes, chance)
    groups = len(planes)
    grain = torch.exp(chance.uniform(groups, 1, 1, 1, 1) * NOISE) * (chance.uniform(groups, 1, 1, 1, 1) < NOISY)
    return (planes + chance.normal(*planes.shape) * grain).clamp(0, 255)


def normalised_planes(planes: torch.Tensor) -> torch.Tensor:
    """As vision.detection.card_network.normalised has them. planes : (n, 3, h, w) of 0 to 255"""
    planes = planes - planes.mean((-1, -2), keepdim=True)
    spread = planes.pow(2).mean((-1, -2, -3), keepdim=True).sqrt()
    return planes / (spread + NOISE_LEVELS)


def _in_other_light(planes: torch.Tensor, chance: Chance) -> torch.Tensor:
    groups, cards = planes.shape[:2]
    other = chance.uniform(groups, cards, 1, 1, 1) < OTHER_LIGHT
    brighter = chance.normal(groups, cards, 1, 1, 1) * BRIGHTER * other
    gain = torch.exp(brighter + chance.normal(groups, cards, 3, 1, 1) * TINGE)
    curve = torch.exp(chance.normal(groups, cards, 1, 1, 1) * GAMMA)
    return 255 * (planes * gain / 255).clamp(BLACK, WHITE) ** curve


def _strange(planes: torch.Tensor, chance: Chance) -> torch.Tensor:
    """Some groups in colours that no printer has, a few of these as negatives."""
    groups = len(planes)
    chosen = chance.uniform(groups, 1, 1, 1, 1) < STRANGE
    mix = torch.eye(3, device=planes.device) + chance.normal(groups, 3, 3) * MIXED
    mixed = torch.einsum("gij,gnjhw->gnihw", mix, planes)
    curve = torch.exp(chance.normal(groups, 1, 3, 1, 1) * COLOUR_GAMMA)
    mixed = 255 * (mixed / 255).clamp(BLACK, STRANGE_WHITE) ** curve
    mixed = torch.where(chance.uniform(groups, 1, 1, 1, 1) < NEGATIVE, 255 - mixed, mixed)
    return torch.where(chosen, mixed, planes)


def _textured(planes: torch.Tensor, chance: Chance) -> torch.Tensor:
    """Some groups through one small convolution each."""
    chosen = torch.nonzero(chance.uniform(len(planes)) < TEXTURED)[:, 0]
    if len(chosen) == 0:
        return planes
    some = planes[chosen]
    groups, cards, colours, height, width = some.shape
    kernels = chance.normal(groups * colours, colours, 3, 3) * TEXTURE
    kernels[:, :, 1, 1] += KEPT * torch.eye(colours, device=planes.device).repeat(groups, 1)
    beside = some.transpose(0, 1).reshape(cards, groups * colours, height, width)
    seen = functional.conv2d(beside, kernels, padding=1, groups=groups)
    return planes.index_copy(0, chosen, seen.reshape(cards, groups, colours, height, width).transpose(0, 1))


def _blurred(planes: torch.Tensor, chance: Chance) -> torch.Tensor:
    """Some groups, each card of them a little or much."""
    groups, cards = planes.shape[:2]
    share = chance.uniform(groups, cards, 1, 1, 1) * (chance.uniform(groups, 1, 1, 1, 1) < BLURRED)
    flat = functional.pad(planes.flatten(0, 1), (1, 1, 1, 1), mode="replicate")
    soft = functional.avg_pool2d(flat, 3, 1).reshape(planes.shape)
    return planes + (soft - planes) * share
