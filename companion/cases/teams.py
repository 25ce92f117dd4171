"""Cases about teams, doors and thieves: a round of the second box is played to its end, and the purses are counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.cards.thief import LayThief
from companion.cases.case_game import FAR_AWAY, CaseGame, Layout, with_card
from companion.cases.money import GOLD
from companion.cases.read import CaseData, CaseError, board_of, player_of, ruleset_of
from companion.editions.boxes import START
from companion.editions.cards import GoalCard, GoalKind, Mark, Role
from companion.editions.parameters import Scoring
from companion.editions.ruleset import Ruleset
from companion.maze.board import Board, Kind, Placement
from companion.maze.faces import Door, Face
from companion.maze.geometry import START_CELL, Cell
from companion.state import commands as c
from companion.state import events as e
from companion.state.pending import Robbing
from companion.state.secret import Secret


def _rules(case: CaseData) -> Ruleset:
    return with_card(replace(ruleset_of(case), scoring=Scoring.TEAMS), "thief")


def s2_result(case: CaseData) -> dict[str, Any]:
    players = case["players"]
    finisher = player_of(case, "finisher", players)
    board = _with_crystals(_maze(case), case)
    treasure = _gold_on(board)
    dug = finisher is not None and board.is_joined(treasure.cell)
    lies = Placement(treasure.cell, None if dug else treasure.face or GOLD.face, Kind.GOAL, GoalKind.GOLD)
    printed = tuple(
        GoalCard(GoalKind(card.goal or GoalKind.COAL), card.face or GOLD.face) for card in board.of_kind(Kind.GOAL)
    )
    roles = tuple(str(player["role"]) for player in players)
    lying = Layout(board.with_card(lies), len(players), as_drawn=True, turn=finisher or 0, roles=roles, goals=printed)
    game = CaseGame.amid(_rules(case), lying)
    for seat, player in enumerate(players):
        game.before(seat, marks=(Mark.TRAPPED,) if player.get("trapped") else ())
    if dug:
        game.force(*FAR_AWAY)
        game.turn_up(treasure.cell, face=treasure.face)
    else:
        game.end_round()
    judged, scored = game.told(e.TeamsJudged)[0], game.told(e.RoundScored)[0]
    return {"open": sorted(judged.open), "winners": list(scored.winning), "nuggets": game.purses()}


def _gold_on(board: Board) -> Placement:
    gold = [card for card in board.of_kind(Kind.GOAL) if card.goal == GoalKind.GOLD]
    if len(gold) != 1:
        raise CaseError("no_gold_goal")
    return gold[0]


# ---- the maze of a result ---------------------------------------------------------------------------------------


def _maze(case: CaseData) -> Board:
    if "routes" in case:
        return routed(case["routes"])
    if "board" not in case:
        raise CaseError("no_board")
    return board_of(case["board"])


def routed(routes: Sequence[Sequence[str]]) -> Board:
    """A maze with one straight way from start to gold for each route, past its doors; two shafts join their ends."""
    length = max((len(doors) for doors in routes), default=0)
    first, last = 1, length + 2
    cards = [Placement(START_CELL, START, Kind.START), Placement(Cell(last + 1, 0), None, Kind.GOAL, GoalKind.GOLD)]
    for row, doors in enumerate(routes):
        cards += [Placement(Cell(x, row), Face.parse("NESW")) for x in (first, last)]
        cards += [Placement(Cell(first + 1 + x, row), _way(doors[x : x + 1])) for x in range(length)]
    return Board.of(cards)


def _way(door: Sequence[str]) -> Face:
    return Face.of("EW", door=Door(door[0]) if door else None)


def _with_crystals(board: Board, case: CaseData) -> Board:
    """So many crystals as the case says, each on a card of its own; else those of the board."""
    if not case.get("crystals"):
        return board
    bare = [card if card.face is None else replace(card, face=replace(card.face, crystals=0)) for card in board]
    glint = Face.parse("N|E|S|W*")
    return Board.of([*bare, *(Placement(Cell(50 + 2 * x, 50), glint) for x in range(int(case["crystals"])))])


# ---- thieves ----------------------------------------------------------------------------------------------------


def thieves(case: CaseData) -> dict[str, Any]:
    """Thieves are laid in the order in which they were played; a round that nobody wins is over; they steal."""
    players, choices = case["players"], case.get("choices") or {}
    nobody = (Role.GEOLOGIST.value,) * len(players)
    game = CaseGame.amid(_rules(case), Layout(seats=len(players), roles=nobody))
    for seat, player in enumerate(players):
        game.owns(seat, player["gold"])
    for number, thief in enumerate(case["thieves"]):
        player_of(thief, "seat", players, f"thieves[{number}].seat")
    played_at = {thief["seat"]: thief["played_at"] for thief in case["thieves"]}
    for seat in sorted(played_at, key=lambda seat: played_at[seat]):
        game.say(c.SetTurn(seat))
        game.must(game.play(LayThief(), seat))
    for seat, player in enumerate(players):
        if player.get("trapped"):
            game.before(seat, marks=(*game.now.marks[seat], Mark.TRAPPED))
    game.end_round()
    order = []
    while isinstance(game.game.pending, Robbing):
        thief = game.game.pending
        order.append(thief.seat)
        victim = choices.get(str(thief.seat))
        game.say(c.Steal(Secret(victim if victim in thief.victims else None)), thief.seat)
    return {"order": order, "gold": game.purses()}
