"""Views with the cards of other boxes, typed by hand: every question, every mark, the end of a round of teams."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

from sample_views import HAND, OVER, ROLES_STAGE, TABLE, maze, phone, seats

from companion.cards.register import cards
from companion.editions.cards import Mark, Tool
from companion.editions.parameters import Direction
from companion.maze.geometry import GOAL_CELLS, Cell, Side
from companion.state.commands import GoalKind
from companion.views import model as m

MARKED = tuple(
    replace(seat, marks={1: (Mark.THIEF,), 2: (Mark.TRAPPED,), 3: (Mark.THIEF, Mark.TRAPPED)}.get(seat.seat, ()))
    for seat in seats(1)
)
DUG = maze()
RICH_MAZE = replace(
    DUG,
    cards=(
        *(replace(c, face={(2, 1): "NSb", (4, 1): "ESW*", (1, 0): "W^"}.get(c.cell, c.face)) for c in DUG.cards),
        m.CardView(Cell(5, 1), "covered", None, chest=True),
        m.CardView(Cell(6, -1), "path", "NS|EW", linked=True),
        m.CardView(Cell(6, -2), "path", "NW|ES"),
        m.CardView(Cell(4, -3), "site", None),
        m.CardView(Cell(7, 1), "path", "NSg|E"),
    ),
    y_min=-3,
    tolls=(m.TollView(Cell(5, -1), Side.S, Cell(5, 0), 3), m.TollView(Cell(0, 0), Side.N, Cell(0, -1), 0)),
    site=m.SiteView(Cell(4, -3), "redeal", False),
    crystals=2,
)
RICH: dict[str, Any] = {
    "seats": MARKED, "maze": RICH_MAZE, "direction": Direction.CCW, "reversed": True, "tolls_left": 1,
    "maps_barred": True, "marks_in_play": (Mark.THIEF, Mark.TRAPPED), "my_purse": 2,
}  # fmt: skip
OFFERS = m.OffersView(
    place=True,
    cards=(
        m.CardOfferView("break", tuple(m.Way(0, tool) for tool in Tool)),
        m.CardOfferView("repair", (m.Way(1, Tool.LAMP),)),
        *(
            m.CardOfferView(card, tuple(m.Way(seat) for seat in at))
            for card, at in (
                ("hands_off", (1, 3)), ("trap", (0, 4)), ("free", (2, 3)), ("inspect", (0, 2, 3, 4)),
                ("swap_hats", (0, 1, 2, 3, 4)), ("swap_hands", (0, 2, 3, 4)),
            )
        ),
        *(m.CardOfferView(card, (m.Way(),)) for card in ("thief", "treasure_finder", "reverse", "pioneer")),
        m.CardOfferView("rockfall", (m.Way(cells=(Cell(1, 0),)), m.Way(cells=(Cell(5, 1),)))),
        m.CardOfferView("map", tuple(m.Way(cells=(cell,)) for cell in (*GOAL_CELLS, Cell(5, 1)))),
        m.CardOfferView("goal_swap", tuple(m.Way(cells=two) for two in combinations(GOAL_CELLS, 2))),
        m.CardOfferView(
            "move_last",
            (m.Way(cells=(Cell(4, -2),)), m.Way(cells=(Cell(5, 2),)), m.Way(cells=(Cell(5, 2),), turned=True)),
        ),
    ),
    discards=(1, 2, 3),
    trade_tools=(Tool.LAMP,),
    trade_marks=(Mark.THIEF,),
    set_toll=(m.EndView(Cell(4, -1), Side.N), m.EndView(Cell(5, -2), Side.W), m.EndView(Cell(0, 0), Side.S)),
    pay_toll=(m.PayersView(Cell(5, 0), (0, 1, 2)), m.PayersView(Cell(0, -1), ())),
)  # fmt: skip
HELD = m.HeldView("path", cells=(Cell(5, 0),), face="NSW")


def asked(what: str, *, seat: int | None = 0, of: tuple[int, ...] = (1,), mine: bool = True, **more: Any) -> m.AskView:
    return m.AskView(what, seat, of, mine, **more)


EFFECTS = tuple(range(1, 11))
ASKS = {
    "veto": asked("veto", of=(1, 2), held=m.HeldView("trap", target=3)),
    "toll": asked("toll", owner=3, held=HELD, cells=(Cell(5, 0),)),
    "midway": asked("midway", seat=None, of=(), cells=(Cell(4, 0),), faces=("EW", "NE", "NSW", "N|E|S")),
    "choose_dwarf": asked("choose_dwarf", seat=1, seats=(0, 2, 3)),
    "take_card": asked("take_card", seat=1, seats=(0, 2, 3)),
    "lay_cover": asked("lay_cover", seat=1, cells=(Cell(5, 1),), faces=("NE", "SW"), turned=(False, True)),
    "tell_chest": asked("tell_chest", seat=1, cells=(Cell(5, 1),), faces=("NE", "SW", "EW"), effects=EFFECTS),
    "shift_goal": asked("shift_goal", seat=1, cells=GOAL_CELLS, ways=((Side.E, Side.N), (Side.E,), (Side.E, Side.S))),
    "chore": asked("chore", seat=1, chore="keep_drawn", cards=3),
    "theft": asked("theft", seat=1, seats=(0, 3)),
}  # fmt: skip
ASK_OFFERS = {
    "veto": m.OffersView(veto=True),
    "toll": m.OffersView(can_pay=True),
    "theft": m.OffersView(decline=True),
}
ACCOUNT = tuple(
    m.AccountView(code, facts)
    for code, facts in (
        ("trapped", {"seat": 4}), ("sabotaged", {"seat": 3}), ("thief_trapped", {"seat": 4}), ("nobody_won", {}),
        ("winner", {"seat": 2, "nuggets": 5}), ("winners", {"seats": ("0", "1"), "nuggets": 4}),
        ("less_boss", {"seat": 0, "less": 1, "nuggets": 3}),
        ("less_profiteer", {"seat": 2, "less": 2, "nuggets": 1}), ("crystals", {"seat": 3, "nuggets": 2}),
        ("crystals_shared", {"seats": ("3", "4"), "crystals": 5, "nuggets": 2}),
        ("completer", {"seats": ("1",), "nuggets": 3}), ("others", {"seats": ("0", "2"), "nuggets": 2}),
        ("saboteurs", {"seats": ("4",), "nuggets": 4}), ("cards_round", {"seats": ("0", "1", "0")}),
        ("thieves_order", {"seats": ("4", "1")}), ("thief_takes", {"seat": 4}), ("thieves_take", {"seats": ("4", "1")}),
    )
)  # fmt: skip
TEAM_ROLES = ("boss", "blue", "green", "geologist", "saboteur")
RESULT = m.ResultView(
    1, "blue", "gold",
    tuple(m.ScoreView(i, n, i in (0, 1), TEAM_ROLES[i]) for i, n in enumerate((3, 4, 0, 2, -1))),
    finisher=1,
    teams=(m.TeamView("blue", True), m.TeamView("green", False, (Cell(2, 1),))),
    crystals=2,
    earned=(
        m.EarningView(0, "share", 3), m.EarningView(1, "share", 4), m.EarningView(3, "crystals", 2),
        m.EarningView(4, "toll", -1), m.EarningView(1, "cards", cards=2),
    ),
    thefts=(m.TheftView(4), m.TheftView(1, True, 0), m.TheftView(3, True, 1), m.TheftView(1, True, None)),
    account=ACCOUNT,
)  # fmt: skip
ENDED = {
    **OVER,
    **RICH,
    "seats": tuple(replace(seat, role=role) for seat, role in zip(seats(None), TEAM_ROLES, strict=True)),
    "result": RESULT,
}
CARD_HAND = (
    *HAND,
    *(m.HandCardView(20 + i, card.key) for i, card in enumerate(cards()) if card.key not in {c.what for c in HAND}),
)
CHALLENGE = m.GoalTaskView("lay", 1, (Cell(8, 0),), GoalKind.SACK, ("NEW", "ESW"), (False, True), nuggets=2)
TELL_CHALLENGE = m.GoalTaskView(
    "tell", 1, (Cell(8, 0),),
    choices=(
        m.GoalChoiceView(GoalKind.GOLD, 0, ("NESW",)), m.GoalChoiceView(GoalKind.SACK, 2, ("NEW", "ESW")),
        m.GoalChoiceView(GoalKind.DRAGON, 0, ("EW",)), m.GoalChoiceView(GoalKind.SPIDER, 0, ("NESW",)),
    ),
)  # fmt: skip
SHOWN = dict(zip(GOAL_CELLS, ("dragon", "spider", "sack"), strict=True))
CREATURES = maze(goals={cell: (GoalKind(kind), "NESW") for cell, kind in SHOWN.items()})


def question(what: str) -> dict[str, Any]:
    turn = None if what in ("midway", "theft") else 0
    return {**RICH, "stage": m.Stage.ASK, "ask": ASKS[what], "offers": ASK_OFFERS.get(what, m.OffersView()),
            "turn": turn, "waiting_for": ASKS[what].of}  # fmt: skip


CARD_PHONE_VIEWS: dict[str, m.View] = {
    "play": phone(**RICH, offers=OFFERS),
    "play-hand": phone(**RICH, offers=OFFERS, hand_cards=CARD_HAND),
    "pioneer": phone(**RICH, offers=m.OffersView(place=True, stop_pioneering=True), pioneer_left=2),
    "nothing": phone(**RICH, offers=m.OffersView(discards=(1,))),
    **{f"ask-{what}": phone(**question(what)) for what in ASKS},
    "ask-other": phone(**question("veto") | {"ask": replace(ASKS["veto"], mine=False, of=(2,)), "waiting_for": (2,)}),
    "inspect": phone(**RICH, stage=m.Stage.INSPECT, offers=m.OffersView(),
                     inspection=m.InspectionView(1, 3, "geologist")),
    "inspect-printed": phone(**RICH, stage=m.Stage.INSPECT, inspection=m.InspectionView(1, 3)),
    "inspect-other": phone(0, **RICH, stage=m.Stage.INSPECT, inspection=m.InspectionView(1, 3)),
    "peek-chest": phone(**RICH, stage=m.Stage.PEEK, peek=m.PeekView(1, Cell(5, 1), face="NE", effect=5)),
    "peek-sack": phone(**RICH, stage=m.Stage.PEEK, peek=m.PeekView(1, Cell(8, 0), GoalKind.SACK, "NEW", 2)),
    "goal-lay": phone(**RICH, stage=m.Stage.GOAL, goal=CHALLENGE),
    "goal-tell": phone(**RICH, stage=m.Stage.GOAL, goal=TELL_CHALLENGE),
    "creatures": phone(**RICH | {"maze": CREATURES}),
    "round-over": phone(**ENDED),
    "next-roles": phone(**ROLES_STAGE, last_result=RESULT),
    "next-round": phone(**RICH, last_result=RESULT),
}  # fmt: skip
CARD_TABLE_VIEWS: dict[str, m.View] = {
    "play": replace(TABLE, **{k: v for k, v in RICH.items() if k != "my_purse"}),
    **{f"ask-{what}": replace(TABLE, **question(what)) for what in ASKS if what != "theft"},
    "ask-theft": replace(TABLE, **question("theft") | {
        "ask": replace(ASKS["theft"], mine=False, seats=()), "offers": m.OffersView()}),
    "inspect": replace(TABLE, **RICH, stage=m.Stage.INSPECT, inspection=m.InspectionView(1, 3)),
    "goal-tell": replace(TABLE, **RICH, stage=m.Stage.GOAL, goal=TELL_CHALLENGE),
    "round-over": replace(TABLE, **ENDED),
}  # fmt: skip
