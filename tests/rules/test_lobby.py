"""Before the game: names, seats, what goes together."""

import pytest
from scene import Scene

from companion.rules.decide import decide, new_game
from companion.rules.evolve import fold
from companion.rules.lobby import may_start
from companion.state import commands as c
from companion.state.game import Game
from companion.state.refusals import Refusal

TABLE = c.ByTable()


def lobby(*names: str) -> Game:
    game = new_game()
    for name in names:
        game = fold(game, decide(game, TABLE, c.AddSeat(name)))
    return game


def refused(game: Game, command: c.Command, by: c.Actor = TABLE) -> str:
    answer = decide(game, by, command)
    assert isinstance(answer, Refusal), answer
    return answer.code


def test_the_default_is_the_anniversary_box_dealt_by_the_app() -> None:
    game = new_game()
    assert game.ruleset.edition == "anniversary-2024"
    assert (game.roles_supply, game.goals_supply, game.gold_supply) == (c.Supply.APP,) * 3


def test_names_are_tidied_and_nobody_has_anothers() -> None:
    game = lobby("  Ana   María ")
    assert game.seats[0].name == "Ana María"
    assert refused(game, c.AddSeat("ana maría")) == "names_taken"
    assert refused(game, c.AddSeat("   ")) == "name_empty"
    assert refused(game, c.AddSeat("x" * 25)) == "name_too_long"
    assert not isinstance(decide(game, c.ByTable(), c.AddSeat("x" * 24)), Refusal)


def test_one_may_keep_ones_own_name_and_change_nobody_elses() -> None:
    game = lobby("Ana", "Bo")
    assert fold(game, decide(game, c.BySeat(0), c.RenameSeat(0, "ANA"))).seats[0].name == "ANA"
    assert refused(game, c.RenameSeat(1, "Cy"), c.BySeat(0)) == "only_the_table"
    assert refused(game, c.RenameSeat(0, "Bo"), c.BySeat(0)) == "names_taken"


def test_seats_move_and_leave_before_the_game_only() -> None:
    game = lobby("Ana", "Bo", "Cy")
    moved = fold(game, decide(game, TABLE, c.MoveSeat(0, 2)))
    assert [seat.name for seat in moved.seats] == ["Bo", "Cy", "Ana"]
    left = fold(moved, decide(moved, TABLE, c.RemoveSeat(1)))
    assert [seat.name for seat in left.seats] == ["Bo", "Ana"]
    begun = fold(game, decide(game, TABLE, c.StartGame(0)))
    assert refused(begun, c.RemoveSeat(0)) == "not_now"
    assert refused(begun, c.AddSeat("Di")) == "not_now"
    assert refused(begun, c.Configure("bga")) == "not_now"


def seated(game: Game, *steps: tuple[c.Actor, c.Command]) -> Game:
    for by, command in steps:
        game = fold(game, decide(game, by, command))
    return game


def order(game: Game) -> str:
    return "".join(seat.name for seat in game.seats)


def test_people_sit_down_in_the_order_in_which_they_press() -> None:
    """Beside moving one after the other, which with twelve took the host minutes."""
    game = seated(lobby(*"ABCD"), (TABLE, c.SetSeating(True)))
    game = seated(game, (c.BySeat(2), c.SitNext(2)))
    assert (order(game), game.seating) == ("CABD", 1)
    game = seated(game, (TABLE, c.SitNext(3)))  # for D, who has no phone
    assert (order(game), game.seating) == ("CDAB", 2)
    game = seated(game, (c.BySeat(3), c.SitNext(3)))
    assert (order(game), game.seating) == ("CDBA", None)  # one place was left


def test_only_whoever_has_not_sat_down_in_order_yet_may_press_and_for_nobody_else() -> None:
    game = lobby(*"ABCD")
    assert refused(game, c.SitNext(0)) == "not_now"
    assert refused(lobby("A"), c.SetSeating(True)) == "not_now"
    assert refused(game, c.SetSeating(True), c.BySeat(0)) == "only_the_table"
    game = seated(game, (TABLE, c.SetSeating(True)), (TABLE, c.SitNext(1)))
    assert refused(game, c.SitNext(0), c.BySeat(0)) == "not_now"
    assert refused(game, c.SitNext(2), c.BySeat(1)) == "only_the_table"
    assert refused(game, c.SitNext(9)) == "no_such_seat"
    begun = seated(game, (TABLE, c.StartGame(0)))
    assert refused(begun, c.SitNext(2)) == refused(begun, c.SetSeating(True)) == "not_now"


