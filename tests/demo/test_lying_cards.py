"""A card that was laid at the demo table lies there, also when the program is killed before the camera has seen it."""

from __future__ import annotations

import shutil
from pathlib import Path

import card_words as w
import pytest
from at_table import code, done, maze, seat_view, table_view
from demo_night import demo, opened_demo, play, sit_at
from open_table import OpenScene, OpenTable

from companion.demo.mind import Lay
from companion.demo.players import Players
from companion.demo.settings import UNSEEN_S
from companion.live.session import Session
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state.refusals import Refusal
from companion.views.model import Stage

EAST = Cell(1, 0)


def begun(folder: Path) -> tuple[Session, OpenTable, c.BySeat]:
    session, table = demo(folder, 4)
    play(Players(1), session, table, Stage.PLAY)
    return session, table, c.BySeat(table_view(session).waiting_for[0])


def key_of_a_path_card(session: Session, by: c.BySeat) -> int:
    """One that may lie east of the start card."""
    hand = seat_view(session, by.seat).hand_cards or ()
    return next(card.key for card in hand if card.face and "W" in card.face and "|" not in card.face)


def killed_and_started_again(folder: Path, to: Path) -> tuple[Session, OpenTable]:
    shutil.copytree(folder, to)
    session, table = opened_demo(to), OpenTable()
    sit_at(session, table)
    return session, table


def test_a_laid_card_lies_there_again_after_a_kill_and_is_played_once_the_camera_sees_it(tmp_path: Path) -> None:
    session, _, by = begun(tmp_path / "night")
    key = key_of_a_path_card(session, by)
    done(session.lay_from_hand(by, key, EAST))
    again, table = killed_and_started_again(tmp_path / "night", tmp_path / "killed")
    assert table.planned.card(EAST) is not None
    assert key not in [card.key for card in seat_view(again, by.seat).hand_cards or ()]
    assert again.on_its_way == EAST
    assert again.lay_from_hand(by, key_of_a_path_card(again, by), Cell(0, 1)) == Refusal("card_lies_there")
    table.look(again)  # the first that is seen of the table: whose hand laid it is known, so nobody is asked
    assert table_view(again).proposals == ()
    assert EAST in dict(maze(again).items())
    session.close()
    again.close()


@pytest.mark.parametrize("how", ["given back", "played"])
def test_a_card_that_lies_there_no_more_is_not_laid_again(tmp_path: Path, how: str) -> None:
    session, table, by = begun(tmp_path / "night")
    done(session.lay_from_hand(by, key_of_a_path_card(session, by), EAST))
    if how == "given back":
        session.give_back()
    else:
        table.look(session)
        assert EAST in dict(maze(session).items())
    again, fresh = killed_and_started_again(tmp_path / "night", tmp_path / "killed")
    assert again.lying == frozenset()
    assert fresh.planned.card(EAST) is None
    session.close()
    again.close()


def fallen(folder: Path) -> tuple[Session, OpenTable]:
    """A card lies east of the start, and the game has it no more."""
    session, table, by = begun(folder)
    done(session.lay_from_hand(by, key_of_a_path_card(session, by), EAST))
    table.look(session)
    done(session.submit(c.ByTable(), w.Rockfall(EAST)))
    assert EAST not in dict(maze(session).items())
    return session, table


def next_one_lays(session: Session, table: OpenTable, cell: Cell) -> None:
    mover = c.BySeat(table_view(session).waiting_for[0])
    done(session.lay_from_hand(mover, key_of_a_path_card(session, mover), cell))
    table.look(session)


def test_nobody_is_asked_to_take_away_what_a_hand_takes_away(tmp_path: Path) -> None:
    """After each rockfall "Please take this card away" stood there for the seconds that the demo's own hand needs."""
    session, table = fallen(tmp_path / "night")
    assert table_view(session).proposals == ()
    assert Players(1).step(session, table) and table.planned.card(EAST) is None
    table.look(session)
    next_one_lays(session, table, EAST)
    assert EAST in dict(maze(session).items()) and table_view(session).proposals == ()
    session.close()


def test_where_no_hand_takes_a_fallen_card_away_people_are_asked_once_another_card_was_laid(tmp_path: Path) -> None:
    session, table = fallen(tmp_path / "night")
    done(session.submit(c.ByTable(), c.PlacePath(Cell(0, 1), Face.parse("NS"))))
    (asked,) = table_view(session).proposals
    assert (asked.cell, asked.problem) == (EAST, "undone")
    assert Players(1).step(session, table) and table.planned.card(EAST) is None
    mover = c.BySeat(table_view(session).waiting_for[0])
    assert code(session.lay_from_hand(mover, key_of_a_path_card(session, mover), EAST)) == "card_goes"
    table.look(session)
    assert table_view(session).proposals == ()
    session.close()


