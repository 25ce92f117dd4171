"""The drawing that examines the reader. It shares no cloth, hand, thing or camera with what teaches it (vision/train).

Only the decks' art is common. Seeds from EXAM on are for examining: nothing was trained on them, no threshold was
chosen by them and nobody looked at them to mend a reader; seeds from DEVELOPMENT on are there to look at.
"""

EXAM = 3_000_000_000
DEVELOPMENT = 4_000_000_000
