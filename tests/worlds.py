"""Pairs of worlds that one viewer cannot tell apart, played through two real sessions. For every test of secrecy.

A night is played at random and written down as a script. For a viewer and a moment, another night is made from the same
script: secrets are changed wherever this viewer cannot know them yet, and nowhere else (other_worlds). Whatever the
viewer is shown must be the same in both.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from unittest import mock

from other_worlds import another_night, steps_of
from random_play import MOVES, Table, full_deck

from companion.editions.parameters import Visibility
from companion.editions.ruleset import Ruleset
from companion.live import tokens
from companion.live.dealer import Dealer
from companion.live.ledger import Done
from companion.live.session import Session
from companion.live.story import Step
from companion.live.tokens import Joined, SeatAsked
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.reading import Candidate, CardKind, SeenCard
from companion.sight.settled_board import SettledBoard
from companion.state import commands as c
from companion.state import events as e
from companion.state import pending as p
from companion.state.commands import Attendance
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.views.model import SeatViewer, TableViewer, Viewer

# ---- scripts ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Act:
    """One thing done from outside: a command, a step taken back (command None), something seen, or a phone that comes.

    joins : the phone's name and token; it asks for `seat`, or for one more chair
    answers : the table's yes or no to who asked first
    plays : the table screen plays this seat from now on, which no phone holds
    remote : this seat's phone may do what the table screen can, or no longer
    """

    by: c.Actor = field(default_factory=c.ByTable)
    command: c.Command | None = None
    seen: SettledBoard | None = None
    joins: str = ""
    seat: c.SeatId | None = None
    answers: bool | None = None
    plays: c.SeatId | None = None
    remote: c.SeatId | None = None


def perform(session: Session, act: Act) -> Done | Refusal | SeatAsked | Joined | None:
    if act.seen is not None:
        return session.observe(act.seen)
    if act.joins:
        with mock.patch.object(tokens, "new_token", lambda: act.joins):  # his own code is no secret to him
            return session.join(act.joins, seat=act.seat)
    if act.answers is not None:
        return session.admit(c.ByTable(), session.view(TableViewer()).seat_requests[0].key, yes=act.answers)
    if act.plays is not None:
        with mock.patch.object(tokens, "new_token", lambda: f"plays {act.plays}"):
            return session.play_at_table(c.ByTable(), act.plays)
    if act.remote is not None:
        had = session.view(TableViewer()).seats[act.remote].remote
        return session.give_remote(c.ByTable(), act.remote, yes=not had)
    if act.command is None:
        return session.undo(act.by)
    return session.submit(act.by, act.command)


@dataclass(frozen=True)
class Turn:
    """What an act of the script did in the first world: steps taken back, and steps done, those of chance last."""

    gone: frozenset[int]
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Night:
    """A script, and what each of its acts did in the first world."""

    acts: tuple[Act, ...]
    turns: tuple[Turn, ...]
    seats: int
    rules: Ruleset

    @property
    def open_gold(self) -> bool:
        return self.rules.gold_visibility is Visibility.OPEN

    @property
    def taken_back(self) -> list[int]:
        """The acts that did a step which was taken back later."""
        gone = frozenset().union(*(turn.gone for turn in self.turns))
        return [at for at, turn in enumerate(self.turns) if any(step.seq in gone for step in turn.steps)]

    def after(self, kind: type, *, command: bool = False) -> list[int]:
        """The acts in which such an event happened, or such a command was done."""

        def done(turn: Turn) -> list[object]:
            return [one for step in turn.steps for one in ((step.command,) if command else step.events)]

        return [at for at, turn in enumerate(self.turns) if any(isinstance(one, kind) for one in done(turn))]


@dataclass
class Recorder(Table):
    """Plays at random through a session and writes it down."""

    session: Session = field(default=None)  # type: ignore[assignment]
    acts: list[Act] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)

    def do(self, by: c.Actor, command: c.Command) -> tuple[e.Event, ...]:
        return self.act(Act(by, command))

    def act(self, act: Act) -> tuple[e.Event, ...]:
        before = {step.seq for step in self.session._ledger.story.steps}
        outcome = perform(self.session, act)
        again = isinstance(outcome, Refusal) and outcome.code == "map_was_used"  # a peek was taken back
        assert again or not isinstance(outcome, Refusal) or act.command is None, (act, outcome)
        story = self.session._ledger.story
        steps = tuple(step for step in story.steps if step.seq not in before)
        self.acts.append(act)
        self.turns.append(Turn(frozenset(before - {step.seq for step in story.steps}), steps))
        self.game = story.game
        events = tuple(event for step in steps for event in step.events)
        for event in events:
            self._follow(event)
        self._even_out()
        return events

    def _even_out(self) -> None:
        """After a step was taken back the test's own hands and deck are short of cards; the app does not know which."""
        if self.game.round is None:
            return
        for hand, count in zip(self.hands, self.game.round.hands, strict=True):
            hand += [self.chance.choice(full_deck(self.game.ruleset)) for _ in range(count - len(hand))]
            del hand[count:]
        if len(self.deck) < len(self.hands):
            self.deck += full_deck(self.game.ruleset)


