"""The base game as Board Game Arena plays it (S1), and the five variants that it offers."""

from companion.editions.edition import Edition, Module, ModuleGroup
from companion.editions.parameters import (
    GoldDeal,
    GoldDeck,
    GoldDraw,
    GoldPick,
    HandSize,
    RoundEnd,
    SkipSabotaged,
    Visibility,
)

BGA = Edition(
    "bga",
    sets={
        "hand_size": HandSize.FIVE,  # SETUP-07
        "maps": 5,  # COMP-02
        "self_sabotage": False,  # TOOL-03
        "gold_draw": GoldDraw.PLAYERS,  # GOLD-01
        "gold_deal": GoldDeal.UNTIL_GONE,  # GOLD-04
        "gold_pick": GoldPick.AUTO_BEST,  # GOLD-06
        "round_end": RoundEnd.HANDS_EMPTY,  # END-08d
    },
)

OLD_MINE = Module("old-mine", ModuleGroup.VARIANTS, sets={"gold_deck": GoldDeck.OLD_MINE}, only_on=("bga",))  # BGA-02

NEW_MINE = Module(  # BGA-03
    "new-mine",
    ModuleGroup.VARIANTS,
    sets={"gold_draw": GoldDraw.MINERS, "gold_deal": GoldDeal.ONCE_EACH},
    only_on=("bga",),
)

COMPETITIVE_MINERS = Module(  # BGA-04
    "competitive-miners",
    ModuleGroup.VARIANTS,
    sets={"skip_sabotaged": SkipSabotaged.UNCOUNTED},
    only_on=("bga",),
    excludes=("sabotaged-dwarf",),
)

SELFISH_DWARF = Module(  # BGA-05
    "selfish-dwarf", ModuleGroup.VARIANTS, sets={"greedy_dwarves": 1}, only_on=("bga",), excludes=("wc2016",)
)

VISIBLE_GOLD = Module(  # BGA-06
    "visible-gold", ModuleGroup.VARIANTS, sets={"gold_visibility": Visibility.OPEN}, only_on=("bga", "bga-s2")
)

BGA_VARIANTS = (OLD_MINE, NEW_MINE, COMPETITIVE_MINERS, SELFISH_DWARF, VISIBLE_GOLD)
