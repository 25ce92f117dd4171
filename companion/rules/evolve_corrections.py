"""How the table's corrections change the game. Entered through rules.evolve."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.maze.board import Board, Kind, Placement
from companion.rules.evolve_round import at, changed, playing, with_marks, with_round
from companion.state import events as e
from companion.state.commands import GoalKind, Supply, TableCard
from companion.state.corrections import MarksSet
from companion.state.game import Game
from companion.state.pending import Playing
from companion.state.round import Progress


def _resynced(game: Game, event: e.Resynced) -> Game:
    now = playing(game)
    kept = {card.cell: card for card in now.board if card.kind in _KEPT}
    told = game.goals_supply is Supply.CARDS
    cards = [_seen(game, card, kept.get(card.cell), told) for card in event.cards]
    board = Board.of([*kept.values(), *(card for card in cards if card is not None)])
    gone = now.last_cell is not None and now.last_cell not in board
    tolls = tuple(toll for toll in now.tolls if toll.cell in board)
    found = now.progress.found or (bool(event.joined) and isinstance(game.pending, Playing))
    return with_round(
        game,
        board=board,
        last_cell=None if gone else now.last_cell,
        tolls=tolls,
        due=event.joined or now.due,
        progress=changed(now.progress, found=found),
    )


_KEPT = (Kind.START, Kind.GOAL, Kind.SITE, Kind.COVERED)  # a chest is taken away by a rockfall, not by being overlooked


def _seen(game: Game, card: TableCard, kept: Placement | None, told: bool) -> Placement | None:
    """A card as the table shows it. Goals that the app keeps stay what they are: only their turn is taken over."""
    if kept is None:
        kind = Kind.PATH if card.face is not None else Kind.COVERED
        return Placement(card.cell, card.face, kind)
    if kept.kind in (Kind.START, Kind.SITE) or (kept.face is None and not told):
        return kept
    if kept.kind is Kind.COVERED:
        return kept if card.face is None else Placement(card.cell, card.face)
    if card.face is None:
        return changed(kept, face=None, goal=None) if told else kept
    return changed(kept, face=card.face, goal=kept.goal or _only_goal(game, card))


def _only_goal(game: Game, card: TableCard) -> GoalKind | None:
    """The kind of goal that this face can only be."""
    kinds = {goal.kind for goal in game.ruleset.goals if card.face in (goal.face, goal.face.half_turn())}
    return kinds.pop() if len(kinds) == 1 else None


def _turn_set(game: Game, event: e.TurnSet) -> Game:
    return with_round(game, Playing(event.seat), turn=event.seat, progress=Progress())


def _pile_set(game: Game, event: e.PileSet) -> Game:
    return with_round(game, pile=event.cards)


def _hand_set(game: Game, event: e.HandSet) -> Game:
    return with_round(game, hands=at(playing(game).hands, event.seat, event.cards))


def _marks_set(game: Game, event: MarksSet) -> Game:
    return with_marks(game, event.seat, at(playing(game).marks, event.seat, tuple(event.marks)))


def _tools_set(game: Game, event: e.ToolsSet) -> Game:
    return with_round(game, broken=at(playing(game).broken, event.seat, event.broken))


APPLY: dict[type, Callable[[Game, Any], Game]] = {
    e.Resynced: _resynced,
    e.TurnSet: _turn_set,
    e.PileSet: _pile_set,
    e.HandSet: _hand_set,
    e.ToolsSet: _tools_set,
    MarksSet: _marks_set,
}