def opened(folder: Path, *, seed: int | str, dealer: Dealer | None = None) -> Session:
    """A session that does not wait for the disk: no test of secrecy pulls the plug."""
    session = Session.open(folder, seed=seed, dealer=dealer)
    assert isinstance(session, Session), session
    session._ledger.journal._database.execute("PRAGMA synchronous=OFF")
    return session


def record(
    folder: Path,
    seed: int,
    players: int,
    configure: c.Configure,
    *,
    most: int = 100_000,
    come_and_go: bool = False,
    at_table: bool = True,
    grants: bool = False,
) -> Night:
    """A night, with steps taken back, presses that are refused, and a camera that is in doubt now and then.

    at_table : the table is set before each round
    most : acts after which the night is broken off
    come_and_go : with pauses, people who are away for a while or come late, phones that ask for a seat that nobody
        holds, and one who leaves in the last round, as seats have other numbers after it
    grants : with seats that are played at the table screen until a phone comes for them, and phones that get its tools
    """
    session = opened(folder, seed=seed)
    rng = random.Random(seed)
    table = Recorder(random.Random(seed), session=session)
    table.act(Act(seen=SettledBoard(0, {}, anew=True)))
    table.sit_down(players, configure, at_table=at_table)
    while not isinstance(table.game.pending, p.GameOver) and len(table.acts) < most:
        if _may_go_back(table.game) and rng.random() < 0.08:
            table.act(Act(c.ByTable()))
        if come_and_go and table.game.round is not None and rng.random() < 0.15:
            (_come_or_go if rng.random() < 0.6 else _ask_or_answer)(table, rng)
            continue
        if isinstance(table.game.pending, p.SettingTable) and not table.game.pending.ticked:
            _see_old_cards(table)
        if grants and table.game.round is not None and rng.random() < 0.15:
            (_grant if rng.random() < 0.5 else _ask_or_answer)(table, rng)
            continue
        if isinstance(table.game.pending, p.Playing) and rng.random() < 0.15:
            _see_something(table, rng)
        MOVES[type(table.game.pending)](table)
    session.close()
    return Night(tuple(table.acts), tuple(table.turns), len(table.game.seats), table.game.ruleset)


def asked_for_computers(folder: Path) -> Night:
    """The roles are dealt to two guests and three computer players, and a phone asks for each of their seats."""
    table = Recorder(random.Random(4), session=opened(folder, seed=4))
    table.act(Act(command=c.Configure("amigo-2004")))
    for number, name in enumerate(("Ana", "Bo", "Bit", "Chip", "Dot")):
        table.act(Act(command=c.AddSeat(name, simulated=number > 1)))
    table.act(Act(command=c.StartGame(0)))
    for seat in (2, 3, 4):
        table.act(Act(joins=f"Mallory {seat}", seat=seat))
    table.act(Act(command=c.BeginPlay()))
    table.act(Act(c.BySeat(0), c.Pass()))
    table.session.close()
    return Night(tuple(table.acts), tuple(table.turns), len(table.game.seats), table.game.ruleset)


