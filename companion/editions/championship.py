"""The world championship's cards of 2016 to 2023 (S2)."""

from companion.editions.cards import ActionCards, Deed, Tool
from companion.editions.edition import Family, Module

_BOTH = (Family.BASE, Family.SECOND)  # WC-01


def _card(year: int, deed: Deed, tools: tuple[Tool, ...] = ()) -> Module:
    return Module(f"wc{year}", adds_actions=(ActionCards(deed, 1, tools),), families=_BOTH)


CHAMPIONSHIP = (
    Module(  # WC16-01; its second copy only plays in the tournament (WC16-03)
        "wc2016", sets={"greedy_dwarves": 1}, excludes=("selfish-dwarf",), box=(("greedy", 2),)
    ),
    _card(2017, Deed.GOAL_SWAP),
    _card(2018, Deed.TREASURE_FINDER),
    _card(2019, Deed.VETO),
    _card(2020, Deed.REVERSE),
    _card(2021, Deed.REPAIR, tuple(Tool)),
    _card(2022, Deed.PIONEER),
    _card(2023, Deed.MOVE_LAST),
)
