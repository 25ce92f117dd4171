"""The networks' shapes. No training, no data."""

from __future__ import annotations

import torch
from torch import nn

from vision.detection.answer_places import FACES_AT, READING_AT, SIGNS
from vision.detection.card_detector import ANSWERS, KINDS
from vision.detection.pyramid import READING_PATCH

# planes at a half, a quarter, an eighth, a sixteenth
WIDTHS = {"find": (20, 32, 60, 104), "read": (24, 40, 64), "cover": (16, 24, 56), "face": (24, 48, 80)}
AT_EIGHTH = 6  # of recognition's parts, so many are at an eighth or larger
NARROW, HIDDEN = 16, 90  # of recognition: planes that the heads get of each place, and a head's own width
FINE, FEW = 32, 8  # of the heads for tunnels' ends: planes, then fewer; where one ends is told in a few pixels
JOINT = 32  # of detection: planes at a quarter, when the coarser ones have come back
FAR = 6  # of detection: times that a place at a sixteenth looks at those around it
# Of faces: planes before the signs, rounds of looking at the others, each in so many manners at once,
# and how much wider a card is thought about than said
FACE_FEW, ROUNDS, MANNERS, WIDER = 10, 2, 4, 2
LEFT_OUT = -1e9  # added to the attention for a card that is not to be looked at
RARE = -4.0  # logit of a card's middle before anything was learnt: nearly all places hold none


class DetectionModel(nn.Module):
    """Down to a sixteenth, where a place sees two thirds of the picture's width, and up again to a quarter."""

    def __init__(self) -> None:
        super().__init__()
        half, quarter, eighth, sixteenth = WIDTHS["find"]
        self.quarter = nn.Sequential(_conv(3, half, 2), _conv(half, quarter, 2), Residual(quarter))
        self.eighth = nn.Sequential(_conv(quarter, eighth, 2), Residual(eighth))
        self.sixteenth = nn.Sequential(_conv(eighth, sixteenth, 2), *(Separable(sixteenth) for _ in range(FAR)))
        self.up8 = nn.Conv2d(sixteenth, eighth, 1)
        self.mix8 = nn.Sequential(nn.ReLU(), Separable(eighth))
        self.up4 = nn.Conv2d(eighth, JOINT, 1)
        self.skip4 = nn.Conv2d(quarter, JOINT, 1)
        self.mix4 = nn.Sequential(nn.ReLU(), Separable(JOINT), _conv(JOINT, JOINT, 1, 1))
        self.head = nn.Conv2d(JOINT, ANSWERS, 1)
        self.grow = nn.Upsample(scale_factor=2, mode="nearest")
        with torch.no_grad():
            self.head.bias[: len(KINDS)] = RARE

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        """planes : (n, 3, h, w) as normalised gives them; returns (n, ANSWERS, h/4, w/4)."""
        quarter = self.quarter(planes)
        eighth = self.eighth(quarter)
        eighth = self.mix8(eighth + self.grow(self.up8(self.sixteenth(eighth))))
        return self.head(self.mix4(self.skip4(quarter) + self.grow(self.up4(eighth))))


