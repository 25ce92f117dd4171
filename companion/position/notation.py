"""A line of text read as a move. Which line a move has: views.project_moves."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass
from functools import cache
from typing import Any

from companion.cards.deck import DeckCard
from companion.cards.register import cards, kinds
from companion.editions.cards import GoalKind, Mark, Tool
from companion.editions.ruleset import Ruleset
from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from companion.state import commands as c
from companion.state.game import Game
from companion.state.secret import Secret
from companion.state.words import Command
from companion.views.project_moves import (
    FORCED,
    GOALS,
    NO,
    NOBODY,
    SEATS,
    TABLE,
    THROWS,
    TURNED,
    UNKNOWN,
    YES,
    card_word,
    codec,
    in_order,
    names_of,
    verb_of,
)

_CELL = re.compile(r"-?\d+,-?\d+")
_WITHOUT_A_CARD = (
    c.Pass,
    c.TradeTwo,
    c.SetToll,
    c.ClosePeek,
    c.ChooseGoal,
    c.LayGoal,
    c.TakeGold,
    c.Steal,
    c.NextRound,
)


@dataclass(frozen=True)
class Made:
    """A move and who makes it; `thrown`: the cards that it throws away, in words, where the hand is known."""

    by: c.Actor
    command: Command
    thrown: tuple[str, ...] = ()


def read_move(game: Game, text: str, by: c.SeatId | None = None) -> Made:
    """by : who makes it where the line does not say so. Raises ValueError, with what was not understood."""
    line = Line(game, text)
    mover: c.Actor = c.BySeat(by) if by is not None else c.ByTable()
    if line.takes(TABLE):
        mover = c.ByTable()
    elif (seat := line.seat_if_any()) is not None:
        mover = c.BySeat(seat)
    elif by is None:
        raise ValueError(f"nobody in this game is meant by {text!r}; {', '.join(names_of(game))} play")
    command = line.command(mover.seat if isinstance(mover, c.BySeat) else None)
    thrown = tuple(line.words()) if line.takes(THROWS) else ()
    if line.rest:
        raise ValueError(f"{line.rest!r} is left over in {text!r}")
    return Made(mover, command, thrown)


class Line:
    """What is left of a line while it is read."""

    def __init__(self, game: Game, text: str) -> None:
        self.game, self.text, self.rest = game, text, text.strip()

    def takes(self, word: str) -> bool:
        """Whether this word comes next; then it is read."""
        if self.rest != word and not self.rest.startswith(f"{word} "):
            return False
        self.rest = self.rest[len(word) :].lstrip()
        return True

    def word(self, wanted: str) -> str:
        found, _, rest = self.rest.partition(" ")
        if not found:
            raise ValueError(f"{self.text!r} ends where {wanted} is missing")
        self.rest = rest.lstrip()
        return found

    def words(self) -> list[str]:
        found, self.rest = self.rest.split(), ""
        return found

    def up_to(self, mark: str) -> str:
        """What stands before this mark, or all that is left; the mark is read too."""
        found, _, rest = self.rest.partition(mark)
        self.rest = rest.lstrip()
        return found

    def seat_if_any(self) -> c.SeatId | None:
        """The longest name that comes next: Ann Lee is not Ann. Each may be quoted."""
        plain = enumerate(names_of(self.game))
        quoted = ((number, json.dumps(seat.name, ensure_ascii=False)) for number, seat in enumerate(self.game.seats))
        for seat, name in sorted((*plain, *quoted), key=lambda one: -len(one[1])):
            if re.match(re.escape(name) + r"(?=[ ,]|$)", self.rest):
                self.rest = self.rest[len(name) :].lstrip(" ")
                return seat
        return None

    def seat(self) -> c.SeatId:
        seat = self.seat_if_any()
        if seat is None:
            found = self.rest.partition(" ")[0]
            raise ValueError(f"nobody is called {found!r}; {', '.join(names_of(self.game))} are")
        return seat

    def command(self, me: c.SeatId | None) -> Command:
        if self.rest.startswith("{"):
            try:
                whole, end = json.JSONDecoder().raw_decode(self.rest)
            except ValueError as error:
                raise ValueError(f"{self.rest!r} is no move") from error
            self.rest = self.rest[end:].lstrip()
            command: Command = codec().decode(whole, Command)
            return command
        kind = _kinds().get(self.rest.partition(" ")[0])
        if kind is not None:
            self.word("a word")
        elif _is_face(self.rest.partition(" ")[0]):
            kind = c.PlacePath
        else:
            moves = ", ".join(_words_of_players(self.game.ruleset))
            raise ValueError(f"{self.rest.partition(' ')[0]!r} is neither a path card nor a move; moves are {moves}")
        said: dict[str, Any] = {}
        for field in in_order(kind):
            if field.name != "turned":
                said |= self._field(kind, field, me)
        return kind(**said)

    def _field(self, kind: type[Command], field: Field[Any], me: c.SeatId | None) -> dict[str, Any]:
        optional, hint = field.default is not MISSING, str(field.type)
        if field.name in SEATS:
            return self._seat_field(field.name, me)
        if optional and not self._comes(hint, field.name):
            return {}
        if hint == "Cell":
            cell, turned = self._cell()
            has_turned = any(other.name == "turned" for other in in_order(kind))
            return {field.name: cell, "turned": turned} if has_turned else {field.name: cell}
        return {field.name: self._value(hint, field.name)}

    def _seat_field(self, name: str, me: c.SeatId | None) -> dict[str, c.SeatId]:
        if name == "toll_payer":
            return {name: self.seat()} if self.takes("toll") else {}
        if name == "seat":
            seat = self.seat_if_any()
            found = me if seat is None else seat
            if found is None:
                raise ValueError(f"{self.text!r} does not say who")
            return {name: found}
        return {name: self.seat()}

    def _comes(self, hint: str, name: str) -> bool:
        """Whether something optional of this kind comes next."""
        word = self.rest.partition(" ")[0]
        if not word or word == THROWS:
            return False
        return {
            "int": word.isdecimal(),
            "bool": word == FORCED,
            "Side | None": word in Side.__members__,
            "Tool | None": word in tuple(Tool),
            "Mark | None": word in tuple(Mark),
            "tuple[Tool, ...]": all(part in tuple(Tool) for part in word.split("+")),
            "tuple[Mark, ...]": all(part in tuple(Mark) for part in word.split("+")),
        }.get(hint, False)

    def _cell(self) -> tuple[Cell, bool]:
        word = self.word("a cell")
        turned, name = word.endswith(TURNED), word.removesuffix(TURNED)
        cells = self.game.ruleset.goal_cells
        if name in GOALS and len(cells) == len(GOALS):
            return sorted(cells)[GOALS.index(name)], turned
        if not _CELL.fullmatch(name):
            goals = f", nor {', '.join(GOALS)}" if len(cells) == len(GOALS) else ""
            raise ValueError(f"{word!r} is no cell, such as 3,-1{goals}")
        x, y = name.split(",")
        return Cell(int(x), int(y)), turned

    def _cells(self) -> tuple[Cell, ...]:
        cells = []
        while self.rest and (self.rest.split()[0] in GOALS or _CELL.fullmatch(self.rest.split()[0])):
            cells.append(self._cell()[0])
        return tuple(cells)

    def _value(self, hint: str, name: str) -> Any:
        if name == "cells":
            return self._cells()
        if hint.startswith("Secret"):
            return self._secret(name)
        read = _READ.get(hint)
        if read is None:
            raise ValueError(f"no line says {name}: {self.text!r}")
        word = self.word(name)
        if word == UNKNOWN:
            raise ValueError(f"{self.text!r} does not tell what only its player knows")
        try:
            return read(word)
        except (KeyError, ValueError) as error:
            raise ValueError(f"{word!r} is no {name} in {self.text!r}") from error

    def _secret(self, name: str) -> Secret[Any]:
        if name == "victim":
            return Secret(None if self.takes(NOBODY) else self.seat())
        word = self.word(name)
        if word == UNKNOWN and self.game.goals_supply is c.Supply.CARDS:
            return Secret(False)  # of printed goals nobody tells, and nothing depends on it here
        if word not in (YES, NO):
            raise ValueError(f"{self.text!r} does not tell what only its player knows")
        return Secret(word == YES)


def face_of(word: str) -> Face:
    """`EW`, or `NE'` for a card that lies half-turned."""
    if not isinstance(word, str):
        raise ValueError(f"{word!r} is no card, such as 'EW'")
    face = Face.parse(word.removesuffix(TURNED))
    return face.half_turn() if word.endswith(TURNED) else face


def _is_face(word: str) -> bool:
    try:
        return bool(face_of(word)) and word != ""
    except ValueError:
        return False


def card_of_word(word: str) -> DeckCard:
    """What `card_word` writes. Raises ValueError where it is no card."""
    deed, _, tools = word.partition(":")
    if _is_face(word):
        return DeckCard(0, None, face_of(word).upright())
    named = [tool for tool in tools.split("+") if tool]
    unknown = next((tool for tool in named if tool not in tuple(Tool)), None)
    if unknown is not None:
        raise ValueError(f"{unknown!r} is none of {', '.join(Tool)}")
    return DeckCard(0, deed, None, tuple(map(Tool, named)))


def same_card(card: DeckCard, word: str) -> bool:
    """Whether this word stands for it, a path card either way up."""
    if card.face is not None:
        return _is_face(word) and face_of(word).upright() == card.face.upright()
    return card_word(card) == word


def _words_of_players(rules: Ruleset) -> list[str]:
    """The words of this box's cards, and of what players do without one."""
    of_cards = [verb_of(card.command) for card in cards() if card.key in rules.deeds]
    return [*sorted(of_cards), *(verb_of(kind) for kind in _WITHOUT_A_CARD)]


