"""Cases about rounds: who begins, who is next, when one ends, what is laid out for it; each is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.cards.break_tool import BreakTool
from companion.cards.new_dwarf import HatSwapped
from companion.cards.rockfall import Rockfall
from companion.cards.sites.party import RolesRedealt
from companion.cases.case_game import CaseGame, Layout, with_card
from companion.cases.money import BURIED, GOLD, LAST, STRAIGHT, TREASURE
from companion.cases.read import CaseData, CaseError, cell_of, ruleset_of
from companion.editions.cards import Tool
from companion.editions.parameters import Direction
from companion.maze.board import Board, Kind, Placement
from companion.maze.geometry import START_CELL, Cell, Side
from companion.rules.deals import goals_to_draw
from companion.state import commands as c
from companion.state import events as e
from companion.state import pending as p
from companion.state.commands import Supply
from companion.state.secret import Secret

# ---- whose turn it is -------------------------------------------------------------------------------------------


def next_player(case: CaseData) -> dict[str, Any]:
    given, rules = case["input"], ruleset_of(case)
    direction = Direction(given.get("direction") or rules.turn_direction)
    game = CaseGame.amid(rules, Layout(seats=given["players"], turn=given["seat"], direction=direction))
    game.say(c.Pass(), given["seat"])
    return {"seat": game.now.turn}


def next_starter(case: CaseData) -> dict[str, Any]:
    """The last path card, the last card of all and a last pass, one after the other, as far as the case names them."""
    given, rules = case["input"], with_card(ruleset_of(case), "break")
    game = CaseGame.amid(rules, Layout(seats=given["players"], turn=given.get("starter", 0), printed_gold=True))
    path, card, passed = given.get("last_path"), given.get("last_card"), given.get("last_pass")
    if path is not None:
        game.say(c.SetTurn(path))
        game.play(c.PlacePath(Cell(1, 0), STRAIGHT), path)
    if card is not None and card != path:
        game.say(c.SetTurn(card))
        game.play(BreakTool((card + 1) % given["players"], Tool.LAMP), card)
    if passed is not None:
        game.say(c.SetTurn(passed))
        game.say(c.Pass(), passed)
    game.end_round()
    game.say(c.NextRound())
    return {"starter": game.told(e.RoundBegan)[0].starter}


# ---- the end ----------------------------------------------------------------------------------------------------


def round_end(case: CaseData) -> dict[str, Any]:
    """END-02, END-08: gold is turned, nobody holds a card, or the table says that nobody has one to play."""
    given = case["input"]
    hands, rules = list(given["hands"]), ruleset_of(case)
    first = next((seat for seat, cards in enumerate(hands) if cards), 0)
    game = CaseGame.amid(rules, Layout(BURIED, len(hands), max([1, *hands]), given["deck"], first, goals=(GOLD,)))
    for seat, cards in enumerate(hands):
        game.say(c.SetHand(seat, max(cards, int(seat == first))))
    if given["gold"]:
        game.force(LAST, STRAIGHT)
        game.turn_up(TREASURE)
    elif not any(hands):
        game.say(c.SetHand(first, 0))
    elif not given["anyone_playable"]:
        game.ask(c.EndRound(), c.ByTable())
    return {"ended": bool(game.told(e.RoundEnded))}


def game_end(case: CaseData) -> dict[str, Any]:
    given = case["input"]
    layout = Layout(seats=len(given["nuggets"]), number=given["rounds"], printed_gold=True)
    game = CaseGame.amid(ruleset_of(case), layout)
    game.end_round()
    game.say(c.NextRound())
    if not isinstance(game.game.pending, p.TellingGold):
        return {"ended": False, "winners": []}
    for seat, nuggets in enumerate(given["nuggets"]):
        game.say(c.TellGold(seat, nuggets))
    return {"ended": True, "winners": list(game.told(e.GameEnded)[0].winners)}


# ---- what is laid out -------------------------------------------------------------------------------------------


def challenge_goals(case: CaseData) -> dict[str, Any]:
    """Rounds are dealt and given up until the one that is asked about."""
    rules, number = ruleset_of(case), case["input"]["round"]
    game = CaseGame.at_lobby(replace(rules, rounds=max(number, rules.rounds)), rules.least, goals=Supply.APP)
    game.say(c.StartGame(0))
    for _ in range(number - 1):
        _deal_goals(game)
        game.end_round()
        game.say(c.NextRound())
    draw = goals_to_draw(game.game)
    _deal_goals(game)
    gold, unused = len(draw.surely), draw.from_likely
    counts = {"gold": gold, "random": draw.cards - gold - unused, "total": draw.cards}
    return {"from_unused": unused, **counts, "aside": rules.goals_in_box - draw.cards}


def _deal_goals(game: CaseGame) -> None:
    draw = goals_to_draw(game.game)
    cards = (*draw.surely, *draw.likely[: draw.from_likely], *draw.others)[: draw.cards]
    game.say(c.DealGoals(Secret(cards)), c.ByDealer())


def chest_setup(case: CaseData) -> dict[str, Any]:
    """Chests that the case does not place lie far from the others."""
    cells, rules = [cell_of(cell) for cell in case["input"]["cells"]], ruleset_of(case)
    known = [Placement(cell, None, Kind.COVERED) for cell in rules.chest_cells]
    goals = [Placement(cell, None, Kind.GOAL) for cell in rules.goal_cells]
    game = CaseGame.amid(rules, Layout(Board.of([*known, *goals])))
    spare = [Cell(40 + 2 * place, 40) for place in range(len(known) - len(cells))]
    return {"legal": game.ask(c.LayChests((*cells, *spare)), c.ByTable()) is None}


def toll_setup(case: CaseData) -> dict[str, Any]:
    """Everybody's nuggets as the first round begins, and how many dwarves can be set in it."""
    players, rules = case["input"]["players"], ruleset_of(case)
    game = CaseGame.at_lobby(rules, players, gold=Supply.APP)
    game.say(c.StartGame(0))
    nuggets = game.purses()
    ends = [c.SetToll(START_CELL, side) for side in Side]
    return {"nuggets": nuggets, "dwarves": sum(game.ask(end, game.now.turn) is None for end in ends)}


