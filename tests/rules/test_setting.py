"""Before a round people set the table: what is on the list, what ends the step, and what cannot be done meanwhile."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from scene import STONES_AROUND_GOLD, Scene

from companion.editions.compose import compose
from companion.editions.ruleset import Ruleset
from companion.maze.faces import Face
from companion.maze.geometry import Cell
from companion.rules.decide import decide, new_game
from companion.rules.evolve import fold
from companion.rules.setting import Supplies, lines, lines_of
from companion.state import commands as c
from companion.state import events as e
from companion.state import pending as p
from companion.state.commands import Supply
from companion.state.game import Game
from companion.state.refusals import Refusal

ROLES, CARDS = ("miner", "miner", "saboteur", "miner"), (Supply.CARDS,) * 3


class TableScene(Scene):
    """A round at a table with cards, whose table is being set."""

    def __init__(self, *modules: str, by: Sequence[Supply] = (Supply.APP,) * 3) -> None:
        self.game: Game = new_game()
        self.events = []
        self.chests, self.covers = (1, 2, 3, 4), tuple(Face.parse(face) for face in ("NESW", "NS", "EW", "NW"))
        self.do(c.Configure("revised", modules, (), *by))
        for number in range(4):
            self.do(c.AddSeat(f"player {number}"))
        self.do(c.StartGame(0, at_table=True))
        self.deal(ROLES, ("miner",), STONES_AROUND_GOLD)


def told(edition: str, *modules: str, players: int = 4, options=(), **by: object) -> dict[str, int]:
    rules = compose(edition, modules, options)
    assert isinstance(rules, Ruleset)
    return {line.key: line.number for line in lines(rules, Supplies(**by), players)}  # type: ignore[arg-type]


# ---- the step -----------------------------------------------------------------------------------------------------


def test_the_table_is_set_after_the_deal_and_before_anybody_looks_at_a_role() -> None:
    scene = TableScene()
    assert scene.pending == p.SettingTable()
    assert scene.refused(c.RoleSeen(), by=1).code == "not_now"
    assert scene.refused(c.BeginPlay()).code == "not_now"
    scene.do(c.SetTable())
    assert scene.pending == p.LookingAtRoles((0, 1, 2, 3))
    assert scene.refused(c.SetTable()).code == "not_now"


def test_where_everything_is_printed_play_begins_once_the_table_is_set() -> None:
    scene = TableScene(by=CARDS)
    assert scene.pending == p.SettingTable()
    scene.do(c.SetTable(), c.ByCamera())
    assert scene.pending == p.Playing(0)


def test_each_round_of_such_a_game_begins_with_it() -> None:
    scene = TableScene()
    scene.do(c.SetTable())
    scene.do(c.BeginPlay())
    scene.do(c.EndRound(forced=True))
    scene.do(c.NextRound())
    scene.deal(ROLES, ("miner",), STONES_AROUND_GOLD)
    assert scene.pending == p.SettingTable()
    assert lines_of(scene.game)[0].key == "collect"


def test_who_plays_without_a_table_has_no_such_step() -> None:
    assert not any(isinstance(event, e.TableSet) for event in Scene().events)


def test_a_line_is_ticked_and_unticked_by_the_table_alone() -> None:
    scene = TableScene()
    assert scene.do(c.TickLine("deal")) == (e.LineTicked("deal", True),)
    assert scene.do(c.TickLine("deal")) == ()
    assert scene.pending == p.SettingTable(("deal",))
    scene.do(c.TickLine("deal", done=False))
    assert scene.pending == p.SettingTable()
    assert scene.refused(c.TickLine("deal"), by=0).code == "only_the_table"
    assert scene.refused(c.TickLine("cake")).code == "not_among_these"


def test_once_every_line_is_ticked_nobody_has_to_press_more() -> None:
    scene = TableScene()
    for line in lines_of(scene.game):
        assert isinstance(scene.pending, p.SettingTable)
        scene.do(c.TickLine(line.key))
    assert scene.pending == p.LookingAtRoles((0, 1, 2, 3))
    assert scene.refused(c.TickLine("deal", done=False)).code == "not_now"


def test_phones_do_not_set_the_table() -> None:
    assert isinstance(decide(TableScene().game, c.BySeat(0), c.SetTable()), Refusal)


def test_people_come_go_and_rest_while_the_table_is_set() -> None:
    scene = TableScene()
    scene.do(c.SetPresence(2, c.Attendance.AWAY))
    scene.do(c.TakeOverSeat(1, simulated=True, name="Bit"))
    scene.do(c.SetPause(paused=True))
    assert decide(scene.game, c.ByCamera(), c.SetTable()) == Refusal("paused")
    scene.do(c.SetPause(paused=False))
    assert scene.pending == p.SettingTable()
    scene.do(c.SetTable())
    assert scene.pending == p.LookingAtRoles((0, 3))


def test_a_round_that_lies_there_already_is_gone_on_with() -> None:
    """A film that begins in mid-round; goals that it reaches are turned with the next card, not before."""
    scene = TableScene()
    way = tuple(c.TableCard(Cell(x, 0), Face.parse("EW")) for x in range(1, 8))
    events = scene.do(c.Resync(way))
    assert [type(event) for event in events] == [e.Resynced, e.TableSet]
    assert Cell(7, 0) in scene.now.board
    scene.do(c.BeginPlay())
    assert scene.pending == p.Playing(0)


def test_a_round_is_not_over_before_it_began() -> None:
    assert TableScene().refused(c.EndRound()).code == "round_not_begun"


def test_chests_may_be_said_to_lie_elsewhere_while_the_table_is_set() -> None:
    scene = TableScene("treasure-chests")
    cells = tuple(Cell(x + 1, y) for x, y in scene.now.chest_cells)
    scene.do(c.LayChests(cells))
    assert scene.now.chest_cells == cells


@pytest.mark.parametrize("at_table", [False, True])
def test_a_journal_of_a_game_without_the_step_goes_on_as_before(at_table: bool) -> None:
    scene = Scene(at_table=at_table)
    before_there_was_a_step = [event for event in scene.events if not isinstance(event, e.TableSet)]
    assert fold(new_game(), before_there_was_a_step) == scene.game


# ---- the list -----------------------------------------------------------------------------------------------------


def test_the_base_game_is_goals_shuffling_and_dealing() -> None:
    assert told("anniversary-2024") == {
        "start": 0, "goals": 3, "in_box_roles_gold": 0, "shuffle": 67, "deal": 6,
    }  # fmt: skip


def test_before_a_later_round_the_cards_of_the_last_one_are_collected_first() -> None:
    again = told("anniversary-2024", again=True)
    assert list(again) == ["collect", "start", "goals", "shuffle_again", "deal"]


@pytest.mark.parametrize(("roles", "gold", "stay"), [
    (Supply.APP, Supply.APP, {"in_box_roles_gold"}), (Supply.APP, Supply.CARDS, {"in_box_roles"}),
    (Supply.CARDS, Supply.APP, {"in_box_gold"}), (Supply.CARDS, Supply.CARDS, set()),
])  # fmt: skip
def test_it_names_the_cards_that_stay_in_the_box_as_the_app_deals_them(roles: Supply, gold: Supply, stay: set) -> None:
    found = told("anniversary-2024", roles=roles, gold=gold)
    assert {key for key in found if key.startswith("in_box")} == stay
    assert ("dwarves" in found) is (roles is Supply.CARDS)


def test_saboteur_2_puts_ten_cards_aside() -> None:
    assert told("s2-anniversary")["aside"] == 10
    assert told("s2-anniversary")["shuffle"] == 118
    assert "aside" not in told("bga-s2")


@pytest.mark.parametrize(("edition", "options", "left", "shuffled"), [
    ("bga", (), {"map"}, 66), ("bga-s2", (), {"map"}, 117), ("revised", (("maps", "5"),), {"map"}, 66),
    ("bga", (("maps", "6"),), set(), 67), ("s2-anniversary", (("second_actions", "20"),), {"rockfall"}, 117),
    ("s2-anniversary", (), set(), 118),
])  # fmt: skip
def test_what_is_played_without_stays_in_the_box_so_that_the_rest_can_be_counted(
    edition: str, options: tuple[tuple[str, str], ...], left: set[str], shuffled: int
) -> None:
    """The box holds 67 or 118 cards: who was told to shuffle one less did not know which."""
    steps = told(edition, options=options)
    assert {key: number for key, number in steps.items() if "without" in key} == {f"without_{deed}": 1 for deed in left}
    assert steps["shuffle"] == shuffled
    assert not [key for key in told(edition, options=options, again=True) if "without" in key]


@pytest.mark.parametrize("again", [False, True])
def test_the_card_half_way_is_drawn_from_the_tunnel_cards_before_the_others_are_shuffled(again: bool) -> None:
    steps = list(told("tournament", players=5, again=again))
    at = steps.index("midway")
    assert steps[at + 1] == "shuffle_rest"
    assert told("tournament", players=5)["shuffle_rest"] == 66


@pytest.mark.parametrize(("module", "key", "number"), [
    ("treasure-chests", "chests", 4), ("tunnel-party", "site", 0), ("toll-tunnel", "tolls", 2),
    ("new-challenges", "goals", 5),
])  # fmt: skip
def test_each_small_box_brings_its_things(module: str, key: str, number: int) -> None:
    assert told("revised", module)[key] == number


def test_nuggets_are_handed_out_once_and_only_where_they_are_real() -> None:
    assert told("revised", "toll-tunnel", gold=Supply.CARDS)["nuggets"] == 1
    assert "nuggets" not in told("revised", "toll-tunnel")
    assert "nuggets" not in told("revised", "toll-tunnel", gold=Supply.CARDS, again=True)
