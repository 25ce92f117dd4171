"""A game that is given up: everybody is in the lobby again, nothing is lost, and it may go on after all."""

from __future__ import annotations

import random
from pathlib import Path

import card_words as w
import pytest
from at_table import (
    NAMES,
    asked,
    begun,
    code,
    codes,
    done,
    lays,
    let_in,
    maze,
    opened,
    place,
    seat_view,
    table_view,
    watch,
)
from demo_night import demo, play
from open_table import OpenTable
from random_play import Table

from companion.demo.players import Players
from companion.live.session import Session
from companion.live.tokens import Joined
from companion.maze.geometry import Cell
from companion.rules.decide import decide
from companion.rules.evolve import fold
from companion.state import commands as c
from companion.state import events as e
from companion.state import pending as p
from companion.state.commands import BySeat, ByTable
from companion.state.game import Game
from companion.views.model import Stage

GOAL, OTHER = Cell(8, 0), Cell(8, 2)


def goes_on_no_more(session: Session) -> bool:
    """It is neither offered nor accepted."""
    return not table_view(session).offers.undo and code(session.undo(ByTable())) == "nothing_to_undo"


def given_up(session: Session) -> None:
    done(session.submit(ByTable(), c.NewGame()))


@pytest.mark.parametrize(
    "configure", [c.Configure("anniversary-2024"), c.Configure("s2-anniversary", ("toll-tunnel", "wc2019"))]
)
def test_a_game_can_be_given_up_at_every_moment_of_it(configure: c.Configure) -> None:
    table = Table(random.Random(4))
    table.sit_down(5, configure)
    moments = set()
    while not isinstance(table.game.pending, p.GameOver):
        game = table.game
        events = decide(game, ByTable(), c.NewGame())
        assert events == (e.LobbyOpened(given_up=True),)
        assert fold(game, events) == Game(
            game.ruleset, game.roles_supply, game.goals_supply, game.gold_supply, game.seats
        )
        moments.add(type(game.pending))
        table.step()
    assert moments >= {p.Dealing, p.LookingAtRoles, p.Playing, p.RoundOver}
    assert decide(table.game, ByTable(), c.NewGame()) == (e.LobbyOpened(given_up=False),)


def test_everybody_is_in_the_lobby_with_seat_and_set_up_as_they_were(tmp_path: Path) -> None:
    session = begun(tmp_path, 4, c.Configure("anniversary-2024", ("toll-tunnel",), gold=c.Supply.CARDS))
    before = table_view(session)
    done(session.submit(BySeat(0), place(1, 0)))
    given_up(session)
    session.close()
    again = opened(tmp_path)
    for view in (table_view(again), *(seat_view(again, seat) for seat in range(4))):
        assert (view.stage, view.maze, view.role, view.round, view.peek) == (Stage.LOBBY, None, None, 0, None)
        assert [seat.name for seat in view.seats] == list(NAMES[:4]) and all(seat.taken for seat in view.seats)
        assert (view.setup.modules, view.setup.gold) == (before.setup.modules, before.setup.gold)
        assert view.setup.may_start
    assert codes(again)[-1] == "game_given_up"
    done(again.submit(ByTable(), c.StartGame(2)))
    assert (table_view(again).round, maze(again).keys() & {Cell(1, 0)}) == (1, set())
    again.close()


def test_only_the_table_gives_up(tmp_path: Path) -> None:
    session = begun(tmp_path)
    assert code(session.submit(BySeat(0), c.NewGame())) == "only_the_table"
    session.close()


def test_a_game_that_was_given_up_goes_on_after_all(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(BySeat(0), place(1, 0)))
    game = session._ledger.story.game
    roles = [seat_view(session, seat).role for seat in range(4)]
    given_up(session)
    assert table_view(session).offers.undo
    assert not any(seat_view(session, seat).offers.undo for seat in range(4))
    assert code(session.undo(BySeat(0))) == "not_your_step"
    session.close()
    again = opened(tmp_path)
    done(again.undo(ByTable()))
    assert again._ledger.story.game == game
    assert [seat_view(again, seat).role for seat in range(4)] == roles
    assert codes(again)[-1] == "game_goes_on"
    again.close()


