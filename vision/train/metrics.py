"""How well the recognition network answers labelled patches. No training."""

from __future__ import annotations

import numpy as np

from vision.arrays import Flags, Floats
from vision.detection.card_estimates import CardEstimates, Presence
from vision.detection.card_network import Temperatures, estimates_from_outputs
from vision.train.dataset.face_labels import (
    CORNERS_AT,
    CORNERS_WEIGHT_AT,
    CRYSTAL_AT,
    DOOR_AT,
    HEIGHT_AT,
    IN_SIGHT_AT,
    LADDER_AT,
    LINKS_AT,
    MOUTHS_AT,
    PRESENCE_AT,
    SEEN_AT,
    WEIGHT_AT,
)


def figures(raw: Floats, labels: Floats, temperatures: Temperatures) -> dict[str, float]:
    """Shares of right answers. `face` : all mouths, links, door, crystal and ladder right at once."""
    looks = estimates_from_outputs(raw, temperatures)
    has_face = labels[:, WEIGHT_AT] > 0
    clear = has_face & (labels[:, SEEN_AT] > 0.9)
    right = parts_right(looks, labels)
    corners = np.abs(looks.corners.reshape(-1, 8) - labels[:, CORNERS_AT])[labels[:, CORNERS_WEIGHT_AT] > 0]
    out = {
        "presence": float((looks.presence.argmax(1) == labels[:, PRESENCE_AT]).mean()),
        "card_or_not": float((_is_card(looks.presence.argmax(1)) == _is_card(labels[:, PRESENCE_AT])).mean()),
        "corner_error_card_widths": float(corners.mean()),
        "face": float(np.all(list(right.values()), 0)[has_face].mean()),
    }
    out |= {name: float(good[has_face].mean()) for name, good in right.items()}
    seen, shown = (looks.in_sight > 0.5)[has_face], labels[:, IN_SIGHT_AT][has_face]
    out["hidden_places_told"] = float((~seen)[shown < 0.3].mean())
    out["places_in_sight_told"] = float(seen[shown > 0.95].mean())
    for low, high in ((42, 65), (65, 95), (95, 150)):
        some = clear & (labels[:, HEIGHT_AT] >= low) & (labels[:, HEIGHT_AT] < high)
        out[f"face_{low}_{high}px"] = float(np.all(list(right.values()), 0)[some].mean())
    return {name: round(value, 4) for name, value in out.items()}


def parts_right(looks: CardEstimates, labels: Floats) -> dict[str, Flags]:
    """Which patches have each part of the face right; links count only where both sides are open."""
    links = labels[:, LINKS_AT]
    return {
        "mouths": ((looks.mouths > 0.5) == (labels[:, MOUTHS_AT] > 0.5)).all(1),
        "links": (((looks.links > 0.5) == (links > 0.5)) | (links < 0)).all(1),
        "door": looks.door.argmax(1) == labels[:, DOOR_AT],
        "crystal": (looks.crystal > 0.5) == (labels[:, CRYSTAL_AT] > 0.5),
        "ladder": (looks.ladder > 0.5) == (labels[:, LADDER_AT] > 0.5),
    }


def _is_card(presence: Floats) -> Flags:
    return np.isin(presence, (Presence.TUNNEL, Presence.START, Presence.BACK))