# ---- postcards --------------------------------------------------------------------------------------------------


ELSEWHERE = Cell(-1, 0)  # beside the start card, on the side that no postcard lies on


def _connections(case: CaseData, roles: tuple[str, ...] | None = None) -> CaseGame:
    """Each of these seats joins the postcard to the start, after a rockfall has cut it off again; where none of them
    does, a tunnel leads elsewhere."""
    seats: Sequence[int] = case["input"]["connections"]
    rules, site = ruleset_of(case), Cell(2, 0)
    if rules.site_cell is None:
        raise CaseError("no_postcard")
    count = max([2, *(seat + 1 for seat in seats)])
    layout = Layout(seats=count, roles=("miner",) * count if roles is None else roles, site=site)
    game = CaseGame.amid(with_card(rules, "rockfall"), layout)
    if not seats:
        game.must(game.play(c.PlacePath(ELSEWHERE, STRAIGHT), 0))
    for seat in seats:
        game.say(c.SetTurn(seat))
        game.play(c.PlacePath(LAST, STRAIGHT), seat)
        if isinstance(game.game.pending, p.Redealing):
            game.say(c.RedealRoles(Secret(("miner",) * count)), c.ByDealer())
        game.play(Rockfall(LAST), game.now.turn)
    return game


def fashion(case: CaseData) -> dict[str, Any]:
    return {"changes": [event.target for event in _connections(case).told(HatSwapped)]}


def party(case: CaseData) -> dict[str, Any]:
    return {"reshuffles": len(_connections(case).told(RolesRedealt))}


WHAT: Mapping[str, Callable[[CaseData], dict[str, Any]]] = {
    "next_player": next_player,
    "next_starter": next_starter,
    "round_end": round_end,
    "game_end": game_end,
    "challenge_goals": challenge_goals,
    "chest_setup": chest_setup,
    "toll_setup": toll_setup,
    "fashion": fashion,
    "party": party,
}
