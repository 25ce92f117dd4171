"""Nobody is shown what he may not know: two worlds that differ only in that give every viewer the same bytes."""

from __future__ import annotations

import copy
import json
import pickle
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import card_words as w
import pytest
from turns import LONG
from worlds import Night, Pair, asked_for_computers, canonical, opened, perform, record, viewers, walk

from companion.editions import EDITIONS, MODULES
from companion.editions.compose import conflict_of
from companion.live.ledger import Done
from companion.live.places import Places
from companion.live.session import Session
from companion.maze.board import Kind
from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from companion.rules.decide import decide
from companion.state import commands as c
from companion.state import events as e
from companion.state.commands import Supply
from companion.state.refusals import Refusal
from companion.state.secret import Secret
from companion.views import project, project_asks, project_people
from companion.views.model import SeatViewer, Stage, TableViewer, View, Viewer

NIGHTS: list[tuple[int, int, c.Configure]] = [
    (1, 3, c.Configure("anniversary-2024")),
    (2, 5, c.Configure("anniversary-2024", ("sabotaged-dwarf",))),
    (3, 10, c.Configure("revised")),
    (4, 4, c.Configure("amigo-2004")),
    (5, 10, c.Configure("amigo-2004")),
    (6, 6, c.Configure("amigo-2004-it")),
    (7, 5, c.Configure("bga")),
    (8, 7, c.Configure("bga", ("old-mine", "new-mine"))),
    (9, 8, c.Configure("bga", ("competitive-miners", "selfish-dwarf"))),
    (10, 4, c.Configure("bga", ("visible-gold",))),
    (11, 5, c.Configure("revised", roles=Supply.CARDS)),
    (12, 6, c.Configure("anniversary-2024", goals=Supply.CARDS)),
    (13, 4, c.Configure("amigo-2004", gold=Supply.CARDS)),
    (14, 3, c.Configure("revised", roles=Supply.CARDS, goals=Supply.CARDS, gold=Supply.CARDS)),
]
OTHER_BOXES: list[tuple[int, int, c.Configure]] = [
    (31, 5, c.Configure("s2-anniversary")),
    (32, 4, c.Configure("s2-anniversary", ("wc2017", "toll-tunnel", "fashion-department"))),
    (33, 4, c.Configure("anniversary-2024", ("wc2017", "new-challenges", "treasure-chests"))),
    (34, 5, c.Configure("revised", ("wc2016", "toll-tunnel", "tunnel-party"))),
    (35, 6, c.Configure("tournament")),
    (36, 3, c.Configure("s2-anniversary", ("wc2017", "wc2019", "treasure-chests"))),
    (37, 4, c.Configure("anniversary-2024", ("wc2018", "wc2020", "wc2021", "wc2022", "wc2023"))),
    (38, 4, c.Configure("bga-s2", ("visible-gold",))),
    (39, 3, c.Configure("s2-anniversary", ("toll-tunnel",), roles=Supply.CARDS)),
]
COME_AND_GO: list[tuple[int, int, c.Configure]] = [
    (41, 5, c.Configure("anniversary-2024")),
    (44, 5, c.Configure("s2-anniversary", ("wc2017", "treasure-chests"))),
    (43, 4, c.Configure("revised", ("toll-tunnel", "wc2019"))),
]
GRANTS: list[tuple[int, int, c.Configure]] = [
    (77, 5, c.Configure("anniversary-2024", ("sabotaged-dwarf",))),
    (72, 4, c.Configure("s2-anniversary", ("wc2017", "treasure-chests"))),
]
EVERY_BOX = [
    (number, 5, c.Configure(box.key, modules))
    for number, (box, modules) in enumerate(
        (box, modules) for box in EDITIONS for modules in ((), *((module.key,) for module in MODULES))
    )
    if not conflict_of(box.key, modules)
]
SEATS = 2 if LONG else 1  # that look at each night, beside the table
MOMENTS = 2 if LONG else 1  # of it, for each viewer
MOST_ACTS = 420  # of a night with many questions


