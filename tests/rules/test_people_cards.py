"""Cards laid before people: what they change, beside what the vectors say about when they may be played."""

from companion.cases.table_with import game_with
from companion.editions.cards import Deed, Mark
from companion.editions.compose import compose
from companion.maze.notation import parse_board
from companion.rules.effects import EFFECTS, Play
from companion.rules.evolve import fold
from companion.rules.evolve_round import playing
from companion.rules.place import hindrances
from companion.rules.thieves import order_of_thieves, steal
from companion.state.game import Game


def table(*marks: tuple[Mark, ...]) -> Game:
    ruleset = compose("s2-anniversary")
    return game_with(ruleset, parse_board("@"), seats=len(marks), marks=marks)


def played(game: Game, deed: Deed, target: int) -> Game:
    play = Play(deed, 0, target)
    assert EFFECTS[deed].judge(game, play) is None
    return fold(game, EFFECTS[deed].happen(game, play))


def test_a_trapped_player_keeps_his_thief_and_lays_no_path() -> None:
    game = played(table((), (Mark.THIEF,)), Deed.TRAP, 1)
    assert playing(game).marks == ((), (Mark.THIEF, Mark.TRAPPED))
    assert hindrances((), playing(game).marks[1]) == ("trapped",)


def test_freedom_takes_the_trap_and_leaves_the_rest() -> None:
    game = played(table((), (Mark.THIEF, Mark.TRAPPED)), Deed.FREE, 1)
    assert playing(game).marks == ((), (Mark.THIEF,))
    assert playing(game).discards == 2


def test_a_thief_takes_from_somebody_else_who_has_something() -> None:
    assert steal((1, 0, 4), 1, 2) == (1, 1, 3)
    assert steal((1, 0, 4), 0, 1) == (1, 0, 4)
    assert steal((1, 0, 4), 0, 0) == (1, 0, 4)
    assert steal((1, 0, 4), 0, None) == (1, 0, 4)


def test_thieves_go_clockwise_from_the_last_that_was_played() -> None:
    assert order_of_thieves({0: 1, 2: 8, 3: 5}, [False] * 4) == (2, 3, 0)
    assert order_of_thieves({0: 1, 2: 8, 3: 5}, [False, False, False, True]) == (2, 0)
