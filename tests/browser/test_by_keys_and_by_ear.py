"""A whole round on a phone's page without a pointer: with keys only, and with nothing but the accessibility tree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from card_night import CardNight, Deal
from readers import ByEar, ByKeys, Reader

from companion.cards.repair_tool import RepairTool
from companion.editions.cards import Tool
from companion.state import commands as c
from companion.state.round_end import TakeGold
from companion.state.seat_commands import SeeResult
from companion.views.model import Stage

pytestmark = pytest.mark.browser

DEAL = Deal(("miner", "miner", "miner"), goals=("coal", "gold", "coal"))


@pytest.mark.parametrize("reader", [ByKeys, ByEar])
def test_a_round_is_played(night: Callable[..., CardNight], reader: type[Reader]) -> None:
    table_of = night(DEAL)
    table_of.table_does(c.Configure("anniversary-2024"))
    phone = table_of.phone(0)
    ana, say = reader(phone.page), phone.say
    table_of.table_does(c.StartGame(0))
    looks_at_her_role(table_of, ana, say)

    lays(ana, say, "1 ahead, seen from the start")
    ana.reads("row of the start: start, straight ahead-back (the newest); a goal 8 ahead, face down")
    table_of.dig((2, 0, "EW"), (3, 0, "NESW"))
    peeks(ana, say)
    table_of.dig((4, 0, "EW"), (5, 0, "EW"))
    breaks_cleos_lamp(ana, say)
    table_of.dig((6, 0, "EW"))
    table_of.do(2, RepairTool(2, Tool.LAMP))

    lays(ana, say, "7 ahead, seen from the start")
    ana.reads(say("goal.reached"))
    ana.press(say("goal.laid"))
    keeps_gold(table_of, ana, say)
    ana.reads(say("winners.title.miners"))
    for seat in (1, 2):
        table_of.do(seat, SeeResult())
    ana.press(say("round.seen"))
    ana.reads(say("role.hold"))
    assert table_of.view().round == 2


def looks_at_her_role(table_of: CardNight, ana: Reader, say: Any) -> None:
    ana.reads(say("role.hold"))
    assert say("role.miner") in ana.holds(say("role.hold"))
    assert say("role.miner.goal") not in ana.text()
    ana.press(say("role.seen"))
    for seat in (1, 2):
        table_of.do(seat, c.RoleSeen())
    ana.reads(say("turn.mine.play"), "row of the start: start; a goal 8 ahead, face down")


def lays(ana: Reader, say: Any, place: str) -> None:
    ana.reads(say("turn.mine.play"))
    ana.press(f"^{say('act.place')}")
    ana.reads(say("place.choose_cell"))
    ana.press(f"^{place}$")
    ana.reads(say("place.choose_card"))
    ana.press("^straight ahead-back$")


def peeks(ana: Reader, say: Any) -> None:
    ana.reads(say("turn.mine.play"), "crossing (the newest)")
    ana.press(f"^{say('act.map')}")
    ana.press(f"{say('goal.middle')}$")
    ana.reads(say("peek.hold"))
    assert say("goal.gold") in ana.holds(f"^{say('peek.hold')}")
    assert say("goal.gold") not in ana.text()
    ana.press(say("peek.done"))


def breaks_cleos_lamp(ana: Reader, say: Any) -> None:
    ana.reads(say("turn.mine.play"))
    ana.press(f"^{say('act.break')}")
    ana.press(f"^{say('target.tool', name='Cleo', tool=say('tool.lamp'))}$")
    ana.reads(say("broken.lamp"))


def keeps_gold(table_of: CardNight, ana: Reader, say: Any) -> None:
    """Whoever holds sees nuggets; nobody is asked which of equal cards."""
    while table_of.view().stage is Stage.DRAFT:
        draft = table_of.view().draft
        assert draft is not None
        if draft.seat:
            table_of.do(draft.seat, TakeGold(0))
            continue
        ana.reads(say("draft.hold"))
        assert "nugget" not in ana.text()
        assert "nugget" in ana.holds(say("draft.hold"))
        version = table_of.session.version
        ana.press(f"^({say('draft.keep_it')}|{say('draft.keep_this', number=1)})$")
        table_of.session.wait(version, 10)
