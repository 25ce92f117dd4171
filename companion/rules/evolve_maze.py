"""How events of special cards change the maze and the turn: pioneers, moves, tolls, chests. Entered by rules.evolve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.maze.board import Board, Kind, Placement
from companion.rules.evolve_people import going_on
from companion.rules.evolve_round import at, changed, dealt, left_in_box, playing, with_round
from companion.state import events as e
from companion.state.game import Game
from companion.state.pending import (
    LayingCover,
    LayingMidway,
    Pioneering,
    Playing,
    TellingChest,
)
from companion.state.round import Toll

# ---- before the first turn ---------------------------------------------------------------------------------------


def _chests_dealt(game: Game, event: e.ChestsDealt) -> Game:
    boxed = changed(
        game,
        chests_aside=left_in_box(game.ruleset.chest_effects, event.effects),
        covers_aside=left_in_box(game.ruleset.chest_paths, event.faces),
    )
    return dealt(with_round(boxed, chests=event.effects, chest_faces=event.faces))


def _chests_placed(game: Game, event: e.ChestsPlaced) -> Game:
    now = playing(game)
    lying = (card for card in now.board if card.cell not in now.chest_cells)
    board = Board.of([*lying, *(Placement(cell, None, Kind.COVERED) for cell in event.cells)])
    return with_round(game, board=board, chest_cells=event.cells)


def _midway_asked(game: Game, event: e.MidwayAsked) -> Game:
    return changed(game, pending=LayingMidway(event.cell))


def _midway_laid(game: Game, event: e.MidwayLaid) -> Game:
    return _laid_from_outside(game, Placement(event.cell, event.face))


def _laid_from_outside(game: Game, card: Placement) -> Game:
    now = playing(game)
    return with_round(game, board=now.board.with_card(card), extra=now.extra + 1)


# ---- cards that move goals, turns and tunnels --------------------------------------------------------------------


def _paths_due(game: Game, event: e.PathsDue) -> Game:
    return changed(game, pending=Pioneering(event.seat))


# ---- sites, tolls, chests ----------------------------------------------------------------------------------------


def _site_reached(game: Game, event: e.SiteReached) -> Game:
    return with_round(game, site_reached=True)


def _toll_set(game: Game, event: e.TollSet) -> Game:
    now = playing(game)
    return with_round(
        game,
        hands=at(now.hands, event.seat, now.hands[event.seat] - 1),
        discards=now.discards + 1,
        tolls=(*now.tolls, Toll(event.cell, event.side, event.seat)),
        tolls_set=now.tolls_set + 1,
        progress=changed(now.progress, no_draw=True),
    )


def toll_left(game: Game, event: e.TollPaid) -> Game:
    """The dwarf leaves for the round and the card goes on being laid."""
    tolls = tuple(toll for toll in playing(game).tolls if toll.front != event.cell)
    return with_round(game, going_on(game), tolls=tolls)


def _cover_turned(game: Game, event: e.CoverTurned) -> Game:
    return changed(game, pending=LayingCover(event.seat, event.cell, event.faces, event.turned))


def _chest_asked(game: Game, event: e.ChestAsked) -> Game:
    return changed(game, pending=TellingChest(event.seat, event.cell))


def _cover_laid(game: Game, event: e.CoverLaid) -> Game:
    now = playing(game)
    due = tuple(cell for cell in now.due if cell != event.cell)
    laid = _laid_from_outside(game, Placement(event.cell, event.face, Kind.PATH))
    return with_round(laid, Playing(now.turn), due=due)


def _chest_opened(game: Game, event: e.ChestOpened) -> Game:
    return game


APPLY: dict[type, Callable[[Game, Any], Game]] = {
    e.ChestsDealt: _chests_dealt,
    e.ChestsPlaced: _chests_placed,
    e.MidwayAsked: _midway_asked,
    e.MidwayLaid: _midway_laid,
    e.PathsDue: _paths_due,
    e.SiteReached: _site_reached,
    e.TollSet: _toll_set,
    e.CoverTurned: _cover_turned,
    e.ChestAsked: _chest_asked,
    e.CoverLaid: _cover_laid,
    e.ChestOpened: _chest_opened,
}
