"""A round tells line by line how its gold came about: who was kept from it, who shared, who robs when."""

from __future__ import annotations

from collections.abc import Sequence

import card_words as w
import pytest
from finished_rounds import finished, second
from scene import SIX_EAST, Scene, path

from companion.state import commands as c
from companion.state.commands import Supply, Tool
from companion.state.secret import Secret
from companion.views.model import SeatViewer, TableViewer
from companion.views.project import Desk, project

Lines = list[tuple[str, dict[str, object]]]


def account(scene: Scene) -> Lines:
    """As the table screen is told; every phone is told the same."""
    views = [project(scene.game, viewer, Desk()) for viewer in (TableViewer(), SeatViewer(0), SeatViewer(1))]
    told = [[(line.code, dict(line.facts)) for line in view.result.account] for view in views if view.result]
    assert told[0] == told[1] == told[2]
    return told[0]


def test_boss_and_profiteer_get_less_and_the_line_says_how_much() -> None:
    scene = finished(second("blue", "boss", "profiteer", "saboteur"))
    assert account(scene) == [
        ("winners", {"seats": ("0", "1", "2"), "nuggets": 3}),
        ("less_boss", {"seat": 1, "less": 1, "nuggets": 2}),
        ("less_profiteer", {"seat": 2, "less": 2, "nuggets": 1}),
    ]
    assert [scene.purse(seat) for seat in range(4)] == [3, 2, 1, 0]


def test_the_trapped_is_named_before_the_winners_and_his_thief_stays_away() -> None:
    scene = second("blue", "blue", "saboteur", "saboteur")
    for command in (c.Pass(), w.LayThief(), w.LayThief(), w.LayThief(), w.Trap(1)):
        scene.do(command)
    assert account(finished(scene)) == [
        ("trapped", {"seat": 1}),
        ("winner", {"seat": 0, "nuggets": 5}),
        ("thief_trapped", {"seat": 1}),
        ("thieves_order", {"seats": ("3", "2")}),
    ]


def test_geologists_share_the_crystals_unless_one_is_trapped() -> None:
    board = "@ EW NESW* EW ESW* NEW* EW"
    scene = second("blue", "geologist", "geologist", board=board)
    shared = ("crystals_shared", {"seats": ("1", "2"), "crystals": 3, "nuggets": 1})
    assert shared in account(finished(scene))
    alone = second("blue", "geologist", "geologist", board=board)
    alone.do(w.Trap(2), by=0)
    assert ("crystals", {"seat": 1, "nuggets": 3}) in account(finished(alone))


def test_nobody_wins_where_no_saboteur_and_no_profiteer_is_in_play() -> None:
    scene = second("blue", "green")
    scene.do(c.EndRound(forced=True))
    assert account(scene) == [("nobody_won", {})]


@pytest.mark.parametrize(
    ("finisher", "lines"),
    [
        (0, [("completer", {"seats": ("0",), "nuggets": 3}), ("others", {"seats": ("1", "2"), "nuggets": 2})]),
        (3, [("completer", {"seats": ("3",), "nuggets": 4})]),
        (4, [("others", {"seats": ("0", "1", "2"), "nuggets": 2})]),
    ],
)
def test_the_tournament_says_who_completed_and_what_the_others_get(finisher: int, lines: Lines) -> None:
    scene = Scene("tournament", roles=("miner", "miner", "miner", "greedy", "saboteur"), aside=(), board="")
    scene.do(c.LayMidway(path(4, 0, "EW").face))
    scene.lay(SIX_EAST)
    assert account(finished(scene, finisher)) == lines


def drafted(scene: Scene, values: Sequence[int]) -> Scene:
    scene.do(c.DealGold(Secret(tuple(values))), by=c.ByDealer())
    while scene.now.draft is not None:
        scene.do(c.TakeGold(0), by=scene.now.draft.order[0])
    return scene


def test_gold_cards_are_told_in_the_order_in_which_they_went_round() -> None:
    scene = finished(Scene("anniversary-2024", board=SIX_EAST), finisher=1)
    assert account(drafted(scene, (1, 2, 3))) == [("cards_round", {"seats": ("1", "0", "3")})]


def test_a_miner_with_a_broken_tool_is_named_where_that_costs_him_his_gold() -> None:
    scene = Scene("anniversary-2024", modules=("sabotaged-dwarf",), board=SIX_EAST)
    scene.do(c.SetTools(3, (Tool.LAMP,)))
    lines = account(drafted(finished(scene), (1, 2, 3)))
    assert lines == [("sabotaged", {"seat": 3}), ("cards_round", {"seats": ("0", "1", "0")})]


def test_saboteurs_are_told_with_what_each_gets() -> None:
    scene = Scene("anniversary-2024")
    scene.do(c.EndRound(forced=True))
    assert account(scene) == [("saboteurs", {"seats": ("2",), "nuggets": 4})]


PRINTED_GOLD = (Supply.APP, Supply.APP, Supply.CARDS)


def test_of_printed_gold_it_is_told_how_many_cards_are_drawn_and_who_takes_them_in_which_order() -> None:
    scene = finished(Scene("anniversary-2024", board=SIX_EAST, by=PRINTED_GOLD), finisher=1)
    assert account(scene) == [("draw", {"seats": ("1", "0", "3"), "cards": 3})]


@pytest.mark.parametrize(
    ("edition", "modules", "lines"),
    [
        ("amigo-2004", (), [("draw_players", {"seat": 1, "players": 4})]),
        ("anniversary-2024", (), [("draw_miners", {"seat": 1})]),
        ("anniversary-2024", ("sabotaged-dwarf",), []),
        ("s2-anniversary", (), []),
    ],
)
def test_with_printed_dwarves_too_it_is_told_for_whom_cards_are_drawn_and_where_they_begin_to_go_round(
    edition: str, modules: tuple[str, ...], lines: Lines
) -> None:
    def dug() -> Scene:
        return Scene(edition, modules=modules, board=SIX_EAST, by=(Supply.CARDS, Supply.APP, Supply.CARDS))

    assert account(finished(dug(), finisher=1)) == lines
    scene = dug()
    scene.do(c.EndRound(forced=True))
    assert account(scene) == []  # how many saboteurs share is seen on the table only


def test_printed_gold_is_handed_out_by_the_same_lines_and_printed_dwarves_that_nobody_told_tell_nothing() -> None:
    scene = finished(second("blue", "boss", by=(Supply.APP, Supply.APP, Supply.CARDS)))
    assert [code for code, _ in account(scene)] == ["winners", "less_boss"]
    unknown = Scene("s2-anniversary", by=(Supply.CARDS, Supply.APP, Supply.CARDS))
    unknown.do(c.EndRound(forced=True))
    assert account(unknown) == []
