"""The base game of the 20-year anniversary box of 2024 (S2): what this program plays unless told otherwise."""

from companion.editions.edition import Edition
from companion.editions.parameters import Completer, GoldDeal, GoldDraw, NextStarter, RoundEnd

ANNIVERSARY_2024 = Edition(
    "anniversary-2024",
    sets={
        "self_sabotage": False,  # TOOL-03
        "gold_draw": GoldDraw.MINERS,  # GOLD-01
        "gold_deal": GoldDeal.ONCE_EACH,  # GOLD-04
        "saboteur_completer": Completer.SKIPPED,  # GOLD-05
        "round_end": RoundEnd.NO_PLAYABLE,  # END-08a
        "next_starter": NextStarter.LAST_CARD,  # NEXT-02
        "connection_required": True,  # PLACE-04
    },
)
