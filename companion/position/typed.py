"""A position as text, and back: lines of facts, an empty line, the maze as maze.notation draws it.

A fact that is as usual is not written. What the game waits for, other than a turn, is written with all its parts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from enum import Enum
from typing import Any, get_args

from companion.cards.deck import DeckCard
from companion.editions.cards import GoalKind, Mark, Tool
from companion.editions.parameters import Direction
from companion.live.stacks import full_deck
from companion.maze.board import Board, Kind, Placement
from companion.maze.faces import Face
from companion.maze.geometry import START_CELL, Cell, Side
from companion.maze.notation import parse_board
from companion.position.hands import Hands, keyed
from companion.position.notation import Line, card_of_word, quoted_names, read_move, same_card
from companion.position.start import PLAYERS, USUAL, Start, copies_of
from companion.rules.audit import cards_in_play
from companion.rules.evolve_round import at, changed, playing, with_round
from companion.state import commands as c
from companion.state import pending as p
from companion.state.game import Game, RoundResult
from companion.state.round import Earning, Ending, Progress, Toll
from companion.state.secret import Secret
from companion.state.words import Command
from companion.views.model import View
from companion.views.project_moves import card_word, move_line, names_of

# ---- the whole ---------------------------------------------------------------------------------------------------


Known = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Typed:
    """What a text says. known : of secrets, whose role and whose gold"""

    start: Start
    game: Game
    hands: Hands | None
    known: Known


def written_position(game: Game, hands: Hands | None, known: Known, view: View | None = None) -> str:
    """view : of the seat whose own secrets are in it, None for what everybody may know"""
    told = (*_setup(game), *_of_the_game(game), *_of_the_round(game))
    facts = [*told, *_hands(game, hands, view), *known, *_secrets(game, view)]
    lines = [f"{word:<9} {said}" for word, said in facts if said]
    return "\n".join([*lines, "", str(playing(game).board)])


def read_position(text: str) -> Typed:
    head, maze = _parts(text)
    facts = [_fact(line) for line in head.splitlines() if line.strip()]
    unknown = next((word for word, _ in facts if word not in (*_SETUP, *_HELD, *_ROUND)), None)
    if unknown is not None:
        raise ValueError(f"nothing is known of {unknown!r}; {', '.join(sorted((*_SETUP, *_HELD, *_ROUND)))} are")
    once = dict(facts)
    names = quoted_names(once.get("players", ", ".join(PLAYERS)))
    turn = next((seat for seat, (_, starred) in enumerate(names) if starred), 0)
    edition, modules = once.get("edition", USUAL), once.get("modules", "")
    start = Start.of(edition, [name for name, _ in names], modules, once.get("options"), "1", printed=True)
    game = _with_board(start.begun().game, parse_board(maze), once.get("chests"))
    game = with_round(game, p.Playing(turn), turn=turn)
    for word, said in facts:
        if word in _ROUND:
            game = _ROUND[word](game, said)
    game = _with_the_rest(game, {word for word, _ in facts})
    held = [(Line(game, said).seat(), said) for word, said in facts if word == "hand"]
    known = tuple((word, said) for word, said in facts if word in ("role", "gold"))
    return Typed(replace(start, typed=text), game, _typed_hands(game, held), known)


def _parts(text: str) -> tuple[str, str]:
    """The facts and the maze; a text that begins with a maze is nothing else."""
    if not isinstance(text, str):
        raise ValueError(f"a position is text, and not {text!r}")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    first = text.split(maxsplit=1)[0] if text.split() else ""
    if first not in (*_SETUP, *_HELD, *_ROUND) and not re.search(r"^[a-z_]{3,}\b(?!:)", text.lstrip()):
        return "", text
    head, *maze = re.split(r"\n[ \t]*\n", text.rstrip(), maxsplit=1)
    return head, maze[0] if maze else ""


def _fact(line: str) -> tuple[str, str]:
    """The word with which a line begins, and what it says of it."""
    word, *rest = line.split(maxsplit=1)
    if not rest:
        raise ValueError(f"nothing is said of {word!r}")
    return word, rest[0].strip()


# ---- what is played, and by whom ---------------------------------------------------------------------------------

_SETUP = ("edition", "modules", "options", "players", "chests")
_HELD = ("hand", "role", "gold")


def _setup(game: Game) -> Iterator[tuple[str, str]]:
    rules, now, names = game.ruleset, playing(game), names_of(game)
    yield "edition", rules.edition
    yield "modules", " ".join(rules.modules)
    yield "options", " ".join(f"{name}={word}" for name, word in rules.options)
    yield "chests", " ".join(map(_cell, now.chest_cells))
    yield "players", ", ".join(f"{name}*" if seat == now.turn else name for seat, name in enumerate(names))


def _hands(game: Game, hands: Hands | None, view: View | None) -> Iterator[tuple[str, str]]:
    """Typed hands stand open; of dealt ones everybody knows his own."""
    names, me = names_of(game), view and view.me
    for seat, held in enumerate(hands.hands if hands is not None else ()):
        if hands is not None and held and (not hands.dealt or (me and seat == me.seat)):
            yield "hand", f"{names[seat]} {' '.join(map(card_word, held))}"


def _secrets(game: Game, view: View | None) -> Iterator[tuple[str, str]]:
    """What this seat knows of itself."""
    if view is None or view.me is None:
        return
    name, gold = names_of(game)[view.me.seat], view.my_nuggets or ()
    if view.role is not None and view.role.role is not None:
        yield "role", f"{name} {view.role.role}"
    if gold or view.my_purse:
        yield "gold", " ".join([name, *map(str, gold), *([str(view.my_purse)] if view.my_purse else [])])


def _typed_hands(game: Game, held: Sequence[tuple[c.SeatId, str]]) -> Hands | None:
    if not held:
        return None
    cards: dict[c.SeatId, list[DeckCard]] = {}
    for seat, said in held:
        line = Line(game, said)
        line.seat()
        cards[seat] = [card_of_word(word) for word in line.words()]
    every = [card for hand in cards.values() for card in hand]
    for seat, hand in cards.items():
        for card in hand:
            _must_be_a_card(game, card, every)
        if len(hand) > playing(game).hands[seat]:
            raise ValueError(f"{game.seats[seat].name} holds {playing(game).hands[seat]} cards, not {len(hand)}")
    return Hands.typed(game.ruleset, keyed(cards, len(game.seats)))


def _must_be_a_card(game: Game, card: DeckCard, every: Sequence[DeckCard]) -> None:
    """every : all cards that are typed in hands"""
    word = card_word(card)
    there = sum(same_card(one, word) for one in full_deck(game.ruleset))
    typed = sum(same_card(one, word) for one in every)
    if typed > there:
        raise ValueError(f"the box has {there} cards {word}, not {typed}" if there else f"the box has no card {word}")


# ---- the rounds before, and the end ------------------------------------------------------------------------------


def _of_the_game(game: Game) -> Iterator[tuple[str, str]]:
    """How each round ended, as everybody knows it; once the game is over, everybody's nuggets and who won."""
    yield from (("ended", " ".join(_parts_of(game, result))) for result in game.results)
    ending = playing(game).ending
    if ending is not None:
        yield "ending", " ".join(_parts_of(game, ending))
    if isinstance(game.pending, p.GameOver):
        yield "owned", ", ".join(f"{name} {own}" for name, own in zip(names_of(game), game.nuggets, strict=True))
        yield "won", ", ".join(names_of(game)[seat] for seat in game.winners)


