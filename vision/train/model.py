"""The networks' shapes. No training, no data."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import nn

from vision.network import OUTPUTS, SHAPES


@dataclass(frozen=True)
class Layers:
    """Widths at a half, a quarter, an eighth and a sixteenth of the patch, and residual blocks at the last three.

    narrow : planes that the head gets of each place; hidden : the head's own width
    """

    widths: tuple[int, int, int]
    blocks: tuple[int, int, int]
    narrow: int
    hidden: int


LAYERS = {
    "find": Layers((16, 32, 48), (1, 1, 0), 16, 64),
    "read": Layers((24, 40, 64), (1, 2, 1), 16, 90),  # tracing a tunnel needs more of them than finding a card
}


class CardNetwork(nn.Module):
    """Plain convolutions with residual blocks; the head keeps places apart, as the card is always in the middle."""

    def __init__(self, look: str) -> None:
        super().__init__()
        layers, shape = LAYERS[look], SHAPES[look]
        half, quarter, eighth = layers.widths
        at_quarter, at_eighth, at_sixteenth = layers.blocks
        self.body = nn.Sequential(
            _conv(3, half, 2),
            _conv(half, quarter, 2),
            *(Residual(quarter) for _ in range(at_quarter)),
            _conv(quarter, eighth, 2),
            *(Residual(eighth) for _ in range(at_eighth)),
            _conv(eighth, eighth, 2),
            *(Residual(eighth) for _ in range(at_sixteenth)),
            _conv(eighth, layers.narrow, 1, 1),
        )
        places = -(-shape.height // 16) * -(-shape.width // 16)
        self.head = nn.Sequential(
            nn.Flatten(), nn.Linear(layers.narrow * places, layers.hidden), nn.ReLU(), nn.Linear(layers.hidden, OUTPUTS)
        )

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        """planes : (n, 3, height, width) from vision.network.normalised; returns logits (n, OUTPUTS)."""
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