class RecognitionModel(nn.Module):
    """Plain convolutions with residual blocks; the head keeps places apart, as the card is in the middle.

    What of the card is in sight, which straight tunnels go through, and whether a plug closes all have heads of their
    own, that may learn alone.
    """

    def __init__(self) -> None:
        super().__init__()
        half, quarter, eighth = WIDTHS["read"]
        self.body = nn.Sequential(
            _conv(3, half, 2),
            _conv(half, quarter, 2),
            Residual(quarter),
            _conv(quarter, eighth, 2),
            Residual(eighth),
            Residual(eighth),
            _conv(eighth, eighth, 2),
            Residual(eighth),
            _conv(eighth, NARROW, 1, 1),
        )
        places = -(-READING_PATCH.height // 16) * -(-READING_PATCH.width // 16)
        in_sight, straight = READING_AT.in_sight, READING_AT.straight
        self.head, self.sight = (_head(places, answers) for answers in (in_sight.start, _width(in_sight)))
        self.straight, self.plugged = (_fine_head(eighth, 4 * places, answers) for answers in (_width(straight), 1))

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        """planes : (n, 3, height, width) as normalised gives them; returns (n, READING_AT.answers)."""
        fine = self.body[:AT_EIGHTH](planes)
        seen = self.body[AT_EIGHTH:](fine)
        return torch.cat([self.head(seen), self.sight(seen), self.straight(fine), self.plugged(fine)], 1)


class CoverModel(nn.Module):
    """Down to an eighth, where a place sees nearly all of the patch, and up again to a quarter."""

    def __init__(self) -> None:
        super().__init__()
        half, quarter, eighth = WIDTHS["cover"]
        self.quarter = nn.Sequential(_conv(3, half, 2), _conv(half, quarter, 2), Separable(quarter))
        self.eighth = nn.Sequential(_conv(quarter, eighth, 2), Residual(eighth), *(Separable(eighth) for _ in range(5)))
        self.up = nn.Conv2d(eighth, quarter, 1)
        self.mix = nn.Sequential(nn.ReLU(), Separable(quarter), _conv(quarter, quarter, 1, 1))
        self.head = nn.Conv2d(quarter, 1, 1)
        self.grow = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        """planes : (n, 3, h, w) as normalised gives them; returns logits (n, 1, h/4, w/4)."""
        quarter = self.quarter(planes)
        return self.head(self.mix(quarter + self.grow(self.up(self.eighth(quarter)))))


class FaceModel(nn.Module):
    """What is printed on cards: a sign of each alone, then what the signs of a table say of each other."""

    def __init__(self) -> None:
        super().__init__()
        half, quarter, eighth = WIDTHS["face"]
        places = -(-READING_PATCH.height // 8) * -(-READING_PATCH.width // 8)
        self.body = nn.Sequential(
            _conv(3, half, 2),
            _conv(half, quarter, 2),
            Residual(quarter),
            Residual(quarter),
            _conv(quarter, eighth, 2),
            Residual(eighth),
            Residual(eighth),
            Residual(eighth),
            _conv(eighth, FACE_FEW, 1, 1),
            nn.Flatten(),
        )
        self.sign = nn.Linear(FACE_FEW * places, SIGNS)
        self.alone = nn.Linear(SIGNS, FACES_AT.answers)
        self.rounds = nn.ModuleList(Attention(SIGNS) for _ in range(ROUNDS))
        self.norm = nn.LayerNorm(SIGNS)
        self.change = nn.Linear(SIGNS, FACES_AT.answers)
        nn.init.zeros_(self.change.weight)  # at first company changes nothing
        nn.init.zeros_(self.change.bias)

    def signs(self, planes: torch.Tensor) -> torch.Tensor:
        """planes : (n, 3, height, width) from vision.detection.card_network.normalised; returns (n, SIGNS)."""
        return self.sign(self.body(planes))

    def together(self, signs: torch.Tensor, mask: torch.Tensor | None = None) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits (g, n, FACES_AT.answers) of each card as if it lay alone, and beside the others of its table.

        signs : (g, n, SIGNS); mask : (g, n) which cards are looked at by the others; all, where there is none
        """
        alone = self.alone(torch.relu(signs))
        bias = None if mask is None else torch.where(mask, 0.0, LEFT_OUT)[:, None, None, :]
        for one in self.rounds:
            signs = one(signs, bias)
        return alone, alone + self.change(self.norm(signs))


class Attention(nn.Module):
    """Each card of a table looks at all of them, then is thought about by itself."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.before = nn.LayerNorm(width)
        self.asked = nn.Linear(width, 3 * width)
        self.heard = nn.Linear(width, width)
        self.between = nn.LayerNorm(width)
        self.thought = nn.Sequential(nn.Linear(width, WIDER * width), nn.ReLU(), nn.Linear(WIDER * width, width))

    def forward(self, signs: torch.Tensor, bias: torch.Tensor | None) -> torch.Tensor:
        """signs : (g, n, width). Plain products, which every engine for .onnx files has."""
        groups, cards, width = signs.shape
        parts = self.asked(self.before(signs)).reshape(groups, cards, 3, MANNERS, width // MANNERS)
        query, key, value = parts.permute(2, 0, 3, 1, 4).unbind(0)
        weight = (query @ key.transpose(-1, -2)) * (width // MANNERS) ** -0.5
        if bias is not None:
            weight = weight + bias
        seen = (weight.softmax(-1) @ value).permute(0, 2, 1, 3).reshape(groups, cards, width)
        signs = signs + self.heard(seen)
        return signs + self.thought(self.between(signs))


class Residual(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _conv(width, width, 1)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width))

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        return torch.relu(planes + self.second(self.first(planes)))


class Separable(nn.Module):
    """Residual: 5 x 5 plane by plane, then across the planes. It sees far for few numbers."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.parts = nn.Sequential(
            nn.Conv2d(width, width, 5, padding=2, groups=width, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(inplace=True),
            nn.Conv2d(width, width, 1, bias=False),
            nn.BatchNorm2d(width),
        )

    def forward(self, planes: torch.Tensor) -> torch.Tensor:
        return torch.relu(planes + self.parts(planes))


def _width(answers: slice) -> int:
    return int(answers.stop - answers.start)


def _fine_head(planes: int, places: int, answers: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(planes, FINE, 3, padding=1),
        nn.ReLU(),
        nn.Conv2d(FINE, FINE, 3, padding=1),
        nn.ReLU(),
        nn.Conv2d(FINE, FEW, 1),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(FEW * places, FINE),
        nn.ReLU(),
        nn.Linear(FINE, answers),
    )


def _head(places: int, answers: int) -> nn.Sequential:
    return nn.Sequential(nn.Flatten(), nn.Linear(NARROW * places, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, answers))


def _conv(before: int, after: int, stride: int, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(before, after, size, stride, size // 2, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
    )