def _kinds() -> Mapping[str, type[Command]]:
    return _by_verb(tuple(kind for kind in kinds() if issubclass(kind, Command)))


@cache
def _by_verb(of_cards: tuple[type[Command], ...]) -> Mapping[str, type[Command]]:
    every = (*c.COMMANDS, *of_cards)
    return {verb_of(kind): kind for kind in every if kind is not c.PlacePath}


def move_types() -> Mapping[str, type[Command]]:
    """Every kind of move by the name of its class."""
    every: tuple[type[Command], ...] = (c.PlacePath, *_kinds().values())
    return {kind.__name__: kind for kind in every}


def _truth(word: str) -> bool:
    return {YES: True, NO: False, FORCED: True}[word]


_READ: dict[str, Callable[[str], Any]] = {
    "int": int,
    "bool": _truth,
    "Face": face_of,
    "Side": lambda word: Side[word],
    "Side | None": lambda word: Side[word],
    "Tool": Tool,
    "Tool | None": Tool,
    "Mark | None": Mark,
    "GoalKind": GoalKind,
    "tuple[Tool, ...]": lambda word: tuple(Tool(part) for part in word.split("+")),
    "tuple[Mark, ...]": lambda word: tuple(Mark(part) for part in word.split("+")),
}


def quoted_names(text: str) -> list[tuple[str, bool]]:
    """Names in a row with commas between them, each with whether a star follows; one with a comma or a star in it is
    quoted. Raises ValueError where none is."""
    names, rest = list[tuple[str, bool]](), text.strip()
    while rest:
        quoted = rest.startswith('"')
        name, end = _quoted(rest) if quoted else (rest.partition(",")[0].strip(), -1)
        rest = rest[end:].lstrip() if quoted else rest[len(rest.partition(",")[0]) :]
        star = rest.startswith("*") if quoted else name.endswith("*")
        rest = rest.removeprefix("*").lstrip()
        if rest and not rest.startswith(","):
            raise ValueError(f"a comma is missing before {rest!r}")
        rest = rest.removeprefix(",").lstrip()
        names.append((name if quoted else name.removesuffix("*"), star))
    return names


def _quoted(text: str) -> tuple[str, int]:
    """The name in quotes with which a text begins, and where it ends."""
    try:
        name, end = json.JSONDecoder().raw_decode(text)
    except ValueError as error:
        raise ValueError(f"the quote is not closed in {text!r}") from error
    return name, end
