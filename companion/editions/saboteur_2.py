"""Saboteur 2: as the anniversary box prints it (S2) and as Board Game Arena plays it (S1)."""

from companion.editions.boxes import BASE_ACTIONS, BASE_PATHS, SECOND_ACTIONS, SECOND_DWARVES, SECOND_PATHS
from companion.editions.edition import Edition, Family
from companion.editions.parameters import Discard2Scope, Geologist, HandSize, NextStarter, RoundEnd, Scoring

_COMMON = {
    "least": 2,  # S2R-01
    "most": 12,
    "paths": BASE_PATHS + SECOND_PATHS,
    "actions": BASE_ACTIONS + SECOND_ACTIONS,
    "pools": tuple((players, SECOND_DWARVES) for players in range(2, 13)),  # S2R-03
    "hand_size": HandSize.SIX,  # S2R-02
    "most_discards": 3,  # S2T-01
    "scoring": Scoring.TEAMS,
    "self_sabotage": False,  # TOOL-03
    "next_starter": NextStarter.LAST_CARD,  # S2G-07
}

SECOND_ANNIVERSARY = Edition(
    "s2-anniversary",
    sets={**_COMMON, "set_aside": 10},  # S2R-02
    family=Family.SECOND,
)

SECOND_BGA = Edition(
    "bga-s2",
    sets={
        **_COMMON,
        "set_aside": 0,  # CON-17
        "maps": 5,  # COMP-02
        "geologist": Geologist.CRYSTAL_CARDS,  # CON-15
        "s2_discard2_scope": Discard2Scope.SABOTAGE,  # CON-19
        "hands_off_own": False,  # S2A-04: a thief that another player has used
        "solo_wins": False,  # CON-21: the boss gets gold if the green or the blue miners reach it
        "round_end": RoundEnd.HANDS_EMPTY,  # END-08d, as in that rulebook's base game
    },
    family=Family.SECOND,
    only_with=("visible-gold",),  # BGA-06
)
