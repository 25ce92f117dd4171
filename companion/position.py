"""The rules as a library: a position that is begun or typed, asked, played on, looked at and taken back.

A position never changes; playing gives another one. What a table would be told kindly is raised here as a ValueError
that says why. Chance deals by a seed. Hands are physical, so any card of the box may be played, or those of `hand`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from companion.editions.cards import Mark, Tool
from companion.editions.compose import compose
from companion.editions.ruleset import Conflict, Ruleset
from companion.live.dealer import SeededDealer
from companion.maze.board import Board, Kind
from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from companion.maze.notation import parse_board
from companion.rules.decide import decide, new_game
from companion.rules.evolve import fold
from companion.rules.evolve_round import playing
from companion.rules.moves import moves
from companion.state import commands as c
from companion.state import events as e
from companion.state.events import MarksSet, TollSet
from companion.state.game import Game
from companion.state.pending import LookingAtRoles, RoundOver, asked_seats
from companion.state.refusals import Refusal
from companion.state.words import Command
from companion.views.model import SeatViewer, TableViewer, View
from companion.views.project import Desk, project

PLAYERS = ("Ada", "Bo", "Cy")
USUAL = new_game().ruleset.edition
HERE = c.ByTable()


@dataclass(frozen=True)
class Position:
    """A game as it stands. `before`: the position that was played on, None at the beginning."""

    game: Game
    before: Position | None = None
    _dealer: SeededDealer = field(default=SeededDealer("1"), repr=False)
    _number: int = field(default=0, repr=False)  # of the next deal

    @classmethod
    def begin(
        cls,
        edition: str = USUAL,
        players: Iterable[str] = PLAYERS,
        *,
        modules: Iterable[str] = (),
        options: Mapping[str, str] | None = None,
        seed: str = "1",
        printed: bool = False,
    ) -> Position:
        """The first turn of a game, dealt and with every role looked at.

        printed : roles, goals and gold are the table's own cards, of which this program knows nothing
        Raises ValueError where edition, modules, options or players do not go together.
        """
        ruleset_of(edition, modules, options)
        supply, chosen = c.Supply.CARDS if printed else c.Supply.APP, tuple((options or {}).items())
        at = cls(new_game(), None, SeededDealer(seed, draws_paths=True))._said(
            c.Configure(edition, tuple(modules), chosen, supply, supply, supply),
            *(c.AddSeat(name) for name in players),
            c.StartGame(0),
        )
        begun = at._said(c.BeginPlay()) if isinstance(at.game.pending, LookingAtRoles) else at
        return cls(begun.game, None, begun._dealer, begun._number)

    @classmethod
    def parse(cls, text: str) -> Position:
        """What `str(position)` draws: lines of facts, an empty line, the maze. Every fact but the maze may be left out.

        Roles, goals and gold are printed cards then. Raises ValueError where the text makes no sense.
        """
        head, _, maze = text.rstrip().partition("\n\n")
        facts = [_fact(line) for line in head.splitlines() if line.strip()]
        said, tolls = dict(facts), [fact for word, fact in facts if word == "toll"]
        names = [name.strip() for name in said.pop("players", ", ".join(PLAYERS)).split(",")]
        whose = next((seat for seat, name in enumerate(names) if name.endswith("*")), 0)
        names = [name.rstrip("*") for name in names]
        options = dict(word.split("=") for word in said.pop("options", "").split())
        begun = cls.begin(
            said.pop("edition", USUAL),
            names,
            modules=said.pop("modules", "").split(),
            options=options,
            printed=True,
        )
        said.pop("toll", None)
        return begun._laid(parse_board(maze))._tolled(tolls, names)._told(said, names)._turn(whose)

    # ---- what it is ----------------------------------------------------------------------------------------------

    @property
    def ruleset(self) -> Ruleset:
        return self.game.ruleset

    @property
    def board(self) -> Board:
        return playing(self.game).board

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The seats whose move it is, whatever is asked of them."""
        return asked_seats(self.game.pending)

    def view(self, seat: int | None = None) -> View:
        """All that this seat may see, or with None what everybody at the table sees."""
        return project(self.game, TableViewer() if seat is None else SeatViewer(seat), Desk())

    def __str__(self) -> str:
        """The text that `parse` reads. A secret is not in it."""
        now, names = playing(self.game), [seat.name for seat in self.game.seats]
        rules = self.ruleset
        lines = [
            ("edition", rules.edition),
            ("modules", " ".join(rules.modules)),
            ("options", " ".join(f"{name}={word}" for name, word in rules.options)),
            ("players", ", ".join(f"{name}*" if seat == now.turn else name for seat, name in enumerate(names))),
            ("hands", " ".join(map(str, now.hands))),
            ("pile", str(now.pile)),
            ("broken", ", ".join(f"{names[seat]} {' '.join(tools)}" for seat, tools in enumerate(now.broken) if tools)),
            ("marks", ", ".join(f"{names[seat]} {' '.join(marks)}" for seat, marks in enumerate(now.marks) if marks)),
            *(("toll", f"{names[one.owner]} {one.cell.x},{one.cell.y} {one.side.name}") for one in now.tolls),
        ]
        return "\n".join([*(f"{word:<9} {fact}" for word, fact in lines if fact), "", str(now.board)])

    # ---- what may be done ----------------------------------------------------------------------------------------

    def legal(self, seat: int | None = None, hand: Iterable[Face | str] | None = None) -> tuple[Command, ...]:
        """Every move of this seat, each as it can be played; without a seat, of the first that is waited for, or of
        the first there is where it is anybody's; between two rounds, the table's. None is left when the game is over.

        hand : the path cards it holds, also as text; without one, every card of the box
        """
        if seat is None and isinstance(self.game.pending, RoundOver):
            return (c.NextRound(),)
        faces = None if hand is None else [_face(one) for one in hand]
        return moves(self.game, self._seat(seat), faces)

    def why_not(self, move: Command, seat: int | None = None) -> Refusal | None:
        """Why this seat may not do it now; None where it may."""
        answer = decide(self.game, self._by(seat, move), move)
        return answer if isinstance(answer, Refusal) else None

    def play(self, move: Command, seat: int | None = None) -> Position:
        """The position after it, and after all that chance owes to it. Raises ValueError where it is not allowed."""
        return self._done(self._by(seat, move), move)

    def lay(self, x: int, y: int, face: Face | str) -> Position:
        """A path card, as it lies then, by the seat whose turn it is."""
        return self.play(c.PlacePath(Cell(x, y), _face(face)))

    def back(self) -> Position:
        """The position before the last move. Raises ValueError at the beginning."""
        if self.before is None:
            raise ValueError("nothing was played")
        return self.before

    # ---- how it is done ------------------------------------------------------------------------------------------

    def _seat(self, seat: int | None) -> int:
        return seat if seat is not None else next(iter(self.waits_for), 0)

    def _by(self, seat: int | None, move: Command) -> c.Actor:
        """Who makes this move: a seat, or the table where only it may."""
        return HERE if seat is None and isinstance(move, c.NextRound) else c.BySeat(self._seat(seat))

    def _done(self, by: c.Actor, command: Command) -> Position:
        answer = decide(self.game, by, command)
        if isinstance(answer, Refusal):
            raise ValueError(f"not allowed: {', '.join((answer.code, *answer.reasons))}")
        game, number = fold(self.game, answer), self._number + 1
        while (chance := self._dealer.chance(game, number)) is not None:
            dealt = decide(game, c.ByDealer(), chance)
            if isinstance(dealt, Refusal):
                raise RuntimeError(f"chance was refused: {dealt.code}")
            game, number = fold(game, dealt), number + 1
        return Position(game, self, self._dealer, number)

    def _said(self, *commands: Command) -> Position:
        at = self
        for command in commands:
            at = at._done(HERE, command)
        return at

    def _happened(self, *events: e.Event) -> Position:
        return Position(fold(self.game, events), None, self._dealer, self._number)

    # ---- what a typed position says --------------------------------------------------------------------------------

    def _laid(self, board: Board) -> Position:
        typed = {card.cell for card in board.of_kind(Kind.GOAL)}
        if typed - set(self.board.cards):
            raise ValueError(
                f"the goals of this box lie at {sorted(playing(self.game).goal_cells)}, not at {sorted(typed)}"
            )
        shown = [
            card for card in board if card.kind in (Kind.PATH, Kind.COVERED) or (card.kind is Kind.GOAL and card.face)
        ]
        return self._happened(e.Resynced(tuple(c.TableCard(card.cell, card.face) for card in shown)))

    def _told(self, said: Mapping[str, str], names: list[str]) -> Position:
        at = self
        for word, fact in said.items():
            if word not in _FACTS:
                raise ValueError(f"nothing is known of {word!r}; {', '.join(sorted(_FACTS))} are")
            at = at._happened(*_FACTS[word](fact, names))
        return at

    def _tolled(self, tolls: Iterable[str], names: list[str]) -> Position:
        at = self
        for line in tolls:
            owner, cell, side = line.rsplit(maxsplit=2)
            if side not in Side.__members__:
                raise ValueError(f"{side!r} is no side of a card; {', '.join(Side.__members__)} are")
            x, y = cell.split(",")
            at = at._happened(TollSet(_named(owner, names), Cell(int(x), int(y)), Side[side]))
        return at

    def _turn(self, seat: int) -> Position:
        return self._happened(e.TurnSet(seat))