def _come_or_go(table: Recorder, rng: random.Random) -> None:
    """One who was away is back, or somebody goes away, comes late or leaves; or everybody rests for a moment."""
    game, seats = table.game, table.game.seats
    here, away = ([at for at, seat in enumerate(seats) if seat.presence is one] for one in (HERE, Attendance.AWAY))
    late = game.round is not None and game.round.number < game.ruleset.rounds and len(seats) < game.ruleset.most
    what = rng.choice(("rest", "away", "away", "late" if late else "leave"))
    if isinstance(game.pending, p.Dealing | p.GameOver | p.AtLobby) or what == "late":
        table.act(Act(joins=f"late {len(table.acts)}"))
    elif away:
        seat = rng.choice(away)
        table.act(Act(rng.choice((c.BySeat(seat), c.ByTable())), c.SetPresence(seat, HERE)))
    elif what == "rest":
        table.act(Act(command=c.SetPause(paused=True)))
        table.act(Act(command=c.SetPause(paused=False)))
    elif len(here) > 2:
        left = what == "leave" and game.round is not None and game.round.number == game.ruleset.rounds
        presence = Attendance.LEFT if left and len(here) == len(seats) else Attendance.AWAY
        table.act(Act(command=c.SetPresence(rng.choice(here), presence)))


def _ask_or_answer(table: Recorder, rng: random.Random) -> None:
    """A phone asks for a seat that none holds, of a computer player or of somebody; the table answers a while later."""
    view = table.session.view(TableViewer())
    free = [seat.seat for seat in view.seats if not seat.taken and seat.presence is HERE]
    if view.seat_requests and rng.random() < 0.6:
        table.act(Act(answers=rng.random() < 0.5))
    elif free:
        table.act(Act(joins=f"asks {len(table.acts)}", seat=rng.choice(free)))


def _grant(table: Recorder, rng: random.Random) -> None:
    """The table screen plays for somebody without a phone, gives a phone its tools, or takes them back."""
    seats = table.session.view(TableViewer()).seats
    phones, without = [one.seat for one in seats if one.taken], [one.seat for one in seats if one.lacks_phone]
    if phones and (not without or rng.random() < 0.5):
        table.act(Act(remote=rng.choice(phones)))
    elif without:
        table.act(Act(plays=rng.choice(without)))


HERE = Attendance.HERE
UNDONE = (p.Playing, p.Peeking, p.TurningGoal, p.LayingGoal, p.Vetoing, p.Pioneering, p.AskingToll)


def _may_go_back(game: Game) -> bool:
    """Also over the end of a round, where the app has no dwarf to show."""
    ended = game.roles_supply is c.Supply.CARDS and isinstance(game.pending, p.TellingRoles | p.RoundOver)
    return ended or isinstance(game.pending, UNDONE)


def _see_old_cards(table: Recorder) -> None:
    """While the table is set, a card and a goal of the last round still lie there; then they go."""
    cells = (Cell(1, 0), table.game.round.goal_cells[0])  # type: ignore[union-attr]
    quad = ((0.0, 0.0),) * 4
    old = {cell: SeenCard(cell, CardKind.PATH, Face.parse("NESW"), 0.9, False, quad) for cell in cells}  # type: ignore[arg-type]
    table.act(Act(seen=SettledBoard(1, old, touched=frozenset(old))))
    table.act(Act(seen=SettledBoard(2, {}, frozenset(old), frozenset(old))))


def _see_something(table: Recorder, rng: random.Random) -> None:
    """A card that the camera is unsure of appears and goes, or a goal lies face up too early."""
    cell = rng.choice([Cell(rng.randrange(1, 8), rng.randrange(-2, 3)), *table.game.round.goal_cells])  # type: ignore[union-attr]
    kind = CardKind.GOAL if cell.x == 8 else CardKind.PATH
    others = (Candidate(Face.parse("NS"), 0.2), Candidate(Face.parse("N|E"), 0.1))
    card = SeenCard(cell, kind, Face.parse(rng.choice(("EW", "NESW", "SW"))), 0.6, True, ((0.0, 0.0),) * 4, others)  # type: ignore[arg-type]
    table.act(Act(seen=SettledBoard(1, {cell: card}, touched=frozenset({cell}))))
    table.act(Act(seen=SettledBoard(2, {}, frozenset({cell}), frozenset({cell}))))


# ---- other worlds -------------------------------------------------------------------------------------------------


class Script:
    """Chance as it is written: the deals of a world, in their order."""

    def __init__(self, deals: list[c.Command]) -> None:
        self.deals = list(deals)

    def chance(self, game: Game, number: int) -> c.Command | None:
        wanted = _WANTED.get(type(game.pending))
        if isinstance(game.pending, p.Dealing):
            due = game.pending
            wanted = c.DealRoles if due.roles else c.DealGoals if due.goals else c.DealChests if due.chests else None
        if wanted is None:
            return None
        deal = self.deals.pop(0)
        assert isinstance(deal, wanted)
        return deal


