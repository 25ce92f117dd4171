"""Cases about action cards and about turns: what is legal, what it changes, how many cards are drawn."""

from __future__ import annotations

from typing import Any

from companion.cases.read import CaseError, Json, cell_of, ruleset_of
from companion.cases.table_with import game_with
from companion.editions.cards import Deed, GoalKind, Mark, Tool
from companion.editions.parameters import Direction, Discard2Scope, RoundEnd
from companion.maze.board import Board, Kind, Placement
from companion.maze.geometry import Cell
from companion.rules import draws, extras
from companion.rules.effects import EFFECTS, Play
from companion.rules.evolve import fold
from companion.rules.evolve_round import playing
from companion.rules.rounds import next_starter
from companion.rules.share import winners_share
from companion.rules.turn import next_seat
from companion.state.game import Game

# ---- action cards -----------------------------------------------------------------------------------------------


def action(case: Json) -> dict[str, Any]:
    done, state = case["action"], case.get("state") or {}
    try:
        deed = Deed(done["card"])
        effect = EFFECTS[deed]
    except (ValueError, KeyError) as error:
        raise CaseError(f"no such action card: {done['card']}") from error
    play = _play(deed, done)
    game = _table(case, play)
    if effect.judge(game, play):
        return {"legal": False}
    if not set(state) & {"broken", *Mark}:
        return {"legal": True}
    return {"legal": True, "after": _after(fold(game, effect.happen(game, play)), state)}


def _play(deed: Deed, done: Json) -> Play:
    target = done.get("target", done["actor"] if deed is Deed.THIEF else None)  # a thief lies before its player
    cells = done.get("targets") or ([target] if isinstance(target, list) else [])
    only = done["tools"][0] if len(done.get("tools", ())) == 1 else None
    tool = done.get("use", done.get("tool", only))
    return Play(
        deed,
        done["actor"],
        target if isinstance(target, int) else None,
        Tool(tool) if tool else None,
        tuple(Tool(each) for each in done.get("tools", ())),
        tuple(cell_of(cell) for cell in cells),
        done.get("against"),
    )


def _table(case: Json, play: Play) -> Game:
    state = case.get("state") or {}
    marks = [
        [mark for mark in Mark if seat < len(state.get(mark, ())) and state[mark][seat]]
        for seat in range(max((len(state.get(mark, ())) for mark in Mark), default=0))
    ]
    lists = (state.get("broken", ()), marks)
    seats = max(2, play.seat + 1, (play.target or 0) + 1, *(len(each) for each in lists))
    in_anothers_turn = play.deed is Deed.VETO and play.target is not None
    return game_with(
        ruleset_of(case),
        _goals(state),
        seats=seats,
        turn=play.target if in_anothers_turn and play.target is not None else play.seat,
        broken=state.get("broken", ()),
        marks=marks,
        maps_barred=bool(state.get("maps_barred", False)),
    )


def _goals(state: Json) -> Board:
    up = {goal.kind: goal.face for goal in ruleset_of({}).goals}[GoalKind.COAL]
    goals = [
        Placement(_cell(text), up if lies == "up" else None, Kind.GOAL) for text, lies in state.get("goals", {}).items()
    ]
    chests = [Placement(_cell(text), None, Kind.COVERED) for text in state.get("chests", ())]
    return Board.of([*goals, *chests])


def _cell(text: str) -> Cell:
    return cell_of([int(number) for number in text.split(",")])


def _after(game: Game, state: Json) -> dict[str, Any]:
    now = playing(game)
    after: dict[str, Any] = {"broken": [[tool.value for tool in tools] for tools in now.broken]}
    after |= {mark.value: [mark in held for held in now.marks] for mark in Mark}
    return {key: value for key, value in after.items() if key in state}


THROWS_PILE = 10  # the chest that throws cards off the pile (CHEST-05)


# ---- turns ------------------------------------------------------------------------------------------------------


def turn(case: Json) -> dict[str, Any]:
    what = WHAT.get(case["what"])
    if what is None:
        raise CaseError(f"no rule of a turn is called: {case['what']}")
    return what(case, case["input"])


def _draw(case: Json, given: Json) -> dict[str, Any]:
    if given["move"] != "pass" and given["move"] not in draws.MOVES:
        raise CaseError(f"no such move: {given['move']}")
    found = draws.after_move(given["move"], given["hand"], given["deck"], given.get("discards", 1))
    return {"drawn": found.drawn, "hand_after": found.hand, "deck_after": given["deck"] - found.drawn}


def _discard2(case: Json, given: Json) -> dict[str, Any]:
    sabotage = ruleset_of(case).s2_discard2_scope is Discard2Scope.SABOTAGE
    if not draws.may_remove(given["hand"], tuple(given["before"]), sabotage_only=sabotage):
        return {"legal": False}
    found = draws.after_move("discard2", given["hand"], given.get("deck", 1))
    return {"legal": True, "drawn": found.drawn, "hand_after": found.hand}


