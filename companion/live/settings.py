"""The running table's thresholds, each with its unit and reason. Rule numbers live in editions, not here."""

from __future__ import annotations

AUTO_CONFIDENCE = 0.75  # probability; below it a person is asked, also where the reader itself would not ask
AUTO_LEAD = 0.4  # probability that the best reading must lead the next one by, so that a near tie is never decided
CANDIDATES_MOST = 4  # buttons that fit on a phone without scrolling
CANDIDATE_LEAST = 0.02  # probability; a reading less likely than this is not worth a button
DOUBT_LEAST = 0.1  # likewise, where a card lies there already: of three misread ones the right face had 0.2 and more
LAYOUT_DIFFERS_FROM = 3  # cards that lie there unasked: more than a hand lays at once, so the layouts differ
DOUBTS_MOST = 2  # cards that come into doubt on one board: of 48 filmed rounds none had two; more is the light
COMMANDS_REMEMBERED = 512  # refused presses whose answer is kept, for a phone that sends one twice
NEW_START = 1_000_000  # versions; the jump at each start, as camera and phones raise the version off the disk too
DISK_TRIED_S = 5.0  # a disk that took nothing is tried again so often; a write to a sick one may take seconds
GAME_TOLD_S = 5.0  # whoever waits for a change asks anew so often, and notices that the evening is over
CODE_TRIES = 100  # wrong codes for one phone's seat, whoever types them; then only the table lets somebody sit there
GONE_S = 20.0  # a phone that is put into a pocket for a moment is not gone
COMES_S = 10.0  # after joining, a phone comes for its page at once; one that never does makes room in a full lobby
REQUESTS_A_SEAT = 3  # phones that may ask for one seat at a time: a stranger who asks first keeps nobody out
