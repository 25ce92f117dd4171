"""The running table's thresholds, each with its unit and reason. Rule numbers live in editions, not here."""

from __future__ import annotations

AUTO_CONFIDENCE = 0.75  # probability; below it a person is asked, also where the reader itself would not ask
AUTO_LEAD = 0.4  # probability that the best reading must lead the next one by, so that a near tie is never decided
CANDIDATES_MOST = 4  # buttons that fit on a phone without scrolling
CANDIDATE_LEAST = 0.02  # probability; a reading less likely than this is not worth a button
COMMANDS_REMEMBERED = 512  # refused presses whose answer is kept, for a phone that sends one twice
NEW_START = 1_000_000  # versions; the jump at each start, as camera and phones raise the version off the disk too
GAME_TOLD_S = 5.0  # whoever waits for a change asks anew so often, and notices that the evening is over

# simulated players
SWEPT_FROM = 3  # cards too many on the simulated table: then all is swept away, as taking them one by one is tedious
UNSEEN_S = 45.0  # a card lies there and the camera says nothing: even a busy computer has looked again by then
VETOES = 0.35  # probability that whoever holds a veto plays it on a card: often enough to be seen in an evening
PAYS = 0.8  # probability that whoever is asked for a toll pays where he can: refusals are seen, and do not block
ASKED_LIKES = 0.7  # liking; so much less a card is liked for which somebody has to pay, below the gain of one step
