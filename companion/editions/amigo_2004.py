"""The rulebook of 2004, as its Spanish and Italian texts share it (S3, S4). The literal Italian text: amigo_2004_it."""

from companion.editions.edition import Edition
from companion.editions.parameters import GoldDeal, GoldDraw, NextStarter, RoundEnd

AMIGO_2004 = Edition(
    "amigo-2004",
    sets={
        "self_sabotage": True,  # TOOL-03
        "gold_draw": GoldDraw.PLAYERS,  # GOLD-01
        "gold_cap_10": 9,  # GOLD-02
        "gold_deal": GoldDeal.UNTIL_GONE,  # GOLD-04
        "round_end": RoundEnd.NO_PLAYABLE,  # END-08b
        "next_starter": NextStarter.LAST_CARD,  # NEXT-02
        "connection_required": True,  # CON-06: not stated; the reading that everybody plays
    },
)
