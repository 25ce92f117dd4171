"""From a file or an array of any kind to a picture that can be read, or the reason why not. It sees no table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.live.observe import Hint
from vision.settings import READ

NO_PICTURE = Hint("picture.none", "The file is not a picture that can be read.")
NO_MEMORY = Hint("picture.too_large", "The picture is too large to be read.")


def load_picture(path: Path) -> tuple[np.ndarray | None, str]:
    """The picture in a file, upright, BGR uint8; or None with the reason. Of a moving picture it is the first."""
    try:
        if path.exists() and not path.is_file():  # a folder, or a device that never ends
            return None, "The file cannot be opened: it is no file."
        if path.stat().st_size > READ.largest_file_bytes:
            return None, NO_MEMORY.text
        data = np.fromfile(path, np.uint8)
    except (OSError, ValueError) as error:
        return None, f"The file cannot be opened: {getattr(error, 'strerror', None) or error}."
    except MemoryError:
        return None, NO_MEMORY.text
    if not data.size:
        return None, "The file is empty."
    try:
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except cv2.error as error:
        return None, NO_MEMORY.text if "MAX_IMAGE" in str(error) or "Insufficient" in str(error) else NO_PICTURE.text
    except MemoryError:
        return None, NO_MEMORY.text
    picture = as_picture(image)
    return (None, picture.text) if isinstance(picture, Hint) else (picture, "")


def as_picture(image: Any) -> np.ndarray | Hint:
    """BGR uint8 from grey, with alpha, of 16 bits or floating; or why it is no picture."""
    if not isinstance(image, np.ndarray) or image.ndim not in (2, 3) or not image.size:
        return NO_PICTURE
    picture = image[..., None] if image.ndim == 2 else image
    if picture.shape[2] not in (1, 3, 4) or picture.dtype.kind not in "uifb":
        return NO_PICTURE
    picture = _eight_bits(picture)
    if picture.shape[2] == 1:
        picture = np.repeat(picture, 3, 2)
    return np.ascontiguousarray(picture[..., :3])


def _eight_bits(picture: np.ndarray) -> np.ndarray:
    if picture.dtype == np.uint8:
        return picture
    if picture.dtype == np.uint16:
        return (picture >> 8).astype(np.uint8)
    if picture.dtype == bool:
        return picture.astype(np.uint8) * 255
    levels = np.nan_to_num(picture.astype(np.float32), nan=0.0, posinf=255.0, neginf=0.0)
    scale = 255.0 if picture.dtype.kind == "f" and levels.max() <= 1.0 else 1.0
    return np.clip(levels * scale, 0, 255).astype(np.uint8)
