"""What the arrays of vision hold, said once: element type, shape and order of axes. No arithmetic, no settings.

Pictures are (row, column); points are (x, y), in pictures x to the right and y down, from the middle of the upper left
pixel. A name's suffix says whether a point is in pixels of a picture, _px, or in millimetres of the table, _mm. Four
corners go round clockwise as a person sees them: N-W, N-E, S-E, S-W of the game's frame, where that is known.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Image: TypeAlias = NDArray[np.uint8]  # (rows, columns, 3) blue, green, red
Images: TypeAlias = NDArray[np.uint8]  # (n, rows, columns, 3) of one size: patches, examples of a deck
FloatImage: TypeAlias = NDArray[np.floating]  # (rows, columns, 3) the same while it is worked on, before rounding
Grey: TypeAlias = NDArray[np.uint8]  # (rows, columns) grey levels
Alpha: TypeAlias = NDArray[np.uint8]  # (rows, columns) how solid: 0 nothing, 255 all of it
Mask: TypeAlias = NDArray[np.bool_]  # (rows, columns) which pixels
Flags: TypeAlias = NDArray[np.bool_]  # (n,) which things
Indices: TypeAlias = NDArray[np.intp]  # (n,) places in another array
Floats: TypeAlias = NDArray[np.floating]  # any shape, said where it stands: float32 from networks, float64 from fits
Plane: TypeAlias = NDArray[np.floating]  # (rows, columns) a number for each pixel or place
Colours: TypeAlias = NDArray[np.floating]  # (n, 4) 8-bit Lab: lightness, green-red, blue-yellow; how lightness varies
Points: TypeAlias = NDArray[np.floating]  # (n, 2) x, y; (2,) is one of them
Quad: TypeAlias = NDArray[np.floating]  # (4, 2) corners x, y
Quads: TypeAlias = NDArray[np.floating]  # (n, 4, 2) corners x, y
Matrix: TypeAlias = NDArray[np.floating]  # (3, 3) rotation, or homography of (x, y, 1); (n, 3, 3) several
