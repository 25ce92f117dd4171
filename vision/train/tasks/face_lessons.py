"""What is to be learnt of faces, and how much of it is told. Sees no picture.

What is out of sight is not to be guessed.
"""

from __future__ import annotations

import torch
from torch.nn import functional

from vision.train.dataset.face_labels import IN_SIGHT_AT, LINKS_AT, MOUTHS_AT, PLUG_AT, SEEN_AT, WEIGHT_AT

HIDDEN_BELOW = 0.2  # of a place in sight: what would be seen there is not asked
MARKS_BELOW = 0.8  # of the card in sight: doors, crystals and ladders are not asked, as they may lie anywhere
SHOWN = 0.9  # of a card and of each of its places in sight, where it is counted
SMALL_THINGS, PLUGS = 2.0, 0.5  # weights of doors, crystals and ladders, and of plugs; of mouths and links 1
DOOR_AT, MARKS_AT = 20, slice(21, 23)  # among the labels


def face_losses(answers: torch.Tensor, labels: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Sums over the cards: of mouths and links; of doors; of crystals and ladders.

    answers : (n, 15) logits, mouths 4, links 6, door 3, crystal, ladder
    """
    binary = functional.binary_cross_entropy_with_logits
    face = labels[:, WEIGHT_AT]
    seen = (labels[:, IN_SIGHT_AT] > HIDDEN_BELOW).float()
    sides, middle = seen[:, :4] * face[:, None], seen[:, 4:]
    asked = face[:, None] * (labels[:, LINKS_AT] >= 0) * middle
    mouths = binary(answers[:, 0:4], labels[:, MOUTHS_AT], reduction="none") * sides
    links = binary(answers[:, 4:10], labels[:, LINKS_AT].clamp(min=0), reduction="none") * asked
    whole = whole_cards(labels)
    door = functional.cross_entropy(answers[:, 10:13], labels[:, DOOR_AT].long(), reduction="none") * whole
    marks = binary(answers[:, 13:15], labels[:, MARKS_AT], reduction="none") * whole[:, None]
    return mouths.sum() + links.sum(), door.sum(), marks.sum()


def whole_cards(labels: torch.Tensor) -> torch.Tensor:
    """(n,) 1 for a card with its front up that is nearly all in sight."""
    return labels[:, WEIGHT_AT] * (labels[:, SEEN_AT] > MARKS_BELOW)


def face_loss(raw: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Of one card in the mean. raw : (n, FACES) as FaceModel gives them"""
    tunnels, door, marks = face_losses(_with_no_door(raw), labels)
    plugs = functional.binary_cross_entropy_with_logits(raw[:, 14], labels[:, PLUG_AT], reduction="none")
    parts = tunnels + SMALL_THINGS * (door + marks) + PLUGS * (plugs * whole_cards(labels)).sum()
    return parts / len(raw)


def told_rightly(raw: torch.Tensor, labels: torch.Tensor) -> dict[str, float]:
    """Shares of the cards shown wholly of which a part of the face, or all of it, is told rightly."""
    shown = (labels[:, WEIGHT_AT] > 0) & (labels[:, SEEN_AT] > SHOWN) & (labels[:, IN_SIGHT_AT] > SHOWN).all(1)
    raw, labels = raw[shown], labels[shown]
    doors = _with_no_door(raw)[:, 10:13].argmax(1)
    linked = labels[:, LINKS_AT]
    parts = {
        "mouths": ((raw[:, 0:4] > 0) == (labels[:, MOUTHS_AT] > 0)).all(1),
        "links": (((raw[:, 4:10] > 0) == (linked > 0)) | (linked < 0)).all(1),
        "door": doors == labels[:, DOOR_AT],
        "crystal": (raw[:, 12] > 0) == (labels[:, MARKS_AT.start] > 0),
        "ladder": (raw[:, 13] > 0) == (labels[:, MARKS_AT.start + 1] > 0),
    }
    parts["face"] = torch.stack(list(parts.values())).all(0)
    return {name: round(float(cards.float().mean()), 4) if len(cards) else 0.0 for name, cards in parts.items()}


def _with_no_door(raw: torch.Tensor) -> torch.Tensor:
    """With a logit of 0 for no door, before those of blue and green ones; without the plug."""
    return torch.cat([raw[:, :10], torch.zeros_like(raw[:, :1]), raw[:, 10:14]], 1)
