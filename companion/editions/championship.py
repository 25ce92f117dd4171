"""The world championship's cards of 2016 to 2023 (S2)."""

from companion.editions.cards import ActionCards, Deed, Tool
from companion.editions.edition import Family, Module, ModuleGroup

_ALL = (Family.BASE, Family.SECOND, Family.TOURNAMENT)  # WC-01; the tournament is a variant of the base game


def _card(year: int, deed: Deed, tools: tuple[Tool, ...] = ()) -> Module:
    return Module(f"wc{year}", ModuleGroup.CHAMPIONSHIP, adds_actions=(ActionCards(deed, 1, tools),), families=_ALL)


CHAMPIONSHIP = (
    Module(  # WC16-01; in the tournament both copies are among its dwarves already (WC16-03, TOUR-01)
        "wc2016",
        ModuleGroup.CHAMPIONSHIP,
        sets={"greedy_dwarves": 1},
        excludes=("selfish-dwarf",),
        box=(("greedy", 2),),
    ),
    _card(2017, Deed("goal_swap")),
    _card(2018, Deed("treasure_finder")),
    _card(2019, Deed("veto")),
    _card(2020, Deed("reverse")),
    _card(2021, Deed("repair"), tuple(Tool)),
    _card(2022, Deed("pioneer")),
    _card(2023, Deed("move_last")),
)
