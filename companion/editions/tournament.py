"""The official tournament of the anniversary box, for five to nine players (S2)."""

from companion.editions.anniversary_2024 import ANNIVERSARY_2024
from companion.editions.boxes import TOURNAMENT_POOLS
from companion.editions.edition import Edition, Family
from companion.editions.parameters import Scoring
from companion.maze.geometry import Cell

TOURNAMENT = Edition(
    "tournament",
    sets={
        **ANNIVERSARY_2024.sets,
        "least": 5,  # TOUR-01
        "most": 9,
        "pools": TOURNAMENT_POOLS,
        "midway": Cell(4, 0),  # TOUR-02
        "hand_table": ((5, 6), (7, 5), (9, 4)),  # TOUR-03
        "scoring": Scoring.FIXED,  # TOUR-04
        "saboteur_reward": ((1, 4), (2, 3), (3, 3)),
    },
    family=Family.TOURNAMENT,
)
