"""The window, stage by stage: what one phone is shown, what all are shown, and what nobody is shown."""

from __future__ import annotations

from pathlib import Path

import card_words as w
import pytest
from at_table import NAMES, code, done, opened, place, seat_view, table_view
from worlds import Script

from companion.live.session import Session
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.decide import new_game
from companion.state import commands as c
from companion.state import events as e
from companion.state.commands import BySeat, ByTable, GoalCard, GoalKind, Supply
from companion.state.secret import Secret
from companion.views.lines import line_for
from companion.views.model import SeatViewer, Stage, TableViewer
from companion.views.project import Desk, project

GOLD = GoalCard(GoalKind.GOLD, Face.parse("NESW"))
COAL = (GoalCard(GoalKind.COAL, Face.parse("NW")), GoalCard(GoalKind.COAL, Face.parse("NE")))
ROLES = ("miner", "saboteur", "miner", "miner")


def dealt(folder: Path, *, edition: str = "anniversary-2024", modules: tuple[str, ...] = ()) -> Session:
    """Four players, seat 1 is the saboteur, gold lies in the middle, and 3, 1, 2 nuggets are drawn."""
    deals: list[c.Command] = []
    for _ in range(3):
        deals.append(c.DealRoles(Secret(ROLES), Secret(("miner",))))
        deals.append(c.DealGoals(Secret((COAL[0], GOLD, COAL[1]))))
        deals.append(c.DealGold(Secret((3, 1, 2))))
    session = opened(folder, seed=1, dealer=Script(deals))
    done(session.submit(ByTable(), c.Configure(edition, modules)))
    for name in NAMES[:4]:
        session.join(name)
    done(session.submit(ByTable(), c.StartGame(0)))
    return session


def begun(folder: Path, **how: object) -> Session:
    session = dealt(folder, **how)  # type: ignore[arg-type]
    done(session.submit(ByTable(), c.BeginPlay()))
    return session


def dug(session: Session) -> None:
    """Straight to the gold; seat 2 lays the last card."""
    for x in range(1, 8):
        done(session.submit(ByTable(), place(x, 0, "NESW" if x > 5 else "EW")))
    task = table_view(session).goal
    assert task is not None and task.kind is GoalKind.GOLD
    done(session.submit(ByTable(), c.LayGoal(Cell(8, 0), task.turned[0])))


def test_a_phone_sees_its_own_role_and_the_table_sees_none(tmp_path: Path) -> None:
    session = dealt(tmp_path)
    assert [seat_view(session, seat).role.role for seat in range(4)] == list(ROLES)  # type: ignore[union-attr]
    assert table_view(session).role is None
    for viewer in (TableViewer(), SeatViewer(0), SeatViewer(1)):
        assert [seat.role for seat in session.view(viewer).seats] == [None] * 4
    assert table_view(session).roles_in_play == (("saboteur", 1), ("miner", 4))
    session.close()


def test_the_table_waits_for_those_who_have_not_looked_at_their_role(tmp_path: Path) -> None:
    session = dealt(tmp_path)
    done(session.submit(BySeat(2), c.RoleSeen()))
    view = table_view(session)
    assert (view.stage, view.waiting_for) == (Stage.ROLES, (0, 1, 3))
    assert [seat.ready for seat in view.seats] == [False, False, True, False]
    assert seat_view(session, 2).role.seen and not seat_view(session, 0).role.seen  # type: ignore[union-attr]
    session.close()


def test_printed_roles_are_unknown_to_the_phone(tmp_path: Path) -> None:
    session = opened(tmp_path, seed=1)
    done(session.submit(ByTable(), c.Configure("revised", roles=Supply.CARDS)))
    for name in NAMES[:4]:
        session.join(name)
    done(session.submit(ByTable(), c.StartGame(0)))
    role = seat_view(session, 0).role
    assert role is not None and (role.known, role.role) == (False, None)
    session.close()


def test_a_peek_is_shown_to_one_phone_while_it_lasts(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(BySeat(0), w.UseMap(Cell(8, 0))))
    assert table_view(session).stage is Stage.PEEK
    own, other, table = seat_view(session, 0).peek, seat_view(session, 1).peek, table_view(session).peek
    assert own is not None and (own.kind, own.face) == (GoalKind.GOLD, "NESW")
    assert other == table and table is not None and (table.kind, table.face) == (None, None)
    done(session.submit(BySeat(0), c.ClosePeek()))
    assert seat_view(session, 0).peek is None
    session.close()


