"""How events of special cards change the maze and the turn: pioneers, moves, tolls, chests. Entered by rules.evolve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.maze.board import Kind, Placement
from companion.rules.evolve_people import going_on
from companion.rules.evolve_round import at, dealt, left_in_box, played, playing, tolls_without, with_round
from companion.state import card_events as e
from companion.state.changed import changed
from companion.state.game import Game
from companion.state.pending import (
    DoingChore,
    LayingCover,
    LayingMidway,
    Pioneering,
    Playing,
    ShiftingGoal,
    TellingChest,
)
from companion.state.round import Progress, Toll
from companion.state.secret import Secret

# ---- before the first turn ---------------------------------------------------------------------------------------


def _chests_dealt(game: Game, event: e.ChestsDealt) -> Game:
    boxed = changed(
        game,
        chests_aside=left_in_box(game.ruleset.chest_effects, event.effects),
        covers_aside=left_in_box(game.ruleset.chest_paths, event.faces),
    )
    return dealt(with_round(boxed, chests=event.effects, chest_faces=event.faces))


def _midway_asked(game: Game, event: e.MidwayAsked) -> Game:
    return changed(game, pending=LayingMidway(event.cell))


def _midway_laid(game: Game, event: e.MidwayLaid) -> Game:
    return _laid_from_outside(game, Placement(event.cell, event.face))


def _laid_from_outside(game: Game, card: Placement) -> Game:
    now = playing(game)
    return with_round(game, board=now.board.with_card(card), extra=now.extra + 1)


# ---- cards that move goals, turns and tunnels --------------------------------------------------------------------


def _goals_swapped(game: Game, event: e.GoalsSwapped) -> Game:
    now = playing(game)
    goals = now.goals
    if goals is not None and event.swapped.open_for("the goals lie where the player put them"):
        cards = goals.open_for("two goals change places")
        one, other = (now.goal_cells.index(cell) for cell in event.cells)
        goals = Secret(at(at(cards, one, cards[other]), other, cards[one]))
    return played(game, event.seat, 1, goals=goals)


def _discards_searched(game: Game, event: e.DiscardsSearched) -> Game:
    searched = played(game, event.seat, 1) if event.card else game
    now = playing(searched)
    return with_round(
        searched,
        hands=at(now.hands, event.seat, now.hands[event.seat] + event.kept),
        discards=now.discards - event.kept,
        progress=changed(now.progress, no_draw=True),
    )


def _turns_reversed(game: Game, event: e.TurnsReversed) -> Game:
    return played(game, event.seat, 1, direction=event.direction)


def _pioneer_played(game: Game, event: e.PioneerPlayed) -> Game:
    return played(game, event.seat, 1, Pioneering(event.seat, 2), progress=Progress(pioneer=True, to_lay=2))


def _paths_due(game: Game, event: e.PathsDue) -> Game:
    return changed(game, pending=Pioneering(event.seat, event.left))


def _card_moved(game: Game, event: e.CardMoved) -> Game:
    now = playing(game)
    board = now.board.without(event.origin).with_card(Placement(event.cell, event.face))
    left = tolls_without(game, event.origin)
    left["tolls"] = tuple(toll for toll in left["tolls"] if toll.front != event.cell)
    return played(game, event.seat, 1, board=board, last_cell=event.cell, **left)


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


def _draws_changed(game: Game, event: e.DrawsChanged) -> Game:
    done = playing(game).progress
    return with_round(game, progress=changed(done, no_draw=done.no_draw or event.off, more=done.more + event.more))


def _maps_barred(game: Game, event: e.MapsBarred) -> Game:
    return with_round(game, maps_barred=True)


def _cards_thrown(game: Game, event: e.CardsThrown) -> Game:
    now = playing(game)
    hands = at(now.hands, event.seat, now.hands[event.seat] - event.cards)
    return with_round(game, hands=hands, discards=now.discards + event.cards)


def _pile_thrown(game: Game, event: e.PileThrown) -> Game:
    now = playing(game)
    return with_round(game, pile=now.pile - event.cards, discards=now.discards + event.cards)


def _chore_asked(game: Game, event: e.ChoreAsked) -> Game:
    return changed(game, pending=DoingChore(event.seat, event.chore, event.cards))


def _chore_done(game: Game, event: e.ChoreDone) -> Game:
    return changed(game, pending=Playing(event.seat))


def _shift_asked(game: Game, event: e.ShiftAsked) -> Game:
    return changed(game, pending=ShiftingGoal(event.seat, event.cells))


def _goal_shifted(game: Game, event: e.GoalShifted) -> Game:
    now = playing(game)
    board = now.board.without(event.cell).with_card(Placement(event.to, None, Kind.GOAL))
    cells = tuple(event.to if cell == event.cell else cell for cell in now.goal_cells)
    peeks = tuple((seat, event.to if cell == event.cell else cell) for seat, cell in now.peeks)
    due = tuple(cell for cell in now.due if cell != event.cell)
    return with_round(game, Playing(event.seat), board=board, goal_cells=cells, peeks=peeks, due=due)


APPLY: dict[type, Callable[[Game, Any], Game]] = {
    e.ChestsDealt: _chests_dealt,
    e.MidwayAsked: _midway_asked,
    e.MidwayLaid: _midway_laid,
    e.GoalsSwapped: _goals_swapped,
    e.DiscardsSearched: _discards_searched,
    e.TurnsReversed: _turns_reversed,
    e.PioneerPlayed: _pioneer_played,
    e.PathsDue: _paths_due,
    e.CardMoved: _card_moved,
    e.SiteReached: _site_reached,
    e.TollSet: _toll_set,
    e.CoverTurned: _cover_turned,
    e.ChestAsked: _chest_asked,
    e.CoverLaid: _cover_laid,
    e.ChestOpened: _chest_opened,
    e.DrawsChanged: _draws_changed,
    e.MapsBarred: _maps_barred,
    e.CardsThrown: _cards_thrown,
    e.PileThrown: _pile_thrown,
    e.ChoreAsked: _chore_asked,
    e.ChoreDone: _chore_done,
    e.ShiftAsked: _shift_asked,
    e.GoalShifted: _goal_shifted,
}
