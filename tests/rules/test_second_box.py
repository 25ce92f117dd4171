"""Saboteur 2 as it is played: hats, hands, looks, thieves, traps, two cards for one, teams and what they are paid."""

import card_words as w
import pytest
from scene import GOLD, LEFT_STONE, RIGHT_STONE, SIX_EAST, Scene, path

from companion.editions.boxes import SECOND_DWARVES
from companion.maze.geometry import Cell
from companion.rules.audit import audit
from companion.rules.moves import moves
from companion.rules.options import options
from companion.state import commands as c
from companion.state.commands import Mark, Supply, Tool
from companion.state.events import NuggetsPaid
from companion.state.pending import ChoosingGoal, Inspecting, Playing, Robbing, RoundOver
from companion.state.secret import Secret

GOLD_IN_THE_MIDDLE = (LEFT_STONE, GOLD, RIGHT_STONE)
CARDS = (Supply.CARDS, Supply.CARDS, Supply.CARDS)


def table(*roles: str, board: str = "@", options: tuple[tuple[str, str], ...] = (), **more: object) -> Scene:
    left = [role.value for role, count in SECOND_DWARVES for _ in range(count)]
    for role in roles:
        left.remove(role)
    return Scene(
        "s2-anniversary", roles=roles, aside=left, goals=GOLD_IN_THE_MIDDLE, board=board, options=options, **more
    )


def ended(*roles: str, finisher: int = 0, board: str = SIX_EAST, before: tuple[c.Command, ...] = ()) -> Scene:
    """The seat lays the card that reaches the gold; others play first what is asked."""
    scene = table(*roles, board=board)
    for seat, command in enumerate(before):
        scene.do(c.SetTurn(seat))
        scene.do(command, by=seat)
    scene.do(c.SetTurn(finisher))
    scene.do(path(7, 0, "EW"), by=finisher)
    scene.do(c.LayGoal(Cell(8, 0), turned=False))
    return scene


def paid(scene: Scene) -> list[int]:
    return [scene.purse(seat) for seat in range(len(scene.game.seats))]


# ---- the turn ---------------------------------------------------------------------------------------------------


def test_a_pass_throws_away_up_to_three_cards_and_draws_as_many() -> None:
    scene = table("blue", "green", "boss")
    pile = scene.now.pile
    scene.do(c.Pass(3), by=0)
    assert (scene.now.hands[0], scene.now.pile, scene.now.discards) == (6, pile - 3, 3)
    assert scene.refused(c.Pass(4), by=1).code == "bad_discard"


@pytest.mark.parametrize(
    ("trouble", "trade"),
    [
        (w.BreakTool(1, Tool.LAMP), c.TradeTwo(tool=Tool.LAMP)),
        (w.Trap(1), c.TradeTwo(mark=Mark.TRAPPED)),
    ],
)
def test_two_cards_rid_a_player_of_one_before_him(trouble: c.Command, trade: c.TradeTwo) -> None:
    scene = table("blue", "green", "boss")
    scene.do(trouble, by=0)
    assert not options(scene.game, 1).place
    scene.do(trade, by=1)
    assert (scene.now.hands[1], scene.now.discards) == (5, 3)
    assert (scene.now.broken[1], scene.now.marks[1]) == ((), ())


@pytest.mark.parametrize(("hand", "offered"), [(1, ()), (2, (Tool.LAMP,))])
def test_two_cards_for_one_are_offered_to_who_holds_two(hand: int, offered: tuple[Tool, ...]) -> None:
    scene = table("blue", "green", "boss")
    scene.do(w.BreakTool(1, Tool.LAMP), by=0)
    scene.do(c.SetHand(1, hand))
    assert options(scene.game, 1).trade == offered


def test_a_thief_of_ones_own_may_be_traded_but_not_where_only_sabotage_may() -> None:
    scene = table("blue", "green", "boss", options=(("s2_discard2_scope", "sabotage"),))
    scene.do(w.LayThief(), by=0)
    scene.do(c.SetTurn(0))
    assert scene.refused(c.TradeTwo(mark=Mark.THIEF), by=0).code == "no_such_mark"
    free = table("blue", "green", "boss")
    free.do(w.LayThief(), by=0)
    free.do(c.SetTurn(0))
    free.do(c.TradeTwo(mark=Mark.THIEF), by=0)
    assert free.now.thieves == ()


def test_the_trapped_lays_no_path_until_he_is_freed() -> None:
    scene = table("blue", "green", "boss")
    scene.do(w.Trap(1), by=0)
    refusal = scene.refused(path(1, 0, "EW"), by=1)
    assert refusal.reasons == ("trapped",)
    scene.do(w.Free(1), by=1)
    scene.do(c.SetTurn(1))
    scene.do(path(1, 0, "EW"), by=1)


