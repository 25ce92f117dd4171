"""The later base rulebook (S0)."""

from companion.editions.edition import Edition
from companion.editions.parameters import GoldDeal, GoldDraw, NextStarter, RoundEnd

REVISED = Edition(
    "revised",
    sets={
        "self_sabotage": True,  # TOOL-03
        "gold_draw": GoldDraw.MINERS,  # GOLD-01
        "gold_deal": GoldDeal.ONCE_EACH,  # GOLD-04
        "round_end": RoundEnd.NO_PLAYABLE,  # END-08a
        "next_starter": NextStarter.LAST_PATH,  # NEXT-02
        "connection_required": True,  # PLACE-04
    },
)
