"""The open questions about what the camera sees, and what needs no asking again. What is asked: see propose."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from types import MappingProxyType

from companion.cards.register import laid_by, lifted_by
from companion.live.known import Known
from companion.live.proposal import Proposal, WaitsFor
from companion.live.propose import propose, resync_to
from companion.live.set_table import seen_table
from companion.live.settings import LAYOUT_DIFFERS_FROM
from companion.live.story import Step, Story
from companion.live.undo import is_laid_unasked, last_undoable
from companion.maze.board import Board, Kind
from companion.maze.geometry import Cell
from companion.sight.reading import SeenCard
from companion.sight.settled_board import SettledBoard
from companion.state import commands as c
from companion.state import events as e
from companion.state import pending as p
from companion.state.refusals import Refusal
from companion.views.project import Asked
from companion.views.setting import SeenTable


class OpenQuestions:
    """Not thread-safe: the session calls it under its own lock.

    hands_tidy : simulated hands take away what the game has let go of, and nobody is asked to as long as they may
    """

    def __init__(self) -> None:
        self.hands_tidy = False
        self.board: SettledBoard | None = None  # until a whole table was read
        self._held: dict[Cell, WaitsFor] = {}
        self._hands: dict[Cell, c.SeatId] = {}
        self._doubts: dict[Cell, SeenCard] = {}  # how untouched cards are read that were read surely before
        self._going: set[Cell] = set()  # of cards that people said they take back, or that a hand takes away
        self._waits: Cell | None = None  # where the card lies that others were asked about last; None of an action card
        self._first = True  # nobody has compared yet what lies there: a program that started, a game that goes on
        self._proposals: dict[str, Proposal] = {}
        self._names: set[str] = set()  # of all that was asked since the program started

    def see(self, seen: SettledBoard) -> None:
        """What was read of a card stands until the card is touched: no question changes under a thumb. What was read
        surely may come into doubt, as more of the table is known."""
        untouched = {} if self.board is None or seen.anew else _untouched(seen, self.board)
        doubted = {cell: seen.board[cell] for cell, card in untouched.items() if _is_in_doubt(card, seen.board[cell])}
        asked = {proposal.cell for proposal in self._proposals.values()} & untouched.keys()
        self._doubts = doubted | {cell: card for cell, card in self._doubts.items() if cell in asked}
        self.board = seen if self.board is None else _with_what_is_known(seen, self.board)
        self._going -= seen.touched
        for cell in seen.touched:
            self._held.pop(cell, None)

    def forget(self) -> None:
        """What was seen last is no news of the table, as no camera looks any more or a photograph is too old: nobody is
        asked about it."""
        self.board, self._first = None, True
        self._proposals.clear()
        self._doubts.clear()

    def compare(self, story: Story) -> c.Command | None:
        """Find the open questions anew. The command that needs nobody, if there is one; in a pause all stays as
        it was, to be asked after it."""
        if self.board is None or story.game.paused:
            return None
        if self._first:
            self._first = False
            cells = self._unwatched(story)
            why = WaitsFor.LEFTOVER if _are_old(story, cells) else WaitsFor.UNEXPECTED
            self._held = dict.fromkeys(cells, why) | self._held
        findings = propose(story.game, self.board, self._known(story, self.board))
        names = {proposal.mark: name for name, proposal in self._proposals.items()}
        self._proposals = {names.get(found.mark) or self._next_name(found): found for found in findings.proposals}
        return findings.automatic

    def seen_of(self, story: Story) -> SeenTable | None:
        """What is seen of the table while it is set, and until somebody has laid a card."""
        if not (isinstance(story.game.pending, p.SettingTable) or _nobody_has_dug(story)):
            return None
        return seen_table(story.game, self._lies, self._held)

    def asked(self) -> tuple[Asked, ...]:
        return tuple(Asked(proposal.view(name), proposal.seats) for name, proposal in self._proposals.items())

    def proposal(self, name: str) -> Proposal | None:
        return self._proposals.get(name)

    def cell_of(self, name: str) -> Cell | None:
        proposal = self._proposals.get(name)
        return None if proposal is None else proposal.cell

    def has_asked(self, name: str) -> bool:
        """Since the program started."""
        return name in self._names

    def resync(self) -> c.Resync | None:
        return resync_to(self.board)

    # ---- what is not to be asked, or not to act by itself --------------------------------------------------------

    def dismiss(self, *cells: Cell) -> None:
        """The table has answered: nothing more about these cells until something happens there."""
        self._held.update(dict.fromkeys(cells, WaitsFor.NOTHING))

    def expect_gone(self, cell: Cell) -> None:
        """People take back what lies there: once another card is laid while it does, they are reminded of it."""
        self._going.add(cell)

    def ask_instead(self, automatic: c.Command) -> None:
        """It could not be done by itself: people are asked, until something happens there."""
        if isinstance(automatic, (c.PlacePath, c.LayGoal, c.TellGoal)):
            self._held[automatic.cell] = WaitsFor.NOT_KEPT

    def laid_by_hand(self, cell: Cell, seat: c.SeatId) -> None:
        """At the demo table it is known whose simulated hand laid a card."""
        self._hands[cell] = seat

    def sees(self, cell: Cell) -> bool:
        return cell in self._lies

    def goes(self, cell: Cell) -> bool:
        """What is seen there is being taken away."""
        return cell in self._going

    def heed(self, events: Iterable[e.Event], story: Story) -> None:
        """What happened in the game may explain what lies there."""
        for event in events:
            match event:
                case e.RoundBegan(number=number):
                    for of_last_round in (self._held, self._hands, self._doubts, self._going):
                        of_last_round.clear()
                    if self._is_photo:  # of the table before people collected its cards
                        self.forget()
                    cells = self._lying(story) if number > 1 else self._old(story)
                    self._let_go(WaitsFor.LEFTOVER, *cells)
                case e.TableSet() if self._is_photo and self._old(story):  # people have said since that it is cleared
                    self.forget()
                case e.TableSet():
                    self._let_go(WaitsFor.LEFTOVER, *self._old(story))
                case e.CardPlayed(command=command) | e.TollAsked(command=command):
                    self._waits = command.cell if isinstance(command, c.PlacePath) else None
                case e.CardVetoed() if self._waits is not None and self.sees(self._waits):
                    self._let_go(WaitsFor.UNDONE, self._waits)
                case e.TollRefused() if self._waits is not None and self.sees(self._waits):
                    self._held[self._waits] = WaitsFor.UNDONE
                case e.PathPlaced(cell=cell):
                    self._hands.pop(cell, None)
                    self._agreed(cell)
                    self._forget_gone(cell)
                    self._held |= dict.fromkeys(filter(self.sees, self._going - {cell}), WaitsFor.UNDONE)
                    self._going.clear()
                case e.GoalLaid(cell=cell) | e.CoverLaid(cell=cell) | e.MidwayLaid(cell=cell):
                    self._agreed(cell)
                case e.Resynced(cards=cards):
                    self.dismiss(*self._lies, *(card.cell for card in cards if card.face is not None))
                case _ if (lifted := lifted_by(event)) is not None and self.sees(lifted):
                    self._let_go(WaitsFor.FALLEN, lifted)

    @property
    def _lies(self) -> Mapping[Cell, SeenCard]:
        return {} if self.board is None else self.board.board

    @property
    def _is_photo(self) -> bool:
        return self.board is not None and self.board.photo

    def _let_go(self, why: WaitsFor, *cells: Cell) -> None:
        """The game has these cards no more, and they lie there still."""
        self._held.update(dict.fromkeys(cells, WaitsFor.NOTHING if self.hands_tidy else why))
        self._going.update(cells if self.hands_tidy else ())

    def _forget_gone(self, cell: Cell) -> None:
        """What went from here before this card was played is no news of this card, which may be in a hand still."""
        if self.board is not None:
            self.board = replace(self.board, emptied=self.board.emptied - {cell})

    def _agreed(self, cell: Cell) -> None:
        """Game and table have the same card there again."""
        if self._held.get(cell) in (WaitsFor.UNDONE, WaitsFor.NOT_KEPT):
            del self._held[cell]

    def heed_undone(self, steps: Iterable[Step]) -> None:
        """What was taken back lies there still; it is not to be done again by itself."""
        for step in steps:
            for event in step.events:
                match event:
                    case e.LobbyOpened():  # cards may have come while the game was given up
                        self._first = True
                        self._hands.clear()
                    case e.PathPlaced() | e.GoalLaid() | e.CoverLaid() | e.MidwayLaid() if self.sees(event.cell):
                        self._held[event.cell] = WaitsFor.UNDONE
                    case e.CardPlayed(command=c.PlacePath(cell=cell)) | e.TollAsked(command=c.PlacePath(cell=cell)) if (
                        self.sees(cell)
                    ):
                        self._held[cell] = WaitsFor.UNDONE
                    case _:
                        cells = filter(None, (lifted_by(event), laid_by(event)))
                        self._held |= dict.fromkeys(cells, WaitsFor.NOTHING)

    def _lying(self, story: Story) -> list[Cell]:
        """Face-up cards on the table that an empty maze does not have."""
        round_ = story.game.round
        return [
            cell
            for cell, card in self._lies.items()
            if card.face is not None and round_ is not None and not _is_start(story, cell)
        ]

    def _old(self, story: Story) -> list[Cell]:
        """Those that the round does not have, but for the card half-way, which people may have drawn for it."""
        return [cell for cell in self._outside(story) if cell != story.game.ruleset.midway]

    def _unwatched(self, story: Story) -> list[Cell]:
        """Cards that came while nobody watched: they may have been taken back, so people are asked.

        One that a simulated hand has laid was announced before: it is played as it would have been. So is one of a
        photograph that shows all cards of the game: nobody ever watches between two of them.
        """
        round_ = story.game.round
        setting = isinstance(story.game.pending, p.SettingTable)  # what lies there then is told when it is over
        if setting or (round_ is not None and self._is_photo_of(round_.board)):
            return []
        return [cell for cell in self._outside(story) if cell not in self._hands]

    def _outside(self, story: Story) -> list[Cell]:
        round_ = story.game.round
        return [] if round_ is None else [cell for cell in self._lying(story) if cell not in round_.board]

    def _is_photo_of(self, maze: Board) -> bool:
        """Whether a photograph shows a maze that was begun, as the game knows it."""
        laid = maze.of_kind(Kind.PATH)
        agrees = all(card.cell in self._lies and self._lies[card.cell].face == card.face for card in laid)
        return self._is_photo and bool(laid) and agrees

    def _known(self, story: Story, seen: SettledBoard) -> Known:
        last, mover = _last_placed(story) if seen.emptied else (None, None)  # only of what went it matters
        doubts = {cell: card for cell, card in self._doubts.items() if is_laid_unasked(story, cell)}
        return Known(dict(self._held), story.entries, last, mover, dict(self._hands), doubts)

    def _next_name(self, found: Proposal) -> str:
        """It tells what is asked and how often that was: also from before a start nobody's press answers another."""
        what = hashlib.sha256(repr(found.mark).encode()).hexdigest()[:12]
        name = next(name for number in count(1) if (name := f"{what}-{number}") not in self._names)
        self._names.add(name)
        return name


