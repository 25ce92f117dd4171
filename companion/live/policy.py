"""What a simulated player would do, from what his own phone shows and nothing else. Simple, and fond of variety."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

from companion.editions.ruleset import Ruleset
from companion.maze.board import Board, Kind, Placement
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.place import legal_placements
from companion.state import commands as c
from companion.views.model import CardView, HandCardView, View

Holds = Callable[[Cell], bool]


@dataclass(frozen=True)
class Lay:
    """Lay this path card of the hand."""

    key: int
    cell: Cell
    turned: bool


@dataclass(frozen=True)
class Discard:
    keys: tuple[int, ...]


Move = Lay | Discard | c.Command


@dataclass
class Mind:
    """What one simulated player remembers: the goals he has looked at in this round, and his own moods."""

    rng: Random
    round: int = 0
    goals: dict[Cell, c.GoalKind] = field(default_factory=dict)

    def remember(self, view: View) -> None:
        if view.round != self.round:
            self.round, self.goals = view.round, {}
        if view.peek is not None and view.peek.kind is not None:
            self.goals[view.peek.cell] = view.peek.kind


def move(view: View, mind: Mind, rules: Ruleset, holds: Holds) -> Move:
    """The next move of the seat whose view this is and whose turn it is."""
    hand = view.hand_cards or ()
    board = board_of(view)
    digs = view.role is None or view.role.role != "saboteur"
    ideas = [*_tool_ideas(view, mind, hand, digs), *_maze_ideas(view, mind, hand, board, digs)]
    if view.offers.place:
        ideas += _path_ideas(mind, hand, board, rules, holds, digs)
    if not ideas:
        return give_up(view)
    best = max(weight for weight, _ in ideas)
    if best <= 0:
        return give_up(view)
    return mind.rng.choice([idea for weight, idea in ideas if weight == best])


def board_of(view: View) -> Board:
    """The maze as this view shows it."""
    return Board.of(_placement(card) for card in (view.maze.cards if view.maze else ()))


def _placement(card: CardView) -> Placement:
    return Placement(card.cell, None if card.face is None else Face.parse(card.face), Kind(card.kind), card.goal)


def give_up(view: View) -> Move:
    """Throw the dullest card away."""
    hand = view.hand_cards or ()
    dull = sorted(hand, key=lambda card: (card.what == "path" and "|" not in (card.face or ""), card.key))
    return Discard((dull[0].key,)) if dull else c.Pass(max(view.offers.discards, default=1))


Ideas = list[tuple[float, Move]]


def _tool_ideas(view: View, mind: Mind, hand: tuple[HandCardView, ...], digs: bool) -> Ideas:
    """Mend oneself first; a digger mends others now and then, a saboteur breaks what he can."""
    ideas: Ideas = []
    me = view.me.seat if view.me else -1
    for card in hand:
        if card.what == "repair":
            for target in view.offers.repair:
                weight = 9.0 if target.seat == me else 3.0 + 2 * mind.rng.random() if digs else 0.0
                ideas += [
                    (weight, c.RepairTool(target.seat, tool, card.tools)) for tool in target.tools if tool in card.tools
                ]
        if card.what == "break":
            weight = 1.0 + 3 * mind.rng.random() if digs else 3.0 + 5 * mind.rng.random()
            others = [target for target in view.offers.break_tool if target.seat != me]
            ideas += [
                (weight, c.BreakTool(target.seat, tool))
                for target in others
                for tool in target.tools
                if tool in card.tools
            ]
    return ideas


def _maze_ideas(view: View, mind: Mind, hand: tuple[HandCardView, ...], board: Board, digs: bool) -> Ideas:
    """Look at a goal that one does not know; let a dead end fall, or, as a saboteur, a good tunnel."""
    ideas: Ideas = []
    for card in hand:
        if card.what == "map":
            unknown = [cell for cell in view.offers.map if cell not in mind.goals]
            ideas += [(4.0 + 3 * mind.rng.random(), c.UseMap(cell)) for cell in unknown]
        if card.what == "rockfall":
            for cell in view.offers.rockfall:
                laid = board.at(cell)
                blocks = laid is not None and laid.face is not None and not laid.face.links
                weight = 6.0 if blocks and digs else 0.0 if blocks or digs else 2.0 + cell.x * 0.6
                ideas.append((weight, c.Rockfall(cell)))
    return ideas


def _path_ideas(
    mind: Mind, hand: tuple[HandCardView, ...], board: Board, rules: Ruleset, holds: Holds, digs: bool
) -> Ideas:
    aims = _aims(mind, board)
    near = _distance(board, aims)
    ideas: Ideas = []
    for card in hand:
        if card.face is None:
            continue
        face = Face.parse(card.face)
        for spot in legal_placements(board, face, rules):
            if not holds(spot.cell):
                continue
            lies = face.half_turn() if spot.turned else face
            after = _distance(board.with_card(Placement(spot.cell, lies)), aims)
            gain = near - after
            weight = _weight(gain, lies, digs) + 0.3 * mind.rng.random()
            ideas.append((weight, Lay(card.key, spot.cell, spot.turned)))
    return ideas


def _weight(gain: float, face: Face, digs: bool) -> float:
    """What a card that brings the tunnel so much nearer to the goals is worth to this player."""
    blocks = not face.links
    if digs:
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
