"""Numbers from pictures: finds the table, finds the cards, says what they are and how sure it is. Knows no rules."""

import os

# Before OpenCV is loaded: a file of a few bytes may claim a picture of gigabytes. No camera has more than this.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(220_000_000))
