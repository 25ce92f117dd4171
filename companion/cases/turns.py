"""Cases about one turn: what it costs and brings in cards and nuggets. The turn is played, and the table is counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.cards.break_tool import BreakTool
from companion.cards.chests.chores import FinishChore
from companion.cards.chests.shift_goal import ShiftGoal
from companion.cards.chests.take_card import TakeCard
from companion.cards.inspect import Inspect
from companion.cards.pioneer import Pioneer
from companion.cards.swap_hands import SwapHands
from companion.cards.treasure_finder import DiscardsSearched, SearchDiscards
from companion.cards.veto import Veto
from companion.cases.case_game import CaseGame, Layout, with_card, with_dwarves
from companion.cases.read import CaseData, CaseError, ruleset_of
from companion.editions.cards import GoalCard, GoalKind, Mark, Tool
from companion.maze.board import Board, Kind, Placement
from companion.maze.faces import Face
from companion.maze.geometry import START_CELL, Cell, Side, around
from companion.state import commands as c
from companion.state import events as e
from companion.state import pending as p
from companion.state.refusals import Refusal

PLAYER, OTHER = 0, 1
STRAIGHT, CROSS = Face.parse("EW"), Face.parse("NESW")


def _game(case: CaseData, given: CaseData, deed: str | None = None, **layout: Any) -> CaseGame:
    ruleset = ruleset_of(case)
    rules = with_dwarves(with_card(ruleset, deed) if deed else ruleset)
    game = CaseGame.amid(rules, Layout(**{"hand": max(6, given["hand"]), "pile": given["deck"], **layout}))
    game.happened(e.HandSet(PLAYER, given["hand"]))
    return game


def _counted(game: CaseGame) -> dict[str, Any]:
    now = game.now
    return {"drawn": game.drawn(PLAYER), "hand_after": now.hands[PLAYER], "deck_after": now.pile}


# ---- moves ------------------------------------------------------------------------------------------------------


def draw(case: CaseData) -> dict[str, Any]:
    given = case["input"]
    move = MOVES.get(given["move"])
    if move is None:
        raise CaseError("unknown_move", {"move": given["move"]})
    deed, play = move
    game = _game(case, given, deed)
    game.must(play(game, given))
    return _counted(game)


def _break(game: CaseGame, by: int) -> Refusal | None:
    return game.ask(BreakTool(1 - by, Tool.LAMP), by)


def _action(game: CaseGame, given: CaseData) -> Refusal | None:
    return game.play(BreakTool(OTHER, Tool.LAMP), PLAYER)


def _path(game: CaseGame, given: CaseData) -> Refusal | None:
    return game.play(c.PlacePath(Cell(1, 0), STRAIGHT), PLAYER)


def _pass(game: CaseGame, given: CaseData) -> Refusal | None:
    """An empty hand passes by itself (TURN-05)."""
    if not given["hand"]:
        game.happened(e.HandSet(PLAYER, 1))
        return game.ask(c.SetHand(PLAYER, 0), c.ByTable())
    return game.ask(c.Pass(min(given.get("discards", 1), given["hand"])), PLAYER)


def _trade(game: CaseGame, given: CaseData) -> Refusal | None:
    game.before(PLAYER, (Tool.LAMP,))
    return game.ask(c.TradeTwo(tool=Tool.LAMP), PLAYER)


def _pioneer(game: CaseGame, given: CaseData) -> Refusal | None:
    refusal = game.play(Pioneer(), PLAYER)
    for x in range(1, given.get("laid", 2) + 1):
        if isinstance(game.game.pending, p.Pioneering):
            game.play(c.PlacePath(Cell(x, 0), STRAIGHT), PLAYER)
    if isinstance(game.game.pending, p.Pioneering):
        game.say(c.StopPioneering(), PLAYER)
    return refusal


def _toll(game: CaseGame, given: CaseData) -> Refusal | None:
    return game.ask(c.SetToll(START_CELL, Side.N), PLAYER)


def _vetoed(game: CaseGame, given: CaseData) -> Refusal | None:
    return _break(game, PLAYER) or game.ask(Veto(OTHER), OTHER)


def _veto(game: CaseGame, given: CaseData) -> Refusal | None:
    game.happened(e.TurnBegan(OTHER))
    return _break(game, OTHER) or game.ask(Veto(PLAYER), PLAYER)


CaseMove = Callable[[CaseGame, CaseData], Refusal | None]
MOVES: Mapping[str, tuple[str | None, CaseMove]] = {
    "path": (None, _path),
    "action": ("break", _action),
    "pass": (None, _pass),
    "discard2": (None, _trade),
    "pioneer": ("pioneer", _pioneer),
    "toll": (None, _toll),
    "vetoed": ("veto", _vetoed),
    "veto": ("veto", _veto),
}


def discard2(case: CaseData) -> dict[str, Any]:
    """Whatever of it may be thrown two cards for, is."""
    given = {"deck": 1, **case["input"]}
    tools = [Tool(card) for card in given["before"] if card in tuple(Tool)]
    marks = [Mark(card) for card in given["before"] if card not in tuple(Tool)]
    game = _game(case, given)
    game.before(PLAYER, tools, marks)
    tries = [c.TradeTwo(tool=tool) for tool in tools or list(Tool)] + [c.TradeTwo(mark=mark) for mark in marks]
    legal = any(game.ask(command, PLAYER) is None for command in tries)
    counted = _counted(game)
    return {"legal": True, **counted} if legal else {"legal": False}


def swap_hands(case: CaseData) -> dict[str, Any]:
    given = case["input"]
    game = _game(case, given, "swap_hands")
    game.happened(e.HandSet(OTHER, given["other"]))
    game.must(game.play(SwapHands(OTHER), PLAYER))
    hands = game.now.hands
    return {**_counted(game), "hand_after": hands[PLAYER], "other_after": hands[OTHER]}


def search(case: CaseData) -> dict[str, Any]:
    given = case["input"]
    game = _game(case, given, "treasure_finder")
    _discarded(game, given["discard"])
    game.must(game.play(SearchDiscards(), PLAYER))
    searched = game.told(DiscardsSearched)[0]
    return {"looked": searched.looked, "kept": searched.kept, **_counted(game)}


def _discarded(game: CaseGame, cards: int) -> None:
    hand = game.now.hands[OTHER]
    game.happened(e.HandSet(OTHER, hand + cards), e.Passed(OTHER, cards))


# ---- chests -----------------------------------------------------------------------------------------------------

CHEST, BESIDE = Cell(1, -1), Cell(1, 0)


def chest_draw(case: CaseData) -> dict[str, Any]:
    """`hand` is what is left once the card that reached the chest is laid."""
    given = case["input"]
    hand = given["hand"] + 1
    board = Board.of([Placement(CHEST, None, Kind.COVERED), Placement(Cell(8, 0), None, Kind.GOAL)])
    game = _game(case, {**given, "hand": hand}, board=board, chests=((given["effect"], CROSS),))
    _discarded(game, given.get("discard", 1))
    if given.get("other", 1) == 0:
        game.happened(e.HandSet(OTHER, 0))
    game.force(BESIDE, CROSS)
    game.turn_up(CHEST)
    _answer(game)
    return _counted(game)


def _answer(game: CaseGame) -> None:
    """What the chest asks for, until the turn is over."""
    for _ in range(9):
        pending = game.game.pending
        if isinstance(pending, p.ShiftingGoal):
            game.say(ShiftGoal(pending.cells[0]), PLAYER)
        elif isinstance(pending, p.TakingCard):
            game.say(TakeCard(pending.targets[0]), PLAYER)
        elif isinstance(pending, p.ChoosingDwarf):
            game.say(Inspect(pending.targets[0]), PLAYER)
        elif isinstance(pending, p.DoingChore):
            game.say(FinishChore(), PLAYER)


# ---- goals ------------------------------------------------------------------------------------------------------

SACK_KEYS = ("value", "take", "taken", "amount", "sack")  # how many nuggets lie in a sack, or are taken out of it


def _beside(goals: tuple[GoalCard, ...]) -> Layout:
    """Goals around one cell that is still empty, sorted as they are turned from the top."""
    cells = sorted(cell for cell in around(BESIDE) if cell != START_CELL)[: len(goals)]
    if len(goals) > len(cells):
        raise CaseError("too_many_goals")
    return Layout(Board.of(Placement(cell, None, Kind.GOAL) for cell in cells), goals=goals)


def two_goals(case: CaseData) -> dict[str, Any]:
    """Goals that one card reaches, turned in the order that is chosen, until the round ends."""
    goals = tuple(GoalCard(GoalKind(goal), CROSS, int(goal == GoalKind.SACK)) for goal in case["input"]["order"])
    game = CaseGame.amid(ruleset_of(case), _beside(goals))
    game.force(BESIDE, CROSS)
    for cell in game.now.goal_cells:
        if not game.told(e.RoundEnded):
            game.turn_up(cell)
    ended = bool(game.told(e.RoundEnded))
    return {"revealed": [event.kind.value for event in game.told(e.GoalLaid)], "ended": ended}


def challenge(case: CaseData) -> dict[str, Any]:
    given = case["input"]
    name, sack = str(given["goal"]).rstrip("0123456789").rstrip("_- "), str(given["goal"])[-1]
    value = int(sack) if sack.isdigit() else next((given[key] for key in SACK_KEYS if key in given), 1)
    kind = GoalKind(name)
    game = CaseGame.amid(ruleset_of(case), _beside((GoalCard(kind, CROSS, value if kind is GoalKind.SACK else 0),)))
    game.owns(PLAYER, given["nuggets"])
    game.force(BESIDE, CROSS)
    game.turn_up(game.now.goal_cells[0])
    over = game.told(e.RoundEnded)
    winner = ("miners" if over[0].reached else "saboteurs") if over else None
    return {"nuggets": game.purses()[PLAYER], "ended": bool(over), "winner": winner}


# ---- tolls ------------------------------------------------------------------------------------------------------


def toll_pay(case: CaseData) -> dict[str, Any]:
    """The payer lays the card before the dwarf himself."""
    given = case["input"]
    game = CaseGame.amid(
        with_dwarves(ruleset_of(case)), Layout(seats=max(2, len(given["nuggets"])), turn=given["owner"])
    )
    for seat, nuggets in enumerate(given["nuggets"]):
        game.owns(seat, nuggets)
    game.say(c.SetToll(START_CELL, Side.E), given["owner"])
    game.say(c.SetTurn(given["payer"]))
    refusal = game.play(c.PlacePath(Cell(1, 0), STRAIGHT, toll_payer=given["payer"]), given["payer"])
    return {"legal": False} if refusal else {"legal": True, "nuggets": game.purses()[: len(given["nuggets"])]}


WHAT: Mapping[str, Callable[[CaseData], dict[str, Any]]] = {
    "draw": draw,
    "discard2": discard2,
    "swap_hands": swap_hands,
    "wc18": search,
    "chest_draw": chest_draw,
    "two_goals": two_goals,
    "challenge": challenge,
    "toll_pay": toll_pay,
}