def _read_ended(game: Game, said: str) -> Game:
    return changed(game, results=(*game.results, _whole(game, RoundResult, said)))


def _read_ending(game: Game, said: str) -> Game:
    return with_round(game, ending=_whole(game, Ending, said))


def _read_owned(game: Game, said: str) -> Game:
    line, owned = Line(game, said), dict[c.SeatId, int]()
    while line.rest:
        seat = line.seat()
        owned[seat] = _count(line.up_to(",").strip(), "nuggets")
    if len(owned) < len(game.seats):
        raise ValueError(f"{said!r} does not say what each of {', '.join(names_of(game))} owns")
    nuggets = tuple(own for _, own in sorted(owned.items()))
    return changed(game, told_gold=nuggets, nuggets=nuggets)


def _read_won(game: Game, said: str) -> Game:
    line, winners = Line(game, said), list[c.SeatId]()
    while line.rest:
        winners.append(line.seat())
        line.up_to(",")
    return changed(game, winners=tuple(winners), pending=p.GameOver())


# ---- the round ---------------------------------------------------------------------------------------------------


def _of_the_round(game: Game) -> Iterator[tuple[str, str]]:
    now, names, rules = playing(game), names_of(game), game.ruleset
    yield "round", str(now.number) if now.number > 1 else ""
    yield "starter", names[now.starter] if now.starter else ""
    yield "direction", str(now.direction) if now.direction is not rules.turn_direction else ""
    yield "hands", " ".join(map(str, now.hands))
    yield "pile", str(now.pile)
    yield "discards", str(now.discards) if now.discards else ""
    yield "broken", ", ".join(f"{names[seat]} {' '.join(tools)}" for seat, tools in enumerate(now.broken) if tools)
    yield "marks", ", ".join(f"{names[seat]} {' '.join(marks)}" for seat, marks in enumerate(now.marks) if marks)
    yield "thieves", " ".join(names[seat] for seat in now.thieves) if len(now.thieves) > 1 else ""
    yield from (("toll", f"{names[one.owner]} {_cell(one.cell)} {one.side.name}") for one in now.tolls)
    for word in ("tolls_set", "vetoes", "extra"):
        yield word, str(getattr(now, word) or "")
    for word in ("last_path", "last_card"):
        last = getattr(now, word)
        yield word, "" if last is None else names[last]
    yield "last_cell", _cell(now.last_cell) if now.last_cell is not None else ""
    yield from (("looked", f"{names[seat]} {_cell(cell)}") for seat, cell in now.peeks)
    yield from (("inspected", f"{names[seat]} {names[target]}") for seat, target in now.inspections)
    yield "due", " ".join(map(_cell, now.due))
    yield "barred", "maps" if now.maps_barred else ""
    yield "reached", "site" if now.site_reached else ""
    yield "done", " ".join(_parts_of(game, now.progress)) if now.progress != Progress() else ""
    if isinstance(game.pending, p.TellingGold):  # what somebody has told, nobody else hears before the end
        yield "waits", p.TellingGold.__name__
    elif (waits := _with_printed_cards(game.pending, now.turn)) not in (p.Playing(now.turn), p.GameOver()):
        yield "waits", " ".join([type(waits).__name__, *_parts_of(game, waits)])


