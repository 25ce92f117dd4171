"""The pages' thresholds, each with its unit and reason. Rule numbers live in editions, not here."""

from __future__ import annotations

from web.allowance import Allowance

JOINS = Allowance(6, every_s=120)  # guests from one address: a family behind one phone at once, room kept for others
VETO_PHONE_S = 12  # in sight; enough to read one card and its place aloud, little enough to wait after each card
VETO_TABLE_S = 20  # in sight; longer than the phones', so that the table screen only answers for phones that sleep
