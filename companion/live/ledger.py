"""The story and its journal, in step: nothing is part of the story before it is on the disk. No locks, no camera."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from companion.editions.ruleset import Ruleset
from companion.live.dealer import Dealer
from companion.live.journal import Entry, Journal
from companion.live.settings import DISK_TRIED_S, NEW_START
from companion.live.store import Loaded, amend_entry, note_entry, step_entry, undo_entry
from companion.live.story import Step, Story
from companion.live.undo import amended, gave_up, last_undoable, phone_that_may
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.decide import decide
from companion.state import commands as c
from companion.state.events import Event
from companion.state.game import Game
from companion.state.pending import ForChance, GameOver
from companion.state.refusals import Refusal
from companion.views.lines import Note


@dataclass(frozen=True)
class Done:
    """Accepted and kept. `version` is the session's after it; the same for a press that is repeated."""

    version: int


class Ledger:
    """Not thread-safe: the session calls it under its own lock.

    mattered : the version of the last change that makes an older press stale
    round_began : the version with which this round came, or the end of the game, or the lobby between two games
    renumbered : the version with which seats last got other numbers, at the earliest that of this round
    trouble : why the last step could not be kept; None once something could
    """

    def __init__(
        self, journal: Journal, loaded: Loaded, dealer: Dealer, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.journal, self.story = journal, loaded.story
        self.tokens = journal.seats()
        self._sat_down: dict[str, int] = {}  # phones since this start, and the version with which each did
        self.answers: dict[str, int] = dict(loaded.answers)
        self._version = loaded.version + NEW_START
        self.mattered = self.round_began = self.renumbered = loaded.version
        self.trouble: Refusal | None = None
        self._clock, self._tries_from = clock, 0.0  # whether the disk takes something again
        self._unkept: Mapping[str, str] = {}  # what was to be remembered and is not on the disk yet
        self._dealer, self.next_seq = dealer, loaded.next_seq
        self._told_aside, self._told_gone = journal.put_aside, 0  # of the former, whoever opens the night tells

    @property
    def version(self) -> int:
        """Grows with every visible change, also those that are not written here; at a start it jumps by NEW_START over
        all that may have been told and not written, so that no number ever means two states."""
        return self._version

    def phone_since(self, seat: c.SeatId) -> int:
        """The version with which its phone sat down there; 0 where none did since the program started."""
        return max((since for phone, since in self._sat_down.items() if self.tokens.get(phone) == seat), default=0)

    def seen_otherwise(self) -> None:
        """Pages show something else from now on, of which nothing is written here."""
        self._version += 1

    def keep(
        self,
        by: c.Actor,
        command: c.Command,
        events: tuple[Event, ...],
        press: str | None,
        *,
        tokens: dict[str, c.SeatId] | None = None,
        matters: bool = True,
        beside: Mapping[str, str] = MappingProxyType({}),
    ) -> Done | Refusal:
        """The step and what chance adds to it, on the disk together; `beside`: settings that are kept with it."""
        story = self.story.then(self.next_seq, by, command, events)
        entry = step_entry(story.steps[-1], self.version + 1, press)
        return self._commit(story, entry, tokens=tokens, matters=matters, beside=beside)

    def undo(self, by: c.Actor, press: str | None, *, own_only: bool = True) -> tuple[Step, ...] | Refusal:
        """The steps that were taken back. `own_only`: a seat takes back nobody else's step."""
        steps = last_undoable(self.story)
        if isinstance(steps, Refusal):
            return steps
        if own_only and isinstance(by, c.BySeat) and by.seat != phone_that_may(steps):
            return Refusal("not_your_step")
        gone = tuple(step.seq for step in steps)
        note = Note("game_goes_on") if gave_up(steps[0]) else _signed("undone", by)
        entry = undo_entry(self.next_seq, by, gone, note, self.version + 1, press)
        done = self._commit(self.story.without(gone).noting(self.next_seq, note), entry)
        return done if isinstance(done, Refusal) else steps

    def amend(self, by: c.Actor, seq: int, face: Face, press: str | None) -> Done | Refusal:
        outcome = amended(self.story, seq, face)
        if isinstance(outcome, Refusal):
            return outcome
        story, cell = outcome
        note = _signed("amended", by, {"cell": cell})
        entry = amend_entry(self.next_seq, by, story, seq, note, self.version + 1, press)
        return self._commit(story.noting(self.next_seq, note), entry)

    def remember(self, settings: Mapping[str, str]) -> None:
        """Beside the steps. Where the disk takes nothing just now it is kept with whatever it takes next."""
        kept = self.journal.settings()
        self._unkept = {
            name: value for name, value in {**self._unkept, **settings}.items() if kept.get(name, "") != value
        }
        if self._unkept and self.journal.write(settings=self._unkept) is None:
            self._unkept = {}

    def look_after_disk(self) -> bool:
        """Whether there is news of the disk though nobody presses: it takes something again, or it has lost the game,
        which is written again where that can be. Tried with what lies there anyway, and not each time that somebody
        waits: a sick disk takes its time, and all wait for it."""
        if (self.trouble is None and self.journal.lies_as_left) or self._clock() < self._tries_from:
            return False
        before, version = self.trouble, self.version
        self.trouble = self.journal.write(seats=self.tokens, settings=self._unkept)
        self._tries_from = self._clock() + DISK_TRIED_S
        if self.trouble is None:
            self._unkept = {}
            self._tell_what_befell_the_files()
        return self.trouble != before or self.version != version

    def tell(self, note: Note) -> None:
        """A line that is no step. Where even that cannot be kept, the night goes on without it."""
        entry = note_entry(self.next_seq, note, self.version + 1)
        self._commit(self.story.noting(self.next_seq, note), entry, matters=False)

    def tell_in_a_game(self, note: Note) -> None:
        """Not once it is over."""
        number, is_over = _round_of(self.story)
        if number and not is_over:
            self.tell(note)

    def rules_changed(self) -> bool:
        """Another version of this program means something else by the edition that is being played."""
        kept = self.journal.settings().get("rules")
        return kept is not None and self.story.game.round is not None and kept != rules_name(self.story.game.ruleset)

    def let_chance_play(self) -> None:
        """Where the program was stopped between a step and what chance owed to it."""
        self._commit(self.story, None)

    def seat(
        self, tokens: dict[str, c.SeatId], note: Note, beside: Mapping[str, str] = MappingProxyType({})
    ) -> Done | Refusal:
        """Who holds which seat, when nothing else changes, with the line that tells everybody; `beside` as in keep."""
        entry = note_entry(self.next_seq, note, self.version + 1)
        story = self.story.noting(self.next_seq, note)
        return self._commit(story, entry, tokens=tokens, matters=False, beside=beside)

    def _commit(
        self,
        story: Story,
        entry: Entry | None,
        *,
        tokens: dict[str, c.SeatId] | None = None,
        matters: bool = True,
        beside: Mapping[str, str] = MappingProxyType({}),
    ) -> Done | Refusal:
        version = self.version + 1
        story, dealt = self._played_on_by_chance(story, self.next_seq + (entry is not None), version)
        entries = dealt if entry is None else (entry, *dealt)
        if not entries:
            return Done(self.version)
        settings = {**self._unkept, "rules": rules_name(story.game.ruleset), **beside}
        problem = self.journal.write(entries, seats=tokens, settings=settings)
        if problem is not None:
            self._version += problem != self.trouble  # everybody is told, once: where nobody pressed, nobody else is
            self.trouble = problem
            return problem
        self.trouble, self._unkept = None, {}
        if _round_of(story) != _round_of(self.story):
            self.round_began = self.renumbered = version
        if _moved(self.story, story):
            self.renumbered = version
        self.story, self.next_seq, self._version = story, self.next_seq + len(entries), version
        if tokens is not None:
            self._sat_down |= dict.fromkeys(tokens.keys() - self.tokens.keys(), version)
            self.tokens = tokens
        self.mattered = version if matters else self.mattered
        if entry is not None and entry.command_id is not None:
            self.answers[entry.command_id] = version
        self._tell_what_befell_the_files()
        return Done(version)

    def _tell_what_befell_the_files(self) -> None:
        """Under the running program."""
        if self.journal.put_aside != self._told_aside:
            self._told_aside = self.journal.put_aside
            self.tell(Note("journal_replaced", {"file": str(self.journal.put_aside)}))
        if self.journal.times_gone != self._told_gone:
            self._told_gone = self.journal.times_gone
            self.tell(Note("journal_written_again"))

    def _played_on_by_chance(self, story: Story, seq: int, version: int) -> tuple[Story, tuple[Entry, ...]]:
        """The story with all that chance does now, and the entries of that, from number `seq` on."""
        entries: list[Entry] = []
        while (command := self._chance(story.game, seq + len(entries))) is not None:
            events = decide(story.game, c.ByDealer(), command)
            if isinstance(events, Refusal):
                raise RuntimeError(f"chance was refused: {events.code}")
            story = story.then(seq + len(entries), c.ByDealer(), command, events)
            entries.append(step_entry(story.steps[-1], version, None))
        return story, tuple(entries)

    def _chance(self, game: Game, number: int) -> c.Command | None:
        """What chance does now. It is asked only where the game waits for it."""
        return self._dealer.chance(game, number) if isinstance(game.pending, ForChance) else None


def _round_of(story: Story) -> tuple[int, bool]:
    """Its number, 0 in the lobby, and whether the game is over: then the scores stand there, no longer the round."""
    game = story.game
    return game.round.number if game.round else 0, isinstance(game.pending, GameOver)


def _moved(before: Story, after: Story) -> bool:
    """Whether a seat has another number, or none any more; one more at the end moves nobody.

    Not where no colour was left over: who comes gets that of one who left, and the seats look as if none had moved.
    """
    old, new = ([seat.colour for seat in story.game.seats] for story in (before, after))
    return new[: len(old)] != old


@lru_cache(maxsize=16)
def rules_name(rules: Ruleset) -> str:
    """What is played, by its keys and a digest of all its parameters and cards."""
    digest = hashlib.sha256(repr(rules).encode()).hexdigest()
    return " ".join((rules.edition, *rules.modules, *(f"{name}={word}" for name, word in rules.options), digest))


def _signed(code: str, by: c.Actor, facts: dict[str, Cell] | None = None) -> Note:
    """A line that tells who did it."""
    if isinstance(by, c.BySeat):
        return Note(f"{code}_by_seat", {"seat": by.seat, **(facts or {})})
    return Note(f"{code}_by_table", {**(facts or {})})