def _with_printed_cards(pending: p.Pending, turn: c.SeatId) -> p.Pending:
    """What is waited for where roles, gold and chests are the table's own cards: everybody has looked at their role,
    gold is handed round, and people tell what lay under a chest's cover."""
    match pending:
        case p.LookingAtRoles():
            return p.Playing(turn)
        case p.Drafting():
            return p.RoundOver()
        case p.LayingCover(seat=seat, cell=cell):
            return p.TellingChest(seat, cell)
    return pending


def _parts_of(game: Game, value: Any) -> Iterator[str]:
    """`laid=1 to_lay=1`; a card that waits is last, as the line of its move. What only some know is left out."""
    for part in sorted(fields(value), key=lambda field: field.name == "held"):
        said = getattr(value, part.name)
        if part.name not in _ONLY_SOME_KNOW and said not in (part.default, None, ()):
            yield f"{part.name}={_part(game, str(part.type), said, value)}"


_ONLY_SOME_KNOW = ("victims", "thefts", "paid")


def _part(game: Game, hint: str, said: Any, whole: Any) -> str:
    if isinstance(said, Command):
        return move_line(game, c.BySeat(whole.seat), said, None)
    if isinstance(said, tuple) and not isinstance(said, Cell):
        return ";".join(_part(game, hint, one, whole) for one in said)
    if isinstance(said, bool):
        return "yes" if said else "no"
    if isinstance(said, Cell):
        return _cell(said)
    if isinstance(said, Earning):
        return f"{_name(game, said.seat)} {said.nuggets} {said.why}"
    if isinstance(said, int) and "SeatId" in hint:
        return _name(game, said)
    return str(said.value if isinstance(said, Enum) else said)