def test_no_view_shows_a_goal_before_it_is_reached(tmp_path: Path) -> None:
    session = begun(tmp_path)
    for viewer in (TableViewer(), SeatViewer(0)):
        goals = [card for card in session.view(viewer).maze.cards if card.kind == "goal"]  # type: ignore[union-attr]
        assert [(card.face, card.goal, card.linked) for card in goals] == [(None, None, False)] * 3
    session.close()


def test_gold_goes_round_and_each_sees_only_what_he_is_handed(tmp_path: Path) -> None:
    session = begun(tmp_path)
    dug(session)
    view = table_view(session)
    assert view.stage is Stage.DRAFT and view.draft is not None
    assert (view.draft.seat, view.draft.left, view.draft.order, view.draft.cards) == (2, 3, (2, 0, 3), None)
    assert seat_view(session, 2).draft.cards == (3, 1, 2)  # type: ignore[union-attr]
    assert seat_view(session, 0).draft.cards is None  # type: ignore[union-attr]
    done(session.submit(BySeat(2), c.TakeGold(0)))
    assert seat_view(session, 0).draft.cards == (1, 2)  # type: ignore[union-attr]
    assert seat_view(session, 2).draft.cards is None  # type: ignore[union-attr]
    assert seat_view(session, 2).my_nuggets == (3,)
    assert [seat.gold_cards for seat in table_view(session).seats] == [0, 0, 1, 0]
    assert code(session.submit(BySeat(2), c.TakeGold(0))) == "not_your_turn"
    session.close()


def test_roles_are_shown_at_the_end_of_the_round_and_gold_is_not(tmp_path: Path) -> None:
    session = begun(tmp_path)
    dug(session)
    for seat in (2, 0, 3):
        done(session.submit(BySeat(seat), c.TakeGold(0)))
    view = table_view(session)
    assert view.stage is Stage.ROUND_OVER and view.result is not None
    assert tuple(seat.role for seat in view.seats) == ROLES
    assert (view.result.winners, view.result.reason) == ("miners", "gold")
    assert [(score.nuggets, score.won) for score in view.result.scores] == [
        (None, True),
        (None, False),
        (None, True),
        (None, True),
    ]
    assert [seat.nuggets for seat in view.seats] == [None] * 4
    assert table_view(session).my_nuggets is None and seat_view(session, 3).my_nuggets == (2,)
    session.close()


def test_visible_gold_is_seen_by_all(tmp_path: Path) -> None:
    session = begun(tmp_path, edition="bga", modules=("visible-gold",))
    done(session.submit(ByTable(), c.EndRound(forced=True)))
    view = table_view(session)
    assert [seat.nuggets for seat in view.seats] == [0, 4, 0, 0]
    assert [score.nuggets for score in view.result.scores] == [0, 4, 0, 0]  # type: ignore[union-attr]
    session.close()


def test_all_is_told_when_the_game_is_over(tmp_path: Path) -> None:
    session = dealt(tmp_path)
    for _ in range(3):
        done(session.submit(ByTable(), c.BeginPlay()))
        session._ledger._dealer.deals = [  # type: ignore[attr-defined]
            deal
            for deal in session._ledger._dealer.deals
            if not isinstance(deal, c.DealGold)  # type: ignore[attr-defined]
        ]
        done(session.submit(ByTable(), c.EndRound(forced=True)))
        assert table_view(session).final == ()
        done(session.submit(ByTable(), c.NextRound()))
    view = table_view(session)
    assert view.stage is Stage.GAME_OVER
    assert [(score.nuggets, score.won) for score in view.final] == [(0, False), (12, True), (0, False), (0, False)]
    session.close()


def test_only_the_seat_on_turn_and_the_table_are_offered_moves(tmp_path: Path) -> None:
    session = begun(tmp_path)
    assert seat_view(session, 0).offers.place and table_view(session).offers.place
    assert not seat_view(session, 1).offers.place and seat_view(session, 1).offers.ways("map") == ()
    assert table_view(session).offers.discards == (1,)
    session.close()