def what_is_shown(session: Session, viewer: Viewer) -> str:
    return canonical(session.view(viewer)) + canonical(session.version)


def wrong_presses(viewer: Viewer, rng: random.Random) -> list[c.Command]:
    cell = Cell(rng.randrange(-1, 10), rng.randrange(-3, 4))
    goal = Cell(8, rng.choice((-2, 0, 2)))
    face = Face.parse(rng.choice(("EW", "N|S", "NESW", "NE")))
    return [
        c.PlacePath(cell, face),
        w.Rockfall(goal),
        w.UseMap(cell),
        c.LayGoal(goal, turned=bool(rng.randrange(2))),
        c.ChooseGoal(goal),
        c.TurnGoal(goal),
        c.TellGoal(goal, c.GoalKind.GOLD, Face.parse("NESW")),
        c.TakeGold(rng.randrange(4)),
        c.TellRole(0, "saboteur"),
        c.AgreeRoles(),
        c.TellGold(1, 3),
        w.BreakTool(rng.randrange(3), c.Tool.LAMP),
        w.RepairTool(rng.randrange(3), c.Tool.CART),
        c.Pass(9),
        c.NextRound(),
        *wrong_cards(rng),
    ]


def wrong_cards(rng: random.Random) -> list[c.Command]:
    seat, goal, cell = (
        rng.randrange(4),
        Cell(8, rng.choice((-2, 0, 2))),
        Cell(rng.randrange(1, 7), rng.randrange(-1, 2)),
    )
    return [
        *(kind(seat) for kind in (w.HandsOff, w.Trap, w.Free, w.Inspect, w.SwapHats, w.SwapHands, w.TakeCard, w.Veto)),
        *(kind() for kind in (w.LayThief, w.SearchDiscards, w.ReverseTurns, w.Pioneer, c.StopPioneering, c.LetStand)),
        w.FinishChore(),
        c.TradeTwo(mark=c.Mark.TRAPPED),
        w.SwapGoals((goal, cell), Secret(rng.random() < 0.5)),
        w.MoveLast(cell, toll_payer=seat),
        c.SetToll(cell, Side.N),
        c.AnswerToll(pays=True),
        c.TellChest(cell, Face.parse("EW"), 8),
        w.ShiftGoal(goal),
        c.Steal(Secret(seat)),
        c.ClosePeek(),
        w.UseMap(cell),
    ]


def refusals(pair: Pair, rng: random.Random) -> tuple[str, str]:
    """What both worlds answer to presses that the first refuses. Nothing is done by them."""
    by: c.Actor = c.BySeat(pair.viewer.seat) if isinstance(pair.viewer, SeatViewer) else c.ByTable()
    said: tuple[list[object], list[object]] = ([], [])
    for command in wrong_presses(pair.viewer, rng):
        if isinstance(decide(pair.first._ledger.story.game, by, command), Refusal):
            said[0].append(pair.first.submit(by, command))
            said[1].append(pair.second.submit(by, command))
    return canonical(said[0]), canonical(said[1])


def check(folder: Path, night: Night, viewer: Viewer, until: int, rng: random.Random) -> bool:
    """Compare the two worlds after every act. Whether they were different at all."""
    differs = False
    for pair in walk(folder, night, viewer, until, rng):
        assert pair.first.view(viewer) == pair.second.view(viewer), (viewer, pair.step)
        if pair.step % 8 == 0 or pair.step == until:  # equal bytes are dearer to ask for than equal values
            assert what_is_shown(pair.first, viewer) == what_is_shown(pair.second, viewer), (viewer, pair.step)
        for phone in pair.outside:
            theirs = [(session.viewer_of(phone), session.asked_for(phone)) for session in (pair.first, pair.second)]
            assert theirs[0] == theirs[1] and theirs[0][0] == TableViewer(), (phone, pair.step)
        differs = pair.differs
        if rng.random() < 0.1:
            first, second = refusals(pair, rng)
            assert first == second
        if pair.step == until:
            assert end_and_again(pair.first, viewer) == end_and_again(pair.second, viewer), viewer
    return differs