def _name(game: Game, seat: c.SeatId) -> str:
    """Quoted also where only a list would be mistaken in it."""
    name = names_of(game)[seat]
    return json.dumps(name, ensure_ascii=False) if ";" in name and not name.startswith('"') else name


def _cell(cell: Cell) -> str:
    return f"{cell.x},{cell.y}"


Reader = Callable[[Game, str], Game]


def _number(field: str, what: str = "cards") -> Reader:
    def read(game: Game, said: str) -> Game:
        changes: dict[str, Any] = {field: _count(said, what)}
        return with_round(game, **changes)

    return read


def _count(word: str, what: str = "cards") -> int:
    if not word.isdecimal():
        raise ValueError(f"{word!r} is no number of {what}")
    return int(word)


def _seat(field: str) -> Reader:
    def read(game: Game, said: str) -> Game:
        changes: dict[str, Any] = {field: Line(game, said).seat()}
        return with_round(game, **changes)

    return read


def _read_cell(word: str) -> Cell:
    if not re.fullmatch(r"-?\d+,-?\d+", word):
        raise ValueError(f"{word!r} is no cell, such as 3,-1")
    x, y = word.split(",")
    return Cell(int(x), int(y))


def _read_hands(game: Game, said: str) -> Game:
    counts = tuple(_count(word) for word in said.split())
    if len(counts) != len(game.seats):
        raise ValueError(f"{len(game.seats)} players hold {len(counts)} hands")
    return with_round(game, hands=counts)


def _people(kind: type[Tool | Mark], field: str) -> Reader:
    """`Ada lamp cart, Bo lamp` by seat."""

    def read(game: Game, said: str) -> Game:
        found = getattr(playing(game), field)
        line = Line(game, said)
        while line.rest:
            seat, words = line.seat(), line.up_to(",").split()
            if len({*words}) < len(words):
                raise ValueError(f"one card of each kind lies before a player, not {' '.join(words)}")
            found = at(found, seat, tuple(sorted(kind(_one_of(kind, word)) for word in words)))
        return _with_thieves(with_round(game, **{field: found}))

    return read


def _one_of(kind: type[Tool | Mark], word: str) -> str:
    if word not in tuple(kind):
        raise ValueError(f"{word!r} is none of {', '.join(kind)}")
    return word


def _with_thieves(game: Game) -> Game:
    now = playing(game)
    return with_round(game, thieves=tuple(seat for seat, marks in enumerate(now.marks) if Mark.THIEF in marks))


def _read_thieves(game: Game, said: str) -> Game:
    line, order = Line(game, said), []
    while line.rest:
        order.append(line.seat())
    if sorted(order) != sorted(playing(game).thieves):
        raise ValueError(f"the thieves lie before others than {said}")
    return with_round(game, thieves=tuple(order))


def _read_toll(game: Game, said: str) -> Game:
    line = Line(game, said)
    owner, cell, side = line.seat(), _read_cell(line.word("a cell")), line.word("a side")
    if side not in Side.__members__:
        raise ValueError(f"{side!r} is no side of a card; {', '.join(Side.__members__)} are")
    tolls = (*playing(game).tolls, Toll(cell, Side[side], owner))
    if len(tolls) > game.ruleset.toll_dwarves:
        raise ValueError(f"the box has {game.ruleset.toll_dwarves} toll dwarves, not {len(tolls)}")
    return with_round(game, tolls=tolls, tolls_set=max(playing(game).tolls_set, len(tolls)))


def _read_looked(game: Game, said: str) -> Game:
    line = Line(game, said)
    return with_round(game, peeks=(*playing(game).peeks, (line.seat(), _read_cell(line.word("a cell")))))


def _read_inspected(game: Game, said: str) -> Game:
    line = Line(game, said)
    return with_round(game, inspections=(*playing(game).inspections, (line.seat(), line.seat())))