_WANTED: dict[type, type] = {p.DealingGold: c.DealGold, p.Redealing: c.RedealRoles}


@dataclass(frozen=True)
class World:
    deals: tuple[c.Command, ...]
    acts: tuple[Act, ...]


@dataclass(frozen=True)
class Pair:
    """Two sessions after the same acts, and the viewer who must not be able to tell which is which.

    step : index of the act done last; `differs` says whether the two worlds are different at all
    outside : the tokens of all phones that came in mid-round and were not let in: they see what the table sees
    """

    viewer: Viewer
    first: Session
    second: Session
    step: int
    differs: bool
    outside: tuple[str, ...] = ()


def walk(folder: Path, night: Night, viewer: Viewer, until: int, rng: random.Random) -> Iterator[Pair]:
    """The pair after each act of the script, up to the moment `until`."""
    truth = World(
        tuple(step.command for _, step in steps_of(night, until) if isinstance(step.by, c.ByDealer)),
        night.acts[: until + 1],
    )
    other = another_world(night, viewer, until, rng)
    sessions = []
    for name, world in (("first", truth), ("second", other)):
        sessions.append(opened(folder / name, seed=name, dealer=Script(list(world.deals))))
    first, second = sessions
    differs = truth != other
    outside: tuple[str, ...] = ()
    try:
        for step, (act, changed) in enumerate(zip(truth.acts, other.acts, strict=True)):
            outside = _outside_after(outside, act, night.turns[step], first)
            outcomes = perform(first, act), perform(second, changed)
            if _whose(act) == viewer:
                assert canonical(outcomes[0]) == canonical(outcomes[1]), (act, outcomes)
            yield Pair(viewer, first, second, step, differs, outside)
    finally:
        first.close()
        second.close()


def _outside_after(outside: tuple[str, ...], act: Act, turn: Turn, before: Session) -> tuple[str, ...]:
    """Who has no seat after this act, whatever the session says of it: who was neither let in nor came a round ago."""
    if any(isinstance(event, e.RoundBegan) for step in turn.steps for event in step.events):
        return ()
    if act.joins and not isinstance(before._ledger.story.game.pending, p.RoundOver):
        return (*outside, act.joins)
    if act.answers:
        let_in = before.view(TableViewer()).seat_requests[0].name  # phones are named as their tokens
        return tuple(token for token in outside if token != let_in)
    return outside


def viewers(night: Night) -> tuple[Viewer, ...]:
    return (TableViewer(), *(SeatViewer(seat) for seat in range(night.seats)))


def another_world(night: Night, viewer: Viewer, until: int, rng: random.Random) -> World:
    """The night as it may also have been, for all that this viewer knows after the act `until`."""
    me = viewer.seat if isinstance(viewer, SeatViewer) else None
    other = another_night(night, me, until, rng)
    acts, deals = list(night.acts[: until + 1]), []
    for at, step in steps_of(night, until):
        command = other.get(step.seq, step.command)
        if isinstance(step.by, c.ByDealer):
            deals.append(command)
        elif acts[at].command is not None:
            acts[at] = Act(acts[at].by, command)
    return World(tuple(deals), tuple(acts))


def _whose(act: Act) -> Viewer | None:
    if isinstance(act.by, c.BySeat):
        return SeatViewer(act.by.seat)
    return TableViewer() if act.seen is None and not act.joins and act.answers is None else None


# ---- comparing ----------------------------------------------------------------------------------------------------


def canonical(value: object) -> str:
    """JSON text of anything a viewer is given; a secret in it is an error."""
    return json.dumps(value, default=_parts, sort_keys=True, ensure_ascii=False)


def _parts(value: object) -> object:
    """One step nearer to what JSON holds by itself: the parts of a noun, which are then looked at likewise."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return {"is": type(value).__name__} | {name: getattr(value, name) for name in _names(type(value))}
    if isinstance(value, Mapping):
        return {str(key): one for key, one in value.items()}
    raise TypeError(f"no viewer may be given a {type(value).__name__}")


@cache
def _names(noun: type) -> tuple[str, ...]:
    return tuple(part.name for part in fields(noun))