def test_cards_that_are_not_in_the_deck_cannot_be_played() -> None:
    assert Scene().refused(w.Trap(1), by=0).code == "no_such_card"
    assert Scene().refused(c.TradeTwo(tool=Tool.LAMP), by=0).code == "not_allowed"


# ---- hats, hands, looks -------------------------------------------------------------------------------------------


def test_a_new_hat_comes_from_the_spare_pile_and_is_looked_at_again() -> None:
    scene = table("blue", "green", "boss")
    top = scene.now.aside.open_for("a test looks")[0]
    scene.do(c.RoleSeen(), by=2)
    scene.do(w.SwapHats(2), by=0)
    assert scene.role_of(2) == top
    assert scene.now.seen_role == (0, 1)
    assert scene.now.aside.open_for("a test looks")[-1] == "boss"


def test_hands_are_exchanged_and_only_the_partner_draws() -> None:
    scene = table("blue", "green", "boss")
    scene.do(c.SetHand(1, 3))
    pile = scene.now.pile
    scene.do(w.SwapHands(1), by=0)
    assert scene.now.hands[:2] == (3, 6)
    assert scene.now.pile == pile - 1


def test_nobody_swaps_hands_with_who_has_left_and_he_is_not_offered() -> None:
    """He gave his hand away for nothing, and where all others were empty the round was over."""
    scene = table("blue", "green", "boss")
    scene.do(c.SetPresence(1, c.Attendance.LEFT))
    refusal = scene.refused(w.SwapHands(1), by=0)
    assert (refusal.code, refusal.facts) == ("hand_empty", {"seat": 1})
    assert [way.seat for way in options(scene.game, 0).ways("swap_hands")] == [2]
    assert not [move for move in moves(scene.game, 0) if move == w.SwapHands(1)]


@pytest.mark.parametrize(("gone", "hands", "pending"), [(1, (6, 0, 6), Playing(0)), (0, (0, 6, 6), Playing(1))])
def test_hands_are_not_swapped_where_one_of_the_two_left_while_others_were_asked(gone, hands, pending) -> None:
    """The card is in the hand again; of who has left it goes to the discards."""
    scene = table("blue", "green", "boss", modules=("wc2019",))
    scene.do(w.SwapHands(1), by=0)
    scene.do(c.SetPresence(gone, c.Attendance.LEFT))
    scene.do(c.LetStand())
    assert (scene.now.hands, scene.now.discards, scene.pending) == (hands, 6, pending)
    assert not audit(scene.game)


@pytest.mark.parametrize(("draws", "hands"), [("player", (4, 5)), ("both", (4, 6))])
def test_another_table_lets_the_player_draw_who_swapped_hands(draws: str, hands: tuple[int, int]) -> None:
    scene = table("blue", "green", "boss", options=(("swap_hands_draw", draws),))
    scene.do(c.SetHand(1, 3))
    scene.do(w.SwapHands(1), by=0)
    assert scene.now.hands[:2] == hands


def test_an_inspection_is_open_until_the_player_closes_it() -> None:
    scene = table("blue", "green", "boss")
    scene.do(w.Inspect(2), by=0)
    assert scene.pending == Inspecting(0, 2)
    assert scene.refused(c.ClosePeek(), by=1).code == "not_your_turn"
    scene.do(c.ClosePeek(), by=0)
    assert scene.pending == Playing(1)
    assert scene.now.inspections == ((0, 2),)


def test_printed_dwarves_are_inspected_and_swapped_without_the_app() -> None:
    scene = table("blue", "green", "boss", by=CARDS)
    scene.do(w.Inspect(2), by=0)
    scene.do(w.SwapHats(0), by=1)
    assert scene.pending == Playing(2)


# ---- the end ------------------------------------------------------------------------------------------------------


def test_the_team_that_completes_wins_alone_and_the_boss_with_it() -> None:
    scene = ended("blue", "green", "boss", "saboteur")
    assert paid(scene) == [4, 0, 3, 0]
    assert (scene.game.results[0].winners, scene.game.results[0].winning) == ("blue", (0, 2))


def test_a_door_of_the_other_colour_gives_the_round_to_the_other_team() -> None:
    scene = ended("blue", "green", board="@ EW EWg EW EW EW EW")
    assert scene.game.results[0].open_teams == ("green",)
    assert paid(scene) == [0, 5]


