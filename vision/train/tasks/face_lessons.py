"""What is to be learnt of faces, and how much of it is told. Sees no picture.

What is out of sight is not to be guessed.
"""

from __future__ import annotations

import torch
from torch.nn import functional

from vision.detection.answer_places import FACES_AT, FacePlaces
from vision.train.dataset.face_labels import (
    CRYSTAL_AT,
    DOOR_AT,
    IN_SIGHT_AT,
    LADDER_AT,
    LINKS_AT,
    MOUTHS_AT,
    PLUG_AT,
    SEEN_AT,
    WEIGHT_AT,
)

HIDDEN_BELOW = 0.2  # of a place in sight: what would be seen there is not asked
MARKS_BELOW = 0.8  # of the card in sight: doors, crystals and ladders are not asked, as they may lie anywhere
SHOWN = 0.9  # of a card and of each of its places in sight, where it is counted
SMALL_THINGS, PLUGS = 2.0, 0.5  # weights of doors, crystals and ladders, and of plugs; of mouths and links 1


def face_losses(
    raw: torch.Tensor, labels: torch.Tensor, at: FacePlaces
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Sums over the cards: of mouths and links; of doors; of crystals and ladders. raw : (n, at.answers)"""
    binary = functional.binary_cross_entropy_with_logits
    face = labels[:, WEIGHT_AT]
    seen = (labels[:, IN_SIGHT_AT] > HIDDEN_BELOW).float()
    sides, middle = seen[:, :4] * face[:, None], seen[:, 4:]
    asked = face[:, None] * (labels[:, LINKS_AT] >= 0) * middle
    mouths = binary(raw[:, at.mouths], labels[:, MOUTHS_AT], reduction="none") * sides
    links = binary(raw[:, at.links], labels[:, LINKS_AT].clamp(min=0), reduction="none") * asked
    whole = whole_cards(labels)
    door = functional.cross_entropy(_doors(raw, at), labels[:, DOOR_AT].long(), reduction="none") * whole
    crystals = binary(raw[:, at.crystal], labels[:, CRYSTAL_AT], reduction="none") * whole
    ladders = binary(raw[:, at.ladder], labels[:, LADDER_AT], reduction="none") * whole
    return mouths.sum() + links.sum(), door.sum(), crystals.sum() + ladders.sum()


def whole_cards(labels: torch.Tensor) -> torch.Tensor:
    """(n,) 1 for a card with its front up that is nearly all in sight."""
    return labels[:, WEIGHT_AT] * (labels[:, SEEN_AT] > MARKS_BELOW)


def face_loss(raw: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Of one card in the mean. raw : (n, FACES_AT.answers)"""
    tunnels, door, marks = face_losses(raw, labels, FACES_AT)
    plugs = functional.binary_cross_entropy_with_logits(raw[:, FACES_AT.plugged], labels[:, PLUG_AT], reduction="none")
    parts = tunnels + SMALL_THINGS * (door + marks) + PLUGS * (plugs * whole_cards(labels)).sum()
    return parts / len(raw)


def told_rightly(raw: torch.Tensor, labels: torch.Tensor) -> dict[str, float]:
    """Shares of the cards shown wholly of which a part of the face, or all of it, is told rightly."""
    shown = (labels[:, WEIGHT_AT] > 0) & (labels[:, SEEN_AT] > SHOWN) & (labels[:, IN_SIGHT_AT] > SHOWN).all(1)
    raw, labels, at = raw[shown], labels[shown], FACES_AT
    linked = labels[:, LINKS_AT]
    parts = {
        "mouths": ((raw[:, at.mouths] > 0) == (labels[:, MOUTHS_AT] > 0)).all(1),
        "links": (((raw[:, at.links] > 0) == (linked > 0)) | (linked < 0)).all(1),
        "door": _doors(raw, at).argmax(1) == labels[:, DOOR_AT],
        "crystal": (raw[:, at.crystal] > 0) == (labels[:, CRYSTAL_AT] > 0),
        "ladder": (raw[:, at.ladder] > 0) == (labels[:, LADDER_AT] > 0),
    }
    parts["face"] = torch.stack(list(parts.values())).all(0)
    return {name: round(float(cards.float().mean()), 4) if len(cards) else 0.0 for name, cards in parts.items()}


def _doors(raw: torch.Tensor, at: FacePlaces) -> torch.Tensor:
    """(n, 3) logits: none, blue, green; where those are told beside none, that one's is 0."""
    told = raw[:, at.door]
    return functional.pad(told, (3 - told.shape[1], 0))