@pytest.mark.parametrize("who", ["a person", "a simulated player"])
def test_a_card_that_is_laid_where_another_goes_is_held_over_the_table_until_the_camera_has_seen_the_hole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, who: str
) -> None:
    """The hole that a rockfall leaves is what everybody wants to fill: for seconds the press was refused."""
    session, table = fallen(tmp_path / "night")
    players, mover = Players(1), c.BySeat(table_view(session).waiting_for[0])
    key = key_of_a_path_card(session, mover)
    monkeypatch.setattr("companion.demo.players.move", lambda *_: Lay(key, EAST, turned=False))
    if who == "a person":
        done(session.lay_from_hand(mover, key, EAST))
    assert players.step(session, table) and table.planned.card(EAST) is None  # a hand takes the old one
    if who == "a simulated player":
        assert players.step(session, table)
    for _ in range(3):
        assert table.planned.card(EAST) is None and EAST not in dict(maze(session).items())
        view = table_view(session)
        assert (view.proposals, view.waiting_for, session.on_its_way) == ((), (mover.seat,), EAST)
        assert code(session.lay_from_hand(mover, key, Cell(0, 1))) == "card_lies_there"
        assert key not in [card.key for card in seat_view(session, mover.seat).hand_cards or ()]
        assert not players.step(session, table)
    (hole,) = table.waiting
    session.observe(hole)
    assert table.planned.card(EAST) is not None and session.on_its_way == EAST
    table.look(session)
    assert EAST in dict(maze(session).items()) and session.on_its_way is None
    session.close()


def test_a_card_over_a_hole_that_the_camera_never_sees_goes_back_into_its_hand(tmp_path: Path) -> None:
    session, table = fallen(tmp_path / "night")
    mover, now = c.BySeat(table_view(session).waiting_for[0]), [0.0]
    key, players = key_of_a_path_card(session, mover), Players(1, clock=lambda: now[0])
    done(session.lay_from_hand(mover, key, EAST))
    assert players.step(session, table) and not players.step(session, table)
    now[0] = UNSEEN_S + 1
    assert players.step(session, table) and session.on_its_way is None
    assert key in [card.key for card in seat_view(session, mover.seat).hand_cards or ()]
    table.look(session)
    assert table_view(session).proposals == () and table.planned.card(EAST) is None
    session.close()


def test_a_card_has_as_long_to_be_seen_from_when_it_lies_there_as_if_it_had_not_been_held_over_a_hole(
    tmp_path: Path,
) -> None:
    session, table = fallen(tmp_path / "night")
    mover, now = c.BySeat(table_view(session).waiting_for[0]), [0.0]
    players = Players(1, clock=lambda: now[0])
    done(session.lay_from_hand(mover, key_of_a_path_card(session, mover), EAST))
    assert players.step(session, table) and not players.step(session, table)
    now[0] = UNSEEN_S - 1
    session.observe(table.waiting.pop(0))  # the hole
    assert not players.step(session, table)
    now[0] += UNSEEN_S
    assert not players.step(session, table) and session.on_its_way == EAST
    session.close()


def test_over_a_hole_where_one_card_is_held_nobody_else_lays_one(tmp_path: Path) -> None:
    session, _table = fallen(tmp_path / "night")
    mover = c.BySeat(table_view(session).waiting_for[0])
    key = key_of_a_path_card(session, mover)
    done(session.lay_from_hand(mover, key, EAST))
    for other in {0, 1, 2, 3} - {mover.seat}:
        theirs = [card.key for card in seat_view(session, other).hand_cards or () if card.face]
        assert theirs and code(session.lay_from_hand(c.BySeat(other), theirs[0], EAST)) == "occupied"
    assert session.on_its_way == EAST
    assert key not in [card.key for card in seat_view(session, mover.seat).hand_cards or ()]
    session.close()


def test_what_is_laid_while_the_hands_look_round_is_not_tidied_away(tmp_path: Path) -> None:
    session, open_table, mover = begun(tmp_path / "night")

    class Hurried(OpenTable):
        presses = 0

        @property
        def planned(self) -> OpenScene:
            self.presses += 1
            if self.presses == 1:
                done(session.lay_from_hand(mover, key_of_a_path_card(session, mover), EAST))
            return super().planned

    table = Hurried(scene=open_table.scene)
    sit_at(session, table)
    Players(1).step(session, table)
    assert EAST in table.scene.lying and session.lying == {EAST}
    session.close()


def test_a_card_that_is_held_over_a_hole_lies_there_after_a_kill(tmp_path: Path) -> None:
    session, _table = fallen(tmp_path / "night")
    mover = c.BySeat(table_view(session).waiting_for[0])
    done(session.lay_from_hand(mover, key_of_a_path_card(session, mover), EAST))
    again, fresh = killed_and_started_again(tmp_path / "night", tmp_path / "killed")
    assert fresh.planned.card(EAST) is not None and again.on_its_way == EAST
    fresh.look(again)
    assert EAST in dict(maze(again).items()) and table_view(again).proposals == ()
    session.close()
    again.close()


def test_a_hand_takes_its_card_back_where_the_game_is_given_up_and_one_that_lies_there_later_is_asked_about(
    tmp_path: Path,
) -> None:
    session, table, by = begun(tmp_path / "night")
    done(session.lay_from_hand(by, key_of_a_path_card(session, by), EAST))
    done(session.submit(c.ByTable(), c.NewGame()))
    assert session.lying == frozenset()
    table.look(session)
    done(session.undo(c.ByTable()))
    assert [proposal.cell for proposal in table_view(session).proposals] == [EAST]
    session.close()
