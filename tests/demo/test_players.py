"""Simulated players at the demo table: whole nights through hands and camera, and people who sit down among them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import card_words as w
import pytest
from at_table import code, done, let_in, maze, seat_view, table_view
from demo_night import demo, opened_demo, play, stacks_of
from open_table import OpenTable
from pytest import MonkeyPatch

from companion.demo.players import Players, sit_down
from companion.demo.settings import UNSEEN_S
from companion.demo.tidy import tidy
from companion.live.session import Session
from companion.live.tokens import SeatAsked
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.reading import CardKind
from companion.state import commands as c
from companion.state.commands import BySeat, ByTable
from companion.views.model import SeatViewer, Stage, TableViewer


@pytest.mark.parametrize(
    ("players", "edition"), [(3, "anniversary-2024"), (6, "amigo-2004"), (10, "revised"), (5, "bga")]
)
def test_simulated_players_play_a_whole_night_through_the_camera(tmp_path: Path, players: int, edition: str) -> None:
    session, table = demo(tmp_path, players, players, c.Configure(edition))
    play(Players(players), session, table, Stage.GAME_OVER)
    view = table_view(session)
    assert (view.stage, view.round) == (Stage.GAME_OVER, 3)
    assert {cell for cell, _ in maze(session).items()} == set(table.planned.lying)
    session.close()


def test_over_a_few_nights_every_kind_of_move_is_made(tmp_path: Path) -> None:
    wanted = {"PlacePath", "BreakTool", "RepairTool", "Rockfall", "UseMap", "ClosePeek", "Pass", "LayGoal", "TakeGold"}
    kinds: Counter[str] = Counter()
    for seed in range(4):
        session, table = demo(tmp_path / str(seed), 5, seed)
        play(Players(seed), session, table, Stage.GAME_OVER)
        kinds.update(type(step.command).__name__ for step in session._ledger.story.steps)
        session.close()
        if wanted <= kinds.keys():
            return
    raise AssertionError(kinds)


def test_hands_hold_what_the_rules_count_and_are_the_same_after_a_restart(tmp_path: Path) -> None:
    session, table = demo(tmp_path, 4)
    play(Players(1), session, table, Stage.ROUND_OVER, 25)
    hands = [seat_view(session, seat).hand_cards for seat in range(4)]
    counts = [seat.hand for seat in table_view(session).seats]
    assert [len(hand or ()) for hand in hands] == counts
    session.close()
    again = opened_demo(tmp_path)
    assert [seat_view(again, seat).hand_cards for seat in range(4)] == hands
    assert table_view(again).hand_cards is None
    again.close()


def test_simulated_players_sit_down_in_an_empty_lobby_only(tmp_path: Path) -> None:
    session = opened_demo(tmp_path)
    assert [seat.name for seat in sit_down(session, ["Rosa", "Teo", "Uli"]).seats] == ["Rosa", "Teo", "Uli"]
    assert len(sit_down(session, ["Vera"]).seats) == 3
    assert all(seat.simulated and not seat.taken for seat in table_view(session).seats)
    session.close()


def with_guest(folder: Path) -> tuple[Session, OpenTable, int]:
    """A person took over the seat that is on turn."""
    session, table = demo(folder, 4)
    let_in(session, "Ana", 0)
    done(session.submit(BySeat(0), c.RoleSeen()))
    play(Players(2), session, table, Stage.ROUND_OVER, 10)
    assert table_view(session).turn == 0
    return session, table, 0


def test_a_simulated_player_plays_on_while_a_phone_asks_for_its_seat(tmp_path: Path) -> None:
    session, table = demo(tmp_path, 4)
    play(Players(2), session, table, Stage.ROUND_OVER, 10)
    guest = session.join("Ana", seat=0)
    assert isinstance(guest, SeatAsked)
    steps = len(session._ledger.story.steps)
    play(Players(2), session, table, Stage.ROUND_OVER, 10)
    assert len(session._ledger.story.steps) > steps + 3 and session.viewer_of(guest.token) == TableViewer()
    done(session.admit(ByTable(), table_view(session).seat_requests[0].key, yes=True))
    assert session.viewer_of(guest.token) == SeatViewer(0)
    assert seat_view(session, 0).hand_cards
    session.close()


def a_path_card(session: Session, seat: int) -> tuple[int, Face]:
    card = next(card for card in seat_view(session, seat).hand_cards or () if card.face)
    return card.key, Face.parse(card.face or "")


def test_a_person_lays_a_card_of_his_hand_and_the_camera_plays_it(tmp_path: Path) -> None:
    session, table, seat = with_guest(tmp_path)
    cards = [
        card
        for card in seat_view(session, seat).hand_cards or ()
        if card.face and "W" in card.face and "|" not in card.face
    ]
    done(session.lay_from_hand(BySeat(seat), cards[0].key, Cell(1, 0)))
    assert cards[0] not in (seat_view(session, seat).hand_cards or ())
    assert session.lying == {Cell(1, 0)}
    table.look(session)
    assert maze(session)[Cell(1, 0)] == cards[0].face
    assert session.lying == frozenset()
    assert len(seat_view(session, seat).hand_cards or ()) == 6
    session.close()


def test_a_card_laid_where_it_may_not_lie_can_be_taken_back(tmp_path: Path) -> None:
    session, table, seat = with_guest(tmp_path)
    key, _ = a_path_card(session, seat)
    done(session.lay_from_hand(BySeat(seat), key, Cell(5, 3)))
    table.look(session)
    (proposal,) = seat_view(session, seat).proposals
    assert (proposal.problem, proposal.mine) == ("illegal", True)
    assert code(session.lay_from_hand(BySeat(seat), key, Cell(5, 4))) == "answer_first"
    done(session.answer(BySeat(seat), proposal.id, None))
    table.look(session)
    assert table.planned.card(Cell(5, 3)) is None
    assert key in {card.key for card in seat_view(session, seat).hand_cards or ()}
    assert table_view(session).proposals == () and table_view(session).turn == seat
    session.close()


def test_a_card_laid_out_of_turn_is_given_back_by_simulated_players(tmp_path: Path) -> None:
    session, table, seat = with_guest(tmp_path)
    done(session.submit(BySeat(seat), c.Pass()))
    done(session.lay_from_hand(BySeat(seat), a_path_card(session, seat)[0], Cell(1, 0)))
    table.look(session)
    (proposal,) = table_view(session).proposals
    assert proposal.problem == "out_of_turn"
    assert table_view(session).turn == 1
    play(Players(3), session, table, Stage.ROUND_OVER, 3)
    assert table_view(session).proposals == ()
    session.close()


def test_nobody_plays_an_action_that_he_does_not_hold(tmp_path: Path) -> None:
    session, _table, seat = with_guest(tmp_path)
    held = {(card.what, tool) for card in seat_view(session, seat).hand_cards or () for tool in card.tools}
    tool = next(tool for tool in c.Tool if ("break", tool) not in held)
    assert code(session.submit(BySeat(seat), w.BreakTool(1, tool))) == "not_in_hand"
    done(session.submit(ByTable(), w.BreakTool(1, tool)))  # the table knows better
    session.close()


def test_nobody_names_a_tunnel_that_he_does_not_hold(tmp_path: Path) -> None:
    session, _, seat = with_guest(tmp_path)
    held = {Face.parse(card.face).upright() for card in seat_view(session, seat).hand_cards or () if card.face}
    others = (Face.parse(face) for face in ("EW", "NS", "NESW", "NSW", "NEW", "NE", "NW", "E|W", "N|S"))
    lacking = next(face for face in others if face.upright() not in held)
    assert code(session.submit(BySeat(seat), c.PlacePath(Cell(1, 0), lacking))) == "not_in_hand"
    session.close()


def test_a_person_chooses_what_he_throws_away(tmp_path: Path) -> None:
    session, _table, seat = with_guest(tmp_path)
    keys = [card.key for card in seat_view(session, seat).hand_cards or ()]
    assert code(session.discard_from_hand(BySeat(seat), (999,))) == "not_in_hand"
    assert code(session.discard_from_hand(BySeat(seat), ())) == "no_card_chosen"  # and not: so many are too many
    done(session.discard_from_hand(BySeat(seat), (keys[2],)))
    left = [card.key for card in seat_view(session, seat).hand_cards or ()]
    assert left[:5] == keys[:2] + keys[3:]
    session.close()
    again = opened_demo(tmp_path)
    assert [card.key for card in seat_view(again, seat).hand_cards or ()] == left
    again.close()


def test_a_discard_that_is_kept_names_its_card_in_the_same_breath(tmp_path: Path, monkeypatch: MonkeyPatch) -> None:
    """Killed between the two, the night came back with another hand."""
    session, _table, seat = with_guest(tmp_path)
    keys = [card.key for card in seat_view(session, seat).hand_cards or ()]
    journal = session._ledger.journal
    writes: list[dict[str, str]] = []
    write = journal.write

    def watched(*entries: Any, settings: Any, **rest: Any) -> Any:
        writes.append(dict(settings))
        return write(*entries, settings=settings, **rest)

    monkeypatch.setattr(journal, "write", watched)
    done(session.discard_from_hand(BySeat(seat), (keys[2],)))
    assert [set(settings.values()) & {str(keys[2])} for settings in writes] == [{str(keys[2])}]
    session.close()


def test_a_card_that_lies_before_the_camera_cannot_be_thrown_away(tmp_path: Path) -> None:
    session, table, seat = with_guest(tmp_path)
    key, _ = a_path_card(session, seat)
    done(session.lay_from_hand(BySeat(seat), key, Cell(5, 3)))
    assert code(session.discard_from_hand(BySeat(seat), (key,))) == "card_lies_there"
    table.look(session)
    assert code(session.discard_from_hand(BySeat(seat), (key,))) == "answer_first"
    session.close()


# ---- from the hand to the camera's word -----------------------------------------------------------------------------


def fitting(session: Session, seat: int) -> tuple[int, str]:
    """A card of the hand that may lie east of the start card."""
    return next(
        (card.key, card.face)
        for card in seat_view(session, seat).hand_cards or ()
        if card.face and "W" in card.face and "|" not in card.face
    )


def test_a_card_is_on_its_way_until_the_camera_has_seen_it(tmp_path: Path) -> None:
    session, table, seat = with_guest(tmp_path)
    before = session.version
    done(session.lay_from_hand(BySeat(seat), fitting(session, seat)[0], Cell(1, 0)))
    assert session.version > before
    assert [view.on_its_way for view in (seat_view(session, seat), seat_view(session, 1), table_view(session))] == [
        seat,
        seat,
        seat,
    ]
    table.look(session)
    assert (table_view(session).on_its_way, table_view(session).turn) == (None, 1)
    session.close()


def test_whatever_is_pressed_while_a_card_is_on_its_way_loses_nothing(tmp_path: Path) -> None:
    """A pass in the seconds before the camera's word took the turn, and the card came back from the table."""
    session, table, seat = with_guest(tmp_path)
    key, face = fitting(session, seat)
    others = [card.key for card in seat_view(session, seat).hand_cards or () if card.key != key]
    done(session.lay_from_hand(BySeat(seat), key, Cell(1, 0), command_id="lay"))
    early: list[Any] = [
        session.discard_from_hand(BySeat(seat), (others[0],)),
        session.lay_from_hand(BySeat(seat), others[0], Cell(0, 1)),
        session.submit(BySeat(seat), c.Pass()),
        session.submit(BySeat(seat), w.BreakTool(1, c.Tool.LAMP)),
        session.submit(BySeat(seat), c.PlacePath(Cell(1, 0), Face.parse(face))),
        session.submit(ByTable(), c.Pass()),
        session.undo(ByTable()),
    ]
    assert {code(outcome) for outcome in early} == {"card_lies_there"}
    done(session.lay_from_hand(BySeat(seat), key, Cell(1, 0), command_id="lay"))  # a thumb that presses twice
    assert code(session.submit(BySeat(1), c.Pass())) == "not_your_turn"
    table.look(session)
    assert maze(session)[Cell(1, 0)] == face
    assert table_view(session).turn == 1
    assert set(others) <= {card.key for card in seat_view(session, seat).hand_cards or ()}
    session.close()


