"""Pairs of worlds that one viewer cannot tell apart, played through two real sessions. For every test of secrecy.

A night is played at random and written down as a script. For a viewer and a moment, another night is made from the same
script: dwarves, goals and gold are changed wherever this viewer cannot know them yet, and nowhere else. Whatever the
viewer is shown must be the same in both.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from pathlib import Path

from random_play import MOVES, Table, full_deck

from companion.live.dealer import Dealer
from companion.live.ledger import Done
from companion.live.observe import Candidate, CardKind, Seen, SeenCard, SeenKind
from companion.live.session import Session
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state import events as e
from companion.state import pending as p
from companion.state.game import Game
from companion.state.refusals import Refusal
from companion.state.secret import Secret
from companion.views.model import SeatViewer, TableViewer, Viewer

WHY = "a test makes another world"


# ---- scripts ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Act:
    """One thing done from outside: a command, a step taken back (command None), or something seen."""

    by: c.Actor = field(default_factory=c.ByTable)
    command: c.Command | None = None
    seen: Seen | None = None


def perform(session: Session, act: Act) -> Done | Refusal | None:
    if act.seen is not None:
        return session.observe(act.seen)
    if act.command is None:
        return session.undo(act.by)
    return session.submit(act.by, act.command)


@dataclass(frozen=True)
class Night:
    """A script, what happened after each of its acts in the first world, and what chance dealt there."""

    acts: tuple[Act, ...]
    happened: tuple[tuple[e.Event, ...], ...]
    dealt: tuple[tuple[int, c.Command], ...]  # the act after which, and the deal
    taken: tuple[tuple[int, int, c.SeatId, int], ...]  # act, round, seat and value of each gold card chosen
    seats: int
    open_gold: bool


@dataclass
class Recorder(Table):
    """Plays at random through a session and writes it down."""

    session: Session = field(default=None)  # type: ignore[assignment]
    acts: list[Act] = field(default_factory=list)
    happened: list[tuple[e.Event, ...]] = field(default_factory=list)
    dealt: list[tuple[int, c.Command]] = field(default_factory=list)
    taken: list[tuple[int, int, c.SeatId, int]] = field(default_factory=list)

    def do(self, by: c.Actor, command: c.Command) -> tuple[e.Event, ...]:
        return self.act(Act(by, command))

    def act(self, act: Act) -> tuple[e.Event, ...]:
        before = len(self.session._ledger.story.steps)
        outcome = perform(self.session, act)
        again = isinstance(outcome, Refusal) and outcome.code == "map_was_used"  # a peek was taken back
        assert again or not isinstance(outcome, Refusal) or act.command is None, (act, outcome)
        steps = self.session._ledger.story.steps[before:]
        events = tuple(event for step in steps for event in step.events)
        index = len(self.acts)
        self.acts.append(act)
        self.happened.append(events)
        self.dealt += [(index, step.command) for step in steps if isinstance(step.by, c.ByDealer)]
        self.game = self.session._ledger.story.game
        for event in events:
            if isinstance(event, e.GoldTaken) and isinstance(act.command, c.TakeGold):
                self.taken.append((index, self.game.round.number, event.seat, event.value.open_for(WHY)))  # type: ignore[union-attr]
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


def record(folder: Path, seed: int, players: int, configure: c.Configure) -> Night:
    """A whole night, with steps taken back, presses that are refused, and a camera that is in doubt now and then."""
    session = opened(folder, seed=seed)
    rng = random.Random(seed)
    table = Recorder(random.Random(seed), session=session)
    table.act(Act(seen=Seen(0, SeenKind.BOARD)))
    table.sit_down(players, configure)
    while not isinstance(table.game.pending, p.GameOver):
        if isinstance(table.game.pending, p.Playing | p.Peeking | p.LayingGoal) and rng.random() < 0.08:
            table.act(Act(c.ByTable()))
        if isinstance(table.game.pending, p.Playing) and rng.random() < 0.15:
            _see_something(table, rng)
        MOVES[type(table.game.pending)](table)
    session.close()
    open_gold = table.game.ruleset.gold_visibility == "open"
    return Night(tuple(table.acts), tuple(table.happened), tuple(table.dealt), tuple(table.taken), players, open_gold)


def _see_something(table: Recorder, rng: random.Random) -> None:
    """A card that the camera is unsure of appears and goes, or a goal lies face up too early."""
    cell = rng.choice([Cell(rng.randrange(1, 8), rng.randrange(-2, 3)), *table.game.round.goal_cells])  # type: ignore[union-attr]
    kind = CardKind.GOAL if cell.x == 8 else CardKind.PATH
    others = (Candidate(Face.parse("NS"), 0.2), Candidate(Face.parse("N|E"), 0.1))
    card = SeenCard(cell, kind, Face.parse(rng.choice(("EW", "NESW", "SW"))), 0.6, True, ((0.0, 0.0),) * 4, others)  # type: ignore[arg-type]
    table.act(Act(seen=Seen(1, SeenKind.LAID, (card,))))
    table.act(Act(seen=Seen(2, SeenKind.REMOVED, (card,))))


# ---- other worlds -------------------------------------------------------------------------------------------------


class Script:
    """Chance as it is written: the deals of a world, in their order."""

    def __init__(self, deals: list[c.Command]) -> None:
        self.deals = list(deals)

    def chance(self, game: Game, number: int) -> c.Command | None:
        wanted: type | None = None
        if isinstance(game.pending, p.Dealing) and (game.pending.roles or game.pending.goals):
            wanted = c.DealRoles if game.pending.roles else c.DealGoals
        elif isinstance(game.pending, p.DealingGold):
            wanted = c.DealGold
        if wanted is None:
            return None
        deal = self.deals.pop(0)
        assert isinstance(deal, wanted)
        return deal


@dataclass(frozen=True)
class World:
    deals: tuple[c.Command, ...]
    acts: tuple[Act, ...]


@dataclass(frozen=True)
class Pair:
    """Two sessions after the same acts, and the viewer who must not be able to tell which is which.

    step : index of the act done last; `differs` says whether the two worlds are different at all
    """

    viewer: Viewer
    first: Session
    second: Session
    step: int
    differs: bool


def walk(folder: Path, night: Night, viewer: Viewer, until: int, rng: random.Random) -> Iterator[Pair]:
    """The pair after each act of the script, up to the moment `until`."""
    truth = World(tuple(deal for at, deal in night.dealt if at <= until), night.acts[: until + 1])
    other = another_world(night, viewer, until, rng)
    sessions = []
    for name, world in (("first", truth), ("second", other)):
        sessions.append(opened(folder / name, seed=name, dealer=Script(list(world.deals))))
    first, second = sessions
    try:
        for step, (act, changed) in enumerate(zip(truth.acts, other.acts, strict=True)):
            outcomes = perform(first, act), perform(second, changed)
            if _whose(act) == viewer:
                assert canonical(outcomes[0]) == canonical(outcomes[1]), (act, outcomes)
            yield Pair(viewer, first, second, step, truth != other)
    finally:
        first.close()
        second.close()


def viewers(night: Night) -> tuple[Viewer, ...]:
    return (TableViewer(), *(SeatViewer(seat) for seat in range(night.seats)))


def another_world(night: Night, viewer: Viewer, until: int, rng: random.Random) -> World:
    """The night as it may also have been, for all that this viewer knows after the act `until`."""
    me = viewer.seat if isinstance(viewer, SeatViewer) else None
    acts = list(night.acts[: until + 1])
    if not night.open_gold and not _over(night, until):
        acts = _other_choices(night, acts, me, rng)
    rounds = [at for at in range(until + 1) if any(isinstance(x, e.RoundBegan) for x in night.happened[at])]
    deals = []
    for at, deal in night.dealt:
        if at > until:
            break
        end = next((later for later in rounds if later > at), until + 1)
        events = [event for one in night.happened[at:end] for event in one]
        deals.append(_other_deal(deal, events, me, rng))
    return World(tuple(deals), tuple(acts))


def _other_deal(deal: c.Command, events: list[e.Event], me: c.SeatId | None, rng: random.Random) -> c.Command:
    if isinstance(deal, c.DealRoles):
        return _other_roles(deal, any(isinstance(event, e.RolesShown) for event in events), me, rng)
    if isinstance(deal, c.DealGoals):
        return _other_goals(deal, events, me, rng)
    return deal


def _other_roles(deal: c.DealRoles, shown: bool, me: c.SeatId | None, rng: random.Random) -> c.Command:
    roles, aside = list(deal.roles.open_for(WHY)), list(deal.aside.open_for(WHY))
    hidden = [seat for seat in range(len(roles)) if seat != me] if not shown else []
    pot = [roles[seat] for seat in hidden] + aside
    rng.shuffle(pot)
    for seat in hidden:
        roles[seat] = pot.pop()
    return c.DealRoles(Secret(tuple(roles)), Secret(tuple(pot)))


def _other_goals(deal: c.DealGoals, events: list[e.Event], me: c.SeatId | None, rng: random.Random) -> c.Command:
    cells = next(event.goal_cells for event in events if isinstance(event, e.RoundBegan))
    known = {event.cell for event in events if isinstance(event, (e.GoalTurned, e.GoalLaid))}
    known |= {event.cell for event in events if isinstance(event, e.MapUsed) and event.seat == me}
    cards = list(deal.cards.open_for(WHY))
    hidden = [place for place, cell in enumerate(cells) if cell not in known]
    pot = [cards[place] for place in hidden]
    rng.shuffle(pot)
    for place in hidden:
        cards[place] = pot.pop()
    return c.DealGoals(Secret(tuple(cards)))


def _other_choices(night: Night, acts: list[Act], me: c.SeatId | None, rng: random.Random) -> list[Act]:
    """The others choose other gold cards, so that this viewer is handed the same ones whenever it is his turn."""
    for deal in [at for at, command in night.dealt if isinstance(command, c.DealGold)]:
        left = list(
            _gold(next(command for at, command in night.dealt if at == deal and isinstance(command, c.DealGold)))
        )
        picks = [pick for pick in night.taken if deal < pick[0] < len(acts)]
        picks = [pick for pick in picks if pick[1] == picks[0][1]]
        for run in _runs(picks, me):
            values = [value for _, _, _, value in run]
            if run[0][2] != me:
                rng.shuffle(values)
            for (at, _, _, _), value in zip(run, values, strict=True):
                acts[at] = Act(acts[at].by, c.TakeGold(left.index(value)))
                left.remove(value)
    return acts


def _runs(picks: list[tuple[int, int, int, int]], me: c.SeatId | None) -> list[list[tuple[int, int, int, int]]]:
    """Picks in a row that this viewer does not look into; each of his own stands alone."""
    runs: list[list[tuple[int, int, int, int]]] = []
    for pick in picks:
        if runs and pick[2] != me and runs[-1][0][2] != me:
            runs[-1].append(pick)
        else:
            runs.append([pick])
    return runs


def _gold(deal: c.DealGold) -> tuple[int, ...]:
    return deal.values.open_for(WHY)


def _over(night: Night, until: int) -> bool:
    return any(isinstance(event, e.GameEnded) for events in night.happened[: until + 1] for event in events)


def _whose(act: Act) -> Viewer | None:
    if isinstance(act.by, c.BySeat):
        return SeatViewer(act.by.seat)
    return TableViewer() if act.seen is None else None


# ---- comparing ----------------------------------------------------------------------------------------------------


def canonical(value: object) -> str:
    """JSON text of anything a viewer is given; a secret in it is an error."""
    return json.dumps(_plain(value), sort_keys=True, ensure_ascii=False)


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if is_dataclass(value):
        return {"is": type(value).__name__} | {part.name: _plain(getattr(value, part.name)) for part in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    raise TypeError(f"no viewer may be given a {type(value).__name__}")