def apart_from_its_numbers(now: View, before: View) -> View:
    """Lines have been added; what the camera asks is asked anew, by another name and without its first reason."""
    asked = [(one.what, one.cell) for one in now.proposals]
    same = asked == [(one.what, one.cell) for one in before.proposals]
    proposals = before.proposals if same else now.proposals
    return replace(now, version=before.version, lines=before.lines, proposals=proposals)


def end_and_again(session: Session, viewer: Viewer) -> list[str]:
    """What is shown when the game is given up, and when it goes on after all: what was shown before."""
    before = session.view(viewer)
    said: list[object] = []
    if before.stage is not Stage.GAME_OVER:
        for press in (lambda: session.submit(c.ByTable(), c.NewGame()), lambda: session.undo(c.ByTable())):
            done = press()
            assert isinstance(done, Done), done
            said += [done, session.view(viewer)]
        now = session.view(viewer)
        assert apart_from_its_numbers(now, before) == before
    return [canonical(one) for one in said]


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "players", "configure"), NIGHTS)
def test_what_a_viewer_may_not_know_changes_nothing_that_he_sees(
    tmp_path: Path, seed: int, players: int, configure: c.Configure
) -> None:
    compare(tmp_path, seed, players, configure, at_table=bool(seed % 2))


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "players", "configure"), EVERY_BOX if LONG else OTHER_BOXES)
def test_the_cards_of_other_boxes_tell_nobody_more(
    tmp_path: Path, seed: int, players: int, configure: c.Configure
) -> None:
    compare(tmp_path, seed, players, configure, moments=1, at_table=bool(seed % 2))


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "players", "configure"), COME_AND_GO)
def test_guests_who_rest_come_late_ask_for_a_seat_are_away_or_leave_tell_nobody_more(
    tmp_path: Path, seed: int, players: int, configure: c.Configure
) -> None:
    night = compare(tmp_path, seed, players, configure, moments=1, come_and_go=True, at_table=True)
    assert all(night.after(kind) for kind in (e.PauseSet, e.PresenceSet)) and night.seats > players
    let_in = [act.answers for act in night.acts if act.answers is not None]
    assert True in let_in and False in let_in and night.after(e.SeatTakenOver)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "players", "configure"), GRANTS)
def test_seats_that_the_table_screen_plays_and_phones_with_its_tools_tell_nobody_more(
    tmp_path: Path, seed: int, players: int, configure: c.Configure
) -> None:
    """Until a phone comes for them after all, and once they have been taken back."""
    night = compare(tmp_path, seed, players, configure, moments=2, grants=True)
    played, tools = ([getattr(act, what) for act in night.acts] for what in ("plays", "remote"))
    assert len({seat for seat in played if seat is not None}) > 1
    assert any(tools.count(seat) > 1 for seat in tools if seat is not None)
    assert any(act.answers for act in night.acts)


def test_who_asks_for_a_computer_players_seat_in_mid_round_is_shown_the_same_in_both_worlds(tmp_path: Path) -> None:
    """Three phones sat down at once in mid-round, and each was shown another role in each world."""
    night = asked_for_computers(tmp_path / "night")
    shown: set[str] = set()
    for pair in walk(tmp_path / "pair", night, TableViewer(), len(night.acts) - 1, random.Random(1)):
        for phone in pair.outside:
            first, second = (what_is_shown(one, one.viewer_of(phone)) for one in (pair.first, pair.second))
            assert first == second, phone
            shown.add(phone)
        differs = pair.differs
    assert differs and len(shown) == 3


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "gold"), [(11, Supply.APP), (27, Supply.CARDS)])
def test_a_round_of_printed_dwarves_that_goes_on_after_a_wrong_end_tells_nobody_more(
    tmp_path: Path, seed: int, gold: Supply
) -> None:
    players = 5 if gold is Supply.APP else 4
    night = compare(tmp_path, seed, players, c.Configure("revised", roles=Supply.CARDS, gold=gold))
    assert set(night.after(e.RoundEnded)) & set(night.taken_back)