def _read_direction(game: Game, said: str) -> Game:
    if said not in tuple(Direction):
        raise ValueError(f"{said!r} is no direction; {', '.join(Direction)} are")
    return with_round(game, direction=Direction(said))


def _flag(field: str, word: str) -> Reader:
    def read(game: Game, said: str) -> Game:
        if said != word:
            raise ValueError(f"{said!r} is not {word!r}")
        changes: dict[str, Any] = {field: True}
        return with_round(game, **changes)

    return read


def _read_done(game: Game, said: str) -> Game:
    return with_round(game, progress=_whole(game, Progress, said))


_PENDING: Mapping[str, Any] = {kind.__name__: kind for kind in get_args(p.Pending)}


def _read_waits(game: Game, said: str) -> Game:
    name, _, parts = said.partition(" ")
    if name not in _PENDING:
        raise ValueError(f"nothing waits for {name!r}; {', '.join(_PENDING)} are waited for")
    if name == p.TellingGold.__name__:
        seats = range(len(game.seats))
        return changed(game, pending=p.TellingGold(tuple(seats)), told_gold=(None,) * len(seats))
    pending = _with_printed_cards(_whole(game, _PENDING[name], parts), playing(game).turn)
    return changed(game, pending=pending)


def _whole(game: Game, kind: Any, said: str) -> Any:
    """A noun of its parts. A part that is not said is as usual: nobody, none."""
    values: dict[str, str] = {}
    for part in _apart(said, r" (?=[a-z_]+=)"):
        name, sign, value = part.partition("=")
        if not sign:
            raise ValueError(f"{part!r} says nothing of {kind.__name__}")
        values[name] = value
    hints = {field.name: str(field.type) for field in fields(kind)}
    wrong = values.keys() - hints.keys()
    if wrong:
        raise ValueError(f"{kind.__name__} has no {min(wrong)}")
    unsaid: dict[str, Any] = {
        field.name: None if field.type.endswith("None") else () for field in fields(kind) if field.default is MISSING
    }
    if "paid" in hints:  # printed gold, which only its owners have counted
        unsaid["paid"] = (Secret(()),) * len(game.seats)
    return kind(**unsaid | {name: _value(game, hints[name], value) for name, value in values.items()})


def _apart(said: str, mark: str) -> list[str]:
    """The parts between these marks, of which a quoted name may hold some."""
    bare = _QUOTED.sub(lambda quoted: "_" * len(quoted[0]), said)
    ends = [(found.start(), found.end()) for found in re.finditer(mark, bare)]
    begins, stops = (0, *(end for _, end in ends)), (*(start for start, _ in ends), len(said))
    return [said[begin:stop] for begin, stop in zip(begins, stops, strict=True) if begin < stop]


_QUOTED = re.compile(r'"(?:\\.|[^"\\])*"')


def _value(game: Game, hint: str, said: str) -> Any:
    if hint.startswith("tuple"):
        inner = hint.removeprefix("tuple[").partition(",")[0]
        return tuple(_value(game, inner, one) for one in _apart(said, ";"))
    if hint.startswith("SeatId"):
        return Line(game, said).seat()
    if hint == "Earning":
        line = Line(game, said)
        return Earning(line.seat(), int(line.word("nuggets")), line.word("why"))
    if hint not in _PARTS:  # the card that waits
        return read_move(game, said).command
    return _PARTS[hint](said)


_PARTS: dict[str, Callable[[str], Any]] = {
    "Cell": _read_cell,
    "Face": Face.parse,
    "bool": lambda word: word == "yes",
    "int": int,
    "str": str,
    "GoalKind": GoalKind,
}

_ROUND: dict[str, Reader] = {
    "ended": _read_ended,
    "ending": _read_ending,
    "owned": _read_owned,
    "round": _number("number", "a round"),
    "starter": _seat("starter"),
    "direction": _read_direction,
    "hands": _read_hands,
    "pile": _number("pile"),
    "discards": _number("discards"),
    "broken": _people(Tool, "broken"),
    "marks": _people(Mark, "marks"),
    "thieves": _read_thieves,
    "toll": _read_toll,
    "tolls_set": _number("tolls_set", "dwarves"),
    "vetoes": _number("vetoes"),
    "extra": _number("extra"),
    "last_path": _seat("last_path"),
    "last_card": _seat("last_card"),
    "last_cell": lambda game, said: with_round(game, last_cell=_read_cell(said)),
    "looked": _read_looked,
    "inspected": _read_inspected,
    "due": lambda game, said: with_round(game, due=tuple(map(_read_cell, said.split()))),
    "barred": _flag("maps_barred", "maps"),
    "reached": _flag("site_reached", "site"),
    "done": _read_done,
    "waits": _read_waits,
    "won": _read_won,
}

