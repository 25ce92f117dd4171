"""The pages' thresholds, each with its unit and reason. Rule numbers live in editions, not here."""

from __future__ import annotations

from web.allowance import Allowance

JOINS = Allowance(6, every_s=120)  # guests from one address: a family behind one phone at once, room kept for others
CODES = Allowance(5, every_s=120)  # wrong codes from one address: who mistypes has some, one guest cannot use up all
PHOTOS = Allowance(6, every_s=4.0)  # of one phone: each costs some tenths of a second, and after each somebody looks
LINK_S = (
    120.0  # that the link leads here by which a phone comes to film: long enough to scan it and to go past a warning
)
FILM_KEPT_S = 12 * 3600  # that a phone may film without another link: an evening
FRAME_BYTES = 990_000  # of one picture that a phone films; those of its page have some 300,000
VETO_PHONE_S = 12  # in sight; enough to read one card and its place aloud, little enough to wait after each card
VETO_TABLE_S = 20  # in sight; longer than the phones', so that the table screen only answers for phones that sleep
CROWD = 6  # players; a list of more takes two columns, or the table screen would have to be scrolled
SURE_PERCENT = 85  # of a reading's confidence: from six times in seven on, a guest would say that he is sure
LIKELY_PERCENT = 50  # likewise that it is likely: rather this card than all others
OPTIONS_MOST = 40  # house rules in one form; there are fewer
KEY_LETTERS = 64  # of a word that a page sends back, such as a role's; those of this program are shorter
NAME_LETTERS = 40  # of a typed name that are looked at; the rules allow fewer, and say so
DIGITS = 3  # of a number: cards, seats and nuggets are fewer than a thousand
FACE_LETTERS = 24  # of a card in notation: "N|E|S|W" with doors, crystal and ladder is shorter
FARTHEST = 99  # cells from the start card; no maze reaches as far
