"""Simulated players are dealt a card that only the register knows, and play it."""

from __future__ import annotations

from pathlib import Path

import ferret
from at_table import opened, seat_view
from demo_night import demo, opened_demo, play

from companion.demo.players import Players
from companion.rules.audit import audit
from companion.state import commands as c
from companion.views.model import Stage


def test_a_simulated_player_plays_it_and_a_restart_knows_it(tmp_path: Path) -> None:
    with ferret.in_the_box():
        session, table = demo(tmp_path, 4, 3, c.Configure("revised", ("ferrets",)))
        assert any(card.what == ferret.KEY for seat in range(4) for card in seat_view(session, seat).hand_cards or ())
        play(Players(3), session, table, Stage.ROUND_OVER, 40)
        sent = [step for step in session._ledger.story.steps if isinstance(step.command, ferret.SendFerret)]
        assert sent
        before = session._ledger.story.game
        assert audit(before) == ()
        hands = [seat_view(session, seat).hand_cards for seat in range(4)]
        session.close()
        again = opened_demo(tmp_path)
        assert again._ledger.story.game == before
        assert [seat_view(again, seat).hand_cards for seat in range(4)] == hands
        again.close()


def test_without_its_module_a_journal_that_holds_it_is_put_aside_whole(tmp_path: Path) -> None:
    with ferret.in_the_box():
        session, _ = demo(tmp_path, 4, 3, c.Configure("revised", ("ferrets",)))
        session.close()
    session = opened(tmp_path)
    assert [path.name for path in tmp_path.glob("*damaged*")]
    session.close()