@pytest.mark.parametrize(
    "change", [c.AddSeat("Zoe"), c.RemoveSeat(1), c.MoveSeat(0, 2), c.Configure("revised"), c.StartGame(0)]
)
def test_it_does_not_go_on_once_something_else_was_set_up(tmp_path: Path, change: c.Command) -> None:
    session = begun(tmp_path)
    given_up(session)
    done(session.submit(ByTable(), change))
    assert goes_on_no_more(session)
    session.close()


def test_it_does_not_go_on_once_a_seat_was_freed(tmp_path: Path) -> None:
    """Whoever sat down there after going on would see its role, and the table would not hear of it in that game."""
    session = begun(tmp_path)
    given_up(session)
    done(session.submit(ByTable(), c.RenameSeat(2, "Zoe")))
    assert table_view(session).offers.undo
    done(session.release(ByTable(), 1))
    assert goes_on_no_more(session)
    session.close()


def test_whoever_sits_down_on_a_freed_seat_does_not_inherit_its_role(tmp_path: Path) -> None:
    session = begun(tmp_path)
    given_up(session)
    done(session.release(ByTable(), 1))
    assert isinstance(session.join("Zoe", seat=1), Joined)
    assert goes_on_no_more(session)
    session.close()


def test_a_peek_of_a_game_that_was_given_up_binds_nobody_in_the_next(tmp_path: Path) -> None:
    session = begun(tmp_path)
    done(session.submit(BySeat(0), w.UseMap(GOAL)))
    done(session.undo(ByTable()))
    given_up(session)
    done(session.undo(ByTable()))
    assert code(session.submit(BySeat(0), w.UseMap(OTHER))) == "map_was_used"
    given_up(session)
    done(session.submit(ByTable(), c.StartGame(0)))
    for seat in range(4):
        session.submit(BySeat(seat), c.RoleSeen())
    done(session.submit(BySeat(0), w.UseMap(OTHER)))
    session.close()


# ---- on a page that is a move behind --------------------------------------------------------------------------------


FORCED = c.EndRound(forced=True)


def _begun_anew(session: Session) -> None:
    given_up(session)
    done(session.submit(ByTable(), c.StartGame(0)))


@pytest.mark.parametrize(("command", "stale"), [(c.NewGame(), False), (FORCED, False), (c.EndRound(), True)])
def test_moves_made_meanwhile_do_not_stop_the_end_that_the_host_was_asked_about(
    tmp_path: Path, command: c.Command, stale: bool
) -> None:
    """At the demo table somebody is always faster than the host's thumb. What is not asked again needs a fresh page:
    somebody may have laid a card since."""
    session = begun(tmp_path)
    done(session.submit(ByTable(), c.SetPile(0)))
    seen = session.version
    done(session.submit(BySeat(0), place(1, 0)))
    outcome = session.submit(ByTable(), command, seen=seen)
    assert (code(outcome) == "stale") if stale else done(outcome)
    session.close()


@pytest.mark.parametrize("command", [c.NewGame(), FORCED])
def test_a_page_of_another_game_ends_nothing(tmp_path: Path, command: c.Command) -> None:
    session = begun(tmp_path)
    seen = session.version
    _begun_anew(session)
    assert code(session.submit(ByTable(), command, seen=seen)) == "stale"
    assert table_view(session).stage is Stage.ROLES
    session.close()


@pytest.mark.parametrize(("by", "command"), [(BySeat(1), c.RoleSeen()), (ByTable(), c.BeginPlay())])
def test_who_has_seen_his_role_of_another_game_has_not_seen_the_new_one(
    tmp_path: Path, by: c.Actor, command: c.Command
) -> None:
    session = opened(tmp_path, seed=1)
    for name in NAMES[:4]:
        assert isinstance(session.join(name), Joined)
    done(session.submit(ByTable(), c.StartGame(0)))
    seen = session.version
    _begun_anew(session)
    again = session.version
    assert code(session.submit(by, command, seen=seen)) == "stale"
    assert table_view(session).stage is Stage.ROLES and not any(seat.ready for seat in table_view(session).seats)
    done(session.submit(BySeat(0), c.RoleSeen(), seen=again))
    done(session.submit(by, command, seen=again))  # who is faster makes nobody's press stale
    session.close()


