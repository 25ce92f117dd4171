"""From the last card of a round to the final scores."""

from dataclasses import replace

import card_words as w
import pytest
from scene import GOLD, SIX_EAST, STONES_AROUND_GOLD, Scene, path

from companion.maze.board import Board, Kind, Placement
from companion.maze.geometry import Cell
from companion.maze.notation import parse_board
from companion.rules.decide import decide
from companion.rules.purses import gold_pile
from companion.state import commands as c
from companion.state import events as e
from companion.state import pending as p
from companion.state.commands import Supply, Tool
from companion.state.refusals import Refusal
from companion.state.secret import Secret

MIDDLE = Cell(8, 0)
ROLES = ("miner", "miner", "saboteur", "miner")
PRINTED = (Supply.CARDS, Supply.CARDS, Supply.CARDS)


def reached(edition: str = "revised", **more) -> Scene:
    """Seat 0 has just joined the gold."""
    scene = Scene(edition, board=SIX_EAST, **more)
    scene.do(path(7, 0, "EW"))
    scene.do(c.LayGoal(MIDDLE, turned=False))
    return scene


def saboteurs_win(**more) -> Scene:
    scene = Scene(**more)
    scene.do(c.SetPile(0))
    scene.do(c.EndRound())
    return scene


# ---- how a round ends -------------------------------------------------------------------------------------------


def test_the_table_cannot_end_a_round_while_cards_are_left_to_draw() -> None:
    scene = Scene()
    refusal = scene.refused(c.EndRound())
    assert (refusal.code, refusal.can_force) == ("pile_not_empty", True)
    scene.do(c.EndRound(forced=True))
    assert scene.game.results[0].reason == "table"


def test_with_an_empty_pile_the_table_says_that_nobody_can_play() -> None:
    scene = saboteurs_win()
    assert (scene.game.results[0].reason, scene.game.results[0].winners) == ("no_playable", "saboteurs")


@pytest.mark.parametrize("edition", ["bga", "amigo-2004-it"])
def test_some_editions_play_until_every_hand_is_empty(edition: str) -> None:
    scene = Scene(edition)
    scene.do(c.SetPile(0))
    assert scene.refused(c.EndRound()).code == "hands_not_empty"
    for seat in range(4):
        scene.do(c.SetHand(seat, 0))  # by the table's own count: no last card was played
    if not scene.game.results:
        scene.do(c.EndRound())
    assert len(scene.game.results) == 1


def test_a_round_ends_by_itself_when_all_hands_are_empty() -> None:
    scene = Scene()
    scene.do(c.SetPile(0))
    for seat in range(4):
        scene.do(c.SetHand(seat, 1))
    for seat in range(4):
        scene.do(c.Pass(), by=seat)
    assert scene.game.results[0].reason == "hands_empty"


def test_only_the_table_says_that_a_round_is_over() -> None:
    assert Scene().refused(c.EndRound(), by=0).code == "only_the_table"


# ---- gold -------------------------------------------------------------------------------------------------------


def test_all_dwarves_are_shown_and_chance_draws_as_many_cards_as_there_are_miners() -> None:
    scene = reached()
    assert e.RolesShown(ROLES) in scene.events
    assert scene.pending == p.DealingGold(3)


def test_gold_goes_round_to_the_right_past_the_saboteur_and_each_keeps_one() -> None:
    scene = reached()
    scene.do(c.DealGold(Secret((3, 1, 2))), by=c.ByDealer())
    assert scene.now.draft.order == (0, 3, 1)
    assert scene.refused(c.TakeGold(0), by=3).code == "not_your_turn"
    assert scene.refused(c.TakeGold(3), by=0).code == "no_such_gold"
    scene.do(c.TakeGold(2), by=0)
    scene.do(c.TakeGold(0), by=3)
    scene.do(c.TakeGold(0), by=1)
    assert [scene.gold_of(seat) for seat in range(4)] == [(2,), (1,), (), (3,)]
    assert scene.pending == p.RoundOver()
    assert scene.game.results[0].winning == (0, 1, 3)


def test_where_the_edition_gives_the_best_by_itself_nobody_is_asked() -> None:
    scene = reached("bga")
    scene.do(c.DealGold(Secret((1, 3, 2, 1))), by=c.ByDealer())
    assert [scene.gold_of(seat) for seat in range(4)] == [(3, 1), (1,), (), (2,)]
    assert scene.pending == p.RoundOver()


