"""How well a network answers labelled patches, and the temperatures that make its probabilities honest. No training."""

from __future__ import annotations

import numpy as np

from vision.network import Looks, Presence, Temperatures, looks_from_outputs
from vision.train.lessons import HEIGHT_AT, SEEN_AT, WEIGHT_AT


def figures(raw: np.ndarray, labels: np.ndarray, temperatures: Temperatures) -> dict[str, float]:
    """Shares of right answers. `face` : all mouths, links, door, crystal and ladder right at once."""
    looks = looks_from_outputs(raw, temperatures)
    has_face = labels[:, WEIGHT_AT] > 0
    clear = has_face & (labels[:, SEEN_AT] > 0.9)
    right = parts_right(looks, labels)
    corners = np.abs(looks.corners.reshape(-1, 8) - labels[:, 1:9])[labels[:, 9] > 0]
    out = {
        "presence": float((looks.presence.argmax(1) == labels[:, 0]).mean()),
        "card_or_not": float((_is_card(looks.presence.argmax(1)) == _is_card(labels[:, 0])).mean()),
        "corner_error_card_widths": float(corners.mean()),
        "face": float(np.all(list(right.values()), 0)[has_face].mean()),
    }
    out |= {name: float(good[has_face].mean()) for name, good in right.items()}
    for low, high in ((42, 65), (65, 95), (95, 150)):
        some = clear & (labels[:, HEIGHT_AT] >= low) & (labels[:, HEIGHT_AT] < high)
        out[f"face_{low}_{high}px"] = float(np.all(list(right.values()), 0)[some].mean())
    return {name: round(value, 4) for name, value in out.items()}


def parts_right(looks: Looks, labels: np.ndarray) -> dict[str, np.ndarray]:
    """Which patches have each part of the face right; links count only where both sides are open."""
    links = labels[:, 14:20]
    return {
        "mouths": ((looks.mouths > 0.5) == (labels[:, 10:14] > 0.5)).all(1),
        "links": (((looks.links > 0.5) == (links > 0.5)) | (links < 0)).all(1),
        "door": looks.door.argmax(1) == labels[:, 20],
        "crystal": (looks.crystal > 0.5) == (labels[:, 21] > 0.5),
        "ladder": (looks.ladder > 0.5) == (labels[:, 22] > 0.5),
    }


def fit_temperatures(raw: np.ndarray, labels: np.ndarray) -> Temperatures:
    """Each head's temperature by least log loss over a grid."""
    face = labels[:, WEIGHT_AT] > 0
    faces, truth = raw[face], labels[face]
    asked = truth[:, 14:20] >= 0
    return Temperatures(
        presence=_best(lambda t: _cross_entropy(raw[:, 0:5] / t, labels[:, 0])),
        mouths=_best(lambda t: _binary(faces[:, 13:17] / t, truth[:, 10:14])),
        links=_best(lambda t: _binary((faces[:, 17:23] / t)[asked], truth[:, 14:20][asked])),
        door=_best(lambda t: _cross_entropy(faces[:, 23:26] / t, truth[:, 20])),
        crystal=_best(lambda t: _binary(faces[:, 26] / t, truth[:, 21])),
        ladder=_best(lambda t: _binary(faces[:, 27] / t, truth[:, 22])),
    )


def _best(loss) -> float:  # type: ignore[no-untyped-def]
    grid = np.exp(np.linspace(np.log(0.6), np.log(3.0), 60))
    return float(grid[int(np.argmin([loss(t) for t in grid]))])


def _cross_entropy(logits: np.ndarray, truth: np.ndarray) -> float:
    top = logits.max(1)
    chosen = logits[np.arange(len(logits)), truth.astype(int)]
    return float((top + np.log(np.exp(logits - top[:, None]).sum(1)) - chosen).mean())


def _binary(logits: np.ndarray, truth: np.ndarray) -> float:
    return float((np.logaddexp(0, logits) - logits * truth).mean())


def _is_card(presence: np.ndarray) -> np.ndarray:
    return np.isin(presence, (Presence.TUNNEL, Presence.START, Presence.BACK))