def test_the_table_may_place_a_card_that_the_camera_does_not_see(tmp_path: Path) -> None:
    session, _table, seat = with_guest(tmp_path)
    key, face = fitting(session, seat)
    done(session.lay_from_hand(BySeat(seat), key, Cell(1, 0)))
    done(session.submit(ByTable(), c.PlacePath(Cell(1, 0), Face.parse(face))))
    assert (table_view(session).on_its_way, table_view(session).turn) == (None, 1)
    session.close()


def test_while_the_camera_asks_about_a_card_the_turn_is_not_passed(tmp_path: Path) -> None:
    session, table, seat = with_guest(tmp_path)
    key = a_path_card(session, seat)[0]
    done(session.lay_from_hand(BySeat(seat), key, Cell(5, 3)))
    other = next(card.key for card in seat_view(session, seat).hand_cards or () if card.key != key and card.face)
    table.look(session)
    assert table_view(session).on_its_way is None
    assert code(session.submit(BySeat(seat), c.Pass())) == "answer_first"
    assert code(session.lay_from_hand(BySeat(seat), other, Cell(1, 0))) == "answer_first"
    done(session.answer(BySeat(seat), table_view(session).proposals[0].id, None))
    done(session.submit(BySeat(seat), c.Pass()))
    session.close()