def test_whoever_leaves_or_is_moved_leaves_the_others_a_place_to_press_for() -> None:
    game = seated(lobby(*"ABCDE"), (TABLE, c.SetSeating(True)), (TABLE, c.SitNext(1)), (TABLE, c.SitNext(2)))
    assert (order(game), game.seating) == ("BCADE", 2)
    assert seated(game, (TABLE, c.RemoveSeat(0))).seating == 1
    assert seated(game, (TABLE, c.RemoveSeat(4))).seating == 2
    assert seated(game, (TABLE, c.RemoveSeat(4)), (TABLE, c.RemoveSeat(3))).seating is None
    assert seated(game, (TABLE, c.MoveSeat(0, 3))).seating is None
    assert seated(game, (TABLE, c.SetSeating(False))).seating is None
    assert seated(game, (TABLE, c.AddSeat("F"))).seating == 2


def test_two_are_too_few_and_eleven_too_many() -> None:
    assert refused(lobby("Ana", "Bo"), c.StartGame(0)) == "too_few_players"
    assert may_start(lobby(*"abcdefghij")) is None
    assert refused(lobby(*"abcdefghijk"), c.StartGame(0)) == "too_many_players"


def test_twelve_may_sit_down_before_a_box_for_twelve_is_chosen_and_no_more() -> None:
    twelve = lobby(*"abcdefghijkl")
    assert refused(twelve, c.StartGame(0)) == "too_many_players"
    full = decide(twelve, TABLE, c.AddSeat("m"))  # whatever the rules that are chosen now allow
    assert isinstance(full, Refusal) and (full.code, full.facts) == ("table_full", {"most": 12})
    assert may_start(fold(twelve, decide(twelve, TABLE, c.Configure("s2-anniversary")))) is None


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.Configure("chess"), "unknown_edition"),
        (c.Configure("bga", ("chess",)), "unknown_module"),
        (c.Configure("revised", ("old-mine",)), "needs_edition"),
        (c.Configure("bga", ("sabotaged-dwarf", "competitive-miners")), "excludes"),
        (c.Configure("revised", (), (("chess", "yes"),)), "unknown_option"),
        (c.Configure("revised", (), (("goal_cascade", "perhaps"),)), "bad_option"),
    ],
)
def test_what_does_not_go_together_is_refused_with_its_reason(command: c.Configure, code: str) -> None:
    assert refused(new_game(), command) == code


def test_one_may_get_up_before_the_game_and_send_nobody_else_away() -> None:
    game = lobby("Ana", "Bo", "Cy")
    left = fold(game, decide(game, c.BySeat(1), c.RemoveSeat(1)))
    assert [seat.name for seat in left.seats] == ["Ana", "Cy"]
    assert refused(game, c.RemoveSeat(0), c.BySeat(1)) == "only_the_table"


def test_players_may_not_set_up_the_table() -> None:
    assert refused(lobby("Ana"), c.Configure("bga"), c.BySeat(0)) == "only_the_table"


def test_a_seat_that_is_not_there_can_do_nothing() -> None:
    assert refused(lobby("Ana"), c.RenameSeat(0, "Bo"), c.BySeat(5)) == "no_such_seat"
    assert refused(lobby("Ana"), c.RenameSeat(0, "Bo"), c.BySeat(-1)) == "no_such_seat"
    assert refused(lobby("Ana"), c.RemoveSeat(-1)) == "no_such_seat"
    assert refused(lobby("Ana", "Bo", "Cy"), c.StartGame(3)) == "no_such_seat"


def test_a_phone_may_take_over_from_a_simulated_player_in_the_middle_of_a_round() -> None:
    scene = Scene()
    scene.do(c.TakeOverSeat(2, simulated=True, name="player 2"))
    scene.do(c.TakeOverSeat(2, simulated=False, name="Zoe"))
    assert (scene.game.seats[2].name, scene.game.seats[2].simulated) == ("Zoe", False)
    assert scene.refused(c.TakeOverSeat(2, simulated=False, name="player 1")).code == "names_taken"
