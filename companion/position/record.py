"""A whole game as text, and back: what it was begun with, an empty line, a move a line. `#` begins a remark."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from companion.position.notation import Made, quoted_names
from companion.position.start import Start, names_in
from companion.rules.decide import new_game
from companion.rules.evolve import fold
from companion.state import commands as c
from companion.state import events as e
from companion.state.game import Game
from companion.state.pending import GameOver
from companion.views.project_moves import THROWS, move_line, player_of
from companion.views.seen import MADE_OF_WORDS, VERSION, SeenStep, header, result_words, round_words, seen_record

DEALT, HELD, PRINTED, TYPED = "dealt", "held", "printed", "| "


@dataclass(frozen=True)
class Told:
    """A move, with the game before it and what happened then."""

    before: Game
    made: Made
    events: tuple[e.Event, ...]


@dataclass(frozen=True)
class Course:
    """A game from its beginning, which `text` draws, to its `end`; `events` led to its first turn."""

    start: Start
    first: Game
    text: str
    events: tuple[e.Event, ...]
    moves: tuple[Told, ...]
    end: Game

    @property
    def is_open(self) -> bool:
        """Nothing of it is secret: it is over, or all that was secret lay on the table as printed cards."""
        return isinstance(self.end.pending, GameOver) or self.start.printed


def written_record(course: Course) -> str:
    """All of a game that is over; as everybody at the table saw it, of one that is played."""
    if isinstance(course.end.pending, GameOver):
        return kept_record(course)
    return _record_by(course, seen=True) if course.start.printed else seen_of(course)


def seen_of(course: Course) -> str:
    """As everybody at the table saw it."""
    at = next(at for at, event in enumerate(course.events) if isinstance(event, e.RoundBegan))
    lobby, starter = fold(new_game(), course.events[:at]), course.start.starter
    begun: SeenStep = (c.ByTable(), c.StartGame(starter), course.events[at:])
    return seen_record(lobby, starter, [begun, *((one.made.by, one.made.command, one.events) for one in course.moves)])


def kept_record(course: Course) -> str:
    """With all that chance dealt, by its seed, and each move as its own player knows it."""
    return _record_by(course, seen=False)


def _record_by(course: Course, *, seen: bool) -> str:
    """seen : without what only its player knows of a move, such as the gold that somebody has told"""
    lines, game = [], course.first
    for one in course.moves:
        by, game = one.made.by, fold(one.before, one.events)
        if seen and isinstance(one.made.command, c.TellGold):
            continue
        words = move_line(one.before, by, one.made.command, None if seen else player_of(by, one.made.command))
        lines.append(" ".join([words, *([THROWS, *one.made.thrown] if one.made.thrown else [])]))
        if any(isinstance(event, e.RoundScored) for event in one.events):
            lines.append(f"# {round_words(game)}")
    return "\n".join([*_head(course), "", *lines, ""])


def _head(course: Course) -> list[str]:
    start = course.start
    cards = PRINTED if start.printed else DEALT if start.dealt else HELD
    head = header(course.first.ruleset, course.first.seats, start.starter, cards, result_words(course.end))
    if start.typed:
        return [*head, *(f"{TYPED}{line}".rstrip() for line in course.text.splitlines())]
    return head if start.printed else [*head, f"{'seed':<9} {start.seed}"]


@dataclass(frozen=True)
class Read:
    """What a record says. text : the position from which it begins, where that was typed; lines : numbered"""

    start: Start
    text: str
    lines: tuple[tuple[int, str], ...]
    result: str

    def must_come_to(self, game: Game) -> None:
        """Raises ValueError where the moves lead to another end than it says."""
        if self.result != result_words(game):
            raise ValueError(f"the moves lead to {result_words(game) or 'no end'}, and not to {self.result or 'none'}")


def read_record(text: str) -> Read:
    """Raises ValueError where it is none."""
    if not isinstance(text, str):
        raise ValueError(f"a record is text, and not {text!r}")
    lines = text.replace("\r\n", "\n").lstrip("\ufeff").splitlines()
    if not lines or lines[0].split()[:1] != [MADE_OF_WORDS]:
        raise ValueError(f"a record begins with a line '{MADE_OF_WORDS} {VERSION}'")
    if lines[0].split()[1:] != [str(VERSION)]:
        raise ValueError(f"this program reads records '{MADE_OF_WORDS} {VERSION}', not {lines[0]!r}")
    end = next((at for at, line in enumerate(lines) if not line.strip()), len(lines))
    facts = dict(_fact(line) for line in lines[1:end] if not line.startswith("|"))
    typed = "\n".join(line[len(TYPED) :] for line in lines[1:end] if line.startswith("|"))
    moves = ((number, line.strip()) for number, line in enumerate(lines[end:], end + 1))
    told = tuple((number, line) for number, line in moves if line and not line.startswith("#"))
    return Read(_start(facts), typed, told, facts.get("result", ""))


def _fact(line: str) -> tuple[str, str]:
    word, _, said = line.partition(" ")
    if word not in _FACTS:
        raise ValueError(f"nothing is known of {word!r}; {', '.join(_FACTS)} are")
    return word, said.strip()


_FACTS = ("edition", "modules", "options", "players", "starter", "cards", "seed", "result")


def _start(facts: dict[str, str]) -> Start:
    cards = facts.get("cards", HELD)
    if cards not in (DEALT, HELD, PRINTED):
        raise ValueError(f"cards are {DEALT}, {HELD} or {PRINTED}, not {cards!r}")
    options = dict(word.split("=", 1) for word in facts.get("options", "").split())
    players = names_in(facts.get("players", ""))
    start = Start.of(
        facts.get("edition", ""), players, facts.get("modules", ""), options, facts.get("seed", "1"),
        dealt=cards == DEALT, printed=cards == PRINTED,
    )  # fmt: skip
    starter = quoted_names(facts["starter"])[0][0] if "starter" in facts else players[0]
    return replace(start, starter=players.index(starter))


def write_file(file: str | Path, text: str) -> None:
    Path(file).write_text(text, encoding="utf-8", newline="\n")


def read_file(file: str | Path) -> str:
    return Path(file).read_text(encoding="utf-8")