def test_a_card_that_the_camera_never_sees_goes_back_into_the_hand(tmp_path: Path) -> None:
    session, table, seat = with_guest(tmp_path)
    now = [0.0]
    players, key = Players(1, clock=lambda: now[0]), fitting(session, seat)[0]
    hand = seat_view(session, seat).hand_cards
    done(session.lay_from_hand(BySeat(seat), key, Cell(1, 0)))
    table.waiting.clear()  # what lies there is not told
    assert not players.step(session, table)
    now[0] = UNSEEN_S
    assert not players.step(session, table)
    assert table.planned.card(Cell(1, 0)) is not None
    now[0] = UNSEEN_S + 1
    assert players.step(session, table)
    view = seat_view(session, seat)
    assert (view.on_its_way, view.turn, view.hand_cards) == (None, seat, hand)
    assert (view.lines[-1].code, view.lines[-1].facts["seat"]) == ("card_not_seen", seat)
    assert table.planned.card(Cell(1, 0)) is None
    table.waiting.clear()
    done(session.lay_from_hand(BySeat(seat), key, Cell(1, 0)))  # once more, and the clock begins anew
    assert not players.step(session, table)
    table.look(session)
    assert Cell(1, 0) in maze(session)
    session.close()


def test_of_two_hands_that_reach_for_one_cell_the_second_holds_its_card_over_it_until_there_is_room(
    tmp_path: Path, monkeypatch: MonkeyPatch
) -> None:
    session, table, seat = with_guest(tmp_path)

    def too_late(*_: object) -> None:
        raise ValueError("a card lies there already")

    key, _ = a_path_card(session, seat)
    with monkeypatch.context() as another:
        another.setattr(table, "lay", too_late)
        done(session.lay_from_hand(BySeat(seat), key, Cell(5, 3)))
    assert (session.lying, session.on_its_way) == (frozenset(), Cell(5, 3))
    table.take(Cell(0, 0))
    table.look(session)  # something is seen to happen
    assert session.lying == {Cell(5, 3)} and table.planned.card(Cell(5, 3)) is not None
    session.close()


def test_hands_clear_away_what_the_game_no_longer_has(tmp_path: Path) -> None:
    session, table, _seat = with_guest(tmp_path)
    table.lay(Cell(4, 4), Face.parse("EW"), CardKind.PATH)
    assert tidy(table_view(session), table, table.planned, frozenset({Cell(4, 4)})) is False
    assert tidy(table_view(session), table, table.planned, frozenset()) is True
    assert table.planned.card(Cell(4, 4)) is None
    session.close()


def test_a_phone_sees_no_hand_but_its_own(tmp_path: Path) -> None:
    session, _table = demo(tmp_path, 4)
    before = seat_view(session, 0)
    hands = stacks_of(session).hands
    hands[1], hands[2] = hands[2], hands[1]
    session._windows._views.clear()
    assert seat_view(session, 0) == before
    session.close()
