"""What one press or one look of the camera does at the table: ledger beside open questions. No locks, no tokens.

Whatever can be refused is refused before anything is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from companion.live import tokens as t
from companion.live.handling import Stale, handling_of
from companion.live.ledger import Done, Ledger
from companion.live.open_questions import OpenQuestions
from companion.live.proposal import Choice, Does, Proposal
from companion.live.story import Story
from companion.live.undo import look_again
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.decide import decide
from companion.sight.settled_board import SettledBoard
from companion.state import commands as c
from companion.state.events import Event, VetoDeclined
from companion.state.game import Game
from companion.state.refusals import Refusal


class Table:
    """Not thread-safe: the session calls it under its own lock. `press`: which one it is, as it is done only once."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger, self.questions = ledger, OpenQuestions()

    @property
    def game(self) -> Game:
        return self.ledger.story.game

    def good_since(self, command: c.Command) -> int:
        """The first version whose page may still press this."""
        stale = handling_of(command).stale
        if stale is Stale.NEVER:
            return 0
        if stale is Stale.BY_PHONE and isinstance(command, c.TakeOverSeat):
            return max(self.ledger.renumbered, self.ledger.phone_since(command.seat))
        if stale is Stale.BY_SEATS:
            return self.ledger.renumbered
        forced = isinstance(command, c.EndRound) and command.forced  # the table was asked, and says so all the same
        return self.ledger.round_began if forced or stale is Stale.BY_ROUND else self.ledger.mattered

    def do(
        self,
        by: c.Actor,
        command: c.Command,
        press: str | None,
        *,
        tokens: dict[str, c.SeatId] | None = None,
        beside: Mapping[str, str] = MappingProxyType({}),
        phones: tuple[str, ...] = (),
    ) -> Done | Refusal:
        """`phones`: of those who sit down with this, in the order of their seats."""
        story = self.ledger.story
        named = _with_clean_name(command)
        if isinstance(named, Refusal):
            return named
        events = look_again(story, named) or decide(story.game, by, named)
        if isinstance(events, Refusal):
            return events
        if not events:  # it was so already
            return Done(self.ledger.version)
        if tokens is None:
            tokens = t.seated_after(self.ledger.tokens, len(story.game.seats), events, phones)
        matters = handling_of(named).outdates and not _only_declined(events)
        done = self.ledger.keep(by, named, events, press, tokens=tokens, matters=matters, beside=beside)
        if isinstance(done, Done):
            self._follow(story)
        return done

    def refuses(self, by: c.Actor, command: c.Command) -> Refusal | None:
        """Why this would not be done now; nothing is."""
        named = _with_clean_name(command)
        judged = named if isinstance(named, Refusal) else decide(self.game, by, named)
        return judged if isinstance(judged, Refusal) else None

    def undo(self, by: c.Actor, press: str | None, *, own_only: bool = True) -> Done | Refusal:
        steps = self.ledger.undo(by, press, own_only=own_only)
        if isinstance(steps, Refusal):
            return steps
        self.questions.heed_undone(steps)
        self._compare()
        return Done(self.ledger.version)

    def amend(self, by: c.Actor, entry: int, face: Face, press: str | None) -> Done | Refusal:
        """What people say of a card is not asked about again: the camera took it for another before."""
        done = self.ledger.amend(by, entry, face, press)
        if isinstance(done, Done):
            self.questions.dismiss(*(cell for cell, laid in self.ledger.story.entries.items() if laid == entry))
        self._compare()
        return done

    def resync(self, by: c.Actor, press: str | None) -> Done | Refusal:
        command = self.questions.resync()
        return Refusal("nothing_seen") if command is None else self.do(by, command, press)

    # ---- what the camera sees and asks ----------------------------------------------------------------------------

    def see(self, seen: SettledBoard) -> None:
        self.questions.see(seen)
        self._compare()

    def is_watched(self, by_a_camera: bool) -> None:
        if not by_a_camera:
            self.questions.forget()

    def _follow(self, before: Story) -> None:
        """The game has gone on: what lies on the table may be explained now, or fit now."""
        new = self.ledger.story.steps[len(before.steps) :]
        self.questions.heed((event for step in new for event in step.events), self.ledger.story)
        self._compare()

    def _compare(self) -> None:
        """Game and table once more: do what needs nobody, ask the rest. Ends, as each thing done changes the game."""
        story = self.ledger.story
        automatic = self.questions.compare(story)
        if automatic is None:
            return
        events = decide(story.game, c.ByCamera(), automatic)
        if isinstance(events, Refusal):
            return
        if isinstance(self.ledger.keep(c.ByCamera(), automatic, events, None), Done):
            self._follow(story)
        else:  # whoever presses instead hears why it cannot be kept
            self.questions.ask_instead(automatic)
            self.questions.compare(story)

    def answer(
        self, by: c.Actor, proposal_id: str, choice: int | None, forced: bool, press: str | None
    ) -> Done | Refusal:
        proposal = self._asked(by, proposal_id)
        if isinstance(proposal, Refusal):
            return proposal
        if choice is not None:
            chosen = next((one for one in proposal.choices if one.key == choice), None)
            done = Refusal("proposal_gone") if chosen is None else self._choose(by, chosen, forced, press)
            if isinstance(done, Refusal):
                return done
        elif proposal.is_taken_back:
            self.questions.expect_gone(proposal.cell)
        return self._settled(proposal.cell, *proposal.others)

    def correct(self, by: c.Actor, proposal_id: str, place: c.PlacePath, press: str | None) -> Done | Refusal:
        proposal = self._asked(by, proposal_id)
        if isinstance(proposal, Refusal):
            return proposal
        done = self.do(by, place, press)
        return done if isinstance(done, Refusal) else self._settled(proposal.cell, *proposal.others, place.cell)

    def _asked(self, by: c.Actor, proposal_id: str) -> Proposal | Refusal:
        proposal = self.questions.proposal(proposal_id)
        if proposal is None:
            return Refusal("proposal_gone" if self.questions.has_asked(proposal_id) else "proposal_forgotten")
        if isinstance(by, c.BySeat) and by.seat not in proposal.seats:
            return Refusal("not_your_turn")
        return proposal

    def _settled(self, *cells: Cell) -> Done:
        """People have answered about these cells: nothing more is asked until something happens there."""
        self.questions.dismiss(*cells)
        self._compare()
        return Done(self.ledger.version)

    def _choose(self, by: c.Actor, choice: Choice, forced: bool, press: str | None) -> Done | Refusal:
        command = choice.command
        if choice.does is Does.UNDO:  # the camera has seen it too, so that anybody who is asked may say so
            return self.undo(by, press, own_only=False)
        if choice.does is Does.AMEND and choice.entry is not None and choice.face is not None:
            return self.amend(by, choice.entry, choice.face, press)
        if command is None:
            return Refusal("proposal_gone")
        return self.do(by, replace(command, forced=forced) if isinstance(command, c.PlacePath) else command, press)


def _only_declined(events: tuple[Event, ...]) -> bool:
    """One seat lets a card stand and others are still asked: their presses stay good."""
    return all(isinstance(event, VetoDeclined) for event in events)


def _with_clean_name(command: c.Command) -> c.Command | Refusal:
    if not isinstance(command, (c.AddSeat, c.RenameSeat, c.TakeOverSeat)):
        return command
    name = t.clean_name(command.name)
    return name if isinstance(name, Refusal) else replace(command, name=name)