# ---- the maze ----------------------------------------------------------------------------------------------------


def _with_board(game: Game, typed: Board, chests: str | None) -> Game:
    """The box's own start, goals, chests and postcard, and what is drawn; goals and chests may lie elsewhere.

    chests : where chests lie or lay; those are still there that are drawn
    """
    now = playing(game)
    drawn = {kind: typed.of_kind(kind) for kind in Kind}
    if len(drawn[Kind.GOAL]) == len(now.goal_cells):  # some may have been moved (CHEST-05)
        now = replace(now, goal_cells=tuple(sorted(card.cell for card in drawn[Kind.GOAL])))
    elif {card.cell for card in drawn[Kind.GOAL]} - set(now.goal_cells):
        lie, not_at = sorted(now.goal_cells), sorted(card.cell for card in drawn[Kind.GOAL])
        raise ValueError(f"the goals of this box lie at {lie}, not at {not_at}")
    lying = {START_CELL: Placement(START_CELL, game.ruleset.start, Kind.START)}
    lying |= {cell: Placement(cell, None, Kind.GOAL) for cell in now.goal_cells}
    covered = tuple(card.cell for card in drawn[Kind.COVERED])
    chest_cells = covered or now.chest_cells if chests is None else tuple(map(_read_cell, chests.split()))
    lying |= {cell: Placement(cell, None, Kind.COVERED) for cell in (chest_cells if chests is None else covered)}
    if now.site is not None:
        lying[now.site] = Placement(now.site, None, Kind.SITE)
    for card in typed:
        there = lying.get(card.cell)
        if there is not None and there.kind is not card.kind and there.kind is not Kind.COVERED:
            raise ValueError(f"the {there.kind} lies at {_cell(card.cell)}, and no {card}")
        _must_be_known(game, card)
        lying[card.cell] = card
    return with_round(game, board=Board.of(lying.values()), goal_cells=now.goal_cells, chest_cells=chest_cells)


def _must_be_known(game: Game, card: Placement) -> None:
    rules = game.ruleset
    if card.kind is Kind.GOAL and card.face is not None:
        fronts = {(goal.kind.value, goal.face.upright()) for goal in rules.goals}
        if (card.goal, card.face.upright()) not in fronts:
            there = ", ".join(f"{kind}:{face}" for kind, face in sorted((kind, str(face)) for kind, face in fronts))
            raise ValueError(f"the box has no goal {card}; it has {there}")
    if card.kind is Kind.PATH and card.face is not None:
        name = card.face.upright()
        if not copies_of(rules, name):
            raise ValueError(f"the box has no card {card}")


def _with_the_rest(game: Game, said: set[str]) -> Game:
    """What is not said to lie elsewhere is in the pile, or where that is counted among the discards."""
    now, rules = playing(game), game.ruleset
    faces = [card.face.upright() for card in now.board.of_kind(Kind.PATH) if card.face is not None]
    for face in dict.fromkeys(faces):
        copies = copies_of(rules, face)
        if faces.count(face) > copies:
            raise ValueError(f"the box has {copies} cards {face}, not {faces.count(face)}")
    counted = changed(now, **{word: 0 for word in ("pile", "discards") if word not in said})
    left = rules.deck + now.extra - rules.set_aside - cards_in_play(counted)
    if left < 0:
        most = rules.deck + now.extra - rules.set_aside
        raise ValueError(f"{most} cards are played with, and {most - left} are told of: see hands, pile and discards")
    if "pile" not in said:
        return with_round(game, pile=left)
    return game if "discards" in said else with_round(game, discards=left)