def test_gold_that_is_not_in_the_pile_is_a_programmers_mistake() -> None:
    scene = reached()
    with pytest.raises(ValueError, match="not in the pile"):
        scene.do(c.DealGold(Secret((3, 3))), by=c.ByDealer())
    with pytest.raises(ValueError, match="not in the pile"):
        scene.do(c.DealGold(Secret((5, 5, 5))), by=c.ByDealer())


def test_only_chance_deals() -> None:
    assert reached().refused(c.DealGold(Secret((1, 1, 1)))).code == "only_chance"


def test_a_single_saboteur_gets_four_nuggets_in_cards_of_the_pile() -> None:
    scene = saboteurs_win()
    assert scene.gold_of(2) == (3, 1)
    assert len(gold_pile(scene.game)) == 26
    assert scene.game.results[0].winning == (2,)


def test_saboteurs_who_are_not_there_win_nothing() -> None:
    scene = saboteurs_win(roles=("miner",) * 4, aside=("saboteur",))
    assert (scene.game.results[0].winners, scene.game.results[0].winning) == ("nobody", ())


def test_miners_with_a_broken_tool_get_nothing_and_the_others_more() -> None:
    scene = Scene("revised", modules=("sabotaged-dwarf",), board=SIX_EAST)
    scene.do(c.SetTools(1, (Tool.LAMP,)))
    scene.do(path(7, 0, "EW"))
    scene.do(c.LayGoal(MIDDLE, turned=False))
    scene.do(c.DealGold(Secret((1, 1, 1))), by=c.ByDealer())
    assert scene.now.draft.order == (0, 3, 0)


def test_a_selfish_dwarf_who_lays_the_last_card_shares_with_nobody() -> None:
    scene = reached("bga", modules=("selfish-dwarf",), roles=("greedy", "miner", "saboteur", "miner"))
    assert (scene.game.results[0].winners, scene.game.results[0].winning) == ("greedy", (0,))
    assert scene.gold_of(0) == (3, 1)


# ---- printed roles and gold -------------------------------------------------------------------------------------


def test_with_printed_roles_and_gold_nothing_is_asked_before_the_end_of_the_game() -> None:
    scene = Scene(by=PRINTED)
    for _ in range(3):
        scene.do(c.EndRound(forced=True))
        assert scene.pending == p.RoundOver()
        scene.do(c.NextRound())
    assert scene.pending == p.TellingGold((0, 1, 2, 3))
    assert scene.refused(c.TellGold(0, 45), by=0).code == "bad_nuggets"
    for seat, nuggets in enumerate((3, 5, 5, 0)):
        scene.do(c.TellGold(seat, nuggets), by=seat)
    assert (scene.game.nuggets, scene.game.winners) == ((3, 5, 5, 0), (1, 2))


# ---- the next round and the end ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "starter"), [("revised", 1), ("anniversary-2024", 2), ("amigo-2004", 2)])
def test_left_of_whoever_played_last_begins_the_next_round(edition: str, starter: int) -> None:
    scene = Scene(edition)
    scene.do(path(1, 0, "EW"), by=0)
    scene.do(w.Rockfall(Cell(1, 0)), by=1)
    scene.do(c.Pass(), by=2)
    scene.do(c.EndRound(forced=True))
    scene.do(c.NextRound())
    assert scene.now.starter == starter


def test_a_pass_may_count_as_the_last_card_by_a_house_rule() -> None:
    scene = Scene("anniversary-2024", options=(("pass_counts_as_last_card", "true"),))
    scene.do(c.Pass(), by=0)
    scene.do(c.EndRound(forced=True))
    scene.do(c.NextRound())
    assert scene.now.starter == 1


def test_left_in_the_italian_text_is_still_the_left_neighbour() -> None:
    scene = Scene("amigo-2004-it")
    scene.do(path(1, 0, "EW"), by=0)
    scene.do(c.EndRound(forced=True))
    scene.do(c.NextRound())
    assert scene.now.starter == 1


def test_where_nobody_played_a_card_the_left_neighbour_of_the_starter_begins() -> None:
    scene = Scene(starter=2)
    scene.do(c.EndRound(forced=True))
    scene.do(c.NextRound())
    assert scene.now.starter == 3


