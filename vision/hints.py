"""What a person could mend though the table was found: distance, place and light. Why none was found: calibrate."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.live.observe import Hint, SeenCard
from vision.field import field_mm
from vision.pose import TablePose
from vision.settings import READ


def hints_for(pose: TablePose, cards: Sequence[SeenCard], image: np.ndarray) -> tuple[Hint, ...]:
    """Best mended first."""
    return (*_light(image), *_place(pose), *_size(cards))


def _size(cards: Sequence[SeenCard]) -> tuple[Hint, ...]:
    quads = [np.array(card.quad_px) for card in cards]
    if not quads:
        return ()
    farthest = min(quads, key=lambda quad: float(np.linalg.norm(quad[3] - quad[0])))
    high, wide = np.linalg.norm(farthest[3] - farthest[0]), np.linalg.norm(farthest[1] - farthest[0])
    if high < READ.small_card_px:
        return (Hint("table.small", f"The far cards are only {wide:.0f} pixels wide. Move the camera closer."),)
    if high < READ.door_card_px:
        sure = f"The far cards are only {wide:.0f} pixels wide: doors cannot be told at this size."
        return (Hint("table.doors_small", f"{sure} Move the camera closer if you play with doors."),)
    return ()


def _place(pose: TablePose) -> tuple[Hint, ...]:
    """Which way the camera has to turn, in the picture's own directions."""
    corners, (width, height) = pose.project(field_mm(pose.goals)), pose.size_px
    if not np.isfinite(corners).all():
        return ()
    out = {
        "left": corners[:, 0].min() < -READ.cut_off_px,
        "right": corners[:, 0].max() > width + READ.cut_off_px,
        "up": corners[:, 1].min() < -READ.cut_off_px,
        "down": corners[:, 1].max() > height + READ.cut_off_px,
    }
    ways = [way for way, beyond in out.items() if beyond]
    if not ways:
        return ()
    if len(ways) == 1:
        code, mend = f"table.turn_{ways[0]}", f"Turn the camera a little {_TO[ways[0]]}"
    else:
        code, mend = "table.cut_off", "Move the camera back"
    return (Hint(code, f"A part of the play area is outside the picture. {mend}."),)


_TO = {"left": "to the left", "right": "to the right", "up": "up", "down": "down"}


def _light(image: np.ndarray) -> tuple[Hint, ...]:
    bright = image[::8, ::8].max(2)
    if np.percentile(bright, 90) < READ.dim_level:
        return (Hint("table.dim", "It is rather dark. More light would help."),)
    if (image[::8, ::8].min(2) > READ.glare_level).mean() > READ.glare_share:
        return (Hint("table.glare", "A lamp or a window shines into the picture. Move it or the camera a little."),)
    return ()
