"""The Italian text of 2004, taken literally (S3)."""

from companion.editions.amigo_2004 import AMIGO_2004
from companion.editions.edition import Edition
from companion.editions.parameters import Direction, RoundEnd

AMIGO_2004_IT = Edition(
    "amigo-2004-it",
    sets={
        **AMIGO_2004.sets,
        "turn_direction": Direction.CCW,  # CON-05
        "round_end": RoundEnd.HANDS_EMPTY,  # END-08c
    },
)
