"""A game as it stands, as a value: begun, dealt or typed, asked, played on, looked at, taken back, written down.

What a table would be told kindly is raised here as a ValueError that says why. Chance deals by a seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from companion.cards.deck import DeckCard
from companion.editions.ruleset import Ruleset
from companion.maze.board import Board, Kind
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.position.hands import Hands, deeds_of, may_be_played
from companion.position.notation import Made, face_of, read_move
from companion.position.record import Course, Told, kept_record, read_file, read_record, write_file, written_record
from companion.position.start import PLAYERS, USUAL, Happened, Options, Start, copies_of, words_in
from companion.position.typed import read_position, written_position
from companion.rules.decide import decide
from companion.rules.evolve_round import playing
from companion.rules.moves import moves
from companion.rules.told import tellings
from companion.state import commands as c
from companion.state.events import Event
from companion.state.game import Game
from companion.state.pending import GameOver, RoundOver, asked_seats
from companion.state.refusals import Refusal
from companion.state.secret import Secret
from companion.state.words import Command
from companion.views.model import HandCardView, SeatViewer, TableViewer, View
from companion.views.project import Desk, project
from companion.views.project_moves import card_word, move_line, player_of

if TYPE_CHECKING:
    from pathlib import Path

HERE = c.ByTable()
OF_THE_TABLE = (c.NextRound, c.TellGoal, c.TellChest, c.TellRole, c.TellGold, c.AgreeRoles, c.LayMidway)


@dataclass(frozen=True)
class Result:
    """How a game ended: the seats that won, who share where they are several, and everybody's nuggets."""

    winners: tuple[int, ...]
    nuggets: tuple[int, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Position:
    """`before`: the position that was played on, None at the beginning; `made`: the move that led from there to here.

    Positions are equal where the games and the hands that are known are, however they came about.
    """

    game: Game
    before: Position | None = None
    made: Made | None = None
    start: Start = field(default_factory=Start)
    hands: Hands | None = None
    known: tuple[tuple[str, str], ...] = ()  # facts that were typed of secrets: whose role, whose gold
    events: tuple[Event, ...] = ()  # that led from there to here
    _number: int = 0  # of the next deal

    # ---- how it begins -------------------------------------------------------------------------------------------

    @classmethod
    def begin(
        cls,
        edition: str = USUAL,
        players: Iterable[str] = PLAYERS,
        *,
        modules: Iterable[str] = (),
        options: Options = None,
        seed: str = "1",
        printed: bool = False,
    ) -> Position:
        """The first turn of a game, dealt and with every role looked at. Hands are real cards that people hold, of
        which this program knows nothing: any card of the box may be played.

        players, modules : also as one text, with commas between them
        printed : roles, goals and gold are the table's own cards as well
        Raises ValueError where edition, modules, options or players do not go together.
        """
        return cls._begun(Start.of(edition, players, modules, options, seed, printed=printed))

    @classmethod
    def deal(
        cls,
        edition: str = USUAL,
        players: Iterable[str] = PLAYERS,
        *,
        modules: Iterable[str] = (),
        options: Options = None,
        seed: str = "1",
    ) -> Position:
        """As `begin`, with the path and action cards dealt as well: each seat may play what it holds, see `hand`."""
        return cls._begun(Start.of(edition, players, modules, options, seed, dealt=True))

    @classmethod
    def parse(cls, text: str) -> Position:
        """What `str(position)` draws: lines of facts, an empty line, the maze. Every fact but the maze may be left out.

        Roles, goals and gold are printed cards then. Raises ValueError where the text makes no sense.
        """
        found = read_position(text)
        return cls(found.game, None, None, found.start, found.hands, found.known)

    @classmethod
    def _begun(cls, start: Start) -> Position:
        begun = start.begun()
        return cls(begun.game, None, None, start, begun.hands, (), begun.events, begun.number)

    # ---- what it is ----------------------------------------------------------------------------------------------

    @property
    def ruleset(self) -> Ruleset:
        return self.game.ruleset

    @property
    def board(self) -> Board:
        return playing(self.game).board

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.game.seats)

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The seats whose move it is, whatever is asked of them."""
        return asked_seats(self.game.pending)

    @property
    def turn(self) -> int | None:
        """The seat that moves next: the first that is waited for, whatever is asked of it. None where it is the
        table, as between two rounds, and when all is over."""
        return next(iter(self.waits_for), None)

    @property
    def is_over(self) -> bool:
        """Whether the last round is closed as well: after each there is one more move, the table's `NextRound`."""
        return isinstance(self.game.pending, GameOver)

    @property
    def result(self) -> Result | None:
        """None while the game is played."""
        return Result(self.game.winners, self.game.nuggets) if self.is_over else None

    def hand(self, seat: int) -> tuple[str, ...] | None:
        """The cards that this seat holds, in words: `EW`, `map`, `repair:lamp+cart`. None where they are not known."""
        cards = self._cards(self._sitting(seat))
        return None if cards is None else tuple(card_word(card) for card in cards)

    @property
    def moves(self) -> tuple[Made, ...]:
        """All that was played since the beginning, the first move first."""
        return tuple(at.made for at in self.line() if at.made is not None)

    def line(self) -> tuple[Position, ...]:
        """Every position from the beginning to this one."""
        found: list[Position] = [self]
        while (before := found[-1].before) is not None:
            found.append(before)
        return tuple(reversed(found))

    def view(self, seat: int | None = None) -> View:
        """All that this seat may see now, or with None what everybody at the table sees.

        What a player looks at, such as a goal, is in it until they have `seen` it: a bot remembers it.
        """
        viewer = TableViewer() if seat is None else SeatViewer(self._sitting(seat))
        return project(self.game, viewer, Desk(hands=self._sealed()))

    def __str__(self) -> str:
        """The text that `parse` reads: all that everybody at the table may know. What one seat knows: `text`."""
        return self.text()

    def text(self, seat: int | None = None) -> str:
        """As `str(position)`, with this seat's role, gold and hand beside it."""
        return written_position(self.game, self.hands, self.known, None if seat is None else self.view(seat))

    def __repr__(self) -> str:
        turn = "over" if self.is_over else f"{self.players[self.turn]} to move" if self.turn is not None else "open"
        return f"<Position of {self.ruleset.edition}, {len(self.players)} players, {turn}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._key == other._key and self.game == other.game and self.hands == other.hands

    def __hash__(self) -> int:
        return hash(self._key)

    @cached_property
    def _key(self) -> tuple[object, ...]:
        """What everybody may know of it; where that differs, no secret need be compared."""
        game, now = self.game, playing(self.game)
        rules = (game.ruleset.edition, game.ruleset.modules, game.ruleset.options)
        supplies = (game.roles_supply, game.goals_supply, game.gold_supply, self.hands is None)
        counts = (now.number, now.turn, now.hands, now.pile, now.discards, now.broken, now.marks, now.tolls)
        cards = frozenset(now.board.cards.values())
        return rules, supplies, game.seats, type(game.pending), counts, cards, now.last_cell, now.direction, self.known

    # ---- what may be done ----------------------------------------------------------------------------------------

    def legal(self, seat: int | None = None, hand: str | Iterable[Face | str] | None = None) -> tuple[Command, ...]:
        """Every move of this seat, each as it can be played; without a seat, of the one on `turn`, or of the first
        there is where it is anybody's; between two rounds, and where printed cards are asked about, the table's. None
        is left when the game is over.

        hand : the path cards it holds, in words, with every action card of the box; without one, the hand that is
            known, else every card of the box
        """
        if seat is None and isinstance(self.game.pending, RoundOver):
            return (c.NextRound(),)
        asked = tellings(self.game)
        if asked:
            return asked if seat is None or self.turn in (None, seat) else ()
        seat = self._seat(seat)
        if hand is not None:
            return moves(self.game, seat, [face for face in self._faces(hand) if _is_left(self.game, face)])
        cards = self._cards(seat)
        if cards is None:
            left = [card.face for card in self.ruleset.paths if _is_left(self.game, card.face)]
            return moves(self.game, seat, left)
        faces = [card.face for card in cards if card.face is not None]
        found = moves(self.game, seat, faces, deeds_of(cards))
        return tuple(move for move in found if may_be_played(self.game, move, cards))

    def why_not(self, move: Command | str, seat: int | None = None) -> Refusal | None:
        """Why this seat may not do it now; None where it may."""
        made = self._read(move, seat)
        answer = self._why_no_card(made) or decide(self.game, made.by, made.command)
        return answer if isinstance(answer, Refusal) else None

    def parse_move(self, text: str, seat: int | None = None) -> Command:
        """The move of a line such as `Ada EW' 1,0`; of one without a name where a seat is given, or it is its turn."""
        return self._read(text, seat).command

    def notation(self, move: Command | str, seat: int | None = None, viewer: int | None = None) -> str:
        """The line of a move. What only its player may know is in it, unless another `viewer` is named."""
        made = self._read(move, seat)
        reader = player_of(made.by, made.command) if viewer is None else self._sitting(viewer)
        return move_line(self.game, made.by, made.command, reader)

    def play(self, move: Command | str, seat: int | None = None, throws: str | Iterable[str] = ()) -> Position:
        """The position after it, and after all that chance owes to it: the card drawn, the goal looked at. A bot that
        searches ahead so sees what its player could not. Raises ValueError where the move is not allowed.

        move : also as a line: `Ada EW' 1,0`, or `EW' 1,0` of the seat on turn
        throws : of a known hand, all cards that the move throws away: `["EW", "map"]` or `"EW map"`. Without it, those
            that are worth least to anybody
        """
        made = self._read(move, seat)
        words = words_in(throws, "throws")
        if words and self.hands is None:
            raise ValueError("no hands are known from which cards could be thrown away")
        made = replace(made, thrown=words) if words else made
        refusal = self._why_no_card(made)
        if refusal is not None:
            raise ValueError(f"not allowed: {refusal.code}")
        return self.after(made)

    def lay(self, x: int, y: int, face: Face | str) -> Position:
        """A path card, as it lies then, by the seat whose turn it is."""
        if not (isinstance(x, int) and isinstance(y, int)):
            raise ValueError(f"a cell is two whole numbers, and not {x!r}, {y!r}")
        return self.play(c.PlacePath(Cell(x, y), face if isinstance(face, Face) else face_of(face)))

    def back(self) -> Position:
        """The position before the last move. Raises ValueError at the beginning."""
        if self.before is None:
            raise ValueError("nothing was played")
        return self.before

    # ---- how it is kept ------------------------------------------------------------------------------------------

    def record(self, seat: int | None = None) -> str:
        """The whole game as text, which `from_record` and `python -m companion replay` read. Of a game that is still
        played it tells what everybody may know, and as a remark what this seat does; once it is over, all."""
        course = self._course()
        if course.is_open or seat is None:
            return written_record(course)
        own = (line for line in self.text(seat).splitlines() if line.split()[:1] in (["role"], ["gold"], ["hand"]))
        return "\n".join([written_record(course), *(f"# {line}" for line in own), ""])

    @classmethod
    def from_record(cls, text: str) -> Position:
        """The last position of a record; those before it are its `line`. Raises ValueError where it makes no sense."""
        read = read_record(text)
        at = cls.parse(read.text) if read.text else cls._begun(read.start)
        for number, line in read.lines:
            try:
                at = at.after(read_move(at.game, line))
            except ValueError as error:
                raise ValueError(f"line {number}, {line!r}: {error}") from error
        read.must_come_to(at.game)
        return at

    def save(self, file: str | Path) -> None:
        """Keep all there is, secrets included: whoever opens the file knows every card."""
        write_file(file, kept_record(self._course()))

    @classmethod
    def load(cls, file: str | Path) -> Position:
        """What `save` has kept, with every position before it."""
        return cls.from_record(read_file(file))

    def _course(self) -> Course:
        first, *played = self.line()
        moves = (Told(at.before.game, at.made, at.events) for at in played if at.before and at.made)
        return Course(self.start, first.game, str(first), first.events, tuple(moves), self.game)

    # ---- how it is done ------------------------------------------------------------------------------------------

    def _sitting(self, seat: int) -> int:
        if not isinstance(seat, int) or not self.game.has_seat(seat):
            raise ValueError(f"nobody sits at {seat!r}; the seats are 0 to {len(self.game.seats) - 1}")
        return seat

    def _seat(self, seat: int | None) -> int:
        return self._sitting(seat) if seat is not None else (self.turn or 0)

    def _by(self, seat: int | None, move: Command) -> c.Actor:
        """Who makes this move: a seat, or the table where only it may."""
        return HERE if seat is None and isinstance(move, OF_THE_TABLE) else c.BySeat(self._seat(seat))

    def _read(self, move: Command | str, seat: int | None) -> Made:
        if isinstance(move, str):
            made = read_move(self.game, move, self._seat(seat))
            table = seat is None and isinstance(made.command, OF_THE_TABLE)
            return replace(made, by=HERE) if table else made
        if not isinstance(move, Command):
            raise TypeError(f"{move!r} is no move; see legal(), or write one as {'EW 1,0'!r}")
        return Made(self._by(seat, move), move)

    def _cards(self, seat: int) -> tuple[DeckCard, ...] | None:
        return None if self.hands is None else self.hands.hand(seat, playing(self.game).hands[seat])

    def _faces(self, hand: str | Iterable[Face | str]) -> list[Face]:
        """The cards of a hand. Raises ValueError where the box has no such card."""
        try:
            cards = [*words_in(hand, "cards")] if isinstance(hand, str) else [*hand]
        except TypeError:
            raise ValueError(f"a hand is cards, such as ['EW', 'NESW'] or 'EW NESW', and not {hand!r}") from None
        faces = [one if isinstance(one, Face) else face_of(one) for one in cards]
        strange = next((face for face in faces if not copies_of(self.ruleset, face.upright())), None)
        if strange is not None:
            raise ValueError(f"the box has no card {strange}")
        return faces

    def _sealed(self) -> Mapping[int, Secret[tuple[HandCardView, ...]]]:
        """The hands that are known, each for its own seat's window."""
        known = {} if self.hands is None else {seat: self._cards(seat) for seat in range(len(self.game.seats))}
        return {
            seat: Secret(tuple(_shown(card) for card in cards)) for seat, cards in known.items() if cards is not None
        }

    def _why_no_card(self, made: Made) -> Refusal | None:
        """The card is in no box, lies there as often as there is one, or is not in the hand of who is on turn."""
        command = made.command
        if isinstance(command, c.PlacePath) and not _is_left(self.game, command.face):
            return Refusal("no_such_face", cell=command.cell)
        cards = (
            self._cards(made.by.seat) if isinstance(made.by, c.BySeat) and self.game.has_seat(made.by.seat) else None
        )
        if cards is not None and not may_be_played(self.game, command, cards):
            answer = decide(self.game, made.by, command)
            if isinstance(answer, Refusal) and answer.code == "not_your_turn":
                return answer
            return Refusal("not_in_hand")
        return None

    def after(self, made: Made) -> Position:
        """As `play`, by whoever makes it, also with a card that the box or the hand does not hold: as it was told."""
        now = Happened(self.game, (), self.hands, self._number)
        thrown = self._thrown(made)
        now = now.then(made.by, made.command, self.start.dealer, thrown)
        if thrown and now.hands is not None and now.hands.thrown != len(thrown):
            raise ValueError(f"this move throws away {now.hands.thrown} cards, not {len(thrown)}")
        return Position(now.game, self, made, self.start, now.hands, self.known, now.events, now.number)

    def _thrown(self, made: Made) -> tuple[int, ...]:
        """The keys of the cards that the move names."""
        if not made.thrown or self.hands is None or not isinstance(made.by, c.BySeat):
            return ()
        return self.hands.named(made.by.seat, made.thrown)


def _is_left(game: Game, face: Face) -> bool:
    """Whether the box holds one more of these to be drawn than lie in the maze; those over chests are none of them."""
    name, now = face.upright(), playing(game)
    lying = sum(card.kind is Kind.PATH and card.face is not None and card.face.upright() == name
                for card in now.board if card.cell not in now.chest_cells)  # fmt: skip
    return lying < game.ruleset.copies.get(name, 0)


def _shown(card: DeckCard) -> HandCardView:
    what = "path" if card.deed is None else card.deed
    return HandCardView(card.key, what, None if card.face is None else str(card.face), card.tools)
