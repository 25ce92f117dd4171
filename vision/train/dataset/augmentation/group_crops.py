"""Groups of cards as the face network sees them, cut from wider pictures and mirrored, where torch works. Never lights.

The same as close_crops, many at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch.nn import functional

from vision.arrays import Points
from vision.detection.card_estimates import pairs_of
from vision.detection.pyramid import READING_PATCH, WIDE_PATCH
from vision.train.dataset.augmentation.close_crops import CORNER, GROWTH, LOST, LOST_BY, SHIFT, TURN_RAD
from vision.train.dataset.face_labels import CORNERS_AT, IN_SIGHT_AT, LINKS_AT, MIRROR_SIDES, MOUTHS_AT

AXES = {"across": -1, "down": -2}  # of planes, which a mirror turns round


@dataclass(frozen=True, eq=False)
class Chance:
    """Torch's random numbers, made where it works."""

    device: torch.device

    def normal(self, *shape: int) -> torch.Tensor:
        return torch.randn(*shape, device=self.device)

    def uniform(self, *shape: int) -> torch.Tensor:
        return torch.rand(*shape, device=self.device)


def crops(pictures: torch.Tensor, labels: torch.Tensor, chance: Chance | None) -> torch.Tensor:
    """Planes (n, 3, height, width), 0 to 255, of READING_PATCHes around the cards; a little off, where chance is given.

    pictures : (n, h, w, 3) WIDE_PATCHes, uint8; labels : (n, LABELS)
    """
    offsets = labels[:, CORNERS_AT].reshape(-1, 4, 2) * WIDE_PATCH.card_width_px
    quads = _tensor(WIDE_PATCH.corners(), labels) + offsets
    if chance is not None:
        quads = _misplaced(quads, chance)
    homographies = homographies_to(quads)
    rows, columns = torch.meshgrid(
        torch.arange(READING_PATCH.height, device=labels.device, dtype=torch.float32),
        torch.arange(READING_PATCH.width, device=labels.device, dtype=torch.float32),
        indexing="ij",
    )
    pixels = torch.stack([columns, rows, torch.ones_like(rows)], -1).reshape(1, -1, 3) @ homographies.transpose(1, 2)
    size = torch.tensor([WIDE_PATCH.width, WIDE_PATCH.height], device=labels.device)
    places = (pixels[..., :2] / pixels[..., 2:] + 0.5) / size * 2 - 1
    grid = places.reshape(len(labels), READING_PATCH.height, READING_PATCH.width, 2)
    planes = pictures.permute(0, 3, 1, 2).float()
    return functional.grid_sample(planes, grid, mode="bilinear", padding_mode="border", align_corners=False)


def homographies_to(quads: torch.Tensor) -> torch.Tensor:
    """(n, 3, 3) from a READING_PATCH's pixels to those of pictures in which its corners are at `quads` (n, 4, 2)."""
    patch = _tensor(READING_PATCH.corners(), quads).expand(len(quads), 4, 2)
    (u, v), (x, y) = patch.unbind(-1), quads.unbind(-1)
    one, none = torch.ones_like(x), torch.zeros_like(x)
    for_x = torch.stack([u, v, one, none, none, none, -u * x, -v * x], -1)
    for_y = torch.stack([none, none, none, u, v, one, -u * y, -v * y], -1)
    solved = torch.linalg.solve(torch.cat([for_x, for_y], 1).double(), torch.cat([x, y], 1).double()).float()
    return torch.cat([solved, one[:, :1]], 1).reshape(-1, 3, 3)


def mirrored_planes(
    planes: torch.Tensor, labels: torch.Tensor, way: str, chosen: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Those that are chosen (n,), as a mirror shows them; of the labels what face and sight are, not the corners."""
    sides = MIRROR_SIDES[way]
    seen = planes.flip(AXES[way])
    turned = labels.clone()
    turned[:, MOUTHS_AT] = labels[:, MOUTHS_AT][:, sides]
    turned[:, LINKS_AT] = labels[:, LINKS_AT][:, pairs_of(sides)]
    turned[:, IN_SIGHT_AT] = labels[:, IN_SIGHT_AT][:, [*sides, len(sides)]]
    return torch.where(chosen[:, None, None, None], seen, planes), torch.where(chosen[:, None], turned, labels)


def _misplaced(quads: torch.Tensor, chance: Chance) -> torch.Tensor:
    count = len(quads)
    off = torch.where(chance.uniform(count, 1, 1) < LOST, LOST_BY, 1.0)
    middle, width = quads.mean(1, keepdim=True), (quads[:, 1] - quads[:, 0]).norm(dim=1)[:, None, None]
    turn = chance.normal(count, 1, 1) * TURN_RAD * off
    x, y = ((quads - middle) * torch.exp(chance.normal(count, 1, 2) * GROWTH * off)).split(1, -1)
    cosine, sine = torch.cos(turn), torch.sin(turn)
    turned = torch.cat([cosine * x - sine * y, sine * x + cosine * y], -1) + middle
    return turned + (chance.normal(count, 1, 2) * SHIFT + chance.normal(count, 4, 2) * CORNER) * off * width


def _tensor(points: Points, like: torch.Tensor) -> torch.Tensor:
    return torch.from_numpy(np.asarray(points, np.float32)).to(like.device)