def test_what_was_told_of_another_round_does_not_count_in_this_one(tmp_path: Path) -> None:
    session = begun(tmp_path, configure=c.Configure("revised", roles=c.Supply.CARDS))
    told = c.TellRole(0, "miner")
    done(session.submit(ByTable(), FORCED))
    seen = session.version
    _begun_anew(session)
    session.submit(ByTable(), c.BeginPlay())
    done(session.submit(ByTable(), FORCED))
    assert code(session.submit(BySeat(0), told, seen=seen)) == "stale"
    done(session.submit(BySeat(0), told, seen=session.version))
    session.close()


def test_a_late_yes_does_not_throw_the_final_scores_away(tmp_path: Path) -> None:
    session = begun(tmp_path)
    while table_view(session).round < 3:
        done(session.submit(ByTable(), FORCED))
        done(session.submit(ByTable(), c.NextRound()))
        done(session.submit(ByTable(), c.BeginPlay()))
    done(session.submit(ByTable(), FORCED))
    seen = session.version
    done(session.submit(ByTable(), c.NextRound()))
    assert table_view(session).stage is Stage.GAME_OVER
    assert code(session.submit(ByTable(), c.NewGame(), seen=seen)) == "stale"
    done(session.submit(ByTable(), c.NewGame(), seen=session.version))
    session.close()


# ---- before the camera ----------------------------------------------------------------------------------------------


def test_a_card_that_came_while_the_game_was_given_up_is_asked_about(tmp_path: Path) -> None:
    session = begun(tmp_path)
    watch(session)
    lays(session, 1, 0)
    given_up(session)
    lays(session, 2, 0)
    done(session.undo(ByTable()))
    assert maze(session).keys() >= {Cell(1, 0)} and Cell(2, 0) not in maze(session)
    assert asked(session).cell == Cell(2, 0)
    session.close()


def test_a_card_that_people_said_something_about_is_not_asked_about_again(tmp_path: Path) -> None:
    session = begun(tmp_path)
    watch(session)
    lays(session, 5, 0)
    done(session.answer(ByTable(), asked(session).id, None))
    given_up(session)
    done(session.undo(ByTable()))
    assert table_view(session).proposals == ()
    session.close()


# ---- at the demo table ----------------------------------------------------------------------------------------------


def test_simulated_players_begin_anew_and_take_up_a_game_again(tmp_path: Path) -> None:
    session, table = demo(tmp_path, 4)
    players = Players(1)
    play(players, session, table, Stage.ROUND_OVER, 14)
    hands = [seat_view(session, seat).hand_cards for seat in range(4)]
    given_up(session)
    assert not players.step(session, table)
    done(session.undo(ByTable()))
    assert [seat_view(session, seat).hand_cards for seat in range(4)] == hands
    play(players, session, table, Stage.ROUND_OVER, 5)
    given_up(session)
    done(session.submit(ByTable(), c.StartGame(1)))
    play(players, session, table, Stage.ROUND_OVER)
    assert table_view(session).stage is Stage.ROUND_OVER
    assert set(maze(session)) == set(table.planned.lying)
    session.close()


def test_a_card_that_was_on_its_way_is_nobodys_in_the_next_game(tmp_path: Path) -> None:
    session, table = demo(tmp_path, 4)
    assert isinstance(table, OpenTable)
    let_in(session, "Ana", 0)
    done(session.submit(BySeat(0), c.RoleSeen()))
    play(Players(2), session, table, Stage.ROUND_OVER, 10)
    key = next(card.key for card in seat_view(session, 0).hand_cards or () if card.face)
    done(session.lay_from_hand(BySeat(0), key, Cell(5, 3)))
    given_up(session)
    assert session.lying == frozenset() and table_view(session).on_its_way is None
    session.close()
