"""A move as a line of text, as one viewer may read it: `Ada EW' 1,0`, `Bo x lamp Ada`, `Cy map top`. Part of
views.project. Reading such a line: position.notation.

Every command has a line by its fields alone, also one of a card that nobody has written yet: who, the word, and what is
said, tools before players. A path card has no word, and three goals below one another have names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import MISSING, Field, fields
from enum import Enum
from functools import cache
from typing import Any

from companion.cards.deck import DeckCard
from companion.cards.register import cards, kinds
from companion.editions.ruleset import Ruleset
from companion.maze.faces import Face
from companion.maze.geometry import Cell, Side
from companion.state import commands as c
from companion.state.codec import Codec
from companion.state.game import Game
from companion.state.secret import Secret
from companion.state.words import Command

TABLE, NOBODY, UNKNOWN, YES, NO, FORCED, TURNED, THROWS = "table", "nobody", "?", "yes", "no", "!", "'", "-"
GOALS = ("top", "middle", "bottom")
SHORT = {  # the words of journals that people would write otherwise; of a card it says so itself
    "let_stand": "stand", "stop_pioneering": "stop", "answer_toll": "pays", "choose_goal": "first", "lay_goal": "lay",
    "close_peek": "seen", "role_seen": "role", "take_gold": "takes", "finish_chore": "done", "trade_two": "trade",
    "set_toll": "toll", "next_round": "next", "tell_goal": "goal", "tell_chest": "chest", "tell_role": "is",
    "tell_gold": "owns", "steal": "steals",
}  # fmt: skip
SEATS = frozenset({"seat", "target", "payer", "toll_payer"})
_SAID = frozenset({
    "SeatId", "SeatId | None", "Cell", "Face", "Side", "Side | None", "Tool", "Tool | None", "Mark | None", "GoalKind",
    "bool", "int", "Secret[bool]", "Secret[SeatId | None]", "tuple[Tool, ...]", "tuple[Mark, ...]",
})  # fmt: skip
_NOBODY_ELSE_SEES: dict[type[Command], str] = {c.TakeGold: "index", c.TellGold: "nuggets"}
_PLAIN = re.compile(r"[^\s,\"*#=:'|-][^\s,\"*#=]*( [^\s,\"*#=]+)*")


def move_line(
    game: Game, by: c.Actor, command: Command, viewer: c.SeatId | None, thrown: Iterable[DeckCard] = ()
) -> str:
    """viewer : the seat that reads it, None for the table; `?` stands for what it may not know
    thrown : the cards of a known hand that it throws away, which nobody else sees
    """
    me = by.seat if isinstance(by, c.BySeat) else None
    knows = viewer is not None and viewer == player_of(by, command)
    said = [*_said(game, me, command, knows=knows)]
    if knows and (words := [card_word(card) for card in thrown]):
        said += [THROWS, *words]
    return " ".join([TABLE if me is None else names_of(game)[me], *said])


def player_of(by: c.Actor, command: Command) -> c.SeatId | None:
    """The seat that knows all of this move; of printed gold that is told, whose it is."""
    return command.seat if isinstance(command, c.TellGold) else by.seat if isinstance(by, c.BySeat) else None


def verb_of(kind: type[Command]) -> str:
    sign = next((card.sign for card in cards() if card.command is kind), "")
    return sign or SHORT.get(kind.WORD, kind.WORD)


def names_of(game: Game) -> tuple[str, ...]:
    """The players as lines call them: as they are, or quoted where other words could not be told from them."""
    return tuple(_plain(seat.name) for seat in game.seats)


def _plain(name: str) -> str:
    taken = name in (TABLE, NOBODY, UNKNOWN)
    return name if _PLAIN.fullmatch(name) and not taken else json.dumps(name, ensure_ascii=False)


def in_order(kind: Any) -> list[Field[Any]]:
    """What such a line says after its word, in its order: the face of a path card and the tool come first."""
    return sorted(fields(kind), key=lambda field: field.name not in ("tool", "face") or kind is c.TellGoal)


def card_word(card: DeckCard) -> str:
    """`EW`, `map`, `repair:lamp+cart`"""
    if card.face is not None:
        return str(card.face)
    return f"{card.deed}:{'+'.join(card.tools)}" if card.tools else str(card.deed)


def face_word(rules: Ruleset, face: Face) -> str:
    """As it is printed, with a mark where it lies half-turned; as it lies where the box has no such card."""
    printed = {cards.face for cards in rules.paths}
    return f"{face.half_turn()}{TURNED}" if face not in printed and face.half_turn() in printed else str(face)


def cell_word(rules: Ruleset, cell: Cell) -> str:
    if len(rules.goal_cells) == len(GOALS) and cell in rules.goal_cells:
        return GOALS[sorted(rules.goal_cells).index(cell)]
    return f"{cell.x},{cell.y}"


def is_plain(command: Any) -> bool:
    """Whether words say all of it; what else the table says of itself, a journal's words do."""
    return all(
        str(field.type) in _SAID or field.name == "cells" or getattr(command, field.name) == field.default
        for field in fields(command)
    )


def codec() -> Codec:
    return _codec_of(tuple(kind for kind in kinds() if issubclass(kind, Command)))


@cache
def _codec_of(of_cards: tuple[type[Command], ...]) -> Codec:
    return Codec((*c.COMMANDS, *of_cards), {})


def _said(game: Game, me: c.SeatId | None, command: Command, *, knows: bool) -> Iterator[str]:
    if not is_plain(command):
        yield json.dumps(codec().encode(command), ensure_ascii=False)
        return
    if not isinstance(command, c.PlacePath):
        yield verb_of(type(command))
    for field in in_order(type(command)):
        value = getattr(command, field.name)
        if field.name == "turned":
            continue  # said with its cell
        if field.name in SEATS:
            yield from _seat(game, me, field.name, value)
        elif not knows and (isinstance(value, Secret) or _NOBODY_ELSE_SEES.get(type(command)) == field.name):
            yield UNKNOWN
        elif isinstance(value, Secret):
            yield _secret(game, field.name, value)
        elif field.default is MISSING or value != field.default:
            yield from _words(game.ruleset, command, field.name, value)


def _seat(game: Game, me: c.SeatId | None, name: str, seat: c.SeatId | None) -> Iterator[str]:
    """A seat that is the mover's own goes without saying where a command asks for one."""
    if seat is None or (name == "seat" and seat == me):
        return
    if name == "toll_payer":
        yield "toll"
    yield names_of(game)[seat] if 0 <= seat < len(game.seats) else str(seat)


def _secret(game: Game, name: str, value: Secret[Any]) -> str:
    said = value.open_for("whoever made the move reads it")
    if isinstance(said, bool):
        return YES if said else NO
    if name == "victim":
        return NOBODY if said is None else names_of(game)[said]
    raise TypeError(f"no line says {name}")


def _words(rules: Ruleset, command: Command, name: str, value: Any) -> Sequence[str]:
    if isinstance(value, bool):
        return (FORCED if name == "forced" else YES if value else NO,)
    if isinstance(value, Cell):
        return (cell_word(rules, value) + (TURNED if getattr(command, "turned", False) else ""),)
    if isinstance(value, Face):
        return (face_word(rules, value),)
    if isinstance(value, Side):
        return (value.name,)
    if isinstance(value, Enum):
        return (str(value.value),)
    if isinstance(value, tuple):
        if name == "cells":
            return tuple(cell_word(rules, cell) for cell in value)
        return ("+".join(map(str, value)),)
    return (str(value),)
