"""What may be done in the maze can be pressed there: the places of every page are those of the moves there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from played_with import configured

from companion import Position, moves
from companion.cards.asked import What
from companion.cards.register import answer_of, card_of, cards
from companion.editions.compose import compose
from companion.editions.ruleset import Ruleset
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.state import commands as c
from companion.state import pending as p
from companion.views import model as m
from web.language import Speech
from web.present.page import Page
from web.present.selection import Selection

MOVES = 40  # of a game; most of what is asked in the maze has been asked by then
IN_THE_MAZE = {What.CELL, What.GOAL, What.GOALS, What.WAY}
SPEECH = Speech("en")


def begun(seed: int) -> Position:
    chance = Random(f"places {seed}")
    chosen = configured(chance)
    rules = compose(chosen.edition, chosen.modules, chosen.options)
    assert isinstance(rules, Ruleset)
    names = [f"Player {seat}" for seat in range(chance.randint(rules.least, min(rules.most, 5)))]
    options = dict(chosen.options)
    return Position.begin(chosen.edition, names, modules=chosen.modules, options=options, seed=str(seed))


def moments(seed: int) -> Iterator[Position]:
    """Of a random game. Path cards are laid more often than that, or the maze would stay small."""
    chance, at = Random(seed), begun(seed)
    for _ in range(MOVES):
        offered = at.legal()
        if not offered:
            return
        yield at
        paths = [move for move in offered if isinstance(move, c.PlacePath)]
        at = at.play(chance.choice(paths if paths and chance.random() < 0.7 else offered))


def page(view: m.View, **chosen: object) -> Page:
    return Page(view, SPEECH, Selection(**chosen), "/")


def pressed(page: Page, kind: str) -> set[Cell]:
    assert page.view.maze is not None
    return set(page._picks(page.view.maze, kind))


@pytest.mark.parametrize("seed", [*range(12), 30])  # the last: a ladder beside a wall, where it must meet a tunnel
def test_the_places_that_a_phone_offers_are_those_of_the_moves_there_are(seed: int) -> None:
    """A ladder beside the card over a chest, and all that a table allows which asks for no connection, were accepted
    when they were sent, and could be pressed nowhere."""
    for at in moments(seed):
        seat = at.waits_for[0] if at.waits_for else 0
        view, legal = at.view(seat), moves(at.game, seat)  # of a card that lies as often as there is one, people judge
        if isinstance(at.game.pending, p.Playing | p.Pioneering):
            check_paths(at, seat, view, legal)
        for card in cards():
            if any(ask.what in IN_THE_MAZE for ask in card.asks):
                played = {cell for move in legal if card_of(move) is card for cell in card.way_of(move).cells}
                check(view, pressed(page(view, do=card.key), card.key) if view.offers.ways(card.key) else set(), played)
        ends = {at.cell.beside(at.side) for at in legal if isinstance(at, c.SetToll)}
        assert pressed(page(view, do="set_toll"), "set_toll") == ends
        asked = page(view)
        if asked.asked_in_mine:
            answered = {getattr(move, "cell", None) or move.goal for move in legal if answer_of(move) is not None}
            assert pressed(asked, asked.asked_in_mine) == answered


def check(view: m.View, offered: set[Cell], played: set[Cell]) -> None:
    """Before a toll dwarf whom nobody can pay, the page says just that."""
    unpaid = {one.cell for one in view.offers.pay_toll if not one.seats}
    assert played <= offered <= played | unpaid


def check_paths(at: Position, seat: int, view: m.View, legal: tuple[c.Command, ...]) -> None:
    """Of real cards, which may be any of the box, and of one in a hand of the demo table."""
    laid = {move.cell for move in legal if isinstance(move, c.PlacePath)}
    offered = pressed(page(view, do="place"), "frontier") if view.offers.place else set()
    faces, maze = [kind.face for kind in at.ruleset.paths], at.view().maze
    assert maze is not None
    ladders = [face for face in faces if face.ladder]
    nothing_fits = {
        cell
        for cell in offered
        if not any(fits(at, cell, face) for face in (ladders if cell in maze.ladder_cells else faces))
    }
    check(view, offered - nothing_fits, laid)
    for face in Random(len(legal)).sample(faces, 3):
        held = replace(view, hand_cards=(m.HandCardView(1, "path", str(face)),))
        phone = page(held, do="place", hand=1)
        free = pressed(phone, "frontier") - phone.unfit.keys() if view.offers.place else set()
        check(view, free, {move.cell for move in moves(at.game, seat, [face]) if isinstance(move, c.PlacePath)})


def fits(at: Position, cell: Cell, face: Face) -> bool:
    return any(not at.board.slot(cell).misfits(way) for way in (face, face.half_turn()))


def test_the_table_can_say_of_every_free_place_that_a_card_lies_there() -> None:
    at = Position.begin("anniversary-2024", options={"connection_required": "false"})
    table = page(at.view())
    laid = {move.cell for move in at.legal() if isinstance(move, c.PlacePath)}
    assert Cell(8, 1) in laid and laid <= pressed(table, "any")