def test_what_somebody_tells_of_his_printed_gold_is_seen_by_nobody_else_before_the_end(tmp_path: Path) -> None:
    night = record(tmp_path / "night", 19, 3, c.Configure("amigo-2004", gold=Supply.CARDS))
    until = sorted(night.after(e.GoldTold))[-2]  # one has not told yet
    assert until not in night.after(e.GameEnded)
    for number, viewer in enumerate(viewers(night)):
        assert check(tmp_path / f"pair-{number}", night, viewer, until, random.Random(number))


def test_what_lies_under_a_goal_is_told_by_nothing_before_it_is_turned_over(tmp_path: Path) -> None:
    """Also not by the length of anything; the goal is the only secret that differs there for the whole table."""
    told = 0
    for seed in range(51, 60):
        night = record(tmp_path / f"{seed}", seed, 3, c.Configure("anniversary-2024"), at_table=True)
        for at in night.after(e.GoalPicked)[:2]:
            turned = night.turns[at].steps[-1].events[-1]
            assert isinstance(turned, e.GoalPicked)  # nobody has turned it yet
            folder = tmp_path / f"pair-{seed}-{at}"
            told += check(folder, night, TableViewer(), at, random.Random(seed)) and goals_differ(folder, turned.cell)
    assert told > 3


def test_while_the_table_is_set_and_old_cards_lie_there_nobody_is_shown_what_was_dealt(tmp_path: Path) -> None:
    night = record(tmp_path / "night", 63, 3, c.Configure("anniversary-2024"), at_table=True)
    ticked = night.after(e.LineTicked)
    assert len(ticked) == 6  # twice in each round
    for number, viewer in enumerate(viewers(night)):
        for at in ticked[::2]:
            assert check(tmp_path / f"pair-{number}-{at}", night, viewer, at, random.Random(number))


def goals_differ(folder: Path, cell: Cell) -> bool:
    """Something else lies there in the second world."""
    sessions = [opened(folder / name, seed=name) for name in ("first", "second")]
    rounds = [session._ledger.story.game.round for session in sessions]
    for session in sessions:
        session.close()
    kinds = {now.goals.open_for("a test looks")[now.goal_cells.index(cell)].kind for now in rounds}  # type: ignore[union-attr]
    return len(kinds) > 1


def test_after_each_round_everybody_sees_all_goals_and_the_spare_dwarf(tmp_path: Path) -> None:
    night = record(tmp_path / "night", 61, 5, c.Configure("amigo-2004"), at_table=True)
    session = opened(tmp_path / "again", seed=61)
    rounds = 0
    for act, turn in zip(night.acts, night.turns, strict=True):
        perform(session, act)
        now = session._ledger.story.game.round
        views = [session.view(viewer) for viewer in viewers(night)] if now else []
        over = now is not None and now.ending is not None
        rounds += any(isinstance(event, e.RolesShown) for step in turn.steps for event in step.events)
        for view in views:
            assert now is not None and now.goals is not None and now.aside is not None and view.maze is not None
            goals = [card.goal for card in view.maze.cards if card.kind == "goal"]
            dealt = [card.kind for card in now.goals.open_for("a test looks")]
            laid = [card.goal for card in now.board.of_kind(Kind.GOAL)]
            assert goals == (dealt if over else laid)
            assert view.aside == (tuple(sorted(now.aside.open_for("a test looks"))) if over else ())
            if view.result is not None:
                assert view.result.gold_row == dealt.index(c.GoalKind.GOLD)
    kept = session.keepsake()
    assert kept is not None and rounds == 3
    assert all(one.result is not None and one.result.gold_row is not None and one.result.aside for one in kept)
    assert all(card.goal for one in kept for card in one.moves[-1].maze.cards if card.kind == "goal")
    session.close()