def _swap_hands(case: Json, given: Json) -> dict[str, Any]:
    own, other = draws.after_swap(given["hand"], given["other"], given["deck"])
    return {"hand_after": own, "other_after": other}


def _search(case: Json, given: Json) -> dict[str, Any]:
    looked, kept, hand = draws.after_search(given["hand"], given["discard"], ruleset_of(case).cards_searched)
    return {"looked": looked, "kept": kept, "hand_after": hand, "deck_after": given["deck"]}


def _chest_draw(case: Json, given: Json) -> dict[str, Any]:
    effect, searched = given["effect"], ruleset_of(case).cards_searched
    thrown = min(searched, given["deck"]) if effect == THROWS_PILE else 0
    others = given.get("discard", given.get("other", 1))
    found = draws.after_chest(effect, given["hand"], given["deck"], others=others, thrown=thrown)
    return {"drawn": found.drawn, "hand_after": found.hand, "deck_after": given["deck"] - thrown - found.drawn}


def _next_starter(case: Json, given: Json) -> dict[str, Any]:
    ruleset = ruleset_of(case)
    card = given.get("last_pass") if ruleset.pass_counts_as_last_card else None
    last = given.get("last_card") if card is None else card
    return {"starter": next_starter(ruleset, given["players"], given.get("last_path"), last, given.get("starter", 0))}


def _next_player(case: Json, given: Json) -> dict[str, Any]:
    direction = Direction(given.get("direction", ruleset_of(case).turn_direction))
    return {"seat": next_seat(given["seat"], given["players"], direction)}


def _round_end(case: Json, given: Json) -> dict[str, Any]:
    """END-02, END-08: gold, no cards at all, or nothing that anybody can play."""
    stuck = not given["deck"] and not given["anyone_playable"]
    may = ruleset_of(case).round_end is RoundEnd.NO_PLAYABLE
    return {"ended": bool(given["gold"] or not any(given["hands"]) or (stuck and may))}


def _game_end(case: Json, given: Json) -> dict[str, Any]:
    over = given["rounds"] >= ruleset_of(case).rounds
    return {"ended": over, "winners": list(winners_share(given["nuggets"])) if over else []}


def _two_goals(case: Json, given: Json) -> dict[str, Any]:
    turned = extras.turned_until_the_end([GoalKind(goal) for goal in given["order"]])
    return {"revealed": [goal.value for goal in turned], "ended": any(extras.ends_round(goal) for goal in turned)}


SACK_KEYS = ("value", "take", "taken", "amount", "sack")  # how many nuggets lie in a sack, or are taken out of it


def _challenge(case: Json, given: Json) -> dict[str, Any]:
    ruleset_of(case)
    name, sack = str(given["goal"]).rstrip("0123456789").rstrip("_- "), str(given["goal"])[-1]
    value = int(sack) if sack.isdigit() else next((given[key] for key in SACK_KEYS if key in given), 1)
    met = extras.meet(GoalKind(name), given["nuggets"], value)
    return {"nuggets": met.nuggets, "ended": met.winner is not None, "winner": met.winner}


def _challenge_goals(case: Json, given: Json) -> dict[str, Any]:
    return extras.goal_mix(ruleset_of(case), given["round"])._asdict()


def _chest_setup(case: Json, given: Json) -> dict[str, Any]:
    return {"legal": extras.chests_may_lie([cell_of(cell) for cell in given["cells"]], ruleset_of(case))}


def _toll_setup(case: Json, given: Json) -> dict[str, Any]:
    ruleset = ruleset_of(case)
    return {"nuggets": [ruleset.start_nuggets] * given["players"], "dwarves": ruleset.toll_dwarves}


def _toll_pay(case: Json, given: Json) -> dict[str, Any]:
    ruleset_of(case)
    paid = extras.pay_toll(given["nuggets"], given["owner"], given["payer"])
    return {"legal": False} if paid is None else {"legal": True, "nuggets": list(paid)}


def _fashion(case: Json, given: Json) -> dict[str, Any]:
    return {"changes": list(given["connections"])[: ruleset_of(case).dwarf_changes]}


def _party(case: Json, given: Json) -> dict[str, Any]:
    return {"reshuffles": min(len(given["connections"]), ruleset_of(case).redeals)}


WHAT = {
    "draw": _draw,
    "discard2": _discard2,
    "swap_hands": _swap_hands,
    "wc18": _search,
    "chest_draw": _chest_draw,
    "next_starter": _next_starter,
    "next_player": _next_player,
    "round_end": _round_end,
    "game_end": _game_end,
    "two_goals": _two_goals,
    "challenge": _challenge,
    "challenge_goals": _challenge_goals,
    "chest_setup": _chest_setup,
    "toll_setup": _toll_setup,
    "toll_pay": _toll_pay,
    "fashion": _fashion,
    "party": _party,
}