def test_a_ladder_leads_around_a_door() -> None:
    scene = ended("blue", "green", board="@ EW EWg EW EW EW NEW\n. . . . . . .\n")
    assert scene.game.results[0].winners == "green"
    around = table("blue", "green", board=". . . . . NS^\n@ EW EWg EW EW NESW EW")
    around.do(path(7, 0, "EW"), by=0)
    around.do(c.LayGoal(Cell(8, 0), turned=False))
    assert around.game.results[0].winners == "blue"


def test_geologists_are_paid_the_crystals_and_win_nothing() -> None:
    scene = ended("blue", "geologist", "geologist", board="@ EW NESW* EW ESW* NEW* EW")
    assert paid(scene) == [5, 1, 1]
    assert scene.game.results[0].crystals == 3
    assert [(line.seat, line.why) for line in scene.game.results[0].earned] == [
        (0, "share"),
        (1, "crystals"),
        (2, "crystals"),
    ]


def test_the_trapped_gets_nothing_and_does_not_rob() -> None:
    scene = ended("blue", "blue", "saboteur", finisher=0, before=(w.Trap(1), w.LayThief(), w.LayThief()))
    assert scene.pending == Robbing(2, (0,))
    scene.do(c.Steal(Secret(0)), by=2)
    assert paid(scene) == [4, 0, 1]


def test_saboteurs_win_where_nobody_reaches_the_gold() -> None:
    scene = table("saboteur", "green", "boss", "profiteer")
    scene.do(c.EndRound(forced=True))
    assert paid(scene) == [4, 0, 0, 2]
    assert scene.game.results[0].winners == "saboteurs"


def test_a_table_may_count_the_boss_with_the_saboteurs() -> None:
    scene = table("saboteur", "green", "boss", options=(("boss_with_saboteurs", "true"),))
    scene.do(c.EndRound(forced=True))
    assert paid(scene) == [4, 0, 3]


# ---- thieves ------------------------------------------------------------------------------------------------------


def test_thieves_choose_one_after_the_other_beginning_with_the_last_that_was_laid() -> None:
    scene = ended("blue", "green", "saboteur", finisher=0, before=(c.Pass(), w.LayThief(), w.LayThief()))
    assert scene.pending == Robbing(2, (0,))
    assert scene.refused(c.Steal(Secret(0)), by=1).code == "not_your_turn"
    assert scene.refused(c.Steal(Secret(1)), by=2).code == "not_among_these"
    scene.do(c.Steal(Secret(0)), by=2)
    assert scene.pending == Robbing(1, (0, 2))
    scene.do(c.Steal(Secret(2)), by=1)
    assert isinstance(scene.pending, RoundOver)
    assert paid(scene) == [4, 1, 0]


def test_a_thief_may_decline_unless_the_table_says_otherwise() -> None:
    scene = ended("blue", "green", finisher=0, before=(c.Pass(), w.LayThief()))
    scene.do(c.Steal(Secret(None)), by=1)
    assert paid(scene) == [5, 0]
    strict = table("blue", "green", board=SIX_EAST, options=(("thief_may_decline", "false"),))
    strict.do(c.SetTurn(1))
    strict.do(w.LayThief(), by=1)
    strict.do(path(7, 0, "EW"), by=0)
    strict.do(c.LayGoal(Cell(8, 0), turned=False))
    assert strict.refused(c.Steal(Secret(None)), by=1).code == "must_steal"


@pytest.mark.parametrize("may_decline", ["true", "false"])
def test_a_thief_who_finds_nothing_is_asked_like_any_other_so_that_nobody_can_tell(may_decline: str) -> None:
    scene = table("green", "green", options=(("thief_may_decline", may_decline),))
    scene.do(w.LayThief(), by=0)
    scene.do(c.EndRound(forced=True))
    assert scene.pending == Robbing(0, ())
    scene.do(c.Steal(Secret(None)), by=0)
    assert isinstance(scene.pending, RoundOver)
    assert not any(isinstance(event, NuggetsPaid) for event in scene.events)


def test_two_goals_are_chosen_between_here_too() -> None:
    scene = table("blue", "green", board=". . . . . . . ES\n" + SIX_EAST + " NW")
    scene.do(path(8, -1, "NSW"), by=0)
    assert isinstance(scene.pending, ChoosingGoal)


def test_a_chest_of_gold_is_a_nugget_where_teams_are_paid_in_nuggets() -> None:
    scene = table(
        "blue", "green", "boss", "saboteur", board="@ EW", modules=("treasure-chests",),
        chests=(1, 2, 3, 4), covers=("NSW", "NS", "EW", "NE"),
    )  # fmt: skip
    scene.do(path(2, 0, "NW"), by=0)
    scene.do(c.LayGoal(Cell(2, -1), turned=False))
    assert (scene.gold_of(0), scene.purse(0)) == ((), 1)