def compare(
    tmp_path: Path,
    seed: int,
    players: int,
    configure: c.Configure,
    *,
    moments: int = MOMENTS,
    come_and_go: bool = False,
    at_table: bool = False,
    grants: bool = False,
) -> Night:
    night = record(
        tmp_path / "night",
        seed,
        players,
        configure,
        most=MOST_ACTS,
        come_and_go=come_and_go,
        at_table=at_table,
        grants=grants,
    )
    rng = random.Random(seed)
    looked = different = 0
    for viewer in [viewers(night)[0], *rng.sample(viewers(night)[1:], SEATS)]:
        for _ in range(moments):
            folder = tmp_path / f"pair-{looked}"
            different += check(folder, night, viewer, rng.randrange(len(night.acts) // 4, len(night.acts)), rng)
            looked += 1
    assert configure.roles is Supply.CARDS or different > looked / 3  # one goal may be all that is hidden then
    return night


# ---- the test can fail --------------------------------------------------------------------------------------------


def test_a_seat_of_a_computer_player_that_is_given_away_unasked_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Places, "_needs_consent", lambda self, seat: False)
    with pytest.raises(AssertionError):
        test_who_asks_for_a_computer_players_seat_in_mid_round_is_shown_the_same_in_both_worlds(tmp_path)


LEAKS: dict[str, tuple[Any, str, Any]] = {
    "first role in the pool": (
        project,
        "_pool",
        lambda game: ((game.round.roles.open_for("leak")[0], 1),) if game.round else (),
    ),
    "goal kinds in the maze": (
        project_asks,
        "turn_of",
        lambda game: tuple(ord(x.kind[0]) for x in game.round.goals.open_for("leak")) if game.round else (),
    ),
    "everybody's gold": (
        project_people,
        "_public_nuggets",
        lambda game, seat: sum(game.gold[seat].open_for("leak")) if game.gold else None,
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    night = record(tmp_path / "night", 4, 5, c.Configure("amigo-2004"))
    room, name, leaking = LEAKS[leak]
    monkeypatch.setattr(room, name, leaking)
    early_in_rounds = [at + 8 for at in night.after(c.DealRoles, command=True)]
    in_a_draft = max(night.after(c.TakeGold, command=True))
    with pytest.raises(AssertionError):
        for number, viewer in enumerate(viewers(night)):
            for until in (*early_in_rounds, in_a_draft):
                check(tmp_path / f"pair-{number}-{until}", night, viewer, until, random.Random(number))


# ---- the type -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("show", [repr, str, format, "{}".format, "{:>20}".format, "%s".__mod__, lambda x: f"{x!r:>5}"])
def test_a_secret_does_not_show_itself(show: Any) -> None:
    assert "saboteur" not in show(Secret("saboteur"))
    assert show(Secret("saboteur")) == show(Secret("miner and more"))


@pytest.mark.parametrize("leak", [json.dumps, pickle.dumps, hash, bool, len, iter, sorted])
def test_a_secret_does_not_let_itself_be_encoded(leak: Any) -> None:
    with pytest.raises(TypeError):
        leak(Secret(("saboteur",)))


@pytest.mark.parametrize("other", ["saboteur", None, 1, ("saboteur",)])
def test_a_secret_is_not_compared_to_a_plain_value(other: object) -> None:
    with pytest.raises(TypeError):
        _ = Secret("saboteur") == other


def test_a_secret_cannot_be_changed_or_copied_out() -> None:
    secret = Secret("saboteur")
    with pytest.raises(AttributeError):
        secret.value = "miner"  # type: ignore[attr-defined]
    assert copy.deepcopy(secret) is secret
    assert not hasattr(secret, "__dict__")
    with pytest.raises(TypeError):
        canonical({"role": secret})
