"""What simulated players like and how long they wait, each with its unit and reason."""

from __future__ import annotations

STEP_S = 0.7  # between two things that simulated players do: slow enough to follow
SWEPT_FROM = 3  # cards too many on the simulated table: then all is swept away, as taking them one by one is tedious
UNSEEN_S = 45.0  # a card lies there and the camera says nothing: even a busy computer has looked again by then
VETOES = 0.35  # probability that whoever holds a veto plays it on a card: often enough to be seen in an evening
PAYS = 0.8  # probability that whoever is asked for a toll pays where he can: refusals are seen, and do not block
ASKED_LIKES = 0.7  # liking; so much less a card is liked for which somebody has to pay, below the gain of one step