@pytest.mark.parametrize("seat", [77, -1])
def test_a_seat_that_does_not_exist_sees_what_the_table_sees(tmp_path: Path, seat: int) -> None:
    session = begun(tmp_path)
    assert session.view(SeatViewer(seat)).me is None
    assert session.view(SeatViewer(seat)).role is None
    session.close()


def test_a_line_keeps_its_number_when_others_are_taken_back(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(ByTable(), place(1, 0)))
    before = {line.number: line.code for line in table_view(session).lines}
    done(session.undo(ByTable()))
    after = {line.number: line.code for line in table_view(session).lines}
    kept = before.keys() & after.keys()
    assert len(kept) == len(before) - 1
    assert {before[number] for number in before.keys() - kept} == {"path_placed"}
    assert all(before[number] == after[number] for number in kept)
    session.close()


@pytest.mark.parametrize("command", [c.RemoveSeat(0), c.MoveSeat(0, 4)])
def test_before_the_game_seats_get_other_numbers_and_no_line_names_the_wrong_ones(
    tmp_path: Path, command: c.Command
) -> None:
    """A guest whom the host had taken off the list was read to have sat down all through the first round, and the
    line of a seat that was freed named the neighbour."""
    session = opened(tmp_path, seed=1)
    for name in NAMES[:5]:
        session.join(name)
    done(session.release(ByTable(), 2))
    assert [line.code for line in table_view(session).lines] == ["seat_added"] * 5 + ["seat_freed"]
    done(session.submit(ByTable(), command))
    assert table_view(session).lines == ()
    session.join("Zoe")
    done(session.submit(ByTable(), c.StartGame(0)))
    lines = table_view(session).lines
    assert [line.code for line in lines] == ["seat_added", "round_began", "roles_dealt"]
    assert lines[0].facts["name"] == "Zoe"
    session.close()


def test_a_seat_that_is_moved_to_where_it_is_takes_no_line_off_the_story(tmp_path: Path) -> None:
    session = opened(tmp_path, seed=1)
    for name in NAMES[:3]:
        session.join(name)
    done(session.submit(ByTable(), c.MoveSeat(1, 1)))
    assert [line.code for line in table_view(session).lines] == ["seat_added"] * 3
    session.close()


# ---- lines --------------------------------------------------------------------------------------------------------


def test_what_has_no_line_of_its_own_is_not_told() -> None:
    class Unheard:
        """A kind of event that a later box may bring."""

    assert line_for(Unheard(), 0, entry=1) is None  # type: ignore[arg-type]
    assert line_for(e.GoalsDealt(Secret(())), None, entry=1) is None


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_who_closed_a_peek_hears_so_and_nobody_else(seat: int | None) -> None:
    said = line_for(e.PeekClosed(1, Cell(8, 0)), seat, entry=1)
    assert (said is not None) == (seat == 1)


def test_a_line_of_a_placement_carries_the_step_that_can_be_amended() -> None:
    said = line_for(e.PathPlaced(2, Cell(1, 0), Face.parse("EW")), None, entry=17)
    assert said == ("path_placed", {"seat": 2, "cell": Cell(1, 0), "face": "EW", "entry": 17})


@pytest.mark.parametrize("it_may", [False, True])
def test_whether_a_given_up_game_may_go_on_is_told_by_the_running_table(
    it_may,
) -> None:
    view = project(new_game(), TableViewer(), Desk(may_undo=True, may_go_on=it_may))
    assert (view.stage, view.may_go_on) == (Stage.LOBBY, it_may)


def test_whoever_has_played_is_told_how_many_cards_to_draw_until_another_draws(tmp_path: Path) -> None:
    """At a real table the app draws no cards, and people forgot to."""
    session = begun(tmp_path)
    assert [seat_view(session, seat).drew for seat in range(4)] == [0, 0, 0, 0]
    done(session.submit(BySeat(0), place(1, 0, "EW")))
    assert [seat_view(session, seat).drew for seat in range(4)] == [1, 0, 0, 0]
    done(session.submit(BySeat(1), c.Pass(1)))
    assert [seat_view(session, seat).drew for seat in range(4)] == [0, 1, 0, 0]
    assert table_view(session).drew == 0