def test_a_new_round_has_a_new_maze_new_secrets_and_the_gold_won_so_far() -> None:
    scene = saboteurs_win()
    scene.do(c.NextRound())
    assert scene.pending == p.Dealing(roles=True, goals=True)
    scene.deal(ROLES, ("miner",), STONES_AROUND_GOLD)
    assert scene.pending == p.LookingAtRoles((0, 1, 2, 3))
    assert (scene.now.number, scene.now.pile, scene.now.broken) == (2, 43, ((),) * 4)
    assert scene.gold_of(2) == (3, 1)


def test_after_three_rounds_most_nuggets_win_and_the_lobby_can_open_again() -> None:
    scene = saboteurs_win()
    for _ in range(2):
        scene.do(c.NextRound())
        scene.deal(ROLES, ("miner",), STONES_AROUND_GOLD)
        scene.do(c.BeginPlay())
        scene.do(c.EndRound(forced=True))
    scene.do(c.NextRound())
    assert (scene.pending, scene.game.nuggets, scene.game.winners) == (p.GameOver(), (0, 0, 12, 0), (2,))
    scene.do(c.NewGame())
    assert scene.pending == p.AtLobby()
    assert [seat.name for seat in scene.game.seats] == ["player 0", "player 1", "player 2", "player 3"]
    assert (scene.game.gold, scene.game.results, scene.game.round) == ((), (), None)


# ---- dealing and looking ----------------------------------------------------------------------------------------


def test_play_begins_when_the_last_has_looked_at_the_role() -> None:
    scene = saboteurs_win()
    scene.do(c.NextRound())
    scene.deal(ROLES, ("miner",), STONES_AROUND_GOLD)
    for seat in (2, 0, 1):
        scene.do(c.RoleSeen(), by=seat)
    assert scene.pending == p.LookingAtRoles((3,))
    assert scene.do(c.RoleSeen(), by=3)[-1] == e.TurnBegan(scene.now.starter)


def test_looking_again_changes_nothing() -> None:
    scene = Scene()
    scene.do(c.RoleSeen(), by=1)
    assert scene.do(c.RoleSeen(), by=1) == ()
    assert scene.pending == p.Playing(0)


def test_nobody_waits_for_simulated_players() -> None:
    scene = saboteurs_win()
    for seat in range(4):
        scene.do(c.TakeOverSeat(seat, simulated=seat != 1, name=f"player {seat}"))
    scene.do(c.NextRound())
    scene.deal(ROLES, ("miner",), STONES_AROUND_GOLD)
    assert scene.pending == p.LookingAtRoles((1,))
    scene.do(c.TakeOverSeat(1, simulated=True, name="player 1"))
    assert scene.pending == p.Playing(scene.now.starter)


def test_a_phone_that_takes_a_seat_while_roles_are_looked_at_is_waited_for() -> None:
    scene = saboteurs_win()
    scene.do(c.NextRound())
    scene.deal(ROLES, ("miner",), STONES_AROUND_GOLD)
    scene.do(c.RoleSeen(), by=1)
    scene.do(c.TakeOverSeat(1, simulated=False, name="somebody else"))
    assert scene.pending == p.LookingAtRoles((0, 1, 2, 3))


def test_dwarves_that_are_not_the_pool_are_a_programmers_mistake() -> None:
    with pytest.raises(ValueError, match="pool"):
        Scene(roles=("miner", "saboteur", "saboteur", "miner"))


def test_gold_that_the_table_joined_by_its_own_word_has_no_finisher_and_is_the_miners() -> None:
    scene = Scene("tournament", roles=("miner", "greedy", "saboteur", "miner", "miner"), aside=(), board="")
    cards = (*parse_board("@ EW EW EW EW EW EW EW"), Placement(MIDDLE, GOLD.face, Kind.GOAL, GOLD.kind))
    others = [card for card in scene.now.board if card.kind is Kind.GOAL and card.cell != MIDDLE]
    game = replace(scene.game, pending=p.Playing(0), round=replace(scene.now, board=Board.of((*cards, *others))))
    events = decide(game, c.ByTable(), c.EndRound(forced=True))
    assert not isinstance(events, Refusal)
    (ended,) = [event for event in events if isinstance(event, e.RoundEnded)]
    (scored,) = [event for event in events if isinstance(event, e.RoundScored)]
    assert (ended.reached, ended.finisher, scored.winners) == (True, None, "miners")
