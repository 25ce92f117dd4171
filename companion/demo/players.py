"""Simulated players at the demo table: each looks through his own phone's window, and hands do what is to be done.

`step` is called again and again, by `play_on` or by a test; it does at most one thing and says whether it did.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from random import Random
from threading import Event

from companion.cards.asked import What
from companion.cards.register import card_of
from companion.demo.hand_table import HandTable
from companion.demo.mind import Discard, Lay, Mind, Move
from companion.demo.policy import give_up, move
from companion.demo.policy_cards import answer
from companion.demo.settings import STEP_S, UNSEEN_S
from companion.demo.tidy import tidy
from companion.editions.compose import compose
from companion.editions.ruleset import Ruleset
from companion.live.disk_trouble import TROUBLES
from companion.live.ledger import Done
from companion.live.proposal import Does, WaitsFor
from companion.live.session import Session
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.sight.mistakes import Mistakes
from companion.state import commands as c
from companion.state.refusals import Refusal
from companion.views.model import ProposalView, SeatView, SeatViewer, Stage, TableViewer, View

MISTAKES = Mistakes(logging.getLogger("companion.demo"))


def sit_down(session: Session, names: Sequence[str]) -> View:
    """Simulated players take the seats of an empty lobby. What the table shows then."""
    view = session.view(TableViewer())
    if view.stage is Stage.LOBBY and not view.seats:
        for name in names:
            session.submit(c.ByTable(), c.AddSeat(name, simulated=True))
    return session.view(TableViewer())


class Players:
    """seed, clock : of their moods, and by which they wait; for tests"""

    def __init__(self, seed: int | str | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._seed = Random().random() if seed is None else seed
        self._minds: dict[c.SeatId, Mind] = {}
        self._stuck: tuple[int, c.SeatId] | None = None
        self._clock = clock
        self._unseen: tuple[Cell, bool, float] | None = None  # a card to be seen, whether it lies there, and since when

    def play_on(self, session: Session, table: HandTable, stop: Event, pace: float) -> None:
        """Step after step until stopped, `pace` times as fast as is easy to follow; for a thread of its own."""
        while not stop.wait(STEP_S / pace):
            try:
                self.step(session, table)
            except Exception as error:  # a hand that stumbles tries again: the game must not wait for it for ever
                MISTAKES.tell("A simulated player stumbled", error)

    def step(self, session: Session, table: HandTable) -> bool:
        """Do one thing: a hand's chore, or a simulated player's move."""
        planned, lying, view = table.planned, session.lying, session.view(TableViewer())
        if view.paused or view.stage in (Stage.LOBBY, Stage.GAME_OVER) or not table.resting:
            return False
        if self._in_vain(session.on_its_way, lying):
            session.give_back()
            return True
        if tidy(view, table, planned, lying):
            return True
        if view.stage is Stage.ROUND_OVER:
            return self._next_round(session, view)
        if any(asked.problem == WaitsFor.UNDONE for asked in view.proposals):
            return False  # a hand has taken it; the camera has to see that first
        return any(self._act(session, table, seat) for seat in view.seats if seat.simulated and not seat.taken)

    def _in_vain(self, cell: Cell | None, lying: frozenset[Cell]) -> bool:
        """Whether a card has lain there too long, or was held over its place too long, for the camera."""
        if cell is None or self._unseen is None or self._unseen[:2] != (cell, cell in lying):
            self._unseen = None if cell is None else (cell, cell in lying, self._clock())
            return False
        if self._clock() - self._unseen[2] <= UNSEEN_S:
            return False
        self._unseen = None
        return True

    def _next_round(self, session: Session, view: View) -> bool:
        """Where no phone plays along, nobody else would press it."""
        if any(seat.taken for seat in view.seats):
            return False
        return isinstance(session.submit(c.ByTable(), c.NextRound()), Done)

    def _act(self, session: Session, table: HandTable, seat: SeatView) -> bool:
        view = session.view(SeatViewer(seat.seat))
        mind = self._minds.setdefault(seat.seat, Mind(Random(f"{self._seed}/{seat.seat}")))
        mind.remember(view)
        mine = next((proposal for proposal in view.proposals if proposal.mine), None)
        if mine is not None:
            return self._answer(session, table, view, mine, seat.seat)
        if seat.seat not in view.waiting_for or self._stuck == (view.version, seat.seat):
            return False
        outcome = self._do(session, table, view, mind)
        refused = isinstance(outcome, Refusal) and outcome.code not in TROUBLES  # a full disk may have room again
        self._stuck = (session.version, seat.seat) if refused else None
        return isinstance(outcome, Done)

    def _answer(self, session: Session, table: HandTable, view: View, asked: ProposalView, seat: c.SeatId) -> bool:
        """He knows what he has laid; where the rules do not let it lie, he takes it back."""
        lies = table.planned.card(asked.cell)
        known = None if lies is None or lies.face is None else str(lies.face)
        fits = [one.key for one in asked.candidates if one.face == known and one.legal and one.does in _HONEST]
        if asked.problem == WaitsFor.OUT_OF_TURN:  # somebody else's card
            fits = []
        return isinstance(session.answer(c.BySeat(seat), asked.id, fits[0] if fits else None), Done)

    def _do(self, session: Session, table: HandTable, view: View, mind: Mind) -> Done | Refusal | None:
        assert view.me is not None
        by = c.BySeat(view.me.seat)
        match view.stage:
            case Stage.ROLES:
                return session.submit(by, c.RoleSeen())
            case Stage.PLAY:
                return self._play(session, table, view, mind, by)
            case Stage.PEEK | Stage.INSPECT:
                return session.submit(by, c.ClosePeek())
            case Stage.ASK:
                said = answer(view, mind)
                return None if said is None else session.submit(by, said)
            case Stage.GOAL if view.goal is not None and view.goal.task == "choose":
                return session.submit(by, c.ChooseGoal(mind.rng.choice(view.goal.cells)))
            case Stage.GOAL if view.goal is not None and view.goal.task == "turn":
                return session.submit(by, c.TurnGoal(view.goal.cells[0]))
            case Stage.GOAL if view.goal is not None and view.goal.task == "lay":
                return self._turn_goal(session, table, view, by)
            case Stage.DRAFT if view.draft is not None and view.draft.cards:
                cards = view.draft.cards
                return session.submit(by, c.TakeGold(cards.index(max(cards))))
        return None

    def _turn_goal(self, session: Session, table: HandTable, view: View, by: c.BySeat) -> Done | Refusal | None:
        """The card that the app named; the camera says then that it lies there, where it sees that far."""
        assert view.goal is not None
        cell = view.goal.cells[0]
        lies = table.planned.card(cell)
        if lies is None and not table.holds(cell):
            return session.submit(by, c.LayGoal(cell, view.goal.turned[0]))
        if lies is None or lies.face is not None:
            return None
        table.turn(cell, Face.parse(view.goal.faces[0]), view.goal.kind, by.seat)
        return Done(view.version)

    def _play(self, session: Session, table: HandTable, view: View, mind: Mind, by: c.BySeat) -> Done | Refusal | None:
        if session.lying or session.on_its_way:  # a card has to be seen first
            return None
        chosen = move(view, mind, rules_of(view), table.holds)
        done = _play(session, by, chosen)
        if isinstance(done, Refusal) and done.code == "card_goes":
            return None
        card = card_of(chosen) if isinstance(chosen, c.Command) else None
        if isinstance(chosen, c.Command) and card is not None and card.asked_for(What.GOALS):
            mind.forget(card.way_of(chosen).cells)  # they may lie elsewhere now
        if isinstance(chosen, c.PlacePath) and chosen.toll_payer is not None:
            mind.asks(view, chosen.toll_payer)
        return _play(session, by, give_up(view)) if isinstance(done, Refusal) else done


def _play(session: Session, by: c.BySeat, chosen: Move) -> Done | Refusal:
    match chosen:
        case Lay(key, cell, turned):
            return session.lay_from_hand(by, key, cell, turned=turned)
        case Discard(keys):
            return session.discard_from_hand(by, keys)
    return session.submit(by, chosen)


_HONEST = (Does.PLACE, Does.AMEND, Does.LAY_GOAL, Does.TELL_GOAL)


def rules_of(view: View) -> Ruleset:
    """The rules that everybody at the table can read."""
    rules = compose(view.setup.edition, view.setup.modules, view.setup.options)
    if not isinstance(rules, Ruleset):
        raise ValueError(f"the table plays what cannot be put together: {rules}")
    return rules
