"""Variants for the base game that only change numbers. Another one is another entry here, and its texts."""

from companion.editions.edition import Module, ModuleGroup
from companion.editions.parameters import SkipSabotaged

SABOTAGED_DWARF = Module(  # SABD-01: miners with a broken tool get no gold (S2)
    "sabotaged-dwarf",
    ModuleGroup.VARIANTS,
    sets={"skip_sabotaged": SkipSabotaged.SKIP},
    excludes=("competitive-miners",),
)

VARIANTS = (SABOTAGED_DWARF,)
