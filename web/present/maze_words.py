"""The maze as sentences, for those who cannot see the drawing: row by row, as seen from the start card,
from the same view. No presses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from companion.maze.geometry import Cell
from companion.views.model import CardView, MazeView
from web.present.sentences import Sentences


def maze_words(maze: MazeView, words: Sentences) -> Iterator[str]:
    """`row of the start: start, crossing; a goal 8 ahead, face down`; dwarves; where a card may come."""
    for y, cards in groupby(sorted(maze.cards, key=lambda card: (card.cell.y, card.cell.x)), lambda card: card.cell.y):
        way = "middle" if y == 0 else "left" if y < 0 else "right"
        yield words.say(f"maze.row.{way}", number=abs(y), cards="; ".join(_runs(tuple(cards), words)))
    for toll in maze.tolls:
        yield words.say("maze.toll", name=words.name(toll.owner), place=words.place(toll.front))
    if maze.frontier:
        yield words.say("maze.open", places="; ".join(words.steps(cell) for cell in maze.frontier))


def _runs(row: tuple[CardView, ...], words: Sentences) -> Iterator[str]:
    """Cards that lie side by side; the first of them says where, unless it is the start."""
    run: list[str] = []
    for card, before in zip(row, (None, *row), strict=False):
        beside = before is not None and before.cell.x + 1 == card.cell.x
        if run and not beside:
            yield ", ".join(run)
            run = []
        run.append(_card(card, words, "" if beside else _where(card.cell, words)))
    yield ", ".join(run)


def _where(cell: Cell, words: Sentences) -> str:
    """Along its row."""
    if cell.x == 0:
        return "" if cell.y == 0 else words.say("maze.left_of_start" if cell.y < 0 else "maze.right_of_start")
    return words.say("maze.ahead" if cell.x > 0 else "maze.back", count=abs(cell.x))


def _card(card: CardView, words: Sentences, where: str) -> str:
    say = words.say
    found = " ".join(part for part in (_what(card, words), where) if part)
    if card.kind == "goal" and card.face is None:
        return say("maze.face_down", card=found)
    cut_off = card.kind == "path" and not card.linked
    marks = [say(f"maze.{name}") for name, there in (("newest", card.newest), ("cut_off", cut_off)) if there]
    marks += [say(f"goal.{card.goal.value}")] if card.goal else []
    return f"{found} ({say.join(marks)})" if marks else found


def _what(card: CardView, words: Sentences) -> str:
    say = words.say
    match card.kind:
        case "start":
            return say("maze.start")
        case "goal":
            return words.cards.all_of(card.face) if card.face else say("maze.goal")
        case "site":
            return say("place.site")
        case "covered":
            return say("maze.chest" if card.chest else "card.face_down")
        case _:
            return words.cards.all_of(card.face)
