"""Where a simulated player would lay a path card, from what his own phone shows. Other moves: policy, policy_cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.cards.liking import Eyes
from companion.demo.mind import Lay, Mind, RatedMoves, digs
from companion.demo.settings import ASKED_LIKES
from companion.editions.ruleset import Ruleset
from companion.maze.board import Board, Kind, Placement
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.place import legal_placements
from companion.state import commands as c
from companion.state.commands import SeatId
from companion.views.model import CardView, View

Holds = Callable[[Cell], bool]


def board_of(view: View) -> Board:
    """The maze as this view shows it."""
    return Board.of(_placement(card) for card in (view.maze.cards if view.maze else ()))


def _placement(card: CardView) -> Placement:
    return Placement(card.cell, None if card.face is None else Face.parse(card.face), Kind(card.kind), card.goal)


def path_ideas(view: View, mind: Mind, rules: Ruleset, holds: Holds) -> RatedMoves:
    """Every way to lay every path card of the hand, before toll dwarves where somebody may be asked to pay."""
    board, ideas = board_of(view), RatedMoves()
    aims = _aims(mind, board)
    near = _distance(board, aims)
    payers = _payers(view, mind)
    for card in view.hand_cards or ():
        if card.face is None:
            continue
        face = Face.parse(card.face)
        for spot in legal_placements(board, face, rules):
            if not holds(spot.cell):
                continue
            lies = face.half_turn() if spot.turned else face
            gain = near - _distance(board.with_card(Placement(spot.cell, lies)), aims)
            weight = _weight(gain, lies, digs(view)) + 0.3 * mind.rng.random()
            if spot.cell not in payers:
                ideas.append((weight, Lay(card.key, spot.cell, spot.turned)))
            elif payers[spot.cell]:
                payer = mind.rng.choice(payers[spot.cell])
                ideas.append((weight - ASKED_LIKES, c.PlacePath(spot.cell, lies, toll_payer=payer)))
    return ideas


def eyes_of(view: View, mind: Mind, holds: Holds, what: str) -> Eyes:
    """What this player goes by when he weighs a card of this kind."""
    board, payers = board_of(view), _payers(view, mind)
    aims = _aims(mind, board)
    near = _distance(board, aims)
    hand = view.hand_cards or ()
    return Eyes(
        me=view.me.seat if view.me else -1,
        digs=digs(view),
        paths=sum(card.what == "path" for card in hand),
        discards=view.discards,
        held=tuple(card.tools for card in hand if card.what == what),
        looked=frozenset(mind.looked),
        board=board,
        newest=next((card.cell for card in view.maze.cards if card.newest), None) if view.maze else None,
        gain=lambda other: near - _distance(other, aims),
        free=lambda cell: cell not in payers and holds(cell),
    )


def _payers(view: View, mind: Mind) -> dict[Cell, tuple[SeatId, ...]]:
    """Himself, where he can pay; else whom he may ask and has not asked in this turn."""
    me, refused = view.me.seat if view.me else -1, mind.refusers(view)
    may = {one.cell: tuple(seat for seat in one.seats if seat not in refused) for one in view.offers.pay_toll}
    return {cell: (me,) if me in seats else seats for cell, seats in may.items()}


def _weight(gain: float, face: Face, digging: bool) -> float:
    """What a card that brings the tunnel so much nearer to the goals is worth to this player."""
    blocks = not face.links
    if digging:
        return -1.0 if blocks or gain < 0 else 3.0 + 2 * gain + 0.2 * len(face.open)
    return 5.0 if blocks else 1.0 if gain <= 0 else 0.5


def _aims(mind: Mind, board: Board) -> list[Cell]:
    """The goals that may hold the gold, as far as this player knows."""
    closed = [card.cell for card in board.of_kind(Kind.GOAL) if card.face is None]
    golden = [cell for cell in closed if mind.goals.get(cell) is c.GoalKind.GOLD]
    return golden or [cell for cell in closed if cell not in mind.goals] or closed


def _distance(board: Board, aims: list[Cell]) -> float:
    """Steps from the nearest end of the tunnel to the nearest aim; 0 where one is reached."""
    if not aims:
        return 0.0
    if any(cell in board.reach.covered for cell in aims):
        return 0.0
    ends: Mapping[Cell, None] | frozenset[Cell] = board.frontier
    return min((abs(end.x - aim.x) + abs(end.y - aim.y) + 1 for end in ends for aim in aims), default=99.0)
