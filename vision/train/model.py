"""The network's shape. No training, no data."""

from __future__ import annotations

import torch
from torch import nn

from vision.network import OUTPUTS, PATCH_HEIGHT, PATCH_WIDTH


class CardNetwork(nn.Module):
    """Plain convolutions with two residual blocks; the head keeps places apart, as the card is always in the middle."""

    def __init__(self, widths: tuple[int, int, int] = (16, 32, 48), narrow: int = 16, hidden: int = 64) -> None:
        super().__init__()
        a, b, c = widths
        self.body = nn.Sequential(
            _conv(3, a, 2),
            _conv(a, b, 2),
            Residual(b),
            _conv(b, c, 2),
            Residual(c),
            _conv(c, c, 2),
            _conv(c, narrow, 1, 1),
        )
        cells = -(-PATCH_HEIGHT // 16) * -(-PATCH_WIDTH // 16)
        self.head = nn.Sequential(
            nn.Flatten(), nn.Linear(narrow * cells, hidden), nn.ReLU(), nn.Linear(hidden, OUTPUTS)
        )

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        """planes : (n, 3, PATCH_HEIGHT, PATCH_WIDTH) from vision.network.normalised; returns logits (n, OUTPUTS)."""
        return self.head(self.body(planes))


class Residual(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _conv(width, width, 1)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width))

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        return torch.relu(planes + self.second(self.first(planes)))


def _conv(before: int, after: int, stride: int, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(before, after, size, stride, size // 2, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
    )
