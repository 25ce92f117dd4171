"""The anniversary box's variant for the base game: miners with a broken tool get no gold (S2)."""

from companion.editions.edition import Module
from companion.editions.parameters import SkipSabotaged

SABOTAGED_DWARF = Module(  # SABD-01
    "sabotaged-dwarf", sets={"skip_sabotaged": SkipSabotaged.SKIP}, excludes=("competitive-miners",)
)
