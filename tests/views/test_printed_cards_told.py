"""With printed dwarves or gold the app says no more than it knows of how a round ended."""

from __future__ import annotations

from pathlib import Path

import pytest
from at_table import NAMES, done, opened, place, table_view

from companion.live.session import Session
from companion.state import commands as c
from companion.state.commands import ByTable, Supply
from companion.views.model import Stage


def ended(folder: Path, edition: str, roles: Supply, gold: Supply) -> Session:
    """A round of three tunnels that the table ends."""
    session = opened(folder, seed=1)
    for name in NAMES[:4]:
        session.join(name)
    done(session.submit(ByTable(), c.Configure(edition, (), (), roles, Supply.APP, gold)))
    done(session.submit(ByTable(), c.StartGame(0)))
    if table_view(session).stage is Stage.ROLES:
        done(session.submit(ByTable(), c.BeginPlay()))
    for x in (1, 2, 3):
        done(session.submit(ByTable(), place(x, 0)))
    done(session.submit(ByTable(), c.EndRound(forced=True)))
    return session


@pytest.mark.parametrize(("edition", "winners"), [("anniversary-2024", "saboteurs"), ("s2-anniversary", "unknown")])
def test_the_story_and_the_result_name_the_same_winners(tmp_path: Path, edition: str, winners: str) -> None:
    session = ended(tmp_path, edition, Supply.CARDS, Supply.CARDS)
    view = table_view(session)
    told = [line.facts["winners"] for line in view.lines if line.code == "round_scored"]
    assert view.result is not None and (view.result.winners, told) == (winners, [winners])
    session.close()


@pytest.mark.parametrize("roles", [Supply.CARDS, Supply.APP])
@pytest.mark.parametrize("edition", ["anniversary-2024", "s2-anniversary"])
def test_of_gold_that_people_hand_out_nobody_is_told_that_it_was_none(
    tmp_path: Path, edition: str, roles: Supply
) -> None:
    session = ended(tmp_path, edition, roles, Supply.CARDS)
    result = table_view(session).result
    assert result is not None and {score.nuggets for score in result.scores} == {None}
    session.close()