def _with_what_is_known(seen: SettledBoard, before: SettledBoard) -> SettledBoard:
    """With the cells that were emptied earlier, and with each card that was not touched as it was read then."""
    emptied = (before.emptied | seen.emptied) - seen.board.keys()
    if seen.anew:
        return replace(seen, emptied=emptied)
    board = MappingProxyType({**seen.board, **_untouched(seen, before)})
    return replace(seen, board=board, emptied=emptied)


def _untouched(seen: SettledBoard, before: SettledBoard) -> dict[Cell, SeenCard]:
    """The cards that lie as they lay, as they were read before."""
    return {cell: before.board[cell] for cell in before.board.keys() & seen.board.keys() - seen.touched}


def _is_in_doubt(before: SeenCard, now: SeenCard) -> bool:
    return now.uncertain and not before.uncertain and now.face == before.face


def _are_old(story: Story, cells: Sequence[Cell]) -> bool:
    """In a round in which nobody has laid a card yet, and more lie there than a hand lays at once."""
    many = not isinstance(story.game.pending, p.Playing) or len(cells) >= LAYOUT_DIFFERS_FROM
    return _nobody_has_dug(story) and many


def _nobody_has_dug(story: Story) -> bool:
    """In a round at a table."""
    round_ = story.game.round
    return round_ is not None and round_.at_table and not round_.board.of_kind(Kind.PATH)


def _is_start(story: Story, cell: Cell) -> bool:
    card = story.game.round.board.at(cell) if story.game.round else None
    return card is not None and card.kind == Kind.START


def _last_placed(story: Story) -> tuple[Cell | None, c.SeatId | None]:
    """The card that can be taken back, and who laid it."""
    steps = last_undoable(story)
    if isinstance(steps, Refusal) or not isinstance(steps[0].command, c.PlacePath):
        return None, None
    return steps[0].command.cell, steps[0].mover