def ruleset_of(edition: str, modules: Iterable[str] = (), options: Mapping[str, str] | None = None) -> Ruleset:
    """What is played. Raises ValueError where it does not go together, with the reason."""
    found = compose(edition, tuple(modules), tuple((options or {}).items()))
    if isinstance(found, Conflict):
        raise ValueError(" ".join(filter(None, (found.code, found.name, found.other, *found.more))))
    return found


def _face(face: Face | str) -> Face:
    return Face.parse(face) if isinstance(face, str) else face


def _fact(line: str) -> tuple[str, str]:
    """The word with which a line begins, and what it says of it."""
    word, *rest = line.split(maxsplit=1)
    if not rest:
        raise ValueError(f"nothing is said of {word!r}")
    return word, rest[0].strip()


def _named(name: str, names: list[str]) -> int:
    if name not in names:
        raise ValueError(f"nobody is called {name!r}")
    return names.index(name)


def _hands(fact: str, names: list[str]) -> list[e.Event]:
    counts = [_count(word) for word in fact.split()]
    if len(counts) != len(names):
        raise ValueError(f"{len(names)} players hold {len(counts)} hands")
    return [e.HandSet(seat, count) for seat, count in enumerate(counts)]


def _count(word: str) -> int:
    if not word.isdecimal():
        raise ValueError(f"{word!r} is no number of cards")
    return int(word)


def _people(fact: str, names: list[str]) -> list[tuple[int, list[str]]]:
    """`Ada lamp cart, Bo lamp` by seat."""
    found = []
    for part in filter(None, map(str.strip, fact.split(","))):
        begins = [name for name in names if f"{part} ".startswith(f"{name} ")]
        name = max(begins, key=len, default=part.split(maxsplit=1)[0])  # Ann Lee is not Ann
        found.append((_named(name, names), part.removeprefix(name).split()))
    return found


_FACTS: dict[str, Callable[[str, list[str]], list[e.Event]]] = {
    "hands": _hands,
    "pile": lambda fact, names: [e.PileSet(_count(fact))],
    "broken": lambda fact, names: [
        e.ToolsSet(seat, tuple(Tool(word) for word in words)) for seat, words in _people(fact, names)
    ],
    "marks": lambda fact, names: [
        MarksSet(seat, tuple(Mark(word) for word in words)) for seat, words in _people(fact, names)
    ],
}
