"""The anniversary box's five mini expansions, as far as they are numbers (S2)."""

from companion.editions.edition import Family, Module

_BOTH = (Family.BASE, Family.SECOND)

MINI_EXPANSIONS = (
    Module(  # TOLL-01, TOLL-02
        "toll-tunnel",
        sets={"start_nuggets": 1, "toll_dwarves": 2},
        families=_BOTH,
        playable=False,
        box=(("toll_dwarves", 2), ("tokens", 2)),
    ),
    Module("fashion-department", sets={"dwarf_changes": 1}, families=_BOTH, playable=False),  # FASH-01
    Module("tunnel-party", sets={"redeals": 1}, families=_BOTH, playable=False),  # PARTY-01
    Module(  # CHAL-01
        "new-challenges",
        sets={"goals_in_box": 8, "goals_laid": 5},
        families=_BOTH,
        playable=False,
        box=(("goals", 8),),
    ),
    Module(  # CHEST-01
        "treasure-chests",
        sets={"chests": 4},
        families=_BOTH,
        playable=False,
        box=(("path", 7), ("chests", 10)),
    ),
)
