"""Cards that act on the maze: the rockfall and the map, and those that touch goals (ROCK, MAP, WC17, WC23)."""

from __future__ import annotations

from companion.maze.board import Kind
from companion.maze.geometry import Cell
from companion.rules.effects.play import Effect, Play
from companion.rules.evolve_round import playing
from companion.rules.place import judge
from companion.state.card_events import CardMoved, GoalsSwapped
from companion.state.commands import Supply
from companion.state.events import Event, MapUsed, RockFell
from companion.state.game import Game
from companion.state.refusals import Refusal


def judge_rockfall(game: Game, play: Play) -> Refusal | None:
    cell = _cell(play)
    card = playing(game).board.at(cell)
    if card is None:
        return Refusal("nothing_to_remove", cell=cell)  # ROCK-03
    if card.kind in (Kind.START, Kind.GOAL, Kind.SITE):
        return Refusal("not_removable", cell=cell)  # ROCK-01
    return None


def rock_falls(game: Game, play: Play) -> tuple[Event, ...]:
    cell = _cell(play)
    card = playing(game).board.at(cell)
    return (RockFell(play.seat, cell, card.face if card else None),)


def judge_map(game: Game, play: Play) -> Refusal | None:
    now = playing(game)
    cell = _cell(play)
    card = now.board.at(cell)
    if card is None or card.kind not in (Kind.GOAL, Kind.COVERED):
        return Refusal("not_a_goal", cell=cell)
    if card.face is not None and not game.ruleset.map_face_up:
        return Refusal("goal_not_face_down", cell=cell)  # MAP-01
    if now.maps_barred and card.kind is Kind.GOAL:
        return Refusal("maps_barred", cell=cell)  # CHEST-05
    return None


def look(game: Game, play: Play) -> tuple[Event, ...]:
    return (MapUsed(play.seat, _cell(play), shown=game.goals is Supply.APP),)


def judge_goal_swap(game: Game, play: Play) -> Refusal | None:
    board = playing(game).board
    if len(set(play.cells)) != 2:
        return Refusal("two_goals_needed")  # WC17
    for cell in play.cells:
        card = board.at(cell)
        if card is None or card.kind is not Kind.GOAL:
            return Refusal("not_a_goal", cell=cell)
        if card.face is not None:
            return Refusal("goal_not_face_down", cell=cell)
    return None


def swap_goals(game: Game, play: Play) -> tuple[Event, ...]:
    if play.swapped is None:
        raise ValueError("the player says whether the goals change places")
    return (GoalsSwapped(play.seat, play.cells, play.swapped),)


def judge_move_last(game: Game, play: Play) -> Refusal | None:
    """WC23: the card is lifted, then judged like any other."""
    now, to = playing(game), _cell(play)
    last = now.board.at(now.last_cell) if now.last_cell is not None else None
    if last is None or last.face is None or last.kind is not Kind.PATH:
        return Refusal("last_card_gone")
    if to == last.cell:
        return Refusal("same_place", cell=to)
    lifted = now.board.without(last.cell)
    standing = {toll.front for toll in now.tolls if toll.cell != last.cell}
    face = last.face.half_turn() if play.turned else last.face
    reasons = judge(lifted, to, face, game.ruleset, tolled=() if play.paid else standing)
    return Refusal("illegal_placement", {"seat": play.seat}, reasons, to) if reasons else None


def move_last(game: Game, play: Play) -> tuple[Event, ...]:
    now, to = playing(game), _cell(play)
    last = now.board.at(now.last_cell) if now.last_cell is not None else None
    if last is None or last.face is None:
        raise ValueError("there is no card to move")
    return (CardMoved(play.seat, last.cell, to, last.face.half_turn() if play.turned else last.face),)


def _cell(play: Play) -> Cell:
    if len(play.cells) != 1:
        raise ValueError("this card needs one cell")
    return play.cells[0]


ROCKFALL = Effect(judge_rockfall, rock_falls)
MAP = Effect(judge_map, look)
GOAL_SWAP = Effect(judge_goal_swap, swap_goals)
MOVE_LAST = Effect(judge_move_last, move_last, digs=True)
