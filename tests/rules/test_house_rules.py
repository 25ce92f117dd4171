"""Every house rule changes something that is decided: the same moment is judged otherwise under each of its words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import card_words as w
import pytest
from pioneers import second_card_vetoed
from scene import GOLD, LEFT_STONE, RIGHT_STONE, SIX_EAST, STONE_LEADS_ON, Scene, path

from companion.editions.boxes import CHALLENGE_GOALS, SECOND_DWARVES
from companion.editions.cards import Mark
from companion.editions.compose import compose
from companion.editions.house_rules import house_rules
from companion.editions.options import OPTIONS
from companion.editions.ruleset import Ruleset
from companion.maze.faces import Door, Face
from companion.maze.geometry import Cell, Side
from companion.maze.notation import parse_board
from companion.rules import deals
from companion.rules.decide import decide
from companion.rules.ending import why_not_over
from companion.rules.evolve import Decision
from companion.rules.goals import ways_to_lay_back
from companion.rules.place import judge
from companion.rules.rounds import after_last_round, next_starter
from companion.rules.share import payout, shares
from companion.rules.teams import crystals_on, team_result
from companion.state import commands as c
from companion.state.events import GameEnded
from companion.state.pending import ChoosingGoal, LayingCover, Robbing
from companion.state.refusals import Refusal
from companion.state.secret import Secret

MINERS_AND_ONE = ("miner", "miner", "saboteur", "miner")
Decided = Callable[[str], object]


def rules(name: str, word: str, edition: str = "anniversary-2024", modules: tuple[str, ...] = ()) -> Ruleset:
    found = compose(edition, modules, ((name, word),))
    assert isinstance(found, Ruleset)
    return found


def base(name: str, word: str, **how: object) -> Scene:
    return Scene("anniversary-2024", options=((name, word),), **how)  # type: ignore[arg-type]


def second(name: str, word: str, *roles: str, **how: object) -> Scene:
    spare = [role.value for role, count in SECOND_DWARVES for _ in range(count)]
    for role in roles:
        spare.remove(role)
    return Scene("s2-anniversary", roles=roles, aside=spare, options=((name, word),), **how)  # type: ignore[arg-type]


def answered(scene: Scene, command: c.Command, by: int) -> object:
    """The code of a refusal, or that there is none."""
    answer = decide(scene.game, c.BySeat(by), command)
    return answer.code if isinstance(answer, Refusal) else "done"


# ---- how the table is laid out -----------------------------------------------------------------------------------


def _hand_size(word: str) -> object:
    eight = ("miner",) * 5 + ("saboteur",) * 3
    return base("hand_size", word, roles=eight, aside=("miner",)).now.hands[0]


def _set_aside(word: str) -> object:
    return second("set_aside", word, "blue", "green").now.pile


def _greedy_pool(word: str) -> object:
    return rules("greedy_replaces_miner", word, modules=("wc2016",)).pool(5)


def _later_goals(word: str) -> object:
    """How many of the three that lay aside are laid in the second round."""
    scene = Scene(modules=("new-challenges",), goals=CHALLENGE_GOALS[:5], options=(("later_goals", word),))
    scene.do(c.EndRound(forced=True))
    scene.do(c.NextRound())
    draw = deals.goals_to_draw(scene.game)
    used = [card for card in CHALLENGE_GOALS[1:5] if card in draw.others]
    aside = CHALLENGE_GOALS[5:]
    dealt = (*aside[: draw.from_likely], *used)[: draw.cards - 1]
    scene.do(c.DealRoles(Secret(MINERS_AND_ONE), Secret(("miner",))), by=c.ByDealer())
    scene.do(c.DealGoals(Secret((CHALLENGE_GOALS[0], *dealt))), by=c.ByDealer())
    return draw.from_likely


# ---- turns --------------------------------------------------------------------------------------------------------


def _turn_direction(word: str) -> object:
    scene = base("turn_direction", word)
    scene.do(c.Pass(), by=0)
    return scene.now.turn


def _self_sabotage(word: str) -> object:
    return answered(base("self_sabotage", word), w.BreakTool(0, c.Tool.LAMP), 0)


def _connection(word: str) -> object:
    return answered(base("connection_required", word), path(0, 1, "EW"), 0), judge(
        parse_board("@ N|S"), Cell(1, 1), Face.parse("NS"), rules("connection_required", word)
    )


def _round_end(word: str) -> object:
    scene = base("round_end", word)
    scene.do(c.SetPile(0))
    return why_not_over(scene.game) is None


def _starter(name: str) -> Decided:
    return lambda word: next_starter(rules(name, word), 4, 1, 2, 0)


def _pass_is_a_card(word: str) -> object:
    scene = base("pass_counts_as_last_card", word)
    scene.do(c.Pass(), by=0)
    return scene.now.last_card


def _map_face_up(word: str) -> object:
    scene = base("map_face_up", word, goals=(GOLD, LEFT_STONE, RIGHT_STONE), board=SIX_EAST)
    scene.do(path(7, 0, "EW"), by=0)
    scene.do(c.LayGoal(Cell(8, 0), scene.pending.turned[0]))
    return answered(scene, w.UseMap(Cell(8, 0)), scene.now.turn)


def _trade(word: str) -> object:
    scene = second("s2_discard2_scope", word, "blue", "green")
    scene.do(w.LayThief(), by=0)
    scene.do(c.SetTurn(0))
    return answered(scene, c.TradeTwo(mark=Mark.THIEF), 0)


def _swap_hands(word: str) -> object:
    scene = second("swap_hands_draw", word, "blue", "green")
    scene.do(c.SetHand(1, 3))
    scene.do(w.SwapHands(1), by=0)
    return scene.now.hands


def _second_actions(word: str) -> object:
    return rules("second_actions", word, "s2-anniversary").deck


def _maps(word: str) -> object:
    return base("maps", word).now.pile


# ---- the maze -----------------------------------------------------------------------------------------------------


def _ladder(word: str) -> object:
    ruleset = rules("ladder_wall_touch_ok", word, "s2-anniversary")
    return judge(parse_board("@ EW"), Cell(1, 1), Face.parse("S^"), ruleset)


TWO_GOALS = ". . . . . . . ES\n" + SIX_EAST + " NW"


def _goal_order(word: str) -> object:
    scene = base("goal_order", word, board=TWO_GOALS, goals=(LEFT_STONE, RIGHT_STONE, GOLD))
    scene.do(path(8, -1, "NSW"), by=0)
    return isinstance(scene.pending, ChoosingGoal) or scene.pending.cell


def _touched(word: str) -> object:
    """A gap far from the goals is closed."""
    scene = base("goal_must_be_touched", word, board="@ EW EW . EW EW EW EW")
    scene.do(path(3, 0, "EW"), by=0)
    return type(scene.pending).__name__


def _cascade(word: str) -> object:
    """Behind the stone that is turned a tunnel lies at the gold already."""
    scene = base("goal_cascade", word, board=STONE_LEADS_ON, goals=(LEFT_STONE, RIGHT_STONE, GOLD))
    scene.do(path(7, 0, "EW"), by=0)
    scene.do(c.LayGoal(Cell(8, 0), turned=True))
    return type(scene.pending).__name__


def _cover_tie(word: str) -> object:
    scene = Scene(
        modules=("treasure-chests",), board="@ EW", covers=("NSW", "NS", "EW", "NE"), options=(("cover_tie", word),)
    )
    scene.do(path(2, 0, "NW"), by=0)
    assert isinstance(scene.pending, LayingCover)
    return scene.pending.turned


def _site(word: str) -> object:
    return rules("site", word, modules=("tunnel-party",)).site_cell


# ---- tolls --------------------------------------------------------------------------------------------------------


def _tolled(name: str, word: str) -> Scene:
    scene = base(name, word, modules=("toll-tunnel",), board="@ EW")
    scene.do(c.SetToll(Cell(1, 0), Side.E), by=0)
    return scene


def _setter(word: str) -> object:
    scene = _tolled("setter_passes_free", word)
    scene.do(c.SetTurn(0))
    return answered(scene, c.PlacePath(Cell(2, 0), Face.parse("EW"), toll_payer=0), 0)


def _fallen(word: str) -> object:
    scene = _tolled("fallen_toll", word)
    scene.do(w.Rockfall(Cell(1, 0)), by=1)
    return scene.now.tolls_set, scene.now.tolls


def _nuggets_count(word: str) -> object:
    scene = _tolled("nuggets_count", word)
    for _ in range(3):
        scene.do(c.EndRound(forced=True))
        if scene.now.number == 3:
            break
        scene.do(c.NextRound())
        scene.deal(MINERS_AND_ONE, ("miner",), (LEFT_STONE, GOLD, RIGHT_STONE))
        scene.do(c.BeginPlay())
    decision = Decision(scene.game)
    after_last_round(decision)
    return next(event.nuggets for event in decision.events if isinstance(event, GameEnded))


# ---- gold cards -----------------------------------------------------------------------------------------------------


def _shares(name: str, *, edition: str = "anniversary-2024", out: Sequence[int] = (), finisher: int = 0) -> Decided:
    def decision(word: str) -> object:
        roles = ("miner", "saboteur", "miner", "miner", "miner")
        return shares(rules(name, word, edition), roles, [seat in out for seat in range(5)], finisher, True)

    return decision


def _cap(word: str) -> object:
    roles = ("miner",) * 7 + ("saboteur",) * 3
    return len(shares(rules("gold_cap_10", word, "amigo-2004"), roles, [False] * 10, 0, True).order)


def _gold_pick(word: str) -> object:
    scene = base("gold_pick", word, board=SIX_EAST)
    scene.do(path(7, 0, "EW"), by=0)
    scene.do(c.LayGoal(Cell(8, 0), turned=False))
    scene.do(c.DealGold(Secret((1, 2, 3))), by=c.ByDealer())
    return scene.now.draft is None


def _visible(word: str) -> object:
    from companion.views.model import SeatViewer
    from companion.views.project import Desk, project

    view = project(base("gold_visibility", word).game, SeatViewer(0), Desk())
    return view.seats[1].nuggets


def _gold_deck(word: str) -> object:
    return rules("gold_deck", word).gold_values


def _short(word: str) -> object:
    return payout((2, 2, 2), (3, 3), rules("short_payout", word).short_payout)


def _greedy_reward(word: str) -> object:
    return shares(rules("greedy_reward", word, modules=("wc2016",)), ("greedy", "miner", "miner"), [False] * 3, 0, True)


def _completer(word: str) -> object:
    roles = ("miner", "miner", "miner", "greedy", "saboteur")
    scene = Scene("tournament", roles=roles, aside=(), board="", options=(("completer_whoever", word),))
    scene.do(c.LayMidway(Face.parse("EW")))
    scene.lay(SIX_EAST)
    scene.do(c.SetTurn(4))
    scene.do(path(7, 0, "EW"), by=4)
    scene.do(c.LayGoal(Cell(8, 0), turned=False))
    return [scene.purse(seat) for seat in range(5)]


# ---- teams ----------------------------------------------------------------------------------------------------------


def _teams(name: str, *roles: str, routes: Sequence[Sequence[str]], finisher: int | None = 0) -> Decided:
    def decision(word: str) -> object:
        ruleset, free = rules(name, word, "s2-anniversary"), [False] * len(roles)
        unblocked = tuple(team for team in Door if any(set(doors) <= {team} for doors in routes))
        return team_result(ruleset, roles, free, finisher, unblocked, bool(routes), 0).winners

    return decision


def _geologist(word: str) -> object:
    return crystals_on(parse_board("@ EW** EW*"), rules("geologist", word, "s2-anniversary"))


def _thief_start(word: str) -> object:
    scene = second("thief_start", word, "blue", "green", "saboteur")
    for seat in range(3):
        scene.do(w.LayThief(), by=seat)
    scene.do(c.EndRound(forced=True))
    assert isinstance(scene.pending, Robbing)
    return scene.pending.seat


def _decline(word: str) -> object:
    scene = second("thief_may_decline", word, "saboteur", "green")
    scene.do(c.Pass(), by=0)
    scene.do(w.LayThief(), by=1)
    scene.do(c.EndRound(forced=True))
    return answered(scene, c.Steal(Secret(None)), 1)


SHUT = (("blue", "green"),)


# ---- chests and pioneers --------------------------------------------------------------------------------------------


def _covers_touch(word: str) -> object:
    """A ladder beside the card over a chest, and beside nothing else."""
    ruleset = rules("covers_touch", word, "s2-anniversary", ("treasure-chests",))
    return judge(parse_board("@ . . ??"), Cell(3, 1), Face.parse("S^"), ruleset)


def _cover_fit(word: str) -> object:
    """Either way one side misfits, but only turned round does a tunnel go on."""
    board = parse_board(". . ?? NS\n@ EW NEW .")
    ruleset = rules("cover_fit", word, modules=("treasure-chests",))
    return ways_to_lay_back(board, Cell(2, -1), Face.parse("NW"), ruleset)


def _goal_shift(word: str) -> object:
    scene = Scene(
        modules=("treasure-chests",),
        board="@ EW",
        covers=("NSW", "NS", "EW", "NE"),
        chests=(5, 1, 2, 3),
        options=(("goal_shift", word),),
    )
    scene.do(path(2, 0, "NW"), by=0)
    scene.do(c.LayGoal(Cell(2, -1), turned=False))
    return answered(scene, w.ShiftGoal(Cell(8, -2), Side.N), 0)


def _sixth_chest(word: str) -> object:
    """Nobody else holds a card that could be taken."""
    scene = Scene(
        modules=("treasure-chests",),
        board="@ EW",
        covers=("NSW", "NS", "EW", "NE"),
        chests=(6, 1, 2, 3),
        options=(("sixth_chest_draws", word),),
    )
    for seat in (1, 2, 3):
        scene.do(c.SetHand(seat, 0))
    scene.do(path(2, 0, "NW"), by=0)
    scene.do(c.LayGoal(Cell(2, -1), turned=False))
    return scene.now.hands[0]


def _setter_for_others(word: str) -> object:
    card = c.PlacePath(Cell(2, 0), Face.parse("EW"), toll_payer=0)
    return answered(_tolled("setter_pays_for_others", word), card, 1)


def _pioneer(word: str) -> object:
    scene = Scene(modules=("wc2022",), options=(("pioneer_draws", word),))
    scene.do(w.Pioneer(), by=0)
    scene.do(path(1, 0, "EW"), by=0)
    scene.do(c.StopPioneering(), by=0)
    return scene.now.hands[0]


def _hands_off_own(word: str) -> object:
    scene = second("hands_off_own", word, "blue", "green")
    scene.do(w.LayThief(), by=0)
    scene.do(c.Pass(), by=1)
    return answered(scene, w.HandsOff(0), 0)


def _pioneer_vetoed(word: str) -> object:
    return second_card_vetoed(word).now.hands[0]


def _pioneer_chest(word: str) -> object:
    scene = Scene(
        modules=("wc2022", "treasure-chests"), options=(("pioneer_chest", word),), board="@ EW", chests=(3, 1, 2, 5)
    )
    scene.do(w.Pioneer(), by=0)
    scene.do(path(2, 0, "NW"), by=0)
    scene.do(c.LayGoal(Cell(2, -1), turned=False))
    scene.do(w.FinishChore())
    scene.do(path(0, 1, "NESW"), by=0)
    return scene.now.hands[0]


DECISIONS: dict[str, Decided] = {
    "turn_direction": _turn_direction,
    "hand_size": _hand_size,
    "maps": _maps,
    "set_aside": _set_aside,
    "connection_required": _connection,
    "self_sabotage": _self_sabotage,
    "gold_draw": _shares("gold_draw", edition="amigo-2004"),
    "gold_cap_10": _cap,
    "gold_pick": _gold_pick,
    "saboteur_completer": _shares("saboteur_completer", finisher=1),
    "gold_deal": _shares("gold_deal", edition="amigo-2004"),
    "round_end": _round_end,
    "next_starter": _starter("next_starter"),
    "pass_counts_as_last_card": _pass_is_a_card,
    "skip_sabotaged": _shares("skip_sabotaged", out=(2,)),
    "gold_deck": _gold_deck,
    "gold_visibility": _visible,
    "geologist": _geologist,
    "s2_discard2_scope": _trade,
    "thief_start": _thief_start,
    "greedy_reward": _greedy_reward,
    "goal_cascade": _cascade,
    "ladder_wall_touch_ok": _ladder,
    "second_actions": _second_actions,
    "swap_hands_draw": _swap_hands,
    "boss_with_saboteurs": _teams("boss_with_saboteurs", "saboteur", "boss", routes=(), finisher=None),
    "solo_wins": _teams("solo_wins", "boss", "blue", "green", routes=SHUT),
    "blocked_saboteurs_win": _teams("blocked_saboteurs_win", "saboteur", "blue", "boss", routes=SHUT, finisher=1),
    "thief_may_decline": _decline,
    "completer_whoever": _completer,
    "setter_passes_free": _setter,
    "site": _site,
    "boss_needs_members": lambda word: [
        _teams("boss_needs_members", "boss", *others, routes=(("blue",),))(word)
        for others in (("green", "profiteer"), ("saboteur", "profiteer"))
    ],
    "boss_beside_profiteer": _teams("boss_beside_profiteer", "boss", "blue", "profiteer", routes=SHUT),
    "goal_order": _goal_order,
    "goal_must_be_touched": _touched,
    "short_payout": _short,
    "fallen_toll": _fallen,
    "nuggets_count": _nuggets_count,
    "cover_tie": _cover_tie,
    "later_goals": _later_goals,
    "greedy_replaces_miner": _greedy_pool,
    "map_face_up": _map_face_up,
    "covers_touch": _covers_touch,
    "cover_fit": _cover_fit,
    "goal_shift": _goal_shift,
    "sixth_chest_draws": _sixth_chest,
    "setter_pays_for_others": _setter_for_others,
    "pioneer_draws": _pioneer,
    "hands_off_own": _hands_off_own,
    "pioneer_vetoed": _pioneer_vetoed,
    "pioneer_chest": _pioneer_chest,
}
WORDS = {
    rule.name: rule.words
    for edition, modules in (
        ("amigo-2004", ()),
        (
            "anniversary-2024",
            ("wc2016", "wc2019", "wc2022", "new-challenges", "treasure-chests", "toll-tunnel", "tunnel-party"),
        ),
        ("s2-anniversary", ()),
        ("tournament", ()),
    )
    for rule in house_rules(edition, modules)
}


def test_every_house_rule_is_offered_somewhere_and_has_its_moment() -> None:
    assert set(WORDS) == set(OPTIONS) == set(DECISIONS)


@pytest.mark.parametrize("name", OPTIONS)
def test_each_word_of_a_house_rule_decides_otherwise(name: str) -> None:
    decided = {word: DECISIONS[name](word) for word in WORDS[name]}
    assert len({repr(outcome) for outcome in decided.values()}) == len(decided), decided
